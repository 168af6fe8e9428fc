//! What the placement driver knows: the last report of each store and of each range's leader, and
//! what it has under way. It learns from reports alone, never from the cluster itself.

use sim::{Micros, NodeId, ZoneId};

use crate::operator::Operator;
use crate::report::{Member, RangeReport, StoreReport};
use model::fact::Reason;
use model::ids::RangeId;
use model::schedule::ScheduleConfig;

/// Reports of a store that may be missing before it no longer counts as up.
const MISSED_REPORTS: u64 = 3;
/// A quiet range is reported at least once in so many intervals.
pub const QUIET_REPORTS: u64 = 10;
/// One part in so many of a figure is new at each report: the rest is remembered.
const NEW_PART: u64 = 4;

/// A store, as its reports have it.
pub(crate) struct StoreRecord {
    pub(crate) node: NodeId,
    pub(crate) zone: ZoneId,
    /// Its last report, or the instant at which the driver began to listen.
    pub(crate) heard_us: Micros,
    pub(crate) known: bool,
    /// Requests per second that its replicas served, leaders' and others', in thousandths.
    pub(crate) busy_milli: u64,
}

/// A range, as its leader's reports have it.
pub(crate) struct RangeRecord {
    pub(crate) range: RangeId,
    pub(crate) heard_us: Micros,
    pub(crate) leader: NodeId,
    pub(crate) term: u64,
    /// Splits and merges so far.
    pub(crate) epoch: u32,
    pub(crate) first_key: u64,
    pub(crate) end_key: u64,
    pub(crate) bytes: u64,
    pub(crate) members: Vec<Member>,
    pub(crate) joint: bool,
    /// Requests per second at the leader, in thousandths.
    pub(crate) rate_milli: u64,
    /// Requests per second at the leader, by zone of the gateway, in thousandths.
    pub(crate) use_milli: Vec<u64>,
    /// Reads per second that any replica may serve, at all replicas, by zone of the gateway, in
    /// thousandths.
    pub(crate) reads_milli: Vec<u64>,
    /// Reads that replicas which do not lead reported since the leader's last report.
    other_reads: Vec<u64>,
    /// The key below which half of the requests were; 0 = not known.
    pub(crate) halfway_key: u64,
    /// When it was first heard of.
    since_us: Micros,
    /// Last instant at which the driver moved its leader; `None` = never.
    pub(crate) moved_us: Option<Micros>,
    /// Last instant at which it was split or merged, or at which it first was heard of.
    pub(crate) shaped_us: Micros,
    /// Since when its reads are too few for its last learner.
    pub(crate) cool_since_us: Option<Micros>,
    /// Stores on which the driver made a learner, oldest first.
    pub(crate) learners: Vec<NodeId>,
    pub(crate) operator: Option<Operator>,
    /// What held the driver back last, and when that was told.
    pub(crate) held: Option<(Reason, Micros)>,
}

impl RangeRecord {
    /// The member on a store.
    pub(crate) fn member(&self, node: NodeId) -> Option<&Member> {
        self.members.iter().find(|member| member.node == node)
    }

    pub(crate) fn voters(&self) -> impl Iterator<Item = NodeId> {
        let voters = self.members.iter().filter(|member| !member.learner);
        voters.map(|member| member.node)
    }

    /// The store that leads once what is under way is done.
    pub(crate) fn leader_to_be(&self) -> NodeId {
        match self.operator {
            Some(Operator {
                goal: crate::operator::Goal::MoveLeader { to },
                ..
            }) => to,
            _ => self.leader,
        }
    }

    /// Whether it is another range than a report's and has some of the same keys.
    fn overlaps(&self, report: &RangeReport) -> bool {
        self.range != report.range
            && self.first_key < report.end_key
            && report.first_key < self.end_key
    }

    /// The zone with the greatest use and its share in thousandths.
    pub(crate) fn main_user(&self) -> Option<(ZoneId, u64)> {
        let total: u64 = self.use_milli.iter().sum();
        let mut most = 0;
        for (zone, &requests) in self.use_milli.iter().enumerate() {
            if requests > self.use_milli[most] {
                most = zone;
            }
        }
        let share = (self.use_milli.get(most)? * 1_000).checked_div(total)?;
        Some((ZoneId(most as u16), share))
    }
}

