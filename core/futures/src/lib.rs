//! Other futures of a run: from an instant on it is played again with other draws of chance. How
//! often each outcome comes, how a figure spreads, and from which instant on an outcome can no
//! longer be avoided.
//!
//! It must not know files or threads: which futures are played depends on the question alone, so
//! the answer is the same for whoever plays them, in whatever order.

mod outcome;
mod past;
mod search;
mod share;
mod spread;

pub use outcome::Outcome;
pub use past::{Future, Past, Told};
pub use search::{Budget, Jump, NoReturn, Point, Search, Wanted};
pub use share::{Interval, Share};
pub use spread::Spread;
