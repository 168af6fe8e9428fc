//! The world: what happens when, who is handed what, what a person does to it, and what may be seen
//! of it. It alone knows every node; no node knows it.
//!
//! `build` makes it, `run` takes one event at a time from the queue. All effects go through `emit`
//! (facts), the transport and `at` (future events); nodes own their state and get these with a
//! context (`nodes`).

mod actions;
mod arrival;
mod build;
mod counted;
mod death;
#[cfg(debug_assertions)]
mod directed;
pub mod encodings;
mod faults;
mod look;
mod nodes;
mod operate;
mod outage;
mod pause;
mod redraw;
mod resize;
mod run;
mod undone;

use std::ops::{Deref, DerefMut};

use sim::{Micros, NodeId};

pub use undone::{Undone, UndoneActions};

use crate::context::Called;
use crate::directory::Directory;
use crate::driver::PlacementDriver;
use crate::gateway::Gateways;
use crate::hand::Hand;
use crate::names::Names;
use crate::oracle::Oracle;
use crate::process::StoreContext;
use crate::replica::Replica;
use crate::store::Store;
use crate::timeline::{Event, ReplicaIndex, Timeline};
use crate::transport::Transport;
use faults::Standing;
use model::config::{Action, ClusterConfig, FaultKey, Settings};
use model::fact::{Fact, Observer};
use model::ids::RangeId;

/// Real Raft groups on a simulated network, driven event by event.
///
/// Whatever watches it, it is the same [`AnyCluster`], which has all else that it can do.
pub struct Cluster<O: Observer + ?Sized> {
    config: ClusterConfig,
    settings: Settings,
    time: Timeline,
    transport: Transport,
    names: Names,
    directory: Directory,
    called: Called,
    hand: Hand,
    /// By node: stores are the first.
    stores: Vec<Store>,
    gateways: Gateways,
    actions: Vec<Action>,
    standing: Vec<Standing>,
    standing_since: Vec<(FaultKey, Micros)>,
    undone: UndoneActions,
    driver: Option<PlacementDriver>,
    oracle: Option<Oracle>,
    observer: O,
}

/// A cluster, whoever watches it: its code is compiled once.
pub type AnyCluster = Cluster<dyn Observer>;

impl<O: Observer> Cluster<O> {
    /// What receives the facts.
    pub fn observer(&self) -> &O {
        &self.observer
    }

    /// What receives the facts.
    pub fn observer_mut(&mut self) -> &mut O {
        &mut self.observer
    }
}

impl<O: Observer + 'static> Deref for Cluster<O> {
    type Target = AnyCluster;

    fn deref(&self) -> &AnyCluster {
        self
    }
}

impl<O: Observer + 'static> DerefMut for Cluster<O> {
    fn deref_mut(&mut self) -> &mut AnyCluster {
        self
    }
}

impl AnyCluster {
    /// Does something at every replica of which its store has heard, in the order of their names.
    fn for_each_replica(&mut self, mut what: impl FnMut(&mut Replica, &mut StoreContext)) {
        for ordinal in 0..self.names.replicas().len() {
            let at = self.names.replicas()[ordinal];
            let (store, mut cx) = self.at_store(at.node);
            if let Some(index) = store.replica_of_peer(at.range, at.peer) {
                let (replica, mut cx) = store.at_replica(&mut cx, index);
                what(replica, &mut cx);
            }
        }
    }

    /// The running leader of a range, of the highest term if two believe that they lead.
    fn leader_of(&self, range: RangeId) -> Option<(NodeId, ReplicaIndex)> {
        let replicas = self.directory.existing(range).iter();
        let running = replicas.filter_map(|at| {
            let (term, index) = self.stores[usize::from(at.node.0)].leads(range)?;
            Some((term, (at.node, index)))
        });
        running.max_by_key(|(term, _)| *term).map(|(_, who)| who)
    }

    /// An event is over: stores do what raft-rs has ready, and what leaves with it is complete.
    #[inline]
    fn finish_event(&mut self) {
        while let Some((node, index)) = self.called.pop_front() {
            let (store, mut cx) = self.at_store(node);
            store.finish_call(&mut cx, index);
        }
        self.transport.close_flights();
    }

    /// Simulation time.
    pub fn now(&self) -> Micros {
        self.time.now()
    }

    /// Tells the observer.
    fn emit(&mut self, fact: Fact) {
        let (number, cause) = (self.time.events(), self.time.cause());
        self.observer.fact(self.time.now(), number, cause, &fact);
    }

    /// Schedules an event, caused by the one being processed.
    fn at(&mut self, at: Micros, event: Event) {
        self.time.at(at, event);
    }

    /// Schedules an event again that was held back; it keeps its cause.
    fn at_with_cause(&mut self, at: Micros, event: Event, cause: u64) {
        self.time.at_with_cause(at, event, cause);
    }

    /// Number of events processed.
    pub fn events(&self) -> u64 {
        self.time.events()
    }

    /// Number of messages sent, clients' included.
    pub fn messages(&self) -> u64 {
        self.transport.sent()
    }

    /// Number of Raft messages sent.
    pub fn raft_messages(&self) -> u64 {
        self.stores.iter().map(Store::raft_sent).sum()
    }

    /// What the run started from.
    pub fn config(&self) -> &ClusterConfig {
        &self.config
    }

    /// Switches as they are now.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }
}
