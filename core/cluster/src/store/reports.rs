//! What stores do for the placement driver: they count what they serve, report it with how their
//! ranges are, and take orders. They know that it runs from the switches, and what it thinks from
//! its orders alone; while it does not run, nothing here costs more than a look at a flag.

use sim::{Micros, NodeId};

use crate::context::Context;
use crate::message::{Payload, client_label};
use crate::replica::{Membership, Replica, members_of};
use crate::store::Store;
use crate::timeline::{Event, ReplicaIndex};
use model::fact::MessageType;
use model::ids::{RangeId, RequestId};
use model::view::StoreStatus;
use pd::report::{self, Member, RangeReport, StoreReport};
use pd::{QUIET_REPORTS, Usage};

impl Store {
    /// It reports from now on.
    pub(crate) fn begin_reports(&mut self, cx: &mut Context) {
        let (now, store) = (cx.now(), self.process.node);
        self.process.reports.begin(now);
        let epoch = self.process.reports.epoch;
        // Stores do not march in step.
        let phase = sim::mix(cx.config.seed, u64::from(store.0)) % cx.config.schedule.report_us;
        cx.at(now + 1 + phase, Event::Report { store, epoch });
    }

    /// Reports are due.
    pub(crate) fn report(&mut self, cx: &mut Context, epoch: u32) {
        if self.process.reports.epoch != epoch {
            return;
        }
        let (now, store) = (cx.now(), self.process.node);
        let next = now
            + self
                .process
                .clock
                .sim_duration(cx.config.schedule.report_us);
        cx.at(next, Event::Report { store, epoch });
        let Some(pd) = cx.config.placement_driver() else {
            return;
        };
        if self.status != StoreStatus::Up {
            return;
        }
        let (mut served, mut reads) = (0, Vec::new());
        for index in self.replicas.present().to_vec() {
            let replica = &self.replicas[index];
            let (range, leads) = (replica.at.range, replica.is_leader());
            let usage = self.usage(cx, index);
            served += usage.requests;
            if leads {
                self.report_range(cx, index, pd);
                continue;
            }
            let by_zone = usage.zones.iter().filter(|zone| zone.reads > 0);
            reads.extend(by_zone.map(|by| (range, by.zone, by.reads)));
            usage.restart(now);
        }
        let report = StoreReport {
            node: store,
            covers_us: now - std::mem::replace(&mut self.process.reports.reported_us, now),
            served,
            reads,
        };
        let bytes = report::store_report_bytes(&report);
        let label = client_label(MessageType::StoreReport, RangeId(0), bytes, RequestId::NONE);
        self.at_process(cx)
            .send(pd, label, Payload::StoreReport(Box::new(report)));
    }

    /// A leader reports on its range, unless nothing is new and it did so lately.
    fn report_range(&mut self, cx: &mut Context, index: ReplicaIndex, pd: NodeId) {
        let now = cx.now();
        let report = self.range_report(cx, index);
        let quiet_us = QUIET_REPORTS * cx.config.schedule.report_us;
        let hash = hash_of(&report);
        let usage = self.usage(cx, index);
        usage.restart(now);
        let is_news = report.requests > 0
            || usage
                .told
                .is_none_or(|(at, known)| known != hash || now >= at + quiet_us);
        if !is_news {
            return;
        }
        usage.told = Some((now, hash));
        let range = report.range;
        let bytes = report::range_report_bytes(&report);
        let label = client_label(MessageType::RangeReport, range, bytes, RequestId::NONE);
        self.at_process(cx)
            .send(pd, label, Payload::RangeReport(Box::new(report)));
    }

    fn range_report(&mut self, cx: &Context, index: ReplicaIndex) -> RangeReport {
        let now = cx.now();
        let at = self.replicas[index].at;
        let storage = self.replicas[index].storage();
        let (first_key, end_key) = storage.machine.keys();
        let (epoch, bytes) = (storage.machine.epoch.keys, storage.machine.bytes());
        let joint = storage.is_joint();
        let known = members_of(storage.conf_state());
        let mut members = Vec::with_capacity(known.len());
        for (peer, what) in known {
            let Some(node) = cx.node_of_peer(at.range, peer) else {
                continue;
            };
            members.push(Member {
                node,
                peer,
                learner: what == Membership::Learner,
                behind: behind(&mut self.replicas[index], peer),
            });
        }
        let term = self.replicas[index].soft().term;
        let usage = self.usage(cx, index);
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

    /// What was counted for a replica in its present life.
    fn usage(&mut self, cx: &Context, index: ReplicaIndex) -> &mut Usage {
        let life = self.replicas[index].life;
        self.process.reports.usage(cx.now(), index, life)
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
