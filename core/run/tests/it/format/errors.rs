//! What is said of a file that is wrong: place, found, expected.

use documents::problems::problems;
use model::config::ReadMode;
use serde_json::{Value, json};

use super::fixture::{check, error_of, full};

#[test]
fn what_is_no_json_is_said_with_line_and_column() {
    for (text, expected) in [
        (
            "",
            "not valid JSON at line 1 column 0: EOF while parsing a value",
        ),
        (
            "{\n  \"format\": }",
            "not valid JSON at line 2 column 13: expected value",
        ),
        (
            "{} x",
            "not valid JSON at line 1 column 4: trailing characters",
        ),
        (
            "{\"a\":1,\n\"a\":2}",
            "not valid JSON at line 2 column 3: the key \"a\" stands twice",
        ),
    ] {
        assert_eq!(error_of(text), expected);
    }
    let deep = "[".repeat(100_000);
    assert!(
        error_of(&deep).contains("recursion limit exceeded"),
        "{}",
        error_of(&deep)
    );
    assert_eq!(error_of("[]"), "found a list, expected an object");
    assert_eq!(error_of("null"), "found null, expected an object");
    assert_eq!(
        error_of("{}"),
        "found nothing, expected the key \"format\"\n\
        found nothing, expected the key \"title\"\n\
        found nothing, expected the key \"topology\""
    );
}

