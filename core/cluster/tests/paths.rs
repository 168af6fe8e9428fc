//! Messages of two replicas may take several ways: directly, through a delegate, in a bundle of
//! acknowledgements, from a neighbour. Nothing may rest on their order. Each test slows one way
//! down and leaves the others as they are; the arguments stand in docs/design/one-path.md.

mod common;

use cluster::Cluster;
use cluster::config::{Action, ClusterConfig, ReadMode, Zones};
use cluster::fact::LeaseChange;
use common::reads::{S0, S2, Seen, cut, gets, puts, run};
use common::zones;
use sim::{Degrade, MILLIS, Micros, NodeId, Place, SECONDS};

/// The leader's gateway; the stores are 0, then 1 and 2, then 3 and 4.
const NEAR: NodeId = NodeId(5);

/// One, two and two stores; appends to each zone go through a delegate.
fn relayed(mode: ReadMode) -> ClusterConfig {
    let mut config = zones(&[1, 2, 2], 1);
    config.settings.read_mode = mode;
    config.settings.request_timeout_us = 150 * MILLIS;
    config.settings.follower_replication = Zones::ALL;
    config
}

fn slow(from: NodeId, to: NodeId, delay_us: Micros) -> Action {
    let how = Degrade {
        delay_us,
        ..Degrade::default()
    };
    let (from, to) = (Place::Node(from), Place::Node(to));
    Action::Degrade {
        from,
        to,
        both: false,
        how,
    }
}

/// Terms of all replicas of range 0.
fn terms(cluster: &Cluster<Seen>) -> Vec<u64> {
    cluster.replicas(0).iter().map(|r| r.term).collect()
}

/// The order to take over goes directly and is slow; later entries reach the other through its
/// delegate, and it acknowledges them. When the order comes the leader's lease is valid again, and
/// it hears nobody any more.
#[test]
fn an_order_to_take_over_that_later_entries_overtook_is_not_obeyed() {
    for seed in 0..10 {
        let mut config = relayed(ReadMode::Lease);
        config.seed = seed;
        config.raft.heartbeat_ticks = 4;
        let mut actions = vec![
            (2 * SECONDS - 1, slow(S0, S2, 1_300 * MILLIS)),
            (2 * SECONDS, Action::Transfer { to: S2, range: 0 }),
            (3_280 * MILLIS, cut(1, 0, false)),
            (3_280 * MILLIS, cut(2, 0, false)),
        ];
        actions.extend(puts(NEAR, SECONDS, 4 * SECONDS));
        actions.extend(gets(NEAR, SECONDS, 4 * SECONDS));
        let cluster = run(config, actions, 4 * SECONDS);
        assert_eq!(cluster.observer().orders.len(), 1, "seed {seed}");
        let began = [
            LeaseChange::Began,
            LeaseChange::Suspended,
            LeaseChange::Began,
        ];
        assert_eq!(cluster.observer().changes(S0)[..3], began, "seed {seed}");
        assert_eq!(terms(&cluster), [1; 5], "seed {seed}");
    }
}
