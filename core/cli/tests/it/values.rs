//! `--set`: values in the place of a file's, for one run.

use std::process::Output;

use serde_json::Value;

use crate::common::{raft_atlas, scenario};

/// A run of three seconds with these values.
fn run(file: &str, values: &[&str]) -> Output {
    let file = scenario(file);
    let mut args = vec!["run", &file, "--until", "3s", "--json"];
    for value in values {
        args.extend(["--set", value]);
    }
    raft_atlas(&args)
}

fn report(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("a report")
}

#[test]
fn any_value_may_be_another_in_every_variant_whatever_the_variant_says() {
    let values = [
        "settings.read_mode=local",
        "workload[scans].clients=1",
        "seed=9",
    ];
    let set = report(&run("follower-read", &values));
    let plain = report(&run("follower-read", &[]));
    for variant in ["leader", "follower"] {
        let [set, plain] = [&set, &plain].map(|report| &report["variants"][variant]);
        assert_eq!(set["settings"]["read_mode"], "local", "{variant}");
        let median = |run: &Value| run["workload"]["scans"]["p50_us"].as_u64().expect("a time");
        assert!(median(set) * 10 < median(plain), "{variant}");
    }
    let by_place = [
        "settings.read_mode=local",
        "workload[0].clients=1",
        "seed=9",
    ];
    assert_eq!(set, report(&run("follower-read", &by_place)));
}

#[test]
fn one_variant_alone_is_the_run_that_it_is_among_all() {
    let file = scenario("follower-read");
    let run = |args: &[&str]| {
        let all = ["run", &file, "--until", "3s", "--json"];
        report(&raft_atlas(&[&all, args].concat()))
    };
    let all = run(&[]);
    let alone = run(&["--variant", "follower"]);
    let names: Vec<&String> = alone["variants"]
        .as_object()
        .expect("them")
        .keys()
        .collect();
    assert_eq!(names, ["follower"]);
    assert_eq!(alone["variants"]["follower"], all["variants"]["follower"]);
    // A value that fits it need not fit the others.
    let seeded = run(&["--variant", "follower", "--seed", "9"]);
    let set = run(&["--variant", "follower", "--set", "seed=9"]);
    assert_eq!(set, seeded);
    let output = raft_atlas(&["run", &file, "--variant", "folower"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).expect("text");
    let expected = "variant: found \"folower\", expected one of \"leader\", \"follower\"";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn of_one_variant_that_is_judged_which_speaks_of_it_alone() {
    let file = scenario("stale-leader");
    let judged = |args: &[&str]| {
        let output = raft_atlas(&[&["run", &file, "--json"], args].concat());
        assert_eq!(output.status.code(), Some(0));
        let report = report(&output);
        report["expect"].as_array().expect("a list").clone()
    };
    let all = judged(&[]);
    // It breaks its promise, which is expected of it.
    let alone = judged(&["--variant", "leader-unchecked"]);
    let speaks = |one: &&Value| one.to_string().contains("leader-unchecked");
    let of_it: Vec<&Value> = all.iter().filter(speaks).collect();
    assert!(!of_it.is_empty() && of_it.len() < all.len(), "{all:#?}");
    assert_eq!(alone.iter().collect::<Vec<_>>(), of_it);
}

#[test]
fn what_the_file_expects_of_its_own_runs_is_not_asked_of_others() {
    let output = raft_atlas(&["run", &scenario("first-look"), "--set", "workload=[]"]);
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(!text.contains("met:") && !text.contains("MET:"), "{text}");
}

#[test]
fn a_path_that_leads_nowhere_is_told_with_what_is_there() {
    let said = |value: &str, expected: &str| {
        let output = run("follower-read", &[value]);
        assert_eq!(output.status.code(), Some(2));
        let text = String::from_utf8(output.stderr).expect("text");
        assert!(text.contains(expected), "{value}: {text}");
    };
    said(
        "workload[5].clients=1",
        "in variant \"leader\": workload[5]: found nothing, expected 0 to 1 or one of \"scans\", \
        \"puts\"",
    );
    said(
        "settings.read_modus=lease",
        "in variant \"leader\": settings.read_modus: unknown key, expected one of",
    );
    said(
        "workload[0].clients=many",
        "in variant \"leader\": workload[0].clients: found \"many\", expected a whole number",
    );
    said("title.of=1", "in variant \"leader\": title: found \"");
    said(
        "workload",
        "expected path=value, e.g. settings.read_mode=lease",
    );
    said(
        "expect=[]",
        "expected a key of the run itself, not of the file",
    );
}
