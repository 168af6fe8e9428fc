//! Other futures of a run: from an instant on it is played again with other draws of chance. How
//! often each outcome comes, how a figure spreads, and from which instant on an outcome can no
//! longer be avoided.
//!
//! It must not know files, threads, nor how a run is made: it judges what runs say of themselves.
//! Which futures are played depends on the question alone, so the answer is the same for whoever
//! plays them, in whatever order.

mod asked;
mod by_name;
mod changes;
mod crossing;
mod outcome;
mod search;
mod share;
mod spread;

pub use asked::{Asked, FutureAnswer};
pub use changes::{FutureChange, changes};
pub use crossing::{FuturePoint, FutureSearched, FutureShare};
pub use model::ids::RangeId;
pub use outcome::{Evidence, Lead, Outcome};
pub use search::{Budget, Jump, NoReturn, Point, Search, Wanted};
pub use share::{Interval, Share};
pub use spread::Spread;
