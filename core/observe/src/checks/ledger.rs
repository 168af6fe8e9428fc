//! What the entry at each index is, as every replica says: log matching and state-machine safety
//! of one range. It spans the indexes that some replica has yet to apply.

use std::collections::VecDeque;

use model::fact::ReplicaRef;

use crate::checks::{Breach, Check, store};
use text::names::Names;
use text::say;

/// Indexes that are remembered of one range, even if a replica is further behind.
pub(crate) const LEDGER_MAX: usize = 4_096;
/// Entries that are remembered besides the first one seen at an index.
const RIVALS_MAX: usize = 1_024;
/// Length at which a ledger is worth pruning.
const PRUNE_MIN: usize = 64;

/// What an entry is, besides its index.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// Its term; 0 = not known.
    pub term: u64,
    /// Term of the entry before it.
    pub prev_term: u64,
    /// Hash of type and data.
    pub hash: u64,
}

/// What was applied at an index, and what it left.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Applied {
    /// Its term; 0 = nothing yet.
    pub term: u64,
    /// Hash of type and data; 0 where a snapshot says only what it left.
    pub hash: u64,
    /// Hash over all that was applied so far.
    pub chain: u64,
    /// Hash of the rows after it; 0 = not told.
    pub state: u64,
}

impl Applied {
    /// Whether the rows are known of both, and differ.
    fn has_other_rows(&self, other: &Applied) -> bool {
        self.state != 0 && other.state != 0 && self.state != other.state
    }
}

#[derive(Copy, Clone, Debug, Default)]
struct Slot {
    /// The first entry seen here.
    entry: Content,
    applied: Applied,
    /// Term of the entry that a commit index pointed at; 0 = none did.
    committed_term: u64,
}

/// Entries of one range by index.
#[derive(Clone, Debug)]
pub(super) struct Ledger {
    /// Index of the first slot.
    base: u64,
    slots: VecDeque<Slot>,
    /// Entries of other terms than the first one seen, by index.
    rivals: VecDeque<(u64, Content)>,
    /// Length at which to prune next.
    prune_at: usize,
}

impl Default for Ledger {
    fn default() -> Self {
        Ledger {
            base: 1,
            slots: VecDeque::new(),
            rivals: VecDeque::new(),
            prune_at: PRUNE_MIN,
        }
    }
}

impl Ledger {
    /// A replica wrote an entry. `is_committed`: it had known the index as committed before.
    #[inline]
    pub(super) fn appended(
        &mut self,
        at: &ReplicaRef,
        index: u64,
        entry: Content,
        is_committed: bool,
        names: &Names,
    ) -> Result<(), Breach> {
        let Some(slot) = self.slot(index) else {
            return Ok(());
        };
        let applied = slot.applied;
        let known = slot.entry;
        if known.term == 0 {
            slot.entry = entry;
        } else if known.term == entry.term {
            if known != entry {
                return Err(differs(at, index, known, entry, names));
            }
        } else {
            self.rival(at, index, entry, names)?;
        }
        if is_committed && applied.term != 0 && applied.term != entry.term {
            let text = say!(
                "{store} replaced entry {index} of range {range}, committed in term {before}, by \
                 one of term {term}",
                store = store(at, names),
                index,
                range = at.range,
                before = applied.term,
                term = entry.term,
            );
            return Err(Breach::new(Check::StateMachineSafety, text));
        }
        Ok(())
    }

    /// An entry of another term than the first one seen at its index.
    fn rival(
        &mut self,
        at: &ReplicaRef,
        index: u64,
        entry: Content,
        names: &Names,
    ) -> Result<(), Breach> {
        let same = |(place, known): &&(u64, Content)| *place == index && known.term == entry.term;
        match self.rivals.iter().find(same) {
            Some((_, known)) if *known != entry => Err(differs(at, index, *known, entry, names)),
            Some(_) => Ok(()),
            None => {
                self.rivals.push_back((index, entry));
                if self.rivals.len() > RIVALS_MAX {
                    self.rivals.pop_front();
                }
                Ok(())
            }
        }
    }

    /// A commit index points at an entry of this term.
    #[inline]
    pub(super) fn committed(
        &mut self,
        at: &ReplicaRef,
        index: u64,
        term: u64,
        names: &Names,
    ) -> Result<(), Breach> {
        let Some(slot) = self.slot(index) else {
            return Ok(());
        };
        let known = if slot.committed_term != 0 {
            slot.committed_term
        } else {
            slot.applied.term
        };
        slot.committed_term = term;
        if known == 0 || known == term {
            return Ok(());
        }
        let text = say!(
            "{store} holds entry {index} of range {range} for committed in term {term}, others in \
             term {known}",
            store = store(at, names),
            index,
            range = at.range,
            term,
            known,
        );
        Err(Breach::new(Check::StateMachineSafety, text))
    }

