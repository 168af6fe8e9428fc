//! `raft-atlas sweep`: its plan, its rows whatever the threads and the interruptions, its report.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::common::raft_atlas;

/// The published example.
fn example() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../public/sweeps/read-modes.json");
    path.display().to_string()
}

/// A folder that is not there yet.
fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    path
}

fn stdout(output: &Output) -> String {
    let said = String::from_utf8(output.stderr.clone()).expect("text");
    assert_eq!(output.status.code(), Some(0), "{said}");
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// Runs the example into a folder, and gives the bytes of all its rows.
fn run(out: &Path, threads: &str) -> (String, Vec<u8>) {
    let out_text = out.display().to_string();
    let args = [
        "sweep",
        &example(),
        "--out",
        &out_text,
        "--threads",
        threads,
    ];
    let said = stdout(&raft_atlas(&args));
    (said, fs::read(out.join("runs.parquet")).expect("all rows"))
}

/// The folder of the example, run by two threads.
static MADE: LazyLock<PathBuf> = LazyLock::new(|| {
    let out = fresh("sweep-made");
    let (said, _) = run(&out, "2");
    assert!(said.contains("240 of them made now"), "{said}");
    out
});

#[test]
fn a_plan_says_how_many_runs_and_about_how_long() {
    let text = stdout(&raft_atlas(&[
        "sweep",
        &example(),
        "--plan",
        "--threads",
        "2",
    ]));
    let lines = [
        "  age: 1s, 2s, 3s (3)\n",
        "  points   48, 60 left out\n",
        "  seeds    5\n",
        "  runs     240\n",
        "  one run  0.",
        "  in all   about ",
        " on 2 cores\n",
    ];
    for line in lines {
        assert!(text.contains(line), "{line} in {text}");
    }
}

#[test]
fn a_plan_tells_circumstances_from_settings() {
    let folder = fresh("plan-circumstances");
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("sweep.json");
    fs::write(&file, BY_CIRCUMSTANCE).expect("written");
    let text = stdout(&raft_atlas(&[
        "sweep",
        &file.display().to_string(),
        "--plan",
    ]));
    assert!(
        text.contains("  rtt: 5ms, 40ms (2), a circumstance\n"),
        "{text}"
    );
    assert_eq!(text.matches("a circumstance").count(), 1, "{text}");
}

/// What the page opens as its example. After a change that is meant:
/// `UPDATE_GOLDEN=1 cargo test -p cli published_rows`.
#[test]
fn the_published_rows_are_those_of_the_published_sweep() {
    let kept = Path::new(&example()).with_extension("parquet");
    let rows = fs::read(MADE.join("runs.parquet")).expect("all rows");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&kept, &rows).expect("the file can be written");
    }
    assert!(
        fs::read(&kept).unwrap_or_default() == rows,
        "{} is not up to date: UPDATE_GOLDEN=1 cargo test -p cli published_rows",
        kept.display()
    );
}

/// The one long test: what was killed goes on, and no way to the end is told from another.
#[test]
fn rows_are_the_same_for_any_number_of_threads_and_after_a_kill() {
    let (said, whole) = run(&fresh("sweep-one"), "1");
    assert!(said.contains("240 of them made now"), "{said}");
    let by_two = fs::read(MADE.join("runs.parquet")).expect("all rows");
    assert!(by_two == whole, "two threads make other rows");
    let out = fresh("sweep-killed");
    kill_one(&out);
    assert!(
        !out.join("runs.parquet").exists(),
        "it was killed before its end"
    );
    // What a process leaves that dies as it writes a part.
    fs::write(out.join("parts/000099.parquet.unfinished"), "half").expect("written");
    let report = stdout(&raft_atlas(&[
        "sweep",
        "report",
        &out.display().to_string(),
    ]));
    let there = report
        .lines()
        .nth(1)
        .and_then(|line| line.split(' ').next());
    let there: u32 = there
        .and_then(|word| word.parse().ok())
        .expect("how many are there");
    assert!(
        (1..240).contains(&there) && report.contains("still to be run"),
        "{report}"
    );
    let (said, resumed) = run(&out, "2");
    assert!(resumed == whole, "rows after a kill are others");
    assert!(!out.join("parts").exists(), "the parts are in the whole");
    // What was there is not run again, and nothing is left out.
    let now = format!(" {} of them made now", 240 - there);
    assert!(said.contains(&now), "{there} were there: {said}");

    // Once more there is nothing left to do.
    let (said, again) = run(&out, "2");
    assert!(
        said.contains(" 0 of them made now") && again == whole,
        "{said}"
    );
}

