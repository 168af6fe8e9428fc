//! What a session is kept, judged from what its client saw alone (Terry and others, "Session
//! guarantees for weakly consistent replicated data", 1994): monotonic reads, a read never returns
//! an older value than one before it saw; read your writes, it never misses an own write. A
//! session is a client: one of a workload's closed clients, or the person who asks by hand.
//! Requests that arrive by themselves, each as from a client of its own, have none.
//!
//! Value a is older than value b for sure if a was acknowledged before b was sent. Writes are
//! numbered in the order in which they were sent, so only a smaller number can be older: nearly
//! every read is done with one comparison.
//!
//! What is not remembered any more binds nothing. It must not know replicas, leaders or logs.

use model::fact::RequestFact;
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

/// A client, as a number; 0 = nobody who asks twice.
pub(crate) type Session = u64;

/// The person who asks by hand.
const BY_HAND: Session = 1;

pub(crate) fn session_of(fact: &RequestFact) -> Session {
    match (fact.workload, fact.client) {
        (None, _) => BY_HAND,
        (Some(workload), Some(client)) => (u64::from(workload) + 1) << 32 | u64::from(client),
        (Some(_), None) => 0,
    }
}

/// Places that share one spot of the table: of what falls there, the last seen are remembered.
const WAYS: usize = 4;
const PLACES_MAX: usize = 1 << 17;

/// The newest values that each session has seen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sessions {
    /// By hash of session and key, `WAYS` to a spot; a power of two of them, or none yet.
    seen: Vec<Seen>,
}

/// The newest value of a key that a session has seen, and the one before it.
#[derive(Copy, Clone, Debug, Default)]
struct Seen {
    /// 0 = nobody is here.
    session: Session,
    key: u64,
    value: u64,
    since_us: Micros,
    before: u64,
    before_us: Micros,
}

impl Sessions {
    /// The newest value of a key that a session had seen for sure when it sent a request; 0 = none.
    #[inline]
    pub(crate) fn floor(&self, session: Session, key: u64, invoked_us: Micros) -> u64 {
        let Some(seen) = self.find(session, key).map(|place| self.seen[place]) else {
            return 0;
        };
        match () {
            () if seen.since_us < invoked_us => seen.value,
            () if seen.before_us < invoked_us => seen.before,
            () => 0,
        }
    }

    /// A session's read returned a value.
    #[inline]
    pub(crate) fn saw(&mut self, session: Session, key: u64, value: u64, at_us: Micros) {
        if value == 0 || session == 0 {
            return;
        }
        if let Some(place) = self.find(session, key) {
            let seen = &mut self.seen[place];
            if value > seen.value {
                (seen.before, seen.before_us) = (seen.value, seen.since_us);
                (seen.value, seen.since_us) = (value, at_us);
            }
            return;
        }
        self.insert(Seen {
            session,
            key,
            value,
            since_us: at_us,
            ..Seen::default()
        });
    }

    /// The places where a key of a session may be.
    fn spot(&self, session: Session, key: u64) -> std::ops::Range<usize> {
        let first = sim::mix(session, key) as usize & self.seen.len().saturating_sub(WAYS);
        first..(first + WAYS).min(self.seen.len())
    }

    fn find(&self, session: Session, key: u64) -> Option<usize> {
        let mut spot = self.spot(session, key);
        spot.find(|place| (self.seen[*place].session, self.seen[*place].key) == (session, key))
    }

    fn insert(&mut self, new: Seen) {
        loop {
            let spot = self.spot(new.session, new.key);
            let oldest = spot.min_by_key(|place| match self.seen[*place] {
                Seen { session: 0, .. } => (false, 0),
                held => (true, held.since_us),
            });
            match oldest {
                Some(place) if self.seen[place].session == 0 => {
                    self.seen[place] = new;
                    return;
                }
                Some(place) if self.seen.len() >= PLACES_MAX => {
                    self.seen[place] = new;
                    return;
                }
                _ => self.grow(),
            }
        }
    }

    /// Makes twice as many places. What shared a spot before shares one of two now.
    #[cold]
    fn grow(&mut self) {
        let places = (self.seen.len() * 2).max(64 * WAYS);
        let held = std::mem::replace(&mut self.seen, vec![Seen::default(); places]);
        for seen in held.into_iter().filter(|seen| seen.session != 0) {
            let mut spot = self.spot(seen.session, seen.key);
            let free = spot.find(|place| self.seen[*place].session == 0);
            self.seen[free.expect("no more than before share a spot")] = seen;
        }
    }
}

#[cfg(test)]
mod tests {
    use model::config::OpKind;

    use super::*;
    use crate::testing::request;

    #[test]
    fn a_session_is_a_client_and_not_its_workload() {
        let of = |workload, client| {
            session_of(&RequestFact {
                workload,
                client,
                ..request(1, OpKind::Get, 0)
            })
        };
        assert_ne!(of(Some(0), Some(0)), of(Some(0), Some(1)));
        assert_ne!(of(Some(0), Some(0)), of(Some(1), Some(0)));
        assert_eq!(of(None, None), BY_HAND);
        assert_eq!(of(Some(0), None), 0, "an open workload's come and go");
    }

    #[test]
    fn what_a_session_saw_binds_what_it_asks_later() {
        let mut sessions = Sessions::default();
        assert_eq!(sessions.floor(2, 1, 100), 0);
        sessions.saw(2, 1, 7, 20);
        sessions.saw(2, 1, 5, 30);
        assert_eq!(sessions.floor(2, 1, 100), 7);
        assert_eq!(sessions.floor(3, 1, 100), 0, "another session");
        assert_eq!(sessions.floor(2, 2, 100), 0, "another key");
        sessions.saw(0, 1, 7, 20);
        assert_eq!(sessions.floor(0, 1, 100), 0, "nobody's");
    }

    #[test]
    fn what_was_asked_before_the_answer_came_is_bound_by_what_was_seen_earlier() {
        let mut sessions = Sessions::default();
        sessions.saw(1, 0, 3, 20);
        sessions.saw(1, 0, 4, 40);
        assert_eq!(sessions.floor(1, 0, 20), 0);
        assert_eq!(sessions.floor(1, 0, 40), 3);
        assert_eq!(sessions.floor(1, 0, 41), 4);
    }

    #[test]
    fn the_value_before_any_write_binds_nothing() {
        let mut sessions = Sessions::default();
        sessions.saw(1, 0, 0, 20);
        assert_eq!(sessions.floor(1, 0, 100), 0);
        assert!(sessions.seen.is_empty());
    }

    #[test]
    fn the_table_grows_to_its_bound_and_says_nothing_wrong_then() {
        let mut sessions = Sessions::default();
        for key in 0..PLACES_MAX as u64 * 2 {
            sessions.saw(1, key, key + 1, key + 1);
        }
        assert_eq!(sessions.seen.len(), PLACES_MAX);
        let known = |key: u64| sessions.floor(1, key, Micros::MAX);
        let is_right = |key: &u64| [0, key + 1].contains(&known(*key));
        assert!((0..PLACES_MAX as u64 * 2).all(|key| is_right(&key)));
        let newest = PLACES_MAX as u64 * 2 - 1;
        assert_eq!(known(newest), newest + 1, "the last seen are kept");
    }
}
