//! The answer: a row for each setting with its runs as evidence, and in words which is recommended,
//! what the others give up, and which limits exclude which. Must not know how figures were made.

use serde::Serialize;
use sim::Micros;
use ts_rs::TS;

use crate::choose::{Chosen, choose};
use crate::judge::{Age, broken, reasons};
use crate::plan::AdvicePlan;
use crate::scenario::with_clients;
use crate::seen::Seen;
use crate::settings::survives;
use crate::told;

/// Which setting, and why.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct AdviceAnswer {
    /// The recommended row; none if no setting keeps every limit.
    pub recommended: Option<u32>,
    /// The answer in one or two sentences.
    pub text: Vec<String>,
    /// What is had and given up with the cheapest, the fastest and the freshest instead.
    pub instead: Vec<String>,
    /// What was simulated, and what of it is real.
    pub standing: Vec<String>,
    /// One for each setting, in the order of the plan.
    pub rows: Vec<AdviceRow>,
    /// Runs that it rests on.
    pub runs: u32,
}

/// What came of a setting.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct AdviceRow {
    /// What it is called.
    pub title: String,
    /// Whether it may be used.
    pub verdict: AdviceVerdict,
    /// Why not, limit by limit.
    pub reasons: Vec<String>,
    /// US dollars a month of traffic between zones, on the wire.
    pub usd: AdviceSpread,
    /// The same of payload alone.
    pub usd_payload: AdviceSpread,
    /// 99 of 100 reads took no longer, in the slowest zone.
    pub reads_p99_us: AdviceSpread,
    /// 99 of 100 writes took no longer, in the slowest zone.
    pub writes_p99_us: AdviceSpread,
    /// By zone with clients.
    pub zones: Vec<AdviceZoneSeen>,
    /// How old reads may be: 0 = they are the newest; none = nothing is promised.
    #[ts(type = "number | null")]
    pub staleness_us: Option<Micros>,
    /// How old the oldest read was that missed an acknowledged write.
    #[ts(type = "number")]
    pub oldest_us: Micros,
    /// Whether reads and writes go on whichever zone is lost.
    pub survives: bool,
    /// Its runs.
    pub runs: Vec<AdviceRun>,
}

/// Whether a setting may be used.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum AdviceVerdict {
    /// It keeps every limit, and is the one to take.
    Recommended,
    /// It keeps every limit.
    Fits,
    /// It does not keep a limit.
    Excluded,
    /// A promise was broken in one of its runs.
    Broken,
    /// It has not been run with every seed.
    Unknown,
}

/// A figure over the seeds of a setting.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct AdviceSpread {
    /// The least.
    pub min: f64,
    /// The median; of two in the middle the greater: of dollars and times the less is promised.
    pub median: f64,
    /// The greatest.
    pub max: f64,
}

/// What the clients of a zone saw.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct AdviceZoneSeen {
    /// The zone.
    pub zone: String,
    /// 99 of 100 reads took no longer.
    pub reads_p99_us: AdviceSpread,
    /// 99 of 100 writes took no longer.
    pub writes_p99_us: AdviceSpread,
}

/// A run of a setting.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct AdviceRun {
    /// Its seed.
    #[ts(type = "number")]
    pub seed: u64,
    /// The digest of its trace.
    pub digest: String,
    /// Dollars a month.
    pub usd: f64,
    /// 99 of 100 reads took no longer, in the slowest zone.
    #[ts(type = "number")]
    pub reads_p99_us: Micros,
}

impl AdviceSpread {
    fn of(values: impl Iterator<Item = f64>) -> Self {
        let mut all: Vec<f64> = values.collect();
        all.sort_by(f64::total_cmp);
        let (Some(min), Some(max)) = (all.first(), all.last()) else {
            return AdviceSpread::default();
        };
        AdviceSpread {
            min: *min,
            median: all[all.len() / 2],
            max: *max,
        }
    }
}

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
            text: told::text(self, &rows, &chosen),
            instead: told::instead(&rows, &chosen),
            standing: told::standing(self, seen.len()),
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
                reads_p99_us: of(|zone| zone.reads_p99_us),
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
