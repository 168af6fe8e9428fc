//! The first broken promise as numbers; the page has the words.
//!
//! Layout of [`Playground::broken_promise`], nothing while every promise is kept: instant, request,
//! key, value read, how, the value that should have been seen, two figures, then of each operation
//! [`WITNESS`] numbers: request, op, mode, value, sent at, ended at (-1 = without an answer). Ops
//! and modes as in `OpKind` and `ReadMode`.
//!
//! How: 0 = another value had replaced it; 1 = nobody had written it there, or it had been replaced
//! long ago; 2 = older than its bound (figures: its age, and bound and clock skew together, in µs);
//! 3 = a write is missing that was done before the moment that it read (the moment); 4 = it was
//! sent after that moment (the moment); 5 = its write failed; 6 = another row of the same read was
//! written later (its key and value).

use crate::playground::Playground;
use observe::broken::Broken;

/// Numbers of one operation.
pub const WITNESS: usize = 6;

impl Playground {
    /// The first read that broke what its mode promises, and the fewest operations that show it.
    pub fn broken_promise(&self) -> Vec<f64> {
        let Some(promise) = self.watch().broken_promise() else {
            return Vec::new();
        };
        let read = &promise.read;
        let (how, figures) = match read.broken {
            Broken::Replaced { .. } => (0, [0, 0]),
            Broken::Unknown => (1, [0, 0]),
            Broken::TooOld {
                age_us,
                bound_us,
                skew_us,
                ..
            } => (2, [age_us, bound_us + skew_us]),
            Broken::Missed { read_us, .. } => (3, [read_us, 0]),
            Broken::Early { read_us } => (4, [read_us, 0]),
            Broken::WriteFailed => (5, [0, 0]),
            Broken::Torn { late, .. } => (6, [late.0, late.1]),
        };
        let what = [promise.at_us, read.request, read.key, read.value, how];
        let head = what.into_iter().chain([read.broken.by()]).chain(figures);
        let mut numbers: Vec<f64> = head.map(|n| n as f64).collect();
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
