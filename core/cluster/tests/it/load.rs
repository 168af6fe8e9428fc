//! Load: which keys clients ask for, when, and what they do without an answer.

use std::collections::BTreeMap;

use cluster::Cluster;
use model::config::{
    Action, ClusterConfig, KeyDistribution, Load, Mix, MixOp, NodeConfig, NodeKind, OpKind,
    RampStep, RetryConfig, Timestamps, WorkloadConfig,
};
use model::fact::{Fact, Observer, Outcome, RequestFact};
use model::ids::RequestId;
use sim::{MILLIS, Micros, NodeId, Ratio, SECONDS, ZoneId, scattered};

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

/// A request: when it began, what it is, when it ended and how.
type Lived = (Micros, RequestFact, Option<(Micros, Outcome)>);

/// Requests as they began and ended.
#[derive(Default)]
struct Asked {
    begun: Vec<(Micros, RequestFact)>,
    ended: BTreeMap<RequestId, (Micros, Outcome)>,
}

impl Observer for Asked {
    fn fact(&mut self, at_us: Micros, _: u64, _: u64, fact: &Fact) {
        match *fact {
            Fact::Invoked(request) => self.begun.push((at_us, request)),
            Fact::Completed {
                request, outcome, ..
            } => {
                self.ended.insert(request, (at_us, outcome));
            }
            _ => {}
        }
    }

    fn rows(&mut self, _: RequestId, _: u64, _: &[u64]) {}
}

impl Asked {
    fn of(mut config: ClusterConfig, seed: u64, actions: Vec<(Micros, Action)>) -> Self {
        config.seed = seed;
        let mut cluster = Cluster::new(config, actions, Asked::default());
        cluster.run_until(6 * SECONDS, u64::MAX);
        std::mem::take(cluster.observer_mut())
    }

    /// The requests of each client, in order, with when they ended and how.
    fn by_client(&self) -> Vec<Vec<Lived>> {
        let mut clients: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (at_us, fact) in &self.begun {
            let ended = self.ended.get(&fact.request).copied();
            let key = (fact.workload, fact.client);
            clients.entry(key).or_default().push((*at_us, *fact, ended));
        }
        clients.into_values().collect()
    }
}

const RETRY: RetryConfig = RetryConfig {
    attempts: 4,
    backoff_us: 20 * MILLIS,
    backoff_max_us: 60 * MILLIS,
    jitter: Ratio { ppm: 500_000 },
};
const TIMEOUT_US: Micros = 80 * MILLIS;

/// Clients that ask again, beside some that wait as long as the setting says; all stores but one
/// are down for two seconds.
fn clients_in_trouble(seed: u64) -> Asked {
    let mut config = three_zones();
    let patient = clients(GATEWAY, OpKind::Get, 3, 5 * MILLIS);
    let hasty = |op| WorkloadConfig {
        timeout_us: Some(TIMEOUT_US),
        retry: Some(RETRY),
        ..clients(GATEWAY, op, 3, 5 * MILLIS)
    };
    config.workloads = vec![patient, hasty(OpKind::Get), hasty(OpKind::Put)];
    let down = [NodeId(0), NodeId(1)];
    let crashes = down.map(|store| (2 * SECONDS, Action::Crash(store)));
    let restarts = down.map(|store| (4 * SECONDS, Action::Restart(store)));
    Asked::of(config, seed, [crashes, restarts].concat())
}

#[test]
fn a_client_without_an_answer_asks_the_same_again_after_a_pause_that_doubles() {
    for seed in 0..SEEDS {
        let mut retried = 0;
        for requests in clients_in_trouble(seed).by_client() {
            for pair in requests.windows(2) {
                let [(_, before, ended), (at_us, fact, _)] = pair else {
                    unreachable!("windows of two")
                };
                let (ended_us, outcome) = ended.expect("a client has one request at a time");
                let is_hasty = fact.workload != Some(0);
                let goes_on = is_hasty && outcome != Outcome::Ok && before.retry < 3;
                assert_eq!(fact.retry > 0, goes_on, "seed {seed}: {before:?} {fact:?}");
                if !goes_on {
                    assert!(*at_us >= ended_us + 5 * MILLIS, "it thinks first");
                    continue;
                }
                retried += 1;
                assert_eq!(fact.retry, before.retry + 1);
                assert_eq!((fact.op, fact.key), (before.op, before.key));
                let whole_us = ((20 * MILLIS) << before.retry).min(60 * MILLIS);
                let pause_us = at_us - ended_us;
                assert!((whole_us / 2..=whole_us).contains(&pause_us), "{pause_us}");
                if fact.op == OpKind::Put {
                    assert_ne!(fact.value, before.value, "it is another write");
                }
            }
        }
        assert!(retried > 30, "seed {seed}: {retried}");
    }
}

