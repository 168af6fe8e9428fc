//! What makes a list of published figures one that says where each stands: no standing without its
//! reason, no band that nothing could miss.

use crate::fidelity::{Band, List, Row, Standing};
use documents::scenario::bounds::{Ids, check_new};
use format::error::{Problems, ScenarioError, quoted};
use format::tree::out_of_bounds;

/// The most that a band may reach from its one end to its other.
const BAND_WIDTH_MAX: f64 = 0.5;
pub(super) fn check(list: &List) -> Result<(), ScenarioError> {
    let mut problems = out_of_bounds(list);
    let mut sources = Ids::default();
    let new = list.sources.iter().map(|source| &source.id);
    check_new("sources", new, &mut sources, &mut problems);
    let mut ids = Ids::default();
    let new = list.rows.iter().map(|row| &row.id);
    check_new("rows", new, &mut ids, &mut problems);
    for (i, row) in list.rows.iter().enumerate() {
        let path = format!("rows[{i}]");
        if !sources.contains(&row.source) {
            let path = format!("{path}.source");
            problems.expected(path, quoted(&row.source), "the id of a source of this list");
        }
        for (j, fitted) in row.fitted.iter().enumerate() {
            if !ids.contains(&fitted.to) {
                let path = format!("{path}.fitted[{j}].to");
                problems.expected(path, quoted(&fitted.to), "the id of a row of this list");
            }
        }
        check_row(row, &path, &mut problems);
    }
    problems.into_result()
}

fn check_row(row: &Row, path: &str, problems: &mut Problems) {
    if let Some(published) = &row.published
        && (published.from < 0.0 || published.most() < published.from)
    {
        let path = format!("{path}.published.to");
        problems.expected(path, published.most(), "from or more, and both 0 or more");
    }
    if let Some(Band { at_least, at_most }) = row.band {
        let is_one = at_least >= 0.0 && at_least < at_most && at_most - at_least <= BAND_WIDTH_MAX;
        if !is_one {
            let expected = format!("0 or more, rising, at most {BAND_WIDTH_MAX} apart");
            problems.expected(
                format!("{path}.band"),
                format!("{at_least} to {at_most}"),
                expected,
            );
        }
    }
    check_standing(row, path, problems);
}

/// A standing comes with what it rests on, and with nothing that contradicts it.
fn check_standing(row: &Row, path: &str, problems: &mut Problems) {
    let is_compared = row.ours.is_some() && row.published.is_some();
    let wanted = |is_wanted: bool| if is_wanted { "one" } else { "none" };
    let mut expect = |key: &str, is_there: bool, is_wanted: bool| {
        if is_there != is_wanted {
            let expected = format!("{} of what is {}", wanted(is_wanted), row.standing.id());
            problems.expected(format!("{path}.{key}"), wanted(is_there), expected);
        }
    };
    let is_modelled = row.standing != Standing::NotModelled;
    // A measured figure that ours is near needs none.
    if row.standing != Standing::Measured {
        expect("why", row.why.is_some(), !is_modelled);
    }
    expect(
        "measured",
        row.measured.is_some(),
        row.standing == Standing::Measured,
    );
    if row.standing == Standing::Measured {
        expect("published", row.published.is_some(), true);
    }
    expect(
        "fitted",
        !row.fitted.is_empty(),
        row.standing == Standing::Fitted,
    );
    expect("band", row.band.is_some(), is_modelled && is_compared);
    if is_modelled {
        expect("ours", row.ours.is_some(), true);
    }
}
