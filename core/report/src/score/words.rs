//! Scores in words: what is counted, what a value is, what a star asks for.

use serde_json::json;

use crate::goal::{figure_label, figure_words};
use crate::score::{Better, Score};

/// What is counted, as a sentence begins with it.
pub(super) fn label(score: &Score) -> String {
    match score {
        Score::Figure(figure) => figure_label(&figure.metric),
        Score::Points(_) => "Points".to_string(),
        Score::Acts(_) => "Acts".to_string(),
    }
}

/// A value of the score, with its unit.
pub(super) fn told(score: &Score, value: f64) -> String {
    let counted = |one: &str, many: &str| {
        let shown = value.to_string();
        let noun = if shown == "1" { one } else { many };
        format!("{shown} {noun}")
    };
    match score {
        Score::Figure(figure) => figure_words(&figure.metric, &json!(value)),
        Score::Points(_) => counted("point", "points"),
        Score::Acts(_) => counted("act", "acts"),
    }
}

/// What the second star asks for, and the third.
pub fn asked(score: &Score) -> [String; 2] {
    let (second, third) = score.stars();
    let word = match score.better() {
        Better::Less => "at most",
        Better::More => "at least",
    };
    [second, third].map(|bound| format!("{word} {}", told(score, bound)))
}
