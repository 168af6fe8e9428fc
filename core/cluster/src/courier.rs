//! Between the cluster and the placement driver: timers, reports out of replicas, orders into them.
//! Everything that the driver learns or wants crosses the network as a message of kind `schedule`;
//! while it does not run, nothing here costs more than a look at a flag.

use sim::{Micros, NodeId, ZoneId};

use crate::cluster::{Cluster, Event, ReplicaIndex};
use crate::flight::{Flight, Payload};
use crate::members::{Membership, members_of};
use crate::replica::Replica;
use crate::service::client_label;
use model::config::NodeKind;
use model::fact::{Decision, Fact, MessageType, Observer};
use model::view::StoreStatus;
use pd::report::{self, Member, RangeReport, ScheduleOrder, StoreReport};
use pd::{Choice, Driver, Order, QUIET_REPORTS, Usage, is_wanted};

/// The placement driver and what stores count for it.
#[derive(Default)]
pub(crate) struct Courier {
    /// Bumped whenever it starts or stops, so that timers of before fall silent.
    epoch: u32,
    /// What it knows; `None` = it does not run.
    driver: Option<Driver>,
    /// By replica; empty while the driver does not run.
    usage: Vec<Usage>,
    /// Instant of each store's last report.
    reported_us: Vec<Micros>,
}

impl<O: Observer> Cluster<O> {
    /// Starts or stops the driver as the switches ask. Learners that it made are taken away first.
    pub(crate) fn switch_driver(&mut self) {
        let cleaning = self
            .courier
            .driver
            .as_ref()
            .is_some_and(Driver::has_learners);
        let wanted = is_wanted(&self.settings) || cleaning;
        if wanted == self.courier.driver.is_some() {
            return;
        }
        self.courier.epoch += 1;
        self.courier.usage.clear();
        if !wanted {
            self.courier.driver = None;
            return;
        }
        let Some(driver) = self.driver_node() else {
            return;
        };
        let now = self.now();
        let nodes = self.config.nodes.iter().enumerate();
        let stores: Vec<(NodeId, ZoneId)> = nodes
            .filter(|(_, node)| matches!(node.kind, NodeKind::Store(_)))
            .map(|(position, node)| (NodeId(position as u16), node.zone))
            .collect();
        let voters = self.config.data.placement.iter().map(Vec::len).max();
        let voters = voters.unwrap_or(1);
        self.courier.driver = Some(Driver::new(self.config.zones, &stores, voters, now));
        self.courier.reported_us = vec![now; stores.len()];
        let (epoch, every_us) = (self.courier.epoch, self.config.schedule.report_us);
        for &(store, _) in &stores {
            // Stores do not march in step.
            let phase = sim::mix(self.config.seed, u64::from(store.0)) % every_us;
            self.at(now + 1 + phase, Event::Report { store, epoch });
        }
        self.at(now + every_us, Event::Round { driver, epoch });
    }

    /// The placement driver's node.
    fn driver_node(&self) -> Option<NodeId> {
        let is_driver = |kind: &NodeKind| matches!(kind, NodeKind::PlacementDriver);
        let position = self.config.nodes.iter().position(|n| is_driver(&n.kind))?;
        Some(NodeId(position as u16))
    }

    /// Notes at a store that a replica served a request of this gateway; `anywhere` if any replica
    /// might have.
    pub(crate) fn note_use(
        &mut self,
        index: ReplicaIndex,
        gateway: NodeId,
        anywhere: bool,
        key: u64,
    ) {
        if self.courier.driver.is_none() {
            return;
        }
        let zone = self.config.nodes[usize::from(gateway.0)].zone;
        let usage = self.usage(index);
        usage.note(zone, anywhere, key);
    }

    /// What was counted for a replica in its present life.
    fn usage(&mut self, index: ReplicaIndex) -> &mut Usage {
        let (slot, now) = (index as usize, self.now());
        if self.courier.usage.len() <= slot {
            self.courier.usage.resize_with(slot + 1, Usage::default);
        }
        let life = self.replicas[slot].life;
        let usage = &mut self.courier.usage[slot];
        if usage.life != life || usage.since_us == 0 {
            *usage = Usage::of_life(life, now);
        }
        usage
    }

    /// A store's reports are due.
    pub(crate) fn report(&mut self, store: NodeId, epoch: u32) {
        if self.courier.epoch != epoch {
            return;
        }
        let every_us = self.config.schedule.report_us;
        let clock = &self.stores[usize::from(store.0)].clock;
        let next = self.now() + clock.sim_duration(every_us);
        self.at(next, Event::Report { store, epoch });
        let Some(pd) = self.driver_node() else { return };
        if self.stores[usize::from(store.0)].status != StoreStatus::Up {
            return;
        }
        let (mut served, mut reads) = (0, Vec::new());
        for index in self.stores[usize::from(store.0)].replicas.clone() {
            let replica = &self.replicas[index as usize];
            let (range, leads) = (replica.at.range, replica.is_leader());
            let usage = self.usage(index);
            served += usage.requests;
            if leads {
                self.report_range(index, pd);
                continue;
            }
            let by_zone = usage.zones.iter().filter(|zone| zone.reads > 0);
            reads.extend(by_zone.map(|by| (range, by.zone, by.reads)));
            let now = self.now();
            self.usage(index).restart(now);
        }
        let now = self.now();
        let last = &mut self.courier.reported_us[usize::from(store.0)];
        let report = StoreReport {
            node: store,
            covers_us: now - std::mem::replace(last, now),
            served,
            reads,
        };
        let bytes = report::store_report_bytes(&report);
        let label = client_label(MessageType::StoreReport, 0, bytes, 0);
        self.send(store, pd, label, Payload::StoreReport(Box::new(report)));
    }

