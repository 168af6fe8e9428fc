//! Actions: what a person or a scenario does to the world, and the faults that stand afterwards.

use sim::{Clock, Degrade, FaultId, Impairment, NodeId, Place};

use super::Cluster;
use super::Undone;
use super::cluster::Standing;
use crate::gateway::Ask;
use crate::group::Replica;
use crate::store::Store;
use crate::timeline::Event;
use model::config::{Action, FaultKey, Settings, ValueKind};
use model::fact::{Death, Fact, Observer, ReplicaRef};
use model::operation::NotNow;
use model::operation::WhyUndone;

impl<O: Observer> Cluster<O> {
    /// Carries out the action of this position in the run's list.
    pub(super) fn carry_out(&mut self, ordinal: u32) {
        self.emit(Fact::Acted { ordinal });
        if let Err(why) = self.try_action(self.actions[ordinal as usize].clone()) {
            let at_us = self.now();
            self.undone.add(Undone {
                ordinal,
                at_us,
                why,
            });
        }
    }

    /// Does it, or says why that cannot be done. What is so already is as good as done.
    fn try_action(&mut self, action: Action) -> Result<(), WhyUndone> {
        match action {
            Action::Cut { from, to, both } => {
                let key = FaultKey::Cut { from, to, both };
                self.impair(key, from, to, both, Impairment::Cut);
            }
            Action::Isolate(place) => self.isolate(place),
            Action::Degrade {
                from,
                to,
                both,
                how,
            } => self.degrade(from, to, both, how),
            Action::Heal(key) => self.heal(key),
            Action::HealAll => self.heal_all(),
            Action::Crash(store) => self.crash(store),
            Action::Restart(store) => self.restart(store),
            Action::Pause(store) => self.pause(store),
            Action::Resume(store) => self.resume(store),
            Action::Campaign { store, range } => {
                if usize::from(store.0) >= self.stores.len() {
                    return Err(NotNow::NoReplicaThere.into());
                }
                let (store, mut cx) = self.at_store(store);
                return store.campaign(&mut cx, range);
            }
            Action::Transfer { to, range } => return self.transfer(to, range),
            Action::Operate { range, step } => return self.operate_by_hand(range, step),
            Action::Request {
                gateway,
                op,
                key,
                rows,
                value_bytes,
                mode,
            } => self.invoke(Ask {
                gateway,
                workload: None,
                op,
                key,
                rows,
                value_bytes,
                values: ValueKind::Line,
                mode,
                client: None,
                parent: 0,
            }),
            Action::SetWorkload { workload, running } => {
                let (gateways, mut cx) = self.at_gateways();
                gateways.set_workload(&mut cx, workload, running);
            }
            Action::Set(settings) => self.set(settings),
            Action::Drop { flight } => return self.drop_flight(flight),
            Action::Corrupt { flight } => return self.transport.corrupt_flight(flight),
            Action::CorruptNext { from, to, messages } => {
                self.transport.corrupt_next(from, to, messages);
            }
            Action::SetClock { store, drift_ppm } => {
                let now = self.now();
                if let Some(clock) = self.clock_mut(store) {
                    clock.set_drift(now, drift_ppm);
                }
            }
        }
        Ok(())
    }

    /// A store is gone: the other members of its groups that sleep hear of it as a broken
    /// connection, one delay later.
    fn wake_neighbours(&mut self, gone: NodeId) {
        let groups = self.stores[usize::from(gone.0)].existing();
        let groups: Vec<ReplicaRef> = groups.map(|replica| replica.at).collect();
        for at in groups {
            for other in self.directory.existing(at.range).to_vec() {
                let store = &self.stores[usize::from(other.node.0)];
                let sleeps = store.replica(at.range).is_some_and(Replica::is_asleep);
                let network = &self.transport.network;
                if !sleeps || store.is_down() || network.is_cut(gone, other.node) {
                    continue;
                }
                let due = self.now() + network.delay_us(gone, other.node);
                let event = store.peer_is_gone(at.range, at.peer);
                self.at(due, event.expect("it sleeps there"));
            }
        }
    }

    /// The clock of a store or a gateway.
    fn clock_mut(&mut self, node: NodeId) -> Option<&mut Clock> {
        if let Some(store) = self.stores.get_mut(usize::from(node.0)) {
            return Some(store.clock_mut());
        }
        self.gateways.clock_mut(node)
    }

    fn impair(&mut self, key: FaultKey, from: Place, to: Place, both: bool, what: Impairment) {
        if self.stands(key) {
            return;
        }
        let mut handles = vec![self.transport.network.impair(from, to, what)];
        if both {
            handles.push(self.transport.network.impair(to, from, what));
        }
        self.begin_fault(key, handles);
    }

    fn degrade(&mut self, from: Place, to: Place, both: bool, how: Degrade) {
        let key = FaultKey::Degrade { from, to, both };
        // The same link degraded anew: the new values replace the old ones.
        self.heal(key);
        self.impair(key, from, to, both, Impairment::Degrade(how));
    }

    fn isolate(&mut self, place: Place) {
        let key = FaultKey::Isolate(place);
        if !self.stands(key) {
            let handle = self.transport.network.isolate(place);
            self.begin_fault(key, vec![handle]);
        }
    }

    /// Ends one standing fault; one that does not stand stays ended.
    fn heal(&mut self, key: FaultKey) {
        match key {
            FaultKey::Crash(store) => self.restart(store),
            FaultKey::Pause(store) => self.resume(store),
            FaultKey::Cut { .. } | FaultKey::Isolate(_) | FaultKey::Degrade { .. } => {
                self.end_fault(key);
            }
        }
    }

