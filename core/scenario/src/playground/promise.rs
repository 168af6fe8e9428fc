//! The first broken promise as numbers; the page has the words.
//!
//! Layout of [`Playground::broken_promise`], nothing while every promise is kept: instant, request,
//! key, value read, how (0 = another value had replaced it, 1 = nobody had written it there, or it
//! had been replaced long ago), the value that had replaced it, then of each operation
//! [`WITNESS`] numbers: request, op, mode, value, sent at, ended at (-1 = without an answer). Ops
//! and modes as in `OpKind` and `ReadMode`.

use super::Playground;
use crate::watch::zones::Broken;

/// Numbers of one operation.
pub const WITNESS: usize = 6;

impl Playground {
    /// The first read that broke what its mode promises, and the fewest operations that show it.
    pub fn broken_promise(&self) -> Vec<f64> {
        let Some(promise) = self.watch().broken_promise() else {
            return Vec::new();
        };
        let read = &promise.read;
        let (how, by) = match read.broken {
            Broken::Replaced { by } => (0, by),
            Broken::Unknown => (1, 0),
        };
        let head = [promise.at_us, read.request, read.key, read.value, how, by];
        let mut numbers = head.map(|n| n as f64).to_vec();
        for witness in &promise.operations {
            let known: [u64; WITNESS - 1] = [
                witness.request,
                witness.op as u64,
                witness.mode as u64,
                witness.value,
                witness.invoked_us,
            ];
            numbers.extend(known.map(|n| n as f64));
            numbers.push(witness.completed_us.map_or(-1.0, |at_us| at_us as f64));
        }
        numbers
    }
}
