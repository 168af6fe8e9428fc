//! Each form that a file may have, by an example of it in `testdata`.

use std::path::PathBuf;

use documents::scenario::Scenario;
use import::{ClusterFile, Imported, LatencyFile, NoteKind, import};
use serde_json::Value;

/// A file of `testdata`.
pub(crate) fn sample(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata");
    std::fs::read_to_string(folder.join(name)).expect("it is there")
}

/// The names of all examples.
pub(crate) fn samples() -> Vec<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata");
    let entries = std::fs::read_dir(folder).expect("it is there");
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        let name = entry.expect("an entry").file_name();
        name.to_str().expect("plain").to_string()
    };
    let mut names: Vec<String> = entries.map(name).collect();
    names.retain(|name| !name.starts_with("damaged"));
    names.sort();
    names
}

/// What these files become: cluster files first, then latencies, of which one may say a pair as
/// `a:b=file`.
fn imported(files: &[&str], latencies: &[&str]) -> Imported {
    let files: Vec<(&str, String)> = files.iter().map(|name| (*name, sample(name))).collect();
    let files: Vec<ClusterFile<'_>> = files
        .iter()
        .map(|(name, text)| ClusterFile { name, text })
        .collect();
    let latencies: Vec<_> = latencies
        .iter()
        .map(|given| {
            let (pair, name) = given
                .split_once('=')
                .map_or((None, *given), |(pair, name)| {
                    (Some(pair.split_once(':').expect("a pair")), name)
                });
            (pair, name, sample(name))
        })
        .collect();
    let latencies: Vec<LatencyFile<'_>> = latencies
        .iter()
        .map(|(between, name, text)| LatencyFile {
            name,
            text,
            between: *between,
        })
        .collect();
    match import(&files, &latencies) {
        Ok(imported) => imported,
        Err(complaints) => {
            let told: Vec<String> = complaints.iter().map(ToString::to_string).collect();
            panic!("{}", told.join("\n"))
        }
    }
}

fn tree(imported: &Imported) -> Value {
    Scenario::parse(&imported.scenario).expect("a scenario");
    serde_json::from_str(&imported.scenario).expect("JSON")
}

/// Zone and region of each store, in order.
fn places(tree: &Value) -> Vec<String> {
    let stores = tree["topology"]["stores"].as_array().expect("stores");
    let zone = |store: &Value| store["zone"].as_str().expect("a zone").to_string();
    stores.iter().map(zone).collect()
}

/// The link of two zones.
fn link(tree: &Value, a: &str, b: &str) -> Value {
    let between = tree["topology"]["links"]["between"]
        .as_array()
        .expect("links");
    let is = |row: &&Value| {
        row["zones"] == serde_json::json!([a, b]) || row["zones"] == serde_json::json!([b, a])
    };
    between.iter().find(is).cloned().unwrap_or(Value::Null)
}

/// The notes of a kind as `file:line: text`.
fn notes(imported: &Imported, kind: NoteKind) -> Vec<String> {
    let of = imported.notes.iter().filter(|note| note.kind == kind);
    of.map(|note| match &note.spot {
        Some(spot) => format!("{spot}: {}", note.text),
        None => note.text.clone(),
    })
    .collect()
}

#[test]
fn a_topology_of_tiup_becomes_zones_stores_leaders_and_timing() {
    let imported = imported(&["tiup.yaml"], &["matrix.csv"]);
    let tree = tree(&imported);
    assert_eq!(places(&tree), ["bja", "bja", "bjb", "bjb", "sha"]);
    assert_eq!(tree["data"]["replicas"], 5);
    assert_eq!(tree["data"]["leaders"], serde_json::json!(["bja", "bjb"]));
    assert_eq!(tree["raft"]["tick"], "1s");
    assert_eq!(tree["topology"]["stores"][4]["election_ticks"], 50);
    assert_eq!(
        link(&tree, "bja", "sha")["rtt"],
        "28ms",
        "the mean of both directions"
    );
    let gateways: Vec<&Value> = tree["topology"]["gateways"]
        .as_array()
        .expect("gateways")
        .iter()
        .map(|one| &one["zone"])
        .collect();
    assert_eq!(
        gateways,
        ["bja", "bjb"],
        "by label, and by the machine that it shares"
    );
    let unused = notes(&imported, NoteKind::Unused);
    for told in [
        "tiup.yaml:2: global",
        "tiup.yaml:10: server_configs.tikv.storage.scheduler-worker-pool-size = \"8\"",
        "tiup.yaml:30: tikv_servers[0].config.server.labels.dc = \"bj1\"",
        "tiup.yaml:45: monitoring_servers",
    ] {
        assert!(
            unused.iter().any(|note| note == told),
            "{told} in {unused:#?}"
        );
    }
}

