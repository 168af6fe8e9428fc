//! Writes whose clients still wait, and who saw their values meanwhile; writes that failed. A value
//! that somebody read and whose write then fails was never there: an aborted read (Adya's G1a).
//!
//! It must not know replicas, leaders or logs.

use std::collections::VecDeque;

use model::fact::{Outcome, RequestFact};
use model::ids::RequestId;
use sim::Micros;

/// Failed writes that are remembered.
const FAILED_MAX: usize = 1 << 16;

/// A write that its client waits for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct BegunWrite {
    /// Its request, whose write id is the value that it writes.
    pub request: RequestId,
    pub invoked_us: Micros,
    /// Its keys as a batch: first and end.
    pub keys: (u64, u64),
    /// Whether it has a timestamp of the oracle's; else stores' clocks give it one.
    pub is_timed: bool,
    /// The first read that returned its value, and the key; `NONE` = none yet.
    pub seen: (RequestId, u64),
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Begun {
    writes: VecDeque<BegunWrite>,
    /// Requests of writes that failed, rising.
    failed: VecDeque<RequestId>,
    /// The greatest of those that are forgotten, if any is.
    failed_forgotten: RequestId,
}

impl Begun {
    /// A client began to write.
    pub(crate) fn invoked(&mut self, at_us: Micros, fact: &RequestFact) {
        self.writes.push_back(BegunWrite {
            request: fact.request,
            invoked_us: at_us,
            keys: batch_of(fact),
            is_timed: false,
            seen: (RequestId::NONE, 0),
        });
    }

    /// The oracle gave a request a timestamp.
    pub(crate) fn timed(&mut self, request: RequestId) {
        if let Ok(place) = self.place(request) {
            self.writes[place].is_timed = true;
        }
    }

    /// A read returned a value.
    #[inline]
    pub(crate) fn seen(&mut self, value: u64, read: (RequestId, u64)) {
        let writer = RequestId::of_write(value);
        let oldest = self.writes.front();
        if oldest.is_some_and(|first| writer >= first.request)
            && let Ok(place) = self.place(writer)
            && self.writes[place].seen.0 == RequestId::NONE
        {
            self.writes[place].seen = read;
        }
    }

    pub(crate) fn ended(&mut self, request: RequestId, outcome: Outcome) -> Option<BegunWrite> {
        let place = self.place(request).ok()?;
        if outcome == Outcome::Failed {
            if self.failed.len() == FAILED_MAX
                && let Some(forgotten) = self.failed.pop_front()
            {
                self.failed_forgotten = self.failed_forgotten.max(forgotten);
            }
            let at = self.failed.partition_point(|known| *known < request);
            self.failed.insert(at, request);
        }
        self.writes.remove(place)
    }

    /// A write that has not ended.
    pub(crate) fn get(&self, value: u64) -> Option<&BegunWrite> {
        Some(&self.writes[self.place(RequestId::of_write(value)).ok()?])
    }

    /// Whether the write of a value is known to have failed.
    #[inline]
    pub(crate) fn has_failed(&self, value: u64) -> bool {
        let writer = RequestId::of_write(value);
        !self.failed.is_empty() && self.failed.binary_search(&writer).is_ok()
    }

    /// Whether the write of a value may be one of those that failed and are forgotten.
    #[inline]
    pub(crate) fn may_have_failed(&self, value: u64) -> bool {
        value != 0 && RequestId::of_write(value) <= self.failed_forgotten
    }

    fn place(&self, request: RequestId) -> Result<usize, usize> {
        self.writes
            .binary_search_by(|write| write.request.cmp(&request))
    }
}

/// First key and end of what a request writes as neighbours; of a transfer, whose rows are none,
/// nothing.
pub(super) fn batch_of(fact: &RequestFact) -> (u64, u64) {
    let is_batch = fact.op == model::config::OpKind::Put;
    let rows = if is_batch { u64::from(fact.rows) } else { 0 };
    (fact.key, fact.key + rows)
}

#[cfg(test)]
mod tests {
    use model::config::OpKind;

    use super::*;
    use crate::testing::request;

    #[test]
    fn a_write_that_was_seen_remembers_its_first_reader_until_it_ends() {
        let mut begun = Begun::default();
        begun.invoked(10, &request(3, OpKind::Put, 7));
        begun.seen(3, (RequestId(5), 7));
        begun.seen(3, (RequestId(6), 7));
        let write = begun
            .ended(RequestId(3), Outcome::Failed)
            .expect("it was begun");
        assert_eq!((write.invoked_us, write.seen), (10, (RequestId(5), 7)));
        assert!(begun.has_failed(3) && begun.get(3).is_none());
    }

    #[test]
    fn failed_writes_that_are_forgotten_may_be_any_up_to_the_last_of_them() {
        let mut begun = Begun::default();
        for number in 1..=FAILED_MAX as u64 + 3 {
            begun.invoked(number, &request(number, OpKind::Put, 0));
            begun.ended(RequestId(number), Outcome::Failed);
        }
        assert!(begun.may_have_failed(3) && !begun.has_failed(3));
        assert!(begun.has_failed(4) && !begun.may_have_failed(4));
        assert!(!begun.may_have_failed(0));
    }

    #[test]
    fn what_nobody_knows_is_not_seen_and_did_not_fail() {
        let mut begun = Begun::default();
        begun.seen(9, (RequestId(1), 1));
        assert_eq!(begun.ended(RequestId(9), Outcome::Ok), None);
        begun.invoked(1, &request(4, OpKind::Put, 0));
        begun.seen(2, (RequestId(1), 1));
        assert_eq!(
            begun.ended(RequestId(4), Outcome::Unknown).map(|w| w.seen),
            Some((RequestId::NONE, 0))
        );
        assert!(!begun.has_failed(4));
    }
}
