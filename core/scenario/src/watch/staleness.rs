//! Whether a read missed an acknowledged write, judged online from the client history alone.
//!
//! A read that returned write w of key k is stale if some write w2 of k was acknowledged before
//! the read was sent, and w2 was sent after w was acknowledged. The value before any write counts
//! as acknowledged at instant 0. A write that nobody acknowledged cannot be too old.
//!
//! It must not know replicas, leaders or logs: clients do not.

use std::collections::VecDeque;

use sim::Micros;

/// Acknowledged writes that are kept of one key.
pub const ACKNOWLEDGED_PER_KEY_MAX: usize = 4_096;
/// Acknowledged writes that are kept in all. Beyond it each key forgets its oldest.
pub const ACKNOWLEDGED_MAX: usize = 1 << 20;

/// What a read returned, against what it should at least have seen.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Freshness {
    /// A write, or no answer.
    #[default]
    NotJudged,
    /// It missed nothing.
    Fresh,
    /// It missed acknowledged writes.
    Stale {
        /// How long before the read was sent the first missed write was acknowledged. A lower
        /// bound when the value read is older than what is kept.
        stale_us: Micros,
        /// How many writes it missed; a lower bound likewise.
        commits: u32,
    },
}

impl Freshness {
    /// The worse of two rows' judgements.
    pub fn worse(self, other: Freshness) -> Freshness {
        let rank = |freshness: &Freshness| match freshness {
            Freshness::NotJudged => (0, 0),
            Freshness::Fresh => (1, 0),
            Freshness::Stale { stale_us, .. } => (2, *stale_us),
        };
        if rank(&other) > rank(&self) {
            other
        } else {
            self
        }
    }
}

/// Writes without an answer that are remembered.
pub const UNANSWERED_MAX: usize = 1 << 16;

/// Acknowledged writes by key.
#[derive(Clone, Debug)]
pub struct Staleness {
    /// By key: place in `written` plus one; 0 = never written.
    place_of: Vec<u32>,
    written: Vec<WrittenKey>,
    /// Acknowledged writes kept in all.
    kept: usize,
    /// Writes that ended without an acknowledgement, rising.
    unanswered: VecDeque<u64>,
}

/// A key that has an acknowledged write.
#[derive(Clone, Debug, Default)]
struct WrittenKey {
    /// In the order of acknowledgement.
    acknowledged: VecDeque<Write>,
    /// Greatest write id that was acknowledged.
    greatest: u64,
    /// When the last forgotten write was acknowledged; 0 when none was forgotten.
    forgotten_us: Micros,
}

#[derive(Copy, Clone, Debug)]
struct Write {
    value: u64,
    invoked_us: Micros,
    acknowledged_us: Micros,
}

impl Staleness {
    /// No writes yet on `keys` keys.
    pub fn new(keys: u64) -> Self {
        let keys = usize::try_from(keys).expect("keys fit the memory");
        Staleness {
            place_of: vec![0; keys],
            written: Vec::new(),
            kept: 0,
            unanswered: VecDeque::new(),
        }
    }

    /// A client learned that its write is done.
    pub fn acknowledged(&mut self, at_us: Micros, key: u64, value: u64, invoked_us: Micros) {
        let place = &mut self.place_of[key as usize];
        if *place == 0 {
            self.written.push(WrittenKey::default());
            *place = self.written.len() as u32;
        }
        let key = &mut self.written[*place as usize - 1];
        key.greatest = key.greatest.max(value);
        key.acknowledged.push_back(Write {
            value,
            invoked_us,
            acknowledged_us: at_us,
        });
        self.kept += 1;
        let full =
            self.kept > ACKNOWLEDGED_MAX || key.acknowledged.len() > ACKNOWLEDGED_PER_KEY_MAX;
        if full && let Some(oldest) = key.acknowledged.pop_front() {
            key.forgotten_us = oldest.acknowledged_us;
            self.kept -= 1;
        }
    }

    /// A client gave up on its write, which may still happen.
    pub fn unanswered(&mut self, value: u64) {
        // Clients give up in about the order in which they began.
        let place = self.unanswered.partition_point(|known| *known < value);
        self.unanswered.insert(place, value);
        if self.unanswered.len() > UNANSWERED_MAX {
            self.unanswered.pop_front();
        }
    }

    /// Judges one row that a read sent at `invoked_us` returned. Requests before
    /// `oldest_pending` have all ended.
    #[inline]
    pub fn judge(
        &self,
        key: u64,
        value: u64,
        invoked_us: Micros,
        oldest_pending: u64,
    ) -> Freshness {
        let place = self.place_of[key as usize];
        if place == 0 {
            return Freshness::Fresh;
        }
        let key = &self.written[place as usize - 1];
        // Nearly every read returns the newest write, or one that is newer still.
        let newest = key.acknowledged.back().map_or(0, |write| write.value);
        if value == newest || value > key.greatest {
            return Freshness::Fresh;
        }
        match key.replaceable_us(value) {
            Some(replaceable_us) => key.judge(replaceable_us, invoked_us),
            None if value >= oldest_pending || self.unanswered.binary_search(&value).is_ok() => {
                Freshness::Fresh
            }
            None => key.judge(key.forgotten_us, invoked_us),
        }
    }
}