pub(crate) struct Records {
    zones: usize,
    pub(crate) stores: Vec<StoreRecord>,
    /// By range id; `None` = never heard of, or gone.
    pub(crate) ranges: Vec<Option<RangeRecord>>,
}

impl Records {
    /// Nothing is known yet; silence counts from `now`.
    pub(crate) fn new(zones: u16, stores: &[(NodeId, ZoneId)], now: Micros) -> Self {
        let stores = stores.iter().map(|&(node, zone)| StoreRecord {
            node,
            zone,
            heard_us: now,
            known: false,
            busy_milli: 0,
        });
        Records {
            zones: usize::from(zones),
            stores: stores.collect(),
            ranges: Vec::new(),
        }
    }

    /// Ranges that are known, by id.
    pub(crate) fn known(&self) -> impl Iterator<Item = &RangeRecord> {
        self.ranges.iter().flatten()
    }

    /// A range that is known.
    pub(crate) fn range(&self, range: RangeId) -> Option<&RangeRecord> {
        self.ranges.get(range.0 as usize)?.as_ref()
    }

    pub(crate) fn range_mut(&mut self, range: RangeId) -> Option<&mut RangeRecord> {
        self.ranges.get_mut(range.0 as usize)?.as_mut()
    }

    /// A store; stores are numbered from 0.
    pub(crate) fn store(&self, node: NodeId) -> &StoreRecord {
        &self.stores[usize::from(node.0)]
    }

    pub(crate) fn zone_of(&self, node: NodeId) -> ZoneId {
        self.store(node).zone
    }

    /// Whether a store's reports come: only such a store is given anything.
    pub(crate) fn is_up(&self, node: NodeId, schedule: &ScheduleConfig, now: Micros) -> bool {
        let store = self.store(node);
        store.known && now - store.heard_us <= MISSED_REPORTS * schedule.report_us
    }

    /// Whether a store has been silent for so long that its replicas count as lost.
    pub(crate) fn is_down(&self, node: NodeId, schedule: &ScheduleConfig, now: Micros) -> bool {
        now - self.store(node).heard_us >= schedule.store_down_us
    }

    /// Whether a range's leader reports: nothing is decided about a range that nobody speaks for.
    pub(crate) fn is_fresh(
        &self,
        record: &RangeRecord,
        schedule: &ScheduleConfig,
        now: Micros,
    ) -> bool {
        let most = (QUIET_REPORTS + MISSED_REPORTS) * schedule.report_us;
        now - record.heard_us <= most && self.is_up(record.leader, schedule, now)
    }

    /// Whether a range is known long enough for its figures to mean something: the requests of a
    /// first second could say anything.
    pub(crate) fn is_known_long_enough(
        record: &RangeRecord,
        schedule: &ScheduleConfig,
        now: Micros,
    ) -> bool {
        now - record.since_us >= NEW_PART * schedule.report_us
    }

    pub(crate) fn handle_store_heartbeat(&mut self, report: &StoreReport, now: Micros) {
        let zones = self.zones;
        let served = report.served * 1_000_000_000 / report.covers_us.max(1);
        let store = &mut self.stores[usize::from(report.node.0)];
        store.busy_milli = faded(store.busy_milli, served);
        store.heard_us = now;
        store.known = true;
        for &(range, zone, reads) in &report.reads {
            if let Some(record) = self.range_mut(RangeId(range.0)) {
                record.other_reads.resize(zones, 0);
                record.other_reads[usize::from(zone.0)] += reads;
            }
        }
    }

