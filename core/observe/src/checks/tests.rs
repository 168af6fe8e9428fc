//! Canaries: facts that break each property must trip its check, and the like that do not must
//! pass.

use model::ids::RangeId;

use crate::checks::ledger::LEDGER_MAX;
use crate::checks::*;
use crate::testing::{config, names, replica};

/// A replica of a range that was not there at the start.
fn newcomer(node: u16) -> ReplicaRef {
    ReplicaRef {
        range: RangeId(7),
        peer: 4 + u64::from(node),
        ..replica(node)
    }
}

fn entry(term: u64, hash: u64) -> Content {
    Content {
        term,
        prev_term: 5,
        hash,
    }
}

/// An entry of this term and hash, and the history after it.
fn left(term: u64, hash: u64, chain: u64) -> Applied {
    Applied {
        term,
        hash,
        chain,
        state: 0,
    }
}

#[test]
fn ranges_and_replicas_that_come_later_are_judged_like_the_first() {
    let mut checks = Checks::new(&config(3), &names(3));
    let (one, two) = (newcomer(0), newcomer(1));
    // After a split: the log begins after entry 5 of term 5.
    checks.created(&one, 5, 5);
    checks.created(&two, 5, 5);
    assert_eq!(checks.appended(1, &one, 6, entry(6, 1)), None);
    assert_eq!(checks.applied(1, &one, 6, left(6, 1, 10)), None);
    let broken = checks.appended(2, &two, 6, entry(6, 2));
    assert_eq!(broken.map(|found| found.check), Some(Check::LogMatching));
    let broken = checks.applied(3, &two, 6, left(6, 1, 11));
    let check = broken.map(|found| found.check);
    assert_eq!(
        check,
        Some(Check::StateMachineSafety),
        "the same entry on another state"
    );
}

#[test]
fn a_leader_of_a_new_range_must_have_what_was_committed_in_it() {
    let leads = |at: ReplicaRef, term: u64| Fact::Role {
        at,
        role: Role::Leader,
        term,
        leader_peer: at.peer,
        vote: at.peer,
        last_index: 5,
        last_term: 5,
    };
    let mut checks = Checks::new(&config(3), &names(3));
    let (one, two) = (newcomer(0), newcomer(1));
    checks.created(&one, 5, 5);
    checks.created(&two, 5, 5);
    assert_eq!(checks.role(1, &leads(one, 6)), None);
    assert_eq!(
        checks.committed(1, &two, 5, 5),
        None,
        "where its log begins"
    );
    assert_eq!(checks.appended(1, &one, 6, entry(6, 1)), None);
    assert_eq!(checks.committed(2, &one, 6, 6), None);
    let broken = checks.role(3, &leads(two, 7));
    let check = broken.map(|found| found.check);
    assert_eq!(check, Some(Check::LeaderCompleteness));
}

#[test]
fn nobody_waits_for_a_replica_that_was_destroyed() {
    let mut checks = Checks::new(&config(3), &names(3));
    let (one, two) = (newcomer(0), newcomer(1));
    checks.created(&one, 5, 5);
    checks.created(&two, 0, 0);
    checks.destroyed(&two);
    for index in 6..600 {
        assert_eq!(
            checks.appended(
                index,
                &one,
                index,
                Content {
                    term: 6,
                    prev_term: 6,
                    hash: index
                }
            ),
            None
        );
        assert_eq!(
            checks.applied(index, &one, index, left(6, index, index)),
            None
        );
    }
    assert!(checks.ranges[7].ledger.len() < 200);
}

struct Bench {
    checks: Checks,
    found: Vec<Violation>,
    at_us: Micros,
}

impl Bench {
    fn new() -> Self {
        let checks = Checks::new(&config(3), &names(3));
        Bench {
            checks,
            found: Vec::new(),
            at_us: 0,
        }
    }

    fn record(&mut self, found: Option<Violation>) {
        self.at_us += 1;
        self.found.extend(found);
    }

