//! Whether one thing is as expected, in the words of the command line. Must not know who expects
//! it.

use report::expect::Verdict;
use serde::Serialize;
use ts_rs::TS;

/// Whether one thing is as expected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Expected {
    /// Whether it is met.
    pub met: bool,
    /// What is asked for, as it can be said before it is judged.
    pub asks: String,
    /// The line of the command line: what, its figure, what was expected.
    pub line: String,
    /// Instant at which it was decided, in µs, where one is known.
    pub at_us: Option<u64>,
}

impl From<&Verdict> for Expected {
    fn from(verdict: &Verdict) -> Self {
        Expected {
            met: verdict.met(),
            asks: verdict.asks().to_string(),
            line: verdict.to_line(),
            at_us: verdict.at_us(),
        }
    }
}
