//! Snapshots from a neighbour: who is asked, what must hold before it sends, and that a follower
//! gets its snapshot whatever happens to the one that was asked.

use crate::common::{clients, run_for, zones};
use cluster::Cluster;
use model::config::{Action, ClusterConfig, Load, OpKind};
use model::fact::{Deed, Fact, MessageType, Observer, Reason, Saver, SentFact};
use model::ids::{RangeId, RequestId};
use sim::{Fate, MILLIS, Micros, NodeId, Place, SECONDS};

/// The leader, alone in its zone.
const LEADER: NodeId = NodeId(0);
/// The receiver's neighbour, in the receiver's zone.
const NEIGHBOUR: NodeId = NodeId(1);
/// It is away longer than the logs reach back.
const RECEIVER: NodeId = NodeId(2);
const RESTART: Micros = 5 * SECONDS;

/// Keeps what concerns snapshots.
#[derive(Default)]
struct Kept {
    sent: Vec<(Micros, SentFact)>,
    decided: Vec<(Micros, Deed, Reason, Option<NodeId>)>,
    saved: Vec<(u64, u64)>,
    installed: Vec<(Micros, NodeId, u64)>,
}

impl Observer for Kept {
    fn fact(&mut self, at_us: Micros, _: u64, _: u64, fact: &Fact) {
        match *fact {
            Fact::Sent(sent)
                if matches!(
                    sent.what,
                    MessageType::Snapshot | MessageType::SnapshotOrder
                ) =>
            {
                self.sent.push((at_us, sent));
            }
            Fact::Decided(d) => self.decided.push((at_us, d.what, d.why, d.subject)),
            Fact::Saved {
                flight,
                by: Saver::NeighbourSnapshot,
                bytes,
            } => self.saved.push((flight, bytes)),
            Fact::SnapshotInstalled { at, index, .. } => {
                self.installed.push((at_us, at.node, index));
            }
            _ => {}
        }
    }

    fn rows(&mut self, _: RequestId, _: u64, _: &[u64]) {}
}

impl Kept {
    /// Who sent snapshots, in order.
    fn senders(&self) -> Vec<NodeId> {
        let snapshots = self
            .sent
            .iter()
            .filter(|(_, s)| s.what == MessageType::Snapshot);
        snapshots.map(|(_, s)| s.from).collect()
    }

    fn orders(&self) -> impl Iterator<Item = &(Micros, SentFact)> {
        let is_order = |s: &SentFact| s.what == MessageType::SnapshotOrder && s.from == LEADER;
        self.sent.iter().filter(move |(_, s)| is_order(s))
    }

    fn decided(&self, what: Deed, why: Reason) -> Option<Micros> {
        let mut all = self.decided.iter();
        all.find(|d| (d.1, d.2) == (what, why)).map(|d| d.0)
    }
}

/// Five voters, one and two and two, with puts at the leader; the receiver is down until `RESTART`.
fn away(change: impl FnOnce(&mut ClusterConfig)) -> Cluster<Kept> {
    let mut config = zones(&[1, 2, 2], 1);
    config.workloads = vec![clients(NodeId(5), OpKind::Put, 8, 5 * MILLIS)];
    config.settings.neighbour_snapshots = true;
    change(&mut config);
    let actions = vec![
        (SECONDS, Action::Crash(RECEIVER)),
        (RESTART, Action::Restart(RECEIVER)),
    ];
    Cluster::new(config, actions, Kept::default())
}

/// Steps until this holds, and fails if it does not within 10 s of the restart.
fn step_until(cluster: &mut Cluster<Kept>, holds: impl Fn(&Kept) -> bool) {
    while !holds(cluster.observer()) {
        assert!(
            cluster.now() < RESTART + 10 * SECONDS,
            "{:?}",
            cluster.observer()
        );
        cluster.step();
    }
}

/// The receiver holds what the leader holds, but for what is on the way.
fn caught_up(cluster: &Cluster<Kept>) -> bool {
    let replicas = cluster.replicas(RangeId(0));
    replicas[2].applied + 50 > replicas[0].applied
}

