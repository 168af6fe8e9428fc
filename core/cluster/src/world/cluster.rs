//! The cluster: its parts, its event loop, and what may be seen of it.
//!
//! One event at a time is taken from the queue and handed to the part that it concerns; all effects
//! go through `emit` (facts), `send` (network) and `at` (future events). Nodes own their state and
//! get these with a context (`nodes`, `context`).

use sim::{Micros, Network, NodeId};

use super::UndoneActions;
use crate::context::Context;
use crate::directory::Directory;
use crate::driver::PlacementDriver;
use crate::gateway::Gateways;
use crate::group::{Replica, ReplicaStorage};
use crate::hand::Hand;
use crate::names::Names;
use crate::oracle::Oracle;
use crate::route::RangeCache;
use crate::store::{ReplicaIndex, Store};
use crate::timeline::{Event, Timeline};
use crate::transport::Transport;
use kv::machine::Machine;
use model::config::{Action, ClusterConfig, FaultKey, NodeKind, Settings};
use model::fact::{Began, Fact, Observer, ReplicaRef};

/// A standing fault with the network's handles for it.
pub(super) struct Standing {
    pub(super) key: FaultKey,
    pub(super) handles: Vec<sim::FaultId>,
}

/// Real Raft groups on a simulated network, driven event by event.
pub struct Cluster<O: Observer> {
    pub(super) config: ClusterConfig,
    pub(super) settings: Settings,
    pub(super) time: Timeline,
    pub(super) transport: Transport,
    pub(super) names: Names,
    pub(super) directory: Directory,
    pub(super) hand: Hand,
    /// By node: stores are the first.
    pub(super) stores: Vec<Store>,
    pub(super) gateways: Gateways,
    pub(super) actions: Vec<Action>,
    pub(super) standing: Vec<Standing>,
    pub(super) standing_since: Vec<(FaultKey, Micros)>,
    pub(super) undone: UndoneActions,
    pub(super) driver: Option<PlacementDriver>,
    pub(super) oracle: Option<Oracle>,
    pub(super) observer: O,
}

impl<O: Observer> Cluster<O> {
    /// Builds the cluster at instant 0. The config must be valid (the scenario crate sees to it).
    pub fn new(config: ClusterConfig, actions: Vec<(Micros, Action)>, observer: O) -> Self {
        let zones: Vec<_> = config.nodes.iter().map(|n| n.zone).collect();
        let width = usize::from(config.zones);
        let links = &config.links;
        let link = |from: sim::ZoneId, to: sim::ZoneId| {
            links[usize::from(from.0) * width + usize::from(to.0)]
        };
        let network = Network::new(config.seed, &zones, width, link);
        let mut cluster = Cluster {
            settings: config.settings.clone(),
            time: Timeline::new(),
            transport: Transport::new(network, config.seed),
            names: Names::default(),
            directory: Directory::default(),
            hand: Hand::default(),
            stores: Vec::new(),
            gateways: Gateways::new(&config),
            actions: Vec::new(),
            standing: Vec::new(),
            standing_since: Vec::new(),
            undone: UndoneActions::default(),
            driver: config.placement_driver().map(PlacementDriver::new),
            oracle: config
                .placement_driver()
                .map(|own| Oracle::new(own, RangeCache::created(&config))),
            observer,
            config,
        };
        cluster.build_stores();
        cluster.build_ranges();
        let (gateways, mut cx) = cluster.at_gateways();
        gateways.start_clients(&mut cx);
        for (at, action) in actions {
            let ordinal = cluster.actions.len() as u32;
            cluster.actions.push(action);
            cluster.time.at_first(at, Event::Act { ordinal });
        }
        cluster.switch_safe_times();
        cluster.start_replicas();
        cluster.switch_driver();
        cluster
    }

