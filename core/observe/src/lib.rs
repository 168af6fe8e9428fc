//! What was seen: one observer of a cluster's facts, made of small parts that each look at some
//! of them. It takes no part in the run.
//!
//! It runs inside the event loop, millions of facts a second: parts do not allocate for each fact,
//! and what is shown to people is made when it is asked for.

pub mod ages;
pub mod bank;
pub mod begun;
pub mod broken;
pub mod checks;
pub mod commit;
pub mod completions;
pub mod digest;
mod ended;
mod facts;
pub mod history;
pub mod latencies;
pub mod leaders;
pub mod load;
pub mod meters;
pub mod modes;
pub mod moments;
pub mod narrate;
pub mod newest;
pub mod pending;
pub mod promise;
pub mod requests;
pub mod sessions;
pub mod shape;
pub mod snapshots;
pub mod spot;
pub mod staleness;
pub mod summary;
pub mod wholes;
pub mod zones;

#[cfg(test)]
pub(crate) mod testing;

use model::config::{Action, ClusterConfig};
use model::fact::{Began, Deed, Fact, Observer, Outcome, RequestFact};
use sim::Micros;

use ages::Ages;
use bank::Bank;
use checks::{Checks, Violation};
use commit::CommitMeter;
use completions::Completions;
use digest::RunDigest;
use history::{History, Judged, Now};
use leaders::Leaders;
use load::WorkloadMeter;
use meters::Meters;
use modes::Modes;
use moments::{Counts, Moments};
use narrate::{ActionWords, Narration};
use pending::{Pending, PendingRequest};
use promise::BrokenPromise;
use record::Trace;
use report::check::Check;
use requests::Traces;
use shape::Shape;
use spot::Spot;
use vocabulary::names::Names;

/// Everything that is seen of a run.
#[derive(Clone, Debug)]
pub struct Watch {
    names: Names,
    digest: RunDigest,
    meters: Meters,
    pending: Pending,
    history: History,
    /// By workload; requests by hand are last.
    load: Vec<WorkloadMeter>,
    ages: Ages,
    /// Reads by mode.
    modes: Modes,
    traces: Traces,
    wholes: wholes::Wholes,
    completions: Completions,
    leaders: Leaders,
    checks: Checks,
    commit: CommitMeter,
    moments: Moments,
    /// Writes that were acknowledged.
    writes: u64,
    /// Times that switches changed after the start.
    settings_changes: u64,
    /// Decisions so far, by `Deed`.
    decisions: [u64; Deed::ALL.len()],
    /// The first violation of each check.
    broken: [Option<Violation>; Check::ALL.len()],
    /// The first of all.
    first_broken: Option<Violation>,
    /// The first read that broke its promise, and what shows it.
    promise: Option<Box<BrokenPromise>>,
    /// End of the warm-up.
    measure_from_us: Micros,
    /// Whether reads are judged; the rest of the watch goes on without.
    judges: bool,
    narration: Narration,
    shape: Shape,
    /// What a search looks for; none while nothing is searched.
    spot: Option<Box<Spot>>,
    /// Every fact with its cause; none while nobody asks for them.
    trace: Option<Box<Trace>>,
}

/// What is known of a run before it starts.
#[derive(Copy, Clone, Debug)]
pub struct Watched<'a> {
    /// What the cluster is made of.
    pub config: &'a ClusterConfig,
    /// Its scripted actions, by their instants.
    pub actions: &'a [(Micros, Action)],
    /// What things are called.
    pub names: &'a Names,
    /// By directed pair of zones, row-major.
    pub nano_usd_per_gb: &'a [u64],
    /// End of the warm-up, which rates, percentiles and a month's cost leave out.
    pub from_us: Micros,
}

/// What came of a check.
#[derive(Copy, Clone, Debug)]
pub struct Verdict<'a> {
    /// The check.
    pub check: Check,
    /// Its first violation.
    pub violation: Option<&'a Violation>,
}

