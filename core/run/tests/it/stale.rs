//! The public scenario of bounded staleness against what was published: how old a row is that is
//! written each second, seen through a bound.

use std::collections::BTreeMap;

use crate::common::{kept, runs_of, seeds};
use cluster::Cluster;
use experiments::swarm::{FaultKind, Feature};
use experiments::swarm::{ReadPlan, read_swarm_run};
use model::config::{OpKind, ReadMode};
use model::fact::{Fact, Observer, Outcome, RequestFact};
use model::ids::RequestId;
use run::runner;
use sim::{MILLIS, Micros, SECONDS};

/// The age of each row that was read, from the moment at which its writer sent it.
#[derive(Default)]
struct Ages {
    open: BTreeMap<RequestId, (Micros, RequestFact)>,
    written_us: BTreeMap<u64, Micros>,
    seen_after_us: Vec<Micros>,
}

impl Observer for Ages {
    fn fact(&mut self, at_us: Micros, _: u64, _: u64, fact: &Fact) {
        match *fact {
            Fact::Invoked(request) => {
                self.open.insert(request.request, (at_us, request));
            }
            Fact::Completed {
                request,
                outcome: Outcome::Ok,
                value,
                ..
            } => {
                let (invoked_us, fact) = self.open[&request];
                if fact.op == OpKind::Put {
                    self.written_us.insert(value, invoked_us);
                } else if fact.op == OpKind::Get && fact.mode == ReadMode::Stale && value > 0 {
                    self.seen_after_us.push(at_us - self.written_us[&value]);
                }
            }
            _ => {}
        }
    }

    fn rows(&mut self, _: RequestId, _: u64, _: &[u64]) {}
}

/// The least and the greatest age in a variant.
fn ages(variant: &str) -> (Micros, Micros) {
    let mut runs = runs_of("bounded-staleness").into_iter();
    let run = runs.find(|run| run.variant == variant).expect("a variant");
    let resolved = run.resolved;
    let mut cluster = Cluster::new(resolved.config, resolved.actions, Ages::default());
    cluster.run_until(resolved.duration_us, u64::MAX);
    let ages = &cluster.observer().seen_after_us;
    assert!(ages.len() > 300, "{}", ages.len());
    let bounds = (ages.iter().min(), ages.iter().max());
    (*bounds.0.expect("some"), *bounds.1.expect("some"))
}

#[test]
fn a_row_written_each_second_is_seen_30_to_33_5_seconds_old_by_default() {
    let (least_us, most_us) = ages("stale");
    assert!(least_us >= 30 * SECONDS, "{least_us}");
    assert!(most_us <= 33_500 * MILLIS, "{most_us}");
    assert!(most_us >= 30_900 * MILLIS, "{most_us}");
}

#[test]
fn with_a_bound_of_two_seconds_it_is_seen_two_to_three_seconds_old() {
    let (least_us, most_us) = ages("stale-2s");
    assert!(least_us >= 2 * SECONDS, "{least_us}");
    assert!(
        (2_800 * MILLIS..=3_100 * MILLIS).contains(&most_us),
        "{most_us}"
    );
}

/// One leader hands over and clocks are right. The next leader gave writes timestamps of a moment
/// to come, up to where its predecessor might have called times safe: reads of 2 s ago were 2.96 s
/// old, and rows of one read were of two moments.
#[test]
fn found_a_past_that_was_torn_by_a_transfer() {
    for file in ["stale-after-transfer", "stale-bound-after-transfer"] {
        for seed in 1..4 {
            let resolved = kept(&format!("truth/{file}.json"), None, seed);
            let bound_us = resolved.config.settings.reads.staleness_us;
            let summary = runner::run(&resolved, resolved.duration_us);
            assert_eq!(summary.first_violation(), None, "{file}, seed {seed}");
            for workload in &summary.workloads {
                let (id, oldest_us) = (&workload.id, workload.max_staleness_us);
                assert!(
                    oldest_us <= bound_us,
                    "{file}, seed {seed}, {id}: {oldest_us}"
                );
            }
        }
    }
}

/// Leaders hand over, ranges split and merge, replicas move, and nothing else goes wrong; then with
/// every fault.
#[test]
fn a_past_is_one_moment_while_leaders_and_ranges_change() {
    let features = [
        Feature::Transfers,
        Feature::Splits,
        Feature::Merges,
        Feature::Members,
    ];
    let plan = ReadPlan {
        mode: ReadMode::Stale,
        drift_beyond: false,
    };
    for variant in ["right", "apart"] {
        for seed in seeds(12) {
            let resolved = kept("swarm/pasts.json", Some(variant), seed);
            for kinds in [&[][..], &FaultKind::ALL[..]] {
                let broken = read_swarm_run(&resolved, plan, kinds, &features).err();
                let what = broken.map(|failure| failure.what);
                assert_eq!(what, None, "{variant}, seed {seed}, {kinds:?}");
            }
        }
    }
}

/// A gateway whose leader was out of reach for a while took another store for it, and nobody's
/// refusal taught it better: after the cut had healed it answered nothing any more.
#[test]
fn found_a_gateway_that_no_refusal_taught_who_leads() {
    for seed in 1..6 {
        let resolved = kept("gateways/stale-after-healed-cut.json", None, seed);
        let summary = runner::run(&resolved, resolved.duration_us);
        let [cut_off, other] = &summary.workloads[..] else {
            panic!("two workloads");
        };
        let (theirs, others) = (cut_off.measured, other.measured);
        assert!(
            theirs * 100 > others * 95,
            "seed {seed}: {theirs} answers from 20 s on, and {others} in the other zone"
        );
    }
}
