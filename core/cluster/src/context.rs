//! What a node gets while it handles a message or a timer. Through it a node tells, sends and
//! schedules; it can reach no other node and nothing that is under way. Effects happen at once, so
//! events and facts come in the order in which the code says them.

use std::collections::VecDeque;

use kv::admin::{CommitMerge, Split};
use sim::{Micros, NodeId, ZoneId};

use crate::directory::Directory;
use crate::hand::Hand;
use crate::message::{Effort, Label, Originals, Payload, Piggyback, Slot};
use crate::names::Names;
use crate::timeline::{Event, ReplicaIndex, Timeline};
use crate::transport::{CountedRead, Outgoing, Transport};
use model::config::{ClusterConfig, NodeKind, Settings};
use model::fact::{Change, CountedFact, Fact, Observer, ReplicaRef, RequestFact, Saver, SentFact};
use model::ids::{RangeId, RequestId};

/// The world as one node may use it.
pub(crate) struct Context<'a> {
    /// What the run started from.
    pub(crate) config: &'a ClusterConfig,
    /// Switches as they are now.
    pub(crate) settings: &'a Settings,
    /// Ids of ranges and peers, and where peers are.
    pub(crate) names: &'a mut Names,
    /// What a person wants of ranges and repeats to their leaders, as PD would, but without a
    /// message.
    pub(crate) hand: &'a mut Hand,
    world: World<'a>,
}

/// Replicas whose raft-rs was called in the event being processed, and not looked at since.
pub(crate) type Called = VecDeque<(NodeId, ReplicaIndex)>;

/// Where effects go.
pub(crate) struct World<'a> {
    pub(crate) time: &'a mut Timeline,
    pub(crate) transport: &'a mut Transport,
    pub(crate) directory: &'a mut Directory,
    pub(crate) called: &'a mut Called,
    pub(crate) facts: &'a mut dyn Observer,
}

impl<'a> Context<'a> {
    /// For a node that is about to handle something.
    pub(crate) fn new(
        config: &'a ClusterConfig,
        settings: &'a Settings,
        (names, hand): (&'a mut Names, &'a mut Hand),
        world: World<'a>,
    ) -> Self {
        Context {
            config,
            settings,
            names,
            hand,
            world,
        }
    }

    /// Simulation time.
    pub(crate) fn now(&self) -> Micros {
        self.world.time.now()
    }

    /// Tells the observer.
    pub(crate) fn emit(&mut self, fact: Fact) {
        let time = &self.world.time;
        let (number, cause) = (time.events(), time.cause());
        self.world.facts.fact(time.now(), number, cause, &fact);
    }

    /// Tells that a replica's group or range changed; what the figures are depends on `what`.
    pub(crate) fn emit_change(&mut self, at: ReplicaRef, what: Change, a: u64, b: u64) {
        self.emit(Fact::Changed { at, what, a, b });
    }

    /// Tells the observer which values a read found.
    pub(crate) fn emit_rows(&mut self, request: RequestId, first_key: u64, values: &[u64]) {
        self.world.facts.rows(request, first_key, values);
    }

    /// Puts a message on its link.
    pub(crate) fn send(&mut self, from: NodeId, to: NodeId, label: Label, payload: Payload) {
        self.post(Outgoing {
            from,
            to,
            label,
            payload,
            note: Piggyback::default(),
            effort: Effort::default(),
        });
    }

    /// Puts a message on its link, with what the sender says of time and what encoding it cost.
    pub(crate) fn post(&mut self, out: Outgoing) {
        let World {
            time,
            transport,
            facts,
            ..
        } = &mut self.world;
        transport.post(out, time, *facts);
    }

    /// A node's host handles packets of a client. Returns when it has; now, if it is on no host.
    pub(crate) fn handle_packets(&mut self, node: NodeId, packets: u64) -> Micros {
        let now = self.now();
        let network = &mut self.world.transport.network;
        network.handle_packets(now, node, packets)
    }

    /// Schedules an event, caused by the one being processed.
    pub(crate) fn at(&mut self, at: Micros, event: Event) {
        self.world.time.at(at, event);
    }

    /// The number of the event being processed.
    pub(crate) fn event(&self) -> u64 {
        self.world.time.events()
    }

    /// Schedules an event with a cause that is not the event being processed.
    pub(crate) fn at_with_cause(&mut self, at: Micros, event: Event, cause: u64) {
        self.world.time.at_with_cause(at, event, cause);
    }

    /// An event follows the one being processed and those that follow it already, before all else.
    pub(crate) fn follow(&mut self, event: Event, cause: u64) {
        self.world.time.follow(event, cause);
    }

    /// What the event being processed began is not over: others follow it.
    pub(crate) fn has_more(&self) -> bool {
        self.world.time.has_more()
    }

    /// raft-rs was called at a replica: it may have something ready.
    pub(crate) fn note_call(&mut self, store: NodeId, index: ReplicaIndex) {
        self.world.called.push_back((store, index));
    }

    /// The replica of this store that was called first and not looked at since.
    pub(crate) fn next_called(&mut self, store: NodeId) -> Option<ReplicaIndex> {
        let called = &mut *self.world.called;
        let place = called.iter().position(|(node, _)| *node == store)?;
        called.remove(place).map(|(_, index)| index)
    }

    /// The event that caused the one being processed.
    pub(crate) fn cause(&self) -> u64 {
        self.world.time.cause()
    }

    /// Whether a node is a store.
    pub(crate) fn is_store(&self, node: NodeId) -> bool {
        let node = &self.config.nodes[usize::from(node.0)];
        matches!(node.kind, NodeKind::Store(_))
    }

