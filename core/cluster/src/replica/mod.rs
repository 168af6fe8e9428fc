//! One replica: a `RawNode` on its storage, and the queues between raft-rs and the store (writes to
//! sync, entries to apply, reads and proposals to answer). It reaches its store's process and no
//! other replica.
//!
//! Its rooms: `raw_node` (raft-rs itself and its disk), `elections`, `reads`, `writes`,
//! `safe_time`, `relay`, `snapshots`, `reshape` and `sleep`. Beside them, what it says of itself.

mod answers;
mod decide;
mod elections;
mod members;
mod news;
mod raw_node;
mod reads;
mod relay;
mod reshape;
mod safe_time;
mod sleep;
mod snapshots;
mod view;
mod writes;

use std::collections::VecDeque;

use raft::eraftpb::{Entry, Message};
use raft::{Config, Raft, RawNode, StateRole};
use sim::Micros;

use crate::timeline::ReplicaIndex;
use elections::{Heard, Pin};
pub(crate) use elections::{Promise, Taken};
pub(crate) use members::{Membership, is_vote_request, members_of, single, sort_members};
use model::config::{RaftConfig, Settings};
use model::fact::{ReplicaRef, Role};
use model::view::EntryView;
pub(crate) use news::describe;
use raw_node::Lost;
pub(crate) use raw_node::{ReplicaStorage, is_command};
pub(crate) use reads::lease_us;
use reads::{Lease, Reads};
use relay::{Acks, Book};
use reshape::Plan;
pub(crate) use reshape::{MergeTurn, TombstoneState};
use safe_time::SafeState;
use sleep::Hibernation;
pub(crate) use sleep::{Sleep, is_about_sleep};
use snapshots::Snapshots;
use writes::Proposal;

/// Messages of a ready that wait for the write of that ready to be durable.
pub(crate) struct Held {
    pub(crate) ready: u64,
    pub(crate) write: u64,
    pub(crate) messages: Vec<Message>,
}

/// What others were last told of role, term and leader.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) struct SoftView {
    pub(crate) role: Role,
    pub(crate) term: u64,
    pub(crate) leader_peer: u64,
    pub(crate) vote: u64,
}

/// One replica of one range on one store. What every event looks at comes first and together, what
/// is seldom there is boxed: thousands of replicas take turns, and an event pays for each line of
/// memory that it touches (see `docs/design/speed.md`).
#[repr(C)]
pub(crate) struct Replica {
    /// Running on its storage, or switched off with its disk kept.
    state: Running,
    pub(crate) at: ReplicaRef,
    /// Bumped by each crash, so that late events of the life before are recognised.
    pub(crate) life: u32,
    /// Its place among all that ever were named: its ticks' phase rests on it.
    pub(crate) ordinal: u32,
    /// Its number among the replicas of which its store ever heard, not an index of its log.
    pub(crate) number: ReplicaIndex,
    pub(crate) told: SoftView,
    pub(crate) told_commit: u64,
    pin: Pin,
    /// Ticks of this life, and a promise that some of them end: to be read by who has made up those
    /// that passed (`ticks`, `promise`).
    ticks: u64,
    promise: Option<Promise>,
    pub(crate) asleep: Sleep,
    /// It has a snapshot that is not on the disk yet.
    pub(crate) took_snapshot: bool,
    /// A leader's lease in its term; none before somebody reads by it.
    pub(crate) lease: Option<Box<Lease>>,
    /// A leader's relays; none while it uses no delegates.
    pub(crate) relay: Option<Box<Book>>,
    /// Acknowledgements that are bundled; none while nobody bundles any.
    pub(crate) acks: Option<Box<Acks>>,
    /// Up to when its past is complete; none while nobody says so.
    pub(crate) safe: Option<Box<SafeState>>,
    /// As leader: what it has under way on its range.
    pub(crate) plan: Option<Box<Plan>>,
    /// Snapshots that do not come from their leader.
    pub(crate) snapshots: Snapshots,
    /// raft-rs was called and may have something ready.
    pub(crate) was_called: bool,
    pub(crate) held: VecDeque<Held>,
    pub(crate) reads: Reads,
    heard: Heard,
    pub(crate) hibernation: Hibernation,
    pub(crate) proposals: VecDeque<Proposal>,
    /// Committed entries with the instant at which they are applied.
    pub(crate) to_apply: VecDeque<(Micros, Vec<Entry>)>,
    seed: u64,
    /// The peer whose message made it, where it was made by one.
    pub(crate) told_by: u64,
    /// Gone: what its store keeps of it.
    pub(crate) tombstone: Option<Box<TombstoneState>>,
    lost: Lost,
}

