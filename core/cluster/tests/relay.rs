//! Follower Replication: what it saves, that it changes nothing else, and what each failure costs.
//! The byte-equality oracle is on in every run: a delegate that passes on anything but the leader's
//! own bytes panics.

mod common;

use std::collections::BTreeMap;

use cluster::Cluster;
use cluster::config::{
    Action, ClusterConfig, DelegatePolicy, FaultKey, Load, OpKind, Settings, WorkloadConfig, Zones,
};
use cluster::fact::{
    ByteKind, Decision, Deed, Fact, MessageType, Observer, Outcome, Reason, Role, SentFact,
};
use common::{clients, zones};
use sim::{MILLIS, Micros, NodeId, Place, SECONDS, ZoneId};

/// Ticks without an acknowledgement after which a leader sends directly, as in the relay's book.
const WAIT_TICKS: u64 = 3;
const TICK_US: Micros = 100 * MILLIS;
const ROUND_TRIP_US: Micros = 10 * MILLIS;

/// Keeps what the tests ask about.
#[derive(Default)]
struct Seen {
    zone_of: Vec<u16>,
    /// Messages and bytes between zones, by type.
    crossed: BTreeMap<MessageType, (u64, u64)>,
    sent: BTreeMap<MessageType, u64>,
    saved: u64,
    decisions: Vec<(Micros, Decision)>,
    /// By range and index: term and hash of what was applied there.
    applied: BTreeMap<(u32, u64), (u64, u64)>,
    conflicts: u64,
    leaders: Vec<(Micros, NodeId)>,
    invoked: BTreeMap<u64, Micros>,
    /// Requests answered: when, how long it took.
    answered: Vec<(Micros, Micros)>,
    last_relay: Option<SentFact>,
    last_forward: Option<SentFact>,
}

impl Observer for Seen {
    fn fact(&mut self, at_us: Micros, _: u64, _: u64, fact: &Fact) {
        match *fact {
            Fact::Sent(sent) => self.sent(sent),
            Fact::Saved { bytes, .. } => self.saved += u64::from(bytes),
            Fact::Decided(decision) => self.decisions.push((at_us, decision)),
            Fact::Applied {
                at,
                index,
                term,
                hash,
                ..
            } => {
                let applied = (term, hash);
                let first = *self.applied.entry((at.range, index)).or_insert(applied);
                self.conflicts += u64::from(first != applied);
            }
            Fact::Role {
                at,
                role: Role::Leader,
                ..
            } => self.leaders.push((at_us, at.node)),
            Fact::Invoked(request) => {
                self.invoked.insert(request.request, at_us);
            }
            Fact::Completed {
                request,
                outcome: Outcome::Ok,
                ..
            } => {
                self.answered.push((at_us, at_us - self.invoked[&request]));
            }
            _ => {}
        }
    }

    fn rows(&mut self, _: u64, _: u64, _: &[u64]) {}
}

impl Seen {
    fn sent(&mut self, sent: SentFact) {
        *self.sent.entry(sent.what).or_default() += 1;
        let zone = |node: NodeId| self.zone_of[usize::from(node.0)];
        if zone(sent.from) != zone(sent.to) {
            let (count, bytes) = self.crossed.entry(sent.what).or_default();
            *count += 1;
            *bytes += u64::from(sent.bytes);
        }
        match sent.what {
            MessageType::RelayAppend => self.last_relay = Some(sent),
            MessageType::ForwardedAppend => self.last_forward = Some(sent),
            _ => {}
        }
    }

    /// Bytes between zones of appends of all types.
    fn append_bytes(&self) -> u64 {
        let appends = |(what, (_, bytes)): (&MessageType, &(u64, u64))| {
            (cluster::kind_of(*what) == ByteKind::Append).then_some(*bytes)
        };
        self.crossed.iter().filter_map(appends).sum()
    }

