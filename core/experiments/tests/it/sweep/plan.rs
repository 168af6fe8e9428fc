//! Points, seeds and runs of a plan, and that a row is the run of its values.

use documents::scenario::{Override, Scenario};
use experiments::sweep::{Cell, Key, Table};
use report::summary::digest_text;
use run::runner;
use serde_json::json;

use crate::sweep::{plan_of, scenario, sweep};

#[test]
fn a_point_is_one_value_of_each_axis_and_excluded_ones_are_left_out() {
    let plan = plan_of(&sweep()).expect("a plan");
    assert_eq!((plan.points(), plan.left_out(), plan.runs()), (15, 3, 30));
    let rtt = "topology.links.cross_zone.rtt";
    assert_eq!(plan.label(0), format!("mode=leader, {rtt}=5ms, clients=1"));
    assert_eq!(plan.label(1), format!("mode=leader, {rtt}=5ms, clients=3"));
    assert_eq!(plan.label(14), format!("mode=lease, {rtt}=15ms, clients=1"));
    let labels: Vec<String> = (0..15).map(|point| plan.label(point)).collect();
    let is_out = |label: &String| label.contains("mode=lease") && label.ends_with("clients=3");
    assert!(!labels.iter().any(is_out), "{labels:?}");
}

#[test]
fn a_run_has_a_number_and_the_number_has_the_run() {
    let plan = plan_of(&sweep()).expect("a plan");
    let number = plan.numbers();
    for run in 0..plan.runs() {
        assert_eq!(number(plan.key(run)), Some(run));
    }
    // Seeds in the order of the file.
    assert_eq!(plan.key(3), Key { point: 1, seed: 2 });
    assert_eq!(number(Key { point: 15, seed: 2 }), None);
    assert_eq!(number(Key { point: 0, seed: 3 }), None);
}

#[test]
fn without_seeds_a_point_has_the_scenario_s_own() {
    let mut file = sweep();
    file["seeds"] = json!(null);
    assert_eq!(plan_of(&file).expect("a plan").seeds(), [3]);
}

#[test]
fn a_row_is_the_run_that_set_would_give() {
    let plan = plan_of(&sweep()).expect("a plan");
    for run in [0, 7, 29] {
        let row = plan.row(run);
        let (set, variant) = plan.settings(row.point);
        assert_eq!(variant, None);
        let set: Vec<Override> = set
            .iter()
            .map(|set| Override::parse(set).expect("it is one"))
            .collect();
        let scenario = Scenario::parse(&scenario().to_string()).expect("a scenario");
        let scenario = scenario.overridden(&set).expect("it fits");
        let run = scenario.resolve(None, Some(row.seed)).expect("a run");
        let summary = runner::run(&run, run.duration_us);
        assert_eq!(row.digest, digest_text(summary.digest));
        let table = Table::of_rows(vec![row]);
        let p50 = summary.workloads[0].latency.p50_us as f64;
        assert_eq!(
            table.cell("workload.reads.p50_us", 0),
            Some(&Cell::Number(p50))
        );
        assert_eq!(table.cell("verdict", 0), Some(&Cell::Text("ok".into())));
        assert_eq!(table.cell("kept", 0), Some(&Cell::Flag(true)));
        // The axis beside the figure of the same name.
        let mode = run_mode(&table);
        assert_eq!(mode.0, mode.1);
    }
}

#[test]
fn an_axis_of_quantities_is_numbers_in_one_unit() {
    let mut file = sweep();
    let rtt = "topology.links.cross_zone.rtt";
    let axis = |values| json!({ "path": rtt, "name": "rtt", "values": values });
    let cells = |file: &serde_json::Value| {
        let plan = plan_of(file).expect("a plan");
        let units: Vec<(String, &str)> = plan.units().collect();
        let rows: Vec<_> = (0..plan.runs()).map(|run| plan.row(run)).collect();
        let table = Table::of_rows(rows);
        (
            units,
            table.column("axis.rtt").expect("a column").cells.clone(),
        )
    };
    file["exclude"] = json!([]);
    file["seeds"] = json!([1]);
    file["axes"] = json!([axis(json!(["5ms", "0.01s"]))]);
    let number = |number| Some(Cell::Number(number));
    assert_eq!(
        cells(&file),
        (
            vec![("axis.rtt".to_string(), "ms")],
            vec![number(5.0), number(10.0)]
        )
    );
    // What `--set` is given stays as the file writes it.
    let plan = plan_of(&file).expect("a plan");
    assert_eq!(plan.settings(1).0, [format!("{rtt}=0.01s")]);
    assert_eq!(plan.label(1), "rtt=0.01s");
}

fn run_mode(table: &Table) -> (Option<&Cell>, Option<&Cell>) {
    (
        table.cell("axis.mode", 0),
        table.cell("settings.read_mode", 0),
    )
}

#[test]
fn an_axis_may_choose_the_variant() {
    let mut file = sweep();
    file["scenario"]["variants"] = json!({
        "far": { "data": { "leaders": ["s2"] } },
        "near": { "data": { "leaders": ["s1"] } },
    });
    file["axes"] = json!([
        { "path": "variant", "values": ["near", "far"] },
        { "path": "workload[reads].clients", "values": [1, 2] },
    ]);
    file["exclude"] = json!([]);
    let plan = plan_of(&file).expect("a plan");
    assert_eq!(plan.settings(3).1.as_deref(), Some("far"));
    let leader = |run: u64| {
        let table = Table::of_rows(vec![plan.row(run)]);
        table.cell("state.ranges.0.leader", 0).cloned()
    };
    assert_eq!(leader(0), Some(Cell::Text("s1".into())));
    assert_eq!(leader(4), Some(Cell::Text("s2".into())));
}

#[test]
fn tables_of_unlike_rows_have_what_any_of_them_has() {
    let plan = plan_of(&sweep()).expect("a plan");
    let mut rows = vec![plan.row(0), plan.row(29)];
    rows[1].figures.push(("zz.only".into(), Cell::Number(1.5)));
    rows[0].figures.push(("zz.mixed".into(), Cell::Number(2.0)));
    rows[1]
        .figures
        .push(("zz.mixed".into(), Cell::Text("two".into())));
    let names: Vec<String> = {
        let table = Table::of_rows(rows.clone());
        assert_eq!(table.cell("zz.only", 0), None);
        assert_eq!(table.cell("zz.only", 1), Some(&Cell::Number(1.5)));
        // Of two kinds, both are texts.
        assert_eq!(table.cell("zz.mixed", 0), Some(&Cell::Text("2".into())));
        table
            .columns()
            .iter()
            .map(|column| column.name.clone())
            .collect()
    };
    let keys = ["point", "seed", "digest", "verdict", "kept", "axis.mode"];
    assert_eq!(names[..6], keys);
    let figures = &names[8..];
    assert!(figures.is_sorted(), "{figures:?}");
    // Made of one table each and joined, they are the same.
    let [first, second] = [0, 1].map(|place| Table::of_rows(vec![rows[place].clone()]));
    let mut schema = second.schema();
    schema.join(&first.schema());
    let joined = Table::gathered(&schema, &[(&first, 0), (&second, 0)]);
    assert_eq!(joined, Table::of_rows(rows));
}