#[test]
fn whoever_writes_a_file_sees_each_problem_at_its_place() {
    let mut file = full();
    file["titel"] = file["title"].take();
    file.as_object_mut().unwrap().remove("title");
    file["topology"]["stores"][1]["cores"] = json!("two");
    file["topology"]["stores"][2]["colour"] = json!("blue");
    let found: Value = serde_json::from_str(&problems(&file.to_string())).unwrap();
    let paths: Vec<&str> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["path"].as_str().unwrap())
        .collect();
    assert_eq!(
        paths,
        [
            "titel",
            "",
            "topology.stores[1].cores",
            "topology.stores[2].colour"
        ]
    );
    assert_eq!(
        found[1]["text"],
        "found nothing, expected the key \"title\""
    );
    assert_eq!(problems(&full().to_string()), "[]");
    let lesson = json!({ "format": "raft-atlas-lesson/1", "title": "One", "minuts": 3 });
    assert!(
        problems(&lesson.to_string()).contains("minuts"),
        "a lesson is read as one: {}",
        problems(&lesson.to_string())
    );
    let many = json!({ "a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1, "g": 1, "h": 1, "i": 1 });
    assert_eq!(
        error_of(&many.to_string()).lines().count(),
        8,
        "at most eight"
    );
}

#[test]
fn noise_is_refused_by_its_length() {
    let noise = "x".repeat(10_000_000);
    assert_eq!(
        error_of(&noise),
        "found a file of 10000000 bytes, expected at most 2097152 (2 MiB)"
    );
}

#[test]
fn an_unknown_key_or_word_is_named_with_its_place() {
    check(
        "/tempo",
        json!(1),
        "tempo: unknown key, expected one of \"$schema\", \"format\", \
        \"title\", \"text\", \"seed\", \"duration\", \"measure_from\", \"speed\", \
        \"topology\", \"data\", \"raft\", \
        \"costs\", \"schedule\", \"reads\", \"settings\", \"workload\", \"actions\", \"proves\", \"variants\", \"try\", \
        \"conclusion\", \"show\", \"checkpoints\", \"expect\"",
    );
    check(
        "/topology/zones/1/regio",
        json!(""),
        "topology.zones[1].regio: unknown key, expected one of \"id\", \"name\", \"region\"",
    );
    check(
        "/format",
        json!("raft-atlas/2"),
        "format: found \"raft-atlas/2\", expected \"raft-atlas/1\"",
    );
    let built = ReadMode::ALL.iter().map(|mode| mode.id());
    let modes: Vec<String> = built.map(|id| format!("\"{id}\"")).collect();
    let expected = format!(
        "settings.read_mode: found \"quorum\", expected one of {}",
        modes.join(", ")
    );
    check("/settings/read_mode", json!("quorum"), &expected);
    check(
        "/workload/0/op",
        json!(3),
        "workload[0].op: found 3, expected a text",
    );
}

#[test]
fn a_wrong_type_or_unit_is_named_with_its_place() {
    let duration = "expected a duration in whole microseconds such as \"250us\", \"3ms\", \
        \"1.5s\" or \"2m\"";
    check(
        "/duration",
        json!("30 parsecs"),
        &format!("duration: found \"30 parsecs\", {duration}"),
    );
    check(
        "/duration",
        json!(30),
        &format!("duration: found 30, {duration}"),
    );
    check(
        "/topology/stores/1/fsync",
        json!("1.5ns"),
        &format!("topology.stores[1].fsync: found \"1.5ns\", {duration}"),
    );
    check(
        "/topology/links/between/0/bandwidth",
        json!("297MB"),
        "topology.links.between[0].bandwidth: found \"297MB\", expected a bandwidth such as \
        \"500kbps\", \"297Mbps\" or \"10Gbps\"",
    );
    check(
        "/topology/links/cross_zone/loss",
        json!(5),
        "topology.links.cross_zone.loss: found 5.0, expected a number from 0 to 1, e.g. 0.05 for 5 %",
    );
    check(
        "/seed",
        json!(-1),
        "seed: found -1, expected a whole number, 0 or more",
    );
    check(
        "/seed",
        json!(1.5),
        "seed: found 1.5, expected a whole number, 0 or more",
    );
    check(
        "/seed",
        json!("7"),
        "seed: found \"7\", expected a whole number, 0 or more",
    );
    check(
        "/title",
        json!(["a"]),
        "title: found a list, expected a text",
    );
    check(
        "/topology",
        json!([]),
        "topology: found a list, expected an object",
    );
    check(
        "/topology/stores",
        Value::Null,
        "topology: found nothing, expected the key \"stores\"",
    );
    check(
        "/workload/0/keys",
        json!([1]),
        "workload[0].keys: found a list of 1, \
        expected a list of 2",
    );
}

#[test]
fn values_that_make_no_sense_are_named_with_their_place() {
    check(
        "/topology/stores/2/zone",
        json!("az9"),
        "topology.stores[2].zone: found \"az9\", \
        expected one of \"az1\", \"az2\", \"az3\"",
    );
    check(
        "/topology/stores/1/id",
        json!("az1"),
        "topology.stores[1].id: found \"az1\" a second time, expected a new id\n\
        data.leaders[1]: found \"s2\", expected a store or a zone with stores: one of \"az1\", \
        \"az2\", \"az3\", \"s1\", \"s3\"",
    );
    check(
        "/topology/gateways/0/id",
        json!("pd"),
        "topology.gateways[0].id: found \"pd\" a second time, expected a new id\n\
         workload[1].from: found \"g1\", expected a gateway or its zone: one of \"pd\", \"g2\"",
    );
    check(
        "/topology/zones/0/id",
        json!("a/b"),
        "topology.zones[0].id: found \"a/b\", expected 1 \
        to 40 letters, digits, \"-\" or \"_\"\n\
        topology.stores[0].zone: found \"az1\", expected one of \"a/b\", \"az2\", \"az3\"\n\
        topology.gateways[0].zone: found \"az1\", expected one of \"a/b\", \"az2\", \"az3\"\n\
        topology.pd.zone: found \"az1\", expected one of \"a/b\", \"az2\", \"az3\"\n\
        topology.links.between[0].zones[1]: found \"az1\", expected one of \"a/b\", \"az2\", \"az3\"",
    );
}

#[test]
fn numbers_out_of_bounds_are_named_with_their_place() {
    check(
        "/data/replicas",
        json!(0),
        "data.replicas: found 0, expected 1 to 3 replicas (one for \
        each store, and not more than 9)",
    );
    check(
        "/data/replicas",
        json!(4),
        "data.replicas: found 4, expected 1 to 3 replicas (one for \
        each store, and not more than 9)",
    );
    check(
        "/data/ranges",
        json!(2001),
        "data.ranges: found 2001, expected 1 to 2000 ranges",
    );
    check(
        "/data/rows",
        json!(0),
        "data.rows: found 0, expected 1 to 1000000 rows\n\
        workload[0].rows: found 100, expected 1 to 1 rows\n\
        workload[1].keys: found [0, 10], expected [first, end] with first < end <= 0 rows",
    );
    check(
        "/data/leaders/1",
        json!("s9"),
        "data.leaders[1]: found \"s9\", expected a store or a \
        zone with stores: one of \"az1\", \"az2\", \"az3\", \"s1\", \"s2\", \"s3\"",
    );
    check(
        "/seed",
        json!(9_007_199_254_740_992_u64),
        "seed: found 9007199254740992, expected 0 to 9007199254740991",
    );
    check(
        "/duration",
        json!("1441m"),
        "duration: found 86460s, expected 1us to 86400s",
    );
    check("/speed", json!(0), "speed: found 0, expected 0.01 to 100");
    check(
        "/topology/links/cross_zone/rtt",
        json!("0us"),
        "topology.links.cross_zone.rtt: found 0us, expected 2us to 60s",
    );
    check(
        "/raft/heartbeat_ticks",
        json!(10),
        "raft.election_ticks: found 10, expected more than \
        the 10 of raft.heartbeat_ticks",
    );
    check(
        "/title",
        json!(" "),
        "title: found an empty text, expected a title",
    );
}

#[test]
fn a_workload_must_be_possible() {
    let load = "either \"clients\" (with \"think\") or \"rate\"";
    check(
        "/workload/0/rate",
        json!(5),
        &format!("workload[0]: found \"clients\" and \"rate\", expected {load}"),
    );
    check(
        "/workload/1/rate",
        Value::Null,
        &format!("workload[1]: found neither \"clients\" nor \"rate\", expected {load}"),
    );
    check(
        "/workload/1/rate",
        json!(0),
        "workload[1].rate: found 0, expected 0.001 to 1000000 requests per second",
    );
    check(
        "/workload/1/think",
        json!("1s"),
        "workload[1].think: found \"think\" beside \"rate\", expected \"think\" with \"clients\" only",
    );
    check(
        "/workload/0/from",
        json!("az3"),
        "workload[0].from: found \"az3\", expected a gateway \
        or its zone: one of \"g1\", \"g2\"",
    );
    check(
        "/workload/1/rows",
        json!(0),
        "workload[1].rows: found 0, expected 1 to 1000 rows",
    );
    check(
        "/workload/1/keys",
        json!([10, 10]),
        "workload[1].keys: found [10, 10], expected \
        [first, end] with first < end <= 10000 rows",
    );
    check(
        "/workload/1/value_bytes",
        json!(7),
        "workload[1].value_bytes: found 7, expected 8 to 65536 bytes",
    );
    check(
        "/workload/1/id",
        json!("scan"),
        "workload[1].id: found \"scan\" a second time, expected a new id",
    );
}

#[test]
fn only_statements_and_transactions_have_parts_and_are_prepared() {
    check(
        "/workload/0/fetches",
        json!(2),
        "workload[0].fetches: found 2, expected no \"fetches\", which this \"op\" does not have",
    );
    check(
        "/workload/0/prepared",
        json!(true),
        "workload[0].prepared: found true, expected false, since only statements and \
        transactions are prepared",
    );
    let mut file = full();
    file["workload"][0]["op"] = json!("statement");
    file["workload"][0]["statements"] = json!(3);
    assert_eq!(
        error_of(&file.to_string()),
        "workload[0].statements: found 3, expected no \"statements\", which this \"op\" does \
        not have"
    );
    file["workload"][0]["op"] = json!("transaction");
    file["workload"][0]["statements"] = json!(0);
    assert_eq!(
        error_of(&file.to_string()),
        "workload[0].statements: found 0, expected 1 to 100 statements"
    );
}

#[test]
fn timestamps_come_from_the_placement_drivers_node() {
    let mut file = full();
    file["topology"]
        .as_object_mut()
        .expect("it is one")
        .remove("pd");
    file["settings"]["timestamps"] = json!("tso+index");
    assert_eq!(
        error_of(&file.to_string()),
        "settings.timestamps: found \"tso+index\", expected \"none\", since topology has no \"pd\""
    );
}

#[test]
fn switches_of_the_placement_driver_need_one_and_its_numbers_make_sense() {
    let mut file = full();
    file["topology"]
        .as_object_mut()
        .expect("it is one")
        .remove("pd");
    file["settings"]["split_merge"] = json!(true);
    assert_eq!(
        error_of(&file.to_string()),
        "settings.split_merge: found true, expected false, since topology has no \"pd\""
    );
    check(
        "/schedule",
        json!({ "priority": ["hot", "hot", "balance"] }),
        "schedule.priority: found 3 rules, expected \
        \"affinity\", \"hot\" and \"balance\" in an order, each once",
    );
    check(
        "/schedule",
        json!({ "affinity_percent": 50 }),
        "schedule.affinity_percent: found 50, expected 51 to 100 %",
    );
    check(
        "/data/stores",
        json!(["s1", "s9", "s2", "s3"]),
        "data.stores[1]: found \"s9\", \
        expected stores, each once: one of \"s1\", \"s2\", \"s3\"",
    );
}

#[test]
fn an_action_is_checked_in_every_part() {
    let places = "one of \"az1\", \"az2\", \"az3\", \"s1\", \"s2\", \"s3\", \"g1\", \"g2\", \"pd\"";
    check(
        "/actions/0/from",
        json!("az7"),
        &format!("actions[0].from: found \"az7\", expected {places}"),
    );
    check(
        "/actions/0/at",
        json!("soon"),
        "actions[0].at: found \"soon\", expected a duration in \
        whole microseconds such as \"250us\", \"3ms\", \"1.5s\" or \"2m\"",
    );
    check(
        "/actions/0/at",
        Value::Null,
        "actions[0]: found nothing, expected the key \"at\"",
    );
    check(
        "/actions/0/do",
        Value::Null,
        "actions[0]: found nothing, expected the key \"do\"",
    );
    check(
        "/actions/0/to",
        json!("az1"),
        "actions[0].to: found \"az1\", expected a place other than \"from\"",
    );
    check(
        "/actions/0/one_way",
        json!("yes"),
        "actions[0].one_way: found \"yes\", expected true or false",
    );
    check(
        "/actions/0/depth",
        json!(1),
        "actions[0].depth: unknown key, expected one of \"from\", \
        \"to\", \"one_way\"",
    );
    check(
        "/actions/0",
        json!("cut"),
        "actions[0]: found \"cut\", expected an action such as \
        {\"do\": \"crash\", \"store\": \"s1\"}",
    );
}

#[test]
fn an_action_must_be_known_and_speak_of_what_there_is() {
    check(
        "/actions/0/do",
        json!("explode"),
        "actions[0].do: found \"explode\", expected one of \
        \"cut\", \"isolate\", \"degrade\", \"heal\", \"crash\", \"restart\", \"pause\", \
        \"resume\", \"campaign\", \"transfer\", \"add_replica\", \"remove_replica\", \
        \"move_replica\", \"split\", \"merge\", \"get\", \"put\", \"scan\", \"start\", \"stop\", \
        \"set\", \"drop\", \"corrupt\", \"corrupt_next\", \"set_clock\"",
    );
    check(
        "/actions/1",
        json!({"at": "1s", "do": "heal", "fault": "cut:az1"}),
        "actions[1].fault: \
        found \"cut:az1\", expected a fault's id such as \"cut:az1:az2\", \"isolate:az1\" or \
        \"crash:s1\", of places here",
    );
    check(
        "/actions/1",
        json!({"at": "1s", "do": "set", "settings": {"pre_vote": 1}}),
        "actions[1].settings.pre_vote: found 1, expected true or false",
    );
    check(
        "/actions/1",
        json!({"at": "1s", "do": "campaign", "store": "g1", "range": 2}),
        "actions[1].store: found \"g1\", expected one of \"s1\", \"s2\", \"s3\"\n\
         actions[1].range: found 2, expected a range from 0 to 1",
    );
    check(
        "/actions/1",
        json!({"at": "1s", "do": "degrade", "from": "az1", "to": "az2"}),
        "actions[1]: found none of them, expected at least one of \"delay\", \"jitter\", \
        \"loss\", \"vanish\", \"bandwidth\"",
    );
}

#[test]
fn a_variant_is_checked_like_the_scenario() {
    check(
        "/variants/on/settings",
        json!({"read_mod": "leader"}),
        "variants.on.settings.read_mod: \
        unknown key, expected one of \"read_mode\", \"check_quorum\", \"pre_vote\", \
        \"skip_commit_broadcast\", \"apply_delay\", \"request_timeout\", \
        \"follower_replication\", \"delegate_policy\", \"aggregate_acks\", \
        \"neighbour_snapshots\", \"delta_encoding\", \"compression\", \"group_commit\", \
        \"location_affinity\", \"balance_leaders\", \"balance_replicas\", \"schedule_hot\", \
        \"split_merge\", \"hot_learners\", \"hibernate\", \"timestamps\", \"lease\", \
        \"index_by_lease\", \"batch_read_index\", \"read_index_cache\", \"withhold_votes\", \
        \"suspend_lease\", \"safe_time\", \"staleness\", \"adaptive_threshold\", \
        \"busy_fallback\", \"adaptive_by\", \"follower_choice\"",
    );
    check(
        "/variants/on",
        json!({"topology": {"gateways": []}}),
        "variants.on: workload[0].from: \
        found \"az2\", expected a gateway, and topology.gateways lists none\n\
        variants.on: workload[1].from: found \"g1\", expected a gateway, and \
        topology.gateways lists none",
    );
    check(
        "/variants/on",
        json!({"variants": {}}),
        "variants.on.variants: a variant cannot change this key",
    );
    check(
        "/variants/on",
        json!(3),
        "variants.on: found 3, expected an object",
    );
}

#[test]
fn a_variant_is_called_something_that_fits_a_button() {
    check(
        "/variants/on/title",
        json!(3),
        "variants.on.title: found 3, expected a text of at most 60 bytes",
    );
    let long = "x".repeat(61);
    check(
        "/variants/on/title",
        json!(long),
        &format!(
            "variants.on.title: found \"{}\"…, expected a text of at most 60 bytes",
            &long[..60]
        ),
    );
}

#[test]
fn what_a_scenario_proves_is_a_figure_that_comparisons_tell() {
    let expected = "expected a figure that comparisons tell, e.g. \"stale\", \"usd\", \
                    \"bytes.cross_zone.total\", \"workload.<id>.p50_us\"";
    for found in [
        "workload.scans.p50_us",
        "bytes.cross_zone.rows",
        "staleness",
        "",
    ] {
        check(
            "/proves",
            json!(found),
            &format!("proves: found \"{found}\", {expected}"),
        );
    }
}

#[test]
fn an_expectation_must_speak_of_a_variant_and_bound_something() {
    check(
        "/expect/0/metric",
        json!("up/usd"),
        "expect[0].metric: found the variant \"up\", \
        expected one of \"off\", \"on\"",
    );
    check(
        "/expect/0/metric",
        json!("usd"),
        "expect[0].metric: found \"usd\", expected a metric \
        such as \"off/usd\"",
    );
    check(
        "/expect/0/at_most",
        Value::Null,
        "expect[0]: found no bound, expected one of \
        \"at_most\", \"at_least\", \"equals\"",
    );
}

#[test]
fn stale_reads_need_safe_times_and_a_bound_that_the_clocks_allow() {
    check(
        "/settings",
        json!({ "safe_time": "hybrid", "staleness": "999ms" }),
        "settings.staleness: found 999ms, expected at least 1s, twice the 500ms of \
        topology.clocks.max_skew",
    );
    check(
        "/settings",
        json!({ "read_mode": "stale" }),
        "settings.read_mode: found \"stale\", expected another, since settings.safe_time is \"off\"",
    );
    let mut file = full();
    file["topology"]
        .as_object_mut()
        .expect("it is one")
        .remove("pd");
    file["settings"] = json!({ "safe_time": "resolved" });
    assert_eq!(
        error_of(&file.to_string()),
        "settings.safe_time: found \"resolved\", expected another, since topology has no \"pd\" \
        to ask for timestamps"
    );
}

#[test]
fn an_expectation_of_a_figure_that_no_report_has_is_refused_with_what_was_meant() {
    let mut file = full();
    let run = file["variants"]
        .as_object()
        .and_then(|all| all.keys().next().cloned());
    let run = run.unwrap_or_else(|| "run".to_string());
    let metric = format!("{run}/bytes.cros_zone.append");
    file["expect"] = json!([{ "metric": metric, "at_most": 1 }]);
    assert_eq!(
        error_of(&file.to_string()),
        format!("expect[0].metric: found \"cros_zone\" in \"{metric}\", expected \"cross_zone\"")
    );
    assert!(problems(&file.to_string()).contains("expect[0].metric"));
}
