//! What is due on many connections, in order. Acknowledgements of one connection come in the order
//! of its segments, so they stand in a line of their own, and a heap holds the first of each line
//! alone: there are some dozens of connections where thousands of segments are under way. It must
//! not know what a connection does with what is due.

use std::cmp::Reverse;
use std::collections::binary_heap::PeekMut;
use std::collections::{BinaryHeap, VecDeque};

/// Something that is due on a connection.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Due {
    /// The acknowledgement of a segment that left at this turn.
    Acknowledged { segment: u64, turn: u64 },
    /// It may have waited long enough.
    TimeOut,
}

/// An instant in ns, and the order among what is due then.
type When = (u64, u64);

/// Connections by when something is due on them, earliest first.
type Heap = BinaryHeap<Reverse<(When, u32)>>;

struct Acknowledgement {
    when: When,
    segment: u64,
    turn: u64,
}

/// All that is due, by connection.
#[derive(Default)]
pub(super) struct Schedule {
    acknowledgements: Vec<VecDeque<Acknowledgement>>,
    /// The first of each line that is not empty, and its connection.
    firsts: Heap,
    time_outs: Heap,
    scheduled: u64,
}

impl Schedule {
    /// One more connection; they are numbered from zero.
    pub(super) fn add_connection(&mut self) {
        self.acknowledgements.push(VecDeque::new());
    }

    /// Something is due on a connection at an instant in ns; after all else that is due then.
    pub(super) fn add(&mut self, connection: u32, at_ns: u64, due: Due) {
        self.scheduled += 1;
        let when = (at_ns, self.scheduled);
        match due {
            Due::TimeOut => keep(&mut self.time_outs, when, connection),
            Due::Acknowledged { segment, turn } => {
                let acknowledgement = Acknowledgement {
                    when,
                    segment,
                    turn,
                };
                self.line_up(connection, acknowledgement);
            }
        }
    }

    fn line_up(&mut self, connection: u32, acknowledgement: Acknowledgement) {
        let when = acknowledgement.when;
        let line = &mut self.acknowledgements[connection as usize];
        if line.is_empty() {
            keep(&mut self.firsts, when, connection);
        }
        if line.back().is_none_or(|last| last.when < when) {
            line.push_back(acknowledgement);
        } else {
            self.overtake(connection, acknowledgement);
        }
    }

    /// It comes before others that left earlier: a delay has shrunk.
    #[cold]
    fn overtake(&mut self, connection: u32, acknowledgement: Acknowledgement) {
        let when = acknowledgement.when;
        let line = &mut self.acknowledgements[connection as usize];
        let mut place = line.len();
        line.push_back(acknowledgement);
        while place > 0 && line[place - 1].when > when {
            line.swap(place - 1, place);
            place -= 1;
        }
        if place == 0 {
            forget(&mut self.firsts, connection);
            keep(&mut self.firsts, when, connection);
        }
    }

    /// When the next thing is due, in ns.
    pub(super) fn next_ns(&self) -> Option<u64> {
        // Greatest is what comes first, since all is reversed; nothing is least.
        let Reverse(((at_ns, _), _)) = self.firsts.peek().max(self.time_outs.peek())?;
        Some(*at_ns)
    }

    /// Takes what is due first: its connection, and the instant in ns.
    pub(super) fn pop(&mut self) -> Option<(u32, u64, Due)> {
        if self.time_outs.peek() > self.firsts.peek() {
            let Reverse(((at_ns, _), connection)) = self.time_outs.pop()?;
            return Some((connection, at_ns, Due::TimeOut));
        }
        let mut first = self.firsts.peek_mut()?;
        let Reverse(((at_ns, _), connection)) = *first;
        let line = &mut self.acknowledgements[connection as usize];
        let taken = line.pop_front().expect("it stands first in its line");
        match line.front() {
            Some(next) => *first = Reverse((next.when, connection)),
            None => drop(PeekMut::pop(first)),
        }
        let (segment, turn) = (taken.segment, taken.turn);
        Some((connection, at_ns, Due::Acknowledged { segment, turn }))
    }

    /// Nothing is due on a connection any more.
    pub(super) fn clear(&mut self, connection: u32) {
        self.acknowledgements[connection as usize].clear();
        forget(&mut self.firsts, connection);
        forget(&mut self.time_outs, connection);
    }
}

fn keep(heap: &mut Heap, when: When, connection: u32) {
    heap.push(Reverse((when, connection)));
}

#[cold]
fn forget(heap: &mut Heap, connection: u32) {
    heap.retain(|Reverse((_, of))| *of != connection);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::mix;

    const CONNECTIONS: u32 = 5;

    fn with_connections() -> Schedule {
        let mut schedule = Schedule::default();
        (0..CONNECTIONS).for_each(|_| schedule.add_connection());
        schedule
    }

    fn drained(schedule: &mut Schedule) -> Vec<(u32, u64, Due)> {
        std::iter::from_fn(|| {
            let next_ns = schedule.next_ns();
            let popped = schedule.pop();
            assert_eq!(next_ns, popped.map(|(_, at_ns, _)| at_ns));
            popped
        })
        .collect()
    }

    /// Any mixture comes in the order of instants, and of what was added where they are equal: as
    /// if it was sorted, whatever overtakes what.
    #[test]
    fn what_is_due_comes_as_if_sorted() {
        for seed in 0..200 {
            let draw = |place: u64, most: u64| mix(seed, place) % most;
            let mut schedule = with_connections();
            let mut expected = Vec::new();
            for turn in 0..100 {
                let connection = draw(3 * turn, u64::from(CONNECTIONS)) as u32;
                let at_ns = draw(3 * turn + 1, 40);
                let due = if draw(3 * turn + 2, 4) == 0 {
                    Due::TimeOut
                } else {
                    let segment = turn;
                    Due::Acknowledged { segment, turn }
                };
                schedule.add(connection, at_ns, due);
                expected.push((connection, at_ns, due));
            }
            expected.sort_by_key(|(_, at_ns, _)| *at_ns);
            assert_eq!(drained(&mut schedule), expected, "seed {seed}");
        }
    }

    #[test]
    fn of_a_connection_that_is_closed_nothing_is_due() {
        let mut schedule = with_connections();
        let due = |turn| Due::Acknowledged { segment: 0, turn };
        for connection in 0..CONNECTIONS {
            schedule.add(connection, 10, due(1));
            schedule.add(connection, 20, due(2));
            schedule.add(connection, 15, Due::TimeOut);
        }
        assert_eq!(schedule.pop(), Some((0, 10, due(1))));
        schedule.clear(0);
        schedule.clear(3);
        let left = drained(&mut schedule);
        let connections: Vec<u32> = left.iter().map(|(connection, ..)| *connection).collect();
        assert_eq!(connections, [1, 2, 4, 1, 2, 4, 1, 2, 4]);
        schedule.add(3, 30, due(3));
        assert_eq!(schedule.pop(), Some((3, 30, due(3))));
    }
}
