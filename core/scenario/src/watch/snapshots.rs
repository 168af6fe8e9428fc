//! Whether rows that were read together, at one read time, come from one moment: the parts of a
//! statement or a transaction whose read time is known. Judged from what clients saw alone.
//!
//! A row that returned write w of key k comes from after w was sent and from before the first
//! write of k was acknowledged that was sent when w was done. The moments that are left for all
//! rows must not be none: a row that was written after another one had certainly been replaced
//! tears the snapshot. What is not acknowledged, or forgotten, binds nothing.
//!
//! It must not know replicas, leaders or logs.

use sim::Micros;

use super::staleness::Span;

/// Most reads that are under way together and judged; more are not.
const OPEN_MAX: usize = 1 << 12;

/// Rows that do not come from one moment.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Torn {
    /// The request that they are parts of.
    pub whole: u64,
    /// Key and write id of a row that was written late.
    pub late: (u64, u64),
    /// Key and write id of a row that had been replaced by then.
    pub old: (u64, u64),
    /// The write that had replaced it.
    pub by: u64,
}

/// What is known of the moments that are left for a read.
#[derive(Copy, Clone, Debug)]
struct Open {
    whole: u64,
    /// How far two clocks may be apart, where timestamps are clocks'.
    slack_us: Micros,
    from_us: Micros,
    late: (u64, u64),
    until_us: Micros,
    old: (u64, u64),
    by: u64,
    torn: bool,
}

/// Reads under way.
#[derive(Clone, Debug, Default)]
pub struct Snapshots {
    open: Vec<Open>,
}

impl Snapshots {
    /// The read time of a request is known: its rows shall come from one moment.
    pub fn begin(&mut self, whole: u64, slack_us: Micros) {
        let is_known = self.open.iter().any(|open| open.whole == whole);
        if is_known || self.open.len() == OPEN_MAX {
            return;
        }
        self.open.push(Open {
            whole,
            slack_us,
            from_us: 0,
            late: (0, 0),
            until_us: Micros::MAX,
            old: (0, 0),
            by: 0,
            torn: false,
        });
    }

    /// Whether rows of this request are judged.
    #[inline]
    pub fn is_open(&self, whole: u64) -> bool {
        whole != 0 && self.open.iter().any(|open| open.whole == whole)
    }

    /// A part of it returned a row, which may come from these moments. Tells once what is torn.
    pub fn row(&mut self, whole: u64, key: u64, value: u64, span: Span) -> Option<Torn> {
        let open = self.open.iter_mut().find(|open| open.whole == whole)?;
        if span.from_us >= open.from_us {
            open.from_us = span.from_us;
            open.late = (key, value);
        }
        if span.until_us < open.until_us {
            open.until_us = span.until_us;
            open.old = (key, value);
            open.by = span.by;
        }
        let is_torn = open.from_us > open.until_us.saturating_add(open.slack_us);
        if !is_torn || open.torn {
            return None;
        }
        open.torn = true;
        Some(Torn {
            whole,
            late: open.late,
            old: open.old,
            by: open.by,
        })
    }

    /// The request ended.
    pub fn end(&mut self, whole: u64) {
        self.open.retain(|open| open.whole != whole);
    }
}

impl Torn {
    /// What is torn, in words.
    pub(super) fn words(&self) -> String {
        let Torn {
            whole,
            late,
            old,
            by,
        } = self;
        format!(
            "request r{whole} read {} of k{} and {} of k{}, which write {by} had replaced before",
            late.1, late.0, old.1, old.0
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(from_us: Micros, until_us: Micros) -> Span {
        Span {
            from_us,
            until_us,
            by: 9,
        }
    }

    #[test]
    fn rows_of_one_moment_are_whole() {
        let mut snapshots = Snapshots::default();
        snapshots.begin(1, 0);
        assert_eq!(snapshots.row(1, 0, 5, span(10, 50)), None);
        assert_eq!(snapshots.row(1, 1, 6, span(40, Micros::MAX)), None);
        assert_eq!(snapshots.row(1, 2, 7, span(0, 45)), None);
    }

    #[test]
    fn a_row_from_after_another_was_replaced_tears_it_once() {
        let mut snapshots = Snapshots::default();
        snapshots.begin(1, 0);
        assert_eq!(snapshots.row(1, 0, 5, span(10, 50)), None);
        let torn = Torn {
            whole: 1,
            late: (1, 6),
            old: (0, 5),
            by: 9,
        };
        assert_eq!(snapshots.row(1, 1, 6, span(60, 90)), Some(torn));
        assert_eq!(snapshots.row(1, 2, 7, span(95, 99)), None);
    }

    #[test]
    fn clocks_may_differ_where_timestamps_are_clocks() {
        let mut snapshots = Snapshots::default();
        snapshots.begin(1, 10);
        assert_eq!(snapshots.row(1, 0, 5, span(10, 50)), None);
        assert_eq!(snapshots.row(1, 1, 6, span(60, 90)), None);
        assert!(snapshots.row(1, 1, 6, span(61, 90)).is_some());
    }

    #[test]
    fn what_has_no_read_time_is_not_judged() {
        let mut snapshots = Snapshots::default();
        assert!(!snapshots.is_open(0) && !snapshots.is_open(1));
        snapshots.begin(1, 0);
        assert!(snapshots.is_open(1));
        snapshots.end(1);
        assert!(!snapshots.is_open(1));
        assert_eq!(snapshots.row(1, 0, 5, span(10, 5)), None);
    }
}
