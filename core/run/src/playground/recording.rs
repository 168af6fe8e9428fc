//! Recording a run's facts with their causes, for those who ask.

use cluster::Cluster;

use crate::playground::Playground;
use crate::runner;
use documents::scenario::Resolved;
use observe::Watch;
use record::columns::Columns;
use record::{Row, Trace};

/// Most rows that are kept until somebody takes them.
const TRACE_ROWS_MAX: usize = 300_000;
/// Most rows that are kept where what scans find is kept, too.
const TRACE_ROWS_MAX_WITH_FOUND: usize = 1 << 22;
/// Room for rows that is made at once: what a page takes at a time fits.
const ROWS_AHEAD: usize = 16_384;

impl Playground {
    /// Starts to record, or ends it. What was recorded before goes either way. It changes nothing
    /// in the run. At the start the record begins with what happened before the first event.
    pub fn record(&mut self, on: bool) {
        if !on {
            self.cluster.observer_mut().set_trace(None);
            return;
        }
        let is_start = self.cluster.events() == 0;
        let watch = self.cluster.observer_mut();
        if let Some(trace) = watch.trace_mut() {
            trace.clear();
        } else {
            let mut trace = Trace::new(TRACE_ROWS_MAX);
            trace.reserve(ROWS_AHEAD);
            watch.set_trace(Some(trace));
        }
        let trace = watch.trace_mut().expect("it was just set");
        if is_start {
            for row in &self.start_rows {
                trace.push(*row);
            }
        }
    }

    /// Starts to record as `record` does, with all rows that reads find.
    pub fn record_with_rows(&mut self) {
        let mut trace = Trace::new(TRACE_ROWS_MAX_WITH_FOUND);
        trace.keep_rows();
        self.cluster.observer_mut().set_trace(Some(trace));
        self.record(true);
    }

    /// What was recorded; none unless `record` asked for it.
    pub fn trace(&self) -> Option<&Trace> {
        self.watch().trace()
    }

    /// Hands over what was recorded, in columns, and goes on with none.
    pub fn take_columns(&mut self) -> Columns {
        let Some(trace) = self.trace_mut() else {
            return Columns::default();
        };
        let columns = Columns::of(trace.rows());
        trace.wipe();
        columns
    }

    /// What was recorded, to be taken or cleared.
    pub fn trace_mut(&mut self) -> Option<&mut Trace> {
        self.cluster.observer_mut().trace_mut()
    }
}

/// A cluster at its start, and what happened there.
pub(super) fn start(resolved: &Resolved) -> (Cluster<Watch>, Vec<Row>) {
    let mut watch = Watch::new(runner::watched(resolved));
    watch.set_trace(Some(Trace::new(TRACE_ROWS_MAX)));
    let mut cluster = runner::start_watched(resolved, watch);
    let watch = cluster.observer_mut();
    let mut rows = watch.trace_mut().map_or_else(Vec::new, Trace::take);
    rows.shrink_to_fit();
    watch.set_trace(None);
    (cluster, rows)
}