    fn build_stores(&mut self) {
        for (place, node) in self.config.nodes.iter().enumerate() {
            if let NodeKind::Store(store) = &node.kind {
                let node = NodeId(place as u16);
                self.stores.push(Store::new(node, store));
            }
        }
        assert!(!self.stores.is_empty());
    }

    fn build_ranges(&mut self) {
        let data = &self.config.data;
        let count = data.placement.len() as u64;
        assert!(count > 0 && data.rows >= count, "every range has a row");
        for (number, stores) in data.placement.iter().enumerate() {
            let first_key = data.rows * number as u64 / count;
            let end_key = data.rows * (number as u64 + 1) / count;
            let voters: Vec<u64> = (1..=stores.len() as u64).collect();
            let first_leader = data.first_leaders[number].unwrap_or(stores[0]);
            self.directory.create((first_key, end_key), first_leader);
            let range = self.names.new_range();
            for &node in stores {
                let peer = self.names.new_peer(range, node);
                let (_, ordinal) = self.names.peer(range, peer).expect("it was just named");
                let at = ReplicaRef { range, node, peer };
                let machine = Machine::new(first_key, end_key, data.row_bytes);
                let storage = ReplicaStorage::new(voters.clone(), machine);
                let replica = Replica::new(at, ordinal, self.config.seed, storage);
                self.stores[usize::from(node.0)].hold(replica);
                self.directory.note_created(at);
            }
        }
    }

    fn start_replicas(&mut self) {
        self.for_each_replica(Store::start_replica);
        for range in 0..self.names.ranges() {
            if let Some(node) = self.config.data.first_leaders[range as usize] {
                // Whoever may not stand yet will when its time is over.
                let (store, mut cx) = self.at_store(node);
                let _ = store.campaign(&mut cx, range);
            }
        }
    }

    /// Does something at every replica of which its store has heard, in the order of their names.
    pub(super) fn for_each_replica(
        &mut self,
        mut what: impl FnMut(&mut Store, &mut Context, ReplicaIndex),
    ) {
        for ordinal in 0..self.names.replicas().len() {
            let at = self.names.replicas()[ordinal];
            let (store, mut cx) = self.at_store(at.node);
            if let Some(index) = store.replica_of_peer(at.range, at.peer) {
                what(store, &mut cx, index);
            }
        }
    }

    /// The running leader of a range, of the highest term if two believe that they lead.
    pub(super) fn leader_of(&self, range: u32) -> Option<(NodeId, ReplicaIndex)> {
        let replicas = self.directory.existing(range).iter();
        let running = replicas.filter_map(|at| {
            let (term, index) = self.stores[usize::from(at.node.0)].leads(range)?;
            Some((term, (at.node, index)))
        });
        running.max_by_key(|(term, _)| *term).map(|(_, who)| who)
    }

    /// Simulation time.
    pub fn now(&self) -> Micros {
        self.time.now()
    }

