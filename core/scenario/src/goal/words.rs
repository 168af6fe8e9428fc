//! Goals in words: what is asked, and what is so.

use serde_json::Value;

use super::figure::FigureVerdict;
use super::judge::{Judged, Told};
use super::shape::{Figure, Goal, Happening};
use crate::format::duration_text;
use crate::format::units::DurationUs;
use crate::watch::words::{duration_words, instant_words};

/// What a goal asks for: its own words, or made ones.
pub(super) fn asked(goal: &Goal) -> String {
    if let Some(text) = goal.text() {
        return text.to_string();
    }
    let joined = |goals: &[Goal], word: &str| {
        let texts: Vec<String> = goals.iter().map(asked).collect();
        texts.join(word)
    };
    match goal {
        Goal::Figure(figure) => figure_asked(figure),
        Goal::Happening(happening) => happening_asked(happening),
        Goal::All(all) => joined(&all.all, "; and "),
        Goal::Any(any) => joined(&any.any, "; or "),
        Goal::Not(not) => format!("not: {}", asked(&not.not)),
    }
}

fn figure_asked(figure: &Figure) -> String {
    let times = figure.times.as_ref().map(|times| format!(" times {times}"));
    let times = times.unwrap_or_default();
    let mut bounds = Vec::new();
    if let Some(least) = figure.at_least {
        bounds.push(format!("at least {}{times}", number(least)));
    }
    if let Some(most) = figure.at_most {
        bounds.push(format!("at most {}{times}", number(most)));
    }
    if let Some(value) = &figure.equals {
        bounds.push(value_words(value));
    }
    format!("{} is {}", figure.metric, bounds.join(" and "))
}

fn happening_asked(happening: &Happening) -> String {
    let words = happening.happened.words();
    let mut parts = vec![match happening.at_least.unwrap_or(1) {
        1 => format!("1 {} at least", words.one),
        least => format!("{least} {} at least", words.many),
    }];
    let us = |word: &str, instant: Option<DurationUs>, end: &str| {
        instant.map(|instant| format!(", {word} {}{end}", duration_text(instant.0)))
    };
    let place = happening.place.as_ref();
    parts.extend(place.map(|place| format!(", at {place}")));
    let variant = happening.variant.as_ref();
    parts.extend(variant.map(|variant| format!(", in the run {variant}")));
    parts.extend(us("for", happening.lasting, " or longer"));
    parts.extend(us("at", happening.after, " or later"));
    parts.extend(us("at", happening.before, " or earlier"));
    let then = happening.then.as_ref();
    parts.extend(then.map(|then| format!("; later than its beginning: {}", asked(then))));
    parts.concat()
}

/// What is so of a figure, bound by bound.
pub(super) fn figure_found(verdicts: &[FigureVerdict]) -> String {
    let Some(first) = verdicts.first() else {
        return String::new();
    };
    let expected = verdicts.iter().map(|verdict| {
        let bound = match verdict.bound {
            "at_least" => "at least ",
            "at_most" => "at most ",
            _ => "",
        };
        match &verdict.limit {
            Value::Null => "a limit that the reports do not have".to_string(),
            limit => format!("{bound}{}", value_words(limit)),
        }
    });
    let expected = expected.collect::<Vec<_>>().join(" and ");
    match &first.value {
        Value::Null => format!("{} is not in the report", first.metric),
        value => format!(
            "{} is {}; {expected} expected",
            first.metric,
            value_words(value)
        ),
    }
}

/// What is so of something that happened.
pub(super) fn happening_found(happening: &Happening, told: &Told, then: Option<&Judged>) -> String {
    let noun = if told.tally.count == 1 {
        told.words.one
    } else {
        told.words.many
    };
    let mut parts = vec![format!("{} {noun}", told.tally.count)];
    let place = happening.place.as_ref();
    parts.extend(place.map(|place| format!(" at {place}")));
    let (first, last) = (
        instant_words(told.tally.first_us),
        instant_words(told.tally.last_us),
    );
    match told.tally.count {
        0 => {}
        1 => parts.push(format!(", at {first}")),
        _ => parts.push(format!(", the first at {first}, the last at {last}")),
    }
    if happening.lasting.is_some() && told.tally.count > 0 {
        let longest = duration_words(told.tally.longest_us);
        parts.push(format!(", the longest for {longest}"));
    }
    let least = happening.at_least.unwrap_or(1);
    if least > 1 && told.tally.count < least {
        parts.push(format!("; at least {least} expected"));
    }
    parts.extend(then.map(|then| format!("; then: {}", then.found)));
    parts.concat()
}

/// What is so of the goals inside one.
pub(super) fn parts_found(parts: &[Judged]) -> String {
    let found: Vec<&str> = parts.iter().map(|part| part.found.as_str()).collect();
    found.join("; ")
}

/// A value of a report.
fn value_words(value: &Value) -> String {
    match value {
        Value::String(text) => format!("\"{text}\""),
        Value::Number(found) => match found.as_f64() {
            Some(float) if !found.is_u64() && !found.is_i64() => number(float),
            _ => found.to_string(),
        },
        other => other.to_string(),
    }
}

/// A number with no more decimals than mean something.
fn number(value: f64) -> String {
    let decimals = if value.abs() >= 100.0 { 1 } else { 6 };
    let text = format!("{value:.decimals$}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}