fn act_now(cluster: &mut Cluster<Kept>, action: Action) {
    let at = cluster.now() + 1;
    cluster.act(at, action);
}

impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{:#?} {:?} {:?}",
            self.sent, self.decided, self.installed
        )
    }
}

#[test]
fn the_neighbour_in_the_receivers_zone_sends_it_and_nothing_large_crosses() {
    let mut cluster = away(|_| {});
    cluster.run_until(8 * SECONDS, u64::MAX);
    let kept = cluster.observer();
    assert_eq!(kept.senders(), [NEIGHBOUR]);
    let chose = kept
        .decided
        .iter()
        .find(|d| d.1 == Deed::ChoseSnapshotSource);
    let (_, _, why, subject) = *chose.expect("it is told");
    assert_eq!((why, subject), (Reason::Nearest, Some(NEIGHBOUR)));
    let (at, node, index) = kept.installed[0];
    assert_eq!((kept.installed.len(), node), (1, RECEIVER));
    assert!(at < RESTART + 500 * MILLIS, "installed at {at}");
    let order = kept.orders().next().expect("one order").1;
    assert!(
        index >= order.index,
        "at least the index that was asked for"
    );
    assert!(order.bytes < 20, "{} bytes", order.bytes);
    let snapshot = kept
        .sent
        .iter()
        .find(|(_, s)| s.what == MessageType::Snapshot);
    let snapshot = snapshot.expect("sent").1;
    assert_eq!(kept.saved, [(snapshot.flight, snapshot.bytes)]);
    assert!(caught_up(&cluster));
}

#[test]
fn switched_off_the_leader_sends_it_and_decides_nothing() {
    let mut cluster = away(|config| config.settings.neighbour_snapshots = false);
    cluster.run_until(8 * SECONDS, u64::MAX);
    let kept = cluster.observer();
    assert_eq!(kept.senders(), [LEADER]);
    assert!(kept.decided.is_empty() && kept.saved.is_empty());
    assert!(caught_up(&cluster));
}

#[test]
fn a_leader_that_is_as_near_as_any_sends_it_itself() {
    let mut config = zones(&[1, 1, 1], 1);
    config.workloads = vec![clients(NodeId(3), OpKind::Put, 8, 5 * MILLIS)];
    config.settings.neighbour_snapshots = true;
    let actions = vec![
        (SECONDS, Action::Crash(RECEIVER)),
        (RESTART, Action::Restart(RECEIVER)),
    ];
    let mut cluster = Cluster::new(config, actions, Kept::default());
    cluster.run_until(8 * SECONDS, u64::MAX);
    let kept = cluster.observer();
    assert_eq!(kept.senders(), [LEADER]);
    assert!(
        kept.decided(Deed::SnapshotFromLeader, Reason::Nearest)
            .is_some()
    );
    assert!(kept.saved.is_empty());
}

#[test]
fn a_neighbour_that_is_behind_waits_until_it_has_applied_the_least_index() {
    // Followers learn of commits with the next append: when the order comes they are behind.
    for apply_delay_us in [0, 30 * MILLIS, 90 * MILLIS] {
        let mut cluster = away(|config| config.settings.apply_delay_us = apply_delay_us);
        cluster.run_until(8 * SECONDS, u64::MAX);
        let kept = cluster.observer();
        assert_eq!(kept.senders(), [NEIGHBOUR], "delay {apply_delay_us}");
        let minimum = kept.orders().next().expect("one order").1.index;
        assert!(kept.installed[0].2 >= minimum);
    }
}

#[test]
fn a_neighbour_that_does_not_get_there_refuses_and_the_leader_sends() {
    let mut cluster = away(|_| {});
    step_until(&mut cluster, |kept| kept.orders().count() == 1);
    // It keeps getting orders and heartbeats in time, but applies nothing any more.
    let mut settings = cluster.settings().clone();
    settings.apply_delay_us = 2 * SECONDS;
    act_now(&mut cluster, Action::Set(settings));
    step_until(&mut cluster, |kept| kept.senders() == [LEADER]);
    let kept = cluster.observer();
    let refused = kept.decided(Deed::RefusedSnapshot, Reason::BelowMinimum);
    let refused = refused.expect("the neighbour says why");
    assert!(refused <= RESTART + SECONDS, "refused at {refused}");
    assert!(
        kept.decided(Deed::SnapshotFromLeader, Reason::BelowMinimum)
            .is_some()
    );
}

