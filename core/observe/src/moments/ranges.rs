//! What happens to ranges and their replicas: offices, commits, applies.

use model::fact::{Change, ReplicaRef, Role};
use model::ids::RangeId;
use sim::{MILLIS, Micros, NodeId, SECONDS};

use crate::checks::Checks;
use crate::moments::{Counts, Moment, Moments, lasting};

/// How long a replica may be behind before it is told.
const BEHIND_US: Micros = 10 * MILLIS;
/// How long writes may wait for a commit before it is told.
const NO_COMMIT_US: Micros = SECONDS;

/// What is known of a range.
#[derive(Clone, Debug, Default)]
pub(super) struct RangeMoments {
    /// By peer, less one.
    replicas: Vec<ReplicaMoments>,
    /// The furthest commit that anybody knew.
    commit: u64,
    /// Since when two lead at once; none while they do not.
    two_since: Option<Micros>,
    /// Writes that wait for an answer.
    waiting: u32,
    /// Since when writes wait for a commit.
    waiting_since: Option<Micros>,
    /// When the last write ended.
    ended_us: Micros,
    /// Whether its split from another range was counted.
    split: bool,
    /// Whether its merge into another was.
    merged: bool,
}

#[derive(Clone, Debug)]
struct ReplicaMoments {
    node: NodeId,
    role: Role,
    term: u64,
    persisted: u64,
    commit: u64,
    applied: u64,
    /// An entry that was known to be committed at `since_us`.
    mark: u64,
    since_us: Micros,
    /// Since when it is behind, if it was when `mark` was set.
    behind_since: Option<Micros>,
}

impl ReplicaMoments {
    fn new(node: NodeId) -> Self {
        ReplicaMoments {
            node,
            role: Role::Follower,
            term: 0,
            persisted: 0,
            commit: 0,
            applied: 0,
            mark: 0,
            since_us: 0,
            behind_since: None,
        }
    }

    /// Since when it is behind, by what is known at this instant.
    fn behind(&self, now_us: Micros) -> Option<(Micros, Micros)> {
        if self.commit > self.applied && now_us - self.since_us >= BEHIND_US {
            return Some((self.behind_since.unwrap_or(self.since_us), now_us));
        }
        self.behind_since.map(|since_us| (since_us, self.since_us))
    }
}

impl RangeMoments {
    fn leads_twice(&self) -> bool {
        let leaders = self
            .replicas
            .iter()
            .filter(|replica| replica.role == Role::Leader);
        leaders.count() > 1
    }

    /// Since when writes wait, up to when, if it is long enough to be told.
    fn without_commit(&self, now_us: Micros) -> Option<(Micros, Micros)> {
        let since_us = self.waiting_since?;
        let until_us = if self.waiting > 0 {
            now_us
        } else {
            self.ended_us
        };
        (until_us >= since_us + NO_COMMIT_US).then_some((since_us, until_us))
    }

    /// What lasts at this instant.
    pub(super) fn standing(&self, now_us: Micros, counts: &mut Counts) {
        if let Some(since_us) = self.two_since {
            counts.add(lasting(Moment::TwoLeaders, since_us, now_us), None);
        }
        if let Some((since_us, until_us)) = self.without_commit(now_us) {
            counts.add(lasting(Moment::NoCommit, since_us, until_us), None);
        }
        for replica in &self.replicas {
            if let Some((since_us, until_us)) = replica.behind(now_us) {
                let seen = lasting(Moment::Behind, since_us, until_us);
                counts.add(seen, Some(replica.node));
            }
        }
    }
}

impl Moments {
    fn range(&mut self, range: RangeId) -> &mut RangeMoments {
        let place = range.0 as usize;
        if place >= self.ranges.len() {
            self.ranges.resize(place + 1, RangeMoments::default());
        }
        &mut self.ranges[place]
    }

    #[inline]
    fn replica(&mut self, at: &ReplicaRef) -> &mut ReplicaMoments {
        let range = self.range(at.range);
        while range.replicas.len() < at.peer as usize {
            range.replicas.push(ReplicaMoments::new(at.node));
        }
        let replica = &mut range.replicas[at.peer as usize - 1];
        replica.node = at.node;
        replica
    }

