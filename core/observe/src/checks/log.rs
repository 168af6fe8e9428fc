//! The shape of a replica's log as facts tell it: which term the entry at each index has. Terms
//! only rise along a log, so it is a few runs.

/// Runs of equal terms that are remembered; the oldest are forgotten first.
const RUNS_MAX: usize = 64;

#[derive(Clone, Debug, Default)]
pub(super) struct LogShape {
    /// First index and term of each run, rising. What is before the first run is not known.
    runs: Vec<(u64, u64)>,
    last: u64,
}

impl LogShape {
    pub(super) fn last(&self) -> u64 {
        self.last
    }

    /// An entry was written; what stood at its index and after it is gone.
    #[inline]
    pub(super) fn append(&mut self, index: u64, term: u64) {
        if index <= self.last {
            self.truncate_after(index - 1);
        }
        self.last = index;
        if self
            .runs
            .last()
            .is_none_or(|(_, last_term)| *last_term != term)
        {
            if self.runs.len() == RUNS_MAX {
                self.runs.remove(0);
            }
            self.runs.push((index, term));
        }
    }

    /// Entries after the index are gone, if there were any.
    #[inline]
    pub(super) fn truncate_after(&mut self, index: u64) {
        if index >= self.last {
            return;
        }
        self.last = index;
        while self.runs.last().is_some_and(|(first, _)| *first > index) {
            self.runs.pop();
        }
    }

    /// A snapshot replaced the log.
    pub(super) fn replace_by_snapshot(&mut self, index: u64, term: u64) {
        self.runs.clear();
        self.runs.push((index, term));
        self.last = index;
    }

    /// Whether the log holds the entry; true where its shape is not known.
    pub(super) fn may_hold(&self, index: u64, term: u64) -> bool {
        if index > self.last {
            return false;
        }
        let run = self.runs.iter().rev().find(|(first, _)| *first <= index);
        run.is_none_or(|(_, run_term)| *run_term == term)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_remembers_the_terms_of_its_entries() {
        let mut log = LogShape::default();
        for (index, term) in [(1, 1), (2, 1), (3, 2), (4, 4)] {
            log.append(index, term);
        }
        assert!(log.may_hold(2, 1) && log.may_hold(3, 2) && log.may_hold(4, 4));
        assert!(!log.may_hold(3, 1) && !log.may_hold(4, 2) && !log.may_hold(5, 4));
    }

    #[test]
    fn an_overwritten_tail_is_gone() {
        let mut log = LogShape::default();
        for (index, term) in [(1, 1), (2, 2), (3, 2), (2, 3)] {
            log.append(index, term);
        }
        assert!(log.may_hold(1, 1) && log.may_hold(2, 3));
        assert!(!log.may_hold(2, 2) && !log.may_hold(3, 2));
        assert_eq!(log.last(), 2);
        log.truncate_after(7);
        assert_eq!(log.last(), 2);
    }

    #[test]
    fn what_a_snapshot_holds_is_not_known_in_detail() {
        let mut log = LogShape::default();
        log.append(1, 1);
        log.replace_by_snapshot(50, 7);
        log.append(51, 8);
        assert!(log.may_hold(20, 3) && log.may_hold(50, 7) && log.may_hold(51, 8));
        assert!(!log.may_hold(50, 6) && !log.may_hold(52, 8));
    }

    #[test]
    fn runs_are_bounded() {
        let mut log = LogShape::default();
        for index in 1..=1_000 {
            log.append(index, index);
        }
        assert_eq!(log.runs.len(), RUNS_MAX);
        assert!(log.may_hold(1_000, 1_000) && !log.may_hold(1_000, 999));
        assert!(log.may_hold(5, 77), "forgotten, so not judged");
    }
}
