//! What the command line tells beside results: where a problem stands, what was refused, what to
//! ask instead; and what it writes for other programs.

use std::path::PathBuf;

use crate::common::{raft_atlas, scenario};

fn temporary(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    folder.join(name).display().to_string()
}

/// A published scenario with one text replaced, as a file.
fn changed(name: &str, of: &str, from: &str, to: &str) -> String {
    let text = std::fs::read_to_string(scenario(of)).expect("readable");
    assert!(text.contains(from), "{of} has {from}");
    let path = temporary(name);
    std::fs::write(&path, text.replacen(from, to, 1)).expect("written");
    path
}

/// Exit code, what was printed, and complaints.
fn told(args: &[&str]) -> (Option<i32>, String, String) {
    let output = raft_atlas(args);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

const BOUND: &str = "\"equals\": 1";

#[test]
fn an_expectation_of_a_misspelt_figure_is_refused_with_line_and_suggestion() {
    let file = changed(
        "misspelt.json",
        "first-look",
        "run/elections",
        "run/electoins",
    );
    let (code, out, complaint) = told(&["validate", &file]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    let text = std::fs::read_to_string(&file).expect("readable");
    let before = text.split("\"run/electoins\"").next().expect("it is there");
    let line = before.matches('\n').count() + 1;
    let column = before.lines().last().map_or(0, |line| line.chars().count()) + 1;
    let words =
        "expect[0].metric: found \"electoins\" in \"run/electoins\", expected \"elections\"";
    assert_eq!(complaint, format!("{file}:{line}:{column}: {words}\n"));
}

#[test]
fn a_run_that_ends_elsewhere_than_the_file_says_is_not_judged() {
    let file = changed("unmet-later.json", "first-look", BOUND, "\"equals\": 2");
    for until in ["59s", "61s"] {
        let (code, out, _) = told(&["run", &file, "--until", until]);
        assert_eq!(code, Some(0), "{until}: {out}");
        assert!(out.contains("expectations are not judged"), "{out}");
    }
    let (code, out, _) = told(&["run", &file, "--until", "60s"]);
    assert_eq!(code, Some(1), "{out}");
}

#[test]
fn scripted_actions_that_are_refused_are_told_with_their_reason() {
    let splits = "\"actions\": [
        { \"at\": \"2s\", \"do\": \"split\", \"range\": 0, \"key\": 0 },
        { \"at\": \"3s\", \"do\": \"split\", \"range\": 0, \"key\": 0 },
        { \"at\": \"4s\", \"do\": \"transfer\", \"range\": 0, \"to\": \"s2\" }
    ], \"topology\"";
    let file = changed("refused.json", "first-look", "\"topology\"", splits);
    let (code, out, complaint) = told(&["run", &file, "--until", "5s"]);
    assert_eq!((code, complaint.as_str()), (Some(0), ""));
    let line = "  refused   2 actions could not be done: the key is not inside the range, or is its \
                first. The first, at 2.000000s: Split range 0 at key 0.\n";
    assert!(out.contains(line), "{out}");
}

#[test]
fn a_negative_time_is_quoted_as_it_was_written() {
    let (code, _, complaint) = told(&["run", &scenario("first-look"), "--until", "-5s"]);
    assert_eq!(code, Some(2));
    assert!(
        complaint.contains("found \"-5s\", expected a duration"),
        "{complaint}"
    );
    let file = changed("negative.json", "first-look", "\"60s\"", "\"-60s\"");
    let (_, _, complaint) = told(&["validate", &file]);
    assert!(
        complaint.contains("duration: found \"-60s\", expected"),
        "{complaint}"
    );
}

#[test]
fn a_title_gives_a_terminal_no_orders() {
    let title = "\"title\": \"\\u001b[31mRed\\u001b]0;gone\\u0007 \\u202eeltit\"";
    let file = changed(
        "orders.json",
        "first-look",
        "\"title\": \"First look\"",
        title,
    );
    let (code, out, _) = told(&["run", &file, "--until", "1s"]);
    assert_eq!(code, Some(0));
    assert!(
        out.starts_with("\\u001b[31mRed\\u001b]0;gone\\u0007 \\u202eeltit"),
        "{out}"
    );
    let (_, report, _) = told(&["run", &file, "--until", "1s", "--json"]);
    assert!(!report.contains('\u{1b}') && !report.contains('\u{202e}'));
    serde_json::from_str::<serde_json::Value>(&report).expect("still JSON");
}

#[test]
fn why_says_at_which_instant_a_request_can_be_asked_about() {
    let file = scenario("first-look");
    let ask = |request: &str, at: &str| told(&["why", &file, "--request", request, "--at", at]);
    let (code, out, complaint) = ask("20", "5s");
    assert_eq!((code, out.as_str()), (Some(2), ""));
    let at = complaint
        .trim()
        .rsplit(' ')
        .next()
        .expect("an instant")
        .to_string();
    assert!(
        complaint.contains("found 20, the record up to 5.000000s does not hold it"),
        "{complaint}"
    );
    let (code, out, _) = ask("20", &at);
    assert_eq!(code, Some(0));
    assert!(out.starts_with("Why did r20"), "{out}");
    let (code, _, complaint) = ask("5000000", "5s");
    assert_eq!(code, Some(2));
    assert!(
        complaint.contains("found 5000000, expected 1 to "),
        "{complaint}"
    );
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_is_named() {
    let file = scenario("first-look");
    let export = [
        "export", &file, "--format", "jsonl", "--until", "2s", "--out",
    ];
    for path in ["/dev/full", "/nowhere/at/all"] {
        let (code, _, complaint) = told(&[&export[..], &[path]].concat());
        assert_eq!(code, Some(2));
        assert!(
            complaint.starts_with(&format!("{path}: cannot be written: ")),
            "{complaint}"
        );
    }
}

#[test]
fn bench_documents_are_runs_that_can_be_run() {
    for name in [
        "ranges-0",
        "ranges-1001",
        "ranges-99999999",
        "ranges-+5",
        "ranges-",
        "stores-2",
        "stores-1001",
        "loads",
    ] {
        let (code, out, complaint) = told(&["bench", "--document", name]);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{name}");
        let words = format!("--document: found {name:?}, expected load, pace, quiet, flights");
        assert!(complaint.starts_with(&words), "{complaint}");
    }
    for name in ["ranges-1000", "busy-tenth", "stores-1000"] {
        let (code, document, _) = told(&["bench", "--document", name]);
        assert_eq!(code, Some(0), "{name}");
        let scenario = documents::scenario::Scenario::parse(&document);
        scenario
            .expect("a valid scenario")
            .resolve(None, None)
            .expect("it resolves");
    }
}

/// The rows of a CSV file without its head, and the head.
fn rows(folder: &str, file: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let mut reader = csv::Reader::from_path(format!("{folder}/{file}")).expect("readable");
    let head = reader
        .headers()
        .expect("a head")
        .iter()
        .map(str::to_string)
        .collect();
    let row = |row: Result<csv::StringRecord, csv::Error>| {
        row.expect("a row").iter().map(str::to_string).collect()
    };
    (head, reader.records().map(row).collect())
}

#[test]
fn run_writes_figures_traffic_and_latency_over_time_as_csv() {
    let folder = temporary("csv");
    let file = scenario("follower-read");
    let args = ["run", &file, "--until", "3.25s"];
    let (code, plain, _) = told(&args);
    let (code_too, out, complaint) = told(&[&args[..], &["--csv", &folder]].concat());
    assert_eq!((code, &plain, complaint.as_str()), (code_too, &out, ""));
    let report = told(&[&args[..], &["--json"]].concat()).1;
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    let of = &report["variants"]["leader"];

    let (head, figures) = rows(&folder, "figures.csv");
    assert_eq!(head, ["variant", "metric", "value"]);
    let total = of["wire"]["cross_zone"]["total"].to_string();
    let found = |metric: &str| {
        let row = figures
            .iter()
            .find(|row| row[0] == "leader" && row[1] == metric);
        row.expect(metric)[2].clone()
    };
    assert_eq!(found("wire.cross_zone.total"), total);
    assert_eq!(found("digest"), of["digest"].as_str().expect("a digest"));

    let (head, traffic) = rows(&folder, "traffic.csv");
    assert_eq!(head, ["variant", "from_us", "to_us", "kind", "wire_bytes"]);
    let own = traffic.iter().filter(|row| row[0] == "leader");
    let sum: u64 = own
        .clone()
        .map(|row| row[4].parse::<u64>().expect("bytes"))
        .sum();
    assert_eq!(sum.to_string(), total, "every byte once");
    assert_eq!(
        own.clone().next_back().map(|row| row[2].as_str()),
        Some("3250000")
    );

    let (head, latency) = rows(&folder, "latency.csv");
    assert_eq!(
        head[..6],
        ["variant", "load", "from_us", "to_us", "ok", "failed"]
    );
    let load = &latency[0][1];
    let ok = latency
        .iter()
        .filter(|row| row[0] == "leader" && row[1] == *load);
    let sum: u64 = ok
        .clone()
        .map(|row| row[4].parse::<u64>().expect("a count"))
        .sum();
    assert_eq!(sum, of["workload"][load]["ok"].as_u64().expect("a count"));
    assert_eq!(ok.count(), 4);
    let (code, _, complaint) = told(&[&args[..], &["--csv", &file]].concat());
    assert_eq!(code, Some(2));
    assert!(
        complaint.starts_with(&format!("{file}: cannot be written: ")),
        "{complaint}"
    );
}

#[test]
fn where_nobody_looks_there_is_no_bar() {
    let args = ["swarm", &scenario("first-look"), "--seeds", "0..12"];
    let (code, _, complaint) = told(&args);
    assert_eq!((code, complaint.as_str()), (Some(0), ""));
}

#[test]
fn completions_and_examples_are_there() {
    // The shells that most have are asked in `completions.rs`.
    for shell in ["powershell", "elvish"] {
        let (code, out, _) = told(&["completions", shell]);
        assert_eq!(code, Some(0));
        assert!(out.contains("measure-from"), "{shell}");
    }
    for command in [
        "run",
        "compare",
        "swarm",
        "export",
        "why",
        "lesson",
        "challenge",
        "validate",
        "check",
    ] {
        let (code, out, _) = told(&[command, "--help"]);
        let example = format!("Examples:\n  raft-atlas {command} ");
        assert!(code == Some(0) && out.contains(&example), "{out}");
    }
    assert!(told(&["--help"]).1.contains("Examples:\n  raft-atlas run "));
}

/// A scenario of three stores, with these keys beside its topology, as a file.
fn three_stores(name: &str, rest: &serde_json::Value) -> String {
    let mut file = serde_json::json!({
        "format": "raft-atlas/1",
        "title": "Three stores",
        "duration": "6s",
        "topology": {
            "zones": [{ "id": "a" }, { "id": "b" }, { "id": "c" }],
            "stores": [{ "id": "s1", "zone": "a" }, { "id": "s2", "zone": "b" },
                { "id": "s3", "zone": "c" }],
            "gateways": [{ "id": "g1", "zone": "a" }],
            "pd": { "zone": "a" },
        },
        "data": { "rows": 1000, "leaders": ["s1"] },
    });
    let all = file.as_object_mut().expect("it is one");
    all.extend(rest.as_object().expect("keys of a file").clone());
    let path = temporary(name);
    std::fs::write(&path, file.to_string()).expect("written");
    path
}

#[test]
fn why_knows_the_ranges_that_the_run_has_made_by_then() {
    let file = three_stores(
        "split-then-transfer.json",
        &serde_json::json!({ "actions": [
            { "at": "2s", "do": "split", "range": 0, "key": 500 },
            { "at": "4s", "do": "transfer", "to": "s2", "range": 1 },
        ] }),
    );
    let ask = |at: &str| told(&["why", &file, "--at", at, "--range", "1", "--node", "s2"]);
    let (code, out, complaint) = ask("5s");
    assert_eq!((code, complaint.as_str()), (Some(0), ""));
    assert!(out.starts_with("Why is s2 leader in term "), "{out}");
    let (code, _, complaint) = ask("1s");
    let words = "--range: found 1, expected 0 to 0: the ranges made by 1.000000s";
    assert!(code == Some(2) && complaint.contains(words), "{complaint}");
}

#[test]
fn validate_warns_of_bounds_that_safe_times_do_not_reach() {
    let settings = |staleness: &str| {
        serde_json::json!({ "settings": { "timestamps": "tso", "safe_time": "resolved",
            "read_mode": "stale", "staleness": staleness } })
    };
    let short = three_stores("short-bound.json", &settings("5s"));
    let (code, out, complaint) = told(&["validate", &short]);
    assert_eq!((code, complaint.as_str()), (Some(0), ""));
    let words = "  warning: settings.staleness: 5s is less than 20s, which safe times may be behind \
                 (reads.resolved_interval): most of these reads go to the leader\n";
    assert!(out.ends_with(words), "{out}");
    let long = three_stores("long-bound.json", &settings("30s"));
    assert!(!told(&["validate", &long]).1.contains("warning"));
    // Safe times that travel with heartbeats: one announces, the next says that a quorum knows.
    let with_heartbeats = |name: &str, heartbeat_ticks: u32| {
        let changes = serde_json::json!({
            "raft": { "tick": "1s", "heartbeat_ticks": heartbeat_ticks, "election_ticks": 10 },
            "settings": { "safe_time": "hybrid", "read_mode": "stale", "staleness": "3s" },
        });
        told(&["validate", &three_stores(name, &changes)]).1
    };
    let out = with_heartbeats("rare-heartbeats.json", 2);
    let words = "3s is less than 4s, which safe times may be behind (raft.tick and \
                 raft.heartbeat_ticks)";
    assert!(out.contains(words), "{out}");
    assert!(!with_heartbeats("often-heartbeats.json", 1).contains("warning"));
}