    /// The replica's role changes; its log ends with an entry of this index and term.
    fn role(&mut self, node: u16, role: Role, term: u64, last: (u64, u64)) {
        let fact = Fact::Role {
            at: replica(node),
            role,
            term,
            leader_peer: 0,
            vote: 0,
            last_index: last.0,
            last_term: last.1,
        };
        let found = self.checks.role(self.at_us, &fact);
        self.record(found);
    }

    /// The replica is elected with a log that ends at `last_index`, and begins its term.
    fn elect(&mut self, node: u16, term: u64, last_index: u64, last_term: u64) {
        self.role(node, Role::Leader, term, (last_index + 1, term));
        self.append(node, last_index + 1, term, last_term, 0);
    }

    fn append(&mut self, node: u16, index: u64, term: u64, prev_term: u64, hash: u64) {
        let entry = Content {
            term,
            prev_term,
            hash,
        };
        let found = self
            .checks
            .appended(self.at_us, &replica(node), index, entry);
        self.record(found);
    }

    fn commit(&mut self, node: u16, index: u64, term: u64) {
        let found = self
            .checks
            .committed(self.at_us, &replica(node), index, term);
        self.record(found);
    }

    fn apply(&mut self, node: u16, index: u64, term: u64, hash: u64, chain: u64) {
        self.apply_with_rows(node, index, left(term, hash, chain));
    }

    fn apply_with_rows(&mut self, node: u16, index: u64, applied: Applied) {
        let found = self
            .checks
            .applied(self.at_us, &replica(node), index, applied);
        self.record(found);
    }

    fn install(&mut self, node: u16, index: u64, term: u64, chain: u64) {
        self.install_with_rows(node, index, left(term, 0, chain));
    }

    fn install_with_rows(&mut self, node: u16, index: u64, snapshot: Applied) {
        let found = self
            .checks
            .installed(self.at_us, &replica(node), index, snapshot);
        self.record(found);
    }

    fn expect(&self, check: Check, words: &str) {
        assert_eq!(self.found.len(), 1, "{:?}", self.found.first());
        assert_eq!(self.found[0].check, check, "{:?}", self.found);
        assert!(self.found[0].text.contains(words), "{:?}", self.found);
    }

    fn expect_nothing(&self) {
        assert_eq!(self.found.first(), None, "{} in all", self.found.len());
    }
}

/// s0 leads in term 1; entry 2 is on s0 and s1 and committed.
fn committed_once() -> Bench {
    let mut bench = Bench::new();
    bench.elect(0, 1, 0, 0);
    bench.append(0, 2, 1, 1, 7);
    bench.role(1, Role::Follower, 1, (0, 0));
    bench.append(1, 1, 1, 0, 0);
    bench.append(1, 2, 1, 1, 7);
    bench.commit(0, 2, 1);
    bench
}

#[test]
fn election_safety_trips_on_two_leaders_of_a_term() {
    let mut bench = Bench::new();
    bench.elect(0, 3, 0, 0);
    bench.elect(1, 4, 0, 0);
    bench.expect_nothing();
    bench.elect(2, 3, 0, 0);
    bench.expect(
        Check::ElectionSafety,
        "s0 and s2 both led range 0 in term 3",
    );
}

#[test]
fn election_safety_passes_a_leader_that_is_told_twice() {
    let mut bench = Bench::new();
    bench.elect(0, 3, 0, 0);
    bench.role(0, Role::Leader, 3, (1, 3));
    bench.expect_nothing();
}

#[test]
fn log_matching_trips_on_another_content() {
    let mut bench = committed_once();
    bench.append(2, 1, 1, 0, 0);
    bench.append(2, 2, 1, 1, 8);
    bench.expect(
        Check::LogMatching,
        "entry 2 of term 1 in range 0 has another content on s2",
    );
}

#[test]
fn log_matching_trips_on_another_predecessor() {
    let mut bench = Bench::new();
    bench.append(0, 1, 1, 0, 5);
    bench.append(0, 2, 3, 1, 6);
    bench.append(1, 1, 2, 0, 5);
    bench.append(1, 2, 3, 2, 6);
    bench.expect(Check::LogMatching, "a predecessor of term 2 instead of 1");
}

