//! Transactions over ranges: nothing is lost, nothing is half done, whoever dies and whenever.

use std::collections::BTreeMap;

use crate::common::run_for;
use cluster::Cluster;
use model::config::{
    Action, ClusterConfig, FaultKey, NodeConfig, NodeKind, OpKind, Operation, ReadMode, Timestamps,
};
use model::fact::{Fact, Observer, Outcome, RequestFact, TxnStep};
use model::ids::{RangeId, RequestId};
use sim::{MILLIS, Micros, NodeId, Place, Stream, ZoneId};

/// What happened to transactions.
#[derive(Default)]
struct Ledger {
    requests: BTreeMap<RequestId, RequestFact>,
    ended: BTreeMap<RequestId, Outcome>,
    /// (request, step, key, timestamp)
    steps: Vec<(RequestId, TxnStep, u64, u64)>,
    /// First value of each read that was answered.
    values: BTreeMap<RequestId, u64>,
    now: Micros,
}

impl Observer for Ledger {
    fn fact(&mut self, at_us: Micros, _: u64, _: u64, fact: &Fact) {
        self.now = at_us;
        match *fact {
            Fact::Invoked(request) => drop(self.requests.insert(request.request, request)),
            Fact::Completed {
                request, outcome, ..
            } => drop(self.ended.insert(request, outcome)),
            Fact::Txn {
                request,
                what,
                key,
                ts,
            } => self.steps.push((request, what, key, ts)),
            _ => {}
        }
    }

    fn rows(&mut self, request: RequestId, _: u64, values: &[u64]) {
        self.values.insert(request, values[0]);
    }
}

impl Ledger {
    fn count(&self, step: TxnStep) -> usize {
        self.steps.iter().filter(|s| s.1 == step).count()
    }
}

fn transactional(ranges: usize) -> ClusterConfig {
    let mut config = crate::common::zones(&[1, 1, 1], ranges);
    config.settings.reads.timestamps = Timestamps::Tso;
    config.nodes.push(NodeConfig {
        zone: ZoneId(0),
        kind: NodeKind::PlacementDriver,
    });
    config
}

fn put(gateway: NodeId, key: u64, rows: u32) -> Action {
    Action::Request {
        gateway,
        op: OpKind::Put,
        key,
        rows,
        value_bytes: 16,
        mode: None,
    }
}

fn get(gateway: NodeId, key: u64) -> Action {
    Action::Request {
        gateway,
        op: OpKind::Get,
        key,
        rows: 1,
        value_bytes: 0,
        mode: None,
    }
}

#[test]
fn a_write_is_prewritten_committed_and_then_answered() {
    let config = transactional(2);
    let actions = vec![(2_000 * MILLIS, put(NodeId(3), 10, 3))];
    let mut cluster = Cluster::new(config, actions, Ledger::default());
    cluster.run_until(3_000 * MILLIS, u64::MAX);
    let ledger = cluster.observer();
    assert_eq!(ledger.ended.get(&RequestId(1)), Some(&Outcome::Ok));
    let steps: Vec<(TxnStep, u64)> = ledger.steps.iter().map(|s| (s.1, s.2)).collect();
    let expected = [
        (TxnStep::Prewritten, 10),
        (TxnStep::Prewritten, 11),
        (TxnStep::Prewritten, 12),
        (TxnStep::PrimaryCommitted, 10),
        (TxnStep::SecondaryCommitted, 11),
        (TxnStep::SecondaryCommitted, 12),
        (TxnStep::Committed, 10),
    ];
    assert_eq!(steps, expected);
}

#[test]
fn writers_of_the_same_rows_all_get_through_one_after_the_other() {
    let mut config = transactional(2);
    for gateway in 3..6 {
        let mut workload = crate::common::clients(NodeId(gateway), OpKind::Put, 2, 0);
        workload.keys = (5, 6);
        config.workloads.push(workload);
    }
    let mut cluster = Cluster::new(config, Vec::new(), Ledger::default());
    cluster.run_until(10_000 * MILLIS, u64::MAX);
    let ledger = cluster.observer();
    let ok = ledger.ended.values().filter(|o| **o == Outcome::Ok).count();
    let met = ledger.count(TxnStep::LockMet);
    assert!(ok > 100);
    assert!(met > 0 && ledger.count(TxnStep::Conflict) > 0);
    let mut commits: Vec<u64> = Vec::new();
    for (_, what, _, ts) in &ledger.steps {
        if *what == TxnStep::Committed {
            commits.push(*ts);
        }
    }
    commits.sort_unstable();
    commits.dedup();
    assert_eq!(commits.len(), ok, "each commit has its own timestamp");
}

