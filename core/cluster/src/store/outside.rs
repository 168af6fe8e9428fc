//! A store from outside: what the world sees of it, what faults do to its machine and its process,
//! and the timers by which its transport learns what became of its messages.

use sim::{Clock, Micros, NodeId, Stream, mix};

use crate::context::Context;
use crate::message::Slot;
use crate::replica::Replica;
use crate::store::Store;
use crate::timeline::{Event, ReplicaIndex};
use model::fact::{ReplicaRef, Role};
use model::ids::{RangeId, RequestId};
use model::machines::{Resource, ResourceUse};
use model::operation::{NotNow, WhyUndone};
use model::timestamp::Timestamp;
use model::view::{ReplicaView, StoreStatus, StoreView};

/// Bytes that wait on one connection: Linux's largest receive buffer (`tcp_rmem`, 6 MiB) and send
/// buffer (`tcp_wmem`, 4 MiB). A message that begins before they are full is taken whole.
const BUFFER_BYTES: u64 = 10 << 20;

impl Store {
    pub(crate) fn is_down(&self) -> bool {
        self.status == StoreStatus::Crashed
    }

    pub(crate) fn is_paused(&self) -> bool {
        self.status == StoreStatus::Paused
    }

    pub(crate) fn clock(&self) -> &Clock {
        &self.process.clock
    }

    pub(crate) fn clock_mut(&mut self) -> &mut Clock {
        &mut self.process.clock
    }

    /// Raft messages that it sent.
    pub(crate) fn raft_sent(&self) -> u64 {
        self.process.raft_sent
    }

    /// The latest time that messages told it, or that it gave to a write.
    pub(crate) fn heard(&self) -> Timestamp {
        self.process.heard
    }

    /// Its replica of a range, if there is one.
    pub(crate) fn replica(&self, range: RangeId) -> Option<&Replica> {
        let index = self.replicas.on(range)?;
        Some(&self.replicas[index])
    }

    /// What may be seen of it, ticks included that passed without a look at it.
    pub(crate) fn replica_view(&self, range: RangeId) -> Option<ReplicaView> {
        let index = self.replicas.on(range)?;
        let mut view = self.replicas[index].view();
        view.election_elapsed += self.replicas.owed(index);
        Some(view)
    }

    /// Its replicas that exist, in the order in which they came.
    pub(crate) fn existing(&self) -> impl Iterator<Item = &Replica> {
        self.replicas.existing()
    }

    /// Which replica that is.
    pub(crate) fn at(&self, index: ReplicaIndex) -> ReplicaRef {
        self.replicas[index].at
    }

    /// Its replica of a range and the replica's term, if it runs and leads.
    pub(crate) fn leads(&self, range: RangeId) -> Option<(u64, ReplicaIndex)> {
        let index = self.running_replica(range)?;
        let soft = self.replicas[index].soft();
        (soft.role == Role::Leader).then_some((soft.term, index))
    }

    pub(crate) fn view(&self, now: Micros) -> StoreView {
        let leads = |replica: &&Replica| replica.soft().role == Role::Leader;
        StoreView {
            status: self.status,
            leaders: self.existing().filter(leads).count() as u32,
            replicas: self.replicas.present().len() as u32,
            busy_ns: self.process.cores.used_ns(now),
            queued_us: self.process.cores.queued_us(now),
            cores: self.process.cores.len(),
            drift_ppm: self.process.clock.drift_ppm(),
        }
    }

    /// How its cores were used.
    pub(crate) fn used(&self, now: Micros) -> ResourceUse {
        ResourceUse::of_cores(
            Resource::StoreCores(self.process.node),
            &self.process.cores,
            now,
        )
    }

    /// It has another number of cores from now on.
    pub(crate) fn resize(&mut self, now: Micros, cores: u32) {
        self.process.cores.resize(now, cores);
    }

    /// Power loss: memory and the unsynced tail of the disk are gone. What waited for it while it
    /// was paused is the caller's. Returns the messages that waited for its pollers.
    pub(crate) fn crash(&mut self, now: Micros) -> Vec<u64> {
        self.status = StoreStatus::Crashed;
        self.process.crash(now);
        let durable = self.process.disk.durable().0;
        for place in 0..self.replicas.present().len() {
            let index = self.replicas.present()[place];
            self.replicas[index].crash(now, durable);
        }
        self.safe_rounds.forget();
        self.pollers.reset()
    }

    /// The machine is up again; its replicas are not yet.
    pub(crate) fn boot(&mut self, cx: &mut Context) {
        self.status = StoreStatus::Up;
        self.at_process(cx).withhold_votes();
    }

