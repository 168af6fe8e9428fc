//! Timestamps from the oracle: what they cost, what brings read indexes along, and statements and
//! transactions that read at one time.

use std::collections::BTreeMap;

use crate::common::{clients, zones};
use cluster::Cluster;
use model::config::{
    Action, ClusterConfig, NodeConfig, NodeKind, OpKind, ReadMode, Timestamps, WorkloadConfig,
};
use model::fact::{Fact, MessageType, Observer, Outcome, Refusal, RequestFact};
use model::ids::RequestId;
use sim::{MILLIS, Micros, NodeId, Place, SECONDS, ZoneId};

/// Three stores in zone 0, where the leaders and the oracle are, and two in zone 1; a gateway in
/// each. Between zones 10 ms.
fn two_cities(ranges: usize, mode: ReadMode, timestamps: Timestamps) -> ClusterConfig {
    let mut config = zones(&[3, 2], ranges);
    config.data.first_leaders = vec![Some(NodeId(0)); ranges];
    config.nodes.push(NodeConfig {
        zone: ZoneId(0),
        kind: NodeKind::PlacementDriver,
    });
    config.settings.read_mode = mode;
    config.settings.reads.timestamps = timestamps;
    config
}

const HOME: NodeId = NodeId(5);
const AWAY: NodeId = NodeId(6);
const ORACLE: NodeId = NodeId(7);
const RTT_US: Micros = 10 * MILLIS;

/// Remembers requests, their times and rows.
#[derive(Default)]
struct Reads {
    invoked: BTreeMap<RequestId, (Micros, RequestFact)>,
    ended: BTreeMap<RequestId, (Micros, Outcome)>,
    times: BTreeMap<RequestId, (u64, u64)>,
    rows: BTreeMap<RequestId, (u64, Vec<u64>)>,
    refused: Vec<(RequestId, NodeId, Refusal)>,
    drawn: Vec<u64>,
    sent: BTreeMap<MessageType, u64>,
}

impl Observer for Reads {
    fn fact(&mut self, at_us: Micros, _: u64, _: u64, fact: &Fact) {
        match *fact {
            Fact::Invoked(request) => {
                self.invoked.insert(request.request, (at_us, request));
            }
            Fact::Completed {
                request, outcome, ..
            } => {
                self.ended.insert(request, (at_us, outcome));
            }
            Fact::Timestamped { request, ts, index } => {
                self.times.insert(request, (ts, index));
                self.drawn.push(ts);
            }
            Fact::Refused { request, by, why } => self.refused.push((request, by, why)),
            Fact::Sent(sent) => *self.sent.entry(sent.what).or_default() += 1,
            _ => {}
        }
    }

    fn rows(&mut self, request: RequestId, first_key: u64, values: &[u64]) {
        self.rows.insert(request, (first_key, values.to_vec()));
    }
}

impl Reads {
    /// Parts of a request, in the order in which they were sent.
    fn parts(&self, parent: RequestId) -> Vec<RequestFact> {
        let all = self.invoked.values().map(|(_, fact)| *fact);
        all.filter(|fact| fact.parent == parent).collect()
    }

    /// Latency of a request that was answered.
    fn latency_us(&self, request: RequestId) -> Micros {
        let (ended_us, outcome) = self.ended[&request];
        assert_eq!(outcome, Outcome::Ok);
        ended_us - self.invoked[&request].0
    }
}

fn run(config: ClusterConfig, actions: Vec<(Micros, Action)>, until: Micros) -> Cluster<Reads> {
    let mut cluster = Cluster::new(config, actions, Reads::default());
    cluster.run_until(until, u64::MAX);
    cluster
}

/// A statement or transaction by hand.
fn by_hand(gateway: NodeId, op: OpKind, key: u64, rows: u32) -> Action {
    Action::Request {
        gateway,
        op,
        key,
        rows,
        value_bytes: 16,
        mode: None,
    }
}

/// One client at the away gateway.
fn one_client(op: OpKind, rows: u32) -> WorkloadConfig {
    WorkloadConfig {
        rows,
        start_us: 500 * MILLIS,
        ..clients(AWAY, op, 1, 100 * MILLIS)
    }
}

/// Round trips between the cities that the first request of a lone client took.
fn round_trips(config: ClusterConfig) -> u64 {
    let cluster = run(config, vec![], SECONDS);
    let reads = cluster.observer();
    let first = reads
        .invoked
        .values()
        .find(|(_, fact)| fact.parent == RequestId::NONE);
    let latency = reads.latency_us(first.expect("it was sent").1.request);
    let trips = latency / RTT_US;
    assert!(
        latency - trips * RTT_US < RTT_US / 2 + trips * MILLIS,
        "{latency}"
    );
    trips
}

