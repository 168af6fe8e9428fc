//! Acknowledged writes that are too old to be kept with all others, by key. Each key keeps the
//! same number, thinned out by their age: what a read of an old value missed stays known to within
//! a small part of how long ago that was, however much others write.

use std::collections::BTreeMap;

use sim::Micros;

use super::Write;

/// Keys of which old writes are kept: those whose writes became old first.
pub(super) const KEYS_MAX: usize = 1 << 12;
/// Old writes that are kept of a key.
pub(super) const WRITES_MAX: usize = 64;

/// An old write of a key.
#[derive(Copy, Clone, Debug)]
pub(super) struct Old {
    pub(super) write: Write,
    /// Writes of the key that were acknowledged between the one before it and this one, and are
    /// forgotten.
    pub(super) gap: Option<Gap>,
}

/// Writes that are forgotten, one after the other.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Gap {
    /// The least of their values.
    least: u64,
    greatest: u64,
    /// When the last of them was acknowledged.
    until_us: Micros,
}

/// When a write was acknowledged that is forgotten: not before, and not after.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Between {
    pub(super) from_us: Micros,
    pub(super) until_us: Micros,
}

/// The old writes of all keys.
#[derive(Clone, Debug, Default)]
pub(super) struct Older {
    /// In the order of acknowledgement.
    by_key: BTreeMap<u64, Vec<Old>>,
}

impl Older {
    /// A write of a key became old; all before it of the key had. False when there is no room for
    /// the key.
    pub(super) fn push(&mut self, key: u64, write: Write, now_us: Micros) -> bool {
        let has_room = self.by_key.len() < KEYS_MAX;
        if !has_room && !self.by_key.contains_key(&key) {
            return false;
        }
        let writes = self.by_key.entry(key).or_default();
        writes.push(Old { write, gap: None });
        if writes.len() > WRITES_MAX {
            thin(writes, now_us);
        }
        true
    }

    pub(super) fn of(&self, key: u64) -> &[Old] {
        self.by_key.get(&key).map_or(&[], Vec::as_slice)
    }

    /// When the write of a value was acknowledged that is among a key's gaps; `None` where it is in
    /// none.
    pub(super) fn between(&self, key: u64, value: u64) -> Option<Between> {
        let writes = self.of(key);
        let may_hold = |place: &usize| {
            let gap = writes[*place].gap;
            gap.is_some_and(|gap| gap.least <= value && value <= gap.greatest)
        };
        let first = (1..writes.len()).find(may_hold)?;
        let last = (1..writes.len())
            .rfind(may_hold)
            .and_then(|place| writes[place].gap)?;
        Some(Between {
            from_us: writes[first - 1].write.acknowledged_us,
            until_us: last.until_us,
        })
    }

    /// Whether a write of a key is forgotten that may have been acknowledged after the first
    /// instant and before the second.
    pub(super) fn has_gap(&self, key: u64, from_us: Micros, until_us: Micros) -> bool {
        self.of(key).windows(2).any(|pair| {
            let gap = pair[1].gap;
            let after =
                |gap: Gap| gap.until_us > from_us && pair[0].write.acknowledged_us < until_us;
            gap.is_some_and(after)
        })
    }
}

/// Forgets the write whose neighbours are closest to each other, for how long ago it was. The first
/// and the last stay.
fn thin(writes: &mut Vec<Old>, now_us: Micros) {
    let at_us = |place: usize| writes[place].write.acknowledged_us;
    // As a fraction: how far its neighbours are apart, by its age.
    let share = |place: usize| {
        let age_us = now_us.saturating_sub(at_us(place)).max(1);
        (
            u128::from(at_us(place + 1) - at_us(place - 1)),
            u128::from(age_us),
        )
    };
    let less = |one: (u128, u128), other: (u128, u128)| one.0 * other.1 < other.0 * one.1;
    let mut least = 1;
    for place in 2..writes.len() - 1 {
        if less(share(place), share(least)) {
            least = place;
        }
    }
    let Old { write, gap } = writes.remove(least);
    let own = Gap {
        least: write.value,
        greatest: write.value,
        until_us: write.acknowledged_us,
    };
    let next = &mut writes[least].gap;
    let gaps = [gap, *next].into_iter().flatten();
    *next = Some(gaps.fold(own, Gap::with));
}

impl Gap {
    /// Both as one.
    fn with(self, other: Gap) -> Gap {
        Gap {
            least: self.least.min(other.least),
            greatest: self.greatest.max(other.greatest),
            until_us: self.until_us.max(other.until_us),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Write `value` was sent and acknowledged at ten times its value.
    fn write(value: u64) -> Write {
        Write {
            key: 5,
            value,
            invoked_us: value * 10 - 5,
            acknowledged_us: value * 10,
            session: 0,
            before: 0,
            greater: 0,
        }
    }

    fn after(writes: u64) -> Older {
        let mut older = Older::default();
        for value in 1..=writes {
            assert!(older.push(5, write(value), value * 10 + 1_000));
        }
        older
    }

    #[test]
    fn what_is_forgotten_is_known_to_within_a_part_of_its_age() {
        let writes = 100_000;
        let older = after(writes);
        assert_eq!(older.of(5).len(), WRITES_MAX);
        let now_us = writes * 10 + 1_000;
        for value in (1..=writes).step_by(997) {
            let at_us = value * 10;
            let kept = older.of(5).iter().any(|old| old.write.value == value);
            let Some(Between { from_us, until_us }) = older.between(5, value) else {
                assert!(kept, "{value} is kept, or in a gap");
                continue;
            };
            assert!(from_us <= at_us && at_us <= until_us, "{value}");
            let age_us = now_us - at_us;
            assert!(
                (until_us - from_us) * 4 <= age_us,
                "{value}: {from_us}, {until_us}"
            );
        }
    }

    #[test]
    fn the_first_write_and_the_last_stay() {
        let older = after(1_000);
        let ends = [older.of(5).first(), older.of(5).last()];
        assert_eq!(ends.map(|old| old.expect("some").write.value), [1, 1_000]);
        assert_eq!(older.between(5, 2_000), None);
        assert!(older.has_gap(5, 0, 5_000) && !older.has_gap(5, 10_000, 20_000));
    }

    #[test]
    fn keys_beyond_the_bound_are_not_kept() {
        let mut older = Older::default();
        for key in 0..KEYS_MAX as u64 {
            assert!(older.push(key, write(1), 99));
        }
        assert!(!older.push(KEYS_MAX as u64, write(1), 99));
        assert!(older.push(0, write(2), 99));
        assert!(older.of(KEYS_MAX as u64).is_empty());
    }
}
