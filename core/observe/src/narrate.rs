//! What is worth telling, in a teacher's words. It sees facts and verdicts; the sentences say what
//! these say and no more. Few facts are notable, so it may take its time with those.

mod action_words;
mod decisions;
mod faults;
mod requests;

use std::collections::VecDeque;

use model::config::{ClusterConfig, FaultKey};
use model::crossing;
use model::fact::{Change, Decision, Fact, ReplicaRef, Role};
use model::ids::RangeId;
use model::tuning::Work;
use serde::Serialize;
use sim::{Degrade, MILLIS, Micros, NodeId, Sorted};
use ts_rs::TS;

use crate::checks::Violation;
use crate::revision::Mixed;
use text::names::Names;
use text::said::as_id;
use text::words::{instant_words, list_words};
use text::{counted, phrase, say};

pub use action_words::ActionWords;
use decisions::Recent;
pub use faults::FaultSpan;

/// Notable things that are kept.
pub(crate) const NOTABLES_MAX: usize = 512;
/// Above this many ranges, elections are told in sums.
const RANGES_TOLD_MAX: usize = 3;
/// Elections that are at most this far apart are summed up.
const SUM_US: Micros = 200 * MILLIS;

/// What a notable thing is about.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum NotableKind {
    /// Leaders, terms, votes.
    Election,
    /// Faults of the network.
    Fault,
    /// Stores that stop and start.
    Store,
    /// Reads gone wrong, and those sent by hand.
    Read,
    /// A switch.
    Setting,
    /// A replica caught up by a snapshot.
    Snapshot,
    /// A broken safety check.
    Violation,
    /// Client load that starts, stops, or is in trouble; writes by hand.
    Workload,
    /// Delegates, the placement driver, and how groups change.
    Decision,
}

/// Something worth telling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Notable {
    /// Counts up from 1.
    pub id: u64,
    /// When it happened.
    pub at_us: Micros,
    /// What it is about.
    pub kind: NotableKind,
    /// A sentence; empty where the page has the words.
    pub text: String,
    /// What the page makes its words from, where it has them.
    pub fact: Option<NotableFact>,
    /// The node that it is about.
    #[serde(serialize_with = "crossing::node_or_none")]
    #[ts(as = "Option<u16>")]
    pub node: Option<NodeId>,
    /// Whether something is wrong.
    pub alert: bool,
}

/// A fact that the page has the words for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum NotableFact {
    /// Somebody decided something.
    Decision(Decision),
    /// A group or range took another shape.
    Change(AppliedChange),
}

/// A change as the first replica applied it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct AppliedChange {
    /// The range.
    pub range: RangeId,
    /// What changed.
    pub what: Change,
    /// See `Change`.
    pub a: u64,
    /// See `Change`.
    pub b: u64,
}

/// The story so far.
#[derive(Clone, Debug)]
pub struct Narration {
    names: Names,
    kept: VecDeque<Notable>,
    next_id: u64,
    actions: Vec<ActionWords>,
    /// The action being carried out.
    acting: usize,
    /// Standing degraded links, and how.
    degraded: Sorted<FaultKey, Degrade>,
    /// All faults that began and ended.
    faults_mark: Mixed,
    /// All faults, from when to when.
    spans: VecDeque<FaultSpan>,
    /// By range and peer, less one.
    replicas: Vec<Vec<LastSaid>>,
    /// Elections that wait to be summed up: since when, and how many leaders by node.
    sum: Option<(Micros, Vec<u32>)>,
    /// Decisions and changes that were told lately.
    recent: Recent,
    /// By workload: when its staleness and its failures were last told.
    trouble: Vec<[Option<Micros>; 2]>,
}

/// What was last told of a replica.
#[derive(Copy, Clone, Debug)]
struct LastSaid {
    at: ReplicaRef,
    role: Role,
    term: u64,
    vote: u64,
    /// It was created without rows and waits for them.
    is_new: bool,
    /// It has a vote: it exists and is no learner.
    counts: bool,
}

impl LastSaid {
    fn nothing(at: ReplicaRef) -> Self {
        LastSaid {
            at,
            role: Role::Follower,
            term: 0,
            vote: 0,
            is_new: false,
            counts: true,
        }
    }
}

impl Narration {
    /// Nothing has happened.
    pub fn new(config: &ClusterConfig, names: &Names, actions: Vec<ActionWords>) -> Self {
        let told = |range: usize, peer: usize, node: &NodeId| {
            LastSaid::nothing(ReplicaRef {
                range: RangeId(range as u32),
                node: *node,
                peer: peer as u64 + 1,
            })
        };
        let replicas = |(range, stores): (usize, &Vec<NodeId>)| {
            stores
                .iter()
                .enumerate()
                .map(|(peer, node)| told(range, peer, node))
                .collect()
        };
        Narration {
            names: names.clone(),
            kept: VecDeque::new(),
            next_id: 1,
            actions,
            acting: 0,
            degraded: Sorted::default(),
            faults_mark: Mixed::default(),
            spans: VecDeque::new(),
            replicas: config
                .data
                .placement
                .iter()
                .enumerate()
                .map(replicas)
                .collect(),
            sum: None,
            recent: Recent::default(),
            trouble: vec![[None; 2]; config.workloads.len()],
        }
    }

