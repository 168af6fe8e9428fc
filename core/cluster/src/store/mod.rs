//! A store: a machine with cores, a disk and a clock, and its replicas. What happens at it comes as
//! a message or a timer. It goes by what its messages said, its configuration and its clock, and
//! must not know another store, nor any replica but its own.
//!
//! The modules are its work by subject, each knowing some of those before it.
//! - What it knows: `replicas`, `beside`, `votes`, `news`, `safe_time`, `reports` (what it counts).
//! - Doors outward: `framing`, `send`, `snapshot_order`, `raft_message`, `relay`, `batch`.
//! - Answers: `refusals`, `answers`, `proposals`, `serving`, `version`, `read_index`, `leases`,
//!   `stale`, `serve`, `proxy`; and what is asked: `service`, `txn_commands`, `asked_index`.
//! - Groups and ranges that change: `lifecycle`, `propose`, `leadership`, `members`, `merge`,
//!   `reshape`, `apply`, `orphan`, `neighbour`, `plan`. Quiet ones: `wake`, `hibernate`.
//! - raft-rs: `step` gives it messages, `calls` the rest; `called` notes it, and `ready` does what
//!   it has ready once for all calls of a poll.
//! - Doors inward: `poll`, `receive`, `arrive`, `safe_rounds`, `counted`; `outside` is what the
//!   world does to it.
//!
//! What one replica decides alone is in the room `group`.

mod answers;
mod apply;
mod arrive;
mod asked_index;
mod batch;
mod beside;
mod boxes;
mod busy;
mod called;
mod calls;
mod counted;
mod framing;
mod hibernate;
mod leadership;
mod leases;
mod lifecycle;
mod members;
mod merge;
mod neighbour;
mod news;
mod orphan;
mod outside;
mod plan;
mod poll;
mod proposals;
mod propose;
mod proxy;
mod raft_message;
mod read_context;
mod read_index;
mod ready;
mod receive;
mod redraw;
mod refusals;
mod relay;
mod replicas;
mod reports;
mod reshape;
mod safe_rounds;
mod safe_time;
mod send;
mod serve;
mod service;
mod serving;
mod snapshot_order;
mod stale;
mod step;
mod txn_commands;
mod version;
mod votes;
mod wake;

use std::collections::VecDeque;

use raft::eraftpb::Message;
use sim::{Clock, Cores, Disk, Micros, NodeId, Stream};

use crate::context::Context;
use crate::group::Replica;
use crate::store::boxes::Boxes;
use crate::store::poll::Pollers;
use crate::store::proxy::Passed;
use crate::store::redraw::Seeds;
use crate::store::replicas::Replicas;
use crate::store::reports::Reports;
use crate::store::safe_rounds::SafeRounds;
use crate::store::serving::Serving;
use crate::timeline::Event;
pub(crate) use crate::timeline::ReplicaIndex;
use model::config::StoreConfig;
use model::fact::ReplicaRef;
use model::timestamp::Timestamp;
use model::view::StoreStatus;

/// No replica.
const NOBODY: ReplicaIndex = ReplicaIndex::MAX;

/// A store's hardware, its condition and its replicas.
pub(crate) struct Store {
    node: NodeId,
    cores: Cores,
    disk: Disk,
    clock: Clock,
    status: StoreStatus,
    /// All of which it ever heard; what is gone stays as a note of it.
    replicas: Replicas,
    /// Those that exist, in the order in which they came.
    present: Vec<ReplicaIndex>,
    /// The one that exists, by range.
    by_range: Vec<ReplicaIndex>,
    /// Replicas that wait for a write of this number to be durable, oldest first.
    sync_waits: VecDeque<(u64, ReplicaIndex)>,
    /// While it is paused: events that wait for it to go on, in order.
    backlog: Vec<(Event, u64)>,
    /// And the bytes that wait in its connections' socket buffers, by sender.
    buffered: Vec<(NodeId, u64)>,
    /// Messages that arrived and wait to be handled.
    pollers: Pollers,
    /// Reads whose service runs on the cores, by slot.
    serving: Serving,
    /// After a restart: when its clock shows this, promises of the life before have run out.
    votes_from_us: Option<i64>,
    /// Reads that it passed on to leaders.
    passed: Vec<Passed>,
    /// What it counts for the placement driver.
    reports: Reports,
    /// The latest time that messages told it, or that it gave to a write.
    heard: Timestamp,
    /// Whether rows have versions: from the first switch on that asks for them, for good, because
    /// reads of a moment may be under way when it is turned off.
    keeps_versions: bool,
    /// Its rounds that make times safe.
    safe_rounds: SafeRounds,
    /// Bumped by each crash.
    life: u32,
    /// A tick of its replicas is due.
    ticks: bool,
    /// Time between commit and apply here, beside the setting for every store.
    apply_delay_us: Micros,
    /// Least ticks of silence after which its replicas stand for election; 0 = the groups' own.
    election_ticks: usize,
    /// Room for one batch of outgoing messages, empty between events.
    #[expect(clippy::vec_box, reason = "sorted as pointers")]
    batch: Vec<Box<Message>>,
    boxes: Boxes,
    /// A list that raft-rs puts its next messages in.
    list: Vec<Message>,
    /// Raft messages that it sent.
    raft_sent: u64,
    /// Core times of single reads, where they differ.
    service: Stream,
    /// What chance here is drawn from.
    seeds: Seeds,
    log: slog::Logger,
}

