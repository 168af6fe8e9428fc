//! Shares and searches as they cross to a page: each share with its interval.

use serde::Serialize;
use ts_rs::TS;

use crate::search::{NoReturn, Point, Search};
use crate::share::Share;

/// So many of so many, and what is known of the probability.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, TS)]
pub struct FutureShare {
    /// Futures in which it came.
    #[ts(as = "f64")]
    pub came: u64,
    /// All of them.
    #[ts(as = "f64")]
    pub runs: u64,
    /// The lower end of the 95 % interval, from 0 to 1.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How often the outcome comes from an instant on.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, TS)]
pub struct FuturePoint {
    /// The instant.
    #[ts(as = "f64")]
    pub at_us: u64,
    /// Of the futures that begin there.
    pub share: FutureShare,
}

/// What a search knows, and what it wants to be told next.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct FutureSearched {
    /// Instants that are to be played next; none once it is done.
    #[ts(as = "Vec<f64>")]
    pub wanted_us: Vec<u64>,
    /// Every instant that was looked at, in order.
    pub points: Vec<FuturePoint>,
    /// From here on it came in every future.
    pub certain: Option<FuturePoint>,
    /// The last instant from which some future escaped.
    pub escaped: Option<FuturePoint>,
    /// Before and after its share grows most, if two neighbours differ for certain.
    pub jump: Option<[FuturePoint; 2]>,
}

impl From<Share> for FutureShare {
    fn from(share: Share) -> Self {
        let interval = share.interval();
        FutureShare {
            came: share.came,
            runs: share.runs,
            low: interval.low,
            high: interval.high,
        }
    }
}

impl From<Point> for FuturePoint {
    fn from(point: Point) -> Self {
        FuturePoint {
            at_us: point.at_us,
            share: point.share.into(),
        }
    }
}

impl FutureSearched {
    /// What a search knows by now.
    pub fn of(search: &Search) -> Self {
        let NoReturn {
            points,
            certain,
            escaped,
            jump,
        } = search.found();
        FutureSearched {
            wanted_us: search.wanted().map_or_else(Vec::new, |one| one.at_us),
            points: points.into_iter().map(FuturePoint::from).collect(),
            certain: certain.map(FuturePoint::from),
            escaped: escaped.map(FuturePoint::from),
            jump: jump.map(|jump| [jump.before.into(), jump.after.into()]),
        }
    }
}