#[test]
fn a_tidb_cluster_spreads_its_stores_over_the_zones_of_its_affinity() {
    let tree = tree(&imported(&["tidb-cluster.yaml"], &[]));
    let zones = ["us-east-1a", "us-east-1b", "us-east-1c"];
    assert_eq!(places(&tree), [zones, zones].concat());
    let link = link(&tree, "us-east-1a", "us-east-1c");
    assert_eq!(
        link["rtt"], "1720us",
        "published for the region that the names tell"
    );
}

#[test]
fn a_tikv_group_spreads_its_stores_by_weight() {
    let tree = tree(&imported(&["tikv-group.yaml"], &[]));
    assert_eq!(
        places(&tree),
        ["us-west-2a", "us-west-2b", "us-west-2c", "us-west-2a"]
    );
}

#[test]
fn localities_and_a_zone_configuration_place_voters_and_leases() {
    let imported = imported(
        &["cockroach-start.sh", "cockroach-zone.sql"],
        &["matrix.md"],
    );
    let tree = tree(&imported);
    assert_eq!(tree["data"]["replicas"], 5);
    let east = serde_json::json!(["us-east1-b", "us-east1-c"]);
    assert_eq!(tree["data"]["leaders"], east);
    assert_eq!(
        link(&tree, "us-east1-b", "us-east1-c")["rtt"],
        "600us",
        "one region"
    );
    assert_eq!(
        link(&tree, "us-west1-a", "europe-west1-b")["rtt"],
        "135500us"
    );
    let unused = notes(&imported, NoteKind::Unused);
    for told in [
        "cockroach-start.sh:6: the tier country=be: neither region nor zone",
        "cockroach-zone.sql:3: the zone configuration of RANGE default: one shapes the scenario",
        "cockroach-zone.sql:8: gc.ttlseconds = \"14400\"",
        "cockroach-zone.sql:11: leaders in us-west1: only where the first choice has no voter",
    ] {
        assert!(
            unused.iter().any(|note| note == told),
            "{told} in {unused:#?}"
        );
    }
}

#[test]
fn regions_of_a_cluster_get_a_node_a_zone_and_a_published_round_trip() {
    let imported = imported(&["cockroach-regions.txt"], &[]);
    let tree = tree(&imported);
    assert_eq!(places(&tree).len(), 9);
    assert_eq!(tree["data"]["replicas"], 5);
    assert_eq!(link(&tree, "us-east1-b", "us-west1-a")["rtt"], "66ms");
    let assumed = notes(&imported, NoteKind::Assumed);
    let source = "66ms between us-east1 and us-west1: CockroachDB source, latencies of its demo \
                  cluster (cloudping.co of 2019), 2019";
    assert!(assumed.iter().any(|note| note == source), "{assumed:#?}");
}

#[test]
fn nodes_in_json_have_zones_apart_where_two_regions_name_them_alike() {
    let tree = tree(&imported(&["cockroach-nodes.json"], &[]));
    assert_eq!(places(&tree), ["us-east-1-a", "b", "us-west-2-a"]);
    assert_eq!(link(&tree, "us-east-1-a", "us-west-2-a")["rtt"], "86980us");
    let tree = tree_of("cockroach-status.json");
    assert_eq!(places(&tree), ["eu-west-1a", "eu-west-1b", "eu-west-1c"]);
    assert_eq!(link(&tree, "eu-west-1a", "eu-west-1b")["rtt"], "830us");
}

fn tree_of(name: &str) -> Value {
    tree(&imported(&[name], &[]))
}

#[test]
fn replicas_above_the_voters_become_learners() {
    let tree = tree(&imported(
        &["cockroach-start.sh", "cockroach-zone.yaml"],
        &[],
    ));
    assert_eq!(tree["data"]["replicas"], 3);
    assert_eq!(
        tree["data"]["stores"],
        serde_json::json!(["node1", "node2", "node5"])
    );
    let actions = tree["actions"].as_array().expect("actions");
    let learners = |store: &str| actions.iter().filter(|one| one["store"] == store).count();
    assert!(
        learners("node3") > 0 && learners("node4") > 0,
        "{actions:?}"
    );
}

#[test]
fn a_placement_of_yugabyte_becomes_tablet_servers_and_preferred_zones() {
    let tree = tree_of("yugabyte.json");
    assert_eq!(places(&tree), ["eu-west-1a", "us-east-2a", "ap-south-1a"]);
    assert_eq!(tree["data"]["leaders"], serde_json::json!(["eu-west-1a"]));
    assert_eq!(link(&tree, "eu-west-1a", "ap-south-1a")["rtt"], "119500us");
    let tree = tree_of("yugabyte-tablespace.json");
    assert_eq!(tree["data"]["leaders"], serde_json::json!(["us-east-1a"]));
    let tree = tree_of("yugabyte-flags.sh");
    assert_eq!(places(&tree), ["us-west-2a", "us-west-2b", "us-west-2c"]);
    let tree = tree_of("yugabyte-admin.sh");
    assert_eq!(places(&tree).last().expect("one"), "eu-west-1a");
    assert_eq!(
        tree["actions"][0]["learner"], true,
        "read replicas have no vote"
    );
}

