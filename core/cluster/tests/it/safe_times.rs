//! What safe times promise outlives whoever promised it: after a transfer, an election, a split, a
//! merge, a move and a restart, with clocks that are right, a stale read misses no write that was
//! answered a bound ago, and rows that are read together are of one moment.

use std::collections::BTreeMap;

use crate::common::clients;
use cluster::Cluster;
use model::config::{
    Action, ClusterConfig, NodeConfig, NodeKind, OpKind, Operation, ReadMode, SafeTime,
    WorkloadConfig,
};
use model::fact::{Fact, Observer, Outcome, RequestFact};
use model::ids::{RangeId, RequestId};
use sim::{MILLIS, Micros, NodeId, SECONDS, ZoneId};

const BOUND_US: Micros = SECONDS;
const KINDS: [SafeTime; 3] = [SafeTime::Hybrid, SafeTime::Resolved, SafeTime::Closed];
/// When what is tested happens.
const THEN_US: Micros = 4 * SECONDS;
const END_US: Micros = 10 * SECONDS;

/// What one writer was told, and what readers saw.
#[derive(Default)]
struct Told {
    begun: BTreeMap<RequestId, (Micros, RequestFact)>,
    /// Answered puts: write id, key, instant of the answer.
    puts: Vec<(u64, u64, Micros)>,
    /// Rows of stale reads: since when they were asked for, with what, which key, which put.
    seen: Vec<(Micros, RequestId, u64, u64)>,
    rows: Vec<u64>,
}

impl Observer for Told {
    fn fact(&mut self, at_us: Micros, _: u64, _: u64, fact: &Fact) {
        match *fact {
            Fact::Invoked(fact) => {
                self.begun.insert(fact.request, (at_us, fact));
            }
            Fact::Completed {
                request,
                outcome: Outcome::Ok,
                server,
                ..
            } => {
                let (_, fact) = self.begun[&request];
                if fact.op == OpKind::Put {
                    self.puts.push((request.write_id(), fact.key, at_us));
                } else if server.is_some() {
                    let whole = if fact.parent != RequestId::NONE {
                        fact.parent
                    } else {
                        request
                    };
                    let (begun_us, _) = self.begun[&whole];
                    for (key, row) in (fact.key..).zip(std::mem::take(&mut self.rows)) {
                        self.seen.push((begun_us, whole, key, row));
                    }
                }
            }
            _ => {}
        }
    }

    fn rows(&mut self, _: RequestId, _: u64, values: &[u64]) {
        self.rows = values.to_vec();
    }
}

impl Told {
    /// No row misses a put that was answered a bound before it was asked for.
    fn check_bound(&self, what: &str) {
        for &(asked_us, request, key, row) in &self.seen {
            let due = |put: &&(u64, u64, Micros)| put.1 == key && put.2 + BOUND_US <= asked_us;
            let missed = self.puts.iter().filter(due).find(|put| put.0 > row);
            if let Some(&(_, _, answered_us)) = missed {
                let age_us = asked_us - answered_us;
                panic!("{what}: read {request} at {asked_us} misses a put {age_us} us old");
            }
        }
    }

    /// Rows of one read are what the only writer had done at some moment.
    fn check_moment(&self, what: &str) {
        let mut reads: BTreeMap<RequestId, Vec<(u64, u64)>> = BTreeMap::new();
        for &(_, request, key, row) in &self.seen {
            reads.entry(request).or_default().push((key, row));
        }
        for (request, rows) in reads {
            let newest = rows.iter().map(|(_, row)| *row).max().unwrap_or(0);
            for (key, row) in rows {
                let of_key = self
                    .puts
                    .iter()
                    .filter(|put| put.1 == key && put.0 <= newest);
                let last = of_key.map(|put| put.0).max().unwrap_or(0);
                // One whose answer was lost is known from its reader alone.
                assert!(
                    row >= last,
                    "{what}: read {request} of {key} at {newest} sees {row}"
                );
            }
        }
    }
}