    /// Instant of the next event.
    pub fn next_event_us(&self) -> Option<Micros> {
        self.time.next_us()
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

    /// Processes events up to and including `until`, at most `max_events` of them, and returns how
    /// many. Unless the limit stopped it, `now` is `until` afterwards.
    pub fn run_until(&mut self, until: Micros, max_events: u64) -> u64 {
        let mut done = 0;
        while self.time.next_us().is_some_and(|at| at <= until) {
            if done == max_events {
                return done;
            }
            self.step();
            done += 1;
        }
        if self.now() < until {
            self.time.advance_to(until);
        }
        done
    }

    /// Processes exactly one event; false when none is left.
    pub fn step(&mut self) -> bool {
        let Some(event) = self.time.next() else {
            return false;
        };
        if self.observer.wants_began() {
            let what = self.began(event);
            let (number, cause) = (self.time.events(), self.time.cause());
            self.observer.began(self.time.now(), number, cause, what);
        }
        self.dispatch(event);
        true
    }

    /// Schedules an action for an instant after now; it runs before every ordinary event of that
    /// instant. Returns its position in the run's action list.
    pub fn act(&mut self, at: Micros, action: Action) -> u32 {
        assert!(
            at > self.now(),
            "actions are for the future: the present is being processed"
        );
        let ordinal = self.actions.len() as u32;
        self.actions.push(action);
        self.time.at_first(at, Event::Act { ordinal });
        ordinal
    }

    fn dispatch(&mut self, event: Event) {
        match event {
            Event::Arrive { slot, number } => self.arrive(slot, number),
            Event::Tick { store, .. }
            | Event::Handle { store, .. }
            | Event::Serve { store, .. }
            | Event::Synced { store, .. }
            | Event::Apply { store, .. }
            | Event::SnapshotReport { store, .. }
            | Event::Unreachable { store, .. }
            | Event::Report { store, .. }
            | Event::SafeTick { store, .. } => self.store_timer(store, event),
            Event::Client { .. }
            | Event::Arrival { .. }
            | Event::Deadline
            | Event::Retry { .. }
            | Event::AskAgain { .. }
            | Event::Call { .. } => self.gateway_timer(event),
            Event::Patience { errand } => self.oracle_timer(errand),
            Event::Broken {
                slot,
                request,
                store,
            } => self.broken(slot, request, store),
            Event::Act { ordinal } => self.carry_out(ordinal),
            Event::Round { epoch } => self.driver_timer(epoch),
        }
    }

    /// What an event is, for the observer.
    fn began(&self, event: Event) -> Began {
        let at =
            |store: NodeId, replica: ReplicaIndex| self.stores[usize::from(store.0)].at(replica);
        match event {
            Event::Arrive { number, .. } => Began::Arrive { flight: number },
            Event::Tick { store, replica, .. } => Began::Tick {
                at: at(store, replica),
            },
            Event::Handle { number, .. } => Began::Handle { flight: number },
            Event::Serve { .. } => Began::Serve,
            Event::Synced { store, .. } => Began::Synced { store },
            Event::Apply { store, replica, .. } => Began::Apply {
                at: at(store, replica),
            },
            Event::SnapshotReport { store, replica, .. } => Began::SnapshotReport {
                at: at(store, replica),
            },
            Event::Unreachable { store, replica, .. } => Began::Unreachable {
                at: at(store, replica),
            },
            Event::Client { workload, .. } => Began::Client { workload },
            Event::Arrival { workload, .. } => Began::Arrival { workload },
            Event::Deadline => Began::Deadline,
            Event::Retry { request, .. } | Event::AskAgain { request, .. } => {
                Began::Retry { request }
            }
            Event::Patience { .. } | Event::Round { .. } => Began::Schedule {
                node: self.config.placement_driver().expect("it has a timer"),
            },
            Event::Broken { request, store, .. } => Began::Broken { request, store },
            Event::Call { place, number, .. } => Began::Retry {
                request: self.gateways.request_of_call(place, number),
            },
            Event::Act { ordinal } => Began::Act { ordinal },
            Event::Report { store: node, .. } | Event::SafeTick { store: node, .. } => {
                Began::Schedule { node }
            }
        }
    }

    /// Tells the observer.
    pub(super) fn emit(&mut self, fact: Fact) {
        let (number, cause) = (self.time.events(), self.time.cause());
        self.observer.fact(self.time.now(), number, cause, &fact);
    }

    /// Schedules an event, caused by the one being processed.
    pub(super) fn at(&mut self, at: Micros, event: Event) {
        self.time.at(at, event);
    }

    /// Schedules an event again that was held back; it keeps its cause.
    pub(super) fn at_with_cause(&mut self, at: Micros, event: Event, cause: u64) {
        self.time.at_with_cause(at, event, cause);
    }

    /// What receives the facts.
    pub fn observer(&self) -> &O {
        &self.observer
    }

    /// What receives the facts.
    pub fn observer_mut(&mut self) -> &mut O {
        &mut self.observer
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
