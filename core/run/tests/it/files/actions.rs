//! Actions: their translation to and fro, their sentences, and a run by hand as a file.

use documents::scenario::{Scenario, action_to_json, parse_action, with_actions};
use model::config::{Action, FaultKey, Settings};
use serde_json::{Value, json};
use sim::{NodeId, Place, ZoneId};
use text::names::{Names, fault_id, parse_fault_id};
use text::sentence::{sentence, settings_sentence};

use super::fixture::{changed, full};

fn names() -> Names {
    Scenario::parse(&full().to_string())
        .unwrap()
        .resolve(None, None)
        .unwrap()
        .names
}

/// Every change of a range or its group, as a file writes it, with its sentence.
fn every_operation() -> Vec<(Value, &'static str)> {
    vec![
        (
            json!({"do": "add_replica", "store": "s2", "range": 1, "learner": true}),
            "Add a learner of range 1 on s2.",
        ),
        (
            json!({"do": "add_replica", "store": "s2", "range": 0, "learner": false}),
            "Add a replica of range 0 on s2.",
        ),
        (
            json!({"do": "remove_replica", "store": "s2", "range": 0}),
            "Remove the replica of range 0 on s2.",
        ),
        (
            json!({"do": "move_replica", "from": "s1", "to": "s2", "range": 0}),
            "Move a replica of range 0 from s1 to s2.",
        ),
        (
            json!({"do": "split", "range": 0, "key": 5}),
            "Split range 0 at key 5.",
        ),
        (
            json!({"do": "merge", "range": 1, "into": 0}),
            "Merge range 1 into range 0.",
        ),
    ]
}

/// Every kind of action, as a file writes it, with its sentence.
fn every_action() -> Vec<(Value, &'static str)> {
    let mut actions = vec![
        (
            json!({"do": "cut", "from": "az1", "to": "az2", "one_way": false}),
            "Cut the link between North and az2.",
        ),
        (
            json!({"do": "cut", "from": "s1", "to": "az2", "one_way": true}),
            "Cut the link from s1 to az2 (one way).",
        ),
        (json!({"do": "isolate", "place": "g1"}), "Isolate g1."),
        (
            json!({"do": "degrade", "from": "az1", "to": "az3", "one_way": true, "delay": "5ms",
            "jitter": "0us", "loss": 0.05, "bandwidth": "10Mbps"}),
            "Degrade the link from North to az3 (one way): 5 ms more delay, 5 % of packets lost, at most 10 Mbit/s.",
        ),
        (json!({"do": "heal"}), "Heal every fault of the network."),
        (
            json!({"do": "heal", "fault": "cut:az1:az2"}),
            "Heal: link between North and az2 cut.",
        ),
        (
            json!({"do": "heal", "fault": "degrade:s1:az2:one-way"}),
            "Heal: link from s1 to az2 (one way) degraded.",
        ),
        (
            json!({"do": "heal", "fault": "crash:s3"}),
            "Heal: s3 crashed.",
        ),
        (json!({"do": "crash", "store": "s1"}), "Crash s1."),
        (json!({"do": "restart", "store": "s1"}), "Restart s1."),
        (json!({"do": "pause", "store": "s2"}), "Pause s2."),
        (json!({"do": "resume", "store": "s2"}), "Resume s2."),
        (
            json!({"do": "campaign", "store": "s2", "range": 1}),
            "s2 campaigns in range 1.",
        ),
        (
            json!({"do": "transfer", "to": "s2", "range": 0}),
            "Transfer the lead of range 0 to s2.",
        ),
        (
            json!({"do": "start", "workload": "scan"}),
            "Start the load \"scan\".",
        ),
        (
            json!({"do": "stop", "workload": "put"}),
            "Stop the load \"put\".",
        ),
        every_switch(),
        (json!({"do": "drop", "message": 12}), "Drop message 12."),
    ];
    actions.extend(requests());
    actions.extend(every_operation());
    actions.extend(resized());
    actions.extend(corruptions());
    actions
}

/// Requests by hand.
fn requests() -> Vec<(Value, &'static str)> {
    vec![
        (
            json!({"do": "get", "from": "g1", "key": 3}),
            "g1 gets key 3.",
        ),
        (
            json!({"do": "put", "from": "g1", "key": 3, "bytes": 64}),
            "g1 puts key 3.",
        ),
        (
            json!({"do": "scan", "from": "g2", "key": 3, "rows": 9}),
            "g2 scans 9 rows from key 3.",
        ),
        (
            json!({"do": "statement", "from": "g2", "keys": [1, 5, 9]}),
            "g2 reads keys 1, 5 and 9 in one statement.",
        ),
        (
            json!({"do": "insert", "from": "g1", "keys": [5], "bytes": 64}),
            "g1 inserts key 5 in one transaction.",
        ),
        (
            json!({"do": "update", "from": "g1", "keys": [1, 5], "bytes": 64}),
            "g1 reads and writes keys 1 and 5 in one transaction.",
        ),
    ]
}

