//! A process that stands still (SIGSTOP, a frozen virtual machine): its timers fire once, late,
//! when it goes on, and messages wait in the socket buffers of its connections.
//!
//! A timer is armed anew by its own event, so one that is held back is held back once: what waits
//! is bounded by what the store had under way. Only messages keep coming; their bound is that of
//! TCP's buffers, and what finds them full stays with its sender, whose transport lets go of it.

use sim::NodeId;

use crate::cluster::{Cluster, ReplicaIndex};
use crate::timeline::Event;
use model::config::FaultKey;
use model::fact::{Death, Observer};
use model::view::StoreStatus;

/// Bytes that wait on one connection: Linux's largest receive buffer (`tcp_rmem`, 6 MiB) and send
/// buffer (`tcp_wmem`, 4 MiB). A message that begins before they are full is taken whole.
const BUFFER_BYTES: u64 = 10 << 20;

impl<O: Observer> Cluster<O> {
    pub(crate) fn pause(&mut self, node: NodeId) {
        let store = &mut self.stores[usize::from(node.0)];
        if store.status == StoreStatus::Up {
            store.status = StoreStatus::Paused;
            self.begin_fault(FaultKey::Pause(node), Vec::new());
        }
    }

    pub(crate) fn resume(&mut self, node: NodeId) {
        if !self.is_paused(node) {
            return;
        }
        let now = self.now();
        self.stores[usize::from(node.0)].status = StoreStatus::Up;
        for (event, cause) in self.take_backlog(node) {
            if let Event::Arrive { slot, number } = event {
                let flight = self.transport.flights.get_mut(slot, number);
                flight.expect("nobody else takes it").in_buffer = false;
            }
            self.at_with_cause(now, event, cause);
        }
        self.end_fault(FaultKey::Pause(node));
    }

    /// What waits for a store, which waits no more.
    pub(crate) fn take_backlog(&mut self, node: NodeId) -> Vec<(Event, u64)> {
        let store = &mut self.stores[usize::from(node.0)];
        store.buffered.clear();
        std::mem::take(&mut store.backlog)
    }

    /// Whether a node is a store that stands still.
    pub(crate) fn is_paused(&self, node: NodeId) -> bool {
        let store = self.stores.get(usize::from(node.0));
        store.is_some_and(|store| store.status == StoreStatus::Paused)
    }

    /// Whether a replica's event happens now: the replica has not restarted or gone since it was
    /// scheduled, and its store is not paused (it then happens when the store resumes).
    #[inline]
    pub(crate) fn is_due(&mut self, index: ReplicaIndex, life: u32, event: Event) -> bool {
        let replica = &self.replicas[index as usize];
        let node = replica.at.node;
        replica.lives(life) && !self.hold_back(node, event)
    }

    /// Keeps an event for a paused store until it resumes. False when the store is not paused.
    pub(crate) fn hold_back(&mut self, node: NodeId, event: Event) -> bool {
        if !self.is_paused(node) {
            return false;
        }
        let cause = self.cause();
        let store = &mut self.stores[usize::from(node.0)];
        store.backlog.push((event, cause));
        true
    }

    /// A message reaches a paused store: it waits in its connection's buffers if they have room.
    pub(crate) fn wait_in_buffer(&mut self, slot: u32, number: u64) {
        let flight = self.transport.flights.get_mut(slot, number);
        let fact = flight.expect("it just arrived").fact;
        let buffered = &mut self.stores[usize::from(fact.to.0)].buffered;
        let place = buffered.iter().position(|(from, _)| *from == fact.from);
        let place = place.unwrap_or_else(|| {
            buffered.push((fact.from, 0));
            buffered.len() - 1
        });
        let waiting = &mut buffered[place].1;
        if *waiting >= BUFFER_BYTES {
            let flight = self
                .transport
                .flights
                .take(slot, number)
                .expect("just seen");
            return self.die(flight, Death::BufferFull);
        }
        *waiting += fact.bytes;
        let flight = self.transport.flights.get_mut(slot, number);
        flight.expect("just seen").in_buffer = true;
        self.hold_back(fact.to, Event::Arrive { slot, number });
    }
}
