//! Closed timestamps (CockroachDB): a leader closes what is a target duration ago. Busy ranges say
//! so with their appends, idle ones once per interval, all that a store leads in one message.

use sim::NodeId;

use super::push_for;
use crate::context::Context;
use crate::message::{SafeMessage, SafeRange};
use crate::store::Store;

impl Store {
    /// A store closes the timestamps of what it leads.
    pub(super) fn send_closed(&mut self, cx: &mut Context) {
        let mut by_store: Vec<(NodeId, Vec<SafeRange>)> = Vec::new();
        for (index, at, term) in self.led() {
            let ts = self.call_safe(cx, index);
            if ts == 0 {
                continue;
            }
            let applied = self.replicas[index].storage().machine.applied;
            let word = SafeRange {
                range: at.range,
                term,
                index: applied,
                ts,
            };
            for other in self.other_stores(cx, index) {
                push_for(&mut by_store, other, word);
            }
        }
        for (to, ranges) in by_store {
            self.send_safe(cx, to, SafeMessage::Safe(ranges));
        }
    }
}
