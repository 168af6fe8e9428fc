//! What stale reads need to make sense together: a bound that the clocks allow, safe times, and an
//! oracle where those come from one.
//!
//! A `set` action is not held to this: it is what a client might do, and the gateway refuses then.

use crate::scenario::file::File;
use format::error::Problems;
use format::units::DurationUs;
use format::word::Word;
use model::config::{ReadMode, SafeTime};
use text::quantity::duration_text;
use text::{phrase, say};

/// Checks settings and workloads of a file.
pub(super) fn check(file: &File, problems: &mut Problems) {
    let skew = file.topology.clocks.max_skew;
    check_bound(
        "settings.staleness",
        file.settings.staleness_us,
        skew,
        problems,
    );
    let safe_time = file
        .settings
        .safe_time
        .map_or(SafeTime::Off, |Word(from)| from);
    if safe_time == SafeTime::Resolved && file.topology.pd.is_none() {
        let expected = phrase!("another, since topology has no \"pd\" to ask for timestamps");
        problems.expected("settings.safe_time", "\"resolved\"", expected);
    }
    let needs_safe_time = |mode: Option<Word<ReadMode>>| {
        mode == Some(Word(ReadMode::Stale)) && safe_time == SafeTime::Off
    };
    let expected = phrase!("another, since settings.safe_time is \"off\"");
    if needs_safe_time(file.settings.read_mode) {
        problems.expected("settings.read_mode", "\"stale\"", expected);
    }
    for (i, workload) in file.workload.iter().enumerate() {
        let path = format!("workload[{i}]");
        check_bound(
            &format!("{path}.staleness"),
            workload.staleness,
            skew,
            problems,
        );
        if needs_safe_time(workload.read_mode) {
            problems.expected(format!("{path}.read_mode"), "\"stale\"", expected);
        }
    }
}

/// A bound below twice the greatest skew is refused by an error that names both, as YugabyteDB's
/// does; equal is accepted.
fn check_bound(path: &str, bound: Option<DurationUs>, skew: DurationUs, problems: &mut Problems) {
    let least_us = model::config::least_staleness_us(skew.0);
    let Some(bound) = bound.filter(|bound| bound.0 < least_us) else {
        return;
    };
    let expected = say!(
        "at least {least}, twice the {skew} of topology.clocks.max_skew",
        least = duration_text(least_us),
        skew = duration_text(skew.0)
    );
    problems.expected(path, duration_text(bound.0), expected);
}
