//! Figures as texts show them: what they count, how a text asks for one (`{{metric|unit}}`), and
//! how it is written out. It must not know where figures come from, nor who shows them.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use text::say;
use text::words::duration_words;
use ts_rs::TS;

use crate::error::{Problems, one_of, quoted};
use crate::tree::Read;

/// What a figure counts.
#[derive(Copy, Clone, Debug, PartialEq, Eq, JsonSchema, Read, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Microseconds, shown as a duration.
    Us,
    /// Bytes.
    Bytes,
    /// Things.
    Count,
    /// Dollars.
    Usd,
    /// How many times as much.
    Ratio,
    /// A share, 1 = 100 %.
    Percent,
}

impl Unit {
    /// A figure in words: a number in this unit, a text as it is. Nothing where there is neither.
    pub fn words(self, value: &Value) -> Option<String> {
        if let Some(text) = value.as_str() {
            return Some(text.to_string());
        }
        let number = value.as_f64()?;
        Some(match self {
            Unit::Us => duration_words(number.round() as u64),
            Unit::Bytes => bytes(number),
            Unit::Count if number.fract() == 0.0 => format!("{number}"),
            Unit::Count => three_digits(number),
            Unit::Usd => format!("${}", three_digits(number)),
            Unit::Ratio => format!("{} times", three_digits(number)),
            Unit::Percent => format!("{} %", three_digits(number * 100.0)),
        })
    }
}

fn bytes(number: f64) -> String {
    let units = [(1e9, "GB"), (1e6, "MB"), (1e3, "kB")];
    let fit = units.iter().find(|(size, _)| number >= *size);
    fit.map_or_else(
        || format!("{} bytes", number.round()),
        |(size, unit)| format!("{} {unit}", three_digits(number / size)),
    )
}

/// A smaller figure than these digits tell is shown as zeroes.
const DIGITS_MAX: usize = 12;

/// Whole from a hundred on, else as many digits as make three.
fn three_digits(number: f64) -> String {
    if number == 0.0 {
        return "0".to_string();
    }
    let mut digits = 0;
    let mut scaled = number.abs();
    while scaled < 100.0 && digits < DIGITS_MAX {
        scaled *= 10.0;
        digits += 1;
    }
    format!("{number:.digits$}")
}

/// What a text asks for, in order: metric and unit, or what stands there instead of them.
pub fn inserts(text: &str) -> impl Iterator<Item = Result<(&str, Unit), &str>> {
    text.split("{{").skip(1).map(|piece| {
        let (inner, _) = piece.split_once("}}").ok_or(piece)?;
        let (metric, unit) = inner.split_once('|').ok_or(inner)?;
        let known = Unit::WORDS.iter().find(|(word, _)| *word == unit);
        match known {
            Some((_, unit)) if !metric.is_empty() => Ok((metric, *unit)),
            _ => Err(inner),
        }
    })
}

/// Names what stands where `{{metric|unit}}` should.
pub fn check_inserts(path: &str, text: &str, problems: &mut Problems) {
    for found in inserts(text).filter_map(Result::err) {
        let units = one_of(Unit::WORDS.map(|(word, _)| word));
        let example = "{{metric|unit}}";
        let expected = say!("{example}, the unit {units}", example, units);
        problems.expected(path, quoted(found), expected);
    }
}

/// A text with figures in the place of `{{metric|unit}}`; a dash where there is none.
pub fn filled<'a>(text: &'a str, figure: &dyn Fn(&str) -> Value) -> Cow<'a, str> {
    if !text.contains("{{") {
        return Cow::Borrowed(text);
    }
    let mut pieces = text.split("{{");
    let mut told = pieces.next().unwrap_or_default().to_string();
    for (piece, insert) in pieces.zip(inserts(text)) {
        let value = insert
            .ok()
            .and_then(|(metric, unit)| unit.words(&figure(metric)));
        told.push_str(value.as_deref().unwrap_or("–"));
        told.push_str(piece.split_once("}}").map_or("", |(_, rest)| rest));
    }
    Cow::Owned(told)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_figure_is_told_in_its_unit() {
        let told = |unit: Unit, value: Value| unit.words(&value);
        assert_eq!(told(Unit::Us, json!(81_500)).unwrap(), "81.5 ms");
        assert_eq!(told(Unit::Bytes, json!(1_234_567)).unwrap(), "1.23 MB");
        assert_eq!(told(Unit::Bytes, json!(64)).unwrap(), "64 bytes");
        assert_eq!(told(Unit::Count, json!(1200)).unwrap(), "1200");
        assert_eq!(told(Unit::Usd, json!(0.01234)).unwrap(), "$0.0123");
        assert_eq!(told(Unit::Ratio, json!(2.5)).unwrap(), "2.50 times");
        assert_eq!(told(Unit::Percent, json!(0.11)).unwrap(), "11.0 %");
        assert_eq!(
            told(Unit::Count, json!("violated at 1s")).unwrap(),
            "violated at 1s"
        );
        assert_eq!(told(Unit::Us, Value::Null), None);
    }

    #[test]
    fn a_text_gets_the_figures_that_it_asks_for_and_a_dash_where_there_is_none() {
        let figure = |metric: &str| {
            if metric == "a.b" {
                json!(3)
            } else {
                Value::Null
            }
        };
        let text = "Of {{a.b|count}} none, {{no.such|us}}.";
        assert_eq!(filled(text, &figure), "Of 3 none, –.");
        assert_eq!(filled("Plain.", &figure), "Plain.");
    }
}
