//! Requests that clients still wait for. Numbers count up, so the newest sit in a window over the
//! numbers: no search and no allocation per request. The few that stay open while many others come
//! and go are kept aside, so that memory goes by what is open and not by what ended meanwhile.

use std::collections::{BTreeMap, VecDeque};

use model::fact::RequestFact;
use model::ids::RequestId;
use sim::{Micros, NodeId};

use crate::steps::Steps;

/// Places of requests that have ended which the window may always have.
const GAPS: usize = 1 << 12;

/// A request without an answer.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct PendingRequest {
    /// What was asked.
    pub fact: RequestFact,
    /// When.
    pub invoked_us: Micros,
    /// How far it is.
    pub steps: Steps,
    /// The moments that it reads, the first and the last that it was given; `None` = the newest.
    pub read_us: Option<(Micros, Micros)>,
}

impl PendingRequest {
    /// A client just sent it.
    pub(crate) fn sent(invoked_us: Micros, fact: RequestFact) -> Self {
        PendingRequest {
            fact,
            invoked_us,
            steps: Steps::default(),
            read_us: None,
        }
    }
}

/// All requests without an answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pending {
    /// Those with a smaller number than the window begins with.
    aside: BTreeMap<RequestId, PendingRequest>,
    /// Writes that read nothing, likewise: no verdict waits for them.
    blind_aside: BTreeMap<RequestId, PendingRequest>,
    /// Number of the request at the front of the window; the front is never a gap.
    first: u64,
    window: VecDeque<Option<PendingRequest>>,
    /// How many of the window are no gaps.
    open: usize,
    /// Reads that were only counted until something was not as simple: steps of them are told, and
    /// nothing is judged.
    joined: BTreeMap<RequestId, PendingRequest>,
}

impl Pending {
    /// A client sent a request. Numbers must rise.
    #[inline]
    pub(crate) fn invoked(&mut self, at_us: Micros, fact: &RequestFact) {
        let next = self.first + self.window.len() as u64;
        assert!(
            self.window.is_empty() || fact.request.0 >= next,
            "request numbers rise"
        );
        if fact.request.0.saturating_sub(next) > GAPS as u64 {
            self.put_aside(self.window.len());
        }
        if self.window.is_empty() {
            self.first = fact.request.0;
        }
        let next = self.first + self.window.len() as u64;
        for _ in next..fact.request.0 {
            self.window.push_back(None);
        }
        self.window
            .push_back(Some(PendingRequest::sent(at_us, *fact)));
        self.open += 1;
        if self.window.len() > 2 * self.open + GAPS {
            self.put_aside(self.window.len() / 2);
        }
    }

    /// Puts what is open in so many places at the front of the window aside.
    #[cold]
    fn put_aside(&mut self, places: usize) {
        for open in self.window.drain(..places).flatten() {
            let is_blind = open.fact.op.is_blind_write();
            let aside = if is_blind {
                &mut self.blind_aside
            } else {
                &mut self.aside
            };
            aside.insert(open.fact.request, open);
            self.open -= 1;
        }
        self.first += places as u64;
        self.trim();
    }

    /// The front of the window is no gap.
    #[inline]
    fn trim(&mut self) {
        while let Some(None) = self.window.front() {
            self.window.pop_front();
            self.first += 1;
        }
    }

    /// A request ended; `None` if it was not pending.
    #[inline]
    pub(crate) fn completed(&mut self, request: RequestId) -> Option<PendingRequest> {
        let Some(place) = self.place(request) else {
            let ended = self.aside.remove(&request);
            return ended.or_else(|| self.blind_aside.remove(&request));
        };
        let ended = self.window.get_mut(place)?.take();
        self.open -= usize::from(ended.is_some());
        self.trim();
        ended
    }

    /// A read that was only counted so far becomes an ordinary request.
    pub(crate) fn joined(&mut self, invoked_us: Micros, fact: &RequestFact, at: Option<NodeId>) {
        let mut read = PendingRequest::sent(invoked_us, *fact);
        if let Some(store) = at {
            read.steps.attempted(store);
        }
        self.joined.insert(fact.request, read);
    }

    /// A request ended: if it is a read that was only counted at first, it is forgotten.
    #[inline]
    pub(crate) fn left(&mut self, request: RequestId) {
        if !self.joined.is_empty() {
            self.joined.remove(&request);
        }
    }

    /// Its place in the window.
    #[inline]
    fn place(&self, request: RequestId) -> Option<usize> {
        usize::try_from(request.0.checked_sub(self.first)?).ok()
    }

    pub(crate) fn get(&self, request: RequestId) -> Option<&PendingRequest> {
        let place = self.place(request);
        let found = place.and_then(|place| self.window.get(place)?.as_ref());
        found
            .or_else(|| self.aside.get(&request))
            .or_else(|| self.blind_aside.get(&request))
            .or_else(|| self.joined.get(&request))
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, request: RequestId) -> Option<&mut PendingRequest> {
        let place = self.place(request);
        let found = place.and_then(|place| self.window.get_mut(place)?.as_mut());
        found
            .or_else(|| self.aside.get_mut(&request))
            .or_else(|| self.blind_aside.get_mut(&request))
            .or_else(|| self.joined.get_mut(&request))
    }

