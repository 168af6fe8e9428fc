//! Goals in words: what is asked for. What is so is told where it is judged.

use serde_json::Value;

use crate::goal::bound::asked_of;
use crate::goal::reports::named;
use crate::goal::values::{Unit, duration_text, instant_text, sentence, value_words};
use crate::goal::{Goal, Happening, Judged};
use text::said::as_id;
use text::say;

/// What a goal asks for: its own words, or made ones.
pub fn asked(goal: &Goal) -> String {
    if let Some(text) = goal.text() {
        return text.to_string();
    }
    let joined = |goals: &[Goal], join: fn(String, String) -> String| {
        let texts = goals.iter().map(asked);
        texts.reduce(join).unwrap_or_default()
    };
    match goal {
        Goal::Figure(figure) => asked_of(figure),
        Goal::Happening(happening) => happening_asked(happening),
        Goal::All(all) => joined(&all.all, |one, other| {
            say!("{one}; and {other}", one, other)
        }),
        Goal::Any(any) => joined(&any.any, |one, other| say!("{one}; or {other}", one, other)),
        Goal::Not(not) => say!("Not: {goal}", goal = asked(&not.not)),
    }
}

fn happening_asked(happening: &Happening) -> String {
    let words = happening.happened.words();
    let mut asked = match happening.at_least.unwrap_or(1) {
        1 => say!("1 {what} at least", what = words.one),
        least => say!("{least} {what} at least", least, what = words.many),
    };
    if let Some(place) = &happening.place {
        asked = say!("{asked}, at {place}", asked, place);
    }
    if let Some(run) = &happening.variant {
        asked = say!("{asked}, in the run “{run}”", asked, run = as_id(run));
    }
    if let Some(long) = happening.lasting {
        let time = duration_text(long.0);
        asked = say!("{asked}, for {time} or longer", asked, time);
    }
    if let Some(after) = happening.after {
        let instant = instant_text(after.0);
        asked = say!("{asked}, at {instant} or later", asked, instant);
    }
    if let Some(before) = happening.before {
        let instant = instant_text(before.0);
        asked = say!("{asked}, at {instant} or earlier", asked, instant);
    }
    if let Some(then) = &happening.then {
        let then = self::asked(then);
        asked = say!("{asked}; later than its beginning: {then}", asked, then);
    }
    asked
}

/// What is so of the goals inside one.
pub(super) fn joined<'a>(parts: impl Iterator<Item = &'a Judged>) -> String {
    let found = parts.map(|part| part.found.clone());
    found.reduce(in_turn).unwrap_or_default()
}

pub(super) fn in_turn(sentence: String, next: String) -> String {
    say!("{sentence} {next}", sentence, next)
}

/// What a figure is called, as a sentence begins with it.
pub(crate) fn figure_label(metric: &str) -> String {
    if let Some(measure) = named(metric) {
        sentence(say!("{label}", label = measure.label))
    } else {
        say!("A figure “{metric}”", metric)
    }
}

/// A value of a figure, with its unit.
pub(crate) fn figure_words(metric: &str, value: &Value) -> String {
    let unit = named(metric).map_or(Unit::Count, |measure| measure.unit);
    value_words(value, unit)
}
