//! Goals in words: what is asked for. What is so is told where it is judged.

use crate::goal::bound::asked_of;
use crate::goal::values::{duration_text, instant_text};
use crate::goal::{Goal, Happening, Judged};
use vocabulary::units::DurationUs;

/// What a goal asks for: its own words, or made ones.
pub(crate) fn asked(goal: &Goal) -> String {
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
