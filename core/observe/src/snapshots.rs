//! Whether rows that were read together come from one moment: the rows of a scan, and the parts of
//! a statement or a transaction whose read time is known. Judged from what clients saw alone.
//!
//! A row that returned write w of key k comes from after w was sent and from before the first
//! write of k was acknowledged that was sent when w was done. The moments that are left for all
//! rows must not be none: a row that was written after another one had certainly been replaced
//! tears the snapshot. What is not acknowledged, or forgotten, binds nothing.
//!
//! It must not know replicas, leaders or logs.

use model::ids::RequestId;
use sim::Micros;

use crate::broken::{Broken, BrokenRead};
use crate::staleness::Span;

/// Most reads that are under way together and judged; more are not.
const OPEN_MAX: usize = 1 << 12;

/// The moments that rows may all come from, as far as they are known.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Window {
    /// None of them was before this one.
    from_us: Micros,
    /// Key and write id of the row that says so.
    late: (u64, u64),
    /// All of them were before this one.
    until_us: Micros,
    /// Key and write id of the row that says so, and the write that replaced it.
    old: (u64, u64),
    by: u64,
}

impl Window {
    pub(crate) const ALL: Window = Window {
        from_us: 0,
        late: (0, 0),
        until_us: Micros::MAX,
        old: (0, 0),
        by: 0,
    };

    /// Leaves the moments that this row may come from too.
    pub(crate) fn narrow(&mut self, row: (u64, u64), span: Span) {
        if span.from_us >= self.from_us {
            self.from_us = span.from_us;
            self.late = row;
        }
        if span.until_us < self.until_us {
            self.until_us = span.until_us;
            self.old = row;
            self.by = span.by;
        }
    }

    /// What shows that none is left, for a request whose rows these are.
    pub(crate) fn torn(&self, whole: RequestId, slack_us: Micros) -> Option<BrokenRead> {
        let is_torn = self.from_us > self.until_us.saturating_add(slack_us);
        is_torn.then(|| torn(whole, self.late, self.old, self.by))
    }
}

/// A row of a request is older than another one, late, which its replacement preceded.
pub(super) fn torn(whole: RequestId, late: (u64, u64), old: (u64, u64), by: u64) -> BrokenRead {
    BrokenRead {
        request: whole,
        key: old.0,
        value: old.1,
        broken: Broken::Torn {
            late_key: late.0,
            late_value: late.1,
            by,
        },
        clash: [RequestId::NONE; 4],
    }
}

/// What is known of the moments that are left for a read.
#[derive(Copy, Clone, Debug)]
struct Open {
    whole: RequestId,
    /// How far two clocks may be apart, where timestamps are clocks'.
    slack_us: Micros,
    window: Window,
    torn: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Snapshots {
    open: Vec<Open>,
}

impl Snapshots {
    /// The read time of a request is known: its rows shall come from one moment. False where too
    /// many are under way, and it is not judged.
    pub(crate) fn begin(&mut self, whole: RequestId, slack_us: Micros) -> bool {
        if self.open.iter().any(|open| open.whole == whole) {
            return true;
        }
        if self.open.len() == OPEN_MAX {
            return false;
        }
        self.open.push(Open {
            whole,
            slack_us,
            window: Window::ALL,
            torn: false,
        });
        true
    }

    /// Whether rows of this request are judged.
    #[inline]
    pub(crate) fn is_open(&self, whole: RequestId) -> bool {
        whole != RequestId::NONE && self.open.iter().any(|open| open.whole == whole)
    }

    /// A part of it returned a row, which may come from these moments. Tells once what is torn.
    pub(crate) fn row(
        &mut self,
        whole: RequestId,
        row: (u64, u64),
        span: Span,
    ) -> Option<BrokenRead> {
        let open = self.open.iter_mut().find(|open| open.whole == whole)?;
        open.window.narrow(row, span);
        if open.torn {
            return None;
        }
        let torn = open.window.torn(whole, open.slack_us);
        open.torn = torn.is_some();
        torn
    }

    pub(crate) fn end(&mut self, whole: RequestId) {
        self.open.retain(|open| open.whole != whole);
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
        snapshots.begin(RequestId(1), 0);
        assert_eq!(snapshots.row(RequestId(1), (0, 5), span(10, 50)), None);
        assert_eq!(
            snapshots.row(RequestId(1), (1, 6), span(40, Micros::MAX)),
            None
        );
        assert_eq!(snapshots.row(RequestId(1), (2, 7), span(0, 45)), None);
    }

    #[test]
    fn a_row_from_after_another_was_replaced_tears_it_once() {
        let mut snapshots = Snapshots::default();
        snapshots.begin(RequestId(1), 0);
        assert_eq!(snapshots.row(RequestId(1), (0, 5), span(10, 50)), None);
        let torn = torn(RequestId(1), (1, 6), (0, 5), 9);
        assert_eq!(
            snapshots.row(RequestId(1), (1, 6), span(60, 90)),
            Some(torn)
        );
        assert_eq!(snapshots.row(RequestId(1), (2, 7), span(95, 99)), None);
    }

    #[test]
    fn clocks_may_differ_where_timestamps_are_clocks() {
        let mut snapshots = Snapshots::default();
        snapshots.begin(RequestId(1), 10);
        assert_eq!(snapshots.row(RequestId(1), (0, 5), span(10, 50)), None);
        assert_eq!(snapshots.row(RequestId(1), (1, 6), span(60, 90)), None);
        assert!(snapshots.row(RequestId(1), (1, 6), span(61, 90)).is_some());
    }

    #[test]
    fn what_has_no_read_time_is_not_judged() {
        let mut snapshots = Snapshots::default();
        assert!(!snapshots.is_open(RequestId::NONE) && !snapshots.is_open(RequestId(1)));
        snapshots.begin(RequestId(1), 0);
        assert!(snapshots.is_open(RequestId(1)));
        snapshots.end(RequestId(1));
        assert!(!snapshots.is_open(RequestId(1)));
        assert_eq!(snapshots.row(RequestId(1), (0, 5), span(10, 5)), None);
    }
}
