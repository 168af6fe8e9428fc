//! `raft-atlas import` from outside, on the samples of `core/import/testdata`.

use std::path::PathBuf;

use crate::common::{raft_atlas, raft_atlas_given, refused, stderr, stdout};

fn sample(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../import/testdata");
    folder.join(name).display().to_string()
}

/// A path of this test's own.
fn own(name: &str) -> String {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(name)
        .display()
        .to_string()
}

#[test]
fn every_example_becomes_a_scenario_that_validates_and_runs() {
    for (files, latency) in [
        (&["tiup.yaml"][..], Some("matrix.csv")),
        (&["tidb-cluster.yaml"], None),
        (&["tikv-group.yaml"], None),
        (
            &["cockroach-start.sh", "cockroach-zone.sql"],
            Some("matrix.md"),
        ),
        (&["cockroach-start.sh", "cockroach-zone.yaml"], None),
        (&["cockroach-regions.txt"], None),
        (&["yugabyte.json"], None),
        (&["yugabyte-admin.sh"], None),
        (&["etcd-members.json"], Some("latency.json")),
    ] {
        let target = own("imported.json");
        let mut args = vec!["import".to_string()];
        args.extend(files.iter().map(|name| sample(name)));
        if let Some(name) = latency {
            args.extend(["--latency".to_string(), sample(name)]);
        }
        args.extend(["--as".to_string(), target.clone()]);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let output = raft_atlas(&args);
        assert!(output.status.success(), "{files:?}: {}", stderr(&output));
        let told = stdout(&output);
        for heading in ["understood:", "assumed:", "what does the same in "] {
            assert!(told.contains(heading), "{files:?}: {told}");
        }
        let output = raft_atlas(&["validate", &target]);
        assert!(output.status.success(), "{files:?}: {}", stderr(&output));
        let output = raft_atlas(&["run", &target, "--until", "8s"]);
        assert!(
            output.status.success(),
            "{files:?}: {}{}",
            stdout(&output),
            stderr(&output)
        );
    }
}

#[test]
fn without_a_target_the_scenario_is_printed_and_the_notes_go_beside() {
    let output = raft_atlas(&["import", &sample("tidb-cluster.yaml")]);
    assert!(output.status.success());
    assert!(
        stderr(&output).contains("not used:\n"),
        "{}",
        stderr(&output)
    );
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let judged = raft_atlas_given(&["validate", "-"], &folder, &stdout(&output));
    assert!(judged.status.success(), "{}", stderr(&judged));
}

#[test]
fn the_output_of_ping_needs_its_pair() {
    let members = sample("etcd-members.json");
    let ping = sample("ping-linux.txt");
    let output = raft_atlas(&["import", &members, "--latency", &ping]);
    refused(&output, "expected --latency FROM:TO=");
    let given = format!("infra1:infra3={ping}");
    let output = raft_atlas(&["import", &members, "--latency", &given]);
    assert!(
        stdout(&output).contains("\"rtt\": \"11400us\""),
        "{}",
        stdout(&output)
    );
}

#[test]
fn a_round_trip_that_nobody_knows_is_asked_for() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let lines = "cockroach start --locality=region=mars,zone=m1\n\
                 cockroach start --locality=region=venus,zone=v1\n";
    let output = raft_atlas_given(&["import", "-"], &folder, lines);
    refused(
        &output,
        "the round trip between mars and venus is not known: give it with --latency",
    );
}
