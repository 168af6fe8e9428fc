//! `raft-atlas advise`: its answer, the same from a sweep's folder, and its evidence run again.

use std::fs;
use std::path::PathBuf;
use std::process::Output;
use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::common::raft_atlas;

fn temporary(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// A small form: four settings, two seeds.
static FORM: LazyLock<String> = LazyLock::new(|| {
    let form = json!({
        "format": "raft-atlas-advice/1",
        "title": "Small",
        "zones": [
            { "id": "a", "clients": 2 },
            { "id": "b", "clients": 1 },
            { "id": "c", "clients": 1 },
        ],
        "links": { "across_rtt": "10ms" },
        "data": { "ranges": 3, "rows": 300 },
        "raft": { "product": "etcd" },
        "load": { "reads_per_s": 60, "writes_per_s": 10, "rows_per_read": 4 },
        "limits": { "p99_of_reads": "9ms", "staleness": "1s", "survive_zone_loss": true },
        "consider": { "read_modes": ["follower", "stale"], "leaders": ["spread"] },
        "runs": { "seeds": 2, "measured": "2s" },
    });
    let path = temporary("advise-form.json");
    fs::write(&path, form.to_string()).expect("the folder is there");
    path.display().to_string()
});

fn stdout(output: &Output, code: i32) -> String {
    let said = String::from_utf8(output.stderr.clone()).expect("text");
    assert_eq!(output.status.code(), Some(code), "{said}");
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn answer(args: &[&str]) -> Value {
    let mut all = vec!["advise", FORM.as_str(), "--json"];
    all.extend(args);
    serde_json::from_str(&stdout(&raft_atlas(&all), 0)).expect("JSON")
}

#[test]
fn it_recommends_in_words_and_tells_what_to_set() {
    let text = stdout(&raft_atlas(&["advise", &FORM]), 0);
    let lines = [
        "Stale reads at the closest replica, compact entries: ",
        "; they are up to 1 s old.",
        "No setting with the newest reads keeps every limit; nearest is follower reads",
        "Excluded: p99 of reads 20.3 ms in a, over your 9 ms:",
        "8 runs of 4 settings, each measured for 2 s of simulated time.",
        "What to set: --set settings.read_mode=stale --set settings.safe_time=hybrid",
    ];
    for line in lines {
        assert!(text.contains(line), "{line} in {text}");
    }
}

#[test]
fn a_sweep_of_the_form_gives_the_same_answer() {
    let sweep = temporary("advise-sweep.json").display().to_string();
    let said = stdout(&raft_atlas(&["advise", &FORM, "--sweep", &sweep]), 0);
    assert!(said.starts_with("8 runs: raft-atlas sweep "), "{said}");
    let out = temporary("advise-runs");
    let _ = fs::remove_dir_all(&out);
    let out = out.display().to_string();
    stdout(
        &raft_atlas(&["sweep", &sweep, "--out", &out, "--threads", "2"]),
        0,
    );
    assert_eq!(answer(&["--from", &out]), answer(&["--threads", "1"]));
}

#[test]
fn a_run_of_a_row_is_that_of_its_digest() {
    let answer = answer(&[]);
    let place = answer["recommended"].as_u64().expect("one") as usize;
    let run = &answer["rows"][place]["runs"][1];
    let sweep = temporary("advise-again.json").display().to_string();
    stdout(&raft_atlas(&["advise", &FORM, "--sweep", &sweep]), 0);
    let sweep: Value =
        serde_json::from_str(&fs::read_to_string(&sweep).expect("a file")).expect("JSON");
    let scenario = temporary("advise-scenario.json").display().to_string();
    fs::write(&scenario, sweep["scenario"].to_string()).expect("the folder is there");
    let args = [
        "run",
        &scenario,
        "--json",
        "--seed",
        "2",
        "--set",
        "settings.read_mode=stale",
        "--set",
        "settings.safe_time=hybrid",
        "--set",
        "data.leaders=[\"a\",\"b\",\"c\"]",
        "--set",
        "settings.compression=lz4",
        "--set",
        "settings.delta_encoding=true",
        "--set",
        "settings.follower_replication=true",
    ];
    let report: Value = serde_json::from_str(&stdout(&raft_atlas(&args), 0)).expect("JSON");
    assert_eq!(report["variants"]["run"]["digest"], run["digest"]);
}

#[test]
fn what_is_wrong_with_a_form_is_said_with_its_line() {
    let path = temporary("advise-wrong.json").display().to_string();
    let text = fs::read_to_string(FORM.as_str()).expect("a form");
    fs::write(&path, text.replace("\"10ms\"", "\"10\"")).expect("the folder is there");
    let output = raft_atlas(&["advise", &path]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(said.contains("links.across_rtt: found \"10\""), "{said}");
}