enum Running {
    /// A member by its group's word, of which its store has not heard; the latest vote request for
    /// it may wait here.
    Absent(Option<Box<Message>>),
    Up(Box<RawNode<ReplicaStorage>>),
    Down(Option<Box<ReplicaStorage>>),
    /// No member any more, for ever: peer ids are not used again.
    Gone,
}

impl Replica {
    pub(crate) fn new(at: ReplicaRef, ordinal: u32, seed: u64, storage: ReplicaStorage) -> Self {
        let mut replica = Replica::absent(at, ordinal, seed);
        replica.create(storage);
        replica
    }

    /// A member that does not exist on its store yet.
    pub(crate) fn absent(at: ReplicaRef, ordinal: u32, seed: u64) -> Self {
        Replica {
            at,
            ordinal,
            number: 0,
            state: Running::Absent(None),
            pin: Pin::default(),
            seed: elections::replica_seed(seed, at),
            life: 0,
            told: SoftView {
                role: Role::Follower,
                term: 0,
                leader_peer: 0,
                vote: 0,
            },
            told_commit: 0,
            was_called: false,
            held: VecDeque::new(),
            to_apply: VecDeque::new(),
            proposals: VecDeque::new(),
            reads: Reads::default(),
            snapshots: Snapshots::default(),
            ticks: 0,
            took_snapshot: false,
            asleep: Sleep::Awake,
            hibernation: Hibernation::default(),
            heard: Heard::default(),
            promise: None,
            lease: None,
            relay: None,
            acks: None,
            safe: None,
            plan: None,
            told_by: 0,
            tombstone: None,
            lost: Lost::default(),
        }
    }

    /// Gets its disk; it is not started yet. Returns a vote request that came too early.
    pub(crate) fn create(&mut self, storage: ReplicaStorage) -> Option<Box<Message>> {
        self.told_commit = storage.hard_state().commit;
        let created = Running::Down(Some(Box::new(storage)));
        match std::mem::replace(&mut self.state, created) {
            Running::Absent(early) => early,
            Running::Up(_) | Running::Down(_) => None,
            Running::Gone => panic!("what is destroyed stays destroyed"),
        }
    }

    /// Keeps a message for when it exists; it had better be a vote request.
    pub(crate) fn keep_early(&mut self, message: Box<Message>) {
        if let Running::Absent(early) = &mut self.state {
            *early = Some(message);
        }
    }

    /// Stops a replica without a log, so that it can be created again with one.
    pub(crate) fn begin_anew(&mut self) {
        self.state = Running::Absent(None);
        self.life += 1;
        self.held.clear();
        self.reads.clear();
        self.heard.clear();
        self.asleep = Sleep::Awake;
    }

    /// Deletes it with its disk.
    pub(crate) fn destroy(&mut self, tombstone: TombstoneState) {
        self.state = Running::Gone;
        self.tombstone = Some(Box::new(tombstone));
        self.plan = None;
        self.life += 1;
        self.held.clear();
        self.to_apply.clear();
        self.proposals.clear();
        self.heard.clear();
        self.asleep = Sleep::Awake;
        self.lease = None;
        self.relay = None;
    }

    /// Whether it exists on its store, running or not.
    pub(crate) fn exists(&self) -> bool {
        matches!(self.state, Running::Up(_) | Running::Down(_))
    }

