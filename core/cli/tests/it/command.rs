//! The command line from outside: what it prints, and its exit codes (0 held, 1 did not hold,
//! 2 bad input).

use std::io::Write;
use std::path::PathBuf;
use std::process::Output;

use crate::common::{raft_atlas, refused, scenario, stderr, stdout};

/// Writes a file of this content and runs a command on it.
fn on_file(name: &str, content: &[u8], args: &[&str]) -> Output {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::File::create(&path)
        .and_then(|mut file| file.write_all(content))
        .expect("written");
    let path = path.display().to_string();
    let args: Vec<&str> = args
        .iter()
        .map(|arg| if *arg == "FILE" { &path } else { *arg })
        .collect();
    raft_atlas(&args)
}

#[test]
fn run_prints_a_table_and_whether_expectations_are_met() {
    let output = raft_atlas(&["run", &scenario("first-look")]);
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    assert!(
        text.starts_with("First look (seed 1)\n\nrun\n  digest    "),
        "{text}"
    );
    assert!(
        text.contains("\nmet: elections of a leader: 1; the goal is 1\n"),
        "{text}"
    );
}

#[test]
fn run_with_json_prints_the_report_and_nothing_else() {
    let output = raft_atlas(&["run", &scenario("stale-leader"), "--json"]);
    assert_eq!(
        (output.status.code(), stderr(&output).as_str()),
        (Some(0), "")
    );
    let report: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON alone");
    assert_eq!(report["format"], "raft-atlas-report/1");
    assert_eq!(
        report["variants"]["leader"]["workload"]["reads"]["stale"],
        0
    );
    assert_eq!(report["variants"]["leader"]["checks"]["linearizable"], "ok");
    assert_eq!(
        report["variants"]["leader"]["digest"]
            .as_str()
            .map(str::len),
        Some(16)
    );
}

