//! The beats of a scenario: what is said while a stretch of it plays, and how fast that plays. As
//! files write them, and as the page takes them. It must not know how they are shown.

use model::config::Settings;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use sim::Micros;
use ts_rs::TS;

use crate::scenario::ActionText;
use crate::scenario::action_reader::parse_action;
use crate::scenario::bounds::within_time;
use format::error::{Problems, ScenarioError};
use format::limits;
use format::tree::Read;
use format::units::DurationUs;
use text::names::Names;
use text::quantity::duration_text;
use text::say;

/// Most beats of a scenario.
pub(super) const BEATS_MAX: usize = 8;
/// The slowest that a beat plays, in simulated seconds per second.
const SPEED_MIN: f64 = 0.001;

/// A stretch of the run with a sentence of its own, for who watches and presses nothing.
#[derive(Clone, Debug, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub(super) struct BeatText {
    /// When it begins.
    pub from: DurationUs,
    /// When it ends, after its beginning; time until the next beat is hurried through.
    pub until: DurationUs,
    /// How fast it plays, in simulated seconds per second, from 0.001 to 100.
    #[schemars(range(min = SPEED_MIN, max = limits::SPEED_MAX))]
    #[bound]
    pub speed: f64,
    /// What is true now, in about ten words.
    #[schemars(regex(pattern = r"\S"), length(max = limits::TITLE_BYTES_MAX))]
    #[bound(min = 1, filled)]
    pub title: String,
    /// What there is to see, in at most some 25 words.
    #[serde(default)]
    #[schemars(length(max = limits::TEXT_BYTES_MAX))]
    #[bound]
    pub text: String,
    /// What the person does at its end.
    #[serde(default)]
    pub act: Option<BeatActText>,
}

/// What a person is asked to do at the end of a beat. The run waits for it for a while; then it is
/// done without them, and the page says so.
#[derive(Clone, Debug, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub(super) struct BeatActText {
    /// The button: its consequence, in two or three words.
    #[schemars(regex(pattern = r"\S"), length(max = limits::TITLE_BYTES_MAX))]
    #[bound(min = 1, filled)]
    pub text: String,
    /// What is done.
    #[schemars(with = "ActionText")]
    pub action: Value,
}

/// A beat, ready for the page.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Beat {
    /// When it begins.
    pub from_us: u64,
    /// When it ends.
    pub until_us: u64,
    /// Simulated seconds per second.
    pub speed: f64,
    /// What is true now.
    pub title: String,
    /// What there is to see; may be empty.
    pub text: String,
    /// What the person does at its end.
    pub act: Option<BeatAct>,
}

/// What a person is asked to do at the end of a beat.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct BeatAct {
    /// The button.
    pub text: String,
    /// What is done, as files hold it.
    #[ts(type = "Action")]
    pub action: Value,
}

/// Checks that each begins after the one before it has ended, and ends after it has begun. A
/// shorter run does not reach the last.
pub(super) fn check(beats: &[BeatText], problems: &mut Problems) {
    let (mut least, most): (Micros, Micros) = (0, limits::DURATION_US_MAX);
    for (i, beat) in beats.iter().enumerate() {
        let path = format!("show.beats[{i}]");
        within_time(problems, &format!("{path}.from"), beat.from, least, most);
        least = least.max(beat.until.0);
        if beat.until <= beat.from {
            let (from, until) = (duration_text(beat.from.0), duration_text(beat.until.0));
            problems.expected(
                format!("{path}.until"),
                until,
                say!("later than {from}", from),
            );
        }
    }
}

/// Checks that what they ask for can be done here, by the switches that stand at the start.
pub(super) fn check_acts(
    beats: &[Beat],
    names: &Names,
    settings: &Settings,
) -> Result<(), ScenarioError> {
    let mut problems = Problems::default();
    for (i, beat) in beats.iter().enumerate() {
        let Some(act) = &beat.act else { continue };
        if let Err(error) = parse_action(&act.action, names, settings) {
            problems.absorb(error.under(&format!("show.beats[{i}].act.action")));
        }
    }
    problems.into_result()
}

impl BeatText {
    pub(super) fn resolve(&self) -> Beat {
        Beat {
            from_us: self.from.0,
            until_us: self.until.0,
            speed: self.speed,
            title: self.title.clone(),
            text: self.text.clone(),
            act: self.act.as_ref().map(|act| BeatAct {
                text: act.text.clone(),
                action: act.action.clone(),
            }),
        }
    }
}
