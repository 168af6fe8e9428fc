//! What is wrong with a sweep is said with its place, what was found and what was expected, all of
//! it at once.

use serde_json::{Value, json};

use crate::sweep::{plan_of, sweep};

/// What is said of a sweep with another value at a key.
fn with(key: &str, value: Value) -> String {
    let mut file = sweep();
    file[key] = value;
    plan_of(&file).expect_err(key)
}

#[track_caller]
fn says(error: &str, lines: &[&str]) {
    for line in lines {
        assert!(
            error.lines().any(|said| said == *line),
            "{line}\nis not in\n{error}"
        );
    }
}

#[test]
fn all_that_is_wrong_is_said_at_once() {
    let mut file = sweep();
    file["axes"][0]["name"] = json!("clients");
    file["axes"][1]["values"]["to"] = json!(1);
    file["seeds"] = json!([1, 1]);
    file["limits"][1] = json!({ "figure": "usd" });
    file["exclude"] = json!([{ "when": [{ "axis": "modus", "equals": 1 }] }]);
    let error = plan_of(&file).expect_err("much is wrong");
    let lines = [
        "axes[2].name: found \"clients\" a second time, expected a new name",
        "axes[1].values: found a range that goes nowhere, expected a step above 0 from one number \
         to one that is not less",
        "seeds: found 1 a second time, expected each once",
        "limits[1]: found no bound, expected one of \"at_most\", \"at_least\"",
        "exclude[0].when[0].axis: found \"modus\", expected one of \"clients\", \
         \"topology.links.cross_zone.rtt\", \"clients\"",
    ];
    says(&error, &lines);
    assert_eq!(error.lines().count(), lines.len(), "{error}");
}

#[test]
fn the_shape_is_told_by_key() {
    let mut file = sweep();
    file["axis"] = json!([]);
    file["objectives"][0]["aim"] = json!("less");
    file["limits"][0] = json!({ "promise": "kept" });
    let error = plan_of(&file).expect_err("three are wrong");
    says(
        &error,
        &[
            "objectives[0].aim: found \"less\", expected \"minimize\" or \"maximize\"",
            "limits[0]: found an object, expected a limit: an object with one of the keys \
             \"figure\", \"promises\"",
        ],
    );
    assert!(
        error.starts_with("axis: unknown key, expected one of "),
        "{error}"
    );
    let error = with("seeds", json!("1..5"));
    says(
        &error,
        &["seeds: found \"1..5\", expected a list of seeds, or {\"from\", \"to\"}"],
    );
}

#[test]
fn a_value_that_does_not_fit_is_told_with_its_first_point() {
    let mut file = sweep();
    file["axes"][2]["values"] = json!([1, "many"]);
    file["exclude"] = json!([]);
    let error = plan_of(&file).expect_err("no number");
    // A scenario tells places by number, so the axis is told by its value.
    let expected = "axes: at mode=leader, topology.links.cross_zone.rtt=5ms, clients=many and 8 \
                    others: workload[0].clients: found \"many\", expected a whole number";
    assert!(error.starts_with(expected), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    file["axes"] = json!([{ "path": "workload[7].clients", "values": [1] }]);
    let error = plan_of(&file).expect_err("no such load");
    let expected = "axes: at workload[7].clients=1: workload[7]: found nothing, expected 0 to 0 or";
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn figures_that_no_report_has_are_refused() {
    let error = with(
        "objectives",
        json!([{ "figure": "workload.raeds.p99_us", "aim": "minimize" }]),
    );
    says(
        &error,
        &["objectives[0].figure: found \"raeds\" in \"workload.raeds.p99_us\", expected \"reads\""],
    );
    let error = with("limits", json!([{ "figure": "run/usd", "at_most": 1 }]));
    assert!(
        error.starts_with("limits[0].figure: found the variant \"run\""),
        "{error}"
    );
}

#[test]
fn paths_that_are_no_value_s_are_refused() {
    let axis = |path: &str| with("axes", json!([{ "path": path, "values": [1] }]));
    says(
        &axis("seed"),
        &["axes[0].path: found \"seed\", expected the key \"seeds\" of the sweep"],
    );
    for path in ["expect", "variants.a", ""] {
        assert!(
            axis(path).contains("expected a key of the run itself"),
            "{path}"
        );
    }
    let error = with("variant", json!("far"));
    says(
        &error,
        &["variant: found \"far\", expected nothing here: there are none"],
    );
}

#[test]
fn a_scenario_with_variants_needs_one_to_be_named() {
    let mut file = sweep();
    file["scenario"]["variants"] = json!({ "far": {}, "near": {} });
    let error = plan_of(&file).expect_err("none is named");
    let expected =
        "variant: found nothing, expected one of \"far\", \"near\", or an axis of that path";
    says(&error, &[expected]);
    file["variant"] = json!("near");
    assert!(plan_of(&file).is_ok());
}

#[test]
fn conditions_must_speak_of_values_and_leave_something() {
    let error = with(
        "exclude",
        json!([{ "when": [{ "axis": "mode", "equals": "leese" }] }]),
    );
    says(
        &error,
        &["exclude[0].when[0].equals: found \"leese\", expected a value of the axis \"mode\""],
    );
    let error = with(
        "exclude",
        json!([{ "when": [{ "axis": "mode" }] }, { "when": [] }]),
    );
    says(
        &error,
        &[
            "exclude[0].when[0]: found no condition, expected one of \"equals\", \"not\", \
             \"at_most\", \"at_least\"",
            "exclude[1].when: found an empty list, expected one condition at least",
        ],
    );
    let error = with(
        "exclude",
        json!([{ "when": [{ "axis": "clients", "at_least": 1 }] }]),
    );
    says(
        &error,
        &["exclude: found conditions that leave out every point, expected one point at least"],
    );
}

#[test]
fn no_file_asks_for_more_than_can_be_run() {
    let many = json!({ "from": 1, "to": 9000, "step": 1 });
    let axes = json!([
        { "path": "a", "values": many }, { "path": "b", "values": many },
    ]);
    says(
        &with("axes", axes),
        &["axes: found 81000000 combinations of values, expected at most 1000000"],
    );
    let endless = json!({ "from": 0, "to": 1e300, "step": 1e-9 });
    let error = with("axes", json!([{ "path": "a", "values": endless }]));
    assert!(error.contains("axes[0].values: found"), "{error}");
    let error = with(
        "seeds",
        json!({ "from": 0, "to": 9_007_199_254_740_991_u64 }),
    );
    assert!(
        error.starts_with("seeds: found 9007199254740992, expected 1 to"),
        "{error}"
    );
}
