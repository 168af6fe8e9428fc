//! A store's process and the machine that it runs on, and what a replica gets while its store
//! handles something: the world as its store may use it, and that process. It reaches no other
//! replica.

mod answers;
mod boxes;
mod framing;
mod pace;
mod passed;
mod send;
mod serving;
mod time;
mod usage;

use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};

use raft::eraftpb::Message;
use sim::{Clock, Cores, Disk, Micros, NodeId, Stream};

use crate::context::Context;
use crate::timeline::{Event, ReplicaIndex};
use model::config::StoreConfig;
use model::timestamp::Timestamp;

pub(crate) use answers::{Asker, Caller, Elsewhere, Refused};
pub(crate) use boxes::Boxes;
pub(crate) use framing::open_frame;
pub(crate) use passed::{Passed, PassedReads};
pub(crate) use serving::PendingRead;
pub(crate) use serving::{Serving, ServingRead};
pub(crate) use usage::Reports;

/// What a store has beside its replicas, and each of them may use.
pub(crate) struct Process {
    pub(crate) node: NodeId,
    pub(crate) cores: Cores,
    pub(crate) disk: Disk,
    pub(crate) clock: Clock,
    /// Replicas that wait for a write of this number to be durable, oldest first.
    pub(crate) sync_waits: VecDeque<(u64, ReplicaIndex)>,
    /// Reads whose service runs on the cores, by slot.
    pub(crate) serving: Serving,
    /// Reads that it passed on to leaders.
    pub(crate) passed: PassedReads,
    /// After a restart: when its clock shows this, promises of the life before have run out.
    pub(crate) votes_from_us: Option<i64>,
    /// What it counts for the placement driver.
    pub(crate) reports: Reports,
    /// The latest time that messages told it, or that it gave to a write.
    pub(crate) heard: Timestamp,
    /// Whether rows have versions: from the first switch on that asks for them, for good, because
    /// reads of a moment may be under way when it is turned off.
    pub(crate) keeps_versions: bool,
    /// Bumped by each crash.
    pub(crate) life: u32,
    /// A tick of its replicas is due.
    pub(crate) ticks: bool,
    /// Time between commit and apply here, beside the setting for every store.
    pub(crate) apply_delay_us: Micros,
    /// Least ticks of silence after which its replicas stand for election; 0 = the groups' own.
    pub(crate) election_ticks: usize,
    /// Room for one batch of outgoing messages, empty between events.
    #[expect(clippy::vec_box, reason = "sorted as pointers")]
    pub(crate) batch: Vec<Box<Message>>,
    pub(crate) boxes: Boxes,
    /// A list that raft-rs puts its next messages in.
    pub(crate) list: Vec<Message>,
    /// Raft messages that it sent.
    pub(crate) raft_sent: u64,
    /// Core times of single reads, where they differ.
    pub(crate) service: Stream,
    pub(crate) log: slog::Logger,
}

impl Process {
    /// One that runs and has nothing to do.
    pub(crate) fn new(node: NodeId, config: &StoreConfig, seed: u64) -> Self {
        Process {
            node,
            cores: Cores::new(config.cores),
            disk: Disk::new(config.fsync_us, config.disk_bytes_per_s),
            clock: Clock::new(config.clock_offset_us, config.clock_drift_ppm),
            sync_waits: VecDeque::new(),
            serving: Serving::default(),
            passed: PassedReads::default(),
            votes_from_us: None,
            reports: Reports::default(),
            heard: 0,
            keeps_versions: false,
            life: 0,
            ticks: false,
            apply_delay_us: config.apply_delay_us,
            election_ticks: config.election_ticks as usize,
            batch: Vec::new(),
            boxes: Boxes::default(),
            list: Vec::new(),
            raft_sent: 0,
            service: Stream::fork(seed, "service", u64::from(node.0)),
            log: slog::Logger::root(slog::Discard, slog::o!()),
        }
    }

    /// Power loss: memory and the unsynced tail of the disk are gone.
    pub(crate) fn crash(&mut self, now: Micros) {
        self.life += 1;
        self.ticks = false;
        self.disk.crash();
        self.cores.reset(now);
        self.sync_waits.clear();
        self.serving.clear();
        self.passed.clear();
        self.heard = 0;
    }
}

/// What a replica gets while its store handles something.
pub(crate) struct StoreContext<'a, 'w> {
    world: &'a mut Context<'w>,
    pub(crate) process: &'a mut Process,
}

impl<'a, 'w> StoreContext<'a, 'w> {
    /// For a replica of the store whose process this is.
    pub(crate) fn new(world: &'a mut Context<'w>, process: &'a mut Process) -> Self {
        StoreContext { world, process }
    }

    /// What the store's clock shows.
    pub(crate) fn local_us(&self) -> i64 {
        self.process.clock.local(self.now())
    }

    /// The store has started again. Its replicas' promises were in memory; it keeps them by
    /// granting no vote until they have run out (TiKV #15085).
    pub(crate) fn withhold_votes(&mut self) {
        let raft = &self.config.raft;
        let promise_us = raft.election_ticks as u64 * raft.tick_us;
        let until_us = self.local_us().saturating_add_unsigned(promise_us);
        self.process.votes_from_us = Some(until_us);
    }

    /// Work takes a core. Returns when it is done.
    pub(crate) fn submit(&mut self, cost_ns: u64) -> Micros {
        let now = self.now();
        self.process.cores.submit(now, cost_ns)
    }

    /// A replica waits for a write to be durable.
    pub(crate) fn note_write(&mut self, write: u64, replica: ReplicaIndex) {
        self.process.sync_waits.push_back((write, replica));
        self.start_sync();
    }

    /// An fsync begins, if one is wanted and none is under way.
    pub(crate) fn start_sync(&mut self) {
        let now = self.now();
        let disk = &mut self.process.disk;
        if let Some(finish) = disk.start_sync(now) {
            let (store, generation) = (self.process.node, disk.generation());
            self.at(finish, Event::Synced { store, generation });
        }
    }

    /// A replica woke: the store ticks, if it did not for want of one that is awake.
    pub(crate) fn begin_ticks(&mut self) {
        if !std::mem::replace(&mut self.process.ticks, true) {
            let (store, life) = (self.process.node, self.process.life);
            let own = self.event();
            self.tick_again(Event::Tick { store, life }, own);
        }
    }

    /// The store's next tick is due after this one, by its clock.
    pub(crate) fn tick_again(&mut self, event: Event, cause: u64) {
        let tick_us = self.process.clock.sim_duration(self.config.raft.tick_us);
        let next = self.now() + tick_us;
        self.at_with_cause(next, event, cause);
    }
}

impl<'w> Deref for StoreContext<'_, 'w> {
    type Target = Context<'w>;

    fn deref(&self) -> &Context<'w> {
        self.world
    }
}

impl<'w> DerefMut for StoreContext<'_, 'w> {
    fn deref_mut(&mut self) -> &mut Context<'w> {
        self.world
    }
}
