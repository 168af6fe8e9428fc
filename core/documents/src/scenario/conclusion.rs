//! What a scenario shows, told at its end: as files write it, and as the engine takes it. Its
//! figures come from the run; none is written down. It must not know how it is shown.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use ts_rs::TS;

use crate::scenario::bounds::within_time;
use format::error::{Problems, ScenarioError, found_words, one_of, quoted};
use format::limits;
use format::shown::{Unit, check_inserts, filled, inserts};
use format::tree::Read;
use format::units::DurationUs;

/// What was seen, and the figure that proves it: told at the end of the run.
#[derive(Clone, Debug, PartialEq, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub(super) struct ConclusionText {
    /// What was seen: `{{metric|unit}}` puts a figure of this run into the sentence.
    #[bound(min = 1, max = limits::TEXT_BYTES_MAX)]
    pub text: String,
    /// The figure that proves it.
    pub figure: Proof,
    /// From this instant on it has been seen; the end of the run by default.
    #[serde(default)]
    pub at: Option<DurationUs>,
    /// The variant to compare it with. In that variant itself, and without this, the one that the
    /// lanes are held against, or else the first other one.
    #[serde(default)]
    pub against: Option<String>,
}

/// A figure of the run that proves what a scenario shows.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Read, Serialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// What it is.
    #[bound(min = 1, max = limits::TEXT_BYTES_MAX)]
    pub label: String,
    /// Where the report of a run has it: `path.in.report`.
    #[bound(min = 1, max = limits::TEXT_BYTES_MAX)]
    pub metric: String,
    /// Another metric: the figure is divided by its value.
    #[serde(default)]
    pub over: Option<String>,
    /// What it counts.
    pub unit: Unit,
}

/// What a scenario shows, ready for the engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Conclusion {
    /// What was seen, with `{{metric|unit}}` where figures stand.
    pub text: String,
    /// The figure that proves it.
    pub figure: Proof,
    /// From this instant on it has been seen.
    pub at_us: u64,
    /// The variant to compare it with; "" where there is none.
    pub against: String,
}

/// What a run came to, with its figures in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Concluded {
    /// The variant.
    pub variant: String,
    /// What was seen.
    pub text: String,
    /// What the figure is.
    pub label: String,
    /// What the run says; null if it has no such figure.
    pub value: Value,
    /// What it counts.
    pub unit: Unit,
}

impl ConclusionText {
    /// Checks it. Which variants there are is known later: [`Conclusion::choose`].
    pub(super) fn resolve(&self, duration_us: u64) -> Result<Conclusion, ScenarioError> {
        let mut problems = Problems::default();
        check_inserts("conclusion.text", &self.text, &mut problems);
        if let Some(at) = self.at {
            within_time(&mut problems, "conclusion.at", at, 1, duration_us);
        }
        problems.into_result()?;
        Ok(Conclusion {
            text: self.text.clone(),
            figure: self.figure.clone(),
            at_us: self.at.map_or(duration_us, |at| at.0),
            against: self.against.clone().unwrap_or_default(),
        })
    }
}

impl Conclusion {
    /// Chooses the run to compare `own` with, out of all variants of the file: a scenario is about
    /// the two that it names, of which `shown` is what its lanes are held against.
    pub(super) fn choose(
        &mut self,
        own: &str,
        variants: &[String],
        shown: &str,
    ) -> Result<(), ScenarioError> {
        let is_known = self.against.is_empty() || variants.contains(&self.against);
        if !is_known {
            let expected = one_of(variants.iter().map(String::as_str));
            let text = found_words(&quoted(&self.against), &expected);
            return Err(ScenarioError::at("conclusion.against", text));
        }
        if self.against.is_empty() || self.against == own {
            let mut others = variants.iter().filter(|variant| *variant != own);
            let named = others.clone().find(|variant| *variant == shown);
            self.against = named.or_else(|| others.next()).cloned().unwrap_or_default();
        }
        Ok(())
    }

    /// Every metric that it speaks of, with its place in the file.
    pub fn metrics(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let of_text = inserts(&self.text).filter_map(Result::ok);
        let over = self.figure.over.as_deref();
        [("conclusion.figure.metric", self.figure.metric.as_str())]
            .into_iter()
            .chain(over.map(|over| ("conclusion.figure.over", over)))
            .chain(of_text.map(|(metric, _)| ("conclusion.text", metric)))
    }

    /// With the figures of a run, which are looked up by their paths in its report.
    pub fn concluded(&self, variant: &str, figure: &dyn Fn(&str) -> Value) -> Concluded {
        let Proof {
            label,
            metric,
            over,
            unit,
        } = &self.figure;
        let value = figure(metric);
        let value = match over {
            None => value,
            Some(over) => match (value.as_f64(), figure(over).as_f64()) {
                (Some(part), Some(whole)) if whole != 0.0 => json!(part / whole),
                _ => Value::Null,
            },
        };
        Concluded {
            variant: variant.to_string(),
            text: filled(&self.text, figure).into_owned(),
            label: label.clone(),
            value,
            unit: *unit,
        }
    }
}

impl Concluded {
    /// For the report of all variants.
    pub fn to_json(&self) -> Value {
        json!({
            "text": self.text,
            "label": self.label,
            "value": self.value,
            "unit": self.unit.id(),
        })
    }

    /// `median of the scans: 81.5 ms`.
    pub fn figure_line(&self) -> String {
        let value = self.unit.words(&self.value);
        format!("{}: {}", self.label, value.as_deref().unwrap_or("none yet"))
    }
}
