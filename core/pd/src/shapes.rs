//! How many ranges and learners there are: ranges that grew too large or too busy are split, small
//! quiet neighbours become one, and a range that is read very much gets read-only replicas.

use sim::NodeId;

use crate::operator::Goal;
use crate::records::RangeRecord;
use crate::report::Member;
use crate::round::Round;
use model::fact::Reason;
use model::ids::RangeId;

impl Round<'_> {
    /// Splits ranges by size, in the middle of their keys, and by load, where half of the
    /// requests are on each side.
    pub(crate) fn split(&mut self) {
        let schedule = self.schedule;
        for range in self.idle() {
            let record = self.record(RangeId(range.0));
            let keys = record.end_key - record.first_key;
            if keys < 2 || self.held_down(Some(record.shaped_us)).is_some() {
                continue;
            }
            let middle = record.first_key + keys / 2;
            let halfway = record.halfway_key;
            let load = record.rate_milli / 1_000;
            let inside = record.first_key < halfway && halfway < record.end_key;
            if record.bytes > schedule.split_bytes {
                let goal = Goal::Split { at_key: middle };
                let why = Reason::RangeTooLarge;
                self.begin_if_room(
                    RangeId(range.0),
                    goal,
                    why,
                    record.bytes,
                    schedule.split_bytes,
                );
            } else if load > schedule.split_requests_per_s && inside {
                let goal = Goal::Split { at_key: halfway };
                let limit = schedule.split_requests_per_s;
                self.begin_if_room(RangeId(range.0), goal, Reason::RangeTooHot, load, limit);
            }
        }
    }

    /// Merges neighbours that are small together and quiet each.
    pub(crate) fn merge(&mut self) {
        let limit = self.schedule.merge_bytes;
        for range in self.idle() {
            let record = self.record(RangeId(range.0));
            if !self.is_idle(record) || !self.is_small_and_quiet(record) {
                continue;
            }
            let after = self
                .records
                .known()
                .find(|other| other.first_key == record.end_key && other.range != RangeId(range.0));
            let Some(other) = after else { continue };
            let bytes = record.bytes + other.bytes;
            if bytes > limit || !self.is_idle(other) || !self.is_small_and_quiet(other) {
                continue;
            }
            if !holds_the_same(record, other) {
                continue;
            }
            // The right one becomes a part of the left one; the left one waits until it is done.
            let (into, gone) = (range, other.range);
            let goal = Goal::Merge {
                into: RangeId(into.0),
            };
            self.begin_if_room(gone, goal, Reason::RangesSmall, bytes, limit);
        }
    }

    fn is_small_and_quiet(&self, record: &RangeRecord) -> bool {
        let most_milli = self.schedule.merge_requests_per_s * 1_000;
        record.rate_milli <= most_milli
            && record.reads_milli.iter().sum::<u64>() <= most_milli
            && self.held_down(Some(record.shaped_us)).is_none()
    }

    /// Whether a range has learners that the driver made.
    pub(crate) fn has_own_learners(&self) -> bool {
        self.records
            .known()
            .any(|record| !record.learners.is_empty())
    }

    /// One more learner for a range that is read more than its replicas should carry; one fewer
    /// for a range that cooled.
    pub(crate) fn make_learners(&mut self) {
        for range in self.idle() {
            let record = self.record(RangeId(range.0));
            let reads = record.reads_milli.iter().sum::<u64>() / 1_000;
            let serving = record.members.len() as u64;
            let most = self.schedule.learner_reads_per_s;
            let own = record.learners.len();
            let may = self.settings.hot_learners && own < self.schedule.learners_max as usize;
            if may && reads > most * serving {
                self.add_learner(RangeId(range.0), reads / serving.max(1));
            } else if own > 0 {
                self.let_cool(RangeId(range.0), reads / (serving - 1).max(1));
            }
        }
    }

    fn add_learner(&mut self, range: RangeId, reads_each: u64) {
        let record = self.record(range);
        let limit = self.schedule.learner_reads_per_s;
        let held = |store: NodeId| {
            let zone = self.records.zone_of(store);
            let members = record.members.iter();
            members
                .filter(|m| self.records.zone_of(m.node) == zone)
                .count() as u64
        };
        // Where most reads come from for each replica that is there already.
        let wanted = self.free_stores(record).max_by_key(|&store| {
            let zone = usize::from(self.records.zone_of(store).0);
            let busy = self.records.store(store).busy_milli;
            let reads = record.reads_milli.get(zone).copied().unwrap_or(0);
            (reads / (held(store) + 1), std::cmp::Reverse((busy, store)))
        });
        let Some(store) = wanted else {
            return self.hold(range, Reason::NoStoreFits, None, None, reads_each, limit);
        };
        let goal = Goal::AddLearner { store };
        if self.has_room_for(goal) {
            let now = self.now;
            self.begin(range, goal, Reason::RangeHot, reads_each, limit);
            let record = self.records.range_mut(range).expect("it was just found");
            record.learners.push(store);
            record.cool_since_us = Some(now);
        }
    }

    /// Takes the last learner away once the others could have carried the reads for a hold-down.
    fn let_cool(&mut self, range: RangeId, reads_each: u64) {
        let (now, hold_down_us) = (self.now, self.schedule.hold_down_us);
        let limit = self.schedule.learner_reads_per_s / 2;
        let switched_off = !self.settings.hot_learners;
        let record = self.records.range_mut(range).expect("it was just found");
        if reads_each >= limit && !switched_off {
            record.cool_since_us = None;
            return;
        }
        let since_us = *record.cool_since_us.get_or_insert(now);
        let store = *record.learners.last().expect("it has one");
        if now - since_us < hold_down_us && !switched_off {
            return;
        }
        let goal = Goal::Remove { store };
        if !self.has_room_for(goal) {
            return;
        }
        let why = if switched_off {
            Reason::SwitchedOff
        } else {
            Reason::RangeCooled
        };
        let record = self.records.range_mut(range).expect("it was just found");
        record.learners.pop();
        record.cool_since_us = None;
        self.begin(range, goal, why, reads_each, limit);
    }
}

fn holds_the_same(one: &RangeRecord, other: &RangeRecord) -> bool {
    let same = |member: &Member| {
        let counterpart = other.member(member.node);
        counterpart.is_some_and(|found| found.learner == member.learner)
    };
    one.members.len() == other.members.len() && one.members.iter().all(same)
}
