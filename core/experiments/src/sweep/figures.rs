//! A report taken apart: every figure by its path. Must not know which figures there are.

use serde_json::Value;

use crate::sweep::cell::Cell;
use report::leaves::leaves;

/// Every figure of a report with its path, as expectations name it.
pub(crate) fn figures_of(report: &Value) -> Vec<(String, Cell)> {
    let mut all: Vec<(String, Cell)> = leaves(report)
        .into_iter()
        .filter_map(|(path, leaf)| Some((path, cell_of(leaf)?)))
        .collect();
    all.sort_by(|(a, _), (b, _)| a.cmp(b));
    all
}

fn cell_of(leaf: &Value) -> Option<Cell> {
    match leaf {
        Value::Bool(flag) => Some(Cell::Flag(*flag)),
        Value::Number(number) => number.as_f64().map(Cell::Number),
        Value::String(text) => Some(Cell::Text(text.clone())),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// A figure among those of a run, by its path.
pub(crate) fn find<'a>(figures: &'a [(String, Cell)], path: &str) -> Option<&'a Cell> {
    let place = figures.binary_search_by(|(name, _)| name.as_str().cmp(path));
    place.ok().map(|place| &figures[place].1)
}
