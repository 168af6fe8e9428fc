//! Canaries in whole runs: a real run whose facts are tampered with on their way to the watch must
//! trip the check that the tampering breaks, and none before. Untampered it trips none.

use std::collections::BTreeMap;

use crate::common::runs_of;
use cluster::Cluster;
use documents::scenario::{Resolved, Scenario};
use model::config::{OpKind, ReadMode};
use model::fact::{Fact, Observer, Role};
use model::ids::RequestId;
use model::sabotage::Sabotage;
use observe::Watch;
use report::check::Check;
use run::runner;
use sim::{Micros, NodeId};

/// Passes facts on to the watch, some of them changed.
struct Tampered<T> {
    watch: Watch,
    tamper: T,
}

/// What a tampering may do.
trait Tamper {
    /// Changes a fact, or leaves it alone.
    fn fact(&mut self, at_us: Micros, fact: &mut Fact);
    /// Changes the rows of a read: its request and first key.
    fn rows(&mut self, _of: (RequestId, u64), _values: &mut [u64]) {}
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

    fn rows(&mut self, request: RequestId, first_key: u64, values: &[u64]) {
        let mut values = values.to_vec();
        self.tamper.rows((request, first_key), &mut values);
        self.watch.rows(request, first_key, &values);
    }
}

/// Plays the scenario in which a leader is replaced, and says which check broke first.
fn first_broken(tamper: impl Tamper + 'static) -> Option<(Check, Micros)> {
    let run = runs_of("stale-leader").pop().expect("it has variants");
    assert_eq!(
        run.variant, "leader",
        "the variant whose reads promise linearizability"
    );
    broken_in(&run.resolved, run.resolved.duration_us, tamper)
}

