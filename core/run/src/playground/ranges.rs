//! The ranges as they are now, for a page that has another picture of them: they split and merge,
//! and their replicas come and go.
//!
//! Layout (all numbers; the page reads it in web/protocol/ranges.ts): of each range in the order
//! of its keys its id, first key, last key and number of replicas, then of each of these peer and
//! node.

use crate::playground::Playground;

impl Playground {
    /// Another number after every change of members and borders; 0 as long as there was none.
    pub(super) fn shape(&self) -> u64 {
        self.watch().shape().number()
    }

    /// Nothing when the page has this shape.
    pub(super) fn ranges_after(&self, shape: u64) -> Vec<f64> {
        let mut numbers = Vec::new();
        if shape == self.shape() {
            return numbers;
        }
        for range in self.ranges() {
            let count = range.replicas.len() as u64;
            let head = [range.id.into(), range.first_key, range.last_key, count];
            numbers.extend(head.map(|n| n as f64));
            for (peer, node) in range.replicas {
                numbers.extend([f64::from(peer), f64::from(node)]);
            }
        }
        numbers
    }
}
