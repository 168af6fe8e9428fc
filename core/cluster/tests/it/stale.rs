//! Stale reads: safe times reach every replica, a read of the past is answered at home, and what is
//! read is one moment, however often leaders change.

use std::collections::BTreeMap;

use crate::common::{clients, three_zones};
use cluster::Cluster;
use model::config::{
    Action, ClusterConfig, GatewayClock, NodeConfig, NodeKind, OpKind, Operation, ReadMode,
    SafeTime, Settings, Timestamps, WorkloadConfig,
};
use model::fact::{Fact, MessageType, Observer, Outcome, Refusal, RequestFact};
use model::ids::{RangeId, RequestId};
use sim::{MILLIS, Micros, NodeId, Place, SECONDS, ZoneId};

/// Keeps what clients saw: writes with their instants, and rows of reads.
#[derive(Default)]
struct Clients {
    writes: BTreeMap<u64, (Micros, Micros)>,
    /// Keys of acknowledged puts, by write id.
    put_keys: BTreeMap<u64, u64>,
    reads: Vec<Read>,
    refused: Vec<(Micros, RequestId, NodeId, Refusal)>,
    sent: BTreeMap<MessageType, u64>,
    tso_bytes: u64,
    ended: Vec<(RequestFact, Outcome)>,
    open: BTreeMap<RequestId, (Micros, RequestFact)>,
    rows: Vec<u64>,
}

struct Read {
    request: RequestFact,
    invoked_us: Micros,
    done_us: Micros,
    server: NodeId,
    values: Vec<u64>,
}

impl Observer for Clients {
    fn fact(&mut self, at_us: Micros, _: u64, _: u64, fact: &Fact) {
        match *fact {
            Fact::Invoked(request) => {
                self.open.insert(request.request, (at_us, request));
            }
            Fact::Sent(sent) => {
                *self.sent.entry(sent.what).or_default() += 1;
                if sent.kind == model::fact::ByteKind::Tso {
                    self.tso_bytes += sent.bytes;
                }
            }
            Fact::Refused { request, by, why } => {
                self.refused.push((at_us, request, by, why));
            }
            Fact::Completed {
                request,
                outcome,
                server,
                ..
            } => {
                let (invoked_us, fact) = self.open.remove(&request).expect("it was invoked");
                self.ended.push((fact, outcome));
                if outcome != Outcome::Ok {
                    return;
                }
                if fact.op == OpKind::Put {
                    self.writes.insert(fact.value, (invoked_us, at_us));
                    self.put_keys.insert(fact.value, fact.key);
                } else if let Some(server) = server {
                    // A statement's parts are answered, the whole is not.
                    self.reads.push(Read {
                        request: fact,
                        invoked_us,
                        done_us: at_us,
                        server,
                        values: std::mem::take(&mut self.rows),
                    });
                }
            }
            _ => {}
        }
    }

    fn rows(&mut self, _: RequestId, _: u64, values: &[u64]) {
        self.rows = values.to_vec();
    }
}

/// Three zones with a placement driver in the first, safe times of this kind, and a bound.
fn with(safe_time: SafeTime, bound_us: Micros) -> ClusterConfig {
    let mut config = three_zones();
    config.nodes.push(NodeConfig {
        zone: ZoneId(0),
        kind: NodeKind::PlacementDriver,
    });
    config.settings.reads.safe_time = safe_time;
    config.settings.reads.staleness_us = bound_us;
    config.reads.resolved_interval_us = 200 * MILLIS;
    config.reads.closed_target_us = 500 * MILLIS;
    config
}

/// A writer of two neighbouring rows at a time in the first zone, and a stale reader of both in the
/// third.
fn writer_and_reader(config: &mut ClusterConfig) {
    let writer = WorkloadConfig {
        rows: 2,
        keys: (10, 11),
        ..clients(NodeId(3), OpKind::Put, 1, 50 * MILLIS)
    };
    let reader = WorkloadConfig {
        rows: 2,
        keys: (10, 11),
        read_mode: Some(ReadMode::Stale),
        ..clients(NodeId(5), OpKind::Scan, 1, 30 * MILLIS)
    };
    config.workloads = vec![writer, reader];
}

fn run(config: ClusterConfig, actions: Vec<(Micros, Action)>, until: Micros) -> Cluster<Clients> {
    let mut cluster = Cluster::new(config, actions, Clients::default());
    cluster.run_until(until, u64::MAX);
    cluster
}

const KINDS: [SafeTime; 3] = [SafeTime::Hybrid, SafeTime::Resolved, SafeTime::Closed];

