//! A form becomes a scenario, settings and a sweep; what is wrong with it is said at its place.

use advice::Extent;
use serde_json::{Value, json};

use crate::form;

fn problems(form: &Value) -> String {
    let error = advice::plan(&form.to_string(), Extent::Whole).expect_err("something is wrong");
    error.to_string()
}

fn scenario(form: &Value, extent: Extent) -> Value {
    let plan = advice::plan(&form.to_string(), extent).expect("a form");
    serde_json::from_str(&plan.scenario).expect("JSON")
}

#[test]
fn the_network_and_the_load_are_those_of_the_form() {
    let scenario = scenario(&form(), Extent::Whole);
    let links = &scenario["topology"]["links"];
    assert_eq!(
        links["cross_zone"],
        json!({ "rtt": "20ms", "usd_per_gb": 0.02 })
    );
    assert_eq!(
        links["between"],
        json!([{ "zones": ["a", "b"], "rtt": "5ms", "usd_per_gb": 0.01 }])
    );
    let rate = |place: usize| {
        let load = &scenario["workload"][place];
        (
            load["id"].as_str().unwrap_or_default(),
            load["rate"].as_f64(),
        )
    };
    // By clients; a zone without any has no load.
    assert_eq!(rate(0), ("reads-a", Some(200.0)));
    assert_eq!(rate(1), ("writes-a", Some(20.0)));
    assert_eq!(rate(2), ("reads-b", Some(100.0)));
    assert_eq!(rate(3), ("writes-b", Some(10.0)));
    assert_eq!(scenario["workload"].as_array().map(Vec::len), Some(4));
    // Warm-up, and the age of stale reads: they find what was written then.
    assert_eq!(scenario["measure_from"], "8s");
    assert_eq!(scenario["duration"], "16s");
}

#[test]
fn each_combination_is_a_setting() {
    let mut form = form();
    form["consider"] = json!({ "leaders": ["spread", "home"] });
    let plan = advice::plan(&form.to_string(), Extent::Whole).expect("a form");
    assert_eq!(plan.settings.len(), 3 * 2 * 2);
    assert_eq!(plan.seeds, [1, 2]);
    let stale = plan.settings.last().expect("twelve");
    assert_eq!(
        stale.title,
        "Stale reads at the closest replica, leaders in a, compact entries"
    );
    assert_eq!(
        stale.set,
        [
            "settings.read_mode=stale",
            "settings.safe_time=hybrid",
            "settings.index_by_lease=true",
            "data.leaders=[\"a\"]",
            "data.replicas=3",
            "settings.compression=lz4",
            "settings.delta_encoding=true",
            "settings.follower_replication=true",
        ]
    );
    let lease = &plan.settings[0];
    assert_eq!(
        lease.title,
        "Lease reads at the leader, leaders in all zones"
    );
    assert!(lease.set.contains(&"settings.safe_time=off".to_string()));
}

#[test]
fn groups_speak_as_often_as_those_of_the_product() {
    let of = |raft: Value| {
        let mut form = form();
        form["raft"] = raft;
        let scenario = scenario(&form, Extent::Whole);
        let raft = &scenario["raft"];
        let words = |key: &str| raft[key].to_string();
        let hibernate = &scenario["settings"]["hibernate"];
        format!(
            "{} {} {} {hibernate}",
            words("tick"),
            words("heartbeat_ticks"),
            words("election_ticks")
        )
    };
    assert_eq!(of(json!({})), "\"1s\" 2 10 true");
    for (product, expected) in [
        ("tikv", "\"1s\" 2 10 true"),
        ("cockroachdb", "\"200ms\" 5 15 true"),
        ("yugabytedb", "\"500ms\" 1 6 false"),
        ("etcd", "\"100ms\" 1 10 false"),
    ] {
        assert_eq!(of(json!({ "product": product })), expected);
    }
    let own = json!({ "product": "etcd", "tick": "2s", "hibernate": true });
    assert_eq!(of(own), "\"2s\" 1 10 true");
    let mut form = form();
    form["raft"] = json!({ "tick": "1us" });
    assert_eq!(
        problems(&form),
        "raft.tick: found 1us, expected 10ms to 10s"
    );
}

