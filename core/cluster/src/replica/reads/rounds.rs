//! The reads that wait at a replica, and which of them ask for an index together. It says which
//! round begins, and must not know how one is asked for, or how a read is served.

use sim::Micros;

use super::WaitingReads;
use super::read_context::read_context;
use crate::process::PendingRead;
use model::config::{ReadMode, Service};
use model::ids::RequestId;
use model::timestamp::Timestamp;

/// An attempt to get a read index, for one read or for several.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Round {
    /// The first request that it is for; `NONE` = none.
    pub(crate) request: RequestId,
    pub(crate) attempt: u64,
    /// The leader's role is enough for it.
    pub(crate) by_role: bool,
}

impl Round {
    /// What raft-rs is given to carry.
    pub(crate) fn context(self) -> Vec<u8> {
        read_context(self.request, self.attempt)
    }
}

/// A read learns its index.
pub(crate) struct Learned {
    pub(crate) request: RequestId,
    pub(crate) mode: ReadMode,
    pub(crate) read_ts: Timestamp,
    /// The read itself, which waits no longer: its replica lags too far behind the index.
    pub(crate) lags: Option<PendingRead>,
}

/// The reads of a replica.
#[derive(Default)]
pub(crate) struct Reads {
    pub(crate) waiting: WaitingReads,
    /// So many attempts were made, in all lives.
    attempts: u64,
    /// Greatest timestamp of a read whose read index is known, and that index.
    known: (Timestamp, u64),
}

impl Reads {
    /// Crash: everything is forgotten but the number of attempts, so that a late answer to one of
    /// the life before finds nothing.
    pub(crate) fn clear(&mut self) {
        self.waiting.clear();
        self.known = (0, 0);
    }

    /// The read index of an earlier read with a timestamp that is not before this one's. Whatever
    /// is committed up to that timestamp had left its locks in the log before it was given out, and
    /// so before its read index was asked for (TiKV RFC 0113).
    pub(super) fn remembered(&self, read: &PendingRead) -> Option<u64> {
        let (timestamp, known) = self.known;
        let is_enough = read.read_ts > 0 && read.read_ts <= timestamp && !read.only_index;
        is_enough.then_some(known)
    }

    /// Another attempt, for nobody's read.
    pub(super) fn round_alone(&mut self) -> Round {
        self.attempts += 1;
        Round {
            request: RequestId::NONE,
            attempt: self.attempts,
            by_role: false,
        }
    }

    /// A read waits from this tick on for an index. Its round, unless it goes with the next one:
    /// one that is under way proves nothing about now.
    pub(super) fn ask(&mut self, mut read: PendingRead, tick: u64, shared: bool) -> Option<Round> {
        read.asked_tick = tick;
        if shared && self.waiting.iter().any(is_asking) {
            read.context = 0;
            self.waiting.push(read);
            return None;
        }
        let round = Round {
            request: read.request,
            by_role: read.is_by_role(),
            ..self.round_alone()
        };
        read.context = round.attempt;
        self.waiting.push(read);
        Some(round)
    }

    /// A tick: reads whose client gave up are forgotten, and attempts of `patience` ticks ago are
    /// repeated, for raft-rs may have dropped them.
    pub(super) fn repeat(
        &mut self,
        now: Micros,
        (tick, patience): (u64, u64),
        shared: bool,
    ) -> Vec<Round> {
        self.waiting.take_where(&|read| read.deadline_us <= now);
        let mut rounds: Vec<Round> = Vec::new();
        let mut together = None;
        let attempts = &mut self.attempts;
        self.waiting.for_each(&mut |read| {
            if read.index.is_some() || tick < read.asked_tick + patience {
                return;
            }
            read.asked_tick = tick;
            let by_role = read.is_by_role();
            if let (Some(attempt), false) = (together, by_role) {
                read.context = attempt;
                return;
            }
            *attempts += 1;
            read.context = *attempts;
            rounds.push(Round {
                request: read.request,
                attempt: *attempts,
                by_role,
            });
            together = (shared && !by_role).then_some(*attempts).or(together);
        });
        rounds
    }

    /// The next read of an attempt learns its index, from this place on where reads share rounds.
    /// It stays until the index is applied, unless the replica `lags`.
    pub(super) fn learn(
        &mut self,
        (attempt, known): (u64, u64),
        from: &mut Option<usize>,
        lags: bool,
    ) -> Option<Learned> {
        let found = self.waiting.find_asking(attempt, *from)?;
        let read = self.waiting.learn_index(found, known);
        let (request, mode, read_ts) = (read.request, read.mode, read.read_ts);
        if !read.is_by_role() && read_ts > self.known.0 {
            self.known = (read_ts, known);
        }
        if let Some(place) = from {
            *place = found + usize::from(!lags);
        }
        Some(Learned {
            request,
            mode,
            read_ts,
            lags: lags.then(|| self.waiting.remove(found)),
        })
    }

    /// The reads that came while a round was under way go with one of their own.
    pub(super) fn next_round(&mut self, tick: u64) -> Option<(Round, Vec<RequestId>)> {
        let waits = |read: &PendingRead| read.index.is_none() && read.context == 0;
        let first = self.waiting.iter().find(|read| waits(read))?.request;
        let round = Round {
            request: first,
            ..self.round_alone()
        };
        let mut asked = Vec::new();
        self.waiting.for_each(&mut |read| {
            if waits(read) {
                (read.context, read.asked_tick) = (round.attempt, tick);
                asked.push(read.request);
            }
        });
        Some((round, asked))
    }