    pub(crate) fn is_absent(&self) -> bool {
        matches!(self.state, Running::Absent(_))
    }

    pub(crate) fn is_gone(&self) -> bool {
        matches!(self.state, Running::Gone)
    }

    /// Writes entries into the log; those that stood in their place are remembered for a while.
    pub(crate) fn append(&mut self, now: Micros, entries: Vec<Entry>) {
        let replaced = self.storage().views_from(entries[0].index);
        self.node().mut_store().append(entries);
        self.lost.add(now, false, replaced);
    }

    /// Starts raft-rs on the disk as it is. It stands for election after so many ticks of silence,
    /// or after those of the groups, where these are more.
    pub(crate) fn start(
        &mut self,
        raft: &RaftConfig,
        election_ticks: usize,
        settings: &Settings,
        log: &slog::Logger,
    ) {
        let election_ticks = election_ticks.max(raft.election_ticks);
        let Running::Down(disk) = &mut self.state else {
            panic!("it is running already")
        };
        let storage = *disk.take().expect("a stopped replica has its disk");
        let config = Config {
            id: self.at.peer,
            election_tick: raft.election_ticks,
            min_election_tick: election_ticks,
            max_election_tick: 2 * election_ticks,
            heartbeat_tick: raft.heartbeat_ticks,
            applied: storage.machine.applied,
            max_size_per_msg: raft.max_size_per_msg,
            max_inflight_msgs: raft.max_inflight_msgs,
            check_quorum: settings.check_quorum,
            pre_vote: settings.pre_vote,
            skip_bcast_commit: settings.skip_commit_broadcast,
            ..Config::default()
        };
        let node = RawNode::new(&config, storage, log).expect("the config was validated");
        self.state = Running::Up(Box::new(node));
        self.pin = Pin::of(election_ticks);
        self.ticks = 0;
        self.pin();
    }

    /// Power loss: everything in memory is gone, the disk is back at its last fsync.
    /// Writes up to `durable` are on it.
    pub(crate) fn crash(&mut self, now: Micros, durable: u64) {
        let down = Running::Down(None);
        let Running::Up(mut node) = std::mem::replace(&mut self.state, down) else {
            panic!("it is not running");
        };
        let empty = ReplicaStorage::new(vec![self.at.peer], kv::machine::Machine::new(0, 1, 8));
        let mut storage = std::mem::replace(node.mut_store(), empty);
        let held = storage.views_from(0);
        storage.crash(durable);
        let is_lost = |entry: &EntryView| storage.view(entry.index).as_ref() != Some(entry);
        let lost = held.into_iter().filter(is_lost).collect();
        self.lost.add(now, true, lost);
        self.state = Running::Down(Some(Box::new(storage)));
        self.life += 1;
        self.held.clear();
        self.to_apply.clear();
        self.proposals.clear();
        self.reads.clear();
        self.snapshots = Snapshots::default();
        self.heard.clear();
        self.asleep = Sleep::Awake;
        // What is forgotten here its store keeps: see `promise`.
        self.promise = None;
        self.lease = None;
        self.plan = None;
        self.relay = None;
        self.acks = None;
        self.safe = None;
        self.took_snapshot = false;
        self.told.role = Role::Follower;
        self.told.leader_peer = 0;
    }

    /// The running node; it is a bug to ask while its store is down.
    pub(crate) fn node(&mut self) -> &mut RawNode<ReplicaStorage> {
        match &mut self.state {
            Running::Up(node) => node,
            _ => panic!("a replica of range {} does not run", self.at.range),
        }
    }

    /// Its raft-rs, to be read.
    pub(crate) fn raft(&self) -> &Raft<ReplicaStorage> {
        match &self.state {
            Running::Up(node) => &node.raft,
            _ => panic!("a replica of range {} does not run", self.at.range),
        }
    }

