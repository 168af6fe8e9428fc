//! What a run came to, as reports tell it.

use std::collections::BTreeMap;

use model::config::{MixOp, ReadMode};
use model::fact::ByteKind;
use sim::Micros;

use crate::latencies::Latencies;
use crate::load::WorkloadMeter;
use crate::meters::KINDS;
use crate::modes;
use crate::modes::ModeMeter;
use crate::watch::{Verdict, Watch};
use report::check::{Check, CheckVerdict};
use report::summary::StateSummary;
use report::summary::{
    AgeSummary, ByteTotals, CheckSummary, CommitSummary, ModeSummary, PairBytes, Unpromised,
    VariantSummary, WorkloadSummary, ZoneSummary,
};
use text::names::{BY_HAND, Names};
use text::said::english_of;
use text::words::instant_words;

impl Watch {
    /// The run up to an instant. The name of its variant, the number of events, the switches, the
    /// state and the names of places are for whoever runs it to fill in.
    pub fn summary(&self, now_us: Micros) -> VariantSummary {
        let mut workloads: Vec<WorkloadSummary> = self
            .names
            .workloads
            .iter()
            .zip(self.load.iter().zip(self.ages.by_workload()))
            .map(|(names, (meter, ages))| WorkloadSummary {
                seen_age: ages.clone(),
                ..meter.summary(&names.id, now_us)
            })
            .collect();
        let by_hand = self.load_by_hand().summary(BY_HAND, now_us);
        if by_hand.ok + by_hand.failed + by_hand.unknown > 0 {
            workloads.push(by_hand);
        }
        VariantSummary {
            title: String::new(),
            proves: None,
            name: String::new(),
            digest: self.digest(),
            simulated_us: now_us,
            events: 0,
            messages: self.messages(),
            elections: self.checks.elections(),
            settings: None,
            settings_changes: self.settings_changes,
            decisions: self.decisions,
            bytes: self.byte_totals(),
            measure_from_us: self.measure_from_us.min(now_us),
            usd_nanos: self.meters.nano_usd(),
            usd_nanos_payload: self.meters.nano_usd_payload(),
            usd_nanos_measured: self.meters.nano_usd_measured(),
            usd_nanos_by_kind: self.meters.nano_usd_by_kind(),
            writes: self.writes,
            commit: commit_summary(self.commit.latencies()),
            workloads,
            latency: Latencies::of_all(&self.by_zone).summary(),
            zones: self.zone_summaries(),
            modes: self.mode_summaries(),
            leader_cpu_ppm: self.modes.leader_ppm().unwrap_or_default(),
            sampled: self.sampled(),
            checks: self.check_summaries(),
            moments: self.moments(now_us).summaries(),
            resources: Vec::new(),
            state: StateSummary::default(),
            refused_count: 0,
            refused: Vec::new(),
            names: Names::default(),
        }
    }