    fn count(&self, what: MessageType) -> u64 {
        self.sent.get(&what).copied().unwrap_or_default()
    }

    fn decided(&self, what: Deed) -> impl Iterator<Item = &(Micros, Decision)> {
        self.decisions.iter().filter(move |(_, d)| d.what == what)
    }

    fn longest_after(&self, at_us: Micros) -> Micros {
        let late = self.answered.iter().filter(|(at, _)| *at > at_us);
        late.map(|(_, took)| *took)
            .max()
            .expect("some are answered")
    }
}

fn start(config: ClusterConfig, actions: Vec<(Micros, Action)>) -> Cluster<Seen> {
    let seen = Seen {
        zone_of: config.nodes.iter().map(|n| n.zone.0).collect(),
        ..Seen::default()
    };
    Cluster::new(config, actions, seen)
}

fn run(config: ClusterConfig, actions: Vec<(Micros, Action)>, until: Micros) -> Cluster<Seen> {
    let mut cluster = start(config, actions);
    cluster.run_until(until, u64::MAX);
    assert_eq!(cluster.observer().conflicts, 0, "state-machine safety");
    cluster
}

/// One voter beside the leader's gateway and two in each of two other zones; puts of this size
/// arrive at the leader's gateway, answered or not.
fn one_two_two(value_bytes: u32) -> ClusterConfig {
    let mut config = zones(&[1, 2, 2], 1);
    let gateway = NodeId(5);
    config.workloads = vec![WorkloadConfig {
        value_bytes,
        load: Load::Open {
            interval_ns: 20_000_000,
        },
        ..clients(gateway, OpKind::Put, 1, 0)
    }];
    config
}

fn on(mut config: ClusterConfig) -> ClusterConfig {
    config.settings.follower_replication = Zones::ALL;
    config
}

/// The commands of a run in the order in which they were committed.
fn log_of(seen: &Seen) -> Vec<u64> {
    seen.applied.values().map(|(_, hash)| *hash).collect()
}

fn assert_converged(cluster: &Cluster<Seen>) {
    let replicas = cluster.replicas(0);
    let ends: Vec<_> = replicas.iter().map(|r| (r.last, r.applied)).collect();
    assert!(ends.windows(2).all(|pair| pair[0] == pair[1]), "{ends:?}");
}

/// Runs, lets the load end, and lets the rest arrive.
fn run_to_rest(config: ClusterConfig, actions: Vec<(Micros, Action)>) -> Cluster<Seen> {
    let mut actions = actions;
    let stop = Action::SetWorkload {
        workload: 0,
        running: false,
    };
    actions.push((10 * SECONDS, stop));
    let cluster = run(config, actions, 14 * SECONDS);
    assert_converged(&cluster);
    cluster
}

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

/// Three voters, one beside the leader's gateway and two in the other zone: nothing is committed
/// without one of those two.
fn one_two(value_bytes: u32) -> ClusterConfig {
    let mut config = zones(&[1, 2], 1);
    config.workloads = vec![WorkloadConfig {
        value_bytes,
        load: Load::Open {
            interval_ns: 20_000_000,
        },
        ..clients(NodeId(3), OpKind::Put, 1, 0)
    }];
    config
}

fn cut(from: u16, to: u16) -> Action {
    Action::Cut {
        from: Place::Node(NodeId(from)),
        to: Place::Node(NodeId(to)),
        both: false,
    }
}

/// The delegate of a zone at the end of a run, as the leader chose it.
fn last_delegate(seen: &Seen) -> NodeId {
    let chosen = seen.decided(Deed::ChoseDelegate).last().expect("one was");
    chosen.1.subject.expect("it is a store")
}