    /// One-way delay between two nodes, faults included.
    pub(crate) fn delay_us(&self, from: NodeId, to: NodeId) -> Micros {
        self.world.transport.network.delay_us(from, to)
    }
}

/// Reads that are only counted: of each is told that it was asked, served and answered, and nothing
/// else (docs/design/capacity.md).
impl Context<'_> {
    /// The next step of a counted read is due at an instant.
    pub(crate) fn go_on(&mut self, slot: Slot, read: &CountedRead, due_us: Micros) {
        let request = read.request;
        let counted = &mut self.world.transport.counted;
        if due_us >= read.deadline_us {
            counted.queue_late(slot, None);
        }
        self.at(due_us, Event::Counted { slot, request });
    }

    /// Puts a counted read's message on its link.
    pub(crate) fn post_counted(
        &mut self,
        slot: Slot,
        read: &mut CountedRead,
        way: (NodeId, NodeId),
    ) {
        let World {
            time,
            transport,
            facts,
            ..
        } = &mut self.world;
        transport.post_counted(slot, read, way, (time, *facts));
    }

    /// A replica read its state for a counted read.
    pub(crate) fn count_served(&mut self, at: &ReplicaRef, read: &CountedRead) {
        let now = self.now();
        self.world.facts.served(now, at, read.mode, 1);
    }

    /// A counted read becomes an ordinary request, told in full from now on.
    pub(crate) fn join(&mut self, invoked_us: Micros, read: &RequestFact, at: Option<NodeId>) {
        let event = self.world.time.event_ref();
        self.world.facts.joined(event, invoked_us, read, at);
    }

    /// A counted read begins in the slot of its request. Whoever gets it keeps it (`keep_counted`)
    /// or ends it.
    #[expect(
        clippy::unnecessary_box_returns,
        reason = "the box is the slot's own, and goes back to it"
    )]
    pub(crate) fn begin_counted(&mut self, slot: Slot, read: CountedRead) -> Box<CountedRead> {
        self.world.transport.counted.begin(slot, read)
    }

    /// Puts a counted read back in its slot until its next step.
    pub(crate) fn keep_counted(&mut self, slot: Slot, read: Box<CountedRead>) {
        self.world.transport.counted.put_back(slot, read);
    }

    /// A counted read has its answer: its slot is free.
    pub(crate) fn end_counted(&mut self, slot: Slot, read: Box<CountedRead>) {
        self.world.transport.counted.end(slot, read);
    }

    /// Tells that a counted read ended.
    pub(crate) fn count(&mut self, read: &CountedFact) {
        let time = &self.world.time;
        let event = time.events();
        self.world.facts.counted(time.now(), event, read);
    }
}

/// What a store's transport does for it.
impl Context<'_> {
    /// What was said of time with a message that has arrived.
    pub(crate) fn take_piggyback(&mut self, flight: u64) -> Option<Piggyback> {
        self.world.transport.take_piggyback(flight)
    }

    /// The appends that the relay just sent was made from, for tests.
    pub(crate) fn keep_originals(&mut self, originals: Originals) {
        self.world.transport.keep_originals(originals);
    }

    /// The appends that a relay was made from, where tests want them.
    pub(crate) fn take_originals(&mut self, flight: u64) -> Originals {
        self.world.transport.take_originals(flight)
    }

    /// Closes the connection on which a message came, once this event is over.
    pub(crate) fn close_connection(&mut self, of: &SentFact) {
        self.world.transport.closed.push(*of);
    }

    /// Tells what the message just sent took off a link.
    pub(crate) fn emit_saved(&mut self, by: Saver, bytes: u64) {
        let flight = self.world.transport.sent();
        self.emit(Fact::Saved { flight, by, bytes });
    }

    /// Tells what the message just sent took off a link, unless the way is cut.
    pub(crate) fn emit_saved_if_it_goes(&mut self, way: (NodeId, NodeId), by: Saver, bytes: u64) {
        if !self.world.transport.network.is_cut(way.0, way.1) {
            self.emit_saved(by, bytes);
        }
    }
}

/// Names, and what the person who plays and whoever watches is told.
impl Context<'_> {
    /// The store of a peer, if there is such a peer.
    pub(crate) fn node_of_peer(&self, range: RangeId, peer: u64) -> Option<NodeId> {
        self.names.node_of_peer(range, peer)
    }

    /// The zone of a peer, if there is such a peer.
    pub(crate) fn zone_of_peer(&self, range: RangeId, peer: u64) -> Option<ZoneId> {
        let node = self.node_of_peer(range, peer)?;
        Some(self.config.zone_of(node))
    }

    /// Whether any group or range ever changed its shape. Before that a store need not ask or look
    /// for those who are gone, for nobody is: what it saves is work, and changes no decision.
    pub(crate) fn reshaped(&self) -> bool {
        self.world.directory.reshaped()
    }

    /// A replica applies a change of its group or range.
    pub(crate) fn record_reshaped(&mut self) {
        self.world.directory.record_reshaped();
    }

    /// A replica exists from now on.
    pub(crate) fn record_created(&mut self, at: ReplicaRef) {
        self.world.directory.record_created(at);
    }

    /// A replica exists no more.
    pub(crate) fn record_destroyed(&mut self, at: ReplicaRef) {
        self.world.directory.record_destroyed(at);
    }

    /// A replica has split; the new range ends at `end_key`.
    pub(crate) fn record_split(&mut self, at: ReplicaRef, split: &Split, end_key: u64) {
        self.world.directory.record_split(at, split, end_key);
    }

    /// A replica has taken in another range.
    pub(crate) fn record_merged(&mut self, commit: &CommitMerge, into: RangeId) {
        self.hand.forget(RangeId(commit.source));
        self.world.directory.record_merged(commit, into);
    }
}
