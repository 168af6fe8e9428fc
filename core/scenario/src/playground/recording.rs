//! Recording a run's facts with their causes, for those who ask.

use cluster::Cluster;

use super::Playground;
use crate::format::Resolved;
use crate::runner;
use crate::trace::{Row, Trace};
use crate::watch::Watch;

/// Most rows that are kept until somebody takes them.
const TRACE_ROWS_MAX: usize = 300_000;

impl Playground {
    /// Starts to record, or ends it. What was recorded before goes either way. It changes nothing
    /// in the run. At the start the record begins with what happened before the first event.
    pub fn record(&mut self, on: bool) {
        let mut trace = on.then(|| Trace::new(TRACE_ROWS_MAX));
        if let Some(trace) = trace.as_mut().filter(|_| self.events() == 0) {
            for row in &self.start_rows {
                trace.push(*row);
            }
        }
        self.cluster.observer_mut().set_trace(trace);
    }

    /// What was recorded; none unless `record` asked for it.
    pub fn trace(&self) -> Option<&Trace> {
        self.watch().trace()
    }

    /// What was recorded, to be taken or cleared.
    pub fn trace_mut(&mut self) -> Option<&mut Trace> {
        self.cluster.observer_mut().trace_mut()
    }
}

/// A cluster at its start, and what happened there.
pub(super) fn start(resolved: &Resolved) -> (Cluster<Watch>, Vec<Row>) {
    let mut watch = Watch::new(resolved);
    watch.set_trace(Some(Trace::new(TRACE_ROWS_MAX)));
    let mut cluster = runner::start_watched(resolved, watch);
    let watch = cluster.observer_mut();
    let mut rows = watch.trace_mut().map_or_else(Vec::new, Trace::take);
    rows.shrink_to_fit();
    watch.set_trace(None);
    (cluster, rows)
}
