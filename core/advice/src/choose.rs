//! Which row is the one to take, and which others are worth a word: plain comparisons of figures.
//! Must not know words, nor what the figures are of.

use crate::row::{AdviceRow, AdviceVerdict};

/// Dollars that make no difference: this share of the least,
const SAME_SHARE: f64 = 0.02;
/// or so much.
const SAME_USD: f64 = 0.5;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Chosen {
    /// This one, since it keeps every limit; beside it others that do too.
    One {
        best: usize,
        cheapest: usize,
        fastest: usize,
        freshest: usize,
        fitting: usize,
    },
    /// None keeps every limit; this one misses fewest of them.
    None { nearest: Option<usize> },
}

impl Chosen {
    pub(crate) fn best(&self) -> Option<usize> {
        match self {
            Chosen::One { best, .. } => Some(*best),
            Chosen::None { .. } => None,
        }
    }

    /// The one that the answer speaks of: the best, or else the nearest.
    pub(crate) fn foremost(&self) -> Option<usize> {
        match self {
            Chosen::One { best, .. } => Some(*best),
            Chosen::None { nearest } => *nearest,
        }
    }
}

/// The cheapest that keeps every limit; of those that cost the same, the one whose reads are
/// newest, and then the fastest.
pub(crate) fn choose(rows: &[AdviceRow]) -> Chosen {
    let fits = |place: &usize| rows[*place].verdict == AdviceVerdict::Fits;
    let fitting: Vec<usize> = (0..rows.len()).filter(fits).collect();
    let Some(cheapest) = least(&fitting, rows, |row| [cost(row), age(row), speed(row)]) else {
        return Chosen::None {
            nearest: nearest(rows),
        };
    };
    let least_usd = cost(&rows[cheapest]);
    let most = (least_usd * (1.0 + SAME_SHARE)).max(least_usd + SAME_USD);
    let alike = fitting.iter().copied();
    let alike: Vec<usize> = alike.filter(|place| cost(&rows[*place]) <= most).collect();
    let of = |places: &[usize], key: fn(&AdviceRow) -> [f64; 3]| {
        least(places, rows, key).expect("the cheapest is one of them")
    };
    let best = of(&alike, |row| [age(row), speed(row), cost(row)]);
    // Where another is as good, there is nothing to have instead.
    let or_best = |place: usize, figure: fn(&AdviceRow) -> f64| {
        let is_same = figure(&rows[best]).total_cmp(&figure(&rows[place])).is_eq();
        if is_same { best } else { place }
    };
    let fastest = of(&fitting, |row| [speed(row), cost(row), age(row)]);
    let freshest = of(&fitting, |row| [age(row), cost(row), speed(row)]);
    Chosen::One {
        best,
        cheapest,
        fastest: or_best(fastest, speed),
        freshest: or_best(freshest, age),
        fitting: fitting.len(),
    }
}

fn cost(row: &AdviceRow) -> f64 {
    row.usd.median
}

/// To two digits: what differs by less is as fast.
fn speed(row: &AdviceRow) -> f64 {
    let us = row.reads_p99_us.median as u64;
    let mut step = 1;
    while us / step >= 100 {
        step *= 10;
    }
    ((us + step / 2) / step * step) as f64
}

fn age(row: &AdviceRow) -> f64 {
    row.staleness_us.map_or(f64::INFINITY, |us| us as f64)
}

/// The place of the least; of equals the first.
fn least(places: &[usize], rows: &[AdviceRow], key: fn(&AdviceRow) -> [f64; 3]) -> Option<usize> {
    let by = |a: &usize, b: &usize| {
        let (a, b) = (key(&rows[*a]), key(&rows[*b]));
        let pairs = a.iter().zip(&b).map(|(a, b)| a.total_cmp(b));
        pairs.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
    };
    places.iter().copied().min_by(by)
}

/// The one that misses fewest limits, and costs least of these.
fn nearest(rows: &[AdviceRow]) -> Option<usize> {
    let excluded = |place: &usize| rows[*place].verdict == AdviceVerdict::Excluded;
    let places: Vec<usize> = (0..rows.len()).filter(excluded).collect();
    least(&places, rows, |row| {
        [row.reasons.len() as f64, cost(row), speed(row)]
    })
}