    /// Its replicas start again, as it does.
    pub(crate) fn start_replicas(&mut self, cx: &mut Context) {
        let replicas = self.replicas.present().to_vec();
        for &index in &replicas {
            let (replica, cx) = &mut self.at_replica(cx, index);
            replica.start_up(cx);
        }
        // All run before any goes on: a merge that one applies anew takes in another.
        for index in replicas {
            let (replica, cx) = &mut self.at_replica(cx, index);
            if replica.is_up() {
                replica.after_call(cx);
            }
        }
    }

    /// Its process stands still from now on. False when it does already, or does not run.
    pub(crate) fn pause(&mut self) -> bool {
        let runs = self.status == StoreStatus::Up;
        if runs {
            self.status = StoreStatus::Paused;
        }
        runs
    }

    /// Its process goes on; returns what waited for that, with causes.
    pub(crate) fn resume(&mut self) -> Vec<(Event, u64)> {
        self.status = StoreStatus::Up;
        self.take_backlog()
    }

    /// What waits for the store, which waits no more.
    pub(crate) fn take_backlog(&mut self) -> Vec<(Event, u64)> {
        self.buffered.clear();
        std::mem::take(&mut self.backlog)
    }

    /// A message waits in the socket buffers of a connection, if they have room.
    pub(crate) fn buffer(&mut self, from: NodeId, bytes: u64) -> bool {
        let buffered = &mut self.buffered;
        let place = buffered.iter().position(|(known, _)| *known == from);
        let place = place.unwrap_or_else(|| {
            buffered.push((from, 0));
            buffered.len() - 1
        });
        let waiting = &mut buffered[place].1;
        let has_room = *waiting < BUFFER_BYTES;
        if has_room {
            *waiting += bytes;
        }
        has_room
    }

    /// It shall report to the placement driver no longer.
    pub(crate) fn end_reports(&mut self) {
        self.process.reports.end();
    }

    /// Its transport knows that a peer's process is gone.
    pub(crate) fn peer_is_gone(&self, range: RangeId, peer: u64) -> Option<Event> {
        let replica = self.replicas.on(range)?;
        Some(Event::Unreachable {
            store: self.process.node,
            replica,
            life: self.replicas[replica].life,
            peer: peer as u32,
        })
    }

    /// Its transport knows whether a snapshot arrived.
    pub(crate) fn snapshot_ended(&self, range: RangeId, peer: u64, ok: bool) -> Option<Event> {
        let replica = self.replicas.on(range)?;
        Some(Event::SnapshotReport {
            store: self.process.node,
            replica,
            life: self.replicas[replica].life,
            peer: peer as u32,
            ok,
        })
    }

    /// The replica of a range, if the store runs.
    pub(super) fn running_replica(&self, range: RangeId) -> Option<ReplicaIndex> {
        let runs = self.status == StoreStatus::Up;
        runs.then(|| self.replicas.on(range)).flatten()
    }

    /// The replica of a peer of which this store has heard, whether it exists or not.
    pub(crate) fn replica_of_peer(&self, range: RangeId, peer: u64) -> Option<ReplicaIndex> {
        self.replicas.of_peer(range, peer)
    }

    /// Its replica of the range is told to start an election now.
    ///
    /// # Errors
    ///
    /// Why it does not.
    pub(crate) fn campaign(&mut self, cx: &mut Context, range: RangeId) -> Result<(), WhyUndone> {
        self.replicas.on(range).ok_or(NotNow::NoReplicaThere)?;
        let running = self.running_replica(range);
        let (replica, cx) = &mut self.at_replica(cx, running.ok_or(NotNow::StoreDown)?);
        replica.campaign(cx)
    }

    /// Reads that it has under way at another store: slot, request, and this store.
    pub(crate) fn passed_to(
        &self,
        store: NodeId,
    ) -> impl Iterator<Item = (Slot, RequestId, NodeId)> {
        let passed = self.process.passed.at(store).map(|passed| passed.asker);
        passed.map(|asker| (asker.slot, asker.request, self.process.node))
    }

    /// Another future: election timeouts of all its replicas, also of those still to come, are
    /// drawn from another stream from now on.
    pub(crate) fn redraw_timeouts(&mut self, stream: u32) {
        self.timeouts_seed = mix(self.timeouts_seed, u64::from(stream));
        for index in self.replicas.indices() {
            self.replicas[index].redraw_timeout(self.timeouts_seed);
        }
    }

    /// And so are core times of the work that begins from now on.
    pub(crate) fn redraw_service(&mut self, stream: u32) {
        self.service_seed = mix(self.service_seed, u64::from(stream));
        let node = u64::from(self.process.node.0);
        self.process.service = Stream::fork(self.service_seed, "service", node);
    }
}