    /// A replica applied an entry.
    #[inline]
    pub(super) fn applied(
        &mut self,
        at: &ReplicaRef,
        index: u64,
        applied: Applied,
        names: &Names,
    ) -> Result<(), Breach> {
        let Some(slot) = self.slot(index) else {
            return Ok(());
        };
        let Applied { term, hash, .. } = applied;
        let before = std::mem::replace(&mut slot.applied, applied);
        let what = if before.term != 0 && (before.term, before.hash) != (term, hash) {
            say!(
                "an entry of term {term} where others applied one of term {other}",
                term,
                other = before.term
            )
        } else if before.term != 0 && before.chain != applied.chain {
            say!("the same entry on another state")
        } else if before.term != 0 && before.has_other_rows(&applied) {
            say!("the same entry and has other rows than others after it")
        } else if slot.committed_term != 0 && slot.committed_term != term {
            say!(
                "an entry of term {term} where one of term {other} was committed",
                term,
                other = slot.committed_term
            )
        } else if slot.entry.term == term && slot.entry.hash != hash {
            say!("another entry than was logged")
        } else {
            return Ok(());
        };
        let text = say!(
            "{store} applied at {index} of range {range} {what}",
            store = store(at, names),
            index,
            range = at.range,
            what
        );
        Err(Breach::new(Check::StateMachineSafety, text))
    }

    /// A replica took a snapshot that ends at an index.
    pub(super) fn installed(
        &mut self,
        at: &ReplicaRef,
        index: u64,
        snapshot: Applied,
        names: &Names,
    ) -> Result<(), Breach> {
        let Some(slot) = index
            .checked_sub(self.base)
            .and_then(|i| self.slots.get(i as usize))
        else {
            return Ok(());
        };
        let known = slot.applied;
        let same = (known.term, known.chain) == (snapshot.term, snapshot.chain);
        if known.term == 0 || (same && !known.has_other_rows(&snapshot)) {
            return Ok(());
        }
        let text = say!(
            "{store} installed a snapshot of range {range} up to {index} that differs from what \
             others had applied by then",
            store = store(at, names),
            range = at.range,
            index,
        );
        Err(Breach::new(Check::StateMachineSafety, text))
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether the ledger has grown enough to look for what can go.
    #[inline]
    pub(super) fn wants_pruning(&self) -> bool {
        self.slots.len() >= self.prune_at
    }

    /// Forgets the indexes that every replica has passed, and what is beyond the bound.
    pub(super) fn prune(&mut self, passed: u64) {
        let excess = (self.base + self.slots.len() as u64).saturating_sub(LEDGER_MAX as u64);
        // The last index stays: snapshots are compared with it.
        let base = passed
            .max(excess)
            .clamp(self.base, self.base + self.slots.len() as u64);
        self.slots.drain(..(base - self.base) as usize);
        self.base = base;
        self.rivals.retain(|(index, _)| *index >= base);
        self.prune_at = PRUNE_MIN.max(2 * self.slots.len()).min(LEDGER_MAX);
        if self.slots.len() >= LEDGER_MAX {
            self.prune_at = LEDGER_MAX + PRUNE_MIN;
        }
    }

    /// The slot of an index, made if need be; `None` for what is forgotten.
    #[inline]
    fn slot(&mut self, index: u64) -> Option<&mut Slot> {
        let mut place = index.checked_sub(self.base)? as usize;
        if place >= self.slots.len() + LEDGER_MAX {
            // Far ahead of all that is known: begin anew there.
            self.slots.clear();
            self.rivals.clear();
            self.base = index;
            place = 0;
        }
        while place >= self.slots.len() {
            self.slots.push_back(Slot::default());
        }
        Some(&mut self.slots[place])
    }
}

fn differs(at: &ReplicaRef, index: u64, known: Content, found: Content, names: &Names) -> Breach {
    let what = if known.prev_term == found.prev_term {
        say!("another content")
    } else {
        say!(
            "a predecessor of term {found} instead of {known}",
            found = found.prev_term,
            known = known.prev_term
        )
    };
    let text = say!(
        "entry {index} of term {term} in range {range} has {what} on {store} than elsewhere",
        index,
        term = found.term,
        range = at.range,
        what,
        store = store(at, names),
    );
    Breach::new(Check::LogMatching, text)
}