/// Two clients that insert into five tables of 40 rows each, which lie in four ranges.
fn inserts(timestamps: Timestamps) -> ClusterConfig {
    let mut config = transactional(4);
    config.settings.reads.timestamps = timestamps;
    let mut workload = crate::common::clients(NodeId(3), OpKind::Insert, 2, 0);
    workload.keys = (100, 300);
    config.workloads = vec![workload];
    config
}

#[test]
fn an_insert_transaction_writes_two_rows_of_each_of_five_tables() {
    let mut cluster = Cluster::new(inserts(Timestamps::Tso), Vec::new(), Ledger::default());
    cluster.run_until(3_000 * MILLIS, u64::MAX);
    let ledger = cluster.observer();
    let inserted = |nth: u64| -> Vec<u64> {
        let first = 100 + nth % 20 * 2;
        (0..5)
            .flat_map(|table| [first + 40 * table, first + 40 * table + 1])
            .collect()
    };
    let requests: Vec<&RequestFact> = ledger.requests.values().collect();
    assert!(requests.len() > 40, "it goes round: {}", requests.len());
    for (nth, fact) in requests.iter().enumerate() {
        let keys: Vec<u64> = fact.written_keys().collect();
        assert_eq!(keys, inserted(nth as u64));
    }
    assert!(ledger.ended.values().all(|outcome| *outcome == Outcome::Ok));
}

#[test]
fn an_insert_transaction_is_all_or_nothing_whenever_its_gateway_dies() {
    // What the crash cut off, by how it was settled.
    let (mut undone, mut done) = (0, 0);
    for crash_ms in 2_000..2_040 {
        let crash = Action::Crash(NodeId(3));
        let mut cluster = Cluster::new(
            inserts(Timestamps::Tso),
            vec![(crash_ms * MILLIS, crash)],
            Ledger::default(),
        );
        cluster.run_until(2_500 * MILLIS, u64::MAX);
        // Whoever reads the rows settles what is left of their locks.
        let requests: Vec<RequestFact> = cluster.observer().requests.values().copied().collect();
        let last = requests.last().expect("some were sent").request;
        let rows: Vec<u64> = requests
            .iter()
            .flat_map(RequestFact::written_keys)
            .collect();
        for key in &rows {
            cluster.act(8_000 * MILLIS, get(NodeId(4), *key));
        }
        cluster.run_until(10_000 * MILLIS, u64::MAX);
        let ledger = cluster.observer();
        for fact in &requests {
            let wrote = |key: &u64| {
                let read = ledger.requests.values().filter(|read| read.request > last);
                let of_key = |read: &&RequestFact| read.key == *key;
                let values = read.filter(of_key).map(|read| ledger.values[&read.request]);
                values.max().expect("it was read") >= fact.value
            };
            let written = fact.written_keys().filter(wrote).count();
            assert!(
                matches!(written, 0 | 10),
                "{crash_ms} ms: {written} of ten rows"
            );
            if ledger.ended.get(&fact.request) != Some(&Outcome::Ok) {
                undone += u32::from(written == 0);
                done += u32::from(written == 10);
            }
        }
    }
    assert!(undone > 0 && done > 0, "{undone} undone, {done} done");
}

#[test]
fn without_timestamps_an_insert_transaction_fails() {
    let mut cluster = Cluster::new(inserts(Timestamps::None), Vec::new(), Ledger::default());
    cluster.run_until(1_000 * MILLIS, u64::MAX);
    let ended = &cluster.observer().ended;
    assert!(!ended.is_empty() && ended.values().all(|outcome| *outcome == Outcome::Failed));
}

/// Accounts: keys `0..ACCOUNTS`, half of them in each of two ranges.
const ACCOUNTS: u64 = 12;
/// What each holds before the run.
const BALANCE: i64 = 1_000;

