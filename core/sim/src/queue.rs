//! The event queue: what happens next, and what time it is.
//!
//! Events come out by (instant, class, push order). An ordinary event is the world at work; a
//! "first" event is something done to the world (a cut, a crash), which must take effect before
//! anything else of its instant whenever it was pushed. It must not know what an event means.

use std::collections::VecDeque;

use crate::time::Micros;
use crate::wheel::Wheel;

/// Most "first" events that may be pending at once.
const FIRST_MAX: usize = 1 << 20;

/// Pending events in the order in which they will happen.
pub struct EventQueue<E> {
    now: Micros,
    ordinary: Wheel<E>,
    /// Sorted by instant, then push order. Few, and mostly pushed in order.
    first: VecDeque<(Micros, E)>,
}

impl<E: Copy> EventQueue<E> {
    /// An empty queue at instant 0.
    pub fn new() -> Self {
        EventQueue {
            now: 0,
            ordinary: Wheel::new(),
            first: VecDeque::new(),
        }
    }

    /// The present: the instant of the last popped event, or later after
    /// [`advance_to`](Self::advance_to).
    #[inline]
    pub fn now(&self) -> Micros {
        self.now
    }

    /// How many events are pending.
    pub fn len(&self) -> usize {
        self.ordinary.len() + self.first.len()
    }

    /// Whether nothing is pending.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Schedules an event at an instant that is not in the past.
    #[inline]
    pub fn push(&mut self, at: Micros, event: E) {
        assert!(at >= self.now, "an event cannot happen in the past");
        self.ordinary.push(at, event);
    }

    /// Schedules an event before every ordinary event of its instant, also those pushed earlier.
    pub fn push_first(&mut self, at: Micros, event: E) {
        assert!(at >= self.now, "an event cannot happen in the past");
        assert!(self.first.len() < FIRST_MAX, "too many pending events");
        let place = self.first.partition_point(|(other, _)| *other <= at);
        self.first.insert(place, (at, event));
    }

    /// The instant of the next event.
    #[inline]
    pub fn peek_time(&self) -> Option<Micros> {
        let ordinary = self.ordinary.next_time();
        match self.first.front() {
            None => ordinary,
            Some((first, _)) => Some(ordinary.map_or(*first, |ordinary| ordinary.min(*first))),
        }
    }

    /// Takes the next event and moves the present to its instant.
    #[inline]
    pub fn pop(&mut self) -> Option<(Micros, E)> {
        let popped = if self.first_is_next() {
            self.first.pop_front()
        } else {
            self.ordinary.pop()
        };
        if let Some((at, _)) = popped {
            debug_assert!(at >= self.now);
            self.now = at;
        }
        popped
    }

    /// The same, if it is due by then.
    #[inline]
    pub fn pop_until(&mut self, until: Micros) -> Option<(Micros, E)> {
        if self.first.is_empty() {
            let popped = self.ordinary.pop_until(until)?;
            self.now = popped.0;
            return Some(popped);
        }
        self.peek_time().filter(|at| *at <= until)?;
        self.pop()
    }

    /// Moves the present forward to an instant before which nothing is due.
    pub fn advance_to(&mut self, at: Micros) {
        assert!(at >= self.now, "time does not run backwards");
        assert!(
            self.peek_time().is_none_or(|next| next >= at),
            "an event is due before"
        );
        self.now = at;
    }

    #[inline]
    fn first_is_next(&self) -> bool {
        match self.first.front() {
            None => false,
            Some((first, _)) => self.ordinary.next_time().is_none_or(|at| *first <= at),
        }
    }
}

