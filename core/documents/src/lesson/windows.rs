//! What a step shows of its own run before and since the change: two windows, named as variants
//! are (`before/…`, `since/…`). The first is the run up to the first switch, size or load that was
//! changed in the step, the second from the last one on, or from the last moment that the step
//! names, whichever is later.
//!
//! It must not know how a run is played.

use serde_json::Value;
use sim::Micros;

use crate::lesson::{Explain, RecordedAction};
use format::json::parse_json;

/// Names of the windows.
pub const WINDOWS: [&str; 2] = ["before", "since"];

/// Actions that part the windows: what a step is about, and no fault.
const CHANGES: [&str; 4] = ["set", "resize", "start", "stop"];

fn word(action: &Value) -> &str {
    action["do"].as_str().unwrap_or_default()
}

/// Where the windows of a run end and begin.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Windows {
    /// End of the first.
    pub before_us: Micros,
    /// Beginning of the second.
    pub since_us: Micros,
}

/// The windows of a step that began then, by what was done in it and by the run's report; `None`
/// while nothing was changed.
pub fn windows(
    explain: Option<&Explain>,
    began_us: Micros,
    done: &[RecordedAction],
    report: &Value,
) -> Option<Windows> {
    let sets = done
        .iter()
        .filter(|one| one.at_us > began_us && CHANGES.contains(&word(&one.action)));
    let sets: Vec<Micros> = sets.map(|one| one.at_us).collect();
    let (first_us, last_us) = (sets.iter().min()?, sets.iter().max()?);
    let moment = explain.and_then(|explain| explain.since);
    let moment_us = moment.and_then(|moment| {
        let told = report.get("moments")?.get(moment.words().id)?;
        told.get("last_us")?.as_u64()
    });
    Some(Windows {
        before_us: *first_us,
        since_us: moment_us.unwrap_or(0).max(*last_us),
    })
}

/// The same scenario, with rates and percentiles measured from this instant on.
pub fn measured_from(scenario: &str, from_us: Micros) -> String {
    let mut tree = parse_json(scenario).expect("it was read before");
    tree["measure_from"] = Value::String(format!("{from_us}us"));
    tree.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn done(instants: &[(Micros, &str)]) -> Vec<RecordedAction> {
        let action = |&(at_us, what): &(Micros, &str)| RecordedAction {
            at_us,
            action: json!({ "do": what }),
        };
        instants.iter().map(action).collect()
    }

    #[test]
    fn they_part_at_what_was_set_in_the_step() {
        let done = done(&[
            (500, "set"),
            (2_000, "crash"),
            (3_000, "set"),
            (4_000, "set"),
        ]);
        let parted = windows(None, 1_000, &done, &json!({}));
        let (before_us, since_us) = (3_000, 4_000);
        assert_eq!(
            parted,
            Some(Windows {
                before_us,
                since_us
            })
        );
        assert_eq!(windows(None, 4_000, &done, &json!({})), None);
    }

    #[test]
    fn a_step_may_name_the_moment_from_which_on_it_measures() {
        let report = json!({ "moments": { "moved_leader": { "count": 4, "last_us": 8_500 } } });
        let explain = Explain {
            since: Some(format::moments::Moment::MovedLeader),
            ..Explain::default()
        };
        let parted = windows(Some(&explain), 0, &done(&[(3_500, "set")]), &report);
        let (before_us, since_us) = (3_500, 8_500);
        assert_eq!(
            parted,
            Some(Windows {
                before_us,
                since_us
            })
        );
    }
}