#[test]
fn timestamp_and_read_index_in_one_request_save_a_round_trip() {
    let trips = |timestamps, prepared| {
        let mut config = two_cities(1, ReadMode::Follower, timestamps);
        config.workloads = vec![WorkloadConfig {
            prepared,
            ..one_client(OpKind::Statement, 10)
        }];
        round_trips(config)
    };
    assert_eq!(trips(Timestamps::None, false), 1);
    assert_eq!(trips(Timestamps::Tso, false), 2);
    assert_eq!(trips(Timestamps::TsoIndex, false), 1);
    assert_eq!(trips(Timestamps::Tso, true), 3);
    assert_eq!(trips(Timestamps::TsoIndex, true), 2);
}

#[test]
fn a_follower_that_remembers_a_read_index_asks_once_for_all_fetches_at_one_time() {
    let trips = |read_index_cache, fetches| {
        let mut config = two_cities(1, ReadMode::Follower, Timestamps::Tso);
        config.settings.reads.read_index_cache = read_index_cache;
        config.workloads = vec![WorkloadConfig {
            fetches,
            ..one_client(OpKind::Statement, 10)
        }];
        round_trips(config)
    };
    assert_eq!(trips(false, 1), 2);
    assert_eq!(trips(false, 4), 5);
    assert_eq!(trips(true, 4), 2);
}

#[test]
fn a_plain_read_needs_a_timestamp_too() {
    for (timestamps, trips) in [(Timestamps::Tso, 2), (Timestamps::TsoIndex, 1)] {
        let mut config = two_cities(1, ReadMode::Follower, timestamps);
        config.workloads = vec![one_client(OpKind::Get, 1)];
        assert_eq!(round_trips(config), trips);
    }
}

#[test]
fn an_interactive_transaction_of_n_statements_takes_n_plus_one_round_trips_or_n() {
    for statements in 1..=5 {
        for (timestamps, expected) in [
            (Timestamps::Tso, statements + 1),
            (Timestamps::TsoIndex, statements),
        ] {
            let mut config = two_cities(5, ReadMode::Follower, timestamps);
            config.workloads = vec![WorkloadConfig {
                statements,
                ..one_client(OpKind::Transaction, 5)
            }];
            assert_eq!(round_trips(config), u64::from(expected));
        }
    }
}

#[test]
fn a_statement_reads_its_rows_range_after_range_in_so_many_fetches() {
    let mut config = two_cities(4, ReadMode::Leader, Timestamps::Tso);
    config.workloads = vec![WorkloadConfig {
        fetches: 2,
        keys: (100, 101),
        ..one_client(OpKind::Statement, 600)
    }];
    let cluster = run(config, vec![], 590 * MILLIS);
    let reads = cluster.observer();
    assert!(
        reads.ended.contains_key(&RequestId(1)),
        "the whole has ended"
    );
    // Ranges of 250 keys: 100..250, 250..500, 500..700.
    let parts = reads.parts(RequestId(1));
    let shares: Vec<(u32, u64, u32)> = parts.iter().map(|p| (p.range.0, p.key, p.rows)).collect();
    let expected = [
        (0, 100, 75),
        (0, 175, 75),
        (1, 250, 125),
        (1, 375, 125),
        (2, 500, 100),
        (2, 600, 100),
    ];
    assert_eq!(shares, expected);
    for pair in parts.windows(2) {
        let (ended_us, _) = reads.ended[&pair[0].request];
        assert_eq!(
            ended_us, reads.invoked[&pair[1].request].0,
            "one after the other"
        );
    }
    assert_eq!(
        reads.times.keys().copied().collect::<Vec<_>>(),
        [RequestId(1)],
        "one time for all"
    );
    // Six fetches at the leader and one question to the oracle, each across.
    assert!((70..78).contains(&(reads.latency_us(RequestId(1)) / MILLIS)));
}

#[test]
fn without_timestamps_a_statement_asks_no_oracle() {
    let config = two_cities(2, ReadMode::Follower, Timestamps::None);
    let actions = vec![(SECONDS, by_hand(AWAY, OpKind::Statement, 400, 200))];
    let cluster = run(config, actions, 2 * SECONDS);
    let reads = cluster.observer();
    assert_eq!(reads.parts(RequestId(1)).len(), 2);
    assert!(reads.latency_us(RequestId(1)) > 0 && reads.times.is_empty());
    assert!(!reads.sent.contains_key(&MessageType::TsoRequest));
}