/// Else it would be a lease read by another name, at the same price and delay.
#[test]
fn only_reads_that_a_quorum_confirms_do_without_the_lease() {
    let mut form = form();
    form["consider"] = json!({ "read_modes": ["leader", "lease", "follower"] });
    let plan = advice::plan(&form.to_string(), Extent::Whole).expect("a form");
    for setting in &plan.settings {
        let by_lease = setting.mode != model::config::ReadMode::Leader;
        let set = format!("settings.index_by_lease={by_lease}");
        assert!(
            setting.set.contains(&set),
            "{}: {:?}",
            setting.title,
            setting.set
        );
    }
    // The sweep to take away leaves the other combinations out.
    let sweep: Value = serde_json::from_str(&plan.sweep).expect("JSON");
    let when = |mode: &str, by_lease: bool| json!([{ "axis": "mode", "equals": mode }, { "axis": "index by lease", "equals": by_lease }]);
    let excluded: Vec<&Value> = sweep["exclude"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| &one["when"])
        .collect();
    for (mode, by_lease) in [("leader", true), ("lease", false), ("follower", false)] {
        assert!(
            excluded.contains(&&when(mode, by_lease)),
            "{mode}: {excluded:?}"
        );
    }
}

#[test]
fn home_is_where_most_clients_are_and_of_those_the_nearest() {
    let mut form = form();
    form["consider"] = json!({ "leaders": ["spread", "home"] });
    for zone in 0..3 {
        form["zones"][zone]["clients"] = json!(1);
    }
    let leaders = |form: &Value| {
        let plan = advice::plan(&form.to_string(), Extent::Whole).expect("a form");
        plan.settings.last().expect("some").set[3].clone()
    };
    // a and b are near each other, and a comes first.
    assert_eq!(leaders(&form), "data.leaders=[\"a\"]");
    form["links"]["between"] = json!([{ "zones": ["c", "b"], "rtt": "5ms" }]);
    assert_eq!(leaders(&form), "data.leaders=[\"b\"]");
    form["zones"][2]["clients"] = json!(2);
    assert_eq!(leaders(&form), "data.leaders=[\"c\"]");
}

#[test]
fn leaders_are_spread_over_the_near_zones_and_a_far_one_never_leads() {
    // a and b are 5 ms apart, c is 20 ms from both: a quorum of a or b is 5 ms away, one of c 20.
    let mut form = form();
    form["consider"] = json!({ "read_modes": ["lease"], "encoding": ["plain"] });
    let titles = |form: &Value| {
        let plan = advice::plan(&form.to_string(), Extent::Whole).expect("a form");
        let leaders = |setting: &advice::AdviceSetting| setting.set[3].clone();
        let titles = plan.settings.iter().map(|one| one.title.clone());
        let leaders: Vec<String> = plan.settings.iter().map(leaders).collect();
        (titles.collect::<Vec<String>>(), leaders)
    };
    let (titles_of, leaders) = titles(&form);
    assert_eq!(titles_of[2], "Lease reads at the leader, leaders in a, b");
    assert_eq!(
        leaders,
        [
            "data.leaders=[\"a\",\"b\",\"c\"]",
            "data.leaders=[\"a\"]",
            "data.leaders=[\"a\",\"b\"]",
        ]
    );
    // Where all are as near, that would be the same once more.
    form["links"]["between"] = json!([]);
    assert_eq!(titles(&form).0.len(), 2);
}

