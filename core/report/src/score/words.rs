//! Scores in words: what is counted, what a value is, what a star asks for.

use serde_json::json;

use crate::goal::{figure_label, figure_words};
use crate::score::{Better, Score};
use text::say;

/// What is counted, as a sentence begins with it.
pub(super) fn label(score: &Score) -> String {
    match score {
        Score::Figure(figure) => figure_label(&figure.metric),
        Score::Points(_) => say!("Points"),
        Score::Acts(_) => say!("Acts"),
    }
}

/// A value of the score, with its unit.
pub(super) fn value_words(score: &Score, value: f64) -> String {
    let n = value.to_string();
    match (score, n.as_str()) {
        (Score::Figure(figure), _) => figure_words(&figure.metric, &json!(value)),
        (Score::Points(_), "1") => say!("1 point"),
        (Score::Points(_), _) => say!("{n} points", n),
        (Score::Acts(_), "1") => say!("1 act"),
        (Score::Acts(_), _) => say!("{n} acts", n),
    }
}

/// What the second star asks for, and the third.
pub fn asked(score: &Score) -> [String; 2] {
    let (second, third) = score.stars();
    [second, third].map(|bound| {
        let number = value_words(score, bound);
        match score.better() {
            Better::Less => say!("at most {number}", number),
            Better::More => say!("at least {number}", number),
        }
    })
}
