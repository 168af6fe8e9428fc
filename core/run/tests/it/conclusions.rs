//! What scenarios say that they show: every one says it, with figures that its runs have, and none
//! is written down.

use documents::scenario::Scenario;
use run::runner;
use serde_json::{Value, json};

const FIRST_LOOK: &str = include_str!("../../../../public/scenarios/first-look.json");

/// The first scenario with another conclusion and these variants.
fn concluding(conclusion: &Value, variants: &Value) -> String {
    let mut file: Value = serde_json::from_str(FIRST_LOOK).expect("JSON");
    file["conclusion"] = conclusion.clone();
    file["variants"] = variants.clone();
    file["expect"] = json!([]);
    file.to_string()
}

fn writes(text: &str) -> Value {
    let figure = json!({ "label": "writes", "metric": "workload.puts.ok", "unit": "count" });
    json!({ "text": text, "figure": figure })
}

#[test]
fn every_scenario_says_what_it_shows_and_its_runs_have_the_figures() {
    for crate::common::Run {
        scenario,
        variant,
        resolved: run,
    } in crate::common::public_runs()
    {
        let place = format!("{scenario} {variant}");
        let told = run.conclusion.as_ref();
        let told = told.unwrap_or_else(|| panic!("{place} says nothing"));
        assert!(told.at_us <= run.duration_us, "{place}");
        assert_ne!(told.against, variant, "{place}");
        assert_eq!(told.against.is_empty(), variant == "run", "{place}");
        let sentences = told.text.matches(". ").count() + 1;
        assert_eq!(sentences, 2, "{place}: {}", told.text);
        assert!(
            told.text.contains("{{"),
            "{place}: its figures come from the run"
        );
        let report = runner::run(&run, 300_000).to_json();
        for (_, metric) in told.metrics() {
            // What has happened by then is in the report; what may yet is not.
            let waits = metric.starts_with("moments.") || metric.starts_with("modes.");
            let is_known = waits || at(&report, metric).is_some();
            assert!(is_known, "{place}: {metric}");
        }
    }
}

fn at<'a>(report: &'a Value, metric: &str) -> Option<&'a Value> {
    metric
        .split('.')
        .try_fold(report, |here, step| here.get(step))
}

#[test]
fn the_figures_are_those_of_the_run() {
    let text = concluding(
        &writes("There were {{workload.puts.ok|count}} writes. So."),
        &json!({}),
    );
    let scenario = Scenario::parse(&text).expect("a scenario");
    let told = |until_us: u64| {
        let outcome = runner::run_all(&scenario, None, Some(until_us)).expect("a run");
        let ok = outcome.variants[0].workloads[0].ok;
        let [told] = outcome.conclusions.as_slice() else {
            panic!("one run, one conclusion")
        };
        assert_eq!(told.value, json!(ok));
        assert_eq!(told.text, format!("There were {ok} writes. So."));
        assert_eq!(told.figure_line(), format!("writes: {ok}"));
        ok
    };
    assert!(told(2_000_000) < told(4_000_000));
}

#[test]
fn it_is_compared_with_another_variant_and_never_with_itself() {
    let variants = json!({ "first": {}, "off": {}, "on": {} });
    let mut conclusion = writes("{{workload.puts.ok|count}}. So.");
    conclusion["against"] = json!("on");
    let scenario = Scenario::parse(&concluding(&conclusion, &variants)).expect("a scenario");
    let against = |variant: &str| {
        let run = scenario.resolve(Some(variant), None).expect("a run");
        run.conclusion.expect("it says what it shows").against
    };
    assert_eq!(["first", "off", "on"].map(against), ["on", "on", "first"]);
}

#[test]
fn in_the_variant_that_it_names_it_is_compared_with_what_the_lanes_are_held_against() {
    let variants = json!({ "on": {}, "other": {}, "off": {} });
    let mut conclusion = writes("{{workload.puts.ok|count}}. So.");
    conclusion["against"] = json!("on");
    let mut file: Value = serde_json::from_str(&concluding(&conclusion, &variants)).expect("JSON");
    file["show"] = json!({ "against": "off" });
    let scenario = Scenario::parse(&file.to_string()).expect("a scenario");
    let run = scenario.resolve(Some("on"), None).expect("a run");
    let told = run.conclusion.expect("it says what it shows");
    assert_eq!(told.against, "off");
}

#[test]
fn what_makes_no_sense_is_named_with_its_place() {
    let refused = |conclusion: Value| {
        let text = concluding(&conclusion, &json!({ "off": {}, "on": {} }));
        Scenario::parse(&text).unwrap_err().to_string()
    };
    let unit = refused(writes("{{workload.puts.ok|apples}}. So."));
    assert!(
        unit.contains("conclusion.text") && unit.contains("percent"),
        "{unit}"
    );
    let misspelt = refused(writes("{{workload.puts.okay|count}}. So."));
    assert!(
        misspelt.contains("conclusion.text") && misspelt.contains("\"ok\""),
        "{misspelt}"
    );
    let mut no_load = writes("So.");
    no_load["figure"]["metric"] = json!("workload.putts.ok");
    let no_load = refused(no_load);
    assert!(
        no_load.contains("conclusion.figure.metric") && no_load.contains("\"puts\""),
        "{no_load}"
    );
    let mut other = writes("So.");
    other["against"] = json!("of");
    let against = refused(other);
    assert!(
        against.contains("conclusion.against") && against.contains("on"),
        "{against}"
    );
    let mut late = writes("So.");
    late["at"] = json!("2min");
    assert!(refused(late).contains("conclusion.at"));
}

/// The page draws one figure of all variants beside each other, without running them all.
#[test]
fn what_every_variant_comes_to_is_published() {
    let mut all = serde_json::Map::new();
    for (scenario, outcome) in crate::common::outcomes() {
        let values: serde_json::Map<String, Value> = outcome
            .conclusions
            .iter()
            .map(|told| (told.variant.clone(), told.value.clone()))
            .collect();
        if values.len() > 1 {
            all.insert(scenario.clone(), Value::Object(values));
        }
    }
    let text = format!("{:#}\n", Value::Object(all));
    crate::common::check_written("public/outcomes.json", &text, "conclusions");
}