    /// A leader reports on its range, unless nothing is new and it did so lately.
    fn report_range(&mut self, index: ReplicaIndex, pd: NodeId) {
        let now = self.now();
        let report = self.range_report(index);
        let quiet_us = QUIET_REPORTS * self.config.schedule.report_us;
        let hash = hash_of(&report);
        let usage = self.usage(index);
        usage.restart(now);
        let is_news = report.requests > 0
            || usage
                .told
                .is_none_or(|(at, known)| known != hash || now >= at + quiet_us);
        if !is_news {
            return;
        }
        usage.told = Some((now, hash));
        let (from, range) = (report.leader, report.range);
        let bytes = report::range_report_bytes(&report);
        let label = client_label(MessageType::RangeReport, range, bytes, 0);
        self.send(from, pd, label, Payload::RangeReport(Box::new(report)));
    }

    fn range_report(&mut self, index: ReplicaIndex) -> RangeReport {
        let now = self.now();
        let at = self.replicas[index as usize].at;
        let storage = self.replicas[index as usize].storage();
        let (first_key, end_key) = storage.machine.keys();
        let (epoch, bytes) = (storage.machine.epoch.keys, storage.machine.bytes());
        let joint = storage.is_joint();
        let known = members_of(storage.conf_state());
        let mut members = Vec::with_capacity(known.len());
        for (peer, what) in known {
            let Some(node) = self.node_of_peer(at.range, peer) else {
                continue;
            };
            members.push(Member {
                node,
                peer,
                learner: what == Membership::Learner,
                behind: behind(&mut self.replicas[index as usize], peer),
            });
        }
        let term = self.replicas[index as usize].soft().term;
        let usage = self.usage(index);
        RangeReport {
            range: at.range,
            leader: at.node,
            term,
            epoch,
            first_key,
            end_key,
            bytes,
            joint,
            members,
            covers_us: now - usage.since_us,
            requests: usage.requests,
            halfway_key: usage.halfway_key(),
            zones: usage.zones.clone(),
        }
    }

    /// A message reaches the placement driver.
    pub(crate) fn driver_receives(&mut self, flight: Flight) {
        let now = self.now();
        let every_us = self.config.schedule.report_us;
        // A report that was on its way when the driver was switched off.
        let Some(driver) = &mut self.courier.driver else {
            return;
        };
        match flight.payload {
            Payload::StoreReport(report) => driver.hear_store(&report, now),
            Payload::RangeReport(report) => driver.hear_range(*report, every_us, now),
            _ => panic!("only reports go to the placement driver"),
        }
    }

    /// The driver's next round is due.
    pub(crate) fn round(&mut self, by: NodeId, epoch: u32) {
        if self.courier.epoch != epoch {
            return;
        }
        let now = self.now();
        let Some(driver) = &mut self.courier.driver else {
            return;
        };
        let outcome = driver.round(&self.settings, &self.config.schedule, now);
        for choice in outcome.choices {
            self.emit(Fact::Decided(decision(by, choice)));
        }
        for order in outcome.orders {
            self.send_schedule_order(by, order);
        }
        let next = now + self.config.schedule.report_us;
        self.at(next, Event::Round { driver: by, epoch });
        self.switch_driver();
    }

    fn send_schedule_order(&mut self, from: NodeId, order: Order) {
        let Order { range, to, step } = order;
        let order = ScheduleOrder { range, step };
        let bytes = report::order_bytes(order);
        let label = client_label(MessageType::ScheduleOrder, range, bytes, 0);
        self.send(from, to, label, Payload::Order(order));
    }

    /// An order reaches a store: its leader does it, if it still leads. What cannot be done now is
    /// ordered again by the next round.
    pub(crate) fn schedule_order_arrives(&mut self, store: NodeId, order: ScheduleOrder) {
        let Some(index) = self.running_replica(store, order.range) else {
            return;
        };
        if self.replicas[index as usize].is_leader() {
            self.take_order(index, order.step);
        }
    }
}

/// How far a leader's log is ahead of what a peer is known to have.
fn behind(replica: &mut Replica, peer: u64) -> u64 {
    if peer == replica.at.peer {
        return 0;
    }
    let raft = &replica.node().raft;
    let matched = raft.prs().get(peer).map_or(0, |progress| progress.matched);
    raft.raft_log.last_index().saturating_sub(matched)
}

fn decision(by: NodeId, choice: Choice) -> Decision {
    Decision {
        by,
        range: choice.range,
        what: choice.what,
        why: choice.why,
        subject: choice.subject,
        other: choice.other,
        figure: choice.figure,
        limit: choice.limit,
    }
}

/// What a report says apart from use, in one number. How far members are behind counts while a
/// learner catches up: the driver waits for it.
fn hash_of(report: &RangeReport) -> u64 {
    let mut hash = sim::mix(report.term, u64::from(report.joint));
    for figure in [report.first_key, report.end_key, report.bytes] {
        hash = sim::mix(hash, figure);
    }
    for member in &report.members {
        let behind: Micros = if member.learner { member.behind } else { 0 };
        hash = sim::mix(
            hash,
            sim::mix(member.peer, behind << 1 | u64::from(member.learner)),
        );
    }
    hash
}
