//! How the page shows a scenario: which lanes stand under the map, what they are held against, and
//! at which instant it opens. As files write it, and as the page takes it; what a file leaves out
//! is derived from the rest of it. It must not know how anything is drawn.

use schemars::JsonSchema;
use serde::Serialize;
use sim::Micros;
use ts_rs::TS;

use crate::scenario::beat::{self, BEATS_MAX, Beat, BeatText};
use crate::scenario::bounds::within_time;
use crate::scenario::conclusion::Conclusion;
use format::error::{Problems, ScenarioError, found_words, one_of, quoted};
use format::lanes::{LaneName, PictureName};
use format::limits;
use format::tree::Read;
use format::units::DurationUs;
use format::word::Word;
use text::phrase;

/// So long before the first action a run opens: time to see what was normal.
const BEFORE_ACTION_US: Micros = 1_000_000;
/// And before the first request: it is not waited for.
const BEFORE_REQUEST_US: Micros = 100_000;
/// The run without what was done in it last.
const WITHOUT_LAST: &str = "without-last";
const DOORS_MAX: usize = 3;

/// How the page shows it; what is left out is derived.
#[derive(Clone, Debug, Default, JsonSchema, Read)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ShowText {
    /// The lanes under the map, from top to bottom, each once, as far as they have anything to
    /// show. Empty: all that do.
    #[bound(max = LaneName::ALL.len(), words = phrase!("{least} to {most} lanes"))]
    pub lanes: Vec<Word<LaneName>>,
    /// The one picture that tells it, under the map for who watches. Left out: the first lane.
    pub picture: Option<Word<PictureName>>,
    /// What they are held against: a variant, or `without-last` for the same run without what was
    /// done in it last, and nothing until then. In that variant itself, and without this, the one
    /// that the conclusion compares with, or else the first other one.
    pub against: Option<String>,
    /// The instant at which it opens; a little before the first action or else before the first
    /// request by default.
    pub from: Option<DurationUs>,
    /// What is said while it plays by itself, stretch by stretch, in the order of time.
    #[schemars(length(max = BEATS_MAX))]
    #[bound(words = phrase!("{least} to {most} beats"))]
    pub beats: Vec<BeatText>,
    /// Where to go from here: other scenarios, offered when it has been told.
    #[schemars(length(max = DOORS_MAX))]
    #[bound(words = phrase!("{least} to {most} doors"))]
    pub doors: Vec<Door>,
}

/// A way to another scenario.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Read, Serialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Door {
    /// The button: what a person does or sees there, in a few words.
    #[schemars(regex(pattern = r"\S"), length(max = limits::TITLE_BYTES_MAX))]
    #[bound(min = 1, filled)]
    pub text: String,
    /// The id of a scenario that comes with the playground.
    #[schemars(regex(pattern = r"\S"), length(max = limits::TITLE_BYTES_MAX))]
    #[bound(min = 1, filled)]
    pub scenario: String,
}

/// How the page shows a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct Show {
    /// The lanes from top to bottom, as far as they have anything to show; none = all that do.
    pub lanes: Vec<LaneName>,
    /// The one picture that tells it; none = the first lane.
    pub picture: Option<PictureName>,
    /// The variant that they are held against, "" = none.
    pub against: String,
    /// The instant at which it opens.
    pub from_us: u64,
    /// What is said while it plays by itself, in the order of time.
    pub beats: Vec<Beat>,
    /// Where to go from here.
    pub doors: Vec<Door>,
}

/// Checks what a file says of it. Which variants there are is known later: [`Show::choose`].
pub(super) fn check(show: &ShowText, duration: DurationUs, problems: &mut Problems) {
    let ShowText { lanes, from, .. } = show;
    for (i, Word(lane)) in lanes.iter().enumerate() {
        if lanes[..i].contains(&Word(*lane)) {
            let path = format!("show.lanes[{i}]");
            problems.expected(path, quoted(lane.id()), phrase!("each lane once"));
        }
    }
    if let Some(from) = *from {
        within_time(problems, "show.from", from, 0, duration.0);
    }
    beat::check(&show.beats, problems);
}

impl ShowText {
    /// With what is derived from the rest of the file, but for the variant: from when actions are
    /// done, and when loads start that run.
    pub(super) fn resolve(&self, done_us: &[Micros], starts_us: &[Micros]) -> Show {
        Show {
            lanes: self.lanes.iter().map(|Word(lane)| *lane).collect(),
            against: self.against.clone().unwrap_or_default(),
            from_us: self
                .from
                .map_or_else(|| opening_us(done_us, starts_us), |from| from.0),
            picture: self.picture.map(|Word(picture)| picture),
            beats: self.beats.iter().map(BeatText::resolve).collect(),
            doors: self.doors.clone(),
        }
    }
}

/// A little before something happens. What is done at the start is how things are.
fn opening_us(done_us: &[Micros], starts_us: &[Micros]) -> Micros {
    if let Some(first_us) = done_us.iter().filter(|at_us| **at_us > 0).min() {
        return first_us.saturating_sub(BEFORE_ACTION_US);
    }
    let first_us = starts_us.iter().min().copied().unwrap_or(0);
    first_us.saturating_sub(BEFORE_REQUEST_US)
}

impl Show {
    /// Chooses what `own` is held against, out of all variants of the file.
    pub(super) fn choose(
        &mut self,
        own: &str,
        variants: &[String],
        conclusion: Option<&Conclusion>,
    ) -> Result<(), ScenarioError> {
        if self.against == WITHOUT_LAST {
            self.against.clear();
            return Ok(());
        }
        if !self.against.is_empty() && !variants.contains(&self.against) {
            let known = variants.iter().map(String::as_str).chain([WITHOUT_LAST]);
            let text = found_words(&quoted(&self.against), &one_of(known));
            return Err(ScenarioError::at("show.against", text));
        }
        if self.against.is_empty() || self.against == own {
            let told = conclusion.map(|told| &told.against);
            let told = told.filter(|told| !told.is_empty() && *told != own);
            let other = told.or_else(|| variants.iter().find(|variant| *variant != own));
            self.against = other.cloned().unwrap_or_default();
        }
        Ok(())
    }
}