impl Watch {
    /// Watches a run from its start.
    pub fn new(watched: Watched<'_>) -> Self {
        let Watched {
            config,
            actions,
            names,
            nano_usd_per_gb,
            from_us,
        } = watched;
        let words = ActionWords::script(config, actions, names);
        let workloads = config.workloads.len();
        let zone_of = config.nodes.iter().map(|node| node.zone.0).collect();
        Watch {
            names: names.clone(),
            digest: RunDigest::default(),
            meters: Meters::new(usize::from(config.zones), zone_of, nano_usd_per_gb)
                .measured_from(from_us),
            pending: Pending::default(),
            history: History::new(
                config.data.rows,
                config.reads.max_clock_skew_us,
                Bank::new(config),
            ),
            load: vec![WorkloadMeter::new(from_us); workloads + 1],
            ages: Ages::new(workloads),
            modes: Modes::new(&config.costs, from_us),
            traces: Traces::new(workloads),
            wholes: wholes::Wholes::default(),
            completions: Completions::default(),
            leaders: Leaders::default(),
            checks: Checks::new(config, names),
            commit: CommitMeter::new(config.data.placement.len(), from_us),
            moments: Moments::new(config),
            writes: 0,
            settings_changes: 0,
            decisions: [0; Deed::ALL.len()],
            broken: [const { None }; Check::ALL.len()],
            first_broken: None,
            promise: None,
            measure_from_us: from_us,
            judges: true,
            narration: Narration::new(config, names, words),
            shape: Shape::default(),
            spot: None,
            trace: None,
        }
    }

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

    /// Paths of requests.
    pub fn traces(&self) -> &Traces {
        &self.traces
    }

    /// Requests that ended.
    pub fn completions(&self) -> &Completions {
        &self.completions
    }

    /// Who led which range, as they believed.
    pub fn leaders(&self) -> &Leaders {
        &self.leaders
    }

    /// Whether ranges and replicas are where they were.
    pub fn shape(&self) -> &Shape {
        &self.shape
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

    /// Keeps the first violation of each check.
    #[inline]
    fn judge(&mut self, found: Option<Violation>) {
        if let Some(violation) = found {
            self.note(violation);
        }
    }

    #[cold]
    fn note(&mut self, violation: Violation) {
        let place = violation.check as usize;
        if self.broken[place].is_some() {
            return;
        }
        self.narration.violation(&violation);
        self.first_broken.get_or_insert_with(|| violation.clone());
        self.broken[place] = Some(violation);
    }

    fn invoked(&mut self, at_us: Micros, fact: &RequestFact) {
        self.pending.invoked(at_us, fact);
        if self.judges {
            self.history.invoked(at_us, fact);
        }
        if fact.parent == 0 {
            self.load_of(fact).invoked(at_us);
        }
        self.ages.invoked(at_us, fact);
        self.moments.invoked(at_us, fact);
        self.traces.invoked(at_us, fact);
        self.narration.pass(at_us);
    }

    fn load_of(&mut self, fact: &RequestFact) -> &mut WorkloadMeter {
        let by_hand = self.load.len() - 1;
        &mut self.load[fact.workload.map_or(by_hand, usize::from)]
    }

    /// What a request that ended was worth. One that is made of others is as fresh as they were.
    fn judged(&mut self, now: Now, ended: &PendingRequest, outcome: Outcome, value: u64) -> Judged {
        let op = ended.fact.op;
        let judged = if self.judges && (op.is_write() || !op.is_composed()) {
            self.history.completed(now, ended, outcome, value)
        } else {
            Judged::NOTHING
        };
        if !op.is_composed() {
            return judged;
        }
        let freshness = self.wholes.ended(ended.fact.request);
        Judged {
            freshness: if op.is_write() {
                judged.freshness
            } else {
                freshness
            },
            ..judged
        }
    }
}

impl Observer for Watch {
    #[inline]
    fn wants_began(&self) -> bool {
        self.trace.is_some()
    }

    #[inline]
    fn began(&mut self, at_us: Micros, event: u64, cause: u64, what: Began) {
        if let Some(trace) = &mut self.trace {
            trace.began(at_us, event, cause, what);
        }
    }

    #[inline]
    fn fact(&mut self, at_us: Micros, event: u64, cause: u64, fact: &Fact) {
        if self.spot.is_some() || self.trace.is_some() {
            self.keep(at_us, (event, cause), fact);
        }
        self.sort(at_us, (event, cause), fact);
    }

    #[inline]
    fn rows(&mut self, request: u64, first_key: u64, values: &[u64]) {
        self.digest.rows(request, first_key, values);
        if self.judges {
            self.history.rows(request, values);
        }
    }
}

#[cfg(test)]
mod tests;
