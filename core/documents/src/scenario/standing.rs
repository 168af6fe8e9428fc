//! Which switches may change while a run goes on: all but one way of one of them.

use format::error::{ScenarioError, found_words};
use model::config::{Settings, Timestamps};
use text::say;

/// Refuses a change of switches that what is under way would not outlive. Rows have versions by
/// timestamps from the first on: a read or a transaction that has its timestamp would see what is
/// written later without one, and pass over locks that others still hold.
pub(super) fn check_change(standing: &Settings, after: &Settings) -> Result<(), ScenarioError> {
    if !drops_timestamps(standing, after) {
        return Ok(());
    }
    let standing = standing.reads.timestamps.id();
    let expected = say!(
        "\"tso\" or \"tso+index\": a run that has timestamps (\"{standing}\") keeps them, for reads \
         and transactions under way would see what is written later without; begin a run with \
         \"none\" instead",
        standing
    );
    Err(ScenarioError::at(
        "settings.timestamps",
        found_words(&"\"none\"", &expected),
    ))
}

/// Leaves out of a change what is refused: an act that is done again in a run with other switches
/// does what can be done there.
pub(super) fn keep_refused(standing: &Settings, after: &mut Settings) {
    if drops_timestamps(standing, after) {
        after.reads.timestamps = standing.reads.timestamps;
    }
}

fn drops_timestamps(standing: &Settings, after: &Settings) -> bool {
    let has = |settings: &Settings| settings.reads.timestamps != Timestamps::None;
    has(standing) && !has(after)
}
