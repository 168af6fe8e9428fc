//! Canaries in whole runs: a real run whose facts are tampered with on their way to the watch must
//! trip the check that the tampering breaks, and none before. Untampered it trips none.

mod common;

use cluster::Cluster;
use cluster::fact::{Fact, Observer, Role};
use common::runs_of;
use scenario::watch::Watch;
use scenario::watch::checks::Check;
use sim::Micros;

/// Passes facts on to the watch, some of them changed.
struct Tampered<T> {
    watch: Watch,
    tamper: T,
}

/// What a tampering may do.
trait Tamper {
    /// Changes a fact, or leaves it alone.
    fn fact(&mut self, at_us: Micros, fact: &mut Fact);
    /// Changes the rows of a read.
    fn rows(&mut self, _values: &mut [u64]) {}
}

impl<F: FnMut(Micros, &mut Fact)> Tamper for F {
    fn fact(&mut self, at_us: Micros, fact: &mut Fact) {
        self(at_us, fact);
    }
}

impl<T: Tamper> Observer for Tampered<T> {
    fn fact(&mut self, at_us: Micros, event: u64, cause: u64, fact: &Fact) {
        let mut fact = *fact;
        self.tamper.fact(at_us, &mut fact);
        self.watch.fact(at_us, event, cause, &fact);
    }

    fn rows(&mut self, request: u64, first_key: u64, values: &[u64]) {
        let mut values = values.to_vec();
        self.tamper.rows(&mut values);
        self.watch.rows(request, first_key, &values);
    }
}

/// Plays the scenario in which a leader is replaced, and says which check broke first.
fn first_broken(tamper: impl Tamper) -> Option<(Check, Micros)> {
    let run = runs_of("stale-leader").pop().expect("it has variants");
    assert_eq!(
        run.variant, "leader",
        "the variant whose reads promise linearizability"
    );
    let resolved = &run.resolved;
    let watch = Watch::new(resolved);
    let observer = Tampered { watch, tamper };
    let mut cluster = Cluster::new(resolved.config.clone(), resolved.actions.clone(), observer);
    cluster.run_until(resolved.duration_us, u64::MAX);
    let violation = cluster.observer().watch.violation();
    violation.map(|violation| (violation.check, violation.at_us))
}

/// Tampers once, with the first fact after this instant that `change` takes.
fn once(after_us: Micros, change: impl Fn(&mut Fact) -> bool) -> impl FnMut(Micros, &mut Fact) {
    let mut done = false;
    move |at_us, fact| {
        if !done && at_us > after_us {
            done = change(fact);
        }
    }
}

fn check(tamper: impl Tamper, expected: Check) {
    let broken = first_broken(tamper).map(|(check, _)| check);
    assert_eq!(broken, Some(expected));
}

#[test]
fn an_untampered_run_breaks_nothing() {
    assert_eq!(first_broken(|_: Micros, _: &mut Fact| {}), None);
}

#[test]
fn a_second_leader_of_a_term_breaks_election_safety() {
    let usurp = |fact: &mut Fact| match fact {
        Fact::Role { role, term, .. } if *term == 2 && *role == Role::Follower => {
            *role = Role::Leader;
            true
        }
        _ => false,
    };
    check(once(0, usurp), Check::ElectionSafety);
}

#[test]
fn a_log_entry_with_another_content_breaks_log_matching() {
    let corrupt = |fact: &mut Fact| match fact {
        Fact::Appended { hash, .. } => {
            *hash ^= 1;
            true
        }
        _ => false,
    };
    check(once(3_000_000, corrupt), Check::LogMatching);
}

#[test]
fn a_leader_that_never_wrote_a_committed_entry_breaks_leader_completeness() {
    // The replicas on nodes 1 and 2 never write what comes between seconds 4 and 5, so whichever
    // of them leads next lacks what was committed then.
    let forget = |at_us: Micros, fact: &mut Fact| {
        let late = (4_000_000..5_000_000).contains(&at_us);
        match fact {
            Fact::Appended { at, .. } if late && at.node.0 != 0 => {
                *fact = Fact::Persisted { at: *at, index: 0 };
            }
            _ => {}
        }
    };
    check(forget, Check::LeaderCompleteness);
}

#[test]
fn an_entry_applied_elsewhere_breaks_state_machine_safety() {
    let derail = |fact: &mut Fact| match fact {
        Fact::Applied { chain, .. } => {
            *chain ^= 1;
            true
        }
        _ => false,
    };
    check(once(3_000_000, derail), Check::StateMachineSafety);
}

/// Gives readers what they read before, after an instant.
struct OldRows {
    at_us: Micros,
    from_us: Micros,
}

impl Tamper for OldRows {
    fn fact(&mut self, at_us: Micros, _: &mut Fact) {
        self.at_us = at_us;
    }

    fn rows(&mut self, values: &mut [u64]) {
        if self.at_us > self.from_us {
            values.fill(0);
        }
    }
}

#[test]
fn readers_that_get_old_rows_break_linearizability() {
    check(
        OldRows {
            at_us: 0,
            from_us: 2_000_000,
        },
        Check::Linearizable,
    );
}

#[test]
fn a_write_that_is_acknowledged_and_lost_breaks_linearizability() {
    // From second 2 on, no reader sees a write that is younger than that.
    check(
        Lost {
            first_lost: u64::MAX,
        },
        Check::Linearizable,
    );
}

/// Hides the writes that were sent after an instant from readers.
struct Lost {
    first_lost: u64,
}

impl Tamper for Lost {
    fn fact(&mut self, at_us: Micros, fact: &mut Fact) {
        if let Fact::Invoked(request) = fact
            && at_us > 2_000_000
        {
            self.first_lost = self.first_lost.min(request.request);
        }
    }

    fn rows(&mut self, values: &mut [u64]) {
        for value in values.iter_mut().filter(|value| **value >= self.first_lost) {
            *value = 0;
        }
    }
}

#[test]
fn readers_that_get_each_others_rows_break_linearizability() {
    struct Swapped(u64);
    impl Tamper for Swapped {
        fn fact(&mut self, _: Micros, _: &mut Fact) {}

        fn rows(&mut self, values: &mut [u64]) {
            for value in values {
                std::mem::swap(value, &mut self.0);
            }
        }
    }
    check(Swapped(0), Check::Linearizable);
}
