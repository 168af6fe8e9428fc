//! What one run showed, out of the figures of its report: what the answer goes by. Must not know
//! what is recommended.

use std::collections::BTreeMap;

use report::check::CheckVerdict;
use report::leaves::leaves;
use serde_json::Value;
use sim::Micros;
use text::say;

use crate::plan::AdvicePlan;
use crate::scenario::{reads_id, with_clients, writes_id};

/// What one run showed.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The setting, by its place in the plan.
    pub setting: usize,
    /// The seed.
    pub seed: u64,
    /// The digest of its trace.
    pub digest: String,
    /// The first check that was violated.
    pub broken: Option<String>,
    /// What traffic between zones costs in 30 days, of the whole form: on the wire.
    pub usd: f64,
    /// What payload alone costs in 30 days.
    pub usd_payload: f64,
    /// Of the dollars on the wire those of heartbeats.
    pub heartbeats_usd: f64,
    /// Of these those of payload.
    pub heartbeats_usd_payload: f64,
    /// Of each zone with clients, in the order of the form.
    pub zones: Vec<SeenZone>,
    /// Requests without an answer.
    pub unanswered: u64,
    /// Answered a second.
    pub answered_per_s: f64,
}

/// What the clients of a zone saw.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_field_names,
    reason = "the unit stands last in every name"
)]
pub struct SeenZone {
    /// Half of the reads took no longer.
    pub reads_p50_us: Micros,
    /// 99 of 100 reads took no longer.
    pub reads_p99_us: Micros,
    /// Half of the writes took no longer.
    pub writes_p50_us: Micros,
    /// 99 of 100 writes took no longer.
    pub writes_p99_us: Micros,
    /// How old the oldest read was that missed an acknowledged write.
    pub oldest_us: Micros,
}

impl Seen {
    /// Out of the figures of a run, by their paths in its report. An error names what they lack.
    pub fn of(
        plan: &AdvicePlan,
        (setting, seed): (usize, u64),
        figures: &BTreeMap<String, Value>,
    ) -> Result<Self, String> {
        let number = |path: &str| {
            let found = figures.get(path).and_then(Value::as_f64);
            found.ok_or_else(|| say!("{path}: the run has no such figure", path))
        };
        let digest = figures.get("digest").and_then(Value::as_str);
        let digest = digest.ok_or_else(|| say!("digest: the run has none"))?;
        let factor = plan.share.factor;
        let usd = number("money.per_month")? * factor;
        // Dollars by kind and bytes are of the whole run: their shares are those of the month.
        let part = |of: f64, all: f64| if all > 0.0 { of / all } else { 0.0 };
        let heartbeats = part(number("money.heartbeat")?, number("usd")?);
        let [payload, wire] = ["bytes", "wire"].map(|of| format!("{of}.cross_zone.heartbeat"));
        let payload = part(number(&payload)?, number(&wire)?);
        let mut seen = Seen {
            setting,
            seed,
            digest: digest.to_string(),
            broken: broken(figures),
            usd,
            usd_payload: number("money.per_month_payload")? * factor,
            heartbeats_usd: usd * heartbeats,
            heartbeats_usd_payload: usd * heartbeats * payload,
            zones: Vec::new(),
            unanswered: 0,
            answered_per_s: 0.0,
        };
        for zone in with_clients(&plan.form) {
            let [reads, writes] = [reads_id(zone), writes_id(zone)];
            let of = |id: &str, key: &str| number(&format!("workload.{id}.{key}"));
            for id in [&reads, &writes] {
                seen.unanswered += (of(id, "failed")? + of(id, "unknown")?) as u64;
                seen.answered_per_s += of(id, "qps")?;
            }
            seen.zones.push(SeenZone {
                reads_p50_us: of(&reads, "p50_us")? as Micros,
                reads_p99_us: of(&reads, "p99_us")? as Micros,
                writes_p50_us: of(&writes, "p50_us")? as Micros,
                writes_p99_us: of(&writes, "p99_us")? as Micros,
                oldest_us: of(&reads, "max_staleness_us")? as Micros,
            });
        }
        Ok(seen)
    }

    /// Out of a whole report, of its one run.
    pub fn of_report(plan: &AdvicePlan, key: (usize, u64), report: &Value) -> Result<Self, String> {
        let runs = report["variants"].as_object();
        let run = runs.and_then(|runs| runs.values().next());
        let figures = leaves(run.ok_or_else(|| say!("found a report without runs"))?).into_iter();
        let figures = figures.map(|(path, value)| (path, value.clone()));
        Self::of(plan, key, &figures.collect())
    }

    /// The longest that 99 of 100 reads took, of the zones.
    pub(crate) fn reads_p99_us(&self) -> Micros {
        self.zones
            .iter()
            .map(|zone| zone.reads_p99_us)
            .max()
            .unwrap_or(0)
    }

    pub(crate) fn writes_p99_us(&self) -> Micros {
        self.zones
            .iter()
            .map(|zone| zone.writes_p99_us)
            .max()
            .unwrap_or(0)
    }
}

/// The first check that is violated.
fn broken(figures: &BTreeMap<String, Value>) -> Option<String> {
    let checks = figures.range("checks.".to_string()..);
    let mut checks = checks.take_while(|(path, _)| path.starts_with("checks."));
    checks.find_map(|(path, value)| {
        let verdict = CheckVerdict::read(value)?;
        verdict.violation()?;
        Some(format!("{} {verdict}", &path["checks.".len()..]))
    })
}
