//! What is said while a scenario plays by itself: how files write it, and what is wrong with it.

use documents::scenario::{Beat, BeatAct, Scenario, with_actions};
use serde_json::{Value, json};

use super::fixture::{changed, error_of};

/// A beat with one of its keys changed; `null` removes it.
fn beat(key: &str, value: Value) -> Value {
    let mut beat = json!({ "from": "2s", "until": "3s", "speed": 0.05, "title": "One leads." });
    let map = beat.as_object_mut().expect("an object");
    match value {
        Value::Null => drop(map.remove(key)),
        value => drop(map.insert(key.to_string(), value)),
    }
    beat
}

fn file(beats: &[Value]) -> String {
    changed("/show", json!({ "beats": beats }))
}

fn told(beats: &[Value]) -> Vec<Beat> {
    let scenario = Scenario::parse(&file(beats)).expect("accepted");
    scenario
        .resolve(Some("on"), None)
        .expect("it runs")
        .show
        .beats
}

#[test]
fn the_page_takes_them_in_microseconds() {
    let act = json!({ "text": "Cut North off", "action": { "do": "isolate", "place": "az1" } });
    let expected = Beat {
        from_us: 2_000_000,
        until_us: 3_000_000,
        speed: 0.05,
        title: "One leads.".to_string(),
        text: String::new(),
        act: Some(BeatAct {
            text: "Cut North off".to_string(),
            action: json!({ "do": "isolate", "place": "az1" }),
        }),
    };
    assert_eq!(told(&[beat("act", act)]), [expected]);
}

#[test]
fn a_file_that_says_none_has_none() {
    let scenario = Scenario::parse(&changed("/show", json!({}))).expect("accepted");
    let show = scenario.resolve(Some("on"), None).expect("it runs").show;
    assert!(show.beats.is_empty());
}

#[test]
fn one_may_begin_where_the_one_before_it_ends_and_a_shorter_run_does_not_reach_it() {
    let next = json!({ "from": "3s", "until": "31s", "speed": 100, "title": "It goes on." });
    assert_eq!(told(&[beat("speed", json!(0.001)), next]).len(), 2);
}

#[test]
fn they_stand_in_the_order_of_time() {
    let next = json!({ "from": "2500ms", "until": "4s", "speed": 1, "title": "Too early." });
    assert_eq!(
        error_of(&file(&[beat("text", json!("It sends.")), next])),
        "show.beats[1].from: found 2500ms, expected 3s to 86400s"
    );
}

#[test]
fn each_ends_after_it_has_begun() {
    for (until, found) in [("2s", "2s"), ("1s", "1s")] {
        assert_eq!(
            error_of(&file(&[beat("until", json!(until))])),
            format!("show.beats[0].until: found {found}, expected later than 2s")
        );
    }
}

#[test]
fn each_plays_at_a_speed_that_the_page_has() {
    for speed in [0.0, 0.0005, 101.0, -1.0] {
        assert_eq!(
            error_of(&file(&[beat("speed", json!(speed))])),
            format!("show.beats[0].speed: found {speed}, expected 0.001 to 100")
        );
    }
}

#[test]
fn each_has_a_title_and_each_button_words() {
    for title in ["", "  "] {
        assert_eq!(
            error_of(&file(&[beat("title", json!(title))])),
            "show.beats[0].title: found 0, expected 1 to 200 bytes of text"
        );
    }
    let act = json!({ "text": "", "action": { "do": "heal" } });
    assert_eq!(
        error_of(&file(&[beat("act", act)])),
        "show.beats[0].act.text: found 0, expected 1 to 200 bytes of text"
    );
}

#[test]
fn there_are_no_more_than_a_person_watches() {
    let beats: Vec<Value> = (0..9)
        .map(|i| {
            let (from, until) = (format!("{i}s"), format!("{}ms", 1000 * i + 500));
            json!({ "from": from, "until": until, "speed": 1, "title": "More." })
        })
        .collect();
    assert_eq!(
        error_of(&file(&beats)),
        "show.beats: found 9, expected 0 to 8 beats"
    );
}

#[test]
fn what_they_ask_for_is_an_action_that_can_be_done_here() {
    let asks = |action: Value| file(&[beat("act", json!({ "text": "Do it", "action": action }))]);
    let error = Scenario::parse(&asks(json!({ "do": "isolate", "place": "az9" })));
    let error = error.expect_err("a mistake").to_string();
    assert!(
        error
            .starts_with("show.beats[0].act.action.place: found \"az9\", expected one of \"az1\","),
        "{error}"
    );
    for action in [
        json!({ "do": "isolate", "place": "s2" }),
        json!({ "do": "set", "settings": { "check_quorum": true } }),
    ] {
        let act = json!({ "text": "Do it", "action": action });
        assert_eq!(told(&[beat("act", act)]).len(), 1, "{action}");
    }
}

#[test]
fn whoever_writes_them_wrong_is_told_all_of_it_at_once() {
    let wrong = json!({ "from": "1s", "until": "4s", "speed": 0, "title": "Early." });
    assert_eq!(
        error_of(&file(&[beat("text", json!("")), wrong])),
        "show.beats[1].from: found 1s, expected 3s to 86400s\n\
         show.beats[1].speed: found 0, expected 0.001 to 100"
    );
}

/// They speak of a run that nobody interfered with.
#[test]
fn a_run_by_hand_as_a_file_says_none() {
    let text = file(&[beat("text", json!("It sends."))]);
    let replay = with_actions(&text, Some("on"), None, &[]).expect("what it read");
    let tree: Value = serde_json::from_str(&replay).expect("JSON");
    assert_eq!(tree["show"], json!({}));
}

#[test]
fn ways_on_name_a_scenario_and_have_words() {
    let door = json!({ "text": "Read next door", "scenario": "follower-read" });
    let text = changed("/show", json!({ "doors": [door] }));
    let scenario = Scenario::parse(&text).expect("accepted");
    let show = scenario.resolve(Some("on"), None).expect("it runs").show;
    assert_eq!(show.doors[0].scenario, "follower-read");
    let nameless = json!({ "text": " ", "scenario": "follower-read" });
    assert_eq!(
        error_of(&changed("/show", json!({ "doors": [nameless] }))),
        "show.doors[0].text: found 0, expected 1 to 200 bytes of text"
    );
}

#[test]
fn a_picture_is_one_of_nine() {
    assert_eq!(
        error_of(&changed("/show", json!({ "picture": "cake" }))),
        "show.picture: found \"cake\", expected one of \"wave\", \"strata\", \"flow\", \"fan\", \
         \"table\", \"wall\", \"clocks\", \"ladder\", \"fleet\""
    );
}