#[test]
fn members_of_etcd_stand_in_zones_of_their_own() {
    let tree = tree(&imported(&["etcd-members.json"], &["pairs.csv"]));
    assert_eq!(places(&tree), ["infra1", "infra2", "infra3"]);
    assert_eq!(tree["data"]["ranges"], 1);
    assert_eq!(link(&tree, "infra1", "infra3")["rtt"], "11500us");
    assert_eq!(link(&tree, "infra1", "infra3")["jitter"], "400us");
    let tree = tree_of("etcd-start.sh");
    assert_eq!(places(&tree), ["infra0", "infra1", "infra2"]);
    assert_eq!(tree["raft"]["election_ticks"], 10);
    assert_eq!(
        places(&tree_of("etcd-members.txt")),
        ["infra1", "infra2", "infra3"]
    );
}

#[test]
fn round_trips_are_read_from_json_ping_and_mtr() {
    let of = |latencies: &[&str]| tree(&imported(&["etcd-members.json"], latencies));
    assert_eq!(
        link(&of(&["latency.json"]), "infra2", "infra3")["rtt"],
        "11700us"
    );
    let tree = of(&[
        "infra1:infra3=ping-linux.txt",
        "infra1:infra2=ping-macos.txt",
        "mtr.txt",
    ]);
    let far = link(&tree, "infra1", "infra3");
    assert_eq!(
        (&far["rtt"], &far["jitter"]),
        (&"11400us".into(), &"250us".into())
    );
    assert_eq!(
        far["loss"], 0.010_051,
        "2 % of the probes, half of it on each way"
    );
    assert_eq!(link(&tree, "infra1", "infra2")["rtt"], "712us");
    assert_eq!(
        link(&tree, "infra2", "infra3")["rtt"],
        "11600us",
        "named by its machines"
    );
    assert_eq!(
        link(&of(&["mtr.json"]), "infra1", "infra3")["rtt"],
        "11600us"
    );
    let tree = tree_with_map();
    assert_eq!(link(&tree, "bja", "sha")["rtt"], "27700us");
}

fn tree_with_map() -> Value {
    tree(&imported(&["tiup.yaml"], &["latency-map.json"]))
}

#[test]
fn every_import_says_what_it_assumed_and_that_a_way_is_half_a_round_trip() {
    let imported = imported(&["etcd-members.txt"], &[]);
    let assumed = notes(&imported, NoteKind::Assumed);
    let half = "each way takes half of the round trip";
    assert!(assumed.iter().any(|note| note == half), "{assumed:#?}");
    let asks = assumed
        .iter()
        .any(|note| note.contains("--latency FILE would"));
    assert!(asks, "{assumed:#?}");
}

#[test]
fn the_keys_of_the_real_system_are_named() {
    let imported = imported(&["tiup.yaml"], &[]);
    let keys = import::keys(imported.product);
    let theirs: Vec<&str> = keys.iter().map(|key| key.theirs).collect();
    for key in [
        "tidb_replica_read",
        "server.labels",
        "replication.location-labels",
    ] {
        assert!(theirs.iter().any(|told| told.contains(key)), "{key}");
    }
    let told = format!(
        "{:?}{:?}",
        import::keys(import::Product::Cockroach),
        import::keys(import::Product::Yugabyte)
    );
    assert!(
        told.contains("lease_preferences") && told.contains("leader affinity"),
        "{told}"
    );
}

#[test]
fn a_page_gets_a_scenario_or_complaints() {
    let (name, text) = ("members.json", sample("etcd-members.json"));
    let files = [ClusterFile { name, text: &text }];
    let good = import::answer(&files, &[]);
    assert!(good.scenario.is_some() && good.complaints.is_empty());
    assert_eq!(good.system.as_deref(), Some("etcd"));
    let bad = import::answer(&[], &[]);
    assert!(bad.scenario.is_none() && bad.complaints.len() == 1);
}

#[test]
fn a_pair_may_stand_before_the_name_of_a_measurement() {
    assert_eq!(
        import::pair_of("a:b=ping.txt"),
        (Some(("a", "b")), "ping.txt")
    );
    for plain in ["ping.txt", "C:\\pings\\a=b.txt", ":b=x", "dir/a:b=x"] {
        assert_eq!(import::pair_of(plain), (None, plain));
    }
}