    /// What is kept after an id, oldest first.
    pub fn after(&self, id: u64) -> impl DoubleEndedIterator<Item = &Notable> {
        self.kept.iter().filter(move |notable| notable.id > id)
    }

    /// The words of an action that will have the next position in the run's list.
    pub fn expect_action(&mut self, ordinal: u32, words: ActionWords) {
        assert_eq!(
            self.actions.len(),
            ordinal as usize,
            "actions have their words in order"
        );
        self.actions.push(words);
    }

    /// What an action is to do, by its position in the run's list.
    pub fn action_text(&self, ordinal: u32) -> &str {
        let words = self.actions.get(ordinal as usize);
        words.map_or("", ActionWords::text)
    }

    /// A fact that may be notable.
    pub fn fact(&mut self, at_us: Micros, fact: &Fact) {
        match fact {
            Fact::Role {
                at,
                role,
                term,
                vote,
                ..
            } => self.role(at_us, at, *role, *term, *vote),
            Fact::Acted { ordinal } => self.acted(at_us, *ordinal),
            Fact::FaultBegan { fault } => self.fault(at_us, fault, true),
            Fact::FaultEnded { fault } => self.fault(at_us, fault, false),
            Fact::SettingsChanged => {
                let words = self.actions.get(self.acting);
                let text =
                    words.map_or_else(|| say!("A setting changed."), |words| words.text.clone());
                self.narrate(at_us, NotableKind::Setting, text, None, false);
            }
            Fact::WorkloadSwitched { workload, running } => {
                let name = &self.names.workloads[usize::from(*workload)];
                let load = as_id(&name.id);
                let text = if *running {
                    say!(
                        "The load \"{load}\" starts: {what}.",
                        load,
                        what = name.text
                    )
                } else {
                    say!("The load \"{load}\" stops.", load)
                };
                self.narrate(at_us, NotableKind::Workload, text, None, false);
            }
            Fact::SnapshotInstalled { at, index, .. } => {
                let is_new = std::mem::take(&mut self.last_said(at).is_new);
                let text = self.snapshot_words(at, *index, is_new);
                self.narrate(at_us, NotableKind::Snapshot, text, Some(at.node), false);
            }
            Fact::Decided(decision) => self.decided(at_us, decision),
            Fact::Changed { at, what, a, b } => {
                let told = self.last_said(at);
                told.is_new = *what == Change::ReplicaCreated && *a == 0;
                told.counts &= *what != Change::ReplicaDestroyed;
                self.changed(at_us, *at, *what, [*a, *b]);
            }
            _ => {}
        }
    }

    /// A check was broken.
    pub fn violation(&mut self, violation: &Violation) {
        let text = say!("Broken: {what}.", what = violation.text);
        self.narrate(violation.at_us, NotableKind::Violation, text, None, true);
    }

    /// Elections that were waiting to be summed up are told once a while has passed.
    #[inline]
    pub fn pass(&mut self, at_us: Micros) {
        if let Some((since_us, _)) = &self.sum
            && at_us > since_us + SUM_US
        {
            self.narrate_sum(at_us);
        }
    }

    fn narrate(
        &mut self,
        at_us: Micros,
        kind: NotableKind,
        text: String,
        node: Option<NodeId>,
        alert: bool,
    ) {
        if self.kept.len() == NOTABLES_MAX {
            self.kept.pop_front();
        }
        self.kept.push_back(Notable {
            id: self.next_id,
            at_us,
            kind,
            text,
            fact: None,
            node,
            alert,
        });
        self.next_id += 1;
    }

    /// Why and how far a replica was caught up by a snapshot.
    fn snapshot_words(&self, at: &ReplicaRef, index: u64, is_new: bool) -> String {
        let why = if is_new {
            phrase!("it is new and had no rows")
        } else {
            phrase!("the entries that it lacked were compacted away")
        };
        let store = self.names.node_id(at.node);
        match self.range_told(at.range) {
            None => say!(
                "{store} took a snapshot up to entry {index}: {why}.",
                store,
                index,
                why
            ),
            Some(range) => say!(
                "{store} took a snapshot of range {range} up to entry {index}: {why}.",
                store,
                range,
                index,
                why
            ),
        }
    }

    /// A range, where there is more than one.
    fn range_told(&self, range: RangeId) -> Option<RangeId> {
        (self.replicas.len() != 1 || range != RangeId(0)).then_some(range)
    }

    /// " of range 7", or nothing when there is one range only.
    fn of_range(&self, range: RangeId) -> String {
        let told = self.range_told(range);
        told.map_or_else(String::new, |range| say!(" of range {range}", range))
    }

