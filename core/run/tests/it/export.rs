//! What other programs get: JSON that is JSON, arrows with two ends, spans that close, vector
//! clocks that order what happened before what. Public scenarios and random runs with faults.

use std::collections::BTreeMap;

use crate::common::{check_golden, runs_of, some_public_runs};
use documents::scenario::Resolved;
use experiments::swarm::{FaultKind, disturbed};
use explain::export::{Exporter, Format, RunHeader};
use run::runner;
use serde_json::Value;
use sim::{Micros, SECONDS};

type Clock = BTreeMap<String, u64>;

fn exported(resolved: &Resolved, until_us: Micros, format: Format) -> String {
    let mut exporter = Exporter::new(&RunHeader::of(resolved), format);
    let mut text = String::new();
    runner::record(resolved, until_us, |rows| {
        exporter.push(rows);
        text.push_str(&exporter.take());
    });
    exporter.finish();
    text + &exporter.take()
}

/// Runs with random faults, by seed.
fn disturbed_runs() -> impl Iterator<Item = Resolved> {
    (1..=6).map(|seed| {
        let mut resolved = runs_of("first-look").remove(0).resolved;
        resolved.config.seed = seed;
        disturbed(&resolved, &FaultKind::ALL)
    })
}

/// Of a run in which much happens the beginning is shorter.
const EVENTS_MAX: u64 = 10_000;

/// The beginning of every public run, and random ones.
fn every_run(check: impl Fn(&Resolved, Micros)) {
    for run in some_public_runs(1) {
        let mut cluster = runner::start_unwatched(&run.resolved);
        cluster.run_until(SECONDS / 2, EVENTS_MAX);
        check(&run.resolved, cluster.now());
    }
    for resolved in disturbed_runs() {
        check(&resolved, 4 * SECONDS);
    }
}

/// A log as ShiViz's usual expression reads it: host, clock, text.
fn shiviz_events(log: &str) -> Vec<(String, Clock, String)> {
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(lines.len() % 2, 0, "two lines for each event");
    let event = |pair: &[&str]| {
        let (host, clock) = pair[0].split_once(' ').expect("a host and its clock");
        let clock = serde_json::from_str(clock).expect("the clock is JSON");
        (host.to_string(), clock, pair[1].to_string())
    };
    lines.chunks(2).map(event).collect()
}

/// Whether a vector clock is at least another in every count.
fn dominates(clock: &Clock, other: &Clock) -> bool {
    other
        .iter()
        .all(|(host, count)| clock.get(host).is_some_and(|mine| mine >= count))
}

#[test]
fn a_host_counts_its_events_one_by_one_and_forgets_nothing() {
    every_run(|resolved, until_us| {
        let mut last: BTreeMap<String, Clock> = BTreeMap::new();
        for (host, clock, text) in shiviz_events(&exported(resolved, until_us, Format::ShiViz)) {
            let before = last.entry(host.clone()).or_default();
            let counted = before.get(&host).copied().unwrap_or(0);
            assert_eq!(clock[&host], counted + 1, "{text}");
            assert!(dominates(&clock, before), "{text}");
            *before = clock;
        }
    });
}

#[test]
fn every_delivery_knows_what_its_sender_knew() {
    every_run(|resolved, until_us| {
        let clocks = clocks_by_event(&exported(resolved, until_us, Format::ShiViz));
        // The same run as JSON lines says which message left and arrived in which event.
        let lines = exported(resolved, until_us, Format::JsonLines);
        let mut known = Known::default();
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let mut pairs = 0;
        for event in events_of(&lines) {
            for host in known.hosts_of(&event) {
                *counts.entry(host).or_default() += 1;
            }
            for line in &event {
                let Some(number) = line["message"].as_u64() else {
                    continue;
                };
                if line["fact"] == "sent" {
                    let (from, to) = (text(&line["from"]), text(&line["to"]));
                    let count = counts[&from];
                    known.sent.insert(number, (from, to, count));
                } else if line["fact"] == "delivered" {
                    let (from, to, count) = &known.sent[&number];
                    let (before, after) = (&clocks[from][count - 1], &clocks[to][counts[to] - 1]);
                    assert!(dominates(after, before), "message {number}");
                    assert!(!dominates(before, after), "message {number}");
                    pairs += 1;
                }
            }
        }
        assert!(pairs > 10);
    });
}

