//! How a cluster begins: its nodes, its ranges with their first replicas, and what is switched on.

use sim::{Micros, Network, NodeId};

use super::{AnyCluster, Cluster, UndoneActions};
use crate::context::Called;
use crate::directory::Directory;
use crate::driver::PlacementDriver;
use crate::gateway::Gateways;
use crate::hand::Hand;
use crate::names::Names;
use crate::oracle::Oracle;
use crate::replica::{Replica, ReplicaStorage};
use crate::route::RangeCache;
use crate::store::Store;
use crate::timeline::{Event, Timeline};
use crate::transport::Transport;
use kv::machine::Machine;
use model::config::{Action, ClusterConfig, NodeKind};
use model::fact::{Observer, ReplicaRef};

impl<O: Observer + 'static> Cluster<O> {
    /// Builds the cluster at instant 0. The config must be valid (the scenario crate sees to it).
    pub fn new(config: ClusterConfig, actions: Vec<(Micros, Action)>, observer: O) -> Self {
        let zones: Vec<_> = config.nodes.iter().map(|n| n.zone).collect();
        let width = usize::from(config.zones);
        let links = &config.links;
        let link = |from: sim::ZoneId, to: sim::ZoneId| {
            links[usize::from(from.0) * width + usize::from(to.0)]
        };
        let mut network = Network::new(config.seed, &zones, width, link);
        let machines = &config.machines;
        network.put_on_hosts(&machines.hosts, machines.costs.packet_ns);
        let mut cluster = Cluster {
            settings: config.settings.clone(),
            time: Timeline::new(),
            transport: Transport::new(network, config.seed),
            names: Names::default(),
            directory: Directory::default(),
            called: Called::default(),
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
        cluster.begin(actions);
        cluster
    }
}

impl AnyCluster {
    fn begin(&mut self, actions: Vec<(Micros, Action)>) {
        self.build_stores();
        self.build_ranges();
        let (gateways, mut cx) = self.at_gateways();
        gateways.start_clients(&mut cx);
        for (at, action) in actions {
            let ordinal = self.actions.len() as u32;
            self.actions.push(action);
            self.time.at_first(at, Event::Action { ordinal });
        }
        self.switch_safe_times();
        self.start_replicas();
        self.switch_driver();
        self.finish_event();
    }

    fn build_stores(&mut self) {
        for (place, node) in self.config.nodes.iter().enumerate() {
            if let NodeKind::Store(store) = &node.kind {
                let node = NodeId(place as u16);
                self.stores.push(Store::new(node, store, self.config.seed));
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
                self.directory.record_created(at);
            }
        }
    }

    fn start_replicas(&mut self) {
        self.for_each_replica(Replica::start_up);
        for range in self.names.ranges() {
            if let Some(node) = self.config.data.first_leaders[range.0 as usize] {
                // Whoever may not stand yet will when its time is over.
                let (store, mut cx) = self.at_store(node);
                let _ = store.campaign(&mut cx, range);
            }
        }
    }
}