impl<E: Copy> Default for EventQueue<E> {
    fn default() -> Self {
        EventQueue::new()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::rng::Stream;

    #[test]
    fn events_come_out_by_instant() {
        let mut queue = EventQueue::new();
        for at in [70, 3, 5_000, 3_000_000_000, 64, 63, 0, u64::MAX] {
            queue.push(at, at);
        }
        let mut popped = Vec::new();
        while let Some((at, event)) = queue.pop() {
            assert_eq!(at, event);
            assert_eq!(queue.now(), at);
            popped.push(at);
        }
        assert_eq!(popped, [0, 3, 63, 64, 70, 5_000, 3_000_000_000, u64::MAX]);
    }

    #[test]
    fn events_of_one_instant_come_out_in_push_order_from_near_and_far() {
        // The first two are pushed from afar and travel down the levels; the last from nearby.
        let mut queue = EventQueue::new();
        queue.push(1_000_000, "far");
        queue.push(1_000_000, "far too");
        queue.push(999_990, "clock");
        assert_eq!(queue.pop(), Some((999_990, "clock")));
        queue.push(1_000_000, "near");
        assert_eq!(queue.pop(), Some((1_000_000, "far")));
        queue.push(1_000_000, "now");
        let rest = [queue.pop(), queue.pop(), queue.pop(), queue.pop()];
        let events = rest.map(|popped| popped.map(|(_, event)| event));
        assert_eq!(events, [Some("far too"), Some("near"), Some("now"), None]);
    }

    #[test]
    fn a_first_event_runs_before_ordinary_events_of_its_instant() {
        let mut queue = EventQueue::new();
        queue.push(10, "ordinary");
        queue.push_first(10, "first");
        queue.push_first(10, "second");
        queue.push_first(9, "earlier");
        queue.push(8, "earliest");
        let order: Vec<_> = std::iter::from_fn(|| queue.pop())
            .map(|(_, event)| event)
            .collect();
        assert_eq!(
            order,
            ["earliest", "earlier", "first", "second", "ordinary"]
        );
    }

    #[test]
    fn the_present_advances_up_to_the_next_event_and_pushes_continue_from_there() {
        let mut queue = EventQueue::new();
        queue.push(1_000, 'b');
        queue.advance_to(1_000);
        assert_eq!(queue.now(), 1_000);
        queue.push(1_000, 'c');
        queue.push_first(1_000, 'a');
        assert_eq!(queue.len(), 3);
        let order: String = std::iter::from_fn(|| queue.pop())
            .map(|(_, event)| event)
            .collect();
        assert_eq!(order, "abc");
        queue.advance_to(5_000_000);
        assert!(queue.is_empty());
        queue.push(5_000_001, 'd');
        assert_eq!(queue.pop(), Some((5_000_001, 'd')));
    }

    /// What the queue promises, written plainly: a sorted map by (instant, class, sequence).
    struct Model {
        now: Micros,
        sequence: u64,
        pending: BTreeMap<(Micros, u8, u64), u64>,
    }

    impl Model {
        fn push(&mut self, at: Micros, class: u8, event: u64) {
            self.sequence += 1;
            self.pending.insert((at, class, self.sequence), event);
        }

        fn pop(&mut self) -> Option<(Micros, u64)> {
            let ((at, _, _), event) = self.pending.pop_first()?;
            self.now = at;
            Some((at, event))
        }
    }

    #[test]
    fn every_interleaving_matches_a_sorted_map() {
        // Method: random pushes, pops and advances with delays of every magnitude and many ties.
        for seed in 0..200 {
            let mut stream = Stream::fork(seed, "queue", 0);
            let mut queue = EventQueue::new();
            let mut model = Model {
                now: 0,
                sequence: 0,
                pending: BTreeMap::new(),
            };
            let pushes_percent = stream.between(30, 60);
            for event in 0..2_000 {
                let digits = stream.below(30);
                let at = queue.now() + (stream.next() & ((1 << digits) - 1));
                match stream.below(100) {
                    0..=3 => {
                        queue.push_first(at, event);
                        model.push(at, 0, event);
                    }
                    4 if queue.peek_time().is_none_or(|next| next >= at) => {
                        queue.advance_to(at);
                        model.now = at;
                    }
                    percent if percent < pushes_percent => {
                        queue.push(at, event);
                        model.push(at, 1, event);
                    }
                    percent if percent % 2 == 0 => {
                        let next = model.pending.first_key_value();
                        let is_due = next.is_some_and(|((due, _, _), _)| *due <= at);
                        let expected = if is_due { model.pop() } else { None };
                        assert_eq!(queue.pop_until(at), expected, "seed {seed} event {event}");
                    }
                    _ => assert_eq!(queue.pop(), model.pop(), "seed {seed} event {event}"),
                }
                assert_eq!(queue.len(), model.pending.len());
                assert_eq!(queue.now(), model.now);
                let next = model.pending.first_key_value().map(|((at, _, _), _)| *at);
                assert_eq!(queue.peek_time(), next, "seed {seed} event {event}");
            }
            while !model.pending.is_empty() {
                assert_eq!(queue.pop(), model.pop(), "seed {seed}");
            }
            assert_eq!(queue.pop(), None);
        }
    }
}
