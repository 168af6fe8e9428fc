//! Which rows of a comparison a person reads first: what the scenario is about, then what became of
//! requests, then whatever differs most. It must not know how rows are made or shown.

use crate::compare::rows::TOLD_FACTOR;
use crate::compare::{Group, Row};
use format::shown::Unit;

/// The row of the figure that the scenario is about.
pub(super) fn proof(rows: &[Row], metric: Option<&str>) -> Option<usize> {
    let metric = metric?;
    rows.iter().position(|row| row.metric == metric)
}

/// All rows, the most telling first; of equals the first in the table.
pub(super) fn ranks(rows: &[Row], proof: Option<usize>) -> Vec<usize> {
    let mut places: Vec<usize> = (0..rows.len()).collect();
    let class = |place: usize| match &rows[place] {
        _ if Some(place) == proof => 0,
        row if row.weight() <= TOLD_FACTOR => 3,
        row if is_outcome(row) => 1,
        _ => 2,
    };
    places.sort_by(|&a, &b| {
        let by_weight = || rows[b].weight().total_cmp(&rows[a].weight());
        class(a).cmp(&class(b)).then_with(by_weight)
    });
    places
}

/// Whether a row counts what became of requests: a run that answers nobody spares every byte.
fn is_outcome(row: &Row) -> bool {
    match row.group {
        Group::Workload => row.unit == Unit::Count,
        Group::Freshness => true,
        Group::BetweenZones | Group::OnTheWire | Group::Money | Group::Raft | Group::AllBytes => {
            false
        }
    }
}
