//! What every public scenario asks to try: done by hand as it says, it comes true soon afterwards,
//! with several seeds; not before, and not without it. `testdata/attempts.json` says what is done
//! when, and by when it is so.

use format::units::parse_duration_us;
use run::playground::Playground;
use serde_json::Value;

use crate::common::{WISH, is_long, public_names, scenario_text, some_public_runs};

/// A line of the table.
struct Row {
    scenario: String,
    /// What a person does, and when.
    acts: Vec<(u64, String)>,
    /// By when each of what is asked for is so, in their order.
    by_us: Vec<u64>,
    /// With which seeds; the file's own is the first.
    seeds: Vec<u64>,
}

impl Row {
    fn read(value: &Value) -> Row {
        let list = |key: &str| value[key].as_array().expect("a list").iter();
        let us =
            |value: &Value| parse_duration_us(value.as_str().expect("a text")).expect("a time");
        let act = |act: &Value| {
            let mut action = act.clone();
            let at = action.as_object_mut().expect("an action").remove("at");
            (us(&at.expect("an instant")), action.to_string())
        };
        Row {
            scenario: value["scenario"].as_str().expect("an id").to_string(),
            acts: list("acts").map(act).collect(),
            by_us: list("by").map(us).collect(),
            seeds: list("seeds")
                .map(|seed| seed.as_u64().expect("a seed"))
                .collect(),
        }
    }

    /// The variant that opens, with these done.
    fn start(&self, seed: u64, acts: &[(u64, String)]) -> Playground {
        let text = scenario_text(&self.scenario);
        let mut run = Playground::open(&text, "", Some(seed as f64)).expect("a scenario");
        for (at_us, action) in acts {
            run.replay(*at_us, action)
                .unwrap_or_else(|error| panic!("{}: {action}: {error}", self.scenario));
        }
        run
    }

    /// What is not as it should be with this seed.
    fn complaints(&self, seed: u64) -> Vec<String> {
        let mut all = Vec::new();
        let place = format!("{} with seed {seed}", self.scenario);
        let (mut run, mut left) = (self.start(seed, &self.acts), self.start(seed, &[]));
        let count = run.frame(WISH).attempts.len();
        if count != self.by_us.len() {
            let known = self.by_us.len();
            all.push(format!(
                "{place}: {count} things to try, the table has {known}"
            ));
            return all;
        }
        let first_us = self.acts[0].0;
        run.advance(first_us - 1, u64::MAX);
        if run
            .frame(WISH)
            .attempts
            .iter()
            .any(|come| come.begun || come.at_us.is_some())
        {
            all.push(format!(
                "{place}: something came true before anything was done"
            ));
        }
        for (which, by_us) in self.by_us.iter().enumerate() {
            run.advance(*by_us, u64::MAX);
            if run.frame(WISH).attempts[which]
                .at_us
                .is_none_or(|at_us| at_us < first_us)
            {
                all.push(format!("{place}: number {which} is not so at {by_us} µs"));
            }
            left.advance(*by_us, u64::MAX);
            let untouched = left.frame(WISH).attempts[which];
            if untouched.begun || untouched.at_us.is_some() {
                all.push(format!("{place}: number {which} came true by itself"));
            }
        }
        all
    }
}

fn rows() -> Vec<Row> {
    let table: Value =
        serde_json::from_str(include_str!("../../testdata/attempts.json")).expect("a table");
    table
        .as_array()
        .expect("rows")
        .iter()
        .map(Row::read)
        .collect()
}

#[test]
fn every_public_scenario_has_two_things_to_try_and_a_row_here() {
    let rows = rows();
    let known: Vec<&str> = rows.iter().map(|row| row.scenario.as_str()).collect();
    assert_eq!(known, public_names());
    for row in &rows {
        let text = scenario_text(&row.scenario);
        let run = Playground::open(&text, "", None).expect("a scenario");
        assert_eq!(run.world().seed, row.seeds[0], "{}", row.scenario);
        assert!(
            run.world().attempts.len() >= 2,
            "{}: two things to try at least",
            row.scenario
        );
    }
}

#[test]
fn what_is_asked_for_comes_true_when_it_is_done_and_not_by_itself() {
    let mut all = Vec::new();
    for row in rows() {
        // Every day with the file's own, in the long run with all.
        let count = if is_long() { row.seeds.len() } else { 1 };
        for seed in &row.seeds[..count] {
            all.extend(row.complaints(*seed));
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn nothing_comes_true_by_itself_in_a_variant_however_long_it_runs() {
    for run in some_public_runs(0) {
        let place = format!("{} {}", run.scenario, run.variant);
        let variant = run.resolved.variant.as_str();
        let text = scenario_text(&run.scenario);
        let mut played = Playground::open(&text, variant, None).expect("a scenario");
        if played.world().attempts.is_empty() {
            continue;
        }
        played.advance(run.resolved.duration_us, u64::MAX);
        for come in played.frame(WISH).attempts {
            assert!(!come.begun && come.at_us.is_none(), "{place}");
        }
    }
}