/// What may be given another size.
fn resized() -> Vec<(Value, &'static str)> {
    let resize =
        |what: &str, of: &str, to: Value| json!({"do": "resize", "what": what, "of": of, "to": to});
    vec![
        (resize("cores", "s1", json!(4)), "Cores of s1: 4 cores."),
        (resize("cores", "g1", json!(1)), "Cores of g1: 1 core."),
        (
            resize("bandwidth", "az1>az2", json!("297Mbps")),
            "Bandwidth from North to az2: 297Mbps.",
        ),
        (
            resize("window", "az2>az1", json!(0)),
            "TCP window from az2 to North: not limited.",
        ),
        (
            resize("clients", "scan", json!(12)),
            "Clients of scan: 12 clients.",
        ),
        (
            resize("rate", "put", json!(0.5)),
            "Rate of put: 0.5 requests per second.",
        ),
        (
            resize("cost", "execute", json!("130us")),
            "Cost of execute: 130us.",
        ),
    ]
}

fn corruptions() -> [(Value, &'static str); 7] {
    [
        (
            json!({"do": "corrupt", "message": 12}),
            "Corrupt message 12.",
        ),
        (
            json!({"do": "corrupt_next", "from": "az1", "to": "s2", "messages": 3}),
            "Corrupt the next 3 appends from North to s2.",
        ),
        (
            json!({"do": "set_clock", "store": "s2", "drift_ppm": 1500}),
            "The clock of s2 runs 0.15 % fast.",
        ),
        (
            json!({"do": "set_clock", "store": "s2", "drift_ppm": -900_000}),
            "The clock of s2 runs 90 % slow.",
        ),
        (
            json!({"do": "set_clock", "store": "s2", "drift_ppm": 0}),
            "The clock of s2 runs right.",
        ),
        (
            json!({"do": "redraw", "stream": 7, "of": ["elections", "arrivals"]}),
            "Another future, number 7. Drawn anew: election timeouts, clients’ requests.",
        ),
        (
            json!({"do": "redraw", "stream": 1,
                "of": ["network", "elections", "arrivals", "service"]}),
            "Another future, number 1: all chance is drawn anew.",
        ),
    ]
}

/// A `set` that names every switch.
fn every_switch() -> (Value, &'static str) {
    (
        json!({"do": "set", "settings": {"read_mode": "local", "check_quorum": false,
            "pre_vote": true, "skip_commit_broadcast": false, "apply_delay": "1500us",
            "request_timeout": "2s", "attempt_timeout": "20ms", "plan_cache": true,
            "follower_replication": false,
            "delegate_policy": "sticky", "compression": "none", "aggregate_acks": false,
            "neighbour_snapshots": false, "delta_encoding": false, "group_commit": false,
            "location_affinity": false, "balance_leaders": false, "balance_replicas": false,
            "schedule_hot": false, "split_merge": false, "hot_learners": false,
            "hibernate": false, "timestamps": "none", "lease": "900ms", "index_by_lease": false,
            "batch_read_index": false, "read_index_cache": false, "withhold_votes": false,
            "suspend_lease": true, "safe_time": "off", "staleness": "2s",
            "adaptive_threshold": 4096, "busy_fallback": true, "adaptive_by": "size",
            "adaptive_even": false, "follower_choice": "random"}}),
        "Settings: read mode “Local”, check quorum off, pre-vote on, lazy commits off, \
             apply delay 1500us, request timeout 2s, timeout of an attempt 20ms, \
             plan cache on, follower replication off, \
             delegate policy “Sticky”, aggregated acks off, snapshots from neighbours off, \
             delta encoding off, compression “none”, group commit off, location affinity off, \
             leader balancing off, replica balancing off, hot-range scheduling off, split and \
             merge off, learners for hot ranges off, hibernation off, timestamps “none”, lease \
             900ms, read index by lease off, batched read indexes off, read-index cache off, \
             votes withheld after a restart off, lease suspended by a transfer on, safe time \
             “off”, staleness 2s, adaptive threshold 4096, fallback when busy on, adaptive by \
             “Size”, evened adaptive reads off, follower choice “Random”.",
    )
}

#[test]
fn an_action_that_is_written_reads_as_the_same() {
    let names = names();
    for (written, expected) in every_action() {
        let action = parse_action(&written, &names, &Settings::default()).unwrap();
        assert_eq!(action_to_json(&action, &names), written);
        assert_eq!(sentence(&action, &names), expected);
    }
}

#[test]
fn a_request_for_keys_that_cannot_be_is_refused_with_its_reason() {
    let names = names();
    let refused = |written: Value| {
        let error = parse_action(&written, &names, &Settings::default()).expect_err("it cannot be");
        error.to_string()
    };
    let insert = |keys: Value| json!({"do": "insert", "from": "g1", "keys": keys});
    for (keys, expected) in [
        (json!([]), "keys: found [], expected 1 to 6 keys, each once"),
        (
            json!([4, 4]),
            "keys: found [4, 4], expected 1 to 6 keys, each once",
        ),
        (
            json!([0, 1, 2, 3, 4, 5, 6]),
            "keys: found [0, 1, 2, 3, 4, 5, 6], expected 1 to 6 keys, each once",
        ),
        (
            json!([1, 4_000_000]),
            "keys[1]: found 4000000, expected a key",
        ),
    ] {
        let error = refused(insert(keys));
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn every_action_may_be_scripted() {
    let actions: Vec<Value> = every_action()
        .into_iter()
        .enumerate()
        .map(|(i, (mut action, _))| {
            action["at"] = json!(format!("{i}ms"));
            action
        })
        .collect();
    let count = actions.len();
    let scenario = Scenario::parse(&changed("/actions", json!(actions))).unwrap();
    assert_eq!(scenario.resolve(None, None).unwrap().actions.len(), count);
}

#[test]
fn a_set_changes_what_it_names_and_keeps_what_was_set_before() {
    let text = changed(
        "/actions",
        json!([
        {"at": "2s", "do": "set", "settings": {"pre_vote": false}},
        {"at": "1s", "do": "set", "settings": {"check_quorum": false}}]),
    );
    let run = Scenario::parse(&text).unwrap().resolve(None, None).unwrap();
    let [
        (2_000_000, Action::Set(second)),
        (1_000_000, Action::Set(first)),
    ] = run.actions.as_slice()
    else {
        panic!("in the order of the file: {:?}", run.actions)
    };
    assert_eq!((first.check_quorum, first.pre_vote), (false, true));
    assert_eq!((second.check_quorum, second.pre_vote), (false, false));
    assert_eq!(
        settings_sentence(first, second, &run.names),
        "Settings: pre-vote off."
    );
}

#[test]
fn a_fault_is_named_by_what_it_is() {
    let names = names();
    let place = Place::Zone(ZoneId(1));
    for (fault, id) in [
        (FaultKey::Isolate(place), "isolate:az2"),
        (FaultKey::Pause(NodeId(2)), "pause:s3"),
        (
            FaultKey::Cut {
                from: place,
                to: Place::Node(NodeId(0)),
                both: false,
            },
            "cut:az2:s1:one-way",
        ),
    ] {
        assert_eq!(fault_id(&fault, &names), id);
        assert_eq!(parse_fault_id(id, &names), Some(fault));
    }
    for id in ["", "cut", "cut:az1:az9", "cut:az1:az2:both", "melt:az1"] {
        assert_eq!(parse_fault_id(id, &names), None, "{id}");
    }
}

#[test]
fn a_run_by_hand_is_written_as_a_scenario_of_its_own() {
    let text = changed(
        "/actions",
        json!([
        {"at": "1s", "do": "crash", "store": "s3"},
        {"at": "2s", "do": "set", "settings": {"pre_vote": false}}]),
    );
    let names = names();
    let by_hand = Action::Set(Settings::default());
    let log = [
        (1_000_000, Action::Isolate(Place::Zone(ZoneId(0)))),
        (1_500_000, by_hand.clone()),
    ];
    let file = with_actions(&text, Some("on"), Some(11), &log).unwrap();
    let replayed = Scenario::parse(&file).unwrap();
    assert_eq!(replayed.variants().len(), 1);
    assert!(replayed.expect().is_empty());
    let replay = replayed.resolve(Some("on"), None).unwrap();
    let original = Scenario::parse(&text)
        .unwrap()
        .resolve(Some("on"), Some(11))
        .unwrap();
    assert_eq!(replay.config, original.config);
    assert_eq!(replay.names, names);
    let mut expected = original.actions;
    expected.extend(log);
    assert_eq!(
        replay.actions, expected,
        "a scripted set means what it meant in the run"
    );
}
