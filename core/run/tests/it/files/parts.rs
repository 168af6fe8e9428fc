//! What is said of actions, variants and expectations that are wrong.

use documents::problems::problems;
use serde_json::{Value, json};

use super::fixture::{check, error_of, full};

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
        \"move_replica\", \"split\", \"merge\", \"get\", \"put\", \"scan\", \"statement\", \"insert\", \"update\", \"start\", \"stop\", \
        \"set\", \"resize\", \"drop\", \"corrupt\", \"corrupt_next\", \"set_clock\", \"redraw\"",
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
        \"skip_commit_broadcast\", \"apply_delay\", \"request_timeout\", \"attempt_timeout\", \"plan_cache\", \
        \"follower_replication\", \"delegate_policy\", \"aggregate_acks\", \
        \"neighbour_snapshots\", \"delta_encoding\", \"compression\", \"group_commit\", \
        \"location_affinity\", \"balance_leaders\", \"balance_replicas\", \"schedule_hot\", \
        \"split_merge\", \"hot_learners\", \"hibernate\", \"timestamps\", \"lease\", \
        \"index_by_lease\", \"batch_read_index\", \"read_index_cache\", \"withhold_votes\", \
        \"suspend_lease\", \"safe_time\", \"staleness\", \"adaptive_threshold\", \
        \"busy_fallback\", \"adaptive_by\", \"adaptive_even\", \"follower_choice\"",
    );
    check(
        "/variants/on",
        json!({"topology": {"gateways": [], "hosts": []}}),
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