#[test]
fn a_stale_read_is_answered_at_home_whatever_makes_it_safe() {
    for kind in KINDS {
        let mut config = with(kind, 2 * SECONDS);
        writer_and_reader(&mut config);
        let cluster = run(config, Vec::new(), 10 * SECONDS);
        let seen = cluster.observer();
        let late = seen.reads.iter().filter(|r| r.invoked_us > 3 * SECONDS);
        let mut count = 0;
        for read in late {
            count += 1;
            assert_eq!(read.server, NodeId(2), "{kind:?}");
            assert!(read.done_us - read.invoked_us < MILLIS, "{kind:?}");
        }
        assert!(count > 150, "{kind:?}: {count}");
    }
}

#[test]
fn what_is_read_is_one_moment_as_long_ago_as_the_bound() {
    for kind in [SafeTime::Hybrid, SafeTime::Resolved] {
        let mut config = with(kind, 2 * SECONDS);
        writer_and_reader(&mut config);
        let cluster = run(config, Vec::new(), 10 * SECONDS);
        let seen = cluster.observer();
        for read in seen.reads.iter().filter(|r| r.invoked_us > 3 * SECONDS) {
            assert_eq!(read.values[0], read.values[1], "both rows of one put");
            let (sent_us, _) = seen.writes[&read.values[0]];
            let age_us = read.invoked_us - sent_us;
            // A write every 60 ms or so: the one before the moment is at most that much older.
            assert!(
                (2_000 * MILLIS..2_100 * MILLIS).contains(&age_us),
                "{kind:?}: {age_us}"
            );
        }
    }
}

/// How old what a stale read of this gateway saw was at most: since the first acknowledgement of a
/// put that it did not see.
fn oldest_us(gateway_clock: Option<i64>, bound_us: Micros) -> Micros {
    let mut config = with(SafeTime::Hybrid, bound_us);
    writer_and_reader(&mut config);
    config.gateway_clocks = gateway_clock
        .map(|offset_us| GatewayClock {
            node: NodeId(5),
            offset_us,
            drift_ppm: 0,
        })
        .into_iter()
        .collect();
    let cluster = run(config, Vec::new(), 12 * SECONDS);
    let seen = cluster.observer();
    let late = seen.reads.iter().filter(|r| r.invoked_us > 6 * SECONDS);
    let ages = late.map(|read| {
        let mut newer = seen.writes.range(read.values[0] + 1..);
        let acknowledged_us = newer.next().map_or(read.invoked_us, |(_, (_, done))| *done);
        read.invoked_us.saturating_sub(acknowledged_us)
    });
    ages.max().expect("there are reads")
}

/// What is promised is the bound, and what clocks may differ on top of it.
#[test]
fn a_gateway_whose_clock_is_further_off_than_was_named_breaks_the_bound() {
    let bound_us = 2 * SECONDS;
    let skew_us = with(SafeTime::Hybrid, bound_us).reads.max_clock_skew_us;
    let behind = |us: Micros| Some(-us.cast_signed());
    assert!(oldest_us(None, bound_us) <= bound_us);
    assert!(oldest_us(behind(skew_us), bound_us) <= bound_us + skew_us);
    assert!(oldest_us(behind(2 * skew_us), bound_us) > bound_us + skew_us);
}

/// The bound must be twice what clocks may differ: a gateway ahead by all of it and a leader behind
/// by all of it still agree that the moment is past. Beyond that a read is of the future, no
/// replica is safe for it at home, and it goes to the leader.
#[test]
fn a_gateway_ahead_by_more_than_was_named_reads_what_is_not_past_yet() {
    let at_home = |offset_us: i64| {
        let mut config = with(SafeTime::Hybrid, 0);
        let skew_us = config.reads.max_clock_skew_us;
        config.settings.reads.staleness_us = 2 * skew_us;
        writer_and_reader(&mut config);
        for node in &mut config.nodes {
            if let NodeKind::Store(store) = &mut node.kind {
                store.clock_offset_us = -skew_us.cast_signed() / 2;
            }
        }
        let (node, drift_ppm) = (NodeId(5), 0);
        config.gateway_clocks = vec![GatewayClock {
            node,
            offset_us,
            drift_ppm,
        }];
        let cluster = run(config, Vec::new(), 12 * SECONDS);
        let seen = cluster.observer();
        let late = seen.reads.iter().filter(|r| r.invoked_us > 6 * SECONDS);
        let (home, away): (Vec<&Read>, Vec<&Read>) = late.partition(|r| r.server == NodeId(2));
        (home.len(), away.len())
    };
    let (home, away) = at_home(250_000);
    assert!(home > 50 && away == 0, "{home} {away}");
    let (home, away) = at_home(1_000_000);
    assert!(home == 0 && away > 20, "{home} {away}");
}

