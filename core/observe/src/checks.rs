//! Raft's safety properties (Raft paper, figure 3), checked on every fact.
//!
//! - Election safety: at most one leader per range and term.
//! - Log matching: an entry of an index and term is the same, and has the same predecessor, in
//!   every log. By induction so is all that comes before it.
//! - Leader completeness: what was committed in a term is in the log of every leader of a later
//!   term, also when the commit becomes known after that leader's election.
//! - State-machine safety: every replica applies the same entry at an index, on the same state,
//!   has the same rows after it, and a committed entry never changes.
//!
//! What is too old to be remembered is not judged; nothing is ever judged wrongly. The checks see
//! facts and must not know how the cluster works.

mod leaders;
mod ledger;
mod log;

use model::config::ClusterConfig;
use model::fact::{Fact, ReplicaRef, Role};
use model::ids::RangeId;
use report::check::Check;
use sim::Micros;

use leaders::Leaders;
use ledger::Ledger;
pub use ledger::{Applied, Content};
use log::LogShape;
use text::names::Names;

/// A property that did not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Which.
    pub check: Check,
    /// When it was seen.
    pub at_us: Micros,
    /// What was seen, a sentence without its point.
    pub text: String,
}

/// What a fact broke, before it has an instant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Breach {
    check: Check,
    text: String,
}

impl Breach {
    fn new(check: Check, text: String) -> Self {
        Breach { check, text }
    }
}

/// The state of all checks but the clients'.
#[derive(Clone, Debug)]
pub struct Checks {
    ranges: Vec<RangeChecks>,
    names: Names,
}

#[derive(Clone, Debug, Default)]
struct RangeChecks {
    /// By peer, less one.
    replicas: Vec<ReplicaState>,
    ledger: Ledger,
    leaders: Leaders,
}

/// What facts have told of a replica.
#[derive(Clone, Debug, Default)]
struct ReplicaState {
    term: u64,
    commit: u64,
    applied: u64,
    /// Deleted, or not created yet.
    gone: bool,
    log: LogShape,
}

impl Checks {
    /// Nothing has happened yet.
    pub fn new(config: &ClusterConfig, names: &Names) -> Self {
        let range = |stores: &Vec<sim::NodeId>| RangeChecks {
            replicas: vec![ReplicaState::default(); stores.len()],
            ledger: Ledger::default(),
            leaders: Leaders::default(),
        };
        Checks {
            ranges: config.data.placement.iter().map(range).collect(),
            names: names.clone(),
        }
    }

    /// The state of a range, with a place for this replica: ranges and replicas come while a
    /// cluster runs.
    fn range(&mut self, at: &ReplicaRef) -> &mut RangeChecks {
        if at.range.0 as usize >= self.ranges.len() {
            let more = at.range.0 as usize + 1 - self.ranges.len();
            self.ranges
                .extend((0..more).map(|_| RangeChecks::default()));
        }
        let range = &mut self.ranges[at.range.0 as usize];
        while range.replicas.len() < at.peer as usize {
            range.replicas.push(ReplicaState {
                gone: true,
                ..ReplicaState::default()
            });
        }
        range
    }

    /// A replica was created on its store; `last` and `term` are where its log begins.
    pub fn created(&mut self, at: &ReplicaRef, last: u64, term: u64) {
        let replica = &mut self.range(at).replicas[at.peer as usize - 1];
        *replica = ReplicaState::default();
        if last > 0 {
            replica.applied = last;
            replica.log.replace_by_snapshot(last, term);
        }
    }

    /// A replica was deleted: the others need not wait for it.
    pub fn destroyed(&mut self, at: &ReplicaRef) {
        self.range(at).replicas[at.peer as usize - 1].gone = true;
    }

    /// Whether the log of a replica, by its peer less one, holds an entry, on disk or not.
    #[inline]
    pub(crate) fn holds(&self, range: RangeId, place: usize, index: u64, term: u64) -> bool {
        let replica = self.ranges[range.0 as usize].replicas.get(place);
        replica.is_some_and(|replica| replica.log.may_hold(index, term))
    }