#[test]
fn jitter_ways_that_differ_and_patience_reach_the_scenario() {
    let mut form = form();
    form["links"]["across_jitter"] = json!("3ms");
    form["links"]["between"] = json!([
        { "zones": ["b", "a"], "rtt": "5ms", "there": "1ms", "jitter": "200us" },
    ]);
    form["zones"][2]["election_ticks"] = json!(30);
    let topology = &scenario(&form, Extent::Whole)["topology"];
    assert_eq!(topology["links"]["cross_zone"]["jitter"], "3ms");
    assert_eq!(
        topology["links"]["between"][0],
        json!({ "zones": ["b", "a"], "rtt": "5ms", "there": "1ms", "jitter": "200us" })
    );
    let stores = &topology["stores"];
    assert_eq!(stores[2]["election_ticks"], 30);
    assert_eq!(stores[0]["election_ticks"], json!(null));
    // What is wrong is told at the form.
    form["zones"][2]["election_ticks"] = json!(9);
    form["links"]["between"][0]["there"] = json!("6ms");
    let said = problems(&form);
    assert!(
        said.contains("zones: found 9, expected 10, as in raft.election_ticks"),
        "{said}"
    );
    assert!(
        said.contains("links.between[0].there: found 6ms, expected 0us to 5ms"),
        "{said}"
    );
}

#[test]
fn a_page_runs_a_part_and_says_which() {
    let mut form = form();
    form["data"] = json!({ "ranges": 900, "rows": 90_000 });
    form["load"] = json!({ "reads_per_s": 9_000, "writes_per_s": 1_000 });
    let plan = advice::plan(&form.to_string(), Extent::Page).expect("a form");
    assert_eq!((plan.share.ranges, plan.share.of_ranges), (225, 900));
    assert!((plan.share.factor - 4.0).abs() < 1e-9);
    let part = scenario(&form, Extent::Page);
    assert_eq!(part["data"]["ranges"], 225);
    assert_eq!(part["data"]["rows"], 22_500);
    assert_eq!(part["workload"][0]["rate"], 1_500.0);
    // The sweep to take away is of the whole.
    let sweep: Value = serde_json::from_str(&plan.sweep).expect("JSON");
    assert_eq!(sweep["scenario"], scenario(&form, Extent::Whole));
    assert_eq!(sweep["scenario"]["data"]["ranges"], 900);
    // Where there are no more ranges than zones nothing can be left out.
    form["data"]["ranges"] = json!(3);
    let plan = advice::plan(&form.to_string(), Extent::Page).expect("a form");
    assert!((plan.share.factor - 1.0).abs() < 1e-9);
}

#[test]
fn all_that_is_wrong_is_said_at_once_and_where() {
    let mut form = form();
    form["zones"][1]["stores"] = json!(5000);
    form["links"]["across_rtt"] = json!("2s");
    form["load"]["reads_per_s"] = json!(0);
    form["limits"] = json!({ "staleness": "1ms" });
    form["consider"] = json!({ "read_modes": ["lease", "version", "lease"], "leaders": [] });
    let said = problems(&form);
    for line in [
        "zones[1].stores: found 5000, expected 0 to 1000",
        "links.across_rtt: found 2s, expected 10us to 500ms",
        "load.reads_per_s: found 0, expected 1 to 1000000 a second",
        "limits.staleness: found 1ms, expected 1s to 60s",
        "consider.leaders: found an empty list, expected one at least",
        "consider.read_modes[2]: found the same a second time, expected each once",
    ] {
        assert!(
            said.lines().any(|found| found == line),
            "{line}\nis not in\n{said}"
        );
    }
    assert!(said.contains("consider.read_modes[1]: found \"version\", expected one of \"leader\""));
}

#[test]
fn what_the_scenario_finds_is_told_at_the_form() {
    let wrong = |change: fn(&mut Value)| {
        let mut form = form();
        change(&mut form);
        problems(&form)
    };
    let said = wrong(|form| form["zones"][1]["id"] = json!("a"));
    assert!(said.starts_with("zones[1].id: "), "{said}");
    let said = wrong(|form| form["links"]["between"][0]["zones"][1] = json!("x"));
    assert!(said.starts_with("links.between[0].zones"), "{said}");
    let said = wrong(|form| form["consider"] = json!({ "replicas": [3, 5] }));
    assert!(said.starts_with("consider.replicas: found 5"), "{said}");
    let said = wrong(|form| form["zons"] = json!([]));
    assert!(said.starts_with("zons: unknown key"), "{said}");
}