#[test]
fn each_workload_waits_as_long_as_its_own_timeout_says() {
    for seed in 0..SEEDS {
        let mut waited_in_vain = 0;
        for (at_us, fact, ended) in clients_in_trouble(seed).by_client().concat() {
            let most_us = match fact.workload {
                Some(0) => 2 * SECONDS,
                _ => TIMEOUT_US,
            };
            let Some((ended_us, outcome)) = ended else {
                continue;
            };
            assert!(ended_us - at_us <= most_us, "seed {seed}: {fact:?}");
            waited_in_vain += usize::from(outcome != Outcome::Ok && ended_us == at_us + most_us);
        }
        assert!(waited_in_vain > 10, "seed {seed}: {waited_in_vain}");
    }
}

#[test]
fn a_workload_that_stops_asks_no_more() {
    let mut config = three_zones();
    config.workloads = vec![WorkloadConfig {
        timeout_us: Some(TIMEOUT_US),
        retry: Some(RetryConfig {
            attempts: 100,
            ..RETRY
        }),
        ..clients(GATEWAY, OpKind::Get, 3, 5 * MILLIS)
    }];
    let stop = Action::SetWorkload {
        workload: 0,
        running: false,
    };
    let crashes = [NodeId(0), NodeId(1)].map(|store| (2 * SECONDS, Action::Crash(store)));
    let mut actions = crashes.to_vec();
    actions.push((3 * SECONDS, stop));
    let asked = Asked::of(config, 7, actions);
    let last_us = asked.begun.iter().map(|(at_us, _)| *at_us).max();
    assert!((2_800 * MILLIS..3 * SECONDS).contains(&last_us.expect("they asked")));
}

fn step(at_us: Micros, over_us: Micros, level: u64) -> RampStep {
    RampStep {
        at_us,
        over_us,
        level,
    }
}

#[test]
fn arrivals_follow_a_rate_that_changes_and_stay_a_poisson_process() {
    const PER_S: u64 = 1_000_000;
    let mut seen = [0_u64; 6];
    let mut dispersion = 0.0;
    for seed in 0..SEEDS {
        let mut config = three_zones();
        config.workloads = vec![WorkloadConfig {
            load: Load::Open {
                interval_ns: 1_000_000,
            },
            ramp: vec![
                step(SECONDS, 2 * SECONDS, 4_000 * PER_S),
                step(4 * SECONDS, 0, 0),
                step(5 * SECONDS, 0, 500 * PER_S),
            ],
            ..clients(GATEWAY, OpKind::Get, 1, 0)
        }];
        let asked = Asked::of(config, seed, Vec::new());
        let mut windows = [0_u64; 100];
        for (at_us, _) in asked.begun {
            seen[(at_us / SECONDS) as usize] += 1;
            if at_us < SECONDS {
                windows[(at_us / (10 * MILLIS)) as usize] += 1;
            }
        }
        let mean = windows.iter().sum::<u64>() as f64 / 100.0;
        let variance = windows.iter().map(|&count| (count as f64 - mean).powi(2));
        dispersion += variance.sum::<f64>() / 99.0 / mean / SEEDS as f64;
    }
    // Straight from 1,000 to 4,000 per second: 1,750 in its first second, 3,250 in its second.
    for (second, per_s) in [1_000, 1_750, 3_250, 4_000, 0, 500].into_iter().enumerate() {
        let expected = (per_s * SEEDS) as f64;
        let off = (seen[second] as f64 - expected).abs();
        assert!(off <= 4.0 * expected.sqrt(), "second {second}: {seen:?}");
    }
    // As many apart as a Poisson process has: its counts vary by their mean.
    assert!((0.8..1.2).contains(&dispersion), "{dispersion}");
}

#[test]
fn clients_come_and_go_as_the_ramp_says() {
    for seed in 0..SEEDS {
        let mut config = three_zones();
        config.workloads = vec![WorkloadConfig {
            ramp: vec![
                step(SECONDS, 2 * SECONDS, 10),
                step(4 * SECONDS, 0, 3),
                step(5 * SECONDS, 0, 0),
            ],
            ..clients(GATEWAY, OpKind::Get, 2, 5 * MILLIS)
        }];
        let asked = Asked::of(config, seed, Vec::new());
        let within = |from_ms: u64, until_ms: u64| {
            let begun = asked.begun.iter();
            let here = begun.filter(|(at, _)| (from_ms..until_ms).contains(&(at / MILLIS)));
            let clients = here.map(|(_, fact)| fact.client.expect("closed"));
            clients.collect::<std::collections::BTreeSet<u32>>().len()
        };
        assert_eq!(within(600, 1_000), 2, "seed {seed}");
        // Halfway there are six; the next comes a quarter of a second later.
        assert_eq!(within(2_050, 2_200), 6, "seed {seed}");
        assert_eq!(within(3_100, 3_900), 10, "seed {seed}");
        assert_eq!(within(4_100, 4_900), 3, "seed {seed}");
        assert_eq!(within(5_100, 6_000), 0, "seed {seed}");
    }
}

