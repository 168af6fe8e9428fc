//! What relays save, and that they change nothing else.

use super::{
    ROUND_TRIP_US, Seen, TICK_US, cut, log_of, on, one_two, one_two_two, run, run_to_rest, start,
};
use crate::common::{clients, zones};
use cluster::Cluster;
use model::config::{Action, DelegatePolicy, Load, OpKind, Settings, Zones};
use model::fact::{Deed, MessageType, Reason};
use model::ids::RangeId;
use sim::{MILLIS, Micros, NodeId, SECONDS, ZoneId};

#[test]
fn with_large_entries_half_of_the_appends_between_zones_are_gone() {
    let without = run_to_rest(one_two_two(16_384), vec![]);
    let with = run_to_rest(on(one_two_two(16_384)), vec![]);
    let (without, with) = (without.observer(), with.observer());
    let ratio = with.append_bytes() as f64 / without.append_bytes() as f64;
    assert!(ratio < 0.52, "{ratio}");
    let gone = without.append_bytes() - with.append_bytes();
    let off = with.saved.abs_diff(gone) as f64 / gone as f64;
    assert!(off < 0.02, "{gone} are gone, {} are said to be", with.saved);
    assert_eq!(with.count(MessageType::RelayNack), 0);
}

#[test]
fn relay_on_and_relay_off_commit_the_same_log() {
    for value_bytes in [64, 1_000] {
        let without = run_to_rest(one_two_two(value_bytes), vec![]);
        for policy in [
            DelegatePolicy::Nearest,
            DelegatePolicy::Sticky,
            DelegatePolicy::Rotating,
        ] {
            let mut config = on(one_two_two(value_bytes));
            config.settings.delegate_policy = policy;
            let with = run_to_rest(config, vec![]);
            assert!(with.observer().count(MessageType::ForwardedAppend) > 500);
            assert_eq!(log_of(with.observer()), log_of(without.observer()));
        }
    }
}

#[test]
fn the_price_is_one_hop_inside_the_zone() {
    let without = run(one_two(1_000), vec![], 10 * SECONDS);
    let with = run(on(one_two(1_000)), vec![], 10 * SECONDS);
    let median = |seen: &Seen| {
        let mut took: Vec<Micros> = seen.answered.iter().map(|(_, took)| *took).collect();
        took.sort_unstable();
        took[took.len() / 2]
    };
    let (without, with) = (median(without.observer()), median(with.observer()));
    assert!(with <= without + 300, "{without} to {with} us");
}

#[test]
fn single_entries_and_a_window_of_one_append_are_relayed_too() {
    let mut config = on(one_two_two(200));
    config.raft.max_size_per_msg = 0;
    config.raft.max_inflight_msgs = 1;
    let cluster = run_to_rest(config, vec![]);
    assert!(cluster.observer().count(MessageType::ForwardedAppend) > 100);
}

#[test]
fn short_logs_and_a_window_of_one_append_converge() {
    let mut config = on(one_two_two(200));
    config.raft.max_inflight_msgs = 1;
    config.raft.log_keep = 1;
    config.workloads[0].load = Load::Open {
        interval_ns: 1_000_000,
    };
    let cluster = run_to_rest(config, vec![]);
    assert!(cluster.observer().count(MessageType::ForwardedAppend) > 100);
}

#[test]
fn a_store_that_is_a_tick_behind_relays_no_more() {
    let mut config = on(one_two(1_000));
    config.costs.message_ns = 4_000_000;
    let Some(model::config::NodeKind::Store(store)) =
        config.nodes.get_mut(1).map(|node| &mut node.kind)
    else {
        panic!("node 1 is a store")
    };
    store.cores = 1;
    config.workloads[0].load = Load::Open {
        interval_ns: 3_000_000,
    };
    let cluster = run(config, vec![], 5 * SECONDS);
    let refused = cluster.observer().decided(Deed::RefusedRelay);
    let mut overloaded = refused.filter(|(_, d)| d.why == Reason::Overloaded);
    assert_eq!(overloaded.next().map(|(_, d)| d.by), Some(NodeId(1)));
}

#[test]
fn one_replica_per_zone_has_no_delegates_and_saves_nothing() {
    let mut config = zones(&[1, 1, 1], 1);
    config.workloads = vec![clients(NodeId(3), OpKind::Put, 2, 10 * MILLIS)];
    let cluster = run(on(config), vec![], 5 * SECONDS);
    let seen = cluster.observer();
    assert_eq!((seen.saved, seen.count(MessageType::RelayAppend)), (0, 0));
    assert!(seen.decisions.is_empty());
}