/// Begins to run the example, and kills it once a part is there.
fn kill_one(out: &Path) {
    let out_text = out.display().to_string();
    let mut child = Command::new(env!("CARGO_BIN_EXE_raft-atlas"))
        .args(["sweep", &example(), "--out", &out_text, "--threads", "1"])
        .stdout(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let is_part = |path: PathBuf| path.extension().is_some_and(|end| end == "parquet");
    let has_part = || {
        let parts = fs::read_dir(out.join("parts")).into_iter().flatten();
        parts.flatten().any(|entry| is_part(entry.path()))
    };
    while !has_part() && child.try_wait().expect("it can be asked").is_none() {
        thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

#[test]
fn a_report_tells_points_limits_and_the_front() {
    let folder = MADE.display().to_string();
    let text = stdout(&raft_atlas(&["sweep", "report", &folder]));
    assert!(
        text.starts_with("How to read from far away\n240 of 240 runs: 48 points, 5 seeds each"),
        "{text}"
    );
    assert!(
        text.contains("32 of 48 points keep every limit with every seed."),
        "{text}"
    );
    let report = stdout(&raft_atlas(&["sweep", "report", &folder, "--json"]));
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let points = report["points"].as_array().expect("points");
    let best: Vec<&Value> = points
        .iter()
        .filter(|point| point["best"] == true)
        .collect();
    assert!((2..12).contains(&best.len()), "{best:#?}");
    for point in &best {
        assert_eq!(point["keeps_limits"], true);
        assert_eq!(
            point["axes"]["compression"], "lz4",
            "compressed is cheaper: {point}"
        );
        assert_ne!(
            point["axes"]["leaders"], "s3",
            "writes from the east are too slow then"
        );
    }
    // The command that it names runs that very run.
    let row = &points[0]["figures"]["workload.west.p99_us"]["median"];
    assert!(row.as_f64().is_some_and(|us| us > 40_000.0), "{row}");
    let (_, line) = again(&text).into_iter().next().expect("a command");
    assert!(
        line.contains("scenario.json --seed 1 --set settings.read_mode="),
        "{line}"
    );
}

/// The points that a report names as the best, each with its command, in their order.
fn again(text: &str) -> Vec<(u64, &str)> {
    let lines: Vec<&str> = text.lines().collect();
    let told = lines.windows(2).filter_map(|two| {
        let (point, _) = two[0].strip_prefix("  point ")?.split_once(':')?;
        let command = two[1].strip_prefix("    raft-atlas ")?;
        Some((point.parse().ok()?, command))
    });
    told.collect()
}

/// A sweep of two variants and two round trips.
const BY_CIRCUMSTANCE: &str = r#"{
  "format": "raft-atlas-sweep/1", "title": "Near and far",
  "scenario": {
    "format": "raft-atlas/1", "title": "Two zones", "text": "For a test.", "seed": 3,
    "duration": "2s",
    "topology": {
      "zones": [{ "id": "a", "region": "r" }, { "id": "b", "region": "r" }],
      "stores": [
        { "id": "s1", "zone": "a" }, { "id": "s2", "zone": "b" }, { "id": "s3", "zone": "b" }
      ],
      "gateways": [{ "id": "g1", "zone": "a" }],
      "links": { "same_zone": { "rtt": "1ms" }, "cross_zone": { "rtt": "5ms" } }
    },
    "data": { "ranges": 1, "replicas": 3, "rows": 100, "row_bytes": 100, "leaders": ["s2"] },
    "workload": [{ "id": "reads", "from": "g1", "op": "get", "clients": 1, "think": "20ms" }],
    "variants": {
      "leased": { "settings": { "read_mode": "lease" } },
      "near": { "settings": { "read_mode": "follower" } }
    }
  },
  "axes": [
    { "path": "variant", "values": ["leased", "near"] },
    { "path": "topology.links.cross_zone.rtt", "name": "rtt", "values": ["5ms", "40ms"] }
  ],
  "objectives": [{ "figure": "workload.reads.p50_us", "aim": "minimize" }]
}"#;

#[test]
fn the_front_is_told_by_circumstances_and_each_of_its_points_runs_again() {
    let out = fresh("sweep-circumstances");
    let file = out.with_extension("json");
    fs::write(&file, BY_CIRCUMSTANCE).expect("written");
    let [file, folder] = [&file, &out].map(|path| path.display().to_string());
    stdout(&raft_atlas(&["sweep", &file, "--out", &folder]));
    let text = stdout(&raft_atlas(&["sweep", "report", &folder]));
    let json = stdout(&raft_atlas(&["sweep", "report", &folder, "--json"]));
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["circumstances"], serde_json::json!(["rtt"]));
    // The far network is worse in everything: it has a best point all the same.
    let head = "2 of these no other with the same rtt is better than (<):\n  with rtt=5ms:\n";
    assert!(
        text.contains(head) && text.contains("\n  with rtt=40ms:\n"),
        "{text}"
    );
    let best = again(&text);
    assert_eq!(best.len(), 2, "{text}");
    for (point, command) in best {
        assert!(command.contains("--variant "), "{command}");
        // No word of it needs quotes.
        let words: Vec<&str> = command.split(' ').chain(["--json"]).collect();
        let report = stdout(&raft_atlas(&words));
        let report: Value = serde_json::from_str(&report).expect("a report");
        let variants = report["variants"].as_object().expect("one");
        assert_eq!(variants.len(), 1);
        let run = variants.values().next().expect("one");
        let told = json["points"].as_array().expect("points");
        let told = told.iter().find(|one| one["point"] == point).expect("it");
        let median = &told["figures"]["workload.reads.p50_us"]["median"];
        assert_eq!(run["workload"]["reads"]["p50_us"].as_f64(), median.as_f64());
    }
}

#[test]
fn a_folder_of_another_sweep_is_refused() {
    let out = fresh("sweep-other");
    let folder = out.display().to_string();
    fs::create_dir_all(out.join("parts")).expect("made");
    for name in ["sweep.json", "scenario.json"] {
        fs::copy(MADE.join(name), out.join(name)).expect("copied");
    }
    let text = fs::read_to_string(example()).expect("the example");
    let other = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("other-sweep.json");
    fs::write(
        &other,
        text.replace("\"at_most\": 60000", "\"at_most\": 70000"),
    )
    .expect("written");
    let other = other.display().to_string();
    let output = raft_atlas(&["sweep", &other, "--out", &folder]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(
        said.contains("sweep.json: found another sweep or scenario"),
        "{said}"
    );
    // What is no part of it is told by its name.
    fs::write(out.join("parts/000000.parquet"), "PAR1 no more").expect("written");
    let output = raft_atlas(&["sweep", &example(), "--out", &folder]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(
        said.contains("000000.parquet: found what cannot be read"),
        "{said}"
    );
}

#[test]
fn what_is_wrong_is_said_by_line_in_the_file_that_it_is_in() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("wrong-sweep.json");
    let said = |text: &str| {
        fs::write(&file, text).expect("written");
        let output = raft_atlas(&["sweep", &file.display().to_string(), "--plan"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        String::from_utf8(output.stderr).expect("text")
    };
    let text = fs::read_to_string(example()).expect("the example");
    let wrong = text
        .replace("\"lz4\"", "\"zip\"")
        .replace("\"axis\": \"age\"", "\"axis\": \"aeg\"");
    let error = said(&wrong);
    let line = wrong
        .lines()
        .position(|line| line.contains("aeg"))
        .expect("it is there")
        + 1;
    assert!(
        error.contains(&format!("wrong-sweep.json:{line}:")),
        "{error}"
    );
    let error = said(&text.replace("\"lz4\"", "\"zip\""));
    assert!(
        error.contains("compression=zip, age=1s and ") && error.contains("found \"zip\""),
        "{error}"
    );
    let scenario = text.replace(
        "\"scenario\": {",
        "\"scenario\": \"nowhere.json\", \"unused\": {",
    );
    let error = said(&scenario);
    assert!(error.contains("unused: unknown key"), "{error}");
    let file_text =
        r#"{"format": "raft-atlas-sweep/1", "title": "t", "scenario": "nowhere.json", "axes": []}"#;
    let error = said(file_text);
    assert!(
        error.contains("wrong-sweep.json:1:60: scenario: ")
            && error.contains("nowhere.json: cannot be read"),
        "{error}"
    );
    let bad = folder.join("bad-scenario.json");
    fs::write(&bad, "{\n  \"format\": \"raft-atlas/2\"\n}").expect("written");
    let error = said(&file_text.replace("nowhere", "bad-scenario"));
    assert!(
        error.contains("bad-scenario.json:2:13: format: "),
        "{error}"
    );
}
