//! What a read of a value that is not its key's newest missed, as far as what is kept says it.

use sim::Micros;

use super::{Asker, Freshness, Row, Staleness, Write};

impl Staleness {
    /// When the write of a value was acknowledged, at the earliest and at the latest; or how the
    /// row is judged where that is no question.
    fn replaceable(
        &self,
        key: u64,
        value: u64,
        is_open: impl FnOnce(u64) -> bool,
    ) -> Result<(Micros, Micros), Row> {
        if let Some(write) = self.history(key).find(|write| write.value == value) {
            return Ok((write.acknowledged_us, write.acknowledged_us));
        }
        if value == 0 {
            return Ok((0, 0));
        }
        if is_open(value) || self.unanswered.binary_search(&value).is_ok() {
            return Err(Row::FRESH);
        }
        if value <= self.unanswered_forgotten {
            return Err(Row::UNKNOWN);
        }
        // It was acknowledged and is forgotten.
        let between = self.older.between(key, value);
        Ok(between.map_or((0, self.forgotten_us), |known| {
            (known.from_us, known.until_us)
        }))
    }

    /// Judges a read of a value that is not the key's newest.
    pub(super) fn judge_older(
        &self,
        key: u64,
        value: u64,
        by: Asker,
        is_open: impl FnOnce(u64) -> bool,
    ) -> Row {
        let replaceable = match self.replaceable(key, value, is_open) {
            Ok(known) => known,
            Err(row) => return row,
        };
        let (_, latest_us) = replaceable;
        // Whoever was sent after that replaces it for sure.
        let mut missed = self
            .history(key)
            // Writes that were acknowledged before it are older still.
            .take_while(|write| write.acknowledged_us > latest_us)
            .filter(|write| write.acknowledged_us < by.invoked_us && write.invoked_us > latest_us);
        let Some(newest) = missed.next() else {
            return Row {
                most_us: self.most_us(key, replaceable, by, None),
                ..Row::FRESH
            };
        };
        let mut commits = 1;
        let mut first = newest;
        let is_own = |write: &Write| by.session != 0 && write.session == by.session;
        let mut own_writes = !is_own(newest);
        for write in missed {
            commits += 1;
            first = write;
            own_writes &= !is_own(write);
        }
        Row {
            freshness: Freshness::Stale {
                stale_us: by.invoked_us - first.acknowledged_us,
                commits,
            },
            own_writes,
            missed: first.value,
            most_us: self.most_us(key, replaceable, by, Some(first)),
        }
    }

    /// How long at most before a read was sent the first write was acknowledged that replaced what
    /// it returned. `first`: the first of those that are kept.
    fn most_us(
        &self,
        key: u64,
        (earliest_us, latest_us): (Micros, Micros),
        by: Asker,
        first: Option<&Write>,
    ) -> Micros {
        let known_us = first.map_or(by.invoked_us, |write| write.acknowledged_us);
        let is_known = earliest_us == latest_us
            && !self.older.has_gap(key, earliest_us, known_us)
            && !(earliest_us == 0 && self.lost_first(key));
        match (is_known, first) {
            (true, None) => 0,
            (true, Some(_)) => by.invoked_us - known_us,
            (false, _) => by.invoked_us.saturating_sub(earliest_us),
        }
    }

    /// Whether the first write of a key is not kept.
    #[cold]
    fn lost_first(&self, key: u64) -> bool {
        let newest = self.newest[key as usize];
        let in_order = self.numbered(newest).last();
        let has_none_before = in_order.is_some_and(|(_, write)| write.before == 0);
        newest != 0 && !has_none_before && self.older.of(key).is_empty()
    }
}
