//! Encoded messages on the wire: what they spare, that replicas hold the same, and what becomes of
//! corrupt ones.

use std::collections::BTreeMap;

use crate::common::{clients, three_zones, zones};
use cluster::Cluster;
use model::config::{
    Action, ClusterConfig, Compression, Load, OpKind, Settings, ValueKind, WorkloadConfig, Zones,
};
use model::fact::{Death, Deed, Fact, Observer, Outcome, Reason, Saver};
use model::ids::{RangeId, RequestId};
use sim::{MILLIS, Micros, NodeId, Place, SECONDS, ZoneId};

/// Counts bytes, what was saved, what was decided, and keeps the applied history of each replica.
#[derive(Default)]
struct Ledger {
    sent: u64,
    saved: BTreeMap<Saver, u64>,
    rejected: u32,
    lost: u32,
    acknowledged: u64,
    chains: BTreeMap<NodeId, (u64, u64)>,
}

impl Observer for Ledger {
    fn fact(&mut self, _: Micros, _: u64, _: u64, fact: &Fact) {
        match *fact {
            Fact::Sent(sent) => self.sent += sent.bytes,
            Fact::Saved { by, bytes, .. } => *self.saved.entry(by).or_default() += bytes,
            Fact::Decided(decision) if decision.what == Deed::RejectedFrame => {
                assert_eq!(decision.why, Reason::CorruptFrame);
                self.rejected += 1;
            }
            Fact::Died {
                how: Death::Broken, ..
            } => self.lost += 1,
            Fact::Completed { outcome, .. } => {
                self.acknowledged += u64::from(outcome == Outcome::Ok);
            }
            Fact::Applied {
                at, index, chain, ..
            } => {
                self.chains.insert(at.node, (index, chain));
            }
            _ => {}
        }
    }

    fn rows(&mut self, _: RequestId, _: u64, _: &[u64]) {}
}

fn batches() -> WorkloadConfig {
    WorkloadConfig {
        rows: 10,
        value_bytes: 197,
        values: ValueKind::Digits,
        load: Load::Closed {
            clients: 2,
            think_us: 20 * MILLIS,
        },
        ..clients(NodeId(3), OpKind::Put, 1, 0)
    }
}

fn encoded(delta_encoding: bool, compression: Compression) -> ClusterConfig {
    let mut config = three_zones();
    config.settings = Settings {
        delta_encoding,
        compression,
        ..config.settings
    };
    config.workloads = vec![batches()];
    config
}

/// Runs with load for two seconds and without for two more.
fn run(config: ClusterConfig, mut actions: Vec<(Micros, Action)>) -> Cluster<Ledger> {
    let stop = Action::SetWorkload {
        workload: 0,
        running: false,
    };
    actions.push((2 * SECONDS, stop));
    let mut cluster = Cluster::new(config, actions, Ledger::default());
    cluster.run_until(4 * SECONDS, u64::MAX);
    cluster
}

fn one_history(cluster: &Cluster<Ledger>) -> (u64, u64) {
    let chains: Vec<(u64, u64)> = cluster.observer().chains.values().copied().collect();
    assert_eq!(chains.len(), cluster.replicas(RangeId(0)).len());
    assert!(chains.iter().all(|chain| *chain == chains[0]), "{chains:?}");
    chains[0]
}

#[test]
fn encoded_messages_spare_bytes_and_change_nothing_else() {
    let plain = run(encoded(false, Compression::None), Vec::new());
    let history = one_history(&plain);
    assert!(plain.observer().saved.is_empty());
    for (delta, compression) in [
        (true, Compression::None),
        (false, Compression::Lz4),
        (true, Compression::Lz4),
    ] {
        let run = run(encoded(delta, compression), Vec::new());
        // No link is narrow here, so the same messages go at the same instants.
        assert_eq!(one_history(&run), history);
        let saved = &run.observer().saved;
        assert_eq!(saved.contains_key(&Saver::Delta), delta);
        let compresses = compression == Compression::Lz4;
        assert_eq!(saved.contains_key(&Saver::Compression), compresses);
        let all: u64 = saved.values().sum();
        assert_eq!(run.observer().sent + all, plain.observer().sent);
    }
}