impl Store {
    /// A store that runs and has no replica.
    pub(crate) fn new(node: NodeId, config: &StoreConfig, seed: u64) -> Self {
        Store {
            node,
            cores: Cores::new(config.cores),
            disk: Disk::new(config.fsync_us, config.disk_bytes_per_s),
            clock: Clock::new(config.clock_offset_us, config.clock_drift_ppm),
            status: StoreStatus::Up,
            replicas: Replicas::default(),
            present: Vec::new(),
            by_range: Vec::new(),
            sync_waits: VecDeque::new(),
            backlog: Vec::new(),
            buffered: Vec::new(),
            pollers: Pollers::default(),
            serving: Serving::default(),
            votes_from_us: None,
            passed: Vec::new(),
            reports: Reports::default(),
            heard: 0,
            keeps_versions: false,
            safe_rounds: SafeRounds::default(),
            life: 0,
            ticks: false,
            apply_delay_us: config.apply_delay_us,
            election_ticks: config.election_ticks as usize,
            batch: Vec::new(),
            boxes: Boxes::default(),
            list: Vec::new(),
            raft_sent: 0,
            service: Stream::fork(seed, "service", u64::from(node.0)),
            seeds: Seeds::of(seed),
            log: slog::Logger::root(slog::Discard, slog::o!()),
        }
    }

    /// What the store's clock shows.
    pub(crate) fn local_us(&self, cx: &Context) -> i64 {
        self.clock.local(cx.now())
    }

    /// Something is due. What is due to a process that stands still happens when it goes on, but
    /// for its own rounds, which it skips.
    pub(crate) fn on_timer(&mut self, cx: &mut Context, event: Event) {
        let is_round = matches!(event, Event::Report { .. } | Event::SafeTick { .. });
        if !self.is_due(event) || !is_round && self.hold_back(cx, event) {
            return;
        }
        match event {
            Event::Tick { .. } => self.tick(cx, event),
            Event::TickReplica { replica, .. } => self.tick_replica(cx, replica),
            Event::Poll { poller, .. } => self.poll(cx, poller),
            Event::PollNext { poller, .. } => self.poll_next(cx, poller),
            Event::Serve { slot, .. } => self.serve(cx, slot),
            Event::Synced { .. } => self.synced(cx),
            Event::Apply { replica, .. } => self.apply_due(cx, replica),
            Event::SnapshotReport {
                replica, peer, ok, ..
            } => self.report_snapshot(cx, replica, u64::from(peer), ok),
            Event::Unreachable { replica, peer, .. } => {
                self.unreachable(cx, replica, u64::from(peer));
            }
            Event::Report { epoch, .. } => self.report(cx, epoch),
            Event::SafeTick { epoch, .. } => self.safe_tick(cx, epoch),
            Event::Broken { request, store, .. } => self.passed_broken(cx, request, store),
            Event::Arrive { .. }
            | Event::Counted { .. }
            | Event::Client { .. }
            | Event::ClientWakes { .. }
            | Event::Arrival { .. }
            | Event::ClientRetry { .. }
            | Event::Deadline { .. }
            | Event::Admit { .. }
            | Event::Begin { .. }
            | Event::Retry { .. }
            | Event::AttemptTimeout { .. }
            | Event::AskAgain { .. }
            | Event::Patience { .. }
            | Event::Call { .. }
            | Event::Action { .. }
            | Event::Round { .. } => panic!("not a store's timer"),
        }
    }