#[test]
fn zones_are_switched_one_by_one_while_it_runs() {
    let config = one_two_two(1_000);
    let set = |zones: Zones| {
        Action::Set(Settings {
            follower_replication: zones,
            ..config.settings.clone()
        })
    };
    let zone = |zone: u16| Zones::from_bits(1 << zone);
    let actions = vec![
        (2 * SECONDS, set(zone(1))),
        (4 * SECONDS, set(zone(2))),
        (6 * SECONDS, set(Zones::NONE)),
        (8 * SECONDS, set(Zones::ALL)),
    ];
    let mut cluster = start(config.clone(), actions);
    let mut zones_with_relays = Vec::new();
    for second in [2, 4, 6, 8, 10] {
        cluster.observer_mut().last_relay = None;
        cluster.run_until(second * SECONDS, u64::MAX);
        let last = cluster.observer().last_relay;
        zones_with_relays.push(last.map(|sent| cluster.observer().zone_of[usize::from(sent.to.0)]));
    }
    assert_eq!(zones_with_relays[..4], [None, Some(1), Some(2), None]);
    assert!(zones_with_relays[4].is_some());
    let delegates = cluster.replicas(RangeId(0)).into_iter();
    let zones_of: Vec<_> = delegates.filter_map(|r| r.delegate_for).collect();
    assert_eq!(zones_of, [ZoneId(1), ZoneId(2)]);
    let left: Vec<_> = cluster.observer().decided(Deed::LeftDelegate).collect();
    assert!(left.iter().all(|(_, d)| d.why == Reason::SwitchedOff));
    assert_eq!(left.len(), 2);
    assert_eq!(cluster.observer().conflicts, 0);
}

#[test]
fn the_rotating_policy_gives_every_member_its_turn() {
    let mut config = zones(&[1, 3], 1);
    config.settings.delegate_policy = DelegatePolicy::Rotating;
    config.workloads = vec![clients(NodeId(4), OpKind::Put, 2, 10 * MILLIS)];
    let cluster = run(on(config), vec![], 7 * SECONDS);
    let chosen = cluster.observer().decided(Deed::ChoseDelegate);
    let nodes: Vec<u16> = chosen.filter_map(|(_, d)| Some(d.subject?.0)).collect();
    assert!(nodes.len() > 5);
    let turns = nodes.windows(2).all(|pair| pair[1] == pair[0] % 3 + 1);
    assert!(turns, "{:#?}", cluster.observer().decisions);
}

#[test]
fn bundled_acknowledgements_cross_in_fewer_messages_and_commit_the_same_log() {
    let apart = run_to_rest(on(one_two_two(1_000)), vec![]);
    let mut config = on(one_two_two(1_000));
    config.settings.aggregate_acks = true;
    let bundled = run_to_rest(config, vec![]);
    let crossed = |cluster: &Cluster<Seen>| {
        let of = |what| cluster.observer().crossed.get(&what).map_or(0, |c| c.0);
        of(MessageType::AppendResponse) + of(MessageType::AckBundle)
    };
    let (apart_count, bundled_count) = (crossed(&apart), crossed(&bundled));
    assert!(
        bundled_count * 10 < apart_count * 6,
        "{apart_count} to {bundled_count}"
    );
    assert_eq!(log_of(bundled.observer()), log_of(apart.observer()));
}

#[test]
fn bundled_acknowledgements_wait_for_a_silent_member_no_longer_than_a_tick() {
    let mut config = on(one_two(1_000));
    config.settings.aggregate_acks = true;
    let cut = (3 * SECONDS, cut(1, 2));
    let cluster = run(config, vec![cut], 10 * SECONDS);
    let longest = cluster.observer().longest_after(3 * SECONDS);
    let bound = TICK_US + ROUND_TRIP_US + 5 * MILLIS;
    assert!(longest <= bound, "{longest} us, bound {bound} us");
}

#[test]
fn bundling_ends_with_its_switch() {
    let mut config = on(one_two(1_000));
    config.settings.aggregate_acks = true;
    let off = Settings {
        aggregate_acks: false,
        ..config.settings.clone()
    };
    let mut cluster = start(config, vec![(3 * SECONDS, Action::Set(off))]);
    cluster.run_until(3 * SECONDS + 200 * MILLIS, u64::MAX);
    let bundles = cluster.observer().count(MessageType::AckBundle);
    assert!(bundles > 100);
    cluster.run_until(6 * SECONDS, u64::MAX);
    assert_eq!(cluster.observer().count(MessageType::AckBundle), bundles);
    assert!(cluster.observer().longest_after(3 * SECONDS + TICK_US) < 2 * ROUND_TRIP_US);
}

#[test]
fn with_entries_of_a_kibibyte_all_that_crosses_is_little_more_than_half() {
    let total = |cluster: &Cluster<Seen>| -> u64 {
        let crossed = cluster.observer().crossed.values();
        crossed.map(|(_, bytes)| bytes).sum()
    };
    let without = run_to_rest(one_two_two(1_024), vec![]);
    let with = run_to_rest(on(one_two_two(1_024)), vec![]);
    let ratio = total(&with) as f64 / total(&without) as f64;
    assert!(ratio < 0.58, "{ratio}");
}
