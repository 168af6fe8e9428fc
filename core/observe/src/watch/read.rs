//! What is read from the watch, and what may be set in it while a run goes on.

use record::Trace;
use report::check::Check;
use sim::Micros;

use super::Watch;
use crate::checks::Violation;
use crate::commit::CommitMeter;
use crate::commits::Commits;
use crate::completions::{Completions, EndedSeries};
use crate::history::{self, History};
use crate::leaders::Leaders;
use crate::load::WorkloadMeter;
use crate::meters::Meters;
use crate::modes::Modes;
use crate::moments::Counts;
use crate::narrate::{ActionWords, Narration};
use crate::promise::BrokenPromise;
use crate::requests::Traces;
use crate::revision::Revision;
use crate::spot::Spot;
use crate::unjudged::Unjudged;

/// What came of a check.
#[derive(Copy, Clone, Debug)]
pub struct Verdict<'a> {
    /// The check.
    pub check: Check,
    /// Its first violation.
    pub violation: Option<&'a Violation>,
    /// What it could not judge.
    pub unjudged: Option<&'a Unjudged>,
}

impl Watch {
    /// Digest of the run so far.
    pub fn digest(&self) -> u64 {
        self.digest.value()
    }

    /// Bytes and money.
    pub fn meters(&self) -> &Meters {
        &self.meters
    }

    /// Messages sent.
    pub fn messages(&self) -> u64 {
        self.meters.messages()
    }

    /// Times that a replica became leader of a term.
    pub fn elections(&self) -> u64 {
        self.checks.elections()
    }

    /// Writes that were acknowledged to their clients.
    pub fn writes(&self) -> u64 {
        self.writes
    }

    /// How long entries take to be committed.
    pub fn commit(&self) -> &CommitMeter {
        &self.commit
    }

    /// What happened up to an instant, by kind.
    pub fn moments(&self, now_us: Micros) -> Counts {
        self.moments.counts(now_us, &self.pending)
    }

    /// A workload's figures, by its position in the config.
    pub fn load(&self, workload: u16) -> &WorkloadMeter {
        &self.load[usize::from(workload)]
    }

    /// The figures of requests by hand.
    pub fn load_by_hand(&self) -> &WorkloadMeter {
        &self.load[self.load.len() - 1]
    }

    /// Reads by mode.
    pub fn modes(&self) -> &Modes {
        &self.modes
    }

    /// The first read that broke its promise, and the operations that show it.
    pub fn broken_promise(&self) -> Option<&BrokenPromise> {
        self.promise.as_deref()
    }

    /// Judges no reads from now on: what judging costs is measured so.
    pub fn set_judging(&mut self, judges: bool) {
        self.judges = judges;
    }

    /// Judges every read from now on as though its mode promised linearizability.
    pub fn judge_all(&mut self) {
        self.history.judge_all();
    }

    /// What clients saw.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// What clients did and saw, with the writes that they still wait for: these are open.
    pub fn operations(&self) -> Vec<history::Operation> {
        let ended = self.history.operations().copied();
        let open = self.pending.iter().flat_map(history::open_writes);
        ended.chain(open).collect()
    }

    /// Where reads are sampled: one in so many is recorded, and how many others were counted.
    pub fn sampled(&self) -> Option<(u64, u64)> {
        (self.record_one_in > 1).then_some((self.record_one_in, self.counted))
    }

    /// Paths of requests.
    pub fn traces(&self) -> &Traces {
        &self.traces
    }

    /// Requests that ended.
    pub fn completions(&self) -> &Completions {
        &self.completions
    }

    /// How many requests ended, over time.
    pub fn ended(&self) -> &EndedSeries {
        &self.ended
    }

    /// Who led which range, as they believed.
    pub fn leaders(&self) -> &Leaders {
        &self.leaders
    }

    /// How far leaders knew their logs to be committed.
    pub fn commits(&self) -> &Commits {
        &self.commits
    }

    /// Whether ranges and replicas are where they were.
    pub fn revision(&self) -> &Revision {
        &self.revision
    }

    /// What is worth telling.
    pub fn narration(&self) -> &Narration {
        &self.narration
    }

    /// The first violation of any check.
    #[inline]
    pub fn violation(&self) -> Option<&Violation> {
        self.first_broken.as_ref()
    }

    /// What came of each check so far, in the order of reports.
    pub fn verdicts(&self) -> [Verdict<'_>; Check::ALL.len()] {
        Check::ALL.map(|check| Verdict {
            check,
            violation: self.broken[check as usize].as_ref(),
            unjudged: self.history.unjudged(check),
        })
    }

    /// An action was given this position in the run's list.
    pub fn expect_action(&mut self, ordinal: u32, words: ActionWords) {
        self.narration.expect_action(ordinal, words);
    }

    /// Starts or ends the search for events that touch something.
    pub fn set_spot(&mut self, spot: Option<Spot>) {
        self.spot = spot.map(Box::new);
    }

    /// The search under way.
    pub fn spot(&self) -> Option<&Spot> {
        self.spot.as_deref()
    }

    /// Starts to record facts, or ends it; what was recorded before goes.
    pub fn set_trace(&mut self, trace: Option<Trace>) {
        self.trace = trace.map(Box::new);
    }

    /// What is recorded.
    pub fn trace(&self) -> Option<&Trace> {
        self.trace.as_deref()
    }

    /// What is recorded.
    pub fn trace_mut(&mut self) -> Option<&mut Trace> {
        self.trace.as_deref_mut()
    }
}
