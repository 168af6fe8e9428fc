//! The committed log of a run, and whether two runs committed the same.
//!
//! For two runs of one seed that differ only in how things are sent. It knows no faults and draws
//! nothing.

use std::collections::BTreeMap;

use cluster::Cluster;
use model::fact::{Fact, Observer};
use model::ids::{RangeId, RequestId};
use sim::Micros;

use documents::scenario::Resolved;
use observe::Watch;

/// An entry that was applied: term, and hash over its type and content.
pub(super) type Committed = (u64, u64);

/// By range: what was applied, in order of the log. An index that no replica applied itself is
/// missing, as when all of them got it in a snapshot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CommittedLog {
    ranges: BTreeMap<RangeId, BTreeMap<u64, Committed>>,
}

impl CommittedLog {
    pub(super) fn entries(&self) -> usize {
        self.ranges.values().map(BTreeMap::len).sum()
    }

    /// The first place at which two logs differ, in words; `None` = they are the same.
    pub(super) fn difference(&self, other: &CommittedLog) -> Option<String> {
        let places = |log: &CommittedLog| {
            let of_range =
                |(&range, entries): (&RangeId, &BTreeMap<u64, Committed>)| -> Vec<(RangeId, u64)> {
                    entries.keys().map(|&index| (range, index)).collect()
                };
            log.ranges.iter().flat_map(of_range).collect::<Vec<_>>()
        };
        let mut all = places(self);
        all.extend(places(other));
        all.sort_unstable();
        all.into_iter().find_map(|(range, index)| {
            let (one, two) = (self.entry(range, index), other.entry(range, index));
            (one != two).then(|| {
                format!("range {range} index {index}: {one:x?} in one, {two:x?} in the other")
            })
        })
    }

    fn entry(&self, range: RangeId, index: u64) -> Option<&Committed> {
        self.ranges.get(&range)?.get(&index)
    }
}

/// Watches a run, and keeps what is applied first at each index. That no other replica applies
/// anything else there is the watch's to check.
struct Keeper {
    watch: Watch,
    log: CommittedLog,
}

impl Observer for Keeper {
    fn fact(&mut self, at_us: Micros, event: u64, cause: u64, fact: &Fact) {
        if let Fact::Applied {
            at,
            index,
            term,
            hash,
            ..
        } = *fact
        {
            let range = self.log.ranges.entry(at.range).or_default();
            range.entry(index).or_insert((term, hash));
        }
        self.watch.fact(at_us, event, cause, fact);
    }

    fn rows(&mut self, request: RequestId, first_key: u64, values: &[u64]) {
        self.watch.rows(request, first_key, values);
    }
}

/// Runs to an instant and returns what was committed; an error if a check broke.
pub(crate) fn committed_log(resolved: &Resolved, until_us: Micros) -> Result<CommittedLog, String> {
    let keeper = Keeper {
        watch: Watch::new(run::runner::watched(resolved)),
        log: CommittedLog::default(),
    };
    let mut cluster = Cluster::new(resolved.config.clone(), resolved.actions.clone(), keeper);
    cluster.run_until(until_us, u64::MAX);
    match cluster.observer().watch.violation() {
        None => Ok(std::mem::take(&mut cluster.observer_mut().log)),
        Some(violation) => Err(format!("{}: {}", violation.check.id(), violation.text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(entries: &[(u32, u64, Committed)]) -> CommittedLog {
        let mut log = CommittedLog::default();
        for &(range, index, committed) in entries {
            log.ranges
                .entry(RangeId(range))
                .or_default()
                .insert(index, committed);
        }
        log
    }

    #[test]
    fn equal_logs_do_not_differ() {
        let one = log(&[(0, 1, (1, 7)), (4, 2, (1, 8))]);
        assert_eq!(one.difference(&one.clone()), None);
    }

    #[test]
    fn another_entry_and_a_missing_one_are_differences() {
        let one = log(&[(3, 1, (1, 7)), (3, 2, (1, 8))]);
        for other in [
            log(&[(3, 1, (1, 7)), (3, 2, (2, 8))]),
            log(&[(3, 1, (1, 6)), (3, 2, (1, 8))]),
            log(&[(3, 2, (1, 8))]),
            log(&[(3, 1, (1, 7)), (3, 2, (1, 8)), (3, 3, (1, 9))]),
            log(&[]),
        ] {
            let difference = one.difference(&other).expect("they differ");
            assert!(difference.starts_with("range 3 index "), "{difference}");
        }
    }
}
