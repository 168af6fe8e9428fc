//! Public scenarios as people read them: the first seconds of one, the turning point of another,
//! message by message and in sentences.

mod transcript;

use crate::common::{Run, check_golden, runs_of};
use cluster::Cluster;
use observe::narrate::notable_line;
use run::runner;
use sim::Micros;
use transcript::Transcript;

/// Lines of a transcript: an election, the first writes and reads.
const LINES_MAX: usize = 400;

fn transcript(run: &Run, until_us: Micros) -> String {
    let resolved = &run.resolved;
    let observer = Transcript::new(&resolved.names, LINES_MAX);
    let mut cluster = Cluster::new(resolved.config.clone(), resolved.actions.clone(), observer);
    cluster.run_until(until_us, u64::MAX);
    cluster.observer().text()
}

/// The whole run in the page's sentences.
fn story(run: &Run) -> String {
    let mut cluster = runner::start(&run.resolved);
    cluster.run_until(run.resolved.duration_us, u64::MAX);
    let notables = cluster.observer().narration().after(0);
    notables
        .map(|notable| notable_line(notable) + "\n")
        .collect()
}

#[test]
fn first_look_elects_a_leader_and_serves() {
    let run = &runs_of("first-look")[0];
    check_golden("transcripts/first-look.txt", &transcript(run, 3_000_000));
}

#[test]
fn every_variant_of_the_stale_leader_tells_its_story() {
    for run in runs_of("stale-leader") {
        let name = format!("transcripts/stale-leader.{}.txt", run.variant);
        check_golden(&name, &story(&run));
    }
}

#[test]
fn every_variant_of_the_one_way_cut_tells_its_story() {
    for run in runs_of("one-way-cut") {
        let name = format!("transcripts/one-way-cut.{}.txt", run.variant);
        check_golden(&name, &story(&run));
    }
}