#[test]
fn log_matching_compares_entries_that_lost_too() {
    let mut bench = Bench::new();
    bench.append(0, 1, 1, 0, 5);
    bench.append(1, 1, 2, 0, 6);
    bench.append(2, 1, 2, 0, 6);
    bench.expect_nothing();
    bench.append(0, 1, 2, 0, 9);
    bench.expect(Check::LogMatching, "entry 1 of term 2");
}

#[test]
fn leader_completeness_trips_on_a_leader_without_a_committed_entry() {
    let mut bench = committed_once();
    bench.append(2, 1, 1, 0, 0);
    bench.elect(2, 2, 1, 1);
    bench.expect(
        Check::LeaderCompleteness,
        "s2 led range 0 in term 2 without entry 2 of term 1",
    );
}

#[test]
fn leader_completeness_trips_on_another_entry_at_the_index() {
    let mut bench = committed_once();
    bench.append(2, 1, 1, 0, 0);
    bench.append(2, 2, 2, 1, 9);
    bench.elect(2, 3, 2, 2);
    bench.expect(Check::LeaderCompleteness, "without entry 2 of term 1");
}

#[test]
fn leader_completeness_trips_on_a_commit_that_becomes_known_after_the_election() {
    let mut bench = Bench::new();
    bench.elect(0, 1, 0, 0);
    bench.append(0, 2, 1, 1, 7);
    bench.append(2, 1, 1, 0, 0);
    bench.elect(2, 2, 1, 1);
    bench.expect_nothing();
    bench.commit(0, 2, 1);
    bench.expect(Check::LeaderCompleteness, "committed in term 1 or before");
}

#[test]
fn leader_completeness_passes_a_leader_of_an_earlier_term_that_is_told_late() {
    // s2 won term 2 with votes that travelled long; s0 has led and committed in term 3 by then.
    let mut bench = Bench::new();
    bench.elect(0, 3, 0, 0);
    bench.append(0, 2, 3, 3, 7);
    bench.commit(0, 2, 3);
    bench.elect(2, 2, 0, 0);
    bench.expect_nothing();
}

#[test]
fn leader_completeness_passes_the_entry_of_figure_8_until_it_is_committed() {
    // Raft paper, figure 8: entry 2 of term 2 is on a majority and may still be replaced.
    let mut bench = Bench::new();
    for node in 0..3 {
        bench.append(node, 1, 1, 0, 0);
    }
    bench.elect(0, 2, 1, 1);
    bench.elect(2, 3, 1, 1);
    bench.append(1, 2, 2, 1, 0);
    bench.expect_nothing();
    bench.elect(2, 5, 2, 3);
    bench.append(0, 2, 3, 1, 0);
    bench.append(1, 2, 3, 1, 0);
    bench.commit(2, 3, 5);
    bench.expect_nothing();
}

#[test]
fn leader_completeness_knows_a_tail_that_a_crash_took() {
    let mut bench = committed_once();
    // s1's disk never synced entry 2: it wrongly leads without it.
    bench.role(1, Role::Follower, 1, (1, 1));
    bench.elect(1, 2, 1, 1);
    bench.expect(
        Check::LeaderCompleteness,
        "s1 led range 0 in term 2 without entry 2",
    );
}

#[test]
fn state_machine_safety_trips_on_another_entry_at_an_index() {
    let mut bench = committed_once();
    bench.apply(0, 1, 1, 0, 100);
    bench.apply(0, 2, 1, 7, 101);
    bench.apply(1, 1, 1, 0, 100);
    bench.expect_nothing();
    bench.apply(1, 2, 1, 8, 101);
    bench.expect(Check::StateMachineSafety, "s1 applied at 2 of range 0");
}

#[test]
fn state_machine_safety_trips_on_the_same_entry_on_another_state() {
    let mut bench = committed_once();
    bench.apply(0, 2, 1, 7, 101);
    bench.apply(1, 2, 1, 7, 102);
    bench.expect(Check::StateMachineSafety, "on another state");
}

