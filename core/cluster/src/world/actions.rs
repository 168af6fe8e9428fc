//! Actions: what a person or a scenario does to the world.

use sim::{Clock, Impairment, NodeId};

use super::{AnyCluster, Undone};
use crate::gateway::Ask;
use crate::replica::Replica;
use model::config::{Action, FaultKey, OpKind, Settings, ValueKind};
use model::fact::{Death, Fact};
use model::ids::{RangeId, RequestId};
use model::named::NamedKeys;
use model::operation::NotNow;
use model::operation::WhyUndone;

impl AnyCluster {
    /// Carries out the action of this position in the run's list.
    pub(super) fn carry_out(&mut self, ordinal: u32) {
        self.emit(Fact::Acted { ordinal });
        self.make_all_ordinary();
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
            Action::Request { .. } | Action::RequestNamed { .. } => self.invoke(asked(&action)),
            Action::SetWorkload { workload, running } => {
                let (gateways, mut cx) = self.at_gateways();
                gateways.set_workload(&mut cx, workload, running);
            }
            Action::Set(settings) => self.set(settings),
            Action::Resize { of, to } => self.resize(of, to),
            Action::Drop { flight } => return self.drop_flight(flight),
            Action::Corrupt { flight } => return self.transport.corrupt_message(flight),
            Action::CorruptNext { from, to, messages } => {
                self.transport.corrupt_next(from, to, messages);
            }
            Action::SetClock { store, drift_ppm } => {
                let now = self.now();
                if let Some(clock) = self.clock_mut(store) {
                    clock.set_drift(now, drift_ppm);
                }
            }
            Action::Redraw { stream, of } => self.redraw(stream, of),
        }
        Ok(())
    }

    /// The clock of a store or a gateway.
    fn clock_mut(&mut self, node: NodeId) -> Option<&mut Clock> {
        if let Some(store) = self.stores.get_mut(usize::from(node.0)) {
            return Some(store.clock_mut());
        }
        self.gateways.clock_mut(node)
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

    /// Asks the leader of the highest term to hand over; without one nothing happens.
    fn transfer(&mut self, to: NodeId, range: RangeId) -> Result<(), WhyUndone> {
        let existing = self.directory.existing(range).iter();
        let target = existing.copied().find(|at| at.node == to);
        let peer = target.ok_or(NotNow::NoReplicaThere)?.peer;
        let (node, leader) = self.leader_of(range).ok_or(NotNow::NoLeader)?;
        let (store, mut cx) = self.at_store(node);
        let (replica, cx) = &mut store.at_replica(&mut cx, leader);
        replica.transfer_leader(cx, peer);
        Ok(())
    }

    fn set(&mut self, settings: Settings) {
        if settings == self.settings {
            return;
        }
        let regroup = settings.group_commit != self.settings.group_commit;
        self.settings = settings;
        if !self.settings.hibernate {
            self.for_each_replica(Replica::wake_if_up);
        }
        if !self.settings.check_quorum {
            self.for_each_replica(Replica::forget_promises);
        }
        self.for_each_replica(Replica::set_raft);
        self.emit(Fact::SettingsChanged);
        if regroup {
            self.for_each_replica(Replica::regroup);
        }
        self.for_each_replica(Replica::settle_relays);
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
        let found = self.transport.flights.take_one(number);
        self.die(found.ok_or(WhyUndone::NotInFlight)?, Death::Dropped);
        Ok(())
    }
}

/// What a request by hand asks.
fn asked(action: &Action) -> Ask {
    match *action {
        Action::Request {
            gateway,
            op,
            key,
            rows,
            value_bytes,
            mode,
        } => Ask {
            key,
            rows,
            value_bytes,
            mode,
            ..by_hand(gateway, op)
        },
        Action::RequestNamed {
            gateway,
            op,
            keys,
            value_bytes,
            mode,
        } => Ask {
            key: keys.first(),
            rows: keys.count(),
            value_bytes,
            mode,
            named: keys,
            ..by_hand(gateway, op)
        },
        _ => unreachable!("called for requests alone"),
    }
}

/// A request by hand, still without its rows.
fn by_hand(gateway: NodeId, op: OpKind) -> Ask {
    Ask {
        gateway,
        workload: None,
        op,
        key: 0,
        rows: 1,
        value_bytes: 0,
        values: ValueKind::Line,
        mode: None,
        client: None,
        parent: RequestId::NONE,
        retry: 0,
        retry_of: RequestId::NONE,
        asked_us: 0,
        then: None,
        operation: None,
        named: NamedKeys::default(),
    }
}
