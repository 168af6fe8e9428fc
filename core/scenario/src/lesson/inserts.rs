//! Figures that a text asks for, as `{{metric|unit}}`: the one place that knows how they are
//! written. It must not know reports, nor how figures are shown.

use super::shape::{Explain, Unit};

/// What a text asks for, in order: metric and unit, or what stands there instead of them.
pub(super) fn inserts(text: &str) -> impl Iterator<Item = Result<(&str, Unit), &str>> {
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

impl Explain {
    /// Every metric that its figures and its text speak of, in their order, as
    /// `path.in.report` or `variant/path.in.report`.
    pub fn metrics(&self) -> impl Iterator<Item = &str> {
        let figures = self.figures.iter();
        let of_figures = figures.flat_map(|shown| [Some(&shown.metric), shown.over.as_ref()]);
        let of_text = inserts(&self.text).filter_map(Result::ok);
        let of_figures = of_figures.flatten().map(String::as_str);
        of_figures.chain(of_text.map(|(metric, _)| metric))
    }
}
