//! What stores do for the placement driver: they count what they serve, report it with how their
//! ranges are, and take orders. They know that it runs from the switches, and what it thinks from
//! its orders alone; while it does not run, nothing here costs more than a look at a flag.

use sim::{Micros, NodeId};

use crate::cluster::{Cluster, ReplicaIndex};
use crate::flight::Payload;
use crate::members::{Membership, members_of};
use crate::replica::Replica;
use crate::timeline::Event;
use crate::transport::client_label;
use model::fact::{MessageType, Observer};
use model::view::StoreStatus;
use pd::report::{self, Member, RangeReport, ScheduleOrder, StoreReport};
use pd::{QUIET_REPORTS, Usage};

/// What stores count and remember for their reports.
#[derive(Default)]
pub(crate) struct Reports {
    /// Whether they report at all.
    runs: bool,
    /// Bumped whenever they begin or end, so that timers of before fall silent.
    epoch: u32,
    /// By replica; empty while nobody reports.
    usage: Vec<Usage>,
    /// Instant of each store's last report.
    reported_us: Vec<Micros>,
}

impl Reports {
    /// Stores report no longer.
    pub(crate) fn end(&mut self) {
        self.runs = false;
        self.epoch += 1;
        self.usage.clear();
    }
}

impl<O: Observer> Cluster<O> {
    /// Stores report from now on.
    pub(crate) fn begin_reports(&mut self) {
        let now = self.now();
        self.reports.runs = true;
        self.reports.epoch += 1;
        self.reports.reported_us = vec![now; self.stores.len()];
        let (epoch, every_us) = (self.reports.epoch, self.config.schedule.report_us);
        for store in 0..self.stores.len() as u16 {
            // Stores do not march in step.
            let phase = sim::mix(self.config.seed, u64::from(store)) % every_us;
            let store = NodeId(store);
            self.at(now + 1 + phase, Event::Report { store, epoch });
        }
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
        if !self.reports.runs {
            return;
        }
        let zone = self.config.zone_of(gateway);
        let usage = self.usage(index);
        usage.note(zone, anywhere, key);
    }

    /// What was counted for a replica in its present life.
    fn usage(&mut self, index: ReplicaIndex) -> &mut Usage {
        let (slot, now) = (index as usize, self.now());
        if self.reports.usage.len() <= slot {
            self.reports.usage.resize_with(slot + 1, Usage::default);
        }
        let life = self.replicas[slot].life;
        let usage = &mut self.reports.usage[slot];
        if usage.life != life || usage.since_us == 0 {
            *usage = Usage::of_life(life, now);
        }
        usage
    }

    /// A store's reports are due.
    pub(crate) fn report(&mut self, store: NodeId, epoch: u32) {
        if self.reports.epoch != epoch {
            return;
        }
        let every_us = self.config.schedule.report_us;
        let clock = &self.stores[usize::from(store.0)].clock;
        let next = self.now() + clock.sim_duration(every_us);
        self.at(next, Event::Report { store, epoch });
        let Some(pd) = self.config.placement_driver() else {
            return;
        };
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
        let last = &mut self.reports.reported_us[usize::from(store.0)];
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