impl WrittenKey {
    /// Judges a read of a value that every write sent after `replaceable_us` replaces.
    fn judge(&self, replaceable_us: Micros, invoked_us: Micros) -> Freshness {
        let mut missed = self
            .acknowledged
            .iter()
            .rev()
            // Writes that were acknowledged before this one are older still.
            .take_while(|write| write.acknowledged_us > replaceable_us)
            .filter(|write| {
                write.acknowledged_us < invoked_us && write.invoked_us > replaceable_us
            });
        let Some(newest) = missed.next() else {
            return Freshness::Fresh;
        };
        let mut commits = 1;
        let mut first_us = newest.acknowledged_us;
        for write in missed {
            commits += 1;
            first_us = write.acknowledged_us;
        }
        Freshness::Stale {
            stale_us: invoked_us - first_us,
            commits,
        }
    }

    /// From when on a write that is sent replaces this value for sure: when it was acknowledged.
    /// `None` if it never was, or if that is forgotten.
    fn replaceable_us(&self, value: u64) -> Option<Micros> {
        if value == 0 {
            return Some(self.forgotten_us);
        }
        let known = self
            .acknowledged
            .iter()
            .rev()
            .find(|write| write.value == value);
        known.map(|write| write.acknowledged_us)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes of key 0 as (value, invoked, acknowledged).
    fn after(writes: &[(u64, Micros, Micros)]) -> Staleness {
        let mut staleness = Staleness::new(2);
        for (value, invoked_us, at_us) in writes {
            staleness.acknowledged(*at_us, 0, *value, *invoked_us);
        }
        staleness
    }

    #[test]
    fn a_read_of_the_newest_write_is_fresh() {
        let staleness = after(&[(1, 10, 20), (2, 30, 40)]);
        assert_eq!(staleness.judge(0, 2, 100, 1_000_000), Freshness::Fresh);
        assert_eq!(staleness.judge(1, 0, 100, 1_000_000), Freshness::Fresh);
    }

    #[test]
    fn a_read_of_a_replaced_write_is_stale_since_the_first_acknowledgement() {
        let staleness = after(&[(1, 10, 20), (2, 30, 40), (3, 50, 60)]);
        let expected = Freshness::Stale {
            stale_us: 60,
            commits: 2,
        };
        assert_eq!(staleness.judge(0, 1, 100, 1_000_000), expected);
        let expected = Freshness::Stale {
            stale_us: 80,
            commits: 3,
        };
        assert_eq!(staleness.judge(0, 0, 100, 1_000_000), expected);
    }

    #[test]
    fn a_read_sent_before_the_acknowledgement_is_fresh() {
        let staleness = after(&[(1, 10, 20), (2, 30, 40)]);
        assert_eq!(staleness.judge(0, 1, 40, 1_000_000), Freshness::Fresh);
        assert_eq!(
            staleness.judge(0, 1, 41, 1_000_000),
            Freshness::Stale {
                stale_us: 1,
                commits: 1
            }
        );
    }

    #[test]
    fn concurrent_writes_may_have_happened_in_either_order() {
        let staleness = after(&[(1, 10, 40), (2, 20, 50)]);
        assert_eq!(staleness.judge(0, 1, 100, 1_000_000), Freshness::Fresh);
        assert_eq!(staleness.judge(0, 2, 100, 1_000_000), Freshness::Fresh);
    }

    #[test]
    fn an_unacknowledged_write_is_never_too_old() {
        let mut staleness = after(&[(1, 10, 20), (5, 30, 40)]);
        assert_eq!(
            staleness.judge(0, 3, 100, 3),
            Freshness::Fresh,
            "still pending"
        );
        staleness.unanswered(3);
        assert_eq!(
            staleness.judge(0, 3, 100, 1_000_000),
            Freshness::Fresh,
            "given up"
        );
        assert_eq!(
            staleness.judge(0, 9, 100, 6),
            Freshness::Fresh,
            "newer than all"
        );
    }

    #[test]
    fn what_was_forgotten_is_judged_by_what_is_kept() {
        let mut staleness = Staleness::new(1);
        let writes = ACKNOWLEDGED_PER_KEY_MAX as u64 + 10;
        for value in 1..=writes {
            staleness.acknowledged(value * 10 + 5, 0, value, value * 10);
        }
        let now_us = writes * 10 + 100;
        let Freshness::Stale { commits, .. } = staleness.judge(0, 1, now_us, 1_000_000) else {
            panic!("a read of the first of {writes} writes is stale");
        };
        assert_eq!(commits as usize, ACKNOWLEDGED_PER_KEY_MAX);
        assert_eq!(staleness.kept, ACKNOWLEDGED_PER_KEY_MAX);
    }

    #[test]
    fn the_worse_row_counts() {
        let little = Freshness::Stale {
            stale_us: 1,
            commits: 1,
        };
        let much = Freshness::Stale {
            stale_us: 9,
            commits: 1,
        };
        assert_eq!(
            Freshness::Fresh.worse(little).worse(much).worse(little),
            much
        );
        assert_eq!(
            Freshness::NotJudged.worse(Freshness::Fresh),
            Freshness::Fresh
        );
    }
}
