//! What becomes of a request that ended: it is judged, counted and told.

use cluster::config::ReadMode;
use cluster::fact::Outcome;
use sim::{Micros, NodeId};

use super::Watch;
use super::checks::{Check, Violation};
use super::history::Now;
use super::pending::PendingRequest;
use super::promise::BrokenPromise;

impl Watch {
    /// A request knows at which instant it reads.
    pub(super) fn read_time_known(&mut self, request: u64) {
        let whole = self.pending.get(request);
        if let Some(whole) = whole.filter(|whole| whole.fact.op.is_composed()) {
            let by_clocks = whole.fact.mode == ReadMode::Stale;
            let slack_us = if by_clocks { self.skew_us } else { 0 };
            self.history.read_time_known(request, slack_us);
        }
    }

    /// A client has its answer, or gave up.
    pub(super) fn completed(
        &mut self,
        (at_us, event): (Micros, u64),
        request: u64,
        outcome: Outcome,
        server: Option<NodeId>,
        value: u64,
    ) {
        let Some(mut ended) = self.pending.completed(request) else {
            return;
        };
        if let Some(whole) = self.pending.get(ended.fact.parent) {
            // A part reads at the time of the whole, which may be long before it is sent.
            ended.invoked_us = whole.invoked_us;
        }
        let now = Now {
            at_us,
            oldest_us: self.pending.oldest_us(at_us),
            oldest_request: self.pending.oldest_request(),
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
        if ended.fact.parent == 0 {
            self.load_of(&ended.fact)
                .completed(at_us, ended.invoked_us, outcome, freshness);
        } else {
            self.wholes.part_ended(ended.fact.parent, freshness);
        }
        let crossings = self.traces.completed(
            (at_us, outcome),
            &ended,
            (server, value),
            &judged,
            &self.meters,
        );
        if ended.fact.parent == 0 {
            self.narration
                .completed(at_us, &ended, outcome, value, freshness);
        }
        if ended.fact.parent == 0 && !ended.fact.op.is_write() {
            let meter = self.modes.of(ended.fact.mode);
            meter.completed(at_us, ended.invoked_us, outcome, &judged);
            if let Some(crossings) = crossings {
                meter.traced += 1;
                meter.crossings += u64::from(crossings);
            }
        }
        if ended.fact.op.is_composed() {
            let unbalanced = self.history.whole_ended(request, outcome);
            self.judge(unbalanced.map(|found| Violation {
                check: Check::Bank,
                at_us,
                text: found.words(),
            }));
        }
        if judged.broken.is_some() || judged.torn.is_some() {
            let meter = self.modes.of(ended.fact.mode);
            meter.broken_us.get_or_insert(at_us);
        }
        if let Some(torn) = judged.torn {
            self.note(Violation {
                check: Check::Snapshot,
                at_us,
                text: torn.words(),
            });
        }
        if let Some(read) = judged.broken {
            let promise = BrokenPromise::new(at_us, read, &self.history, &self.pending);
            self.broken_promise_of(&ended, promise);
        }
    }

    #[cold]
    fn broken_promise_of(&mut self, ended: &PendingRequest, promise: BrokenPromise) {
        let text = promise.read.words(ended.invoked_us);
        let at_us = promise.at_us;
        self.promise.get_or_insert_with(|| Box::new(promise));
        self.note(Violation {
            check: Check::Linearizable,
            at_us,
            text,
        });
    }
}