#[test]
fn a_dead_neighbour_costs_a_refused_connection() {
    let mut cluster = away(|_| {});
    step_until(&mut cluster, |kept| kept.orders().count() == 1);
    act_now(&mut cluster, Action::Crash(NEIGHBOUR));
    let ordered = cluster.now();
    step_until(&mut cluster, |kept| kept.senders() == [LEADER]);
    let kept = cluster.observer();
    assert!(
        kept.decided(Deed::SnapshotFromLeader, Reason::SourceDown)
            .is_some()
    );
    // A round trip, and the heartbeat after which raft-rs asks for another.
    let waited = cluster.now() - ordered;
    assert!(waited < 250 * MILLIS, "waited {waited}");
    run_for(&mut cluster, SECONDS);
    assert!(caught_up(&cluster));
}

#[test]
fn an_order_that_is_lost_costs_an_election_timeout() {
    let mut cluster = away(|_| {});
    step_until(&mut cluster, |kept| kept.orders().count() == 1);
    let cut = |from, to| Action::Cut {
        from: Place::Node(from),
        to: Place::Node(to),
        both: false,
    };
    act_now(&mut cluster, cut(LEADER, NEIGHBOUR));
    let ordered = cluster.now();
    step_until(&mut cluster, |kept| kept.senders() == [LEADER]);
    let kept = cluster.observer();
    assert!(
        kept.decided(Deed::SnapshotFromLeader, Reason::TookTooLong)
            .is_some()
    );
    // Ten ticks, and the heartbeats around them.
    let waited = cluster.now() - ordered;
    assert!(
        (SECONDS..1_300 * MILLIS).contains(&waited),
        "waited {waited}"
    );
}

#[test]
fn a_snapshot_that_does_not_arrive_is_reported_and_the_leader_sends_another() {
    let mut cluster = away(|_| {});
    step_until(&mut cluster, |kept| kept.orders().count() == 1);
    act_now(
        &mut cluster,
        Action::Cut {
            from: Place::Node(NEIGHBOUR),
            to: Place::Node(RECEIVER),
            both: true,
        },
    );
    step_until(&mut cluster, |kept| kept.senders() == [NEIGHBOUR, LEADER]);
    let kept = cluster.observer();
    let lost = kept
        .sent
        .iter()
        .find(|(_, s)| s.what == MessageType::Snapshot);
    assert_eq!(lost.expect("sent").1.fate, Fate::Blocked);
    assert!(
        kept.saved.is_empty(),
        "nothing was saved by what never left"
    );
    assert!(
        kept.decided(Deed::SnapshotFromLeader, Reason::DidNotArrive)
            .is_some()
    );
    run_for(&mut cluster, SECONDS);
    assert!(caught_up(&cluster));
}

#[test]
fn a_neighbour_in_a_newer_term_does_not_send_in_the_old_leaders_name() {
    let mut cluster = away(|config| {
        config.settings.check_quorum = false;
        config.settings.pre_vote = false;
    });
    step_until(&mut cluster, |kept| kept.orders().count() == 1);
    let term = cluster.observer().orders().next().expect("one").1.term;
    act_now(
        &mut cluster,
        Action::Campaign {
            store: NEIGHBOUR,
            range: RangeId(0),
        },
    );
    step_until(&mut cluster, |kept| {
        kept.decided(Deed::RefusedSnapshot, Reason::StaleTerm)
            .is_some()
    });
    run_for(&mut cluster, 3 * SECONDS);
    let kept = cluster.observer();
    let in_old_name = |s: &SentFact| s.what == MessageType::Snapshot && s.term == term;
    assert!(!kept.sent.iter().any(|(_, s)| in_old_name(s)));
    assert!(caught_up(&cluster), "the new leader sees to it");
}