/// Four stores, of which three hold each of these ranges, a placement driver, perfect clocks.
fn four_stores(ranges: usize, kind: SafeTime) -> ClusterConfig {
    let mut config = crate::common::zones(&[1, 1, 2], ranges);
    config.nodes.push(NodeConfig {
        zone: ZoneId(0),
        kind: NodeKind::PlacementDriver,
    });
    for placed in &mut config.data.placement {
        placed.truncate(3);
    }
    config.settings.reads.safe_time = kind;
    config.settings.reads.staleness_us = BOUND_US;
    config.reads.max_clock_skew_us = 0;
    config.reads.resolved_interval_us = 100 * MILLIS;
    config.reads.closed_target_us = 300 * MILLIS;
    config
}

/// One client that writes either of two neighbouring rows in turn, readers of both from the third
/// zone: each alone, and together.
fn load(config: &mut ClusterConfig, first: u64) {
    let reader = |op: OpKind, rows: u32, keys: (u64, u64)| WorkloadConfig {
        rows,
        keys,
        read_mode: Some(ReadMode::Stale),
        ..clients(NodeId(6), op, 1, 7 * MILLIS)
    };
    let writer = WorkloadConfig {
        keys: (first, first + 2),
        ..clients(NodeId(5), OpKind::Put, 1, 0)
    };
    config.workloads = vec![
        writer,
        reader(OpKind::Get, 1, (first, first + 2)),
        reader(OpKind::Statement, 2, (first, first + 1)),
    ];
}

/// Plays it with each kind of safe times, and checks what was promised.
fn holds(what: &str, ranges: usize, first: u64, actions: &[(Micros, Action)]) {
    for kind in KINDS {
        let mut config = four_stores(ranges, kind);
        load(&mut config, first);
        let mut cluster = Cluster::new(config, actions.to_vec(), Told::default());
        cluster.run_until(END_US, u64::MAX);
        let told = cluster.observer();
        let what = format!("{what}, {kind:?}");
        let last_us = END_US - 2 * SECONDS;
        let puts = told.puts.iter().filter(|put| put.2 > last_us).count();
        let reads = told.seen.iter().filter(|seen| seen.0 > last_us).count();
        assert!(
            puts > 20 && reads > 50,
            "{what}: {puts} puts, {reads} reads"
        );
        told.check_bound(&what);
        told.check_moment(&what);
    }
}

fn operate(range: RangeId, step: Operation) -> (Micros, Action) {
    (THEN_US, Action::Operate { range, step })
}

fn transfer(at: Micros, to: u16) -> (Micros, Action) {
    let to = NodeId(to);
    (
        at,
        Action::Transfer {
            to,
            range: RangeId(0),
        },
    )
}

#[test]
fn a_transfer_of_the_lead() {
    holds("transfer", 2, 499, &[transfer(THEN_US, 1)]);
}

#[test]
fn an_election_after_a_crash() {
    let crash = (THEN_US, Action::Crash(NodeId(0)));
    let restart = (THEN_US + 3 * SECONDS, Action::Restart(NodeId(0)));
    holds("crash", 2, 499, &[crash.clone(), restart.clone()]);
    // At once, and not when a follower misses its leader.
    let (store, range) = (NodeId(1), 0);
    let stand = (
        THEN_US + 50 * MILLIS,
        Action::Campaign {
            store,
            range: RangeId(range),
        },
    );
    holds("crash and campaign", 2, 499, &[crash, stand, restart]);
}

#[test]
fn a_store_that_started_again_leads() {
    let crash = (THEN_US, Action::Crash(NodeId(2)));
    let restart = (THEN_US + 200 * MILLIS, Action::Restart(NodeId(2)));
    let lead = transfer(THEN_US + 500 * MILLIS, 2);
    holds("restart", 2, 499, &[crash, restart, lead]);
}

#[test]
fn a_split() {
    holds(
        "split",
        1,
        499,
        &[operate(RangeId(0), Operation::Split { at_key: 500 })],
    );
}