    /// Whether what an event was made for has not crashed, restarted or gone since.
    fn is_due(&self, event: Event) -> bool {
        match event {
            Event::Apply { replica, life, .. }
            | Event::SnapshotReport { replica, life, .. }
            | Event::Unreachable { replica, life, .. } => self.replicas[replica].lives(life),
            Event::Serve { life, .. }
            | Event::Poll { life, .. }
            | Event::PollNext { life, .. }
            | Event::Tick { life, .. }
            | Event::TickReplica { life, .. } => self.life == life,
            Event::Synced { generation, .. } => self.disk.generation() == generation,
            _ => true,
        }
    }

    /// Keeps an event until the store goes on. False when it does not stand still.
    pub(crate) fn hold_back(&mut self, cx: &Context, event: Event) -> bool {
        let is_paused = self.is_paused();
        if is_paused {
            self.backlog.push((event, cx.cause()));
        }
        is_paused
    }

    /// A member that was created with its range: it starts with the rows of its keys.
    pub(crate) fn hold(&mut self, replica: Replica) {
        let range = replica.at.range;
        let index = self.replicas.add(replica);
        self.enlist(range, index);
    }

    /// A replica exists from now on.
    pub(crate) fn enlist(&mut self, range: u32, index: ReplicaIndex) {
        let slot = range as usize;
        if self.by_range.len() <= slot {
            self.by_range.resize(slot + 1, NOBODY);
        }
        if self.by_range[slot] != index {
            self.by_range[slot] = index;
            self.present.push(index);
        }
    }

    /// A replica exists no more.
    pub(crate) fn strike_off(&mut self, range: u32, index: ReplicaIndex) {
        self.present.retain(|other| *other != index);
        self.by_range[range as usize] = NOBODY;
    }

    /// The replica of a range, if there is one here.
    pub(crate) fn replica_on(&self, range: u32) -> Option<ReplicaIndex> {
        let index = *self.by_range.get(range as usize)?;
        (index != NOBODY).then_some(index)
    }

    /// The same, if the store runs.
    pub(crate) fn running_replica(&self, range: u32) -> Option<ReplicaIndex> {
        let runs = self.status == StoreStatus::Up;
        runs.then(|| self.replica_on(range)).flatten()
    }

    /// The replica of a peer of which this store has heard, whether it exists or not.
    pub(crate) fn replica_of_peer(&self, range: u32, peer: u64) -> Option<ReplicaIndex> {
        let is_meant = |index: &ReplicaIndex| self.replicas[*index].at.peer == peer;
        if let Some(index) = self.replica_on(range).filter(is_meant) {
            return Some(index);
        }
        self.replicas
            .find(|at| (at.range, at.peer) == (range, peer))
    }

    /// The same; a peer of this store of which it had not heard is one that does not exist yet.
    pub(crate) fn get_or_create_peer(
        &mut self,
        cx: &mut Context,
        range: u32,
        peer: u64,
    ) -> Option<ReplicaIndex> {
        let known = self.replica_of_peer(range, peer);
        if known.is_some() {
            return known;
        }
        let (node, ordinal) = cx.names.peer(range, peer)?;
        assert_eq!(node, self.node, "it is for the store of its receiver");
        let at = ReplicaRef { range, node, peer };
        let absent = Replica::absent(at, ordinal, self.seeds.timeouts);
        Some(self.replicas.add(absent))
    }

    /// Starts a replica on its disk. The store's first one draws the phase of its ticks.
    pub(crate) fn start_replica(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let replica = &mut self.replicas[index];
        if !replica.exists() {
            return;
        }
        replica.start(&cx.config.raft, self.election_ticks, cx.settings, &self.log);
        self.start_safe_time(cx, index);
        self.replicas[index].assign_commit_groups(cx);
        let replica = &self.replicas[index];
        if !std::mem::replace(&mut self.ticks, true) {
            let tick_us = cx.config.raft.tick_us;
            let (ordinal, life) = (u64::from(replica.ordinal), u64::from(replica.life));
            let phase = sim::mix(sim::mix(cx.config.seed, ordinal), life) % tick_us;
            let (store, life) = (self.node, self.life);
            cx.at(cx.now() + 1 + phase, Event::Tick { store, life });
        }
    }
}