#[test]
fn a_gateways_clock_can_be_made_to_run_at_another_rate() {
    let node = NodeId(5);
    let fast = Action::SetClock {
        store: node,
        drift_ppm: 100_000,
    };
    let config = with(SafeTime::Hybrid, SECONDS);
    let cluster = run(config, vec![(2 * SECONDS, fast)], 7 * SECONDS);
    assert_eq!(cluster.gateway_clock(node), Some((100_000, 500_000)));
}

#[test]
fn a_bound_is_the_least_that_will_do_where_timestamps_are_closed() {
    let mut config = with(SafeTime::Closed, 30 * SECONDS);
    writer_and_reader(&mut config);
    let cluster = run(config, Vec::new(), 10 * SECONDS);
    let seen = cluster.observer();
    let late = seen.reads.iter().filter(|r| r.invoked_us > 5 * SECONDS);
    for read in late {
        let (sent_us, _) = seen.writes[&read.values[0]];
        let age_us = read.invoked_us - sent_us;
        assert!(
            (450 * MILLIS..900 * MILLIS).contains(&age_us),
            "the freshest that is closed: {age_us}"
        );
    }
}

#[test]
fn safe_times_of_idle_ranges_keep_moving() {
    for kind in KINDS {
        let cluster = run(with(kind, 2 * SECONDS), Vec::new(), 20 * SECONDS);
        for replica in cluster.replicas(RangeId(0)) {
            let lag_us = cluster.now() - (replica.safe_ts >> 12);
            assert!(lag_us < 900 * MILLIS, "{kind:?}: {lag_us} at {replica:?}");
        }
    }
}

#[test]
fn a_replica_that_is_cut_off_sends_the_reader_elsewhere() {
    let mut config = with(SafeTime::Hybrid, 2 * SECONDS);
    writer_and_reader(&mut config);
    let cut = |from: u16| Action::Cut {
        from: Place::Node(NodeId(from)),
        to: Place::Node(NodeId(2)),
        both: true,
    };
    let actions = vec![(5 * SECONDS, cut(0)), (5 * SECONDS, cut(1))];
    let cluster = run(config, actions, 15 * SECONDS);
    let seen = cluster.observer();
    let at_home = |r: &&Read| r.server == NodeId(2);
    let late: Vec<&Read> = seen
        .reads
        .iter()
        .filter(|r| r.invoked_us > 8 * SECONDS)
        .collect();
    assert!(late.len() > 50, "{}", late.len());
    assert_eq!(late.iter().copied().filter(at_home).count(), 0);
    for read in late {
        assert_eq!(
            read.server,
            NodeId(1),
            "the next by distance, the leader last"
        );
        assert_eq!(read.values[0], read.values[1]);
    }
    // For two seconds the past that it has is enough.
    let still = seen
        .reads
        .iter()
        .filter(|r| (5 * SECONDS + 100 * MILLIS..6 * SECONDS).contains(&r.invoked_us));
    assert!(still.clone().count() > 10);
    assert!(still.into_iter().all(|r| r.server == NodeId(2)));
}

/// One client writes one row after the other, in two ranges whose leaders' clocks are half a second
/// apart. A statement over both sees what that client had done at some moment, nothing else.
#[test]
fn a_statement_over_two_ranges_sees_one_moment_although_clocks_differ() {
    for kind in [SafeTime::Hybrid, SafeTime::Resolved] {
        let mut config = crate::common::zones(&[1, 1, 1], 2);
        config.nodes.extend(with(kind, 0).nodes.last().cloned());
        config.settings.reads = with(kind, 1_200 * MILLIS).settings.reads;
        config.reads.resolved_interval_us = 100 * MILLIS;
        for (place, offset_us) in [(0, 240_000), (1, -240_000)] {
            if let NodeKind::Store(store) = &mut config.nodes[place].kind {
                store.clock_offset_us = offset_us;
            }
        }
        let writer = WorkloadConfig {
            keys: (499, 501),
            ..clients(NodeId(4), OpKind::Put, 1, 0)
        };
        let reader = WorkloadConfig {
            rows: 2,
            keys: (499, 500),
            read_mode: Some(ReadMode::Stale),
            ..clients(NodeId(5), OpKind::Statement, 1, 7 * MILLIS)
        };
        config.workloads = vec![writer, reader];
        let cluster = run(config, Vec::new(), 10 * SECONDS);
        let seen = cluster.observer();
        let mut statements: BTreeMap<RequestId, Vec<u64>> = BTreeMap::new();
        for part in &seen.reads {
            if part.request.parent != RequestId::NONE && part.invoked_us > 3 * SECONDS {
                let rows = statements.entry(part.request.parent).or_default();
                rows.push(part.values[0]);
            }
        }
        assert!(statements.len() > 300, "{kind:?}: {}", statements.len());
        for (statement, rows) in statements {
            let newest = *rows.iter().max().expect("two rows");
            for (key, value) in [(499, rows[0]), (500, rows[1])] {
                let mut of_key = seen.put_keys.range(..=newest).filter(|put| *put.1 == key);
                let last = of_key.next_back().map_or(0, |put| *put.0);
                assert_eq!(value, last, "{kind:?}: statement {statement}, row {key}");
            }
        }
    }
}

