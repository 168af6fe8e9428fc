//! Requests by hand for rows that lie apart: a statement reads them at one moment, a transaction
//! writes them all or none, whoever dies and whenever.

use std::collections::BTreeMap;

use cluster::Cluster;
use model::config::{Action, ClusterConfig, NodeConfig, NodeKind, OpKind, Timestamps};
use model::fact::{Fact, Observer, Outcome, Refusal, RequestFact};
use model::ids::RequestId;
use model::named::NamedKeys;
use sim::{MILLIS, Micros, NodeId, ZoneId};

/// One in each of three ranges of 133 rows, and a second one in the last.
const KEYS: [u64; 4] = [7, 150, 300, 390];
const ASKED_US: Micros = 2_000 * MILLIS;

/// What became of requests.
#[derive(Default)]
struct Ledger {
    requests: BTreeMap<RequestId, RequestFact>,
    named: BTreeMap<RequestId, NamedKeys>,
    ended: BTreeMap<RequestId, (Micros, Outcome)>,
    times: BTreeMap<RequestId, u64>,
    refused: Vec<(RequestId, Refusal)>,
    values: BTreeMap<RequestId, u64>,
    sent: usize,
}

impl Observer for Ledger {
    fn fact(&mut self, at_us: Micros, _: u64, _: u64, fact: &Fact) {
        match *fact {
            Fact::Invoked(request) => drop(self.requests.insert(request.request, request)),
            Fact::Named { request, keys } => drop(self.named.insert(request, keys)),
            Fact::Completed {
                request, outcome, ..
            } => drop(self.ended.insert(request, (at_us, outcome))),
            Fact::Timestamped { request, ts, .. } => drop(self.times.insert(request, ts)),
            Fact::Refused { request, why, .. } => self.refused.push((request, why)),
            Fact::Sent(sent) if sent.request != RequestId::NONE => self.sent += 1,
            _ => {}
        }
    }

    fn rows(&mut self, request: RequestId, _: u64, values: &[u64]) {
        self.values.insert(request, values[0]);
    }
}

impl Ledger {
    fn outcome(&self, request: RequestId) -> Option<Outcome> {
        self.ended.get(&request).map(|(_, outcome)| *outcome)
    }

    /// The parts of a request: key and value that was read.
    fn parts(&self, whole: RequestId) -> Vec<(u64, u64)> {
        let parts = self.requests.values().filter(|r| r.parent == whole);
        let read = parts.map(|part| (part.key, self.values[&part.request]));
        read.collect()
    }
}

fn three_ranges(timestamps: Timestamps) -> ClusterConfig {
    let mut config = crate::common::zones(&[1, 1, 1], 3);
    config.settings.reads.timestamps = timestamps;
    config.nodes.push(NodeConfig {
        zone: ZoneId(0),
        kind: NodeKind::PlacementDriver,
    });
    config
}

fn by_hand(gateway: u16, op: OpKind, keys: &[u64]) -> Action {
    Action::RequestNamed {
        gateway: NodeId(gateway),
        op,
        keys: NamedKeys::of(keys).expect("a few keys"),
        value_bytes: 16,
        mode: None,
    }
}

fn get(gateway: u16, key: u64) -> Action {
    Action::Request {
        gateway: NodeId(gateway),
        op: OpKind::Get,
        key,
        rows: 1,
        value_bytes: 0,
        mode: None,
    }
}

fn played(config: ClusterConfig, actions: Vec<(Micros, Action)>, to_ms: u64) -> Cluster<Ledger> {
    let mut cluster = Cluster::new(config, actions, Ledger::default());
    cluster.run_until(to_ms * MILLIS, u64::MAX);
    cluster
}

#[test]
fn an_update_reads_its_rows_then_writes_them_all_and_a_statement_sees_it_whole() {
    for timestamps in [Timestamps::Tso, Timestamps::TsoIndex] {
        let actions = vec![
            (ASKED_US, by_hand(3, OpKind::Update, &KEYS)),
            (ASKED_US * 2, by_hand(4, OpKind::Statement, &KEYS)),
        ];
        let cluster = played(three_ranges(timestamps), actions, 6_000);
        let ledger = cluster.observer();
        assert_eq!(ledger.outcome(RequestId(1)), Some(Outcome::Ok));
        assert_eq!(
            ledger.parts(RequestId(1)),
            KEYS.map(|key| (key, 0)),
            "what it read first"
        );
        let statement = RequestId(2 + KEYS.len() as u64 - 1 + 1);
        assert_eq!(ledger.requests[&statement].op, OpKind::Statement);
        assert_eq!(ledger.outcome(statement), Some(Outcome::Ok));
        assert_eq!(ledger.parts(statement), KEYS.map(|key| (key, 1)));
        for request in [RequestId(1), statement] {
            let named: Vec<u64> = ledger.named[&request].iter().collect();
            assert_eq!(named, KEYS);
        }
        assert!(ledger.times[&statement] > ledger.times[&RequestId(1)]);
    }
}