/// A bank: transfers from two gateways, statements over all accounts from the third.
fn bank(seed: u64) -> ClusterConfig {
    let mut config = transactional(2);
    config.seed = seed;
    config.data.rows = ACCOUNTS;
    for gateway in [3, 4] {
        let mut transfers =
            crate::common::clients(NodeId(gateway), OpKind::Transfer, 3, 20 * MILLIS);
        transfers.keys = (0, ACCOUNTS);
        config.workloads.push(transfers);
    }
    let mut audit = crate::common::clients(NodeId(5), OpKind::Statement, 1, 50 * MILLIS);
    audit.keys = (0, ACCOUNTS);
    audit.rows = ACCOUNTS as u32;
    config.workloads.push(audit);
    config
}

/// What a bank's clients saw.
#[derive(Default)]
struct Bank {
    ledger: Ledger,
    /// Rows of each read: first key and write ids.
    read: BTreeMap<RequestId, (u64, Vec<u64>)>,
    /// Reads by what they are part of.
    parts: BTreeMap<RequestId, Vec<RequestId>>,
}

impl Observer for Bank {
    fn fact(&mut self, at_us: Micros, event: u64, cause: u64, fact: &Fact) {
        self.ledger.fact(at_us, event, cause, fact);
        if let Fact::Invoked(request) = fact
            && request.parent != RequestId::NONE
        {
            let parts = self.parts.entry(request.parent).or_default();
            parts.push(request.request);
        }
    }

    fn rows(&mut self, request: RequestId, first_key: u64, values: &[u64]) {
        self.read.insert(request, (first_key, values.to_vec()));
    }
}

impl Bank {
    /// Every row that the parts of a request read: write id by key.
    fn rows_of(&self, request: RequestId) -> BTreeMap<u64, u64> {
        let parts = self.parts.get(&request).into_iter().flatten();
        let read = parts.filter_map(|part| self.read.get(part));
        read.flat_map(|(first, values)| (*first..).zip(values.iter().copied()))
            .collect()
    }

    /// The transfers behind a row's value, the latest first, and its balance.
    fn behind(&self, key: u64, write_id: u64) -> (Vec<RequestId>, i64) {
        let (mut transfers, mut balance) = (Vec::new(), BALANCE);
        let mut writer = RequestId::of_write(write_id);
        while writer != RequestId::NONE {
            transfers.push(writer);
            assert!(transfers.len() < 100_000, "the chain has an end");
            let amount = model::transfer::transfer_amount(writer);
            let pays = self.ledger.requests[&writer].key == key;
            balance += if pays { -amount } else { amount };
            writer = RequestId::of_write(self.rows_of(writer)[&key]);
        }
        (transfers, balance)
    }

    /// Statements that were answered, in the order in which they ended.
    fn audits(&self) -> Vec<RequestId> {
        let requests = self.ledger.requests.values();
        let audits = requests.filter(|r| r.op == OpKind::Statement);
        let done = |r: &&RequestFact| self.ledger.ended.get(&r.request) == Some(&Outcome::Ok);
        audits.filter(done).map(|r| r.request).collect()
    }

    /// Whatever was seen at one moment adds up, and holds nothing that was never to be.
    fn check(&self, what: &str) {
        let mut last = BTreeMap::new();
        for audit in self.audits() {
            let rows = self.rows_of(audit);
            assert_eq!(
                rows.len() as u64,
                ACCOUNTS,
                "{what}: all accounts were read"
            );
            let mut sum = 0;
            for (&key, &write_id) in &rows {
                let (transfers, balance) = self.behind(key, write_id);
                sum += balance;
                for transfer in transfers {
                    let ended = self.ledger.ended.get(&transfer);
                    assert_ne!(
                        ended,
                        Some(&Outcome::Failed),
                        "{what}: {transfer} was refused"
                    );
                }
            }
            assert_eq!(
                sum,
                BALANCE * ACCOUNTS as i64,
                "{what}: audit {audit} at {rows:?}"
            );
            last = rows;
        }
        self.check_nothing_is_lost(what, &last);
    }

    fn check_nothing_is_lost(&self, what: &str, last: &BTreeMap<u64, u64>) {
        assert!(!last.is_empty(), "{what}: somebody looked");
        for (&request, fact) in &self.ledger.requests {
            let done = self.ledger.ended.get(&request) == Some(&Outcome::Ok);
            if fact.op == OpKind::Transfer && done {
                for key in fact.written_keys() {
                    let (transfers, _) = self.behind(key, last[&key]);
                    assert!(
                        transfers.contains(&request),
                        "{what}: {request} is lost at {key}"
                    );
                }
            }
        }
    }

