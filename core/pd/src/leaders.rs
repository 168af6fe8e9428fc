//! Which store leads a range: the zone that uses it most (location affinity), hot ranges spread
//! over the stores, and as many ranges led by each store as by the next.
//!
//! The three rules want different things. Their order decides: a rule may begin a move only if no
//! rule before it that is switched on objects, and what it did not do is told with the objection.

use sim::{NodeId, ZoneId};

use crate::operator::Goal;
use crate::records::{RangeRecord, Records};
use crate::round::Round;
use model::fact::Reason;
use model::ids::RangeId;
use model::schedule::LeaderRule;

/// Whether a hot move is worth it: the busier of the two stores has at most this part in a hundred
/// of what the first had before (PD's `great-dec-ratio`, 0.95).
const WORTH_PERCENT: u64 = 95;
/// Entries that a future leader may be behind.
const BEHIND_MAX: u64 = 1_000;

/// A rule's objection to a move, with the two figures that it compared.
struct Objection {
    why: Reason,
    figure: u64,
    limit: u64,
}

/// A move that makes a difference in leaders smaller.
#[derive(Copy, Clone)]
struct Move {
    range: RangeId,
    to: NodeId,
    /// Ranges that the store leads which gives it, and that which gets it.
    leads: (u64, u64),
}