#[test]
fn encoding_takes_core_time_on_both_sides() {
    let busy = |cluster: &Cluster<Ledger>, store| cluster.store(NodeId(store)).busy_ns;
    let plain = run(encoded(false, Compression::None), Vec::new());
    let packed = run(encoded(true, Compression::Lz4), Vec::new());
    for store in 0..3 {
        assert!(busy(&packed, store) > busy(&plain, store), "store {store}");
    }
}

#[test]
fn a_corrupt_frame_ends_its_connection_and_replication_goes_on() {
    for compression in Compression::ALL {
        let corrupt = Action::CorruptNext {
            from: Place::Zone(ZoneId(0)),
            to: Place::Node(NodeId(1)),
            messages: 3,
        };
        let run = run(encoded(true, compression), vec![(500 * MILLIS, corrupt)]);
        let seen = run.observer();
        assert_eq!(seen.rejected, 3, "{compression:?}");
        assert!(seen.acknowledged > 50);
        one_history(&run);
    }
}

#[test]
fn what_is_under_way_on_a_broken_connection_is_lost() {
    let mut config = encoded(true, Compression::Lz4);
    config.workloads[0].load = Load::Open {
        interval_ns: 1_000_000,
    };
    let corrupt = Action::CorruptNext {
        from: Place::Node(NodeId(0)),
        to: Place::Node(NodeId(2)),
        messages: 1,
    };
    let run = run(config, vec![(500 * MILLIS, corrupt)]);
    assert_eq!(run.observer().rejected, 1);
    assert!(run.observer().lost > 2, "{}", run.observer().lost);
    one_history(&run);
}

#[test]
fn a_message_in_flight_is_corrupted_by_its_number_encoded_or_not() {
    for delta in [false, true] {
        let config = encoded(delta, Compression::None);
        let mut cluster = Cluster::new(config, Vec::new(), Ledger::default());
        let mut at = 600 * MILLIS;
        let append = loop {
            cluster.run_until(at, u64::MAX);
            let mut appends = cluster.flights().map(|(sent, _)| sent);
            if let Some(sent) = appends.find(|sent| sent.entries > 0 && sent.end_us > at + 1) {
                break sent.flight;
            }
            at += MILLIS;
        };
        cluster.act(at + 1, Action::Corrupt { flight: append });
        cluster.run_until(3 * SECONDS, u64::MAX);
        assert_eq!(cluster.observer().rejected, 1, "delta encoding {delta}");
        assert!(cluster.observer().acknowledged > 50);
    }
}

#[test]
fn a_delegate_gets_its_envelope_in_a_frame_and_passes_on_frames() {
    for corrupt in [false, true] {
        let mut config = zones(&[1, 2, 2], 1);
        config.workloads = vec![WorkloadConfig {
            gateways: vec![NodeId(5)],
            through: Vec::new(),
            ..batches()
        }];
        config.settings = Settings {
            follower_replication: Zones::ALL,
            delta_encoding: true,
            compression: Compression::Lz4,
            ..config.settings
        };
        let corruption = Action::CorruptNext {
            from: Place::Node(NodeId(0)),
            to: Place::Zone(ZoneId(1)),
            messages: 2,
        };
        let actions = if corrupt {
            vec![(500 * MILLIS, corruption)]
        } else {
            Vec::new()
        };
        let run = run(config, actions);
        let seen = run.observer();
        assert_eq!(seen.rejected, if corrupt { 2 } else { 0 });
        for by in [Saver::Relay, Saver::Delta, Saver::Compression] {
            assert!(seen.saved[&by] > 10_000, "{by:?}: {}", seen.saved[&by]);
        }
        one_history(&run);
    }
}

#[test]
fn both_forms_of_an_entry_can_be_looked_at() {
    let run = run(encoded(false, Compression::None), Vec::new());
    let last = run.replicas(RangeId(0))[0].last;
    let both = run
        .encodings(RangeId(0), last)
        .expect("the last entry is a batch");
    assert!(both.encoded.bytes.len() * 10 < both.full.bytes.len() * 9);
    assert_eq!(
        run.encodings(RangeId(0), 1),
        None,
        "a leader's first entry is empty"
    );
    assert_eq!(run.encodings(RangeId(0), last + 1), None);
}
