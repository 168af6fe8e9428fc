//! Results of two short runs beside made reports: which figures stand side by side, and as what.

use serde_json::json;

use crate::measured::*;

fn run(p50_us: u64, failed: u32, elections: u32, no_commit_us: Option<u64>) -> Value {
    let late = json!({ "count": 9, "p50_us": 100, "p99_us": 900, "worst_us": 2000 });
    json!({
        "elections": elections, "leaderless_us": 30_000, "no_write_longest_us": 900_000,
        "no_commit_longest_us": no_commit_us,
        "loads": [{
            "id": "puts", "op": "put", "zone": "Oslo", "ok": 90, "failed": failed, "measured": 90,
            "p50_us": p50_us, "p95_us": 70_000, "p99_us": null
        }],
        "member_bytes": [
            { "from": "s1", "to": "s2", "bytes": 700 }, { "from": "s2", "to": "s1", "bytes": 300 }
        ],
        "timers": late, "passed": late, "fsync_p50_us": 200, "not_done": []
    })
}

fn result(runs: &[Value]) -> Result<Measured, String> {
    let result = json!({
        "format": "raft-atlas-real/1", "system": "etcd", "scenario": "x", "variant": "run",
        "plan": "0", "date": "2026-01-31",
        "versions": { "etcd": "3", "go": "1", "raft_atlas": "1" },
        "machine": { "cpu": "c", "cores": 2, "memory_bytes": 1, "os": "Linux x86_64" },
        "left_out": [], "refused_runs": 0, "runs": runs
    });
    Measured::parse(&result.to_string()).map_err(|error| error.to_string())
}

fn report() -> Value {
    json!({
        "elections": 2, "moments": { "no_commit": { "longest_us": 1_500_000 } },
        "workload": { "puts": { "p50_us": 60_000, "ok": 100, "failed": 1, "unknown": 3 } },
        "bytes": { "append": 500, "ack": 100, "heartbeat": 200, "vote": 0, "read": 9_000 }
    })
}

fn row(rows: &[Beside], figure: &str) -> Beside {
    let found = rows.iter().find(|row| row.figure == figure);
    found.unwrap_or_else(|| panic!("no row {figure}")).clone()
}

#[test]
fn a_figure_stands_beside_the_median_of_the_runs_with_their_span() {
    let runs = [
        run(80_000, 4, 2, None),
        run(50_000, 4, 2, None),
        run(60_000, 4, 3, None),
    ];
    let rows = result(&runs).expect("a result").beside(&report());
    let p50 = row(&rows, "loads.puts.p50_us");
    assert_eq!((p50.median(), p50.span()), (60_000.0, (50_000.0, 80_000.0)));
    assert_eq!(p50.ratio(), Some(1.0));
    assert_eq!(row(&rows, "elections").simulated, Some(2.0));
}

#[test]
fn requests_without_an_answer_are_failed_ones_and_unknown_ones() {
    let rows = result(&[run(1, 4, 2, None)])
        .expect("a result")
        .beside(&report());
    let failed = row(&rows, "loads.puts.failed");
    assert_eq!((failed.simulated, failed.median()), (Some(4.0), 4.0));
}

#[test]
fn bytes_are_those_between_members_alone() {
    let rows = result(&[run(1, 4, 2, None)])
        .expect("a result")
        .beside(&report());
    let bytes = row(&rows, "member_bytes");
    assert_eq!((bytes.simulated, bytes.median()), (Some(800.0), 1000.0));
    assert_eq!(bytes.unit, BesideUnit::Bytes);
}

#[test]
fn the_longest_times_without_a_commit_stand_beside_each_other() {
    let runs = [run(1, 0, 1, Some(2_000_000)), run(1, 0, 1, Some(1_000_000))];
    let rows = result(&runs).expect("a result").beside(&report());
    let gap = row(&rows, "no_commit_longest_us");
    assert_eq!(gap.simulated, Some(1_500_000.0));
    assert_eq!(gap.span(), (1_000_000.0, 2_000_000.0));
    // What clients saw has no counterpart in a report.
    assert_eq!(row(&rows, "no_write_longest_us").simulated, None);
}

#[test]
fn what_no_run_has_is_no_row_and_what_the_report_lacks_has_no_ratio() {
    let found = result(&[run(1, 0, 1, None)]).expect("a result");
    assert_eq!(found.figure("loads.puts.p99_us"), None);
    assert_eq!(found.figure("no_commit_longest_us"), None);
    let p95 = found.figure("loads.puts.p95_us").expect("it is measured");
    assert_eq!((p95.simulated, p95.ratio()), (None, None));
}

#[test]
fn a_result_without_a_run_is_refused() {
    let error = result(&[]).expect_err("refused");
    assert!(
        error.contains("runs: found none, expected one or more"),
        "{error}"
    );
    let mut wrong = run(1, 0, 1, None);
    wrong["elections"] = json!("two");
    let error = result(&[wrong]).expect_err("refused");
    assert!(error.contains("runs[0].elections"), "{error}");
}