    fn heal_all(&mut self) {
        let network = |key: &FaultKey| !matches!(key, FaultKey::Crash(_) | FaultKey::Pause(_));
        let keys: Vec<FaultKey> = self
            .standing
            .iter()
            .map(|s| s.key)
            .filter(network)
            .collect();
        for key in keys {
            self.end_fault(key);
        }
    }

    fn stands(&self, key: FaultKey) -> bool {
        self.standing.iter().any(|s| s.key == key)
    }

    pub(super) fn begin_fault(&mut self, key: FaultKey, handles: Vec<FaultId>) {
        assert!(!self.stands(key));
        self.standing.push(Standing { key, handles });
        self.standing_since.push((key, self.now()));
        self.emit(Fact::FaultBegan { fault: key });
        // A cut loses what is on the link.
        let network = &self.transport.network;
        let lost = self
            .transport
            .flights
            .chosen(|f| f.fate == sim::Fate::Arrives && network.is_cut(f.from, f.to));
        for (slot, number) in lost {
            let flight = self
                .transport
                .flights
                .take(slot, number)
                .expect("just chosen");
            self.die(flight, Death::Cut);
        }
    }

    pub(super) fn end_fault(&mut self, key: FaultKey) {
        let Some(position) = self.standing.iter().position(|s| s.key == key) else {
            return;
        };
        let ended = self.standing.remove(position);
        self.standing_since.remove(position);
        for handle in ended.handles {
            self.transport.network.heal(handle);
        }
        self.emit(Fact::FaultEnded { fault: key });
        if self.settings.hibernate && !matches!(key, FaultKey::Crash(_) | FaultKey::Pause(_)) {
            // Connections come back: who slept may have missed that it was removed.
            self.for_each_replica(Store::wake_if_up);
        }
    }

    /// Power loss: memory, the unsynced tail of the disk, and whatever is under way on its
    /// connections are gone. Peers learn of the broken connections as from a machine that answers
    /// for its dead process. A paused store can lose power too.
    fn crash(&mut self, node: NodeId) {
        if usize::from(node.0) >= self.stores.len() {
            return self.crash_gateway(node);
        }
        if self.stores[usize::from(node.0)].is_down() {
            return;
        }
        self.end_fault(FaultKey::Pause(node));
        let now = self.now();
        let store = &mut self.stores[usize::from(node.0)];
        let backlog = store.take_backlog();
        store.crash(now);
        self.transport.network.reset_connection(node);
        self.begin_fault(FaultKey::Crash(node), Vec::new());
        self.break_flights(node, true);
        self.break_connections(node);
        self.wake_neighbours(node);
        for (event, cause) in backlog {
            match event {
                Event::Arrive { slot, number } => {
                    let flight = self.transport.flights.take(slot, number);
                    self.die(flight.expect("it waited in a buffer"), Death::Broken);
                }
                // They find that their life is over.
                _ => self.at_with_cause(now, event, cause),
            }
        }
    }

    fn restart(&mut self, node: NodeId) {
        if usize::from(node.0) >= self.stores.len() {
            return self.restart_gateway(node);
        }
        let (store, cx) = self.at_store(node);
        if !store.is_down() {
            return;
        }
        store.boot(&cx);
        self.end_fault(FaultKey::Crash(node));
        let (store, mut cx) = self.at_store(node);
        store.start_replicas(&mut cx);
    }

    /// Asks the leader of the highest term to hand over; without one nothing happens.
    pub(super) fn transfer(&mut self, to: NodeId, range: u32) -> Result<(), WhyUndone> {
        let existing = self.directory.existing(range).iter();
        let target = existing.copied().find(|at| at.node == to);
        let peer = target.ok_or(NotNow::NoReplicaThere)?.peer;
        let (node, leader) = self.leader_of(range).ok_or(NotNow::NoLeader)?;
        let (store, mut cx) = self.at_store(node);
        store.transfer_leader(&mut cx, leader, peer);
        Ok(())
    }

    fn set(&mut self, settings: Settings) {
        if settings == self.settings {
            return;
        }
        let regroup = settings.group_commit != self.settings.group_commit;
        self.settings = settings;
        if !self.settings.hibernate {
            self.for_each_replica(Store::wake_if_up);
        }
        if !self.settings.check_quorum {
            self.for_each_replica(Store::forget_promises);
        }
        self.for_each_replica(Store::set_raft);
        self.emit(Fact::SettingsChanged);
        if regroup {
            self.for_each_replica(Store::regroup);
        }
        self.for_each_replica(Store::settle_relays);
        self.switch_driver();
        self.switch_safe_times();
    }

    /// Stores run the timers of safe times as the switch asks.
    pub(super) fn switch_safe_times(&mut self) {
        for node in 0..self.stores.len() as u16 {
            let (store, mut cx) = self.at_store(NodeId(node));
            store.switch_safe_time(&mut cx);
        }
    }

    /// Removes a message in flight; one that is no longer in flight cannot be dropped.
    fn drop_flight(&mut self, number: u64) -> Result<(), WhyUndone> {
        let found = self.transport.flights.chosen(|f| f.flight == number);
        if found.is_empty() {
            return Err(WhyUndone::NotInFlight);
        }
        for (slot, number) in found {
            let flight = self
                .transport
                .flights
                .take(slot, number)
                .expect("just chosen");
            self.die(flight, Death::Dropped);
        }
        Ok(())
    }
}
