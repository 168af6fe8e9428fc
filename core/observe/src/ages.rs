//! How long ago what a get saw had been written, as a client can tell that writes its clock's time
//! into the row: from the beginning of the write to the beginning of the get. Whether it should
//! have seen something newer is not asked here.

use std::collections::VecDeque;

use model::config::OpKind;
use model::fact::RequestFact;
use sim::Micros;

use crate::pending::PendingRequest;
use report::summary::AgeSummary;

/// Writes that are remembered; ages of older ones are not told.
const WRITES_MAX: usize = 1 << 16;

#[derive(Clone, Debug)]
pub(crate) struct Ages {
    /// Write ids, rising, and when each began.
    writes: VecDeque<(u64, Micros)>,
    /// By workload; requests by hand are not counted.
    seen: Vec<AgeSummary>,
}

impl Ages {
    /// Nothing was written or read yet.
    pub(crate) fn new(workloads: usize) -> Self {
        Ages {
            writes: VecDeque::new(),
            seen: vec![AgeSummary::default(); workloads],
        }
    }

    /// A client sent a request.
    #[inline]
    pub(crate) fn invoked(&mut self, at_us: Micros, fact: &RequestFact) {
        if !fact.op.is_write() {
            return;
        }
        if self.writes.len() == WRITES_MAX {
            self.writes.pop_front();
        }
        self.writes.push_back((fact.value, at_us));
    }

    /// A client has its answer.
    #[inline]
    pub(crate) fn answered(&mut self, ended: &PendingRequest, value: u64) {
        let (OpKind::Get, Some(workload)) = (ended.fact.op, ended.fact.workload) else {
            return;
        };
        let Ok(place) = self.writes.binary_search_by_key(&value, |(id, _)| *id) else {
            return;
        };
        let age_us = ended.invoked_us.saturating_sub(self.writes[place].1);
        let seen = &mut self.seen[usize::from(workload)];
        let is_first = seen.count == 0;
        seen.count += 1;
        seen.min_us = if is_first {
            age_us
        } else {
            seen.min_us.min(age_us)
        };
        seen.max_us = seen.max_us.max(age_us);
    }

    /// By the workload's position in the config.
    pub(crate) fn by_workload(&self) -> &[AgeSummary] {
        &self.seen
    }
}
