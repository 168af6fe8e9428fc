//! What a run came to, as reports tell it.

use cluster::fact::ByteKind;
use sim::Micros;

use super::load::WorkloadMeter;
use super::meters::KINDS;
use super::words::instant_words;
use super::{Verdict, Watch};
use crate::report::{ByteTotals, CheckSummary, VariantSummary, WorkloadSummary};

/// Id of the requests by hand among the workloads of a report.
pub const BY_HAND: &str = "by_hand";

impl Watch {
    /// The run up to an instant. The name of its variant and the number of events are for whoever
    /// runs it to fill in.
    pub fn summary(&self, now_us: Micros) -> VariantSummary {
        let mut workloads: Vec<WorkloadSummary> = self
            .names
            .workloads
            .iter()
            .zip(&self.load)
            .map(|(names, meter)| meter.summary(&names.id, now_us))
            .collect();
        let by_hand = self.load_by_hand().summary(BY_HAND, now_us);
        if by_hand.ok + by_hand.failed + by_hand.unknown > 0 {
            workloads.push(by_hand);
        }
        VariantSummary {
            name: String::new(),
            digest: self.digest(),
            simulated_us: now_us,
            events: 0,
            messages: self.messages(),
            elections: self.checks.elections(),
            bytes: self.byte_totals(),
            usd_nanos: self.meters.nano_usd(),
            workloads,
            checks: self.verdicts().iter().map(Verdict::summary).collect(),
        }
    }

    fn byte_totals(&self) -> ByteTotals {
        let meters = self.meters();
        let mut totals = ByteTotals::default();
        for kind in ByteKind::ALL {
            let place = kind as usize;
            totals.all[place] = meters.payload().iter().skip(place).step_by(KINDS).sum();
            totals.cross_zone[place] = meters.cross_zone_bytes(kind);
        }
        totals.framing = meters.framing().iter().sum();
        totals.cross_zone_framing = meters.cross_zone_framing();
        totals
    }
}

impl WorkloadMeter {
    fn summary(&self, id: &str, now_us: Micros) -> WorkloadSummary {
        WorkloadSummary {
            id: id.to_string(),
            ok: self.ok,
            failed: self.failed,
            unknown: self.unknown,
            qps: self.qps(now_us),
            mean_us: self.mean_us().round() as u64,
            p50_us: self.percentile_us(50),
            p95_us: self.percentile_us(95),
            p99_us: self.percentile_us(99),
            max_us: self.max_us(),
            stale: self.stale,
            max_staleness_us: self.max_staleness_us,
        }
    }
}

impl Verdict<'_> {
    fn summary(&self) -> CheckSummary {
        let words = |violation: &super::Violation| {
            format!("at {}: {}", instant_words(violation.at_us), violation.text)
        };
        CheckSummary {
            id: self.check.id(),
            violation: self.violation.map(words),
        }
    }
}
