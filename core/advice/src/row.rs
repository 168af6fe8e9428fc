//! What an answer is: its sentences, and a row for each setting with its runs. Must not know how it
//! is come to.

use serde::Serialize;
use sim::Micros;
use ts_rs::TS;

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
    /// Of the dollars on the wire those of heartbeats.
    pub heartbeats_usd: AdviceSpread,
    /// Of these those of payload: they would cost little more, if those of many ranges were one
    /// message.
    pub heartbeats_usd_payload: AdviceSpread,
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
    /// What a write takes at least from the farthest clients, whichever zone is lost: the ways
    /// alone, counted and not run; none where it stops.
    #[ts(type = "number | null")]
    pub writes_after_loss_us: Option<Micros>,
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
    /// It breaks a limit.
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
    /// Half of the reads took no longer.
    pub reads_p50_us: AdviceSpread,
    /// 99 of 100 reads took no longer.
    pub reads_p99_us: AdviceSpread,
    /// Half of the writes took no longer.
    pub writes_p50_us: AdviceSpread,
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
    pub(crate) fn of(values: impl Iterator<Item = f64>) -> Self {
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
