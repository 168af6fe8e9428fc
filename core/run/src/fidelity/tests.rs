//! Lists of one row: what is within its band, and what no list may leave unsaid.

use serde_json::json;

use crate::fidelity::*;

/// A list of one row, changed by a patch.
fn list(patch: &Value) -> Result<List, String> {
    let mut row = json!({
        "id": "a", "source": "s", "title": "t", "text": "t", "unit": "us",
        "published": { "text": "10 to 20 ms", "from": 10_000, "to": 20_000 },
        "ours": { "scenario": "x", "variant": "run", "metric": "a.b" },
        "band": { "at_least": 0.9, "at_most": 1.1 }, "standing": "predicted"
    });
    for (key, value) in patch.as_object().expect("a patch") {
        match value {
            Value::Null => drop(row.as_object_mut().expect("a row").remove(key)),
            value => row[key] = value.clone(),
        }
    }
    let list = json!({
        "format": "raft-atlas-fidelity/1", "text": "t",
        "sources": [{ "id": "s", "title": "t", "by": "b", "year": 2020 }], "rows": [row]
    });
    List::parse(&list.to_string()).map_err(|error| error.to_string())
}

fn compared(patch: &Value, value: f64) -> Compared {
    let list = list(patch).expect("a list");
    let reports = json!({ "run": { "a": { "b": value } }, "off": { "c": 4 } });
    let reports = reports.as_object().cloned().expect("reports");
    list.compare(&BTreeMap::from([("x".to_string(), reports)]))
        .remove(0)
}

#[test]
fn a_figure_is_within_its_band_around_what_was_published() {
    for (value, ratio, is_within) in [
        (8_999.0, 0.8999, false),
        (9_000.0, 0.9, true),
        (15_000.0, 1.0, true),
        (22_000.0, 1.1, true),
        (22_001.0, 1.10005, false),
    ] {
        let found = compared(&json!({}), value);
        assert_eq!(found.is_within, Some(is_within), "{value}");
        assert!(
            (found.ratio.expect("both are there") - ratio).abs() < 1e-9,
            "{value}"
        );
    }
}

#[test]
fn a_figure_may_be_a_quotient_of_two_runs() {
    let ours =
        json!({ "ours": { "scenario": "x", "variant": "run", "metric": "a.b", "over": "off/c" } });
    assert_eq!(compared(&ours, 60_000.0).value, Some(15_000.0));
    let list = list(&ours).expect("a list");
    let of_file = |variant| Wanted {
        variant,
        seed: None,
    };
    let runs = BTreeSet::from([of_file("run"), of_file("off")]);
    assert_eq!(list.runs(), BTreeMap::from([("x", runs)]));
}

#[test]
fn a_figure_that_chance_decides_is_the_median_over_seeds() {
    let ours = json!({ "scenario": "x", "variant": "run", "metric": "a.b", "seeds": 3 });
    let list = list(&json!({ "ours": ours })).expect("a list");
    let names: Vec<String> = list.runs()["x"].iter().map(Wanted::name).collect();
    assert_eq!(names, ["run#1", "run#2", "run#3"]);
    let of = |value: f64| json!({ "a": { "b": value } });
    let reports = json!({ "run#1": of(90_000.0), "run#2": of(15_000.0), "run#3": of(4_000.0) });
    let reports = reports.as_object().cloned().expect("reports");
    let found = list.compare(&BTreeMap::from([("x".to_string(), reports)]));
    assert_eq!(found[0].value, Some(15_000.0));
    assert_eq!(found[0].over_seeds, Some([4_000.0, 90_000.0]));
}

#[test]
fn what_is_not_modelled_is_shown_and_not_judged_but_must_be_there() {
    let not = json!({ "standing": "not_modelled", "why": "w", "band": null });
    assert_eq!(compared(&not, 90_000.0).is_within, None);
    let gone = json!({ "standing": "not_modelled", "why": "w", "band": null,
                       "ours": { "scenario": "x", "variant": "run", "metric": "a.typo" } });
    assert_eq!(compared(&gone, 1.0).is_within, Some(false));
    let typo = json!({ "ours": { "scenario": "x", "variant": "run", "metric": "a.typo" } });
    assert_eq!(compared(&typo, 15_000.0).is_within, Some(false));
}

#[test]
fn a_standing_without_its_reason_is_refused() {
    let fitted = json!([{ "parameter": "p", "to": "a" }]);
    for (patch, expected) in [
        (
            json!({ "standing": "fitted" }),
            "rows[0].fitted: found none, expected one",
        ),
        (
            json!({ "fitted": fitted }),
            "rows[0].fitted: found one, expected none",
        ),
        (
            json!({ "why": "w" }),
            "rows[0].why: found one, expected none of what is predicted",
        ),
        (
            json!({ "standing": "not_modelled", "band": null }),
            "rows[0].why: found none",
        ),
        (
            json!({ "standing": "not_modelled", "why": "w" }),
            "rows[0].band: found one",
        ),
        (
            json!({ "ours": null, "band": null }),
            "rows[0].ours: found none",
        ),
        (
            json!({ "band": null }),
            "rows[0].band: found none, expected one",
        ),
        (json!({ "standing": null }), "standing"),
        (json!({ "standing": "agreed" }), "standing"),
        (
            json!({ "source": "other" }),
            "rows[0].source: found \"other\"",
        ),
        (
            json!({ "standing": "fitted", "fitted": [{ "parameter": "p", "to": "b" }] }),
            ".to: found",
        ),
    ] {
        let error = list(&patch).expect_err("refused");
        assert!(error.contains(expected), "{patch}: {error}");
    }
}

#[test]
fn a_measured_figure_names_its_result() {
    let at = json!({ "result": "x.run.json", "figure": "loads.puts.p50_us" });
    let measured = json!({ "standing": "measured", "measured": at });
    assert!(list(&measured).is_ok());
    for (patch, expected) in [
        (
            json!({ "standing": "measured" }),
            "rows[0].measured: found none, expected one of what is measured",
        ),
        (
            json!({ "measured": at }),
            "rows[0].measured: found one, expected none of what is predicted",
        ),
        (
            json!({ "standing": "measured", "measured": at, "published": null, "band": null }),
            "rows[0].published: found none, expected one",
        ),
    ] {
        let error = list(&patch).expect_err("refused");
        assert!(error.contains(expected), "{patch}: {error}");
    }
}

#[test]
fn a_band_that_nothing_could_miss_is_refused() {
    for (least, most) in [(0.5, 2.0), (1.0, 1.0), (1.1, 0.9), (-0.1, 0.2)] {
        let error = list(&json!({ "band": { "at_least": least, "at_most": most } }));
        assert!(
            error.expect_err("refused").contains("rows[0].band"),
            "{least} to {most}"
        );
    }
}

#[test]
fn a_prediction_of_what_the_source_does_not_say_has_no_band() {
    let prediction = json!({ "published": null, "band": null });
    let found = compared(&prediction, 5.0);
    assert_eq!(
        (found.value, found.ratio, found.is_within),
        (Some(5.0), None, None)
    );
}
