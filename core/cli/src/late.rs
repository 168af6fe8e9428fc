//! What a scenario says of instants after its run has ended: no fault of the file, since a run may
//! be made longer, and yet nothing comes of it.

use std::collections::BTreeMap;
use std::path::Path;

use documents::scenario::{Resolved, Scenario};
use text::quantity::duration_text;

use crate::input::named;
use crate::out::complain;

/// Says on standard error what of the file never happens: a line for each place, with the variants
/// of which it is so where others have it.
pub(crate) fn warn(file: &Path, scenario: &Scenario) {
    let variants = scenario.variants().iter();
    let mut ids: Vec<Option<&str>> = variants.map(|variant| Some(variant.id.as_str())).collect();
    if ids.is_empty() {
        ids.push(None);
    }
    let mut told: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for id in &ids {
        for line in scenario.resolve(*id, None).iter().flat_map(of_run) {
            told.entry(line).or_default().push(id.unwrap_or_default());
        }
    }
    for (line, of) in told {
        let of = match of.len() {
            all if all == ids.len() => String::new(),
            _ => format!(" (in {})", of.join(", ")),
        };
        complain(&format!("{}: warning: {line}{of}", named(file)));
    }
}

/// A line for each of them.
fn of_run(run: &Resolved) -> Vec<String> {
    let actions = run.actions.iter().enumerate();
    let actions = actions.map(|(i, (at_us, _))| (format!("actions[{i}].at"), *at_us));
    let loads = run.config.workloads.iter().enumerate();
    let loads = loads.flat_map(|(i, load)| {
        let start = (format!("workload[{i}].start"), load.start_us);
        let start = load.running.then_some(start);
        let ramp = load.ramp.iter().enumerate();
        let ramp = ramp.map(move |(j, step)| (format!("workload[{i}].ramp[{j}].at"), step.at_us));
        start.into_iter().chain(ramp)
    });
    let end_us = run.duration_us;
    let late = actions.chain(loads).filter(|(_, at_us)| *at_us > end_us);
    let line = |(path, at_us): (String, u64)| {
        let (at, end) = (duration_text(at_us), duration_text(end_us));
        format!("{path}: {at} is after the end of the run at {end}, so it never happens")
    };
    late.map(line).collect()
}
