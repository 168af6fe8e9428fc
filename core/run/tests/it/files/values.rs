//! What is said of values that make no sense, alone or together.

use serde_json::{Value, json};

use super::fixture::{check, error_of, full};

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
         topology.hosts[0].nodes[1]: found \"g1\", expected one of \"s1\", \"s2\", \"s3\", \
         \"pd\", \"g2\"\n\
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
        json!(10_001),
        "data.ranges: found 10001, expected 1 to 10000 ranges",
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