    /// How often a replica became leader.
    pub fn elections(&self) -> u64 {
        self.ranges.iter().map(|range| range.leaders.elected).sum()
    }

    /// A replica's role, term, vote or leader changed.
    pub fn role(&mut self, at_us: Micros, fact: &Fact) -> Option<Violation> {
        let Fact::Role {
            at,
            role,
            term,
            last_index,
            last_term,
            ..
        } = fact
        else {
            return None;
        };
        let range = self.range(at);
        let replica = &mut range.replicas[at.peer as usize - 1];
        replica.term = *term;
        // A crash may have taken the unsynced tail.
        replica.log.truncate_after(*last_index);
        if *role != Role::Leader {
            return None;
        }
        // A leader has begun its term with an empty entry; what it was elected with is before it.
        if *last_term == *term {
            replica.log.truncate_after(last_index - 1);
        }
        let range = &mut self.ranges[at.range.0 as usize];
        let log = &range.replicas[at.peer as usize - 1].log;
        let broken = range.leaders.elected(at, *term, log, &self.names);
        broken.err().map(|broken| at_instant(at_us, broken))
    }

    /// A replica wrote an entry into its log.
    #[inline]
    pub fn appended(
        &mut self,
        at_us: Micros,
        at: &ReplicaRef,
        index: u64,
        entry: Content,
    ) -> Option<Violation> {
        let range = &mut self.ranges[at.range.0 as usize];
        let replica = &mut range.replicas[at.peer as usize - 1];
        replica.log.append(index, entry.term);
        let is_committed = index <= replica.commit;
        let judged = range
            .ledger
            .appended(at, index, entry, is_committed, &self.names);
        judged.err().map(|broken| at_instant(at_us, broken))
    }

    /// A replica learned that entries up to an index are committed. `term` is 0 when its log does
    /// not say.
    #[inline]
    pub fn committed(
        &mut self,
        at_us: Micros,
        at: &ReplicaRef,
        index: u64,
        term: u64,
    ) -> Option<Violation> {
        if term == 0 {
            return None;
        }
        let range = &mut self.ranges[at.range.0 as usize];
        let replica = &mut range.replicas[at.peer as usize - 1];
        replica.commit = replica.commit.max(index);
        let known_in = replica.term;
        let judged = range
            .ledger
            .committed(at, index, term, &self.names)
            .and_then(|()| range.leaders.committed(known_in, index, term, &self.names));
        judged.err().map(|broken| at_instant(at_us, broken))
    }

    /// A replica applied an entry.
    #[inline]
    pub fn applied(
        &mut self,
        at_us: Micros,
        at: &ReplicaRef,
        index: u64,
        applied: Applied,
    ) -> Option<Violation> {
        let range = &mut self.ranges[at.range.0 as usize];
        range.replicas[at.peer as usize - 1].applied = index;
        let judged = range.ledger.applied(at, index, applied, &self.names);
        if range.ledger.wants_pruning() {
            let replicas = range.replicas.iter().filter(|replica| !replica.gone);
            let passed = replicas.map(|replica| replica.applied).min();
            range.ledger.prune(passed.unwrap_or(0));
        }
        judged.err().map(|broken| at_instant(at_us, broken))
    }

    /// A replica replaced its state by a snapshot.
    pub fn installed(
        &mut self,
        at_us: Micros,
        at: &ReplicaRef,
        index: u64,
        snapshot: Applied,
    ) -> Option<Violation> {
        let range = &mut self.ranges[at.range.0 as usize];
        let replica = &mut range.replicas[at.peer as usize - 1];
        replica.applied = index;
        replica.log.replace_by_snapshot(index, snapshot.term);
        let judged = range.ledger.installed(at, index, snapshot, &self.names);
        judged.err().map(|broken| at_instant(at_us, broken))
    }
}

fn at_instant(at_us: Micros, broken: Breach) -> Violation {
    Violation {
        check: broken.check,
        at_us,
        text: broken.text,
    }
}

/// "s1", as everything calls a store.
fn store<'a>(at: &ReplicaRef, names: &'a Names) -> &'a str {
    names.node_id(at.node)
}

#[cfg(test)]
mod tests;