    fn check_summaries(&self) -> Vec<CheckSummary> {
        let verdicts = self.verdicts();
        let of = |verdict: &Verdict<'_>| {
            let (unpromised, is_promised) = match verdict.check {
                Check::Linearizable => self.unpromised(),
                _ => (Vec::new(), true),
            };
            CheckSummary {
                id: verdict.check.id().into(),
                verdict: verdict.report(is_promised),
                unpromised,
            }
        };
        verdicts.iter().map(of).collect()
    }

    /// Reads of modes that promise no linearizability, and whether that was promised to anybody.
    fn unpromised(&self) -> (Vec<Unpromised>, bool) {
        let read = |mode: &ReadMode| {
            let meter = self.modes.get(*mode).filter(|meter| meter.reads > 0)?;
            Some((*mode, meter))
        };
        let all = || ReadMode::ALL.iter().filter_map(read);
        let is_weak = |mode: ReadMode| !modes::is_ordered(mode);
        let weak = all().filter(|(mode, _)| is_weak(*mode));
        let weak = weak.map(|(mode, meter)| Unpromised {
            mode,
            reads: meter.reads,
            stale: meter.stale,
        });
        let weak: Vec<Unpromised> = weak.collect();
        let is_promised = weak.is_empty() || all().any(|(mode, _)| !is_weak(mode));
        (weak, is_promised)
    }

    fn zone_summaries(&self) -> Vec<ZoneSummary> {
        let zones = self.names.zones.iter().zip(&self.by_zone);
        let seen = zones.filter(|(_, latencies)| latencies.count() > 0);
        seen.map(|(zone, latencies)| ZoneSummary {
            id: zone.id.clone(),
            measured: latencies.count(),
            latency: latencies.summary(),
        })
        .collect()
    }

    fn mode_summaries(&self) -> Vec<ModeSummary> {
        let of = |mode: ReadMode| Some(self.modes.get(mode)?.summary(mode));
        ReadMode::ALL.into_iter().filter_map(of).collect()
    }

    fn byte_totals(&self) -> ByteTotals {
        let meters = self.meters();
        let mut totals = ByteTotals::default();
        for kind in ByteKind::ALL {
            let place = kind as usize;
            totals.all[place] = meters.payload().iter().skip(place).step_by(KINDS).sum();
            totals.cross_zone[place] = meters.cross_zone_bytes(kind);
        }
        let framing = meters.framing();
        for kind in ByteKind::ALL {
            let place = kind as usize;
            let around: u64 = framing.iter().skip(place).step_by(KINDS).sum();
            totals.wire_all[place] = totals.all[place] + around;
            let around = meters.cross_zone_framing(kind);
            totals.wire_cross_zone[place] = totals.cross_zone[place] + around;
        }
        totals.crossings = meters.crossings();
        totals.reads_crossed = meters.reads_crossed();
        totals.wire_of_reads_crossed = meters.wire_of_reads_crossed();
        totals.saved = meters.saved_bytes();
        totals.between = self.bytes_between();
        totals
    }

    /// Pairs of zones that anything crossed between.
    fn bytes_between(&self) -> Vec<PairBytes> {
        let zones = self.names.zones.len();
        let name = |zone: usize| self.names.zones[zone].id.clone();
        self.meters()
            .payload()
            .chunks_exact(KINDS)
            .zip(self.meters().framing().chunks_exact(KINDS))
            .enumerate()
            .map(|(pair, cells)| (pair / zones, pair % zones, cells))
            .filter(|(from, to, (_, framing))| {
                // Nothing crosses without anything around it.
                from != to && framing.iter().any(|bytes| *bytes > 0)
            })
            .map(|(from, to, (payload, framing))| PairBytes {
                from: name(from),
                to: name(to),
                kinds: payload.try_into().expect("one of each kind"),
                wire: std::array::from_fn(|kind| payload[kind] + framing[kind]),
            })
            .collect()
    }
}

fn commit_summary(latencies: &Latencies) -> CommitSummary {
    CommitSummary {
        entries: latencies.count(),
        mean_us: latencies.mean_us().round() as u64,
        p50_us: latencies.percentile_us(50),
        p99_us: latencies.percentile_us(99),
        max_us: latencies.max_us(),
    }
}

impl WorkloadMeter {
    /// As reports tell it, under this id.
    pub fn summary(&self, id: &str, now_us: Micros) -> WorkloadSummary {
        WorkloadSummary {
            id: id.to_string(),
            ok: self.ok,
            failed: self.failed,
            unknown: self.unknown,
            retries: self.retries,
            operations: operations(&self.operations),
            measured: self.measured(),
            qps: self.qps(now_us),
            latency: self.latency(),
            stale: self.stale,
            max_staleness_us: self.max_staleness_us,
            seen_age: AgeSummary::default(),
        }
    }
}

/// Those of a mix that were answered, by name.
fn operations(counted: &[u64]) -> BTreeMap<&'static str, u64> {
    let named = MixOp::ALL.iter().map(|operation| operation.id());
    let counted = named.zip(counted.iter().copied());
    counted.filter(|(_, count)| *count > 0).collect()
}

impl ModeMeter {
    fn summary(&self, mode: ReadMode) -> ModeSummary {
        let latency = self.latencies.summary();
        ModeSummary {
            mode,
            figures: [
                self.reads,
                self.failed,
                latency.mean_us,
                latency.p50_us,
                latency.p90_us,
                latency.p95_us,
                latency.p99_us,
                latency.p999_us,
                latency.p9999_us,
                latency.max_us,
                self.cross_zone_bytes,
                self.stale,
                self.max_staleness_us,
                self.max_stale_commits.into(),
                self.monotonic_broken,
                self.own_write_missed,
            ],
            round_trips_milli: self.round_trips_milli(),
            verdict: self.verdict(mode),
        }
    }
}

impl Verdict<'_> {
    /// As reports say it. What was seen was said then; reports are English, and so are figures.
    pub(super) fn report(&self, is_promised: bool) -> CheckVerdict {
        match (self.violation, self.unjudged) {
            (Some(violation), _) => {
                let (at, seen) = (instant_words(violation.at_us), english_of(&violation.text));
                CheckVerdict::Violated(format!("at {at}: {seen}"))
            }
            (None, Some(found)) => CheckVerdict::NotJudged(english_of(&found.words())),
            (None, None) if is_promised => CheckVerdict::Kept,
            (None, None) => CheckVerdict::NotPromised,
        }
    }
}