/// The leader applies what it has split off three seconds later than the others: until then it may
/// say nothing of a past in which the new range, led elsewhere, takes writes.
#[test]
fn a_split_that_the_leader_is_slow_to_apply() {
    for kind in KINDS {
        let mut config = four_stores(1, kind);
        load(&mut config, 500);
        for workload in &mut config.workloads[1..] {
            workload.gateways = vec![NodeId(4)];
        }
        if let NodeKind::Store(store) = &mut config.nodes[0].kind {
            store.apply_delay_us = 3 * SECONDS;
        }
        let (store, range) = (NodeId(1), 1);
        let stand = Action::Campaign {
            store,
            range: RangeId(range),
        };
        let split = operate(RangeId(0), Operation::Split { at_key: 500 });
        // The writer's gateway hears of the split from another store, before it writes.
        let ask = Action::Request {
            gateway: NodeId(5),
            op: OpKind::Get,
            key: 500,
            rows: 1,
            value_bytes: 16,
            mode: Some(ReadMode::Local),
        };
        config.workloads[0].start_us = THEN_US + 500 * MILLIS;
        let actions = vec![
            split,
            (THEN_US + 300 * MILLIS, stand),
            (THEN_US + 400 * MILLIS, ask),
        ];
        let mut cluster = Cluster::new(config, actions, Told::default());
        cluster.run_until(END_US, u64::MAX);
        let told = cluster.observer();
        let meanwhile = |at_us: Micros| at_us > THEN_US + SECONDS && at_us < THEN_US + 3 * SECONDS;
        let puts = told.puts.iter().filter(|put| meanwhile(put.2)).count();
        assert!(puts > 20, "{kind:?}: {puts} puts");
        // A read that the old leader takes on waits until it has applied the split.
        assert!(told.seen.len() > 50, "{kind:?}: {} reads", told.seen.len());
        told.check_bound("late split");
        told.check_moment("late split");
    }
}

#[test]
fn a_merge() {
    let into_lower = operate(RangeId(1), Operation::Merge { into: RangeId(0) });
    holds("merge", 2, 499, &[into_lower]);
    let into_upper = operate(RangeId(0), Operation::Merge { into: RangeId(1) });
    holds("merge upwards", 2, 499, &[into_upper]);
}

#[test]
fn a_move_of_the_leader_s_replica() {
    let (add, remove) = (NodeId(3), NodeId(0));
    let replace = operate(RangeId(0), Operation::Replace { add, remove });
    holds("move", 2, 499, &[replace]);
}

#[test]
fn all_of_it_in_turn() {
    let at = |s: u64, action: Action| (s * SECONDS / 2, action);
    let actions = [
        at(
            4,
            Action::Transfer {
                to: NodeId(1),
                range: RangeId(0),
            },
        ),
        at(5, operate(RangeId(0), Operation::Split { at_key: 250 }).1),
        at(
            6,
            Action::Transfer {
                to: NodeId(2),
                range: RangeId(1),
            },
        ),
        at(
            7,
            operate(RangeId(1), Operation::Merge { into: RangeId(2) }).1,
        ),
        at(10, Action::Crash(NodeId(1))),
        at(13, Action::Restart(NodeId(1))),
        at(
            14,
            Action::Transfer {
                to: NodeId(0),
                range: RangeId(0),
            },
        ),
    ];
    holds("all", 2, 499, &actions);
}

/// Transfers, elections, splits, merges, moves and crashes, drawn from a seed; what begins is over
/// two seconds before the end.
fn changes(seed: u64) -> Vec<(Micros, Action)> {
    let mut stream = sim::Stream::fork(seed, "safe times", 0);
    let mut actions = Vec::new();
    let mut at = 2 * SECONDS;
    while at < END_US - 3 * SECONDS {
        let (store, range) = (NodeId(stream.below(3) as u16), stream.below(3) as u32);
        let other = stream.below(3) as u32;
        let operation = |step: Operation| Action::Operate {
            range: RangeId(range),
            step,
        };
        let action = match stream.below(6) {
            0 => Action::Transfer {
                to: store,
                range: RangeId(range),
            },
            1 => Action::Campaign {
                store,
                range: RangeId(range),
            },
            2 => operation(Operation::Split {
                at_key: 498 + stream.below(5),
            }),
            3 => operation(Operation::Merge {
                into: RangeId(other),
            }),
            4 => operation(Operation::Replace {
                add: NodeId(3),
                remove: store,
            }),
            _ => {
                let up = at + stream.between(50, 900) * MILLIS;
                actions.push((up, Action::Restart(store)));
                Action::Crash(store)
            }
        };
        actions.push((at, action));
        at += stream.between(20, 600) * MILLIS;
    }
    actions.sort_by_key(|(at, _)| *at);
    actions
}

#[test]
fn whatever_changes_in_whatever_order() {
    for seed in 0..12 {
        let what = format!("seed {seed}");
        holds(&what, 2, 499, &changes(seed));
    }
}
