//! Who led in which term, with which log, against what was committed: election safety and leader
//! completeness of one range.

use std::collections::VecDeque;

use model::fact::ReplicaRef;

use crate::checks::log::LogShape;
use crate::checks::{Breach, Check, store};
use text::names::Names;
use text::say;

/// Leaders that are remembered for election safety.
const LEADERS_MAX: usize = 4_096;
/// Leaders whose logs are remembered, for commits that become known late.
const ELECTIONS_MAX: usize = 16;
/// Terms whose commits are remembered.
const COMMITS_MAX: usize = 64;

/// Leaders and commits of one range.
#[derive(Clone, Debug, Default)]
pub(super) struct Leaders {
    /// Who led, by term, rising.
    by_term: VecDeque<(u64, ReplicaRef)>,
    /// The latest elections, in the order in which they were seen.
    elections: VecDeque<Election>,
    /// How often a replica became leader.
    pub(super) elected: u64,
    /// Greatest term among `elections`.
    latest_term: u64,
    /// The furthest commit by the term in which a replica knew of it, rising.
    commits: VecDeque<Commit>,
}

#[derive(Clone, Debug)]
struct Election {
    term: u64,
    at: ReplicaRef,
    log: LogShape,
}

/// Entry `index` of `term` was committed in term `known_in` or before.
#[derive(Copy, Clone, Debug)]
struct Commit {
    known_in: u64,
    index: u64,
    term: u64,
}

impl Leaders {
    /// A replica leads in a term; `log` is what it was elected with.
    pub(super) fn elected(
        &mut self,
        at: &ReplicaRef,
        term: u64,
        log: &LogShape,
        names: &Names,
    ) -> Result<(), Breach> {
        let place = self.by_term.partition_point(|(known, _)| *known < term);
        match self.by_term.get(place) {
            Some((known, other)) if *known == term => {
                if other.peer == at.peer {
                    return Ok(());
                }
                let (one, two) = (store(other, names), store(at, names));
                let text = say!(
                    "{one} and {two} both led range {range} in term {term}",
                    one,
                    two,
                    range = at.range,
                    term
                );
                return Err(Breach::new(Check::ElectionSafety, text));
            }
            _ => self.by_term.insert(place, (term, *at)),
        }
        self.elected += 1;
        if self.by_term.len() > LEADERS_MAX {
            self.by_term.pop_front();
        }
        let election = Election {
            term,
            at: *at,
            log: log.clone(),
        };
        let earlier = self.commits.iter().filter(|commit| commit.known_in < term);
        let judged = match earlier.max_by_key(|commit| commit.index) {
            Some(commit) => election.holds(commit, names),
            None => Ok(()),
        };
        self.latest_term = self.latest_term.max(term);
        self.elections.push_back(election);
        if self.elections.len() > ELECTIONS_MAX {
            self.elections.pop_front();
        }
        judged
    }

    /// A replica whose term is `known_in` knows that the entry is committed: it was committed in
    /// that term or before.
    #[inline]
    pub(super) fn committed(
        &mut self,
        known_in: u64,
        index: u64,
        term: u64,
        names: &Names,
    ) -> Result<(), Breach> {
        let commit = Commit {
            known_in,
            index,
            term,
        };
        self.remember(commit);
        if known_in >= self.latest_term {
            return Ok(());
        }
        let later = self
            .elections
            .iter()
            .filter(|election| election.term > known_in);
        later
            .into_iter()
            .try_for_each(|election| election.holds(&commit, names))
    }

    #[inline]
    fn remember(&mut self, commit: Commit) {
        match self.commits.back_mut() {
            Some(last) if last.known_in == commit.known_in => {
                if commit.index > last.index {
                    *last = commit;
                }
            }
            Some(last) if last.known_in > commit.known_in => self.remember_late(commit),
            _ => {
                self.commits.push_back(commit);
                if self.commits.len() > COMMITS_MAX {
                    self.commits.pop_front();
                }
            }
        }
    }

    /// A replica in an earlier term than others learned of a commit.
    fn remember_late(&mut self, commit: Commit) {
        let place = self
            .commits
            .partition_point(|known| known.known_in < commit.known_in);
        let known = &mut self.commits[place];
        if known.known_in == commit.known_in {
            if commit.index > known.index {
                *known = commit;
            }
        } else if self.commits.len() < COMMITS_MAX {
            self.commits.insert(place, commit);
        }
    }
}

impl Election {
    fn holds(&self, commit: &Commit, names: &Names) -> Result<(), Breach> {
        if self.log.may_hold(commit.index, commit.term) {
            return Ok(());
        }
        let text = say!(
            "{store} led range {range} in term {led_in} without entry {index} of term {term}, \
             which was committed in term {known_in} or before; its log ended at {last}",
            store = store(&self.at, names),
            range = self.at.range,
            led_in = self.term,
            index = commit.index,
            term = commit.term,
            known_in = commit.known_in,
            last = self.log.last(),
        );
        Err(Breach::new(Check::LeaderCompleteness, text))
    }
}