#[test]
fn a_ramp_that_changes_nothing_is_not_noticed_by_others() {
    let others = |ramp: Vec<RampStep>| {
        let mut config = three_zones();
        let ramped = WorkloadConfig {
            ramp,
            ..clients(NodeId(4), OpKind::Get, 2, 5 * MILLIS)
        };
        config.workloads = vec![clients(GATEWAY, OpKind::Put, 2, 5 * MILLIS), ramped];
        let asked = Asked::of(config, 7, Vec::new());
        asked.by_client()[..2].to_vec()
    };
    assert_eq!(others(Vec::new()), others(vec![step(SECONDS, SECONDS, 2)]));
}

/// What three closed clients of a mix asked in four seconds, in the order of the answers.
fn mixed(seed: u64, mix: Mix) -> Vec<RequestFact> {
    let mut config = three_zones();
    config.seed = seed;
    if mix == Mix::InsertTransactions {
        config.settings.reads.timestamps = Timestamps::Tso;
        config.nodes.push(NodeConfig {
            zone: ZoneId(0),
            kind: NodeKind::PlacementDriver,
        });
    }
    config.workloads = vec![WorkloadConfig {
        mix: Some(mix),
        keys: (200, 500),
        ..clients(GATEWAY, OpKind::Get, 3, 0)
    }];
    let cluster = run(config, Vec::new(), 4 * SECONDS);
    let completed = &cluster.observer().completed;
    assert!(
        completed
            .iter()
            .all(|(_, _, outcome, ..)| *outcome == Outcome::Ok)
    );
    completed.iter().map(|(_, fact, ..)| *fact).collect()
}

#[test]
fn every_mix_has_its_shares_and_stays_within_the_keys() {
    for mix in Mix::ALL {
        let asked = mixed(1, mix);
        let ended: Vec<MixOp> = asked.iter().filter_map(|fact| fact.operation).collect();
        assert!(ended.len() > 300, "{mix:?}: {}", ended.len());
        for (share, operation) in mix.shares() {
            let found = ended.iter().filter(|one| *one == operation).count();
            let expected = ended.len() as f64 * f64::from(*share) / f64::from(mix.whole());
            let off = (found as f64 - expected).abs();
            assert!(
                off < 4.0 * expected.sqrt(),
                "{mix:?} {operation:?}: {found} of {expected}"
            );
        }
        let within = |fact: &RequestFact| {
            let end = fact.key + u64::from(fact.rows);
            200 <= fact.key && fact.key < 500 && end <= 1_000
        };
        assert!(asked.iter().all(within), "{mix:?}");
    }
}

#[test]
fn a_read_modify_write_writes_what_it_read_and_an_index_names_a_row_elsewhere() {
    for (mix, operation, then) in [
        (Mix::YcsbF, MixOp::ReadModifyWrite, OpKind::Put),
        (Mix::Lookups, MixOp::ReadByIndex, OpKind::Get),
    ] {
        let asked = mixed(2, mix);
        let mut last: BTreeMap<Option<u32>, RequestFact> = BTreeMap::new();
        let mut seconds = 0;
        for fact in asked {
            let before = last.insert(fact.client, fact);
            if fact.operation == Some(operation) {
                let first = before.expect("its first request");
                assert_eq!(
                    (first.op, first.operation, fact.op),
                    (OpKind::Get, None, then)
                );
                let expected = match then {
                    OpKind::Put => fact.key,
                    _ => 200 + scattered(fact.key - 200, 300),
                };
                assert_eq!(first.key, expected);
                seconds += 1;
            }
        }
        assert!(seconds > 100, "{seconds}");
    }
}

#[test]
fn inserts_go_through_the_keys_in_order_and_round() {
    let asked = mixed(3, Mix::BatchInsert);
    let mut keys: Vec<u64> = asked.iter().map(|fact| fact.key).collect();
    assert!(
        asked
            .iter()
            .all(|fact| (fact.op, fact.rows) == (OpKind::Put, 100))
    );
    keys.truncate(30);
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys, [200, 300, 400]);
}

#[test]
fn the_draws_of_a_mix_shift_no_others() {
    let keys = |mix: Option<Mix>| {
        let mut config = three_zones();
        let mixed = WorkloadConfig {
            mix,
            ..clients(GATEWAY, OpKind::Get, 1, 10 * MILLIS)
        };
        config.workloads = vec![mixed, reader(KeyDistribution::Uniform)];
        let cluster = run(config, Vec::new(), SECONDS);
        let completed = cluster.observer().completed.iter();
        let others = completed.filter(|(_, fact, ..)| fact.workload == Some(1));
        others.map(|(_, fact, ..)| fact.key).collect::<Vec<u64>>()
    };
    assert_eq!(keys(None), keys(Some(Mix::YcsbE)));
}