#[test]
fn an_expectation_that_is_not_met_gives_exit_code_1() {
    let text = std::fs::read_to_string(scenario("first-look")).expect("readable");
    let text = text.replace("\"equals\": 1", "\"equals\": 2");
    let output = on_file("unmet.json", text.as_bytes(), &["run", "FILE"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("NOT MET: elections of a leader: 1; the goal is 2"));
}

#[test]
fn the_seed_and_the_end_can_be_chosen() {
    let run = |args: &[&str]| {
        let file = scenario("first-look");
        let output = raft_atlas(&[&["run", &file, "--json"], args].concat());
        let report: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
        (
            report["seed"].clone(),
            report["variants"]["run"]["simulated_us"].clone(),
        )
    };
    assert_eq!(
        run(&["--seed", "9", "--until", "1.5s"]),
        (9.into(), 1_500_000.into())
    );
    refused(
        &raft_atlas(&["run", &scenario("first-look"), "--until", "soon"]),
        "expected a duration",
    );
    refused(
        &raft_atlas(&["run", &scenario("first-look"), "--seed", "9007199254740992"]),
        "seed: found 9007199254740992, expected 0 to 9007199254740991",
    );
}

#[test]
fn compare_prints_a_table_with_signs_ratios_and_the_reason() {
    let file = scenario("follower-read");
    let output = raft_atlas(&["compare", &file, "--until", "3s"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(
        text.starts_with(
            "Follower reads compared with leader reads: leader and follower at 3.000 s\n\
             read mode: leader, follower\n"
        ),
        "{text}"
    );
    assert!(
        text.ends_with(
            "Rows come from a replica in the reader's own zone; only the read index crosses.\n"
        ),
        "{text}"
    );
    assert!(
        text.contains("\nWhat the scenario is about: Bytes between zones, payload, total: 12."),
        "{text}"
    );
    let read = text
        .lines()
        .find(|line| line.ends_with('<'))
        .expect("the greatest difference");
    assert!(
        read.trim_start().starts_with("total ") && read.contains(" times less  <"),
        "{read}"
    );
}

#[test]
fn compare_with_json_gives_figures_of_both_runs_at_one_instant() {
    let file = scenario("follower-read");
    let args = ["--variants", "follower,leader", "--until", "3s", "--json"];
    let output = raft_atlas(&[&["compare", &file][..], &args].concat());
    let comparison: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON alone");
    assert_eq!(comparison["format"], "raft-atlas-comparison/1");
    assert_eq!(
        (&comparison["a"], &comparison["b"]),
        (&"follower".into(), &"leader".into())
    );
    assert_eq!(comparison["simulated_us"], 3_000_000);
    let run = raft_atlas(&["run", &file, "--until", "3s", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&stdout(&run)).expect("JSON");
    let total = &comparison["rows"][0];
    for (side, variant) in [("a", "follower"), ("b", "leader")] {
        let expected = &report["variants"][variant]["bytes"]["cross_zone"]["total"];
        assert_eq!(&total[side], expected);
    }
}

#[test]
fn compare_asks_for_two_variants_that_exist() {
    let first_look = scenario("first-look");
    refused(
        &raft_atlas(&["compare", &first_look]),
        "found a scenario of 0 variants, expected at least two to compare",
    );
    let file = scenario("follower-read");
    refused(
        &raft_atlas(&["compare", &file, "--variants", "leader"]),
        "--variants: found 1, expected two",
    );
    refused(
        &raft_atlas(&["compare", &file, "--variants", "leader,fallower"]),
        "variant: found \"fallower\", expected one of \"leader\", \"follower\"",
    );
}

#[test]
fn digest_prints_a_line_per_variant() {
    let file = scenario("one-way-cut");
    let output = raft_atlas(&["digest", &file]);
    let lines: Vec<String> = stdout(&output).lines().map(str::to_string).collect();
    let variants: Vec<&str> = lines
        .iter()
        .map(|line| line.split(' ').nth(1).unwrap())
        .collect();
    assert_eq!(
        variants,
        ["safeguards", "no-check-quorum", "no-pre-vote", "neither"]
    );
    assert!(lines.iter().all(|line| line.starts_with(&file)));
}

#[test]
fn bad_files_are_refused_with_one_message() {
    refused(
        &raft_atlas(&["run", "no-such-file.json"]),
        "no-such-file.json: cannot be read",
    );
    refused(&raft_atlas(&["run", "."]), "cannot be read");
    refused(
        &on_file("empty.json", b"", &["run", "FILE"]),
        "not valid JSON at line 1",
    );
    refused(
        &on_file("bytes.json", b"\xff\xfe{}", &["run", "FILE"]),
        "no UTF-8 text at offset 0",
    );
    let noise = vec![b'#'; 10_000_000];
    refused(
        &on_file("noise.json", &noise, &["validate", "FILE"]),
        "expected at most that (2 MiB)",
    );
    let text = std::fs::read_to_string(scenario("first-look")).expect("readable");
    let text = text.replace("\"zone\": \"Ohio\"", "\"zone\": \"idaho\"");
    refused(
        &on_file(
            "zone.json",
            text.as_bytes(),
            &["swarm", "FILE", "--seeds", "0..1"],
        ),
        "topology.stores[1].zone: found \"idaho\", expected one of \"Ohio\", \"Oregon\", \"Virginia\"",
    );
}

#[test]
fn bad_usage_is_refused() {
    let file = scenario("first-look");
    refused(&raft_atlas(&["frobnicate"]), "unrecognized subcommand");
    refused(
        &raft_atlas(&["swarm", &file, "--seeds", "5..5"]),
        "expected two seeds such as 0..500",
    );
    refused(
        &raft_atlas(&["swarm", &file, "--seeds", "0..1", "--faults", "gremlins"]),
        "expected all, none or cuts, one-way, loss, vanish, crashes, pauses, delays",
    );
}

#[test]
fn validate_and_schema_speak_json_and_ok() {
    let output = raft_atlas(&["validate", &scenario("first-look"), &scenario("two-cities")]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stdout(&output).matches(": ok\n").count(), 2);
    assert!(
        stdout(&output).contains("\n  leader-10: Leader, 10 rows\n"),
        "variants are listed with their titles: {}",
        stdout(&output)
    );
    let schema: serde_json::Value =
        serde_json::from_str(&stdout(&raft_atlas(&["schema"]))).expect("JSON");
    assert_eq!(schema["title"], "Raft Atlas scenario");
}

#[test]
fn export_writes_each_format() {
    let first_look = scenario("first-look");
    let start_of = |format: &str| {
        let args = [
            "export",
            &first_look,
            "--until",
            "100ms",
            "--format",
            format,
        ];
        let output = raft_atlas(&args);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output)
    };
    assert!(start_of("jsonl").starts_with("{\"format\":\"raft-atlas-facts/1\""));
    assert!(start_of("shiviz").starts_with("s2 {\"s2\":1}\n"));
    let trace: serde_json::Value = serde_json::from_str(&start_of("perfetto")).expect("JSON");
    assert!(
        trace["traceEvents"]
            .as_array()
            .is_some_and(|events| events.len() > 20)
    );
}

#[test]
fn export_writes_the_variant_asked_for_to_a_file() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("variant.jsonl");
    let path = path.display().to_string();
    let stale = scenario("stale-leader");
    let args = [
        "export",
        &stale,
        "--variant",
        "leader",
        "--format",
        "jsonl",
        "--until",
        "1s",
    ];
    let output = raft_atlas(&[&args[..], &["--out", &path]].concat());
    assert_eq!(
        (output.status.code(), stdout(&output).as_str()),
        (Some(0), "")
    );
    let text = std::fs::read_to_string(&path).expect("written");
    let first = text.lines().next().expect("a line");
    assert!(first.contains("\"variant\":\"leader\""), "{first}");
}

#[test]
fn export_refuses_a_format_and_a_variant_that_do_not_exist() {
    let stale = scenario("stale-leader");
    refused(
        &raft_atlas(&["export", &stale, "--format", "pcap"]),
        "expected one of perfetto, shiviz, jsonl",
    );
    refused(
        &raft_atlas(&["export", &stale, "--format", "jsonl", "--variant", "none"]),
        "expected",
    );
}

#[test]
fn why_tells_the_chain_back_to_the_cut() {
    let stale = scenario("stale-leader");
    let args = ["why", &stale, "--at", "9s", "--range", "0", "--node", "s2"];
    let output = raft_atlas(&args);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.starts_with("Why is s2 leader in term 2?\n"), "{text}");
    assert!(text.contains("[action] Isolate Dublin."), "{text}");
    assert!(
        text.contains("[Raft (Ongaro and Ousterhout, 2014), 5.2]"),
        "{text}"
    );
}

#[test]
fn why_refuses_what_the_scenario_does_not_have() {
    let stale = scenario("stale-leader");
    refused(
        &raft_atlas(&["why", &stale, "--range", "7"]),
        "--range: found 7, expected 0 to 0",
    );
    refused(
        &raft_atlas(&["why", &stale, "--range", "0", "--node", "g1"]),
        "--node: found \"g1\", expected a store",
    );
    refused(&raft_atlas(&["why", &stale]), "required");
}

fn lesson(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../public/lessons");
    folder.join(format!("{name}.json")).display().to_string()
}

#[test]
fn lesson_plays_solution_and_wrong_try_of_a_step() {
    let output = raft_atlas(&["lesson", &lesson("one-round-trip"), "--step", "together"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.starts_with("One round trip\n  together"), "{text}");
    assert!(text.contains("solution met at 1."), "{text}");
    assert!(text.contains("wrong try not met at 2.6"), "{text}");
}

#[test]
fn lesson_fails_when_a_solution_does_not_meet_its_goal() {
    let text = std::fs::read_to_string(lesson("one-round-trip")).expect("the lesson");
    let harder = text.replace("\"at_most\": 120000", "\"at_most\": 1000");
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../public/scenarios");
    let folder = folder.display().to_string();
    let args = [
        "lesson",
        "FILE",
        "--step",
        "together",
        "--scenarios",
        &folder,
    ];
    let output = on_file("harder-lesson.json", harder.as_bytes(), &args);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(
        stdout(&output).contains("solution not met"),
        "{}",
        stdout(&output)
    );
}

#[test]
fn lesson_says_which_steps_there_are_and_what_a_bad_file_lacks() {
    let output = raft_atlas(&["lesson", &lesson("one-round-trip"), "--step", "nowhere"]);
    refused(
        &output,
        "found no step \"nowhere\", expected one of two, together,",
    );
    let output = on_file("no-lesson.json", b"{}", &["lesson", "FILE"]);
    refused(&output, "no-lesson.json: ");
}
