//! The cluster: its parts, its event loop, and what may be seen of it.
//!
//! One event at a time is taken from the queue and handed to the part that it concerns; all effects
//! go through `emit` (facts), `send` (network) and `at` (future events). Gateways, the placement
//! driver and the oracle own their state and get these with a context (`nodes`, `context`). Stores
//! and replicas are this struct's: the other modules of this crate are `impl` blocks of it by
//! subject.

use sim::{Clock, Cores, Disk, Micros, Network, NodeId};

use crate::driver::PlacementDriver;
use crate::flight::Flights;
use crate::gateway::Gateways;
use crate::hand::ByHand;
use crate::oracle::Oracle;
use crate::replica::Replica;
use crate::reports::Reports;
use crate::route::RangeCache;
use crate::storage::ReplicaStorage;
use crate::timeline::{Event, Timeline};
use crate::transport::{Outgoing, Transport};
use crate::undone::UndoneActions;
use kv::machine::Machine;
use model::config::{Action, ClusterConfig, FaultKey, NodeKind, Settings};
use model::fact::{Began, Fact, Observer, ReplicaRef};
use model::view::StoreStatus;

/// Position of a replica in `Cluster::replicas`.
pub(crate) type ReplicaIndex = u32;

/// Whether a range serves keys.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Its number was given out; no replica has split for it.
    Unborn,
    Live,
    /// It went into a neighbour.
    Ended,
}

/// A range: its keys as requests find it, and its replicas.
pub(crate) struct Range {
    pub(crate) first_key: u64,
    pub(crate) end_key: u64,
    /// Those that exist, by peer.
    pub(crate) replicas: Vec<ReplicaIndex>,
    /// Every peer that ever was, by its id less one.
    pub(crate) peers: Vec<ReplicaIndex>,
    pub(crate) phase: Phase,
    /// What a person wants of it.
    pub(crate) by_hand: Option<ByHand>,
    /// Where requests look for its leader first.
    pub(crate) first_leader: NodeId,
}

impl Range {
    pub(crate) fn unborn() -> Self {
        Range {
            first_key: 0,
            end_key: 0,
            replicas: Vec::new(),
            peers: Vec::new(),
            phase: Phase::Unborn,
            by_hand: None,
            first_leader: NodeId(0),
        }
    }
}

/// A store's hardware and condition.
pub(crate) struct Store {
    pub(crate) cores: Cores,
    pub(crate) disk: Disk,
    pub(crate) clock: Clock,
    pub(crate) status: StoreStatus,
    pub(crate) replicas: Vec<ReplicaIndex>,
    /// Replicas that wait for a write of this number to be durable, oldest first.
    pub(crate) sync_waits: std::collections::VecDeque<(u64, ReplicaIndex)>,
    /// While it is paused: events that wait for it to go on, in order.
    pub(crate) backlog: Vec<(Event, u64)>,
    /// And the bytes that wait in its connections' socket buffers, by sender.
    pub(crate) buffered: Vec<(NodeId, u64)>,
    /// Reads whose service runs on the cores, by slot.
    pub(crate) serving: crate::serving::Serving,
    /// After a restart: when its clock shows this, promises of the life before have run out.
    pub(crate) votes_from_us: Option<i64>,
    /// Reads that it passed on to leaders.
    pub(crate) passed: Vec<crate::route::Passed>,
    /// Bumped by each crash.
    pub(crate) life: u32,
    /// Time between commit and apply here, beside the setting for every store.
    pub(crate) apply_delay_us: Micros,
}

/// A standing fault with the network's handles for it.
pub(crate) struct Standing {
    pub(crate) key: FaultKey,
    pub(crate) handles: Vec<sim::FaultId>,
}