#[test]
fn an_order_at_a_neighbour_that_is_told_to_stop_is_refused() {
    let mut cluster = away(|_| {});
    step_until(&mut cluster, |kept| kept.orders().count() == 1);
    let mut settings = cluster.settings().clone();
    settings.neighbour_snapshots = false;
    act_now(&mut cluster, Action::Set(settings));
    step_until(&mut cluster, |kept| kept.senders() == [LEADER]);
    let kept = cluster.observer();
    assert!(
        kept.decided(Deed::RefusedSnapshot, Reason::SwitchedOff)
            .is_some()
    );
}

#[test]
fn the_next_snapshot_is_asked_of_the_neighbour_again() {
    let mut cluster = away(|_| {});
    step_until(&mut cluster, |kept| kept.orders().count() == 1);
    act_now(&mut cluster, Action::Crash(NEIGHBOUR));
    let restart = cluster.now() + 500 * MILLIS;
    cluster.act(restart, Action::Restart(NEIGHBOUR));
    cluster.act(restart + SECONDS, Action::Crash(RECEIVER));
    cluster.act(restart + 5 * SECONDS, Action::Restart(RECEIVER));
    cluster.run_until(restart + 8 * SECONDS, u64::MAX);
    let senders = cluster.observer().senders();
    assert_eq!(senders.last(), Some(&NEIGHBOUR), "{senders:?}");
    assert!(caught_up(&cluster));
}

#[test]
fn the_receiver_catches_up_whatever_is_cut_or_crashed_and_healed_around_the_order() {
    for seed in 0..40 {
        let mut cluster = away(|config| {
            config.seed = seed;
            config.raft.log_keep = 8;
            config.workloads[0].load = Load::Closed {
                clients: 2,
                think_us: 20 * MILLIS,
            };
        });
        let mut stream = sim::Stream::fork(seed, "faults", 0);
        step_until(&mut cluster, |kept| kept.orders().count() >= 1);
        for _ in 0..3 {
            let at = cluster.now() + 1 + stream.below(300 * MILLIS);
            let node = NodeId(stream.below(4) as u16);
            let action = match stream.below(3) {
                0 => Action::Crash(node),
                1 => Action::Pause(node),
                _ => Action::Cut {
                    from: Place::Node(node),
                    to: Place::Node(NodeId((node.0 + 1) % 5)),
                    both: stream.below(2) == 0,
                },
            };
            cluster.act(at, action);
        }
        let heal = cluster.now() + SECONDS;
        cluster.act(heal, Action::HealAll);
        for node in (0..5).map(NodeId) {
            cluster.act(heal, Action::Restart(node));
            cluster.act(heal, Action::Resume(node));
        }
        cluster.run_until(heal + 8 * SECONDS, u64::MAX);
        let replicas = cluster.replicas(RangeId(0));
        let most = replicas.iter().map(|r| r.applied).max().expect("five");
        for replica in &replicas {
            assert!(replica.applied + 60 > most, "seed {seed}: {replicas:#?}");
        }
    }
}

#[test]
fn a_snapshot_of_more_than_four_gibibytes_is_as_long_as_its_rows() {
    let mut cluster = away(|config| {
        config.data.rows = 100_000;
        config.data.row_bytes = 64 * 1024;
    });
    cluster.run_until(RESTART + 2 * SECONDS, u64::MAX);
    let sent = &cluster.observer().sent;
    let mut snapshots = sent.iter().filter(|(_, s)| s.what == MessageType::Snapshot);
    let (_, snapshot) = snapshots.next().expect("the receiver was away too long");
    // Some rows are shorter by then: puts wrote them.
    let rows_bytes = 99_000 * 64 * 1024;
    assert!(snapshot.bytes > rows_bytes, "{}", snapshot.bytes);
    assert!(
        snapshot.framing > rows_bytes / 1_448 * 52,
        "{}",
        snapshot.framing
    );
}