    /// A replica's role or term changed.
    pub(crate) fn role(&mut self, at_us: Micros, at: &ReplicaRef, role: Role, term: u64) {
        let replica = self.replica(at);
        let was = (replica.role, replica.term);
        (replica.role, replica.term) = (role, term);
        let leads = role == Role::Leader;
        if leads && was != (role, term) {
            self.count(Moment::Elected, at_us, Some(at.node));
        }
        if was.0 == Role::Leader && !leads {
            self.count(Moment::SteppedDown, at_us, Some(at.node));
        }
        let campaigns = match role {
            Role::PreCandidate => was.0 != role,
            Role::Candidate => was.0 != Role::PreCandidate && was != (role, term),
            _ => false,
        };
        if campaigns {
            self.count(Moment::Candidate, at_us, Some(at.node));
        }
        if leads || was.0 == Role::Leader {
            self.offices(at_us, at.range);
        }
    }

    /// Offices of a range changed.
    fn offices(&mut self, at_us: Micros, range: RangeId) {
        let known = self.range(range);
        let leads_twice = known.leads_twice();
        match known.two_since {
            None if leads_twice => known.two_since = Some(at_us),
            Some(since_us) if !leads_twice => {
                known.two_since = None;
                let seen = lasting(Moment::TwoLeaders, since_us, at_us);
                self.counts.total(seen, 1);
            }
            _ => {}
        }
    }

    /// A store lost power: whoever led there leads no more, which is no stepping down.
    pub(super) fn stopped(&mut self, at_us: Micros, node: NodeId) {
        for range in 0..self.ranges.len() as u32 {
            let replicas = &self.range(RangeId(range)).replicas;
            let Some(place) = replicas.iter().position(|replica| replica.node == node) else {
                continue;
            };
            self.end_behind(at_us, RangeId(range), place);
            let replica = &mut self.range(RangeId(range)).replicas[place];
            replica.role = Role::Follower;
            replica.commit = replica.applied;
            self.offices(at_us, RangeId(range));
        }
    }

    /// A replica's log is durable up to here.
    #[inline]
    pub(crate) fn persisted(&mut self, at: &ReplicaRef, index: u64) {
        self.replica(at).persisted = index;
    }

    /// A replica knows that entries up to here are committed.
    #[inline]
    pub(crate) fn committed(
        &mut self,
        at_us: Micros,
        at: &ReplicaRef,
        (index, term): (u64, u64),
        checks: &Checks,
    ) {
        let replica = self.replica(at);
        if replica.commit <= replica.applied && index > replica.applied {
            (replica.mark, replica.since_us) = (index, at_us);
        }
        replica.commit = index;
        let leads = replica.role == Role::Leader;
        let range = self.range(at.range);
        if index <= range.commit {
            return;
        }
        let before = range.commit;
        range.commit = index;
        self.progressed(at_us, at.range);
        if leads {
            self.left_out(at_us, at.range, (before, index, term), checks);
        }
    }

    fn progressed(&mut self, at_us: Micros, range: RangeId) {
        let known = self.range(range);
        if known.waiting_since.is_none() {
            return;
        }
        let found = known.without_commit(at_us);
        known.waiting_since = (known.waiting > 0).then_some(at_us);
        if let Some((since_us, until_us)) = found {
            self.counts
                .total(lasting(Moment::NoCommit, since_us, until_us), 1);
        }
    }

    /// Zones with voters of which none had the entries on disk.
    fn left_out(
        &mut self,
        at_us: Micros,
        range: RangeId,
        (before, index, term): (u64, u64, u64),
        checks: &Checks,
    ) {
        let mut without = self.zones_without(range, (index, term), checks);
        let mut most = 0;
        let seen = lasting(Moment::CommittedWithout, at_us, at_us);
        while without != 0 {
            let zone = without.trailing_zeros() as u16;
            without &= without - 1;
            let count = index - self.durable_in(range, zone, index - 1).max(before);
            most = most.max(count);
            self.counts.at(seen, count, usize::from(zone));
        }
        if most > 0 {
            self.counts.total(seen, most);
        }
    }

    /// Voters of a range with their places and zones.
    fn voters(&self, range: RangeId) -> impl Iterator<Item = (usize, &ReplicaMoments, u16)> {
        let replicas = self.ranges[range.0 as usize].replicas.iter().enumerate();
        let voters = replicas.filter(|(_, replica)| replica.role != Role::Learner);
        voters.map(|(place, replica)| {
            let zone = self.counts.zone_of[usize::from(replica.node.0)];
            (place, replica, zone)
        })
    }

    /// Bits of the zones with voters of which none has an entry on disk.
    fn zones_without(&self, range: RangeId, (index, term): (u64, u64), checks: &Checks) -> u64 {
        let (mut there, mut has) = (0, 0);
        for (place, replica, zone) in self.voters(range) {
            there |= 1 << zone;
            if replica.persisted >= index && checks.holds(range, place, index, term) {
                has |= 1 << zone;
            }
        }
        there & !has
    }