/// Real Raft groups on a simulated network, driven event by event.
pub struct Cluster<O: Observer> {
    pub(crate) config: ClusterConfig,
    pub(crate) settings: Settings,
    pub(crate) time: Timeline,
    pub(crate) transport: Transport,
    pub(crate) stores: Vec<Store>,
    pub(crate) replicas: Vec<Replica>,
    /// By number; ended ones too, numbers are not used again.
    pub(crate) ranges: Vec<Range>,
    /// First key and number of every range that serves keys, by first key.
    pub(crate) routes: Vec<(u64, u32)>,
    /// Whether any group or range ever changed its shape.
    pub(crate) reshaped: bool,
    pub(crate) gateways: Gateways,
    /// Room for one batch of outgoing messages, empty between events.
    #[expect(clippy::vec_box, reason = "sorted as pointers")]
    pub(crate) batch: Vec<Box<raft::eraftpb::Message>>,
    /// Messages that arrived and wait for a core.
    pub(crate) queued: Flights,
    pub(crate) raft_sent: u64,
    /// While the oracle is on: the appends that a relay in flight was made from, by flight.
    pub(crate) originals: Vec<(u64, Vec<raft::eraftpb::Message>)>,
    pub(crate) actions: Vec<Action>,
    pub(crate) standing: Vec<Standing>,
    pub(crate) standing_since: Vec<(FaultKey, Micros)>,
    pub(crate) undone: UndoneActions,
    pub(crate) log: slog::Logger,
    pub(crate) driver: Option<PlacementDriver>,
    pub(crate) reports: Reports,
    pub(crate) safe_times: crate::safe_time::SafeTimes,
    pub(crate) oracle: Option<Oracle>,
    pub(crate) observer: O,
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
            stores: Vec::new(),
            replicas: Vec::new(),
            ranges: Vec::new(),
            routes: Vec::new(),
            reshaped: false,
            gateways: Gateways::new(&config),
            batch: Vec::new(),
            queued: Flights::default(),
            raft_sent: 0,
            originals: Vec::new(),
            actions: Vec::new(),
            standing: Vec::new(),
            standing_since: Vec::new(),
            undone: UndoneActions::default(),
            log: slog::Logger::root(slog::Discard, slog::o!()),
            driver: config.placement_driver().map(PlacementDriver::new),
            reports: Reports::default(),
            safe_times: crate::safe_time::SafeTimes::default(),
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
        cluster.switch_safe_time();
        cluster.start_replicas();
        cluster.switch_driver();
        cluster
    }

    fn build_stores(&mut self) {
        for node in &self.config.nodes {
            let NodeKind::Store(store) = &node.kind else {
                continue;
            };
            self.stores.push(Store {
                cores: Cores::new(store.cores),
                disk: Disk::new(store.fsync_us, store.disk_bytes_per_s),
                clock: Clock::new(store.clock_offset_us, store.clock_drift_ppm),
                status: StoreStatus::Up,
                replicas: Vec::new(),
                sync_waits: std::collections::VecDeque::new(),
                backlog: Vec::new(),
                buffered: Vec::new(),
                serving: crate::serving::Serving::default(),
                votes_from_us: None,
                passed: Vec::new(),
                life: 0,
                apply_delay_us: store.apply_delay_us,
            });
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
            let mut replicas = Vec::new();
            for (position, &node) in stores.iter().enumerate() {
                let at = ReplicaRef {
                    range: number as u32,
                    node,
                    peer: position as u64 + 1,
                };
                let machine = Machine::new(first_key, end_key, data.row_bytes);
                let storage = ReplicaStorage::new(voters.clone(), machine);
                let index = self.replicas.len() as ReplicaIndex;
                self.replicas
                    .push(Replica::new(at, self.config.seed, storage));
                self.stores[usize::from(node.0)].replicas.push(index);
                replicas.push(index);
            }
            self.routes.push((first_key, number as u32));
            let first_leader = data.first_leaders[number].unwrap_or(stores[0]);
            self.ranges.push(Range {
                first_key,
                end_key,
                peers: replicas.clone(),
                replicas,
                phase: Phase::Live,
                first_leader,
                ..Range::unborn()
            });
        }
    }

    fn start_replicas(&mut self) {
        for index in 0..self.replicas.len() as ReplicaIndex {
            self.start_replica(index);
        }
        for range in 0..self.ranges.len() as u32 {
            if let Some(store) = self.config.data.first_leaders[range as usize] {
                // Whoever may not stand yet will when its time is over.
                let _ = self.campaign(store, range);
            }
        }
    }

    /// Starts a replica on its disk; its ticks begin at a phase of its own.
    pub(crate) fn start_replica(&mut self, index: ReplicaIndex) {
        let replica = &mut self.replicas[index as usize];
        if !replica.exists() {
            return;
        }
        replica.start(&self.config.raft, &self.settings, &self.log);
        self.start_safe_time(index);
        self.assign_commit_groups(index);
        let replica = &self.replicas[index as usize];
        let tick_us = self.config.raft.tick_us;
        let label = u64::from(replica.life);
        let phase = sim::mix(sim::mix(self.config.seed, u64::from(index)), label) % tick_us;
        let life = replica.life;
        self.at(
            self.now() + 1 + phase,
            Event::Tick {
                replica: index,
                life,
            },
        );
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
        self.raft_sent
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
            Event::Tick { replica, life } => self.tick(replica, life),
            Event::Handle { slot, number, life } => self.handle_late(slot, number, life),
            Event::Serve { slot, life } => self.serve(slot, life),
            Event::Synced { store, generation } => self.synced(store, generation),
            Event::Apply { replica, life } => self.apply_due(replica, life),
            Event::SnapshotReport {
                replica,
                life,
                peer,
                ok,
            } => {
                self.report_snapshot(replica, life, u64::from(peer), ok);
            }
            Event::Unreachable {
                replica,
                life,
                peer,
            } => self.unreachable(replica, life, peer),
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
            Event::Report { store, epoch } => self.report(store, epoch),
            Event::Round { epoch } => self.driver_timer(epoch),
            Event::SafeTick { store, epoch } => self.safe_tick(store, epoch),
        }
    }

    /// What an event is, for the observer.
    fn began(&self, event: Event) -> Began {
        let at = |replica: ReplicaIndex| self.replicas[replica as usize].at;
        match event {
            Event::Arrive { number, .. } => Began::Arrive { flight: number },
            Event::Tick { replica, .. } => Began::Tick { at: at(replica) },
            Event::Handle { number, .. } => Began::Handle { flight: number },
            Event::Serve { .. } => Began::Serve,
            Event::Synced { store, .. } => Began::Synced { store },
            Event::Apply { replica, .. } => Began::Apply { at: at(replica) },
            Event::SnapshotReport { replica, .. } => Began::SnapshotReport { at: at(replica) },
            Event::Unreachable { replica, .. } => Began::Unreachable { at: at(replica) },
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
    pub(crate) fn emit(&mut self, fact: Fact) {
        let (number, cause) = (self.time.events(), self.time.cause());
        self.observer.fact(self.time.now(), number, cause, &fact);
    }

    /// Puts a message on its link.
    pub(crate) fn post(&mut self, out: Outgoing) {
        self.transport.post(out, &mut self.time, &mut self.observer);
    }

    /// Schedules an event, caused by the one being processed.
    pub(crate) fn at(&mut self, at: Micros, event: Event) {
        self.time.at(at, event);
    }

    /// Schedules an event again that was held back; it keeps its cause.
    pub(crate) fn at_with_cause(&mut self, at: Micros, event: Event, cause: u64) {
        self.time.at_with_cause(at, event, cause);
    }

    /// The event that caused the one being processed.
    pub(crate) fn cause(&self) -> u64 {
        self.time.cause()
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
