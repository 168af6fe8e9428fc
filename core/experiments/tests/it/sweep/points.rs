//! What rows say of points: medians and worst over seeds, limits, and the front.

use experiments::sweep::{Cell, Plan, Point, Row, Table, Verdict, points};
use serde_json::{Value, json};

use crate::sweep::{plan_of, sweep};

/// A plan of three points and three seeds, with two objectives.
fn plan() -> Plan {
    let mut file = sweep();
    file["axes"] = json!([
        { "path": "workload[reads].clients", "role": "setting", "values": [1, 2, 3, 4] }
    ]);
    file["seeds"] = json!({ "from": 1, "to": 3 });
    file["exclude"] = json!([]);
    file["objectives"] = json!([
        { "figure": "usd", "aim": "minimize" },
        { "figure": "workload.reads.ok", "aim": "maximize" },
    ]);
    file["limits"] = json!([{ "figure": "usd", "at_most": 100 }]);
    plan_of(&file).expect("a plan")
}

fn row(point: u32, seed: u64, usd: f64, ok: f64) -> Row {
    let figures = [("usd", usd), ("workload.reads.ok", ok)];
    Row {
        point,
        seed,
        digest: format!("{point}-{seed}"),
        verdict: if usd > 100.0 {
            Verdict::Limits
        } else {
            Verdict::Ok
        },
        kept: usd <= 100.0,
        why: None,
        axes: Vec::new(),
        figures: figures
            .map(|(name, value)| (name.to_string(), Cell::Number(value)))
            .to_vec(),
    }
}

fn judged(rows: Vec<Row>) -> Vec<Point> {
    points(&plan(), &Table::of_rows(rows))
}

#[test]
fn a_point_is_told_by_median_and_worst_of_its_seeds() {
    let rows = vec![
        row(0, 1, 9.0, 70.0),
        row(0, 2, 2.0, 50.0),
        row(0, 3, 4.0, 60.0),
    ];
    let found = judged(rows);
    let spreads: Vec<(f64, f64)> = found[0]
        .spreads
        .iter()
        .map(|one| one.expect("a figure"))
        .map(|one| (one.median, one.worst))
        .collect();
    assert_eq!(spreads, [(4.0, 9.0), (60.0, 50.0)]);
    assert!(found[0].keeps && found[0].is_best);
}

#[test]
fn the_front_is_of_points_that_keep_the_limits_with_every_seed() {
    let all = |point: u32, usd: f64, ok: f64| (1..=3).map(move |seed| row(point, seed, usd, ok));
    let mut rows: Vec<Row> = all(0, 5.0, 50.0).chain(all(1, 4.0, 40.0)).collect();
    // Dominated by point 0.
    rows.extend(all(2, 6.0, 45.0));
    // Better than all, but for one seed that is over the limit.
    rows.extend(all(3, 1.0, 90.0));
    let found = judged(rows.clone());
    let best = |found: &[Point]| found.iter().map(|point| point.is_best).collect::<Vec<_>>();
    assert_eq!(best(&found), [false, false, false, true]);
    rows[11] = row(3, 3, 101.0, 90.0);
    let found = judged(rows.clone());
    assert_eq!((found[3].kept, found[3].keeps), (2, false));
    assert_eq!(best(&found), [true, true, false, false]);
    // A seed that is still to be run may break a limit.
    rows.pop();
    rows.push(row(3, 2, 1.0, 90.0));
    assert!(!judged(rows[..11].to_vec())[3].keeps);
}

#[test]
fn points_are_held_against_those_of_the_same_circumstances() {
    let mut file = sweep();
    file["axes"] = json!([
        { "path": "topology.links.cross_zone.rtt", "name": "rtt", "values": ["5ms", "40ms"] },
        { "path": "settings.read_mode", "values": ["leader", "lease"] },
        { "path": "workload[reads].clients", "name": "clients", "values": [1, 2] },
    ]);
    file["seeds"] = json!([1]);
    file["exclude"] = json!([]);
    file["objectives"] = json!([{ "figure": "usd", "aim": "minimize" }]);
    file["limits"] = json!([]);
    let best = |file: &Value| {
        let plan = plan_of(file).expect("a plan");
        let cost = |point: u32| [3.0, 4.0, 2.0, 5.0, 9.0, 7.0, 8.0, 8.0][point as usize];
        let rows = (0..8).map(|point| row(point, 1, cost(point), 1.0));
        let found = points(&plan, &Table::of_rows(rows.collect()));
        let best = found.iter().filter(|point| point.is_best);
        best.map(|point| point.point).collect::<Vec<_>>()
    };
    let plan = plan_of(&file).expect("a plan");
    assert_eq!(plan.circumstances().collect::<Vec<_>>(), ["rtt", "clients"]);
    assert_eq!(plan.met(6), ["40ms", "1"]);
    // Of each round trip and load the cheaper of two modes.
    assert_eq!(best(&file), [1, 2, 5, 6]);
    file["axes"][2]["role"] = json!("setting");
    assert_eq!(best(&file), [2, 5]);
    file["axes"][0]["role"] = json!("setting");
    assert_eq!(best(&file), [2]);
}

#[test]
fn a_figure_that_a_run_has_not_is_no_figure_of_the_point() {
    let mut rows = vec![
        row(0, 1, 1.0, 2.0),
        row(0, 2, 1.0, 2.0),
        row(0, 3, 1.0, 2.0),
    ];
    rows[1].figures.pop();
    let found = judged(rows);
    assert!(found[0].spreads[0].is_some() && found[0].spreads[1].is_none());
    assert!(found[0].keeps && !found[0].is_best);
}
