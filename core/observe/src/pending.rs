//! Requests that clients still wait for. Numbers count up, so they sit in a window over the
//! numbers: no search and no allocation per request.

use std::collections::{BTreeMap, VecDeque};

use model::fact::RequestFact;
use sim::{Micros, NodeId};

use crate::steps::Steps;

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

/// The window from the oldest pending request to the newest.
#[derive(Clone, Debug, Default)]
pub struct Pending {
    /// Number of the request at the front; the front is never a gap.
    first: u64,
    window: VecDeque<Option<PendingRequest>>,
    /// Reads that were only counted until something was not as simple: steps of them are told, and
    /// nothing is judged.
    joined: BTreeMap<u64, PendingRequest>,
}

impl Pending {
    /// A client sent a request. Numbers must rise.
    #[inline]
    pub fn invoked(&mut self, at_us: Micros, fact: &RequestFact) {
        if self.window.is_empty() {
            self.first = fact.request;
        }
        let next = self.first + self.window.len() as u64;
        assert!(fact.request >= next, "request numbers rise");
        for _ in next..fact.request {
            self.window.push_back(None);
        }
        self.window
            .push_back(Some(PendingRequest::sent(at_us, *fact)));
    }

    /// A request ended; `None` if it was not pending.
    #[inline]
    pub fn completed(&mut self, request: u64) -> Option<PendingRequest> {
        let place = usize::try_from(request.checked_sub(self.first)?).ok()?;
        let ended = self.window.get_mut(place)?.take();
        while let Some(None) = self.window.front() {
            self.window.pop_front();
            self.first += 1;
        }
        ended
    }

    /// A read that was only counted so far becomes an ordinary request.
    pub fn joined(&mut self, invoked_us: Micros, fact: &RequestFact, at: Option<NodeId>) {
        let mut read = PendingRequest::sent(invoked_us, *fact);
        if let Some(store) = at {
            read.steps.attempted(store);
        }
        self.joined.insert(fact.request, read);
    }

    /// Such a read ended, if it was one.
    #[inline]
    pub fn left(&mut self, request: u64) {
        if !self.joined.is_empty() {
            self.joined.remove(&request);
        }
    }

    /// Its place in the window.
    #[inline]
    fn place(&self, request: u64) -> Option<usize> {
        usize::try_from(request.checked_sub(self.first)?).ok()
    }

    /// A pending request.
    pub fn get(&self, request: u64) -> Option<&PendingRequest> {
        let place = self.place(request);
        let found = place.and_then(|place| self.window.get(place)?.as_ref());
        found.or_else(|| self.joined.get(&request))
    }

    /// A pending request.
    #[inline]
    pub fn get_mut(&mut self, request: u64) -> Option<&mut PendingRequest> {
        let place = self.place(request);
        let found = place.and_then(|place| self.window.get_mut(place)?.as_mut());
        found.or_else(|| self.joined.get_mut(&request))
    }

    /// All of them, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &PendingRequest> {
        self.window.iter().flatten()
    }

    /// Requests before this number have all ended.
    #[inline]
    pub fn oldest_request(&self) -> u64 {
        if self.window.is_empty() {
            u64::MAX
        } else {
            self.first
        }
    }

    /// When the oldest pending request was sent; `now_us` when there is none. Every request that
    /// completes from now on was sent at this instant or later.
    #[inline]
    pub fn oldest_us(&self, now_us: Micros) -> Micros {
        match self.window.front() {
            Some(Some(request)) => request.invoked_us,
            _ => now_us,
        }
    }
}

#[cfg(test)]
mod tests {
    use model::config::OpKind;

    use super::*;
    use crate::testing::request;

    #[test]
    fn requests_end_in_any_order_and_the_oldest_is_known() {
        let mut pending = Pending::default();
        assert_eq!(pending.oldest_us(99), 99);
        for number in 1..=3 {
            pending.invoked(number * 10, &request(number, OpKind::Get, 0));
        }
        assert_eq!(pending.completed(2).map(|ended| ended.invoked_us), Some(20));
        assert_eq!(pending.completed(2), None);
        assert_eq!(pending.oldest_us(99), 10);
        assert!(pending.completed(1).is_some());
        assert_eq!(pending.oldest_us(99), 30);
        assert_eq!(pending.get(3).map(|waiting| waiting.fact.request), Some(3));
        assert!(pending.completed(3).is_some());
        assert_eq!(pending.oldest_us(99), 99);
        assert_eq!(pending.completed(17), None);
    }

    #[test]
    fn numbers_may_leave_gaps() {
        let mut pending = Pending::default();
        pending.invoked(1, &request(1, OpKind::Get, 0));
        pending.invoked(2, &request(5, OpKind::Get, 0));
        assert!(pending.completed(1).is_some());
        assert_eq!(pending.oldest_us(9), 2);
        assert!(pending.completed(4).is_none());
        assert!(pending.completed(5).is_some());
    }
}