    fn transfers(&self, outcome: Outcome) -> usize {
        let ended = self.ledger.ended.iter();
        let of_kind = ended.filter(|(request, ended)| {
            **ended == outcome && self.ledger.requests[*request].op == OpKind::Transfer
        });
        of_kind.count()
    }
}

/// Lets everything come to rest with only the auditor at work.
fn settle(cluster: &mut Cluster<Bank>) {
    let now = cluster.now();
    for workload in [0, 1] {
        let running = false;
        cluster.act(now + 1, Action::SetWorkload { workload, running });
    }
    cluster.run_until(now + 12_000 * MILLIS, u64::MAX);
}

#[test]
fn a_bank_adds_up_at_every_moment() {
    let mut cluster = Cluster::new(bank(1), Vec::new(), Bank::default());
    cluster.run_until(20_000 * MILLIS, u64::MAX);
    settle(&mut cluster);
    let bank = cluster.observer();
    bank.check("quiet");
    assert!(
        bank.transfers(Outcome::Ok) > 300,
        "{}",
        bank.transfers(Outcome::Ok)
    );
    assert!(bank.audits().len() > 100, "{}", bank.audits().len());
}

#[test]
fn a_gateway_may_die_at_any_step_of_any_commit() {
    let mut rolled_forward = 0;
    for step in 0..24 {
        let mut cluster = Cluster::new(bank(step as u64), Vec::new(), Bank::default());
        cluster.run_until(3_000 * MILLIS, u64::MAX);
        let dies_after = cluster.observer().ledger.steps.len() + 40 + step;
        while cluster.observer().ledger.steps.len() < dies_after {
            assert!(cluster.step());
        }
        let (request, ..) = cluster.observer().ledger.steps[dies_after - 1];
        let gateway = cluster.observer().ledger.requests[&request].gateway;
        let now = cluster.now();
        cluster.act(now + 1, Action::Crash(gateway));
        cluster.act(now + 2_000 * MILLIS, Action::Restart(gateway));
        run_for(&mut cluster, 8_000 * MILLIS);
        settle(&mut cluster);
        let bank = cluster.observer();
        bank.check(&format!("step {step}"));
        rolled_forward += bank.ledger.count(TxnStep::LockResolved);
    }
    assert!(
        rolled_forward > 5,
        "{rolled_forward} locks were left and settled"
    );
}

/// Something goes wrong, and is put right some seconds later.
fn mishap(stream: &mut Stream, at: Micros) -> Vec<(Micros, Action)> {
    let end = at + stream.between(100 * MILLIS, 4_000 * MILLIS);
    let store = NodeId(stream.below(3) as u16);
    let place = Place::Zone(ZoneId(stream.below(3) as u16));
    let range = stream.below(2) as u32;
    match stream.below(7) {
        0 => vec![(at, Action::Crash(store)), (end, Action::Restart(store))],
        1 => vec![(at, Action::Pause(store)), (end, Action::Resume(store))],
        2 => {
            let heal = Action::Heal(FaultKey::Isolate(place));
            vec![(at, Action::Isolate(place)), (end, heal)]
        }
        3 => vec![(
            at,
            Action::Transfer {
                to: store,
                range: RangeId(range),
            },
        )],
        4 => {
            let at_key = 1 + stream.below(ACCOUNTS - 1);
            let step = Operation::Split { at_key };
            vec![(
                at,
                Action::Operate {
                    range: RangeId(range),
                    step,
                },
            )]
        }
        _ => {
            let gateway = NodeId(3 + stream.below(3) as u16);
            vec![
                (at, Action::Crash(gateway)),
                (end, Action::Restart(gateway)),
            ]
        }
    }
}

/// A run with mishaps, as its seed draws them.
fn disturbed(seed: u64) -> Cluster<Bank> {
    let mut stream = Stream::fork(seed, "mishaps", 0);
    let mut actions = Vec::new();
    let mut at = 2_000 * MILLIS;
    while at < 15_000 * MILLIS {
        actions.extend(mishap(&mut stream, at));
        at += stream.between(50 * MILLIS, 1_500 * MILLIS);
    }
    let mut cluster = Cluster::new(bank(seed), actions, Bank::default());
    cluster.run_until(20_000 * MILLIS, u64::MAX);
    for node in 0..6 {
        let now = cluster.now();
        cluster.act(now + 1, Action::Restart(NodeId(node)));
        if node < 3 {
            cluster.act(now + 1, Action::Resume(NodeId(node)));
        }
    }
    let now = cluster.now();
    cluster.act(now + 1, Action::HealAll);
    cluster
}

