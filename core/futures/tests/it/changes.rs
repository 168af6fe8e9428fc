//! The runs that differ from a public one in one act or switch.

use documents::scenario::Scenario;
use futures::changes;
use sim::Micros;

const S: Micros = 1_000_000;

fn text() -> String {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../public/scenarios/stale-leader.json"
    );
    std::fs::read_to_string(path).expect("a public scenario")
}

#[test]
fn acts_before_the_instant_are_left_out_and_switches_of_other_variants_set() {
    let log = r#"[{"at_us": 3000001, "action": {"do": "crash", "store": "s2"}}]"#;
    let found = changes(&text(), Some("leader-unchecked"), None, (log, 6 * S));
    let found = found.expect("the scenario is right");
    let told: Vec<(&str, Micros)> = found
        .iter()
        .map(|one| (one.text.as_str(), one.at_us))
        .collect();
    let expected = [
        ("Without: Isolate Dublin.", 5 * S - 1),
        ("Without: Crash s2.", 3 * S),
        ("Settings: check quorum on.", 0),
        ("Settings: read mode “Leader”.", 0),
    ];
    assert_eq!(told, expected);
    for one in &found {
        let scenario = Scenario::parse(&one.scenario).expect("a file that can be read");
        scenario.resolve(None, None).expect("and resolved");
    }
}
