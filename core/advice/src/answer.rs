//! The answer: a row for each setting with its runs as evidence, and in words which is recommended,
//! what the others give up, and which limits exclude which. Must not know how figures were made.

use sim::Micros;

use crate::choose::{Chosen, choose};
use crate::judge::{Age, broken, reasons};
use crate::loss::after_loss;
use crate::placed::survives;
use crate::plan::{AdvicePlan, plan};
use crate::row::{AdviceAnswer, AdviceRow, AdviceRun, AdviceSpread, AdviceVerdict, AdviceZoneSeen};
use crate::scenario::{Extent, with_clients};
use crate::seen::Seen;
use crate::sentences;

impl AdvicePlan {
    /// What these runs say.
    pub fn answer(&self, seen: &[Seen]) -> AdviceAnswer {
        let mut rows: Vec<AdviceRow> = (0..self.settings.len())
            .map(|setting| self.row(setting, seen))
            .collect();
        let chosen = choose(&rows);
        if let Chosen::One { best, .. } = &chosen {
            rows[*best].verdict = AdviceVerdict::Recommended;
        }
        AdviceAnswer {
            recommended: chosen.best().map(|place| place as u32),
            text: sentences::text(self, &rows, &chosen),
            instead: sentences::instead(self, &rows, &chosen),
            standing: sentences::standing(self, &rows, &chosen, seen.len()),
            runs: seen.len() as u32,
            rows,
        }
    }

    fn row(&self, place: usize, seen: &[Seen]) -> AdviceRow {
        let setting = &self.settings[place];
        let mut runs: Vec<&Seen> = seen.iter().filter(|run| run.setting == place).collect();
        runs.sort_by_key(|run| run.seed);
        let over =
            |figure: &dyn Fn(&Seen) -> f64| AdviceSpread::of(runs.iter().map(|run| figure(run)));
        let broken = broken(&runs);
        let mut row = AdviceRow {
            title: setting.title.clone(),
            verdict: AdviceVerdict::Unknown,
            reasons: Vec::new(),
            usd: over(&|run| run.usd),
            usd_payload: over(&|run| run.usd_payload),
            heartbeats_usd: over(&|run| run.heartbeats_usd),
            heartbeats_usd_payload: over(&|run| run.heartbeats_usd_payload),
            reads_p99_us: over(&|run| run.reads_p99_us() as f64),
            writes_p99_us: over(&|run| run.writes_p99_us() as f64),
            zones: self.zones(&runs),
            staleness_us: match Age::of(&self.form, setting) {
                Age::Newest => Some(0),
                Age::Bounded(us) => Some(us),
                Age::Unbounded => None,
            },
            oldest_us: oldest_us(&runs),
            survives: survives(&self.form, setting.replicas),
            writes_after_loss_us: after_loss(&self.form, setting).map(|worst| worst.us),
            runs: runs.iter().map(|run| evidence(run)).collect(),
        };
        if let Some(broken) = broken {
            row.verdict = AdviceVerdict::Broken;
            row.reasons = vec![broken];
        } else if runs.len() >= self.seeds.len() {
            row.reasons = reasons(self, setting, &runs);
            row.verdict = if row.reasons.is_empty() {
                AdviceVerdict::Fits
            } else {
                AdviceVerdict::Excluded
            };
        }
        row
    }

    fn zones(&self, runs: &[&Seen]) -> Vec<AdviceZoneSeen> {
        let zones = with_clients(&self.form).enumerate();
        let one = |(place, zone): (usize, &crate::form::AdviceZone)| {
            let of = |figure: fn(&crate::seen::SeenZone) -> Micros| {
                AdviceSpread::of(runs.iter().map(|run| figure(&run.zones[place]) as f64))
            };
            AdviceZoneSeen {
                zone: zone.id.clone(),
                reads_p50_us: of(|zone| zone.reads_p50_us),
                reads_p99_us: of(|zone| zone.reads_p99_us),
                writes_p50_us: of(|zone| zone.writes_p50_us),
                writes_p99_us: of(|zone| zone.writes_p99_us),
            }
        };
        zones.map(one).collect()
    }
}

fn oldest_us(runs: &[&Seen]) -> Micros {
    let zones = runs.iter().flat_map(|run| &run.zones);
    zones.map(|zone| zone.oldest_us).max().unwrap_or(0)
}

fn evidence(run: &Seen) -> AdviceRun {
    AdviceRun {
        seed: run.seed,
        digest: run.digest.clone(),
        usd: run.usd,
        reads_p99_us: run.reads_p99_us(),
    }
}

/// What these runs say: of each its setting's place, its seed, and its report.
pub fn answer(
    text: &str,
    extent: Extent,
    runs: &[(usize, u64, String)],
) -> Result<AdviceAnswer, String> {
    let plan = plan(text, extent).map_err(|error| error.to_string())?;
    let seen: Result<Vec<Seen>, String> = runs
        .iter()
        .map(|(setting, seed, report)| {
            let report = serde_json::from_str(report).map_err(|error| error.to_string())?;
            Seen::of_report(&plan, (*setting, *seed), &report)
        })
        .collect();
    Ok(plan.answer(&seen?))
}