#[test]
fn a_bank_adds_up_whatever_fails() {
    let seeds = std::env::var("SEEDS")
        .ok()
        .and_then(|text| text.parse().ok());
    let (mut done, mut settled) = (0, 0);
    for seed in 0..seeds.unwrap_or(30) {
        let mut cluster = disturbed(seed);
        settle(&mut cluster);
        let bank = cluster.observer();
        bank.check(&format!("seed {seed}"));
        done += bank.transfers(Outcome::Ok);
        settled += bank.ledger.count(TxnStep::LockResolved);
    }
    assert!(
        done > 1_000 && settled > 100,
        "{done} done, {settled} locks settled"
    );
}

#[test]
fn a_bank_that_does_not_add_up_is_noticed() {
    let mut cluster = Cluster::new(bank(1), Vec::new(), Bank::default());
    cluster.run_until(6_000 * MILLIS, u64::MAX);
    settle(&mut cluster);
    let audit = *cluster.observer().audits().last().expect("somebody looked");
    let part = cluster.observer().parts[&audit][0];
    for wrong in [0, 1] {
        let mut bank = Bank::default();
        std::mem::swap(&mut bank, cluster.observer_mut());
        let (_, values) = bank.read.get_mut(&part).expect("it was answered");
        let kept = values.clone();
        // One row as it was before the run, or as its neighbour is.
        values[0] = if wrong == 0 { 0 } else { values[1] };
        let seen = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| bank.check("canary")));
        assert!(seen.is_err(), "the checker slept through {wrong}");
        bank.read.get_mut(&part).expect("it was answered").1 = kept;
        bank.check("put right");
        std::mem::swap(&mut bank, cluster.observer_mut());
    }
}

/// Reads of one row that one client writes again and again.
#[derive(Default)]
struct Backwards {
    /// Newest value that anybody has seen.
    seen: u64,
    /// What it was when a read began.
    begun: BTreeMap<RequestId, u64>,
    reads: u64,
    went_back: u64,
}

impl Observer for Backwards {
    fn fact(&mut self, _: Micros, _: u64, _: u64, fact: &Fact) {
        match *fact {
            Fact::Invoked(request) if request.op == OpKind::Get => {
                self.begun.insert(request.request, self.seen);
            }
            Fact::Completed {
                request,
                outcome: Outcome::Ok,
                value,
                ..
            } => {
                if let Some(seen) = self.begun.remove(&request) {
                    self.reads += 1;
                    self.went_back += u64::from(value < seen);
                    self.seen = self.seen.max(value);
                }
            }
            _ => {}
        }
    }

    fn rows(&mut self, _: RequestId, _: u64, _: &[u64]) {}
}

/// A leader that applies late, a follower that does not, and readers beside both.
fn apply_lag(timestamps: Timestamps) -> Backwards {
    let mut config = transactional(1);
    config.settings.reads.timestamps = timestamps;
    if let NodeKind::Store(leader) = &mut config.nodes[0].kind {
        leader.apply_delay_us = 120 * MILLIS;
    }
    let reader = |gateway: u16, mode: ReadMode| {
        let mut reads = crate::common::clients(NodeId(gateway), OpKind::Get, 2, 20 * MILLIS);
        reads.read_mode = Some(mode);
        reads
    };
    let writer = crate::common::clients(NodeId(3), OpKind::Put, 1, 100 * MILLIS);
    config.workloads = vec![
        writer,
        reader(4, ReadMode::Follower),
        reader(3, ReadMode::LeaderUnchecked),
    ];
    for workload in &mut config.workloads {
        workload.keys = (7, 8);
    }
    let mut cluster = Cluster::new(config, Vec::new(), Backwards::default());
    cluster.run_until(15_000 * MILLIS, u64::MAX);
    std::mem::take(cluster.observer_mut())
}

#[test]
fn a_follower_ahead_of_its_leader_shows_raw_readers_a_past_and_transactional_ones_none() {
    let raw = apply_lag(Timestamps::None);
    assert!(raw.went_back > 50, "{} of {}", raw.went_back, raw.reads);
    let transactional = apply_lag(Timestamps::Tso);
    assert!(transactional.reads > 500, "{}", transactional.reads);
    assert_eq!(transactional.went_back, 0);
}
