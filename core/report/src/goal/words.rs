//! Goals in words: what is asked for. What is so is told where it is judged.

use serde_json::Value;

use crate::goal::bound::asked_of;
use crate::goal::reports::named;
use crate::goal::values::{Unit, duration_text, instant_text, sentence, value_words};
use crate::goal::{Goal, Happening, Judged};
use vocabulary::units::DurationUs;

/// What a goal asks for: its own words, or made ones.
pub fn asked(goal: &Goal) -> String {
    if let Some(text) = goal.text() {
        return text.to_string();
    }
    let joined = |goals: &[Goal], word: &str| {
        let texts: Vec<String> = goals.iter().map(asked).collect();
        texts.join(word)
    };
    match goal {
        Goal::Figure(figure) => asked_of(figure),
        Goal::Happening(happening) => happening_asked(happening),
        Goal::All(all) => joined(&all.all, "; and "),
        Goal::Any(any) => joined(&any.any, "; or "),
        Goal::Not(not) => format!("Not: {}", asked(&not.not)),
    }
}

fn happening_asked(happening: &Happening) -> String {
    let words = happening.happened.words();
    let mut parts = vec![match happening.at_least.unwrap_or(1) {
        1 => format!("1 {} at least", words.one),
        least => format!("{least} {} at least", words.many),
    }];
    let us = |word: &str, instant: Option<DurationUs>, end: &str| {
        instant.map(|instant| format!(", {word} {}{end}", instant_text(instant.0)))
    };
    let place = happening.place.as_ref();
    parts.extend(place.map(|place| format!(", at {place}")));
    let variant = happening.variant.as_ref();
    parts.extend(variant.map(|variant| format!(", in the run “{variant}”")));
    let lasting = happening.lasting;
    parts.extend(lasting.map(|long| format!(", for {} or longer", duration_text(long.0))));
    parts.extend(us("at", happening.after, " or later"));
    parts.extend(us("at", happening.before, " or earlier"));
    let then = happening.then.as_ref();
    parts.extend(then.map(|then| format!("; later than its beginning: {}", asked(then))));
    parts.concat()
}

/// What is so of the goals inside one.
pub(super) fn joined<'a>(parts: impl Iterator<Item = &'a Judged>) -> String {
    let found: Vec<&str> = parts.map(|part| part.found.as_str()).collect();
    found.join(" ")
}

/// What a figure is called, as a sentence begins with it.
pub(crate) fn figure_label(metric: &str) -> String {
    let named = named(metric).map(|measure| sentence(&measure.label));
    named.unwrap_or_else(|| format!("A figure “{metric}”"))
}

/// A value of a figure, with its unit.
pub(crate) fn figure_words(metric: &str, value: &Value) -> String {
    let unit = named(metric).map_or(Unit::Count, |measure| measure.unit);
    value_words(value, unit)
}