/// First decision of a kind at or after an instant.
fn first_after(seen: &Seen, what: Deed, at_us: Micros) -> (Micros, Decision) {
    let found = seen.decided(what).find(|(at, _)| *at >= at_us);
    *found.unwrap_or_else(|| panic!("{what:?} after {at_us}: {:?}", seen.decisions))
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
fn a_crashed_delegate_costs_a_refused_connection_and_not_a_tick() {
    let crash = (3 * SECONDS + 1, Action::Crash(NodeId(1)));
    let cluster = run(on(one_two(1_000)), vec![crash], 10 * SECONDS);
    let seen = cluster.observer();
    let delegates = cluster
        .replicas(0)
        .into_iter()
        .filter_map(|r| r.delegate_for);
    assert_eq!(delegates.count(), 0, "one alone needs none");
    let (at, left) = first_after(seen, Deed::LeftDelegate, 3 * SECONDS);
    assert_eq!(
        (left.why, left.subject),
        (Reason::DelegateDown, Some(NodeId(1)))
    );
    assert!(at < 3 * SECONDS + TICK_US);
    let longest = seen.longest_after(3 * SECONDS);
    assert!(longest < 4 * ROUND_TRIP_US, "{longest} us");
}

#[test]
fn a_delegate_that_its_leader_cannot_reach_costs_at_most_the_named_ticks_and_a_round_trip() {
    let cluster = run(
        on(one_two(1_000)),
        vec![(3 * SECONDS, cut(0, 1))],
        10 * SECONDS,
    );
    let seen = cluster.observer();
    let (_, left) = first_after(seen, Deed::LeftDelegate, 3 * SECONDS);
    assert_eq!(left.why, Reason::DelegateSilent);
    assert_eq!((left.figure, left.limit), (WAIT_TICKS, WAIT_TICKS));
    let (_, direct) = first_after(seen, Deed::SentDirect, 3 * SECONDS);
    assert_eq!(direct.subject, Some(NodeId(2)));
    let longest = seen.longest_after(3 * SECONDS);
    let bound = WAIT_TICKS * TICK_US + ROUND_TRIP_US + 3 * MILLIS;
    assert!(longest <= bound, "{longest} us, bound {bound} us");
}

#[test]
fn a_delegate_that_cannot_reach_its_member_delays_that_member_alone() {
    let cut = (3 * SECONDS, cut(1, 2));
    let mut cluster = run(on(one_two(1_000)), vec![cut], 3 * SECONDS + 500 * MILLIS);
    let seen = cluster.observer();
    let (_, direct) = first_after(seen, Deed::SentDirect, 3 * SECONDS);
    assert_eq!(direct.why, Reason::TookTooLong);
    assert_eq!(direct.subject, Some(NodeId(2)));
    assert!(seen.longest_after(3 * SECONDS) < 2 * ROUND_TRIP_US);
    let replicas = cluster.replicas(0);
    assert!(
        replicas[2].last + 3 > replicas[0].last,
        "it is close behind again"
    );
    cluster.run_until(6 * SECONDS, u64::MAX);
    assert_eq!(
        last_delegate(cluster.observer()),
        NodeId(2),
        "the way back is open"
    );
}

#[test]
fn the_other_member_takes_over_and_the_old_delegate_gets_its_appends_through_it() {
    let actions = vec![(3 * SECONDS, cut(0, 1)), (4 * SECONDS, Action::HealAll)];
    let cluster = run(on(one_two(1_000)), actions, 10 * SECONDS);
    let seen = cluster.observer();
    let (relay, forward) = (seen.last_relay, seen.last_forward);
    let (relay, forward) = (relay.expect("a relay"), forward.expect("a forward"));
    assert!(relay.end_us > 9 * SECONDS && forward.end_us > 9 * SECONDS);
    assert_eq!((relay.to, forward.to), (NodeId(2), NodeId(1)));
}

#[test]
fn a_lost_relay_is_noticed_by_the_next_and_direct_sending_ends_after_its_ticks() {
    let mut cluster = run(on(one_two(1_000)), vec![], 3 * SECONDS);
    let relay_in_flight = |cluster: &Cluster<Seen>| {
        let mut flights = cluster.flights().map(|(fact, _)| *fact);
        let relay = flights.find(|fact| fact.what == MessageType::RelayAppend)?;
        Some(relay.flight)
    };
    while relay_in_flight(&cluster).is_none() {
        assert!(cluster.step());
    }
    let flight = relay_in_flight(&cluster).expect("just seen");
    cluster.act(cluster.now() + 1, Action::Drop { flight });
    cluster.run_until(8 * SECONDS, u64::MAX);
    let seen = cluster.observer();
    let (_, refused) = first_after(seen, Deed::RefusedRelay, 3 * SECONDS);
    assert_eq!((refused.why, refused.by), (Reason::MissingTail, NodeId(1)));
    let (left_at, direct) = first_after(seen, Deed::SentDirect, 3 * SECONDS);
    assert_eq!(
        (direct.why, direct.subject),
        (Reason::MissingTail, Some(NodeId(2)))
    );
    assert_eq!(direct.limit, refused.limit);
    let (back_at, resumed) = first_after(seen, Deed::ResumedRelay, 3 * SECONDS);
    assert_eq!(
        (resumed.why, resumed.subject),
        (Reason::Recovered, Some(NodeId(2)))
    );
    let ticks = (back_at - left_at) / TICK_US;
    assert!((9..=11).contains(&ticks), "{ticks} ticks");
    assert!(seen.longest_after(3 * SECONDS) < 4 * ROUND_TRIP_US);
}

#[test]
fn one_delegate_after_another_fails_and_the_rest_goes_directly() {
    let mut config = zones(&[2, 3], 1);
    config.workloads = vec![clients(NodeId(5), OpKind::Put, 2, 5 * MILLIS)];
    let mut cluster = run(on(config), vec![], 3 * SECONDS);
    let mut failed = Vec::new();
    for second in [4, 5] {
        let delegate = last_delegate(cluster.observer());
        failed.push(delegate);
        cluster.act(cluster.now() + 1, Action::Crash(delegate));
        cluster.run_until(second * SECONDS, u64::MAX);
        let seen = cluster.observer();
        assert!(seen.longest_after((second - 1) * SECONDS) < 4 * ROUND_TRIP_US);
    }
    assert_ne!(failed[0], failed[1]);
    let relays = cluster.observer().count(MessageType::RelayAppend);
    cluster.run_until(6 * SECONDS, u64::MAX);
    let seen = cluster.observer();
    assert_eq!(
        seen.count(MessageType::RelayAppend),
        relays,
        "one alone needs no delegate"
    );
    assert!(
        seen.answered
            .iter()
            .any(|(at, _)| *at > 5 * SECONDS + 900 * MILLIS)
    );
}

#[test]
fn leadership_moves_to_the_delegate_and_relays_begin_from_there() {
    let transfer = Action::Transfer {
        to: NodeId(1),
        range: 0,
    };
    let cluster = run_to_rest(on(one_two_two(1_000)), vec![(3 * SECONDS, transfer)]);
    let seen = cluster.observer();
    assert_eq!(seen.leaders.last().map(|(_, node)| *node), Some(NodeId(1)));
    let last = seen.last_relay.expect("there are relays");
    assert_eq!(last.from, NodeId(1));
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
    let Some(cluster::config::NodeKind::Store(store)) =
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
    let delegates = cluster.replicas(0).into_iter();
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

/// Steps until the replica of range 0 on this store leads in this term.
fn until_leads(cluster: &mut Cluster<Seen>, node: NodeId, term: u64) {
    let leads = |c: &Cluster<Seen>| {
        let replicas = c.replicas(0);
        let of_node = replicas.iter().find(|r| r.node == node);
        of_node.is_some_and(|r| r.role == Role::Leader && r.term == term)
    };
    let end = cluster.now() + SECONDS;
    while !leads(cluster) {
        assert!(cluster.step() && cluster.now() < end, "{node:?} is elected");
    }
}

/// The number of the append in flight between two stores.
fn append_between(cluster: &Cluster<Seen>, from: NodeId, to: NodeId) -> u64 {
    let found = cluster
        .flights()
        .map(|(fact, _)| *fact)
        .find(|fact| fact.what == MessageType::Append && (fact.from, fact.to) == (from, to));
    found
        .expect("the leader sends its first entry to all")
        .flight
}

/// A delegate with a stale suffix: store 1 leads term 2 for a moment and keeps an entry (2, term 2)
/// that nobody else has; store 0 leads term 3 and relays (2, term 3) for store 2 through store 1.
/// Stores 0 and 3 are then lost, and store 1 leads again.
fn stale_suffix_in_the_delegate(without_pin: bool) -> Cluster<Seen> {
    let mut config = zones(&[1, 2, 2], 1);
    config.settings.pre_vote = false;
    config.settings.check_quorum = false;
    config.relay_without_pin = without_pin;
    let mut cluster = start(config, vec![]);
    let act = |cluster: &mut Cluster<Seen>, action| {
        let at = cluster.now() + 1;
        cluster.act(at, action);
        cluster.run_until(at, u64::MAX);
    };
    let campaign = |node: u16| Action::Campaign {
        store: NodeId(node),
        range: 0,
    };
    let isolate = |node: u16| Action::Isolate(Place::Node(NodeId(node)));
    let heal = |node: u16| Action::Heal(FaultKey::Isolate(Place::Node(NodeId(node))));
    cluster.run_until(500 * MILLIS, u64::MAX);
    act(&mut cluster, campaign(1));
    until_leads(&mut cluster, NodeId(1), 2);
    act(&mut cluster, isolate(1));
    cluster.run_until(cluster.now() + 20 * MILLIS, u64::MAX);
    // A leader does not campaign: it starts anew, with its entry on disk, and tries in vain.
    act(&mut cluster, Action::Crash(NodeId(1)));
    act(&mut cluster, Action::Restart(NodeId(1)));
    for _ in 0..5 {
        act(&mut cluster, campaign(1));
    }
    // Its questions leave after its fsync, into the cut.
    cluster.run_until(cluster.now() + 5 * MILLIS, u64::MAX);
    act(&mut cluster, campaign(0));
    cluster.run_until(cluster.now() + 5 * MILLIS, u64::MAX);
    act(&mut cluster, heal(1));
    until_leads(&mut cluster, NodeId(0), 3);
    let to_delegate = append_between(&cluster, NodeId(0), NodeId(1));
    let to_member = append_between(&cluster, NodeId(0), NodeId(2));
    cluster.relay_in_flight(to_delegate, to_member);
    act(&mut cluster, isolate(4));
    cluster.run_until(cluster.now() + 50 * MILLIS, u64::MAX);
    act(&mut cluster, isolate(0));
    act(&mut cluster, isolate(3));
    act(&mut cluster, heal(4));
    act(&mut cluster, campaign(1));
    cluster.run_until(cluster.now() + 100 * MILLIS, u64::MAX);
    cluster
}

#[test]
fn without_the_pin_a_stale_suffix_in_the_delegate_undoes_a_committed_entry() {
    let cluster = stale_suffix_in_the_delegate(true);
    assert!(cluster.observer().conflicts > 0);
}

#[test]
fn with_the_pin_a_stale_suffix_in_the_delegate_is_refused_and_nothing_is_undone() {
    let cluster = stale_suffix_in_the_delegate(false);
    assert_eq!(cluster.observer().conflicts, 0);
    let refused: Vec<_> = cluster.observer().decided(Deed::RefusedRelay).collect();
    assert_eq!(refused[0].1.why, Reason::StaleTerm);
    assert_ne!(
        cluster.replicas(0)[1].role,
        Role::Leader,
        "store 2 refuses to vote for it"
    );
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