#[test]
fn without_timestamps_nothing_is_sent_and_the_gateway_says_why() {
    for op in [OpKind::Insert, OpKind::Update] {
        let actions = vec![(ASKED_US, by_hand(3, op, &KEYS))];
        let cluster = played(three_ranges(Timestamps::None), actions, 3_000);
        let ledger = cluster.observer();
        assert_eq!(ledger.outcome(RequestId(1)), Some(Outcome::Failed));
        assert_eq!(ledger.refused, [(RequestId(1), Refusal::NeedsTimestamps)]);
        assert_eq!(ledger.sent, 0);
    }
}

#[test]
fn of_two_updates_at_once_one_fails_and_writes_nothing() {
    let actions = vec![
        (ASKED_US, by_hand(3, OpKind::Update, &KEYS)),
        (ASKED_US, by_hand(3, OpKind::Update, &KEYS[1..])),
        (ASKED_US * 2, by_hand(4, OpKind::Statement, &KEYS)),
    ];
    let cluster = played(three_ranges(Timestamps::Tso), actions, 8_000);
    let ledger = cluster.observer();
    let done: Vec<RequestId> = [1, 2]
        .map(RequestId)
        .into_iter()
        .filter(|request| ledger.outcome(*request) == Some(Outcome::Ok))
        .collect();
    assert_eq!(done.len(), 1, "{:?}", ledger.ended);
    assert!(
        ledger
            .refused
            .iter()
            .any(|(_, why)| *why == Refusal::WriteConflict)
    );
    let mut requests = ledger.requests.values();
    let statement = requests.rfind(|r| r.op == OpKind::Statement);
    let seen = ledger.parts(statement.expect("it was asked").request);
    for (key, value) in seen {
        let wrote = ledger.requests[&done[0]].named.iter().any(|k| k == key);
        assert_eq!(value, if wrote { done[0].write_id() } else { 0 }, "k{key}");
    }
}

/// A store, or the gateway itself, dies so long after a transaction was sent, and is back later.
/// Says how the transaction ended, and how many of its rows it has written once all is settled.
fn crashed(op: OpKind, victim: u16, after_us: Micros) -> (Option<Outcome>, usize) {
    let at_us = ASKED_US + after_us;
    let mut actions = vec![
        (ASKED_US, by_hand(3, op, &KEYS)),
        (at_us, Action::Crash(NodeId(victim))),
        (at_us + 2_500 * MILLIS, Action::Restart(NodeId(victim))),
    ];
    // Whoever reads the rows settles what is left of their locks.
    actions.extend(KEYS.map(|key| (ASKED_US + 8_000 * MILLIS, get(4, key))));
    let cluster = played(three_ranges(Timestamps::Tso), actions, 14_000);
    let ledger = cluster.observer();
    let gets = ledger
        .requests
        .values()
        .filter(|r| r.op == OpKind::Get && r.parent == RequestId::NONE && r.gateway == NodeId(4));
    let values: Vec<u64> = gets.map(|get| ledger.values[&get.request]).collect();
    assert_eq!(values.len(), KEYS.len(), "all rows can be read again");
    let written = values.iter().filter(|value| **value == 1).count();
    (ledger.outcome(RequestId(1)), written)
}

#[test]
fn a_transaction_by_hand_is_all_or_nothing_whoever_crashes_at_any_instant() {
    // How often it was cut off and came to nothing, and how often it was done nevertheless.
    let (mut undone, mut done) = (0, 0);
    for op in [OpKind::Insert, OpKind::Update] {
        for victim in 0..4 {
            for step in 0..80 {
                let after_us = step * 300 + 1;
                let (outcome, written) = crashed(op, victim, after_us);
                let told = format!("{op:?}, n{victim} crashed after {after_us} us: {outcome:?}");
                let expected: &[usize] = match outcome {
                    Some(Outcome::Ok) => &[4],
                    Some(Outcome::Failed) => &[0],
                    Some(Outcome::Unknown) | None => &[0, 4],
                };
                assert!(
                    expected.contains(&written),
                    "{told}, {written} of four rows"
                );
                if outcome != Some(Outcome::Ok) {
                    undone += usize::from(written == 0);
                    done += usize::from(written == 4);
                }
            }
        }
    }
    assert!(undone > 0 && done > 0, "{undone} undone, {done} done");
}
