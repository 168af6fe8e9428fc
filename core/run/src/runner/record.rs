//! Runs a scenario and hands on the record of it, piece by piece.

use sim::Micros;

use crate::runner::{start_watched, watched};
use documents::scenario::Resolved;
use observe::Watch;
use record::{Row, Trace};

/// Events between two pieces, and where rows are kept: a scan has up to thousands.
const EVENTS: u64 = 50_000;
const EVENTS_WITH_ROWS: u64 = 1_000;
/// Rows of a piece: no event has as many as fifty of them on average.
const ROWS_MAX: usize = 1 << 22;

/// Runs to an instant; `take` gets the rows, oldest first, from the start on. Of a load that is
/// sampled all is recorded: who asks for a record gets the whole.
pub fn record(resolved: &Resolved, until_us: Micros, mut take: impl FnMut(&[Row])) {
    record_while(resolved, until_us, |rows| {
        take(rows);
        true
    });
}

/// Records a run with all rows that reads find, until `take` wants no more.
pub fn record_with_rows(resolved: &Resolved, until_us: Micros, take: impl FnMut(&[Row]) -> bool) {
    let mut trace = Trace::new(ROWS_MAX);
    trace.keep_rows();
    record_in(trace, EVENTS_WITH_ROWS, (resolved, until_us), take);
}

/// Records a run as [`record()`] does, until `take` wants no more.
pub(super) fn record_while(
    resolved: &Resolved,
    until_us: Micros,
    take: impl FnMut(&[Row]) -> bool,
) {
    record_in(Trace::new(ROWS_MAX), EVENTS, (resolved, until_us), take);
}

fn record_in(
    trace: Trace,
    events: u64,
    (resolved, until_us): (&Resolved, Micros),
    mut take: impl FnMut(&[Row]) -> bool,
) {
    let mut whole = resolved.clone();
    whole.config.record_one_in = 1;
    let resolved = &whole;
    let mut watch = Watch::new(watched(resolved));
    watch.set_trace(Some(trace));
    let mut cluster = start_watched(resolved, watch);
    loop {
        let done = cluster.run_until(until_us, events);
        if let Some(trace) = cluster.observer_mut().trace_mut() {
            assert_eq!(trace.dropped(), 0, "a piece has room for its rows");
            let goes_on = take(trace.rows());
            trace.clear();
            if !goes_on {
                return;
            }
        }
        if done < events {
            return;
        }
    }
}