#[test]
fn a_range_that_sleeps_wakes_for_a_moment_that_it_does_not_know_and_elects_nobody() {
    let mut config = with(SafeTime::Hybrid, 2 * SECONDS);
    config.settings.hibernate = true;
    let read = Action::Request {
        gateway: NodeId(5),
        op: OpKind::Get,
        key: 7,
        rows: 1,
        value_bytes: 16,
        mode: Some(ReadMode::Stale),
    };
    // At 4 s the range sleeps already and knows less than 2 s; at 9 s much less.
    let actions = vec![(4 * SECONDS, read.clone()), (9 * SECONDS, read)];
    let cluster = run(config, actions, 20 * SECONDS);
    let seen = cluster.observer();
    assert_eq!(seen.reads.len(), 2);
    for read in &seen.reads {
        assert!(read.done_us - read.invoked_us < 50 * MILLIS);
    }
    assert!(
        cluster
            .replicas(RangeId(0))
            .iter()
            .all(|replica| replica.term == 1)
    );
}

#[test]
fn without_the_oracle_resolved_timestamps_stand_still() {
    let config = with(SafeTime::Resolved, 2 * SECONDS);
    let isolate = Action::Isolate(Place::Node(NodeId(6)));
    let cluster = run(config, vec![(5 * SECONDS, isolate)], 15 * SECONDS);
    for replica in cluster.replicas(RangeId(0)) {
        let safe_us = replica.safe_ts >> 12;
        assert!(
            (4 * SECONDS..5 * SECONDS + 100 * MILLIS).contains(&safe_us),
            "{safe_us}"
        );
    }
}

#[test]
fn a_bound_below_twice_the_skew_is_refused_and_one_of_twice_is_taken() {
    for (bound_us, taken) in [(999_999, false), (1_000_000, true)] {
        let mut config = with(SafeTime::Hybrid, bound_us);
        writer_and_reader(&mut config);
        let cluster = run(config, Vec::new(), 3 * SECONDS);
        let seen = cluster.observer();
        assert_eq!(!seen.reads.is_empty(), taken);
        let refused = |r: &&(Micros, RequestId, NodeId, Refusal)| r.3 == Refusal::BelowSkew;
        assert_eq!(seen.refused.iter().filter(refused).count() > 0, !taken);
        assert!(
            seen.refused
                .iter()
                .filter(refused)
                .all(|r| r.2 == NodeId(5))
        );
    }
}

#[test]
fn a_write_in_a_read_only_session_is_refused_at_its_gateway() {
    let mut config = with(SafeTime::Hybrid, 2 * SECONDS);
    writer_and_reader(&mut config);
    config.workloads[0].read_only = true;
    let cluster = run(config, Vec::new(), 3 * SECONDS);
    let seen = cluster.observer();
    assert!(seen.writes.is_empty());
    let puts = seen.ended.iter().filter(|(fact, _)| fact.op == OpKind::Put);
    assert!(puts.clone().count() > 10);
    for (_, outcome) in puts {
        assert_eq!(*outcome, Outcome::Failed);
    }
    assert!(!seen.sent.contains_key(&MessageType::WriteRequest));
}

#[test]
fn a_cluster_without_safe_times_sends_nothing_for_them() {
    let mut config = three_zones();
    config.settings = Settings {
        read_mode: ReadMode::Leader,
        ..config.settings
    };
    let cluster = run(config, Vec::new(), 5 * SECONDS);
    assert_eq!(cluster.observer().tso_bytes, 0);
    assert!(cluster.replicas(RangeId(0)).iter().all(|r| r.safe_ts == 0));
}

