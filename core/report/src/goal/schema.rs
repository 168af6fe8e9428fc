//! The shape of a goal, as files write it. The doc comments are the descriptions in the published
//! JSON Schema.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use format::moments::Moment;
use format::schema::given;
use format::tree::{Fault, Read};
use format::units::DurationUs;
use text::phrase;

/// Something that shall be so of a run: a bound on a figure of its report, something that happened
/// in it, or several of these together. It has one of the keys `metric`, `happened`, `all`, `any`
/// and `not`.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
#[serde(untagged)]
pub enum Goal {
    /// A bound on a figure.
    Figure(Figure),
    /// Something that happened.
    Happening(Happening),
    /// Each of them.
    All(All),
    /// One of them at least.
    Any(Any),
    /// The opposite.
    Not(Not),
}

/// A bound on one figure of the report.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Read)]
#[serde(deny_unknown_fields)]
#[schemars(extend("allOf" = [{ "anyOf": given(&["at_most", "at_least", "equals"]) }]))]
pub struct Figure {
    /// `variant/path.in.report`, e.g. `leader/workload.scan.stale`; the variant is `run` in a
    /// scenario without variants. Without `variant/` it is of the run that is judged.
    pub metric: String,
    /// The figure must not be greater.
    #[serde(default)]
    pub at_most: Option<f64>,
    /// The figure must not be less.
    #[serde(default)]
    pub at_least: Option<f64>,
    /// The value must be this number, text or boolean.
    #[serde(default)]
    #[schemars(extend("type" = ["number", "string", "boolean", "null"]))]
    pub equals: Option<Value>,
    /// Another metric: the bound is multiplied by its value.
    #[serde(default)]
    pub times: Option<String>,
    /// What it asks for, in words for people; made from the rest by default.
    #[serde(default)]
    pub text: Option<String>,
}

/// Something that happened, as the report's `moments` tell it.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Read)]
#[serde(deny_unknown_fields)]
pub struct Happening {
    /// What.
    pub happened: Moment,
    /// The zone, store or gateway where it happened; anywhere by default.
    #[serde(default, rename = "where")]
    pub place: Option<String>,
    /// How often at least; once by default.
    #[serde(default)]
    #[schemars(range(min = 1))]
    pub at_least: Option<u64>,
    /// How long it lasted at least, at one stretch.
    #[serde(default)]
    pub lasting: Option<DurationUs>,
    /// It happened at this instant or later.
    #[serde(default)]
    pub after: Option<DurationUs>,
    /// It happened at this instant or earlier.
    #[serde(default)]
    pub before: Option<DurationUs>,
    /// What happened later than this began: happenings alone, also under `all` and `any`.
    #[serde(default)]
    pub then: Option<Box<Goal>>,
    /// The variant in which it happened; the run that is judged by default.
    #[serde(default)]
    pub variant: Option<String>,
    /// What it asks for, in words for people; made from the rest by default.
    #[serde(default)]
    pub text: Option<String>,
}

/// Each of several goals.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Read)]
#[serde(deny_unknown_fields)]
pub struct All {
    /// The goals.
    #[schemars(length(min = 1))]
    pub all: Vec<Goal>,
    /// What they ask for, in words for people; made from the rest by default.
    #[serde(default)]
    pub text: Option<String>,
}

/// One of several goals.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Read)]
#[serde(deny_unknown_fields)]
pub struct Any {
    /// The goals.
    #[schemars(length(min = 1))]
    pub any: Vec<Goal>,
    /// What they ask for, in words for people; made from the rest by default.
    #[serde(default)]
    pub text: Option<String>,
}

/// The opposite of a goal.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Read)]
#[serde(deny_unknown_fields)]
pub struct Not {
    /// What shall not be so.
    pub not: Box<Goal>,
    /// What it asks for, in words for people; made from the rest by default.
    #[serde(default)]
    pub text: Option<String>,
}

/// A metric's variant, if it names one, and its path.
pub fn split(metric: &str) -> (Option<&str>, &str) {
    match metric.split_once('/') {
        Some((variant, path)) => (Some(variant), path),
        None => (None, metric),
    }
}

impl Read for Goal {
    fn read(value: &Value) -> Result<Self, Fault> {
        let has = |key: &str| value.get(key).is_some();
        if has("metric") {
            Figure::read(value).map(Goal::Figure)
        } else if has("happened") {
            Happening::read(value).map(Goal::Happening)
        } else if has("all") {
            All::read(value).map(Goal::All)
        } else if has("any") {
            Any::read(value).map(Goal::Any)
        } else if has("not") {
            Not::read(value).map(Goal::Not)
        } else {
            let expected = phrase!(
                "a goal: an object with one of the keys \"metric\", \"happened\", \
                            \"all\", \"any\", \"not\""
            );
            Err(Fault::value(value, expected))
        }
    }
}

impl Goal {
    /// Its own words, if it has any.
    pub fn text(&self) -> Option<&str> {
        let text = match self {
            Goal::Figure(figure) => &figure.text,
            Goal::Happening(happening) => &happening.text,
            Goal::All(all) => &all.text,
            Goal::Any(any) => &any.text,
            Goal::Not(not) => &not.text,
        };
        text.as_deref()
    }

    /// The goals inside it.
    pub fn parts(&self) -> &[Goal] {
        match self {
            Goal::Figure(_) => &[],
            Goal::Happening(happening) => {
                happening.then.as_deref().map_or(&[], std::slice::from_ref)
            }
            Goal::All(all) => &all.all,
            Goal::Any(any) => &any.any,
            Goal::Not(not) => std::slice::from_ref(&*not.not),
        }
    }

    /// Names of the variants that it and its parts speak of, each once, in the order in which they
    /// are first named.
    pub fn variants(&self) -> Vec<&str> {
        let mut all = Vec::new();
        self.add_variants(&mut all);
        all
    }

    fn add_variants<'a>(&'a self, all: &mut Vec<&'a str>) {
        let of = |metric: &'a str| split(metric).0;
        let named = match self {
            Goal::Figure(figure) => [of(&figure.metric), figure.times.as_deref().and_then(of)],
            Goal::Happening(happening) => [happening.variant.as_deref(), None],
            Goal::All(_) | Goal::Any(_) | Goal::Not(_) => [None, None],
        };
        for variant in named.into_iter().flatten() {
            if !all.contains(&variant) {
                all.push(variant);
            }
        }
        for part in self.parts() {
            part.add_variants(all);
        }
    }
}