/// Plays a run to this instant.
fn broken_in(
    resolved: &Resolved,
    until_us: Micros,
    tamper: impl Tamper + 'static,
) -> Option<(Check, Micros)> {
    let watch = Watch::new(runner::watched(resolved));
    let observer = Tampered { watch, tamper };
    let mut cluster = Cluster::new(resolved.config.clone(), resolved.actions.clone(), observer);
    cluster.run_until(until_us, u64::MAX);
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

fn check(tamper: impl Tamper + 'static, expected: Check) {
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

/// The check that an engine with this bug breaks first.
fn broken_by(scenario: &str, sabotage: Sabotage) -> Option<Check> {
    let mut run = runs_of(scenario).pop().expect("it has variants").resolved;
    run.config.sabotage = sabotage;
    let broken = broken_in(&run, run.duration_us, |_: Micros, _: &mut Fact| {});
    broken.map(|(check, _)| check)
}

#[test]
fn a_replica_that_loses_a_row_breaks_state_machine_safety() {
    let mut sabotage = Sabotage::default();
    assert_eq!(broken_by("stale-leader", sabotage), None);
    sabotage.loses_rows = Some(NodeId(1));
    let broken = broken_by("stale-leader", sabotage);
    assert_eq!(broken, Some(Check::StateMachineSafety));
}

#[test]
fn a_snapshot_without_one_of_its_rows_breaks_state_machine_safety() {
    let mut sabotage = Sabotage::default();
    assert_eq!(broken_by("snapshot-from-neighbour", sabotage), None);
    sabotage.snapshots_lose_a_row = true;
    let broken = broken_by("snapshot-from-neighbour", sabotage);
    assert_eq!(broken, Some(Check::StateMachineSafety));
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

    fn rows(&mut self, _: (RequestId, u64), values: &mut [u64]) {
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
            self.first_lost = self.first_lost.min(request.value);
        }
    }

    fn rows(&mut self, _: (RequestId, u64), values: &mut [u64]) {
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

        fn rows(&mut self, _: (RequestId, u64), values: &mut [u64]) {
            for value in values {
                std::mem::swap(value, &mut self.0);
            }
        }
    }
    check(Swapped(0), Check::Linearizable);
}

/// Transfers between accounts, and statements over all of them; what they read is changed from
/// second 4 on.
struct Teller {
    at_us: Micros,
    /// By part of a request: the request, and whether it is a transfer.
    parents: BTreeMap<RequestId, (RequestId, bool)>,
    /// Transfers: when their clients knew that they are done.
    acknowledged: BTreeMap<RequestId, Micros>,
    /// When each statement was sent.
    sent: BTreeMap<RequestId, Micros>,
    /// What a transfer read at a key.
    read: BTreeMap<(RequestId, u64), u64>,
    /// What a row of a statement that was sent at an instant becomes: (key, value) -> value.
    change: fn(&Teller, sent_us: Micros, row: (u64, u64)) -> u64,
    done: bool,
}

impl Teller {
    fn new(change: fn(&Teller, Micros, (u64, u64)) -> u64) -> Self {
        Teller {
            at_us: 0,
            parents: BTreeMap::new(),
            acknowledged: BTreeMap::new(),
            sent: BTreeMap::new(),
            read: BTreeMap::new(),
            change,
            done: false,
        }
    }

    fn broken(self) -> Option<Check> {
        let run = runs_of("left-over-lock").remove(0);
        broken_in(&run.resolved, 7_000_000, self).map(|(check, _)| check)
    }
}

impl Tamper for Teller {
    fn fact(&mut self, at_us: Micros, fact: &mut Fact) {
        self.at_us = at_us;
        match fact {
            Fact::Invoked(request) if request.op == OpKind::Transfer => {
                self.acknowledged.insert(request.request, Micros::MAX);
            }
            Fact::Invoked(request) if request.parent != RequestId::NONE => {
                let is_transfer = self.acknowledged.contains_key(&request.parent);
                self.parents
                    .insert(request.request, (request.parent, is_transfer));
                // No promise of single reads shall break before.
                request.mode = ReadMode::Local;
            }
            Fact::Invoked(request) => {
                self.sent.insert(request.request, at_us);
            }
            Fact::Completed { request, .. } => {
                if let Some(known_us) = self.acknowledged.get_mut(request) {
                    *known_us = at_us;
                }
            }
            _ => {}
        }
    }

    fn rows(&mut self, (request, first_key): (RequestId, u64), values: &mut [u64]) {
        let Some(&(parent, is_transfer)) = self.parents.get(&request) else {
            return;
        };
        for (key, value) in (first_key..).zip(values) {
            if is_transfer {
                self.read.insert((parent, key), *value);
            } else if self.at_us > 4_000_000 && !self.done {
                let sent_us = self.sent.get(&parent).copied().unwrap_or(0);
                let changed = (self.change)(self, sent_us, (key, *value));
                self.done = changed != *value;
                *value = changed;
            }
        }
    }
}

#[test]
fn untampered_statements_over_a_bank_break_nothing() {
    assert_eq!(Teller::new(|_, _, (_, value)| value).broken(), None);
}

#[test]
fn a_row_of_long_ago_among_rows_of_now_breaks_the_snapshot() {
    let as_at_the_start = |_: &Teller, _: Micros, _: (u64, u64)| 0;
    assert_eq!(Teller::new(as_at_the_start).broken(), Some(Check::Snapshot));
}

/// Its client has just heard of the transfer, so no other row is of a write that was sent since:
/// the rows might be of one moment as far as instants tell. Only the sum says that they are not.
#[test]
fn half_of_a_transfer_that_was_just_done_breaks_the_bank() {
    let before_it = |teller: &Teller, sent_us: Micros, (key, value): (u64, u64)| {
        let writer = RequestId::of_write(value);
        let known_us = teller.acknowledged.get(&writer).copied().unwrap_or(0);
        let before = teller.read.get(&(writer, key)).copied();
        before
            .filter(|_| known_us > sent_us - 150_000)
            .unwrap_or(value)
    };
    assert_eq!(Teller::new(before_it).broken(), Some(Check::Bank));
}

/// A run of the scenario that swarms of reads are played on, without their faults.
fn reads(variant: &str, mode: ReadMode) -> Resolved {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/swarm/reads.json");
    let text = std::fs::read_to_string(file).expect("it is there");
    let scenario = Scenario::parse(&text).expect("it is valid");
    let mut resolved = scenario.resolve(Some(variant), None).expect("it resolves");
    resolved.config.settings.read_mode = mode;
    resolved
}

/// Half of a put of several rows: the row beside one that shows it is as it was before, while its
/// client still waits. No row alone is too old.
#[derive(Default)]
struct HalfBatch {
    /// Puts of several rows that were sent and have not ended.
    waiting: Vec<RequestId>,
    /// What was seen of each key last, before the newest that was seen.
    before: BTreeMap<u64, (u64, u64)>,
    changes: bool,
    done: bool,
}

impl Tamper for HalfBatch {
    fn fact(&mut self, _: Micros, fact: &mut Fact) {
        match fact {
            Fact::Invoked(request) if request.op == OpKind::Put && request.rows > 1 => {
                self.waiting.push(request.request);
            }
            Fact::Completed { request, .. } => self.waiting.retain(|put| put != request),
            _ => {}
        }
    }

    fn rows(&mut self, (_, first_key): (RequestId, u64), values: &mut [u64]) {
        for (key, value) in (first_key..).zip(values.iter()) {
            let (newest, before) = self.before.entry(key).or_default();
            if *value > *newest {
                (*newest, *before) = (*value, *newest);
            }
        }
        for place in 1..values.len() {
            let (one, other) = (values[place - 1], values[place]);
            if self.changes
                && !self.done
                && one == other
                && self.waiting.contains(&RequestId::of_write(one))
            {
                let (newest, before) = self.before[&(first_key + place as u64)];
                self.done = newest == other && before < one;
                if self.done {
                    values[place] = before;
                }
            }
        }
    }
}

#[test]
fn half_of_a_put_of_several_rows_breaks_the_snapshot() {
    let run = reads("batches", ReadMode::Follower);
    let broken = |changes| {
        let tamper = HalfBatch {
            changes,
            ..HalfBatch::default()
        };
        broken_in(&run, run.duration_us, tamper).map(|(check, _)| check)
    };
    assert_eq!(broken(false), None);
    assert_eq!(broken(true), Some(Check::Snapshot));
}

/// A later fetch of a statement without a timestamp misses the newest write of a row, which was
/// acknowledged after the statement began and before the fetch was sent.
#[derive(Default)]
struct LateFetch {
    /// By statement: when it was sent. By fetch: that of its statement, and its own.
    statements: BTreeMap<RequestId, Micros>,
    fetches: BTreeMap<RequestId, (Micros, Micros)>,
    /// Puts that wait: first key and end, and when they were sent.
    waiting: BTreeMap<RequestId, (u64, u64, Micros)>,
    /// By key: acknowledged puts with when they were sent and acknowledged, in this order.
    known: BTreeMap<u64, Vec<(u64, Micros, Micros)>>,
    done: bool,
}

impl LateFetch {
    /// What stood at a key before a write, if that was the last put and acknowledged meanwhile.
    fn before(&self, key: u64, value: u64, began_us: Micros, sent_us: Micros) -> Option<u64> {
        let [.., before, last] = self.known.get(&key)?.as_slice() else {
            return None;
        };
        let is_meanwhile = last.0 == value && last.2 > began_us && last.2 < sent_us;
        (is_meanwhile && before.2 < last.1).then_some(before.0)
    }
}

impl Tamper for LateFetch {
    fn fact(&mut self, at_us: Micros, fact: &mut Fact) {
        match fact {
            Fact::Invoked(request) if request.op == OpKind::Statement => {
                self.statements.insert(request.request, at_us);
            }
            Fact::Invoked(request) if request.parent != RequestId::NONE => {
                let began_us = self.statements[&request.parent];
                self.fetches.insert(request.request, (began_us, at_us));
            }
            Fact::Invoked(request) if request.op == OpKind::Put => {
                let end = request.key + u64::from(request.rows);
                self.waiting
                    .insert(request.request, (request.key, end, at_us));
            }
            Fact::Completed { request, .. } => {
                let Some((first, end, sent_us)) = self.waiting.remove(request) else {
                    return;
                };
                for key in first..end {
                    let puts = self.known.entry(key).or_default();
                    puts.push((request.write_id(), sent_us, at_us));
                }
            }
            _ => {}
        }
    }

    fn rows(&mut self, (request, first_key): (RequestId, u64), values: &mut [u64]) {
        let Some(&(began_us, sent_us)) = self.fetches.get(&request) else {
            return;
        };
        for (key, value) in (first_key..).zip(values) {
            let before = self.before(key, *value, began_us, sent_us);
            if let Some(before) = before.filter(|_| !self.done) {
                *value = before;
                self.done = true;
            }
        }
    }
}

#[test]
fn a_later_fetch_of_a_raw_statement_is_judged_by_its_own_interval() {
    let run = reads("batches", ReadMode::Leader);
    let broken = broken_in(&run, run.duration_us, LateFetch::default());
    assert_eq!(broken.map(|(check, _)| check), Some(Check::Linearizable));
}