/// Leaders crash, are cut off, paused and replaced; clocks run apart within the limit. No replica
/// ever applies a write at or below what it had called safe (the cluster's own check panics), and
/// both rows of a put are always seen together.
#[test]
fn no_write_comes_below_what_was_called_safe() {
    for seed in 0..24 {
        for kind in KINDS {
            let mut config = with(kind, 1_500 * MILLIS);
            config.seed = seed;
            if seed % 4 == 1 {
                // Commit timestamps are the oracle's: it heeds no leader's word.
                config.settings.reads.timestamps = Timestamps::Tso;
            }
            config.settings.hibernate = seed % 3 == 0;
            writer_and_reader(&mut config);
            // The same again where a range may be split off.
            for mut other in config.workloads.clone() {
                other.keys = (700, 701);
                config.workloads.push(other);
            }
            for (place, node) in config.nodes.iter_mut().enumerate() {
                if let NodeKind::Store(store) = &mut node.kind {
                    store.clock_offset_us = [0, 240_000, -240_000][(place + seed as usize) % 3];
                }
            }
            let cluster = run(config, faults(seed), 25 * SECONDS);
            let seen = cluster.observer();
            assert!(
                seen.reads.len() > 20,
                "{kind:?} {seed}: {}",
                seen.reads.len()
            );
            for read in &seen.reads {
                assert_eq!(read.values[0], read.values[1], "{kind:?} {seed}");
                assert_eq!(read.request.mode, ReadMode::Stale);
            }
        }
    }
}

/// The canary: a leader that nobody follows any more goes on calling its present safe, another
/// writes below that, and the check above sees it. When a quorum hears of it first it is not so.
#[test]
fn a_leader_that_calls_safe_what_nobody_heard_of_is_caught() {
    let lies = |unheard: bool| {
        let mut config = with(SafeTime::Hybrid, 1_000 * MILLIS);
        config.settings.check_quorum = false;
        config.reads.safe_unheard = unheard;
        writer_and_reader(&mut config);
        // The reader asks the old leader, the writer the new one.
        config.workloads[0].gateways = vec![NodeId(4)];
        config.workloads[1].gateways = vec![NodeId(3)];
        let cut = |other: u16| Action::Cut {
            from: Place::Node(NodeId(0)),
            to: Place::Node(NodeId(other)),
            both: true,
        };
        let mut actions: Vec<(Micros, Action)> =
            [1, 2, 4].map(|other| (3 * SECONDS, cut(other))).to_vec();
        actions.push((9 * SECONDS, Action::HealAll));
        std::panic::catch_unwind(|| run(config, actions, 12 * SECONDS)).is_err()
    };
    assert!(lies(true));
    assert!(!lies(false));
}

fn operate(range: RangeId, step: Operation) -> Action {
    Action::Operate { range, step }
}

/// Faults that take leaders away, drawn from a seed.
fn faults(seed: u64) -> Vec<(Micros, Action)> {
    let mut stream = sim::Stream::fork(seed, "stale-faults", 0);
    let mut actions = Vec::new();
    let mut at = SECONDS;
    while at < 20 * SECONDS {
        at += 200 * MILLIS + stream.below(1_500) * MILLIS;
        let store = NodeId(stream.below(3) as u16);
        let end = at + 300 * MILLIS + stream.below(2_500) * MILLIS;
        let (begin, finish) = match stream.below(6) {
            0 => (Action::Crash(store), Action::Restart(store)),
            1 => (Action::Pause(store), Action::Resume(store)),
            2 => (Action::Isolate(Place::Node(store)), Action::HealAll),
            3 => (
                operate(RangeId(0), Operation::Split { at_key: 500 }),
                operate(RangeId(1), Operation::Merge { into: RangeId(0) }),
            ),
            4 => (
                Action::Transfer {
                    to: store,
                    range: RangeId(0),
                },
                Action::HealAll,
            ),
            _ => (
                Action::Campaign {
                    store,
                    range: RangeId(0),
                },
                Action::HealAll,
            ),
        };
        actions.push((at, begin));
        actions.push((end, finish));
    }
    for store in 0..3 {
        actions.push((21 * SECONDS, Action::Restart(NodeId(store))));
        actions.push((21 * SECONDS, Action::Resume(NodeId(store))));
    }
    actions.push((21 * SECONDS, Action::HealAll));
    actions.sort_by_key(|(at, _)| *at);
    actions
}
