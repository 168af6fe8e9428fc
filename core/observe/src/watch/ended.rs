//! What becomes of a request that ended: it is judged, counted and told.

use model::fact::Outcome;
use model::ids::RequestId;
use sim::{Micros, NodeId};

use crate::Watch;
use crate::broken::{Broken, BrokenRead};
use crate::checks::Violation;
use crate::history::Now;
use crate::judged::Judged;
use crate::pending::PendingRequest;
use crate::promise::BrokenPromise;
use report::check::Check;

impl Watch {
    /// A request knows at which instant it reads.
    pub(super) fn read_time_known(&mut self, at_us: Micros, request: RequestId, read_us: Micros) {
        let Some(asked) = self.pending.get_mut(request) else {
            return;
        };
        let (first_us, last_us) = asked.read_us.unwrap_or((read_us, read_us));
        asked.read_us = Some((first_us.min(read_us), last_us.max(read_us)));
        let fact = asked.fact;
        if self.judges {
            self.history.read_time_known(&fact, at_us);
        }
    }

    /// A client has its answer, or gave up.
    pub(super) fn completed(
        &mut self,
        (at_us, event): (Micros, u64),
        request: RequestId,
        outcome: Outcome,
        server: Option<NodeId>,
        value: u64,
    ) {
        let Some(mut ended) = self.pending.completed(request) else {
            return;
        };
        let mut whole_us = ended.invoked_us;
        if let Some(whole) = self.pending.get(ended.fact.parent) {
            whole_us = whole.invoked_us;
            if whole.read_us.is_some() {
                // It reads at the moment of the whole, which may be long before it is sent.
                ended.invoked_us = whole_us;
                ended.read_us = whole.read_us;
            }
        }
        let now = Now {
            whole_us,
            at_us,
            oldest_us: self.pending.oldest_read_us(at_us),
        };
        if ended.fact.op.is_write() && outcome == Outcome::Ok {
            self.writes += 1;
        }
        if outcome == Outcome::Ok {
            self.ages.answered(&ended, value);
        }
        let judged = self.judged(now, &ended, outcome, value);
        let freshness = judged.freshness;
        self.moments
            .completed((at_us, event), &ended, outcome, &judged);
        if ended.fact.parent == RequestId::NONE {
            self.count_ended(at_us, &ended, outcome, &judged);
        } else {
            let of_parent = judged.freshness_of_whole;
            self.parents.part_ended(ended.fact.parent, of_parent);
        }
        let crossings = self.traces.completed(
            (at_us, outcome),
            &ended,
            (server, value),
            &judged,
            &self.meters,
        );
        if ended.fact.parent == RequestId::NONE {
            self.narration
                .completed(at_us, &ended, outcome, value, freshness);
        }
        if ended.fact.parent == RequestId::NONE && !ended.fact.op.is_write() {
            let meter = self.modes.of(ended.fact.mode);
            meter.completed(at_us, ended.invoked_us, outcome, &judged);
            if let Some(crossings) = crossings {
                meter.traced += 1;
                meter.crossings += u64::from(crossings);
            }
        }
        if ended.fact.op.is_composed() {
            let unbalanced = self.history.whole_ended(request, outcome, at_us);
            self.judge(unbalanced.map(|found| Violation {
                check: Check::Bank,
                at_us,
                text: found.words(),
            }));
        }
        for read in [judged.broken, judged.torn].into_iter().flatten() {
            self.read_broke(at_us, &ended, read);
        }
    }

    /// A read broke what its mode promises: one that just ended, or one before whose value failed.
    #[cold]
    fn read_broke(&mut self, at_us: Micros, ended: &PendingRequest, read: BrokenRead) {
        let known = self.history.operation(read.request);
        let (mode, invoked_us) = if read.broken == Broken::WriteFailed {
            known.map_or((ended.fact.mode, at_us), |one| (one.mode, one.invoked_us))
        } else {
            (ended.fact.mode, ended.invoked_us)
        };
        self.traces.broke(read.request);
        self.completions.broke(read.request);
        self.modes.of(mode).broken_us.get_or_insert(at_us);
        if self.promise.is_none() {
            let promise = BrokenPromise::new(at_us, read, &self.history, &self.pending);
            self.promise = Some(Box::new(promise));
        }
        self.record_violation(Violation {
            check: read.broken.check(),
            at_us,
            text: read.words(invoked_us),
        });
    }

    /// A request that no other one is made of goes into the figures.
    fn count_ended(
        &mut self,
        at_us: Micros,
        ended: &PendingRequest,
        outcome: Outcome,
        judged: &Judged,
    ) {
        // Its client has waited since it asked first.
        let asked_us = match ended.fact.retry {
            0 => ended.invoked_us,
            _ => ended.fact.asked_us,
        };
        let load = self.load_of(&ended.fact);
        load.completed(at_us, asked_us, outcome, judged.freshness);
        if let Some(operation) = ended.fact.operation.filter(|_| outcome == Outcome::Ok) {
            load.operation_done(operation);
        }
        let from = (ended.fact.gateway, asked_us);
        self.answered_in_zone(at_us, from, outcome);
        self.completions.ended(at_us, ended, outcome, judged);
        self.ended.ended(at_us, ended.fact.op.is_write(), outcome);
    }
}
