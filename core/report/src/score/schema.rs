//! The shape of a score, as files write it. The doc comments are the descriptions in the published
//! JSON Schema.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

use crate::goal::Goal;
use format::tree::{Fault, Read};
use text::phrase;

/// How well a run did. It has one of the keys `metric`, `points` and `acts`.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
#[serde(untagged)]
pub enum Score {
    /// A figure of the report.
    Figure(FigureScore),
    /// Points for goals.
    Points(PointScore),
    /// How many acts it took.
    Acts(ActScore),
}

/// A figure of the report: the less or the more, the better.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Read)]
#[serde(deny_unknown_fields)]
pub struct FigureScore {
    /// `path.in.report`, e.g. `money.per_month`. Rates, percentiles and what a month costs speak of
    /// the time from the scenario's `measure_from` on.
    pub metric: String,
    /// Which way is better.
    pub better: Better,
    /// What earns the second star, and the third. All conditions together earn the first.
    pub stars: (f64, f64),
}

/// Points for goals beyond the conditions; the more, the better.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Read)]
#[serde(deny_unknown_fields)]
pub struct PointScore {
    /// What earns points.
    pub points: Vec<Pointed>,
    /// The points that earn the second star, and the third.
    pub stars: (f64, f64),
}

/// A goal and what it is worth.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Read)]
#[serde(deny_unknown_fields)]
pub struct Pointed {
    /// What shall be so at the end.
    pub goal: Goal,
    /// The points that it earns.
    pub worth: u32,
}

/// The number of acts; the fewer, the better.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Read)]
#[serde(deny_unknown_fields)]
pub struct ActScore {
    /// Which way is better: `less`.
    pub acts: Better,
    /// The number of acts that earns the second star, and the third.
    pub stars: (f64, f64),
}

/// Which way a score is better.
#[derive(Copy, Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Read, TS)]
#[serde(rename_all = "snake_case")]
pub enum Better {
    /// The less, the better.
    Less,
    /// The more, the better.
    More,
}

impl Better {
    /// Whether the first is at least as good as the second.
    pub fn reaches(self, value: f64, bound: f64) -> bool {
        match self {
            Better::Less => value <= bound,
            Better::More => value >= bound,
        }
    }
}

impl Score {
    /// Which way it is better.
    pub fn better(&self) -> Better {
        match self {
            Score::Figure(figure) => figure.better,
            Score::Points(_) => Better::More,
            Score::Acts(acts) => acts.acts,
        }
    }

    /// What earns the second star, and the third.
    pub fn stars(&self) -> (f64, f64) {
        match self {
            Score::Figure(figure) => figure.stars,
            Score::Points(points) => points.stars,
            Score::Acts(acts) => acts.stars,
        }
    }
}

impl Read for Score {
    fn read(value: &Value) -> Result<Self, Fault> {
        let has = |key: &str| value.get(key).is_some();
        if has("metric") {
            FigureScore::read(value).map(Score::Figure)
        } else if has("points") {
            PointScore::read(value).map(Score::Points)
        } else if has("acts") {
            ActScore::read(value).map(Score::Acts)
        } else {
            let expected = phrase!(
                "a score: an object with one of the keys \"metric\", \"points\", \
                            \"acts\""
            );
            Err(Fault::value(value, expected))
        }
    }
}
