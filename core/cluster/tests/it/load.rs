//! Load: which keys clients ask for, when, and what they do without an answer.

use model::config::{KeyDistribution, Load, OpKind, WorkloadConfig};
use sim::{MILLIS, NodeId, Ratio, SECONDS, scattered};

use crate::common::{clients, run, three_zones};

const GATEWAY: NodeId = NodeId(3);
const SEEDS: u64 = 8;

/// Reads of keys 200 to 299 at a rate of 4,000 per second.
fn reader(distribution: KeyDistribution) -> WorkloadConfig {
    WorkloadConfig {
        load: Load::Open {
            interval_ns: 250_000,
        },
        keys: (200, 300),
        distribution,
        ..clients(GATEWAY, OpKind::Get, 1, 0)
    }
}

/// Keys that were asked for in two seconds, in the order of the answers.
fn asked(seed: u64, workloads: Vec<WorkloadConfig>) -> Vec<(OpKind, u64)> {
    let mut config = three_zones();
    config.seed = seed;
    config.workloads = workloads;
    let cluster = run(config, Vec::new(), 2 * SECONDS);
    let completed = &cluster.observer().completed;
    completed
        .iter()
        .map(|(_, fact, ..)| (fact.op, fact.key))
        .collect()
}

/// The share of requests for keys that are so.
fn share(asked: &[(OpKind, u64)], is_so: impl Fn(u64) -> bool) -> f64 {
    let so = asked.iter().filter(|(_, key)| is_so(*key)).count();
    so as f64 / asked.len() as f64
}

#[test]
fn every_distribution_stays_within_the_keys_and_has_its_shares() {
    let hot = 200 + scattered(0, 100);
    let second = 200 + scattered(1, 100);
    // The sum of 1 / k^0.99 for k from 1 to 100.
    let sum = 5.276_8;
    for seed in 0..SEEDS {
        let zipfian = asked(
            seed,
            vec![reader(KeyDistribution::Zipfian { theta_milli: 990 })],
        );
        assert!(zipfian.len() > 7_000, "seed {seed}: {}", zipfian.len());
        let first = share(&zipfian, |key| key == hot) * sum;
        assert!((0.9..1.1).contains(&first), "seed {seed}: {first}");
        let next = share(&zipfian, |key| key == second) * sum * 1.986;
        assert!((0.88..1.12).contains(&next), "seed {seed}: {next}");

        let hotspot = KeyDistribution::Hotspot {
            hot_keys: 20,
            requests: Ratio { ppm: 800_000 },
        };
        let hotspot = asked(seed, vec![reader(hotspot)]);
        let hot_share = share(&hotspot, |key| key < 220);
        assert!(
            (0.78..0.82).contains(&hot_share),
            "seed {seed}: {hot_share}"
        );

        let one = asked(seed, vec![reader(KeyDistribution::One { key: 250 })]);
        let uniform = asked(seed, vec![reader(KeyDistribution::Uniform)]);
        let half = share(&uniform, |key| key < 250);
        assert!((0.47..0.53).contains(&half), "seed {seed}: {half}");
        assert!(one.iter().all(|(_, key)| *key == 250));
        for (_, key) in zipfian.iter().chain(&hotspot).chain(&uniform) {
            assert!((200..300).contains(key), "seed {seed}: {key}");
        }
    }
}

#[test]
fn the_latest_keys_follow_the_writes_of_all_who_share_them() {
    for seed in 0..SEEDS {
        let latest = KeyDistribution::Latest { theta_milli: 990 };
        let writer = WorkloadConfig {
            op: OpKind::Put,
            load: Load::Closed {
                clients: 1,
                think_us: 20 * MILLIS,
            },
            ..reader(latest)
        };
        let asked = asked(seed, vec![reader(latest), writer]);
        let mut newest = 299;
        let mut reads = Vec::new();
        for (op, key) in asked {
            if op == OpKind::Put {
                let next = if newest == 299 { 200 } else { newest + 1 };
                assert_eq!(
                    key, next,
                    "seed {seed}: keys are written one after the other"
                );
                newest = key;
            } else {
                reads.push((op, (newest + 100 - key) % 100));
            }
        }
        assert!(newest != 299, "seed {seed}: something was written");
        // The write that is under way shifts some reads by one.
        let fresh = share(&reads, |behind| behind <= 1 || behind == 99);
        assert!((0.26..0.38).contains(&fresh), "seed {seed}: {fresh}");
    }
}

#[test]
fn how_keys_are_drawn_shifts_no_other_draw() {
    let other = || clients(NodeId(4), OpKind::Get, 1, MILLIS);
    let of_other = |distribution| {
        let asked = asked(7, vec![reader(distribution), other()]);
        let others = asked
            .into_iter()
            .filter(|(_, key)| !(200..300).contains(key));
        others.collect::<Vec<_>>()
    };
    let uniform = of_other(KeyDistribution::Uniform);
    assert!(!uniform.is_empty());
    assert_eq!(
        uniform,
        of_other(KeyDistribution::Zipfian { theta_milli: 990 })
    );
}