    /// Whether it runs and has something to write, send or apply.
    pub(crate) fn has_ready(&self) -> bool {
        match &self.state {
            Running::Up(node) => node.has_ready(),
            _ => false,
        }
    }

    /// Gives raft-rs a list for its next messages, so that it need not make one.
    pub(crate) fn lend(&mut self, list: &mut Vec<Message>) {
        let messages = &mut self.node().raft.msgs;
        if messages.capacity() == 0 {
            std::mem::swap(messages, list);
        }
    }

    /// Takes the list back that raft-rs put nothing in.
    pub(crate) fn take_list_back(&mut self, list: &mut Vec<Message>) {
        let Running::Up(node) = &mut self.state else {
            return;
        };
        let messages = &mut node.raft.msgs;
        if messages.capacity() > 0 && messages.is_empty() {
            *list = std::mem::take(messages);
        }
    }

    /// The messages that raft-rs has ready, if it has nothing else: then there is no ready to be
    /// numbered, written and acknowledged.
    pub(crate) fn take_lone_messages(&mut self) -> Option<Vec<Message>> {
        let node = self.node();
        let messages = std::mem::take(&mut node.raft.msgs);
        if messages.is_empty() {
            return None;
        }
        if node.has_ready() {
            node.raft.msgs = messages;
            return None;
        }
        Some(messages)
    }

    /// Whether everything in its log is committed and applied, and nobody waits for anything.
    pub(crate) fn is_idle(&self) -> bool {
        let waits = self.held.len() + self.to_apply.len() + self.reads.waiting.len();
        let applied = self.storage().machine.applied;
        let log = &self.raft().raft_log;
        waits == 0 && log.last_index() == applied && log.committed == applied
    }

    /// Whether it ticks no more, or will not after the tick that is due.
    pub(crate) fn is_asleep(&self) -> bool {
        self.asleep != Sleep::Awake
    }

    pub(crate) fn is_up(&self) -> bool {
        matches!(self.state, Running::Up(_))
    }

    /// Whether it runs in the life that an event was made for: not crashed since, nor down.
    pub(crate) fn lives(&self, life: u32) -> bool {
        self.life == life && self.is_up()
    }

    pub(crate) fn storage(&self) -> &ReplicaStorage {
        match &self.state {
            Running::Up(node) => node.store(),
            Running::Down(disk) => disk.as_ref().expect("a stopped replica has its disk"),
            Running::Absent(_) | Running::Gone => {
                panic!("a replica of range {} does not exist", self.at.range)
            }
        }
    }

    pub(crate) fn is_leader(&self) -> bool {
        match &self.state {
            Running::Up(node) => node.raft.state == StateRole::Leader,
            _ => false,
        }
    }

    /// A leader: up to where each peer has acknowledged its log.
    pub(crate) fn matched(&mut self) -> impl Fn(u64) -> u64 {
        let prs = self.node().raft.prs();
        move |peer| prs.get(peer).map_or(0, |progress| progress.matched)
    }

    /// The running node, if its store runs.
    pub(crate) fn running(&self) -> Option<&RawNode<ReplicaStorage>> {
        match &self.state {
            Running::Up(node) => Some(node),
            _ => None,
        }
    }

    /// Role, term, known leader and vote as they are now.
    pub(crate) fn soft(&self) -> SoftView {
        let Running::Up(node) = &self.state else {
            return self.told;
        };
        let raft = &node.raft;
        SoftView {
            role: role_of(raft),
            term: raft.term,
            leader_peer: raft.leader_id,
            vote: raft.vote,
        }
    }
}

/// raft-rs's learner is a follower that may not stand for election.
fn role_of(raft: &Raft<ReplicaStorage>) -> Role {
    match raft.state {
        StateRole::Follower if !raft.promotable() => Role::Learner,
        StateRole::Follower => Role::Follower,
        StateRole::PreCandidate => Role::PreCandidate,
        StateRole::Candidate => Role::Candidate,
        StateRole::Leader => Role::Leader,
    }
}
