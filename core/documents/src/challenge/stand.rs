//! How a run stands in a challenge, by its report and by what was done in it: a pure function, so
//! that the command line, the page and a table of many runs come to the same. It must not know how
//! the run is played.

use serde::Serialize;
use serde_json::{Map, Value};
use sim::Micros;
use ts_rs::TS;

use crate::challenge::allow::acts_in;
use crate::challenge::{Challenge, RefusedAct};
use crate::lesson::RecordedAction;
use format::error::ScenarioError;
use format::json::parse_json;
use report::goal::Reports;
use report::score::{RunScore, ScoredRun, score};
use text::say;

/// How a run of a challenge stands: at its end, or so far.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct ChallengeRun {
    /// Its score.
    pub score: RunScore,
    /// The end of its time, in µs.
    pub end_us: Micros,
    /// The instant of the report, in µs.
    pub now_us: Micros,
    /// Acts that were done, those to come included.
    pub acts: usize,
    /// Acts that the challenge does not allow.
    pub refused: Vec<RefusedAct>,
    /// Digest of the run so far: 16 hex digits.
    pub digest: String,
}

impl Challenge {
    /// How a run stands. `report` is the run's own part of its report, `log` all that was done in
    /// it, by instants.
    pub fn stand(&self, report: Value, log: &[RecordedAction]) -> ChallengeRun {
        const OWN: &str = "run";
        let end_us = self.end_us();
        let now_us = report["simulated_us"].as_u64().unwrap_or(0);
        let digest = report["digest"].as_str().unwrap_or_default().to_string();
        let refused = self.refusals(log, end_us);
        let by_name: Map<String, Value> = [(OWN.to_string(), report)].into_iter().collect();
        let reports = Reports {
            own: OWN,
            by_name: &by_name,
            began: None,
        };
        let acts = acts_in(log);
        let run = ScoredRun {
            reports: &reports,
            acts,
            is_over: now_us >= end_us,
            is_fair: refused.is_empty(),
        };
        ChallengeRun {
            score: score(&self.conditions, &self.score, &run),
            end_us,
            now_us,
            acts,
            refused,
            digest,
        }
    }

    /// How the challenge stands in a run, from a whole report of it, as JSON text.
    pub fn stand_of_report(
        &self,
        report: &str,
        log: &[RecordedAction],
    ) -> Result<ChallengeRun, ScenarioError> {
        let mut report = parse_json(report)?;
        let runs = report["variants"].as_object_mut();
        let run = runs.and_then(|runs| runs.values_mut().next());
        let run =
            run.ok_or_else(|| ScenarioError::at("variants", say!("expected the report of a run")));
        Ok(self.stand(run?.take(), log))
    }

    /// The end of its time.
    pub fn end_us(&self) -> Micros {
        self.lasts.map_or(Micros::MAX, |lasts| lasts.0)
    }
}