#[test]
fn state_machine_safety_trips_on_other_rows_after_the_same_history() {
    let after = |state| Applied {
        term: 1,
        hash: 7,
        chain: 101,
        state,
    };
    let mut bench = committed_once();
    bench.apply_with_rows(0, 2, after(55));
    bench.apply_with_rows(1, 2, after(0));
    bench.expect_nothing();
    bench.apply_with_rows(0, 2, after(55));
    bench.apply_with_rows(1, 2, after(56));
    bench.expect(Check::StateMachineSafety, "other rows than others");
}

#[test]
fn state_machine_safety_trips_on_a_snapshot_with_other_rows_of_the_same_history() {
    let after = |state| Applied {
        term: 1,
        hash: 7,
        chain: 101,
        state,
    };
    let mut bench = committed_once();
    bench.apply_with_rows(0, 2, after(55));
    bench.install_with_rows(1, 2, after(55));
    bench.expect_nothing();
    bench.install_with_rows(2, 2, after(56));
    bench.expect(Check::StateMachineSafety, "s2 installed a snapshot");
}

#[test]
fn state_machine_safety_trips_on_an_entry_that_was_not_the_committed_one() {
    let mut bench = committed_once();
    bench.apply(1, 2, 3, 9, 50);
    bench.expect(
        Check::StateMachineSafety,
        "where one of term 1 was committed",
    );
}

#[test]
fn state_machine_safety_trips_on_a_commit_of_another_term() {
    let mut bench = committed_once();
    bench.commit(1, 2, 2);
    bench.expect(Check::StateMachineSafety, "others in term 1");
}

#[test]
fn state_machine_safety_trips_on_a_committed_entry_that_is_replaced() {
    let mut bench = committed_once();
    bench.apply(0, 1, 1, 0, 100);
    bench.apply(0, 2, 1, 7, 101);
    bench.append(0, 2, 4, 1, 9);
    bench.expect(Check::StateMachineSafety, "s0 replaced entry 2 of range 0");
}

#[test]
fn state_machine_safety_passes_an_uncommitted_entry_that_is_replaced_elsewhere() {
    let mut bench = committed_once();
    bench.apply(0, 2, 1, 7, 101);
    bench.append(2, 2, 9, 1, 9);
    bench.append(2, 2, 1, 1, 7);
    bench.expect_nothing();
}

#[test]
fn state_machine_safety_compares_snapshots() {
    let mut bench = committed_once();
    bench.apply(0, 2, 1, 7, 101);
    bench.install(2, 2, 1, 101);
    bench.expect_nothing();
    bench.install(2, 2, 1, 102);
    bench.expect(Check::StateMachineSafety, "s2 installed a snapshot");
}

#[test]
fn ledgers_are_bounded_while_a_replica_is_away_and_still_judge() {
    let mut bench = Bench::new();
    bench.elect(0, 1, 0, 0);
    bench.role(1, Role::Follower, 1, (0, 0));
    let entries = 5 * LEDGER_MAX as u64;
    for index in 2..=entries {
        for node in 0..2 {
            bench.append(node, index, 1, 1, index);
            bench.commit(node, index, 1);
            bench.apply(node, index, 1, index, index * 3);
        }
    }
    bench.expect_nothing();
    bench.install(2, 10, 1, 999);
    bench.append(2, 11, 1, 1, 999);
    bench.expect_nothing();
    bench.apply(2, entries, 1, entries, 999);
    bench.expect(Check::StateMachineSafety, "on another state");
}

#[test]
fn ledgers_are_short_while_all_replicas_keep_up() {
    let mut bench = Bench::new();
    bench.elect(0, 1, 0, 0);
    for index in 2..=10_000 {
        for node in 0..3 {
            bench.append(node, index, 1, 1, index);
            bench.apply(node, index, 1, index, index * 3);
        }
    }
    bench.expect_nothing();
    let ledger = &bench.checks.ranges[0].ledger;
    assert!(
        ledger.wants_pruning() || ledger.len() < 200,
        "{} slots",
        ledger.len()
    );
}
