//! Wall cost of a run, by hand: `cargo run --release -p cluster --example pace`.
#![expect(clippy::print_stdout, reason = "an example prints")]
#![expect(clippy::disallowed_methods, reason = "it measures wall time")]

#[path = "../tests/it/common/mod.rs"]
mod common;

use cluster::Cluster;
use model::config::{Load, OpKind};
use model::fact::Nobody;
use sim::{NodeId, SECONDS};

fn main() {
    let mut config = common::zones(&[1, 2, 2], 1);
    let gateway = NodeId(5);
    let mut load = common::clients(gateway, OpKind::Put, 1, 0);
    load.load = Load::Open {
        interval_ns: 10_000_000,
    };
    config.workloads = vec![load.clone()];
    let mut cluster = Cluster::new(config.clone(), vec![], Nobody);
    let start = std::time::Instant::now();
    cluster.run_until(600 * SECONDS, u64::MAX);
    let wall = start.elapsed().as_secs_f64();
    let rate = 600.0 / wall;
    println!(
        "600 s at 100 writes/s: {wall:.2} s, {} events, {rate:.0} x",
        cluster.events()
    );

    load.load = Load::Closed {
        clients: 256,
        think_us: 0,
    };
    config.workloads = vec![load];
    let mut cluster = Cluster::new(config, vec![], Nobody);
    let start = std::time::Instant::now();
    cluster.run_until(10 * SECONDS, u64::MAX);
    let wall = start.elapsed().as_secs_f64();
    let messages = cluster.messages();
    let per_message = wall * 1e9 / messages as f64;
    println!(
        "10 s of 256 clients: {wall:.2} s, {} events, {messages} messages, {per_message:.0} ns a message",
        cluster.events()
    );

    let mut bare = cluster::bare::BareLoop::new(5);
    let start = std::time::Instant::now();
    for _ in 0..2_000 {
        bare.write(50, 100);
    }
    let per_message = start.elapsed().as_nanos() as f64 / bare.messages() as f64;
    println!(
        "bare: {} messages, {per_message:.0} ns each",
        bare.messages()
    );

    for ranges in [10, 100, 1000] {
        let mut config = common::zones(&[1, 1, 1], ranges);
        let mut load = common::clients(NodeId(3), OpKind::Put, 64, 0);
        load.load = Load::Closed {
            clients: 64,
            think_us: 0,
        };
        config.workloads = vec![load];
        let mut cluster = Cluster::new(config, vec![], Nobody);
        cluster.run_until(SECONDS, u64::MAX);
        let before = cluster.events();
        let start = std::time::Instant::now();
        cluster.run_until(6 * SECONDS, u64::MAX);
        let events = cluster.events() - before;
        let per_event = start.elapsed().as_nanos() as f64 / events as f64;
        println!("{ranges} ranges: {events} events, {per_event:.0} ns each");
    }
}