    /// Greatest index, up to this one, that a voter of a zone has on disk.
    fn durable_in(&self, range: RangeId, zone: u16, most: u64) -> u64 {
        let of_zone = self.voters(range).filter(|(.., of)| *of == zone);
        of_zone
            .map(|(_, replica, _)| replica.persisted.min(most))
            .max()
            .unwrap_or(0)
    }

    /// A replica applied an entry.
    #[inline]
    pub(crate) fn applied(&mut self, at_us: Micros, at: &ReplicaRef, index: u64) {
        let replica = self.replica(at);
        replica.applied = index;
        if index >= replica.mark && (replica.mark > 0 || replica.behind_since.is_some()) {
            self.caught_up(at_us, at);
        }
    }

    /// A replica applied what it knew to be committed a while ago.
    fn caught_up(&mut self, at_us: Micros, at: &ReplicaRef) {
        let replica = self.replica(at);
        let goes_on = replica.commit > replica.applied;
        let was_behind = at_us - replica.since_us >= BEHIND_US;
        if was_behind && goes_on {
            replica.behind_since.get_or_insert(replica.since_us);
        } else if was_behind || replica.behind_since.is_some() {
            self.end_behind(at_us, at.range, at.peer as usize - 1);
        }
        let replica = self.replica(at);
        (replica.mark, replica.since_us) = if goes_on {
            (replica.commit, at_us)
        } else {
            (0, at_us)
        };
    }

    /// Tells of a replica that is behind no more.
    fn end_behind(&mut self, at_us: Micros, range: RangeId, place: usize) {
        let replica = &mut self.range(range).replicas[place];
        let was_behind = replica.mark > 0 && at_us - replica.since_us >= BEHIND_US;
        let until_us = if was_behind { at_us } else { replica.since_us };
        let began = replica
            .behind_since
            .take()
            .or(was_behind.then_some(replica.since_us));
        replica.mark = 0;
        let node = replica.node;
        if let Some(since_us) = began {
            let seen = lasting(Moment::Behind, since_us, until_us);
            self.counts.add(seen, Some(node));
        }
    }

    /// A replica replaced its state by a snapshot.
    pub(crate) fn installed(&mut self, at_us: Micros, at: &ReplicaRef, index: u64) {
        let replica = self.replica(at);
        replica.commit = replica.commit.max(index);
        replica.persisted = replica.persisted.max(index);
        self.applied(at_us, at, index);
    }

    /// A group or a range took another shape.
    pub(crate) fn changed(&mut self, at_us: Micros, at: &ReplicaRef, what: Change, a: u64) {
        match what {
            Change::ReplicaCreated => *self.replica(at) = ReplicaMoments::new(at.node),
            Change::ReplicaDestroyed => {
                self.end_behind(at_us, at.range, at.peer as usize - 1);
                *self.replica(at) = ReplicaMoments {
                    role: Role::Learner,
                    ..ReplicaMoments::new(at.node)
                };
                self.offices(at_us, at.range);
            }
            Change::Split if !std::mem::replace(&mut self.range(RangeId(a as u32)).split, true) => {
                self.count(Moment::Split, at_us, None);
            }
            Change::Merged
                if !std::mem::replace(&mut self.range(RangeId(a as u32)).merged, true) =>
            {
                self.count(Moment::Merged, at_us, None);
            }
            _ => {}
        }
    }

    /// A client sent a write.
    pub(super) fn write_began(&mut self, at_us: Micros, range: RangeId) {
        let known = self.range(range);
        if known.waiting == 0 {
            let is_late = at_us > known.ended_us + NO_COMMIT_US;
            if is_late {
                if let Some((since_us, until_us)) = known.without_commit(at_us) {
                    self.counts
                        .total(lasting(Moment::NoCommit, since_us, until_us), 1);
                }
                self.range(range).waiting_since = None;
            }
        }
        let known = self.range(range);
        known.waiting_since.get_or_insert(at_us);
        known.waiting += 1;
    }

    /// A write ended; one that was turned away at once waited for no commit.
    pub(super) fn write_ended(&mut self, at_us: Micros, range: RangeId, was_refused: bool) {
        let known = self.range(range);
        known.waiting = known.waiting.saturating_sub(1);
        known.ended_us = at_us;
        if was_refused && known.waiting == 0 {
            known.waiting_since = None;
        }
    }
}
