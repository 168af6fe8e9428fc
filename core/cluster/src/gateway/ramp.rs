//! Load that changes over time: how many clients there are, or how fast requests arrive, at each
//! instant, in pieces that are level or straight. It knows no client and no request.

use sim::{Micros, Stream};

use model::config::{Load, WorkloadConfig};

/// Millionths of a request per second, times ns.
const ONE_PER_NS: u64 = 1_000_000_000_000_000;
const NS_PER_US: u64 = 1_000;

/// What a workload's load is at each instant.
pub(super) struct Ramp {
    /// In order, without gaps; the last one never ends.
    pieces: Vec<Piece>,
}

/// A stretch of time in which the load goes straight from one level to another.
struct Piece {
    from_us: Micros,
    until_us: Micros,
    first: u64,
    last: u64,
}

impl Piece {
    fn most(&self) -> u64 {
        self.first.max(self.last)
    }

    /// The level at an instant in it.
    fn level(&self, at_us: Micros) -> u64 {
        let span_us = u128::from(self.until_us - self.from_us);
        let part = |change: u64| {
            let change = u128::from(change) * u128::from(at_us - self.from_us) / span_us;
            change as u64
        };
        if self.last >= self.first {
            self.first + part(self.last - self.first)
        } else {
            self.first - part(self.first - self.last)
        }
    }

    /// The first instant from one of it on at which the level is above this; `None` = not in it.
    fn above(&self, level: u64, from_us: Micros) -> Option<Micros> {
        if self.level(from_us) > level {
            return Some(from_us);
        }
        if self.last <= level {
            return None;
        }
        let span_us = u128::from(self.until_us - self.from_us);
        let climb = u128::from(level + 1 - self.first) * span_us;
        let after_us = climb.div_ceil(u128::from(self.last - self.first)) as Micros;
        Some(self.from_us + after_us).filter(|at_us| *at_us < self.until_us)
    }
}

impl Ramp {
    /// Of a workload whose load changes; else `None`.
    pub(super) fn of(config: &WorkloadConfig) -> Option<Self> {
        if config.ramp.is_empty() {
            return None;
        }
        let mut level = match config.load {
            Load::Closed { clients, .. } => clients.into(),
            Load::Open { interval_ns } => ONE_PER_NS / interval_ns,
        };
        let mut pieces = Vec::new();
        let mut from_us = 0;
        let mut put = |from_us, until_us, first, last| {
            if until_us > from_us {
                pieces.push(Piece {
                    from_us,
                    until_us,
                    first,
                    last,
                });
            }
        };
        for step in &config.ramp {
            let until_us = step.at_us + step.over_us;
            put(from_us, step.at_us, level, level);
            put(step.at_us, until_us, level, step.level);
            (from_us, level) = (until_us, step.level);
        }
        put(from_us, Micros::MAX, level, level);
        Some(Ramp { pieces })
    }

    /// One level, whatever the instant.
    pub(super) fn level(level: u64) -> Self {
        Ramp {
            pieces: vec![Piece {
                from_us: 0,
                until_us: Micros::MAX,
                first: level,
                last: level,
            }],
        }
    }

    /// The greatest level of all.
    pub(super) fn most(&self) -> u64 {
        let levels = self.pieces.iter().map(Piece::most);
        levels.max().expect("the last piece never ends")
    }

    /// Position of the piece in which an instant is.
    fn place(&self, at_us: Micros) -> usize {
        self.pieces.partition_point(|piece| piece.until_us <= at_us)
    }

    /// The first instant from this one on at which the level is above this.
    pub(super) fn above(&self, level: u64, from_us: Micros) -> Option<Micros> {
        let mut pieces = self.pieces[self.place(from_us)..].iter();
        pieces.find_map(|piece| piece.above(level, from_us.max(piece.from_us)))
    }

    /// The next arrival after an instant, both in ns, of a Poisson process whose rate is the level;
    /// `None` if there is none any more.
    ///
    /// Within a piece arrivals are drawn at its greatest rate and kept by the share that the rate
    /// is of it (thinning; P. Lewis, G. Shedler, 1979). At its end the draw begins anew, since such
    /// a process has no memory.
    pub(super) fn next_ns(&self, mut at_ns: u64, stream: &mut Stream) -> Option<u64> {
        for piece in &self.pieces[self.place(at_ns / NS_PER_US)..] {
            let end_ns = piece.until_us.saturating_mul(NS_PER_US);
            while piece.most() > 0 {
                let pause_ns = stream.exponential(ONE_PER_NS / piece.most());
                let next_ns = at_ns.saturating_add(pause_ns);
                if next_ns >= end_ns {
                    break;
                }
                at_ns = next_ns;
                let is_level = piece.first == piece.last;
                if is_level || stream.below(piece.most()) < piece.level(at_ns / NS_PER_US) {
                    return Some(at_ns);
                }
            }
            at_ns = end_ns;
        }
        None
    }
}
