//! Plays what was done in a challenge and scores it, as the page does: natively and in the page's
//! module the same acts come to the same digest and the same score.
//!
//! It must not know files, nor how anything is shown.

use serde::Serialize;
use serde_json::{Map, Value};
use sim::Micros;
use ts_rs::TS;

use crate::playground::Playground;
use documents::challenge::{Challenge, RefusedAct};
use documents::lesson::RecordedAction;
use report::goal::Reports;
use report::score::{RunScore, ScoredRun, score};
use vocabulary::error::ScenarioError;

/// How a run of a challenge stands: at its end, or so far.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct ChallengeRun {
    /// Its score.
    pub score: RunScore,
    /// The end of its time, in µs.
    pub end_us: Micros,
    /// Acts that were done, those to come included.
    pub acts: usize,
    /// Acts that the challenge does not allow.
    pub refused: Vec<RefusedAct>,
    /// Digest of the run so far: 16 hex digits.
    pub digest: String,
}

impl Playground {
    /// How this run stands in a challenge. `log` is all that was done in it, by instants.
    pub fn challenged(&self, challenge: &Challenge, log: &[RecordedAction]) -> ChallengeRun {
        let end_us = self.challenge_end_us(challenge);
        let refused = challenge.refusals(log, end_us);
        let acts = challenge.acts_in(log);
        let summary = self.summary();
        let own = summary.name.clone();
        let by_name: Map<String, Value> = [(own.clone(), summary.to_json())].into_iter().collect();
        let reports = Reports {
            own: &own,
            by_name: &by_name,
            began: None,
        };
        let run = ScoredRun {
            reports: &reports,
            acts,
            is_over: self.now_us() >= end_us,
            is_fair: refused.is_empty(),
        };
        ChallengeRun {
            score: score(&challenge.conditions, &challenge.score, &run),
            end_us,
            acts,
            refused,
            digest: self.digest(),
        }
    }

    fn challenge_end_us(&self, challenge: &Challenge) -> Micros {
        let duration_us = self.duration_us();
        let lasts = challenge.lasts.map(|lasts| lasts.0);
        lasts.unwrap_or(duration_us).min(duration_us)
    }
}

/// Plays a challenge to its end with these acts. `scenario` is the text of the run that it names,
/// or its own.
pub fn play(
    challenge: &Challenge,
    scenario: &str,
    acts: &[RecordedAction],
) -> Result<ChallengeRun, ScenarioError> {
    let variant = challenge.variant.as_deref().unwrap_or_default();
    // Seeds have 53 bits at most, so they are exact.
    #[expect(clippy::cast_precision_loss, reason = "checked when it was read")]
    let seed = challenge.seed.map(|seed| seed as f64);
    let mut run = Playground::open(scenario, variant, seed)?;
    let end_us = run.challenge_end_us(challenge);
    for (i, act) in acts.iter().enumerate() {
        // One that comes too late is told, and not done.
        if act.at_us > end_us {
            continue;
        }
        run.advance(act.at_us.saturating_sub(1), u64::MAX);
        let done = run.replay(act.at_us, &act.action.to_string());
        done.map_err(|error| error.under(&format!("[{i}]")))?;
    }
    run.advance(end_us, u64::MAX);
    Ok(run.challenged(challenge, acts))
}
