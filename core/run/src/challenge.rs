//! Plays what was done in a challenge to its end: natively and in the page the same acts come to
//! the same digest and the same score.
//!
//! It must not know files, nor how anything is shown or scored.

use crate::playground::Playground;
use documents::challenge::{Challenge, ChallengeRun};
use documents::lesson::RecordedAction;
use format::error::ScenarioError;

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
    let end_us = challenge.end_us();
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
    Ok(challenge.stand(run.summary().to_json(), acts))
}