    /// What was last told of a replica; ranges and replicas come while a cluster runs.
    fn last_said(&mut self, at: &ReplicaRef) -> &mut LastSaid {
        if at.range.0 as usize >= self.replicas.len() {
            self.replicas.resize(at.range.0 as usize + 1, Vec::new());
        }
        let replicas = &mut self.replicas[at.range.0 as usize];
        while replicas.len() < at.peer as usize {
            let peer = replicas.len() as u64 + 1;
            replicas.push(LastSaid::nothing(ReplicaRef { peer, ..*at }));
        }
        &mut replicas[at.peer as usize - 1]
    }

    /// What a piece of work costs from an action on, if that says so.
    pub(crate) fn cost_from(&self, ordinal: u32) -> Option<(Work, u64)> {
        self.actions.get(ordinal as usize)?.cost
    }

    fn acted(&mut self, at_us: Micros, ordinal: u32) {
        self.acting = ordinal as usize;
        let Some(words) = self.actions.get(self.acting) else {
            return;
        };
        if let Some(kind) = words.kind {
            let text = words.text.clone();
            self.narrate(at_us, kind, text, None, false);
        }
    }

    fn role(&mut self, at_us: Micros, at: &ReplicaRef, role: Role, term: u64, vote: u64) {
        let told = self.last_said(at);
        let before = *told;
        (told.role, told.term, told.vote) = (role, term, vote);
        told.counts = role != Role::Learner;
        let stands_again = role == Role::Candidate && term > before.term;
        if before.role == role && !stands_again {
            return;
        }
        let is_told_one_by_one = self.replicas.len() <= RANGES_TOLD_MAX;
        if !is_told_one_by_one {
            if role == Role::Leader {
                self.add_to_sum(at_us, at.node);
            }
            return;
        }
        let (store, range) = (self.names.node_id(at.node), self.of_range(at.range));
        let text = match role {
            Role::Leader => self.elected_words(at, term),
            Role::Candidate if before.role == role => {
                say!(
                    "{store} campaigns{range} again, in term {term}.",
                    store,
                    range,
                    term
                )
            }
            Role::Candidate => say!(
                "{store} campaigns{range} in term {term}.",
                store,
                range,
                term
            ),
            Role::PreCandidate => say!("{store} asks for pre-votes{range}.", store, range),
            Role::Follower | Role::Learner if before.role != Role::Leader => return,
            Role::Follower | Role::Learner if term > before.term => {
                say!(
                    "{store} no longer leads{range}: it learned of term {term}.",
                    store,
                    range,
                    term
                )
            }
            Role::Follower | Role::Learner => say!(
                "{store} stepped down{range} in term {term}: it lost contact with a quorum.",
                store,
                range,
                term
            ),
        };
        self.narrate(at_us, NotableKind::Election, text, Some(at.node), false);
    }

    /// Who was elected, and by whose votes as far as they are known.
    fn elected_words(&self, at: &ReplicaRef, term: u64) -> String {
        let replicas = &self.replicas[at.range.0 as usize];
        let voters: Vec<&str> = replicas
            .iter()
            .filter(|told| told.counts && told.term == term && told.vote == at.peer)
            .map(|told| self.names.node_id(told.at.node))
            .collect();
        let of = replicas.iter().filter(|told| told.counts).count() as u64;
        say!(
            "{store} was elected leader{range} in term {term} with {count} of {votes}: {voters}.",
            store = self.names.node_id(at.node),
            range = self.of_range(at.range),
            term,
            count = voters.len(),
            votes = counted!(of, "1 vote", "{n} votes"),
            voters = list_words(&voters),
        )
    }

    fn add_to_sum(&mut self, at_us: Micros, node: NodeId) {
        self.pass(at_us);
        let nodes = self.names.nodes.len();
        let (_, leaders) = self.sum.get_or_insert_with(|| (at_us, vec![0; nodes]));
        leaders[usize::from(node.0)] += 1;
    }

    fn narrate_sum(&mut self, at_us: Micros) {
        let Some((_, leaders)) = self.sum.take() else {
            return;
        };
        for (node, count) in leaders
            .into_iter()
            .enumerate()
            .filter(|(_, count)| *count > 0)
        {
            let node = NodeId(node as u16);
            let store = self.names.node_id(node);
            let ranges = counted!(count, "1 range", "{n} ranges");
            let text = say!("{store} was elected leader of {ranges}.", store, ranges);
            self.narrate(at_us, NotableKind::Election, text, Some(node), false);
        }
    }
}

/// One line per notable thing, for goldens: "12.345678s  election  s2 was elected …".
pub fn notable_line(notable: &Notable) -> String {
    let kind = format!("{:?}", notable.kind).to_lowercase();
    let alert = if notable.alert { "!" } else { " " };
    format!(
        "{:>11} {alert} {kind:<9} {}",
        instant_words(notable.at_us),
        notable.text
    )
}

#[cfg(test)]
mod tests;