    /// A range's leader reported. One of an older term is out of date. Leaders of quiet ranges
    /// leave reports out: nothing was served in that time.
    pub(crate) fn handle_range_heartbeat(
        &mut self,
        report: RangeReport,
        every_us: Micros,
        now: Micros,
    ) {
        if self.knows_newer(&report) {
            return;
        }
        self.forget_older(&report);
        let slot = report.range.0 as usize;
        if self.ranges.len() <= slot {
            self.ranges.resize_with(slot + 1, || None);
        }
        let zones = self.zones;
        let record = self.ranges[slot].get_or_insert_with(|| fresh(&report, zones, now));
        if report.term < record.term {
            return;
        }
        let left_out = ((now - record.heard_us) / every_us).saturating_sub(1);
        record.heard_us = now;
        record.term = report.term;
        record.leader = report.leader;
        if (record.first_key, record.end_key) != (report.first_key, report.end_key) {
            record.shaped_us = now;
        }
        record.epoch = report.epoch;
        record.first_key = report.first_key;
        record.end_key = report.end_key;
        record.bytes = report.bytes;
        record.members = report.members;
        record.joint = report.joint;
        record.halfway_key = report.halfway_key;
        let covers_us = report.covers_us.max(1);
        let per_second = |count: u64| count * 1_000_000_000 / covers_us;
        for _ in 0..left_out.min(QUIET_REPORTS) {
            record.rate_milli = faded(record.rate_milli, 0);
            let by_zone = record.use_milli.iter_mut().chain(&mut record.reads_milli);
            for figure in by_zone {
                *figure = faded(*figure, 0);
            }
        }
        record.rate_milli = faded(record.rate_milli, per_second(report.requests));
        let mut reads = std::mem::replace(&mut record.other_reads, vec![0; zones]);
        let mut used = vec![0; zones];
        for by in &report.zones {
            let zone = usize::from(by.zone.0);
            used[zone] += by.reads + by.others;
            reads[zone] += by.reads;
        }
        for (known, new) in record.use_milli.iter_mut().zip(used) {
            *known = faded(*known, per_second(new));
        }
        for (known, new) in record.reads_milli.iter_mut().zip(reads) {
            *known = faded(*known, per_second(new));
        }
    }

    /// Whether a range is known that was split off or merged later and has some of these keys.
    fn knows_newer(&self, report: &RangeReport) -> bool {
        let mut known = self.known();
        known.any(|r| r.overlaps(report) && r.epoch > report.epoch)
    }

    /// A range that has some of these keys and is older than the report is forgotten: it went into
    /// another, or its own next report will say that it shrank.
    fn forget_older(&mut self, report: &RangeReport) {
        let is_older = |r: &mut RangeRecord| r.overlaps(report) && r.epoch < report.epoch;
        for slot in &mut self.ranges {
            slot.take_if(is_older);
        }
    }

    /// Ranges that each store leads once what is under way is done, by store.
    pub(crate) fn leaders(&self) -> Vec<u64> {
        let mut counts = vec![0; self.stores.len()];
        for record in self.known() {
            counts[usize::from(record.leader_to_be().0)] += 1;
        }
        counts
    }

    /// Replicas that each store holds once what is under way is done, by store.
    pub(crate) fn replicas(&self) -> Vec<u64> {
        let mut counts = vec![0; self.stores.len()];
        for record in self.known() {
            for member in &record.members {
                counts[usize::from(member.node.0)] += 1;
            }
            let Some(operator) = &record.operator else {
                continue;
            };
            if let Some(add) = operator.adds().filter(|&add| record.member(add).is_none()) {
                counts[usize::from(add.0)] += 1;
            }
            let removes = operator.removes();
            if let Some(gone) = removes.filter(|&gone| record.member(gone).is_some()) {
                counts[usize::from(gone.0)] -= 1;
            }
        }
        counts
    }
}

/// The remembered figure with a new one.
fn faded(known: u64, new: u64) -> u64 {
    if known == 0 {
        return new;
    }
    (known * (NEW_PART - 1) + new) / NEW_PART
}

fn fresh(report: &RangeReport, zones: usize, now: Micros) -> RangeRecord {
    RangeRecord {
        range: report.range,
        heard_us: now,
        leader: report.leader,
        term: report.term,
        epoch: report.epoch,
        first_key: report.first_key,
        end_key: report.end_key,
        bytes: report.bytes,
        members: Vec::new(),
        joint: false,
        rate_milli: 0,
        use_milli: vec![0; zones],
        reads_milli: vec![0; zones],
        other_reads: vec![0; zones],
        halfway_key: 0,
        since_us: now,
        moved_us: None,
        shaped_us: now,
        cool_since_us: None,
        learners: Vec::new(),
        operator: None,
        held: None,
    }
}
