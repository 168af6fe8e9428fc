//! `raft-atlas why`: the chain of causes behind something in a run.

use model::ids::{RangeId, RequestId};
use std::path::PathBuf;

use documents::scenario::{Resolved, Scenario};
pub(crate) use explain::why::{Answer, Question, StepKind};
use explain::why::{Record, why};
use run::runner;
use text::words::{duration_words, instant_words};

use crate::exit::EXIT_OK;
use crate::input::{BadInput, parse_until, read_scenario};
use crate::out::{Stop, say};

/// Options of `why`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A scenario file.
    file: PathBuf,
    /// The variant; without it the first, or the scenario itself.
    #[arg(long)]
    variant: Option<String>,
    /// Seed instead of the file's.
    #[arg(long)]
    seed: Option<u64>,
    /// The instant at which it is asked, e.g. 10s; without it the run's end.
    #[arg(long, value_parser = parse_until, allow_hyphen_values = true)]
    at: Option<u64>,
    #[command(flatten)]
    about: About,
    /// With --range: why this node's replica has its role.
    #[arg(long, requires = "range")]
    node: Option<String>,
    /// With --range: how this entry came to be, or why it is not committed.
    #[arg(long, requires = "range", conflicts_with = "node")]
    entry: Option<u64>,
    /// With --range: why its lead did not move.
    #[arg(long, requires = "range", conflicts_with_all = ["node", "entry"])]
    not_moved: bool,
    /// With --request: what it waited for.
    #[arg(long, requires = "request")]
    slow: bool,
}

/// What is asked about: one of these.
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct About {
    /// An event, by number.
    #[arg(long)]
    event: Option<u64>,
    /// A message, by number.
    #[arg(long)]
    message: Option<u64>,
    /// A request, by number.
    #[arg(long)]
    request: Option<u64>,
    /// A range: who leads it, or why nobody does.
    #[arg(long)]
    range: Option<u32>,
}

pub(crate) fn ask(args: &Args) -> Result<u8, Stop> {
    let scenario = read_scenario(&args.file)?;
    let resolved = resolve(&scenario, args)?;
    let question = question(args, &resolved)?;
    let mut record = Record::new(&resolved);
    let until_us = args.at.unwrap_or(resolved.duration_us);
    runner::record(&resolved, until_us, |rows| record.push(rows));
    check_range(args, record.ranges(), until_us)?;
    let answer = why(&record, question);
    if let (true, Some(request)) = (answer.is_nothing(), args.about.request) {
        return Err(elsewhere(&resolved, RequestId(request), until_us).into());
    }
    print(&answer)?;
    Ok(EXIT_OK)
}

/// A range may be made in the run: which there are is known once it ran.
fn check_range(args: &Args, ranges: u32, until_us: u64) -> Result<(), BadInput> {
    let last = ranges - 1;
    let Some(range) = args.about.range.filter(|range| *range > last) else {
        return Ok(());
    };
    let at = instant_words(until_us);
    Err(BadInput(format!(
        "--range: found {range}, expected 0 to {last}: the ranges made by {at}"
    )))
}

/// What to ask instead about a request that the record up to an instant does not hold: it is sent
/// later, or so much earlier that it is forgotten, or never.
fn elsewhere(resolved: &Resolved, request: RequestId, until_us: u64) -> BadInput {
    let end_us = resolved.duration_us.max(until_us);
    let found = runner::whereabouts(resolved, end_us, request);
    let at = instant_words(until_us);
    let text = match (found.sent_us, found.ended_us) {
        (None, _) => format!("expected 1 to {}: the run sends no more", found.last),
        (Some(sent_us), None) => {
            let sent = instant_words(sent_us);
            format!("it is sent at {sent} and does not end: ask with --at {sent}")
        }
        (Some(sent_us), Some(ended_us)) => {
            let (sent, ended) = (instant_words(sent_us), instant_words(ended_us));
            format!(
                "the record up to {at} does not hold it, for it is sent at {sent} and ends at \
                 {ended}: ask with --at {ended}"
            )
        }
    };
    BadInput(format!("--request: found {request}, {text}"))
}

fn resolve(scenario: &Scenario, args: &Args) -> Result<Resolved, BadInput> {
    scenario
        .resolve(args.variant.as_deref(), args.seed)
        .map_err(|error| BadInput(error.to_string()))
}

fn question(args: &Args, resolved: &Resolved) -> Result<Question, BadInput> {
    let about = &args.about;
    if let Some(event) = about.event {
        return Ok(Question::Event(event));
    }
    if let Some(flight) = about.message {
        return Ok(Question::Message(flight));
    }
    if let Some(request) = about.request.map(RequestId) {
        return Ok(if args.slow {
            Question::Slow(request)
        } else {
            Question::Request(request)
        });
    }
    let range = about.range.unwrap_or_default();
    Ok(match (&args.node, args.entry) {
        (Some(id), _) => match resolved.names.store(id) {
            Some(node) => Question::Role {
                range: RangeId(range),
                node: u32::from(node.0),
            },
            None => {
                return Err(BadInput(format!("--node: found {id:?}, expected a store")));
            }
        },
        (None, Some(index)) => Question::Entry {
            range: RangeId(range),
            index,
        },
        (None, None) if args.not_moved => Question::NotMoved(RangeId(range)),
        (None, None) => Question::NoLeader(RangeId(range)),
    })
}

fn print(answer: &Answer) -> Result<(), Stop> {
    say!("{}\n{}", answer.question.plain(), answer.short.plain())?;
    for step in &answer.steps {
        // Where a chain ends is said.
        let mark = match step.kind {
            StepKind::Link => "",
            StepKind::Condition => "(",
            StepKind::Action => "[action] ",
            StepKind::Timer => "[timer] ",
            StepKind::Client => "[client] ",
            StepKind::Start => "[start] ",
        };
        let close = if mark == "(" { ")" } else { "" };
        let (instant, text) = (instant_words(step.at_us), step.text.plain());
        say!("\n{instant} {mark}{text}{close}")?;
        if let Some(wait) = &step.wait {
            say!("     after {} {}", duration_words(wait.us), wait.what)?;
        }
        if let Some(rule) = &step.rule {
            say!("     {} [{}]", rule.text, rule.source)?;
        }
        if step.folded > 0 {
            say!("     ({} hops like these are left out)", step.folded)?;
        }
    }
    Ok(())
}