#[test]
fn timestamps_rise_strictly_and_are_drawn_after_the_request() {
    let mut config = two_cities(2, ReadMode::Follower, Timestamps::TsoIndex);
    config.workloads = vec![
        clients(AWAY, OpKind::Statement, 8, 0),
        clients(HOME, OpKind::Get, 8, 0),
    ];
    let cluster = run(config, vec![], 2 * SECONDS);
    let reads = cluster.observer();
    let mut drawn = reads.drawn.clone();
    drawn.sort_unstable();
    assert!(drawn.len() > 1_000);
    assert!(drawn.windows(2).all(|pair| pair[0] < pair[1]));
    for (request, (ts, _)) in &reads.times {
        let instant = model::timestamp::instant(*ts);
        assert!(instant >= reads.invoked[request].0);
        assert!(
            reads
                .ended
                .get(request)
                .is_none_or(|(ended, _)| instant <= *ended)
        );
    }
}

#[test]
fn while_the_oracle_is_cut_off_requests_wait_and_fail_with_the_reason() {
    for timestamps in [Timestamps::Tso, Timestamps::TsoIndex] {
        let config = two_cities(2, ReadMode::Follower, timestamps);
        let deadline_us = config.settings.request_timeout_us;
        let actions = vec![
            (SECONDS, Action::Isolate(Place::Node(ORACLE))),
            (2 * SECONDS, by_hand(AWAY, OpKind::Statement, 400, 200)),
            (2 * SECONDS, by_hand(HOME, OpKind::Get, 400, 1)),
        ];
        let cluster = run(config, actions, 10 * SECONDS);
        let reads = cluster.observer();
        for request in [1, 2].map(RequestId) {
            let at = 2 * SECONDS + deadline_us;
            assert_eq!(reads.ended[&request], (at, Outcome::Failed));
        }
        let why = Refusal::NoTimestamp;
        let both = [1, 2].map(|number| (RequestId(number), ORACLE, why));
        assert_eq!(reads.refused, both);
    }
}

#[test]
fn a_question_to_the_oracle_that_was_lost_is_asked_again() {
    for timestamps in [Timestamps::Tso, Timestamps::TsoIndex] {
        let mut config = two_cities(2, ReadMode::Follower, timestamps);
        config.settings.request_timeout_us = 5 * SECONDS;
        let heal = Action::HealAll;
        let actions = vec![
            (SECONDS, Action::Isolate(Place::Node(ORACLE))),
            (2 * SECONDS, by_hand(AWAY, OpKind::Statement, 400, 200)),
            (2 * SECONDS + 500 * MILLIS, heal),
        ];
        let cluster = run(config, actions, 10 * SECONDS);
        let latency_us = cluster.observer().latency_us(RequestId(1));
        assert!(
            (1_000..1_100).contains(&(latency_us / MILLIS)),
            "{latency_us}"
        );
    }
}

#[test]
fn a_leader_that_the_service_cannot_reach_costs_its_patience_and_no_answer() {
    let mut config = two_cities(1, ReadMode::Follower, Timestamps::TsoIndex);
    config.settings.request_timeout_us = 8 * SECONDS;
    let actions = vec![
        (SECONDS, Action::Crash(NodeId(0))),
        (1_001 * MILLIS, by_hand(AWAY, OpKind::Statement, 400, 20)),
        (6 * SECONDS, by_hand(AWAY, OpKind::Statement, 400, 20)),
        (7 * SECONDS, by_hand(AWAY, OpKind::Statement, 400, 20)),
    ];
    let cluster = run(config, actions, 15 * SECONDS);
    let reads = cluster.observer();
    assert_eq!(
        reads.times[&RequestId(1)].1,
        0,
        "the timestamp came without an index"
    );
    assert!(
        reads.latency_us(RequestId(1)) > SECONDS,
        "the follower waited for an election"
    );
    // By now the service has learned who leads, or learns it by asking.
    assert!(reads.times[&RequestId(5)].1 > 0);
    // To the oracle, from there to a leader that may stand away, and its quorum.
    assert!(reads.latency_us(RequestId(5)) < 4 * RTT_US);
}

#[test]
fn a_part_that_gets_no_answer_ends_the_whole_at_its_deadline() {
    let mut config = two_cities(2, ReadMode::Leader, Timestamps::Tso);
    config.settings.request_timeout_us = SECONDS;
    let actions = vec![
        (SECONDS, by_hand(AWAY, OpKind::Statement, 400, 200)),
        // The timestamp has come, the first fetch is on its way.
        (
            SECONDS + 12 * MILLIS,
            Action::Isolate(Place::Zone(ZoneId(0))),
        ),
    ];
    let cluster = run(config, actions, 5 * SECONDS);
    let reads = cluster.observer();
    assert_eq!(reads.ended[&RequestId(1)], (2 * SECONDS, Outcome::Failed));
    assert_eq!(reads.ended[&RequestId(2)], (2 * SECONDS, Outcome::Failed));
    assert_eq!(reads.invoked.len(), 2);
}
