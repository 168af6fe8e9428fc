//! The watch: it hands each fact to the parts that look at it. It must not know what a part makes
//! of a fact.

mod ended;
mod facts;
mod read;
mod summary;

use model::config::{Action, ClusterConfig, LeaderCheck, ReadMode, Service};
use model::fact::{
    Began, CountedFact, Deed, EventRef, Fact, Observer, Outcome, ReplicaRef, RequestFact, SentFact,
};
use model::ids::RequestId;
use sim::{Micros, NodeId, Part};

use crate::ages::Ages;
use crate::bank::Bank;
use crate::checks::{Checks, Violation};
use crate::commit::CommitMeter;
use crate::commits::Commits;
use crate::completions::{Completions, EndedSeries};
use crate::digest::RunDigest;
use crate::history::{History, Now};
use crate::judged::Judged;
use crate::latencies::Latencies;
use crate::leaders::Leaders;
use crate::load::WorkloadMeter;
use crate::meters::{Meters, crosses};
use crate::modes::Modes;
use crate::moments::Moments;
use crate::narrate::{ActionWords, Narration};
use crate::parents::Parents;
use crate::pending::{Pending, PendingRequest};
use crate::promise::BrokenPromise;
use crate::requests::Traces;
use crate::revision::Revision;
use crate::spot::Spot;
use crate::staleness::Freshness;
use record::Trace;
use report::check::Check;
use text::names::Names;

pub use read::Verdict;

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
    /// By zone where requests entered.
    by_zone: Vec<Latencies>,
    ages: Ages,
    /// Reads by mode.
    modes: Modes,
    traces: Traces,
    parents: Parents,
    completions: Completions,
    ended: EndedSeries,
    leaders: Leaders,
    commits: Commits,
    checks: Checks,
    commit: CommitMeter,
    moments: Moments,
    /// One in so many reads is recorded.
    record_one_in: u64,
    /// Reads that ended and were only counted.
    counted: u64,
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
    revision: Revision,
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
                .over(config.links.iter().map(|link| link.bandwidth_bps).collect())
                .measured_from(from_us),
            pending: Pending::default(),
            history: History::new(
                config.data.rows,
                config.reads.max_clock_skew_us,
                Bank::new(config),
            ),
            load: vec![WorkloadMeter::new(from_us); workloads + 1],
            by_zone: vec![Latencies::since(from_us); usize::from(config.zones)],
            ages: Ages::new(workloads),
            modes: Modes::new(&config.costs, from_us),
            traces: Traces::new(workloads),
            parents: Parents::default(),
            completions: Completions::default(),
            ended: EndedSeries::default(),
            leaders: Leaders::default(),
            commits: Commits::default(),
            checks: Checks::new(config, names),
            commit: CommitMeter::new(config.data.placement.len(), from_us),
            moments: Moments::new(config),
            record_one_in: config.record_one_in,
            counted: 0,
            writes: 0,
            settings_changes: 0,
            decisions: [0; Deed::ALL.len()],
            broken: [const { None }; Check::ALL.len()],
            first_broken: None,
            promise: None,
            measure_from_us: from_us,
            judges: true,
            narration: Narration::new(config, names, words),
            revision: Revision::default(),
            spot: None,
            trace: None,
        }
    }

    /// Keeps the first violation of each check.
    #[inline]
    fn judge(&mut self, found: Option<Violation>) {
        if let Some(violation) = found {
            self.record_violation(violation);
        }
    }

    #[cold]
    fn record_violation(&mut self, violation: Violation) {
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
        if fact.parent == RequestId::NONE {
            self.load_of(fact).invoked(at_us, fact.retry);
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

    /// A request that entered at this gateway ended.
    #[inline]
    fn answered_in_zone(
        &mut self,
        at_us: Micros,
        (gateway, invoked_us): (NodeId, Micros),
        outcome: Outcome,
    ) {
        if outcome == Outcome::Ok {
            let zone = self.names.zone_of(gateway);
            self.by_zone[usize::from(zone.0)].record(at_us, at_us - invoked_us);
        }
    }

    /// What a request that ended was worth. An answer that is made of others is as fresh as they
    /// were.
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
        let freshness = self.parents.ended(ended.fact.request);
        Judged {
            freshness: match outcome {
                _ if op.is_write() => judged.freshness,
                Outcome::Ok => freshness,
                // Nobody saw what its parts had read.
                Outcome::Failed | Outcome::Unknown => Freshness::NotJudged,
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

    fn undecided(&mut self) {
        self.meters.undecided();
    }

    fn crossed(&mut self, at_us: Micros, sent: &SentFact, part: &Part) {
        self.meters.part_crossed(at_us, sent, part);
    }

    fn decided(&mut self, sent_us: Micros, sent: &SentFact) {
        self.meters.crossed(sent_us, sent_us, sent);
    }

    #[inline]
    fn carried(&mut self, at_us: Micros, mode: ReadMode, sent: &SentFact) {
        self.meters.sent(at_us, sent);
        if crosses(sent.fate) && self.meters.crosses(sent.from, sent.to) {
            self.modes.of(mode).cross_zone_bytes += sent.bytes;
        }
    }

    #[inline]
    fn served(&mut self, at_us: Micros, at: &ReplicaRef, mode: ReadMode, rows: u32) {
        self.modes.served(at, mode, rows);
        if mode.service() == Service::Leader(LeaderCheck::Lease) {
            self.moments.lease_read(at_us, at.node);
        }
    }

    #[cold]
    fn joined(
        &mut self,
        event: EventRef,
        invoked_us: Micros,
        read: &RequestFact,
        at: Option<NodeId>,
    ) {
        // A record has its beginning where it begins to be told.
        if self.trace.is_some() {
            self.keep(
                event.at_us,
                (event.number, event.cause),
                &Fact::Invoked(*read),
            );
        }
        self.pending.joined(invoked_us, read, at);
    }

    #[cold]
    fn under_way(&mut self, event: EventRef, sent: &SentFact) {
        if self.trace.is_some() {
            self.keep(event.at_us, (event.number, event.cause), &Fact::Sent(*sent));
        }
    }

    #[inline]
    fn counted(&mut self, at_us: Micros, event: u64, read: &CountedFact) {
        self.digest.counted(at_us, event, read);
        let outcome = read.outcome;
        self.counted += 1;
        self.pending.left(read.request);
        self.load[usize::from(read.workload)].completed(
            at_us,
            read.invoked_us,
            outcome,
            Freshness::NotJudged,
        );
        self.ended.ended(at_us, false, outcome);
        self.answered_in_zone(at_us, (read.gateway, read.invoked_us), outcome);
        let meter = self.modes.of(read.mode);
        meter.completed(at_us, read.invoked_us, outcome, &Judged::NOTHING);
        if outcome != Outcome::Ok {
            self.moments
                .not_answered((at_us, event), outcome, read.gateway);
        }
    }

    #[inline]
    fn rows(&mut self, request: RequestId, first_key: u64, values: &[u64]) {
        self.digest.rows(request, first_key, values);
        if let Some(trace) = &mut self.trace {
            trace.found(request, values);
        }
        if self.judges {
            self.history.rows(request, values);
        }
    }
}

#[cfg(test)]
mod tests;