    /// All of them, oldest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &PendingRequest> {
        let aside = merged(&self.aside, &self.blind_aside);
        aside.chain(self.window.iter().flatten())
    }

    /// Every read that completes from now on was sent at this instant or later: that of the oldest
    /// pending request that reads, or an earlier one; `now_us` when nothing is pending that reads.
    #[inline]
    pub(crate) fn oldest_read_us(&self, now_us: Micros) -> Micros {
        let aside = self.aside.first_key_value().map(|(_, oldest)| oldest);
        let oldest = aside.or_else(|| self.window.front()?.as_ref());
        oldest.map_or(now_us, |oldest| oldest.invoked_us)
    }
}

/// Two sets of requests as one, by their numbers.
fn merged<'a>(
    one: &'a BTreeMap<RequestId, PendingRequest>,
    other: &'a BTreeMap<RequestId, PendingRequest>,
) -> impl Iterator<Item = &'a PendingRequest> {
    let (mut one, mut other) = (one.values().peekable(), other.values().peekable());
    std::iter::from_fn(move || match (one.peek(), other.peek()) {
        (Some(left), Some(right)) if right.fact.request < left.fact.request => other.next(),
        (None, _) => other.next(),
        (Some(_), _) => one.next(),
    })
}

#[cfg(test)]
mod tests {
    use model::config::OpKind;

    use super::*;
    use crate::testing::request;

    #[test]
    fn requests_end_in_any_order_and_the_oldest_is_known() {
        let mut pending = Pending::default();
        assert_eq!(pending.oldest_read_us(99), 99);
        for number in 1..=3 {
            pending.invoked(number * 10, &request(number, OpKind::Get, 0));
        }
        assert_eq!(
            pending
                .completed(RequestId(2))
                .map(|ended| ended.invoked_us),
            Some(20)
        );
        assert_eq!(pending.completed(RequestId(2)), None);
        assert_eq!(pending.oldest_read_us(99), 10);
        assert!(pending.completed(RequestId(1)).is_some());
        assert_eq!(pending.oldest_read_us(99), 30);
        assert_eq!(
            pending
                .get(RequestId(3))
                .map(|waiting| waiting.fact.request),
            Some(RequestId(3))
        );
        assert!(pending.completed(RequestId(3)).is_some());
        assert_eq!(pending.oldest_read_us(99), 99);
        assert_eq!(pending.completed(RequestId(17)), None);
    }

    #[test]
    fn numbers_may_leave_gaps() {
        let mut pending = Pending::default();
        pending.invoked(1, &request(1, OpKind::Get, 0));
        pending.invoked(2, &request(5, OpKind::Get, 0));
        assert!(pending.completed(RequestId(1)).is_some());
        assert_eq!(pending.oldest_read_us(9), 2);
        assert!(pending.completed(RequestId(4)).is_none());
        assert!(pending.completed(RequestId(5)).is_some());
    }

    #[test]
    fn memory_goes_by_what_is_open_and_not_by_what_ended_since() {
        let mut pending = Pending::default();
        pending.invoked(7, &request(1, OpKind::Put, 0));
        for number in 2..=1_000_000 {
            pending.invoked(number, &request(number, OpKind::Get, 0));
            if number % 250_000 != 0 {
                assert!(pending.completed(RequestId(number)).is_some());
            }
            assert!(pending.window.len() <= 2 * pending.open + GAPS + 2);
        }
        assert!(pending.window.capacity() <= 4 * GAPS);
        let open: Vec<u64> = pending.iter().map(|open| open.fact.request.0).collect();
        assert_eq!(open, [1, 250_000, 500_000, 750_000, 1_000_000]);
        assert_eq!(pending.oldest_read_us(99), 250_000, "a put reads nothing");
        assert_eq!(
            pending.get(RequestId(1)).map(|open| open.invoked_us),
            Some(7)
        );
        pending
            .get_mut(RequestId(250_000))
            .expect("it is open")
            .read_us = Some((5, 5));
        assert_eq!(
            pending
                .completed(RequestId(1))
                .map(|ended| ended.invoked_us),
            Some(7)
        );
        assert_eq!(pending.completed(RequestId(1)), None);
        let ended = pending.completed(RequestId(250_000)).expect("it was open");
        assert_eq!((ended.invoked_us, ended.read_us), (250_000, Some((5, 5))));
    }

    #[test]
    fn numbers_that_nobody_records_take_no_places() {
        let mut pending = Pending::default();
        pending.invoked(1, &request(1, OpKind::Get, 0));
        pending.invoked(2, &request(1 << 40, OpKind::Get, 0));
        assert_eq!((pending.window.len(), pending.aside.len()), (1, 1));
        assert_eq!(pending.iter().count(), 2);
        assert!(pending.completed(RequestId(1 << 40)).is_some());
        pending.invoked(3, &request((1 << 40) + 1, OpKind::Get, 0));
        assert_eq!(pending.oldest_read_us(9), 1);
        assert!(pending.completed(RequestId(1)).is_some());
        assert_eq!(pending.oldest_read_us(9), 3);
    }

    #[test]
    fn many_that_are_open_stay_in_their_window() {
        let mut pending = Pending::default();
        for number in 1..=50_000 {
            pending.invoked(number, &request(number, OpKind::Get, 0));
        }
        assert_eq!((pending.open, pending.aside.len()), (50_000, 0));
        for number in (1..=50_000).rev() {
            assert!(pending.completed(RequestId(number)).is_some());
        }
        assert!(pending.window.is_empty());
    }
}
