//! What a session is kept, judged from what its clients saw alone (Terry and others, "Session
//! guarantees for weakly consistent replicated data", 1994): monotonic reads, a read never returns
//! an older value than one before it saw; read your writes, it never misses an own write. A
//! session is a workload; the requests by hand are one more.
//!
//! Value a is older than value b for sure if a was acknowledged before b was sent. Writes are
//! numbered in the order in which they were sent, so only a smaller number can be older: nearly
//! every read is done with one comparison.
//!
//! It must not know replicas, leaders or logs.

use sim::Micros;

/// What a read kept of its session's guarantees.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// It returned nothing older than what was seen before.
    pub monotonic: bool,
    /// It missed no own write.
    pub own_writes: bool,
}

impl Kept {
    /// Everything.
    pub const ALL: Kept = Kept {
        monotonic: true,
        own_writes: true,
    };
}

/// The newest values that each session has seen.
#[derive(Clone, Debug)]
pub struct Sessions {
    /// How many sessions there are.
    width: usize,
    /// By key: its place among the keys that hold a write, plus one; 0 = no session saw one.
    place_of: Vec<u32>,
    /// By `place * width + session`.
    seen: Vec<Seen>,
}

/// The newest value of a key that a session has seen, and the one before it.
#[derive(Copy, Clone, Debug, Default)]
struct Seen {
    value: u64,
    since_us: Micros,
    before: u64,
    before_us: Micros,
}

impl Sessions {
    /// Nothing seen yet of `keys` keys by so many sessions.
    pub fn new(keys: u64, sessions: usize) -> Self {
        let keys = usize::try_from(keys).expect("keys fit the memory");
        Sessions {
            width: sessions,
            place_of: vec![0; keys],
            seen: Vec::new(),
        }
    }

    /// The newest value of a key that a session had seen for sure when it sent a request; 0 = none.
    #[inline]
    pub fn floor(&self, session: usize, key: u64, invoked_us: Micros) -> u64 {
        let Some(place) = self.place_of[key as usize].checked_sub(1) else {
            return 0;
        };
        let seen = self.seen[place as usize * self.width + session];
        match () {
            () if seen.since_us < invoked_us => seen.value,
            () if seen.before_us < invoked_us => seen.before,
            () => 0,
        }
    }

    /// A session's read returned a value.
    #[inline]
    pub fn saw(&mut self, session: usize, key: u64, value: u64, at_us: Micros) {
        if value == 0 {
            return;
        }
        let place = &mut self.place_of[key as usize];
        if *place == 0 {
            self.seen
                .resize(self.seen.len() + self.width, Seen::default());
            *place = (self.seen.len() / self.width) as u32;
        }
        let seen = &mut self.seen[(*place as usize - 1) * self.width + session];
        if value > seen.value {
            *seen = Seen {
                value,
                since_us: at_us,
                before: seen.value,
                before_us: seen.since_us,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_session_saw_binds_what_it_asks_later() {
        let mut sessions = Sessions::new(4, 2);
        assert_eq!(sessions.floor(0, 1, 100), 0);
        sessions.saw(0, 1, 7, 20);
        sessions.saw(0, 1, 5, 30);
        assert_eq!(sessions.floor(0, 1, 100), 7);
        assert_eq!(sessions.floor(1, 1, 100), 0, "another session");
        assert_eq!(sessions.floor(0, 2, 100), 0, "another key");
    }

    #[test]
    fn what_was_asked_before_the_answer_came_is_bound_by_what_was_seen_earlier() {
        let mut sessions = Sessions::new(1, 1);
        sessions.saw(0, 0, 3, 20);
        sessions.saw(0, 0, 4, 40);
        assert_eq!(sessions.floor(0, 0, 20), 0);
        assert_eq!(sessions.floor(0, 0, 40), 3);
        assert_eq!(sessions.floor(0, 0, 41), 4);
    }

    #[test]
    fn the_value_before_any_write_binds_nothing() {
        let mut sessions = Sessions::new(1, 1);
        sessions.saw(0, 0, 0, 20);
        assert_eq!(sessions.floor(0, 0, 100), 0);
        assert!(sessions.seen.is_empty());
    }
}