impl Round<'_> {
    /// Lets the rule of this position move leaders.
    pub(crate) fn move_leaders(&mut self, position: usize) {
        let rule = self.schedule.priority[position];
        if !self.is_on(rule) {
            return;
        }
        match rule {
            LeaderRule::Affinity => self.follow_use(position),
            LeaderRule::Hot => self.spread_hot(position),
            LeaderRule::Balance => self.even_out(position),
        }
    }

    /// Ranges whose leader may be thought about.
    fn known_long_enough(&self) -> Vec<RangeId> {
        let mut ranges = self.idle();
        let now = self.now;
        ranges.retain(|&range| {
            Records::is_known_long_enough(self.record(RangeId(range.0)), self.schedule, now)
        });
        ranges
    }

    fn is_on(&self, rule: LeaderRule) -> bool {
        match rule {
            LeaderRule::Affinity => self.settings.location_affinity,
            LeaderRule::Hot => self.settings.schedule_hot,
            LeaderRule::Balance => self.settings.balance_leaders,
        }
    }

    /// Location affinity: each range's leader goes to its main user.
    fn follow_use(&mut self, position: usize) {
        let leaders = self.records.leaders();
        for range in self.known_long_enough() {
            let record = self.record(RangeId(range.0));
            let Some((zone, share)) = self.main_user(record) else {
                continue;
            };
            let from = record.leader;
            if self.records.zone_of(from) == zone {
                continue;
            }
            let limit = u64::from(self.schedule.affinity_percent) * 10;
            let to = self.best_in_zone(record, zone, &leaders);
            if share < limit {
                self.hold(
                    RangeId(range.0),
                    Reason::BelowThreshold,
                    to,
                    Some(from),
                    share,
                    limit,
                );
                continue;
            }
            let Some(to) = to else {
                self.hold(
                    RangeId(range.0),
                    Reason::NoStoreFits,
                    None,
                    Some(from),
                    share,
                    limit,
                );
                continue;
            };
            self.try_move(
                position,
                RangeId(range.0),
                to,
                Reason::UsedMostHere,
                share,
                limit,
            );
        }
    }

    /// The zone with the greatest use and its share in thousandths, if the use is worth a look.
    fn main_user(&self, record: &RangeRecord) -> Option<(ZoneId, u64)> {
        let least_milli = self.schedule.affinity_requests_per_s * 1_000;
        if record.rate_milli < least_milli {
            return None;
        }
        record.main_user()
    }

    /// The store of a zone that can lead the range and leads fewest.
    fn best_in_zone(&self, record: &RangeRecord, zone: ZoneId, leaders: &[u64]) -> Option<NodeId> {
        let stores = record
            .voters()
            .filter(|&node| self.records.zone_of(node) == zone && self.can_lead(record, node));
        stores.min_by_key(|node| leaders[usize::from(node.0)])
    }

    fn can_lead(&self, record: &RangeRecord, node: NodeId) -> bool {
        let member = record.member(node);
        self.is_up(node) && member.is_some_and(|m| !m.learner && m.behind <= BEHIND_MAX)
    }

    fn is_hot(&self, record: &RangeRecord) -> bool {
        record.rate_milli >= self.schedule.hot_requests_per_s * 1_000
    }

    /// Requests per second at the leaders of hot ranges, by store, in thousandths.
    fn hot_loads(&self) -> Vec<u64> {
        let mut loads = vec![0; self.records.stores.len()];
        for record in self.records.known().filter(|record| self.is_hot(record)) {
            loads[usize::from(record.leader_to_be().0)] += record.rate_milli;
        }
        loads
    }

    /// Hot ranges: from the store with the most load to one where it evens out.
    fn spread_hot(&mut self, position: usize) {
        for range in self.known_long_enough() {
            let record = self.record(RangeId(range.0));
            if !self.is_hot(record) {
                continue;
            }
            let loads = self.hot_loads();
            let load = |node: NodeId| loads[usize::from(node.0)];
            let from = record.leader;
            let others = record
                .voters()
                .filter(|&node| node != from && self.can_lead(record, node));
            let Some(to) = others.min_by_key(|&node| load(node)) else {
                continue;
            };
            let after = (load(to) + record.rate_milli).max(load(from) - record.rate_milli);
            if after * 100 <= load(from) * WORTH_PERCENT {
                let rate = record.rate_milli / 1_000;
                let limit = self.schedule.hot_requests_per_s;
                self.try_move(
                    position,
                    RangeId(range.0),
                    to,
                    Reason::RangeHot,
                    rate,
                    limit,
                );
            }
        }
    }

    /// Leader balancing: from the store that leads most to the one that leads fewest.
    fn even_out(&mut self, position: usize) {
        let tolerance = u64::from(self.schedule.leaders_tolerance);
        let why = Reason::LeadersUneven;
        while self.has_room_for(Goal::MoveLeader { to: NodeId(0) }) {
            let (free, against) = self.most_uneven(position, tolerance);
            if let Some(Move { range, to, leads }) = free {
                self.begin(range, Goal::MoveLeader { to }, why, leads.0, leads.1);
                continue;
            }
            if let Some(Move { range, to, leads }) = against {
                self.try_move(position, range, to, why, leads.0, leads.1);
            }
            return;
        }
    }

    /// The move of one range that makes the greatest difference smaller: among those that nothing
    /// stands against, and among the others.
    fn most_uneven(&self, position: usize, tolerance: u64) -> (Option<Move>, Option<Move>) {
        let leaders = self.records.leaders();
        let count = |node: NodeId| leaders[usize::from(node.0)];
        let (mut free, mut against): (Option<Move>, Option<Move>) = (None, None);
        for range in self.known_long_enough() {
            let record = self.record(RangeId(range.0));
            let from = record.leader;
            let others = record
                .voters()
                .filter(|&node| node != from && self.can_lead(record, node));
            let Some(to) = others.min_by_key(|&node| count(node)) else {
                continue;
            };
            let difference = count(from).saturating_sub(count(to));
            // One range moved changes the difference by two.
            if difference <= tolerance.max(1) {
                continue;
            }
            let is_free = self.obstacle(position, record, to).is_none();
            let best = if is_free { &mut free } else { &mut against };
            let smaller = |known: Move| difference > known.leads.0 - known.leads.1;
            if best.is_none_or(smaller) {
                let leads = (count(from), count(to));
                *best = Some(Move {
                    range: RangeId(range.0),
                    to,
                    leads,
                });
            }
        }
        (free, against)
    }

    /// Moves a leader unless something stands against it.
    fn try_move(
        &mut self,
        position: usize,
        range: RangeId,
        to: NodeId,
        why: Reason,
        figure: u64,
        limit: u64,
    ) {
        let goal = Goal::MoveLeader { to };
        let record = self.record(range);
        let from = record.leader;
        if let Some(no) = self.obstacle(position, record, to) {
            return self.hold(range, no.why, Some(to), Some(from), no.figure, no.limit);
        }
        if self.has_room_for(goal) {
            self.begin(range, goal, why, figure, limit);
        }
    }

    /// What stands against a move: a rule of an earlier position, or that the leader was moved
    /// lately.
    fn obstacle(&self, position: usize, record: &RangeRecord, to: NodeId) -> Option<Objection> {
        for &rule in &self.schedule.priority[..position] {
            if let Some(no) = self
                .objection(rule, record, to)
                .filter(|_| self.is_on(rule))
            {
                return Some(no);
            }
        }
        let passed_us = self.held_down(record.moved_us)?;
        Some(Objection {
            why: Reason::HoldDown,
            figure: passed_us,
            limit: self.schedule.hold_down_us,
        })
    }

    /// What a rule has against a range being led by a store.
    fn objection(&self, rule: LeaderRule, record: &RangeRecord, to: NodeId) -> Option<Objection> {
        let from = record.leader;
        match rule {
            LeaderRule::Affinity => {
                let (zone, figure) = self.main_user(record)?;
                let limit = u64::from(self.schedule.affinity_percent) * 10;
                let drawn_elsewhere = figure >= limit && self.records.zone_of(to) != zone;
                drawn_elsewhere.then_some(Objection {
                    why: Reason::AffinityFirst,
                    figure,
                    limit,
                })
            }
            LeaderRule::Hot => {
                if !self.is_hot(record) {
                    return None;
                }
                let loads = self.hot_loads();
                let (before, after) = (
                    loads[usize::from(from.0)],
                    loads[usize::from(to.0)] + record.rate_milli,
                );
                let worse = after > before;
                worse.then_some(Objection {
                    why: Reason::HotFirst,
                    figure: after / 1_000,
                    limit: before / 1_000,
                })
            }
            LeaderRule::Balance => {
                let leaders = self.records.leaders();
                let to_after = leaders[usize::from(to.0)] + 1;
                let from_after = leaders[usize::from(from.0)] - 1;
                let limit = u64::from(self.schedule.leaders_tolerance);
                let figure = to_after.saturating_sub(from_after);
                (figure > limit).then_some(Objection {
                    why: Reason::BalanceFirst,
                    figure,
                    limit,
                })
            }
        }
    }
}
