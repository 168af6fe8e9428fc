//! Gateways with cores, balancers and hosts in a file.

use serde_json::json;

use super::fixture::{check, full};
use documents::scenario::Scenario;
use model::config::{BalancerConfig, CostSpread};
use sim::{NodeId, ZoneId};

#[test]
fn machines_are_read_with_their_costs() {
    let scenario = Scenario::parse(&full().to_string()).expect("it is whole");
    let run = scenario.resolve(Some("off"), None).expect("a variant");
    let machines = &run.config.machines;
    assert_eq!(machines.gateway_cores, [(NodeId(3), 8)]);
    let balancer = BalancerConfig {
        zone: ZoneId(1),
        cores: 3,
    };
    assert_eq!(machines.balancers, [balancer]);
    assert_eq!(machines.hosts[0].nodes, [NodeId(0), NodeId(3)]);
    assert_eq!(machines.costs.execute_ns, 130_000);
    // Three cores: two more, and each makes it a sixth longer.
    assert_eq!(machines.costs.balance_of_ns(3), 14_300 + 2 * 2_431);
    assert_eq!(run.config.costs.spread, CostSpread::Exponential);
    let scan = &run.config.workloads[0];
    assert_eq!(
        (scan.gateways.as_slice(), scan.through.as_slice()),
        (&[NodeId(4)][..], &[0][..])
    );
    let ids = (&run.names.balancers, &run.names.hosts);
    assert_eq!(ids, (&vec!["lb1".to_string()], &vec!["h1".to_string()]));
}

#[test]
fn machines_that_make_no_sense_are_named_with_their_place() {
    check(
        "/topology/gateways/0/cores",
        json!(0),
        "topology.gateways[0].cores: found 0, expected 1 to 1024 cores",
    );
    check(
        "/topology/balancers/0/zone",
        json!("az9"),
        "topology.balancers[0].zone: found \"az9\", expected one of \"az1\", \"az2\", \"az3\"",
    );
    check(
        "/topology/balancers/0/id",
        json!("s1"),
        "topology.balancers[0].id: found \"s1\" a second time, expected a new id\n\
         workload[0].through[0]: found \"lb1\", expected \"s1\"",
    );
    check(
        "/topology/hosts/0/nodes",
        json!(["s1", "s1"]),
        "topology.hosts[0].nodes[1]: found \"s1\" a second time, expected each node on one host",
    );
    check(
        "/topology/hosts/0/nodes",
        json!(["s1", "s2"]),
        "topology.hosts[0].nodes[1]: found \"s2\" in \"az2\", \
         expected nodes of one zone: a host stands in one place",
    );
    check(
        "/topology/hosts/0/nodes",
        json!([]),
        "topology.hosts[0].nodes: found none, expected a store or a gateway",
    );
}

#[test]
fn a_way_that_a_load_cannot_take_is_named() {
    check(
        "/workload/0/through",
        json!(["lb2"]),
        "workload[0].through[0]: found \"lb2\", expected \"lb1\"",
    );
    check(
        "/workload/1/spread",
        json!(true),
        "workload[1].spread: found true, \
         expected false, or a zone in \"from\" whose gateways share the load",
    );
}