    /// The leader is another, or another term's: attempts under the old one are lost.
    pub(super) fn leader_changed(&mut self) {
        self.waiting.for_each(&mut |read| read.asked_tick = 0);
    }

    /// Takes the reads without an index that only a leader answers.
    pub(super) fn take_leaders(&mut self) -> Vec<PendingRead> {
        let is_refused = |read: &PendingRead| is_leaders(read.mode) && read.index.is_none();
        self.waiting.take_where(&is_refused)
    }
}

/// Whether a read's round is under way. One by role needs none.
fn is_asking(read: &PendingRead) -> bool {
    read.index.is_none() && read.context != 0 && !read.is_by_role()
}

/// Modes that only a leader serves, after a read index; a proxy's reads are among them, and stale
/// ones that a leader has taken.
fn is_leaders(mode: ReadMode) -> bool {
    match mode.service() {
        Service::Leader(_) | Service::PassOn | Service::Past => true,
        Service::AtOnce | Service::ReadIndex | Service::Version => false,
    }
}

#[cfg(test)]
mod tests {
    use sim::NodeId;

    use super::*;
    use crate::message::Slot;
    use model::view::Epoch;

    fn read(request: RequestId, mode: ReadMode) -> PendingRead {
        PendingRead {
            slot: Slot(0),
            request,
            gateway: NodeId(0),
            key: 0,
            rows: 1,
            mode,
            deadline_us: 100 * request.0,
            context: 0,
            asked_tick: 0,
            index: None,
            read_ts: 10 * request.0,
            freshest: false,
            only_index: false,
            epoch: Epoch::default(),
        }
    }

    fn round(request: RequestId, attempt: u64) -> Round {
        Round {
            request,
            attempt,
            by_role: false,
        }
    }

    /// Requests 1 to 3 of followers, asked for at tick 5.
    fn three(shared: bool) -> (Reads, Vec<Option<Round>>) {
        let mut reads = Reads::default();
        let ask = |number| reads.ask(read(RequestId(number), ReadMode::Follower), 5, shared);
        let rounds = (1..=3).map(ask).collect();
        (reads, rounds)
    }

    #[test]
    fn without_sharing_each_read_has_its_own_round_and_its_answer_is_its_alone() {
        let (mut reads, rounds) = three(false);
        assert_eq!(
            rounds,
            [1, 2, 3].map(|number| Some(round(RequestId(number), number)))
        );
        let learned = reads.learn((2, 70), &mut None, false);
        assert_eq!(learned.map(|learned| learned.request), Some(RequestId(2)));
        assert!(reads.learn((2, 71), &mut None, false).is_none());
    }

    #[test]
    fn reads_that_come_while_a_round_is_under_way_share_the_next_one() {
        let (mut reads, rounds) = three(true);
        assert_eq!(rounds, [Some(round(RequestId(1), 1)), None, None]);
        let mut from = Some(0);
        let learned = reads.learn((1, 70), &mut from, false);
        assert_eq!(learned.map(|learned| learned.request), Some(RequestId(1)));
        assert!(
            reads.learn((1, 70), &mut from, false).is_none(),
            "theirs is to come"
        );
        assert_eq!(
            reads.next_round(6),
            Some((round(RequestId(2), 2), [2, 3].map(RequestId).to_vec()))
        );
        assert_eq!(reads.next_round(6), None);
        let mut from = Some(0);
        let both = std::iter::from_fn(|| reads.learn((2, 80), &mut from, false));
        assert_eq!(
            both.map(|learned| learned.request).collect::<Vec<_>>(),
            [2, 3].map(RequestId)
        );
    }

    #[test]
    fn an_attempt_without_an_answer_is_repeated_until_the_client_gives_up() {
        let (mut reads, _) = three(false);
        assert_eq!(reads.repeat(50, (14, 10), false), []);
        let repeated = [1, 2, 3].map(|number| round(RequestId(number), 3 + number));
        assert_eq!(reads.repeat(50, (15, 10), false), repeated);
        assert!(
            reads.learn((1, 70), &mut None, false).is_none(),
            "of before"
        );
        assert_eq!(reads.repeat(250, (25, 10), false), [round(RequestId(3), 7)]);
        reads.leader_changed();
        assert_eq!(reads.repeat(250, (26, 10), false), [round(RequestId(3), 8)]);
    }

    #[test]
    fn an_index_that_a_later_read_got_is_enough_for_one_of_an_earlier_moment() {
        let (mut reads, _) = three(false);
        reads.learn((2, 70), &mut None, false);
        assert_eq!(
            reads.remembered(&read(RequestId(1), ReadMode::Follower)),
            Some(70)
        );
        assert_eq!(
            reads.remembered(&read(RequestId(2), ReadMode::Follower)),
            Some(70)
        );
        assert_eq!(
            reads.remembered(&read(RequestId(3), ReadMode::Follower)),
            None
        );
        reads.clear();
        assert_eq!(
            reads.remembered(&read(RequestId(1), ReadMode::Follower)),
            None
        );
    }

    #[test]
    fn a_replica_that_lags_gives_the_read_back_and_one_that_led_those_that_need_a_leader() {
        let (mut reads, _) = three(false);
        let learned = reads.learn((2, 70), &mut None, true).expect("it waits");
        assert_eq!(learned.lags.map(|read| read.request), Some(RequestId(2)));
        reads.ask(read(RequestId(4), ReadMode::Leader), 5, false);
        let taken = reads.take_leaders();
        assert_eq!(
            taken.iter().map(|read| read.request).collect::<Vec<_>>(),
            [RequestId(4)]
        );
        assert_eq!(reads.waiting.len(), 2);
    }
}