/// By host: the clocks of its events in order.
fn clocks_by_event(log: &str) -> BTreeMap<String, Vec<Clock>> {
    let mut clocks: BTreeMap<String, Vec<Clock>> = BTreeMap::new();
    for (host, clock, _) in shiviz_events(log) {
        clocks.entry(host).or_default().push(clock);
    }
    clocks
}

/// The lines of facts, event by event.
fn events_of(lines: &str) -> Vec<Vec<Value>> {
    let mut events: Vec<Vec<Value>> = Vec::new();
    for line in lines.lines().skip(1) {
        let line: Value = serde_json::from_str(line).expect("each line is JSON");
        match events.last_mut() {
            Some(event) if event[0]["event"] == line["event"] => event.push(line),
            _ => events.push(vec![line]),
        }
    }
    events
}

/// Where messages went and requests came from, as the lines say it.
#[derive(Default)]
struct Known {
    /// By message: sender, receiver, and how many events its sender had counted.
    sent: BTreeMap<u64, (String, String, usize)>,
    gateways: BTreeMap<u64, String>,
}

impl Known {
    /// The hosts that an event's facts are on, each once.
    fn hosts_of(&mut self, event: &[Value]) -> Vec<String> {
        let mut hosts: Vec<String> = Vec::new();
        for host in event.iter().filter_map(|line| self.host_of(line)) {
            if !hosts.contains(&host) {
                hosts.push(host);
            }
        }
        hosts
    }

    fn host_of(&mut self, line: &Value) -> Option<String> {
        match line["fact"].as_str()? {
            "sent" => Some(text(&line["from"])),
            "delivered" | "died" => Some(self.sent[&line["message"].as_u64()?].1.clone()),
            "invoked" => {
                let gateway = text(&line["node"]);
                self.gateways
                    .insert(line["request"].as_u64()?, gateway.clone());
                Some(gateway)
            }
            "attempted" | "refused" | "completed" => {
                Some(self.gateways[&line["request"].as_u64()?].clone())
            }
            _ => Some(line["node"].as_str()?.to_string()),
        }
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_string()
}

#[test]
fn trace_events_are_json_and_arrows_and_spans_have_both_ends() {
    every_run(|resolved, until_us| {
        let trace: Value = serde_json::from_str(&exported(resolved, until_us, Format::Perfetto))
            .expect("the whole text is JSON");
        let mut open: BTreeMap<String, (i64, i64)> = BTreeMap::new();
        let mut slices: BTreeMap<(u64, u64, u64), u32> = BTreeMap::new();
        for event in trace["traceEvents"].as_array().expect("a list") {
            let id = format!("{} {} {}", event["cat"], event["name"], event["id"]);
            let (spans, arrows) = open.entry(id).or_default();
            match event["ph"].as_str().expect("a phase") {
                "b" => *spans += 1,
                "e" => *spans -= 1,
                "s" => *arrows += 1,
                "f" => *arrows -= 1,
                "X" => *slices.entry(place(event)).or_default() += 1,
                _ => {}
            }
        }
        for (id, ends) in &open {
            assert_eq!(*ends, (0, 0), "{id}");
        }
        // An arrow's end is bound to the slice at its instant.
        for event in trace["traceEvents"].as_array().expect("a list") {
            let is_message = event["cat"] == "message";
            assert!(!is_message || slices.contains_key(&place(event)), "{event}");
        }
    });
}

fn place(event: &Value) -> (u64, u64, u64) {
    let number = |key: &str| event[key].as_u64().expect("a whole number");
    (number("pid"), number("tid"), number("ts"))
}

#[test]
fn the_first_moments_read_as_kept() {
    let run = &runs_of("first-look")[0];
    for format in Format::ALL {
        let name = format!("export/first-look.{}.txt", format.id());
        check_golden(&name, &exported(&run.resolved, 60_000, format));
    }
}

#[test]
fn a_format_that_does_not_exist_is_not_found() {
    assert_eq!(Format::parse("pcap"), None);
    for format in Format::ALL {
        assert_eq!(Format::parse(format.id()), Some(format));
    }
}
