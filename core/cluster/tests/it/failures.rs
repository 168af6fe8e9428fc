//! What dies with the power, what waits for a process that stands still, and what packets that
//! are lost do to messages.

use std::collections::BTreeMap;

use crate::common::{clients, request, three_zones};
use cluster::Cluster;
use model::config::{Action, ClusterConfig, Load, OpKind, ReadMode};
use model::fact::{Death, Fact, MessageType, Observer, Outcome, SentFact};
use model::ids::{RangeId, RequestId};
use sim::{MILLIS, Micros, NodeId, Place, RTO_MIN_US, Ratio, SECONDS, ZoneId};

const G0: NodeId = NodeId(3);
const S0: NodeId = NodeId(0);
const S1: NodeId = NodeId(1);

/// Every message: what it is, when it left, and how and when it ended.
#[derive(Default)]
struct Messages {
    all: BTreeMap<u64, Message>,
    /// By message: how long it was held back, and packets of it sent again.
    held: BTreeMap<u64, (Micros, u32)>,
    ok: u64,
}

struct Message {
    sent: SentFact,
    sent_us: Micros,
    /// When it arrived, or `Err` with how it died.
    end: Option<(Micros, Result<(), Death>)>,
}

impl Observer for Messages {
    fn fact(&mut self, at_us: Micros, _: u64, _: u64, fact: &Fact) {
        let (flight, end) = match *fact {
            Fact::Sent(sent) => {
                let message = Message {
                    sent,
                    sent_us: at_us,
                    end: None,
                };
                self.all.insert(sent.flight, message);
                return;
            }
            Fact::HeldBack {
                flight,
                held_us,
                resent,
            } => {
                self.held.insert(flight, (held_us, resent));
                return;
            }
            Fact::Completed { outcome, .. } => {
                self.ok += u64::from(outcome == Outcome::Ok);
                return;
            }
            Fact::Delivered { flight } => (flight, Ok(())),
            Fact::Died { flight, how } => (flight, Err(how)),
            _ => return,
        };
        let message = self.all.get_mut(&flight).expect("it was sent");
        assert!(message.end.is_none(), "it ends once");
        message.end = Some((at_us, end));
    }

    fn rows(&mut self, _: RequestId, _: u64, _: &[u64]) {}
}

impl Messages {
    /// Messages that were under way to or from a node at an instant.
    fn under_way(&self, node: NodeId, at_us: Micros) -> Vec<&Message> {
        let is_there = |m: &&Message| {
            let ended_us = m.end.map_or(Micros::MAX, |(end_us, _)| end_us);
            let touches = m.sent.from == node || m.sent.to == node;
            touches && m.sent_us < at_us && ended_us >= at_us
        };
        self.all.values().filter(is_there).collect()
    }

    fn deaths(&self, how: Death) -> usize {
        let died = |m: &&Message| m.end.is_some_and(|(_, end)| end == Err(how));
        self.all.values().filter(died).count()
    }
}

fn run(
    config: ClusterConfig,
    actions: Vec<(Micros, Action)>,
    until_us: Micros,
) -> Cluster<Messages> {
    let mut cluster = Cluster::new(config, actions, Messages::default());
    cluster.run_until(until_us, u64::MAX);
    cluster
}

/// Three zones with clients who write at the leader without a pause.
fn busy() -> ClusterConfig {
    let mut config = three_zones();
    config.workloads = vec![clients(G0, OpKind::Put, 8, MILLIS)];
    config
}

#[test]
fn what_is_under_way_to_or_from_a_store_dies_when_it_loses_power() {
    for node in [S0, S1] {
        // It is back long before any message of 5 ms could be there.
        let actions = vec![
            (SECONDS, Action::Crash(node)),
            (SECONDS + MILLIS, Action::Restart(node)),
        ];
        let cluster = run(busy(), actions, 2 * SECONDS);
        let seen = cluster.observer();
        let broken = seen.under_way(node, SECONDS);
        assert!(broken.iter().any(|m| m.sent.to == node));
        assert!(broken.iter().any(|m| m.sent.from == node));
        for message in broken {
            let how = Some((SECONDS, Err(Death::Broken)));
            assert_eq!(message.end, how, "{:?}", message.sent);
        }
    }
}

#[test]
fn what_waits_in_the_buffers_of_a_paused_store_dies_with_its_power() {
    let actions = vec![
        (SECONDS, Action::Pause(S1)),
        (SECONDS + 50 * MILLIS, Action::Crash(S1)),
        (SECONDS + 50 * MILLIS, Action::Restart(S1)),
    ];
    let cluster = run(busy(), actions, 2 * SECONDS);
    let at_us = SECONDS + 50 * MILLIS;
    let broken = cluster.observer().under_way(S1, at_us);
    let waited = |m: &&Message| m.sent.to == S1 && m.sent.end_us < at_us;
    assert!(broken.iter().filter(|m| waited(m)).count() > 5);
    let how = Some((at_us, Err(Death::Broken)));
    assert!(broken.iter().all(|m| m.end == how));
}

#[test]
fn what_arrived_from_a_store_before_it_lost_power_waits_on_at_a_paused_one() {
    let actions = vec![
        (SECONDS, Action::Pause(S1)),
        (SECONDS + 50 * MILLIS, Action::Crash(S0)),
        (SECONDS + 60 * MILLIS, Action::Resume(S1)),
    ];
    let cluster = run(busy(), actions, 2 * SECONDS);
    let all = cluster.observer().all.values();
    let mut waited = all.filter(|m| {
        let in_buffer = (SECONDS..SECONDS + 50 * MILLIS).contains(&m.sent.end_us);
        (m.sent.from, m.sent.to) == (S0, S1) && in_buffer
    });
    assert!(waited.all(|m| m.end == Some((SECONDS + 60 * MILLIS, Ok(())))));
}

#[test]
fn a_commit_index_that_no_sync_covered_is_gone_after_a_power_loss() {
    let mut config = three_zones();
    // Nothing is applied, so nothing else tells what is committed.
    config.settings.apply_delay_us = 60 * SECONDS;
    config.settings.skip_commit_broadcast = false;
    let actions = vec![
        (100 * MILLIS, request(G0, OpKind::Put, 5)),
        (SECONDS, Action::Isolate(Place::Node(S1))),
        (SECONDS + MILLIS, Action::Crash(S1)),
        (2 * SECONDS, Action::Restart(S1)),
    ];
    let mut cluster = run(config, actions, SECONDS);
    let before = cluster.replicas(RangeId(0))[1].clone();
    assert_eq!((before.last, before.commit), (2, 2));
    cluster.run_until(2 * SECONDS, u64::MAX);
    let after = cluster.replicas(RangeId(0))[1].clone();
    assert_eq!(
        (after.last, after.commit),
        (2, 1),
        "the put's own sync covered 1"
    );
}

/// A leader that ticks once in six seconds, and clients who send it 30,000 reads a second.
fn rarely_ticking() -> ClusterConfig {
    let mut config = three_zones();
    config.raft.tick_us = 6 * SECONDS;
    config.settings.read_mode = ReadMode::LeaderUnchecked;
    config.settings.request_timeout_us = 500 * MILLIS;
    let mut load = clients(G0, OpKind::Get, 1, 0);
    load.load = Load::Open {
        interval_ns: 33_333,
    };
    load.start_us = 7 * SECONDS;
    config.workloads = vec![load];
    config
}

#[test]
fn a_paused_store_ticks_on_after_more_messages_than_anything_holds() {
    let beats = |cluster: &Cluster<Messages>, from_us: Micros| {
        let all = cluster.observer().all.values();
        let is_beat = |m: &&Message| m.sent.what == MessageType::Heartbeat && m.sent.from == S0;
        all.filter(is_beat)
            .map(|m| m.sent_us)
            .filter(|at| *at >= from_us)
            .min()
    };
    let calm = run(three_zones_rarely(), vec![], 14 * SECONDS);
    let beat_us = beats(&calm, 6 * SECONDS).expect("it ticks");
    let pause_us = beat_us + MILLIS;
    let resume_us = beat_us + 8 * SECONDS;
    let actions = vec![
        (pause_us, Action::Pause(S0)),
        (resume_us, Action::Resume(S0)),
    ];
    let cluster = run(rarely_ticking(), actions, resume_us + 13 * SECONDS);
    let all = cluster.observer().all.values();
    let held = |m: &&Message| {
        m.sent.to == S0 && (pause_us..beat_us + 6 * SECONDS).contains(&m.sent.end_us)
    };
    assert!(all.filter(held).count() > 100_000);
    let late_us = beats(&cluster, pause_us).expect("it ticks once, late");
    assert_eq!(late_us, resume_us);
    assert!(beats(&cluster, resume_us + 1).is_some(), "and goes on");
}

fn three_zones_rarely() -> ClusterConfig {
    let mut config = rarely_ticking();
    config.workloads.clear();
    config
}

#[test]
fn what_finds_the_buffers_of_a_paused_store_full_dies_with_a_fact_and_only_that() {
    let put = |number: u64| {
        let put = Action::Request {
            gateway: G0,
            op: OpKind::Put,
            key: number,
            rows: 1,
            value_bytes: 1 << 20,
            mode: None,
        };
        (SECONDS + number * MILLIS, put)
    };
    let mut actions: Vec<_> = (1..=15).map(put).collect();
    actions.push((SECONDS, Action::Pause(S0)));
    actions.push((2 * SECONDS, Action::Resume(S0)));
    let cluster = run(three_zones(), actions, 4 * SECONDS);
    let seen = cluster.observer();
    let at_gateway = |m: &&Message| (m.sent.from, m.sent.to) == (G0, S0);
    let ends = |how: Result<(), Death>| {
        let all = seen.all.values().filter(at_gateway);
        all.filter(|m| {
            let ended = m.end.is_some_and(|(_, end)| end == how);
            ended && (SECONDS..2 * SECONDS).contains(&m.sent.end_us)
        })
        .count()
    };
    assert_eq!(ends(Ok(())), 10, "ten of a little over a MiB");
    assert_eq!(ends(Err(Death::BufferFull)), 5);
    assert!(
        seen.all
            .values()
            .all(|m| m.end.is_some() || m.sent.end_us >= 4 * SECONDS)
    );
    assert!(cluster.store(S0).status == model::view::StoreStatus::Up);
}

fn lossy(loss: Ratio, vanish: Ratio) -> ClusterConfig {
    let mut config = busy();
    for link in &mut config.links {
        (link.loss, link.vanish) = (loss, vanish);
    }
    config
}

const FIVE_PERCENT: Ratio = Ratio { ppm: 50_000 };

#[test]
fn a_lost_packet_shows_as_delay_and_nothing_dies() {
    let cluster = run(lossy(FIVE_PERCENT, Ratio::ZERO), vec![], 5 * SECONDS);
    let seen = cluster.observer();
    assert!(
        seen.all
            .values()
            .all(|m| m.end.is_none_or(|(_, end)| end.is_ok()))
    );
    assert!(seen.ok > 100, "{}", seen.ok);
    let own = seen
        .held
        .values()
        .copied()
        .filter(|(_, resent)| *resent > 0);
    let (by_timeout, fast): (Vec<_>, Vec<_>) = own.partition(|(held, _)| *held >= RTO_MIN_US);
    assert!(
        by_timeout.len() > 5 && fast.len() > 5,
        "{by_timeout:?} {fast:?}"
    );
    // What it held back arrives with it or later, and says so.
    let others = seen.held.values().filter(|(_, resent)| *resent == 0);
    assert!(others.count() > 20);
}

#[test]
fn messages_of_a_lossy_connection_arrive_in_their_order() {
    let cluster = run(lossy(FIVE_PERCENT, Ratio::ZERO), vec![], 5 * SECONDS);
    let mut last: BTreeMap<(NodeId, NodeId), Micros> = BTreeMap::new();
    for message in cluster.observer().all.values() {
        let Some((end_us, _)) = message.end else {
            continue;
        };
        let before = last
            .entry((message.sent.from, message.sent.to))
            .or_default();
        assert!(*before <= end_us, "{:?}", message.sent);
        *before = end_us;
    }
}

#[test]
fn packets_that_are_sent_again_count_on_the_wire_and_not_as_payload() {
    let cluster = run(lossy(FIVE_PERCENT, Ratio::ZERO), vec![], 5 * SECONDS);
    let seen = cluster.observer();
    let framing = |bytes: u64, resent: u32| {
        let all = seen.all.values().filter(|m| {
            let held = seen.held.get(&m.sent.flight).map_or(0, |held| held.1);
            let is_alike = m.sent.what == MessageType::Append && m.sent.bytes == bytes;
            is_alike && held == resent && m.end.is_some()
        });
        // What leaves with others shares their frame, and needs less of its own.
        all.map(|m| m.sent.framing).max()
    };
    // One segment; its header is IPv4's 20 bytes and TCP's 32.
    let both = (1..1_000).filter_map(|b| Some((b, framing(b, 0)?, framing(b, 1)?)));
    let both: Vec<_> = both.collect();
    assert!(!both.is_empty());
    for (bytes, once, twice) in both {
        assert_eq!(twice, once + bytes + 52);
    }
}

#[test]
fn messages_vanish_where_the_transport_sends_nothing_again() {
    let cluster = run(lossy(Ratio::ZERO, FIVE_PERCENT), vec![], 5 * SECONDS);
    let seen = cluster.observer();
    assert!(seen.deaths(Death::Lost) > 20);
    assert!(seen.held.is_empty());
}

#[test]
fn a_link_that_lets_nothing_through_closes_its_connections_and_the_sender_learns_it() {
    let mut config = three_zones();
    config.workloads = vec![clients(G0, OpKind::Put, 1, 100 * MILLIS)];
    let loss = Action::Degrade {
        from: Place::Zone(ZoneId(0)),
        to: Place::Zone(ZoneId(1)),
        both: false,
        how: sim::Degrade {
            loss: Ratio::ONE,
            ..sim::Degrade::default()
        },
    };
    let cluster = run(config, vec![(SECONDS, loss)], 30 * SECONDS);
    let seen = cluster.observer();
    let closed = |m: &&Message| m.end.is_some_and(|(_, end)| end == Err(Death::Closed));
    let first = seen
        .all
        .values()
        .find(closed)
        .expect("no answer for so long");
    let (end_us, _) = first.end.expect("just seen");
    assert_eq!(end_us, first.sent_us + sim::SILENCE_US_MAX);
    // All that was sent on it ends at that instant.
    let way = (first.sent.from, first.sent.to);
    let mut waited = seen.all.values().filter(|m| {
        (m.sent.from, m.sent.to) == way && (first.sent_us..end_us).contains(&m.sent_us)
    });
    assert!(waited.all(|m| m.end == first.end));
}

#[test]
fn a_gateway_that_ends_gets_no_answers_and_what_it_sent_still_arrives() {
    // Its requests are 5 ms under way to a leader elsewhere, and their answers as long.
    let g1 = NodeId(4);
    let mut config = three_zones();
    let mut load = clients(g1, OpKind::Get, 1, 0);
    load.load = Load::Open {
        interval_ns: 500_000,
    };
    config.workloads = vec![load];
    let actions = vec![
        (SECONDS, Action::Crash(g1)),
        (SECONDS + MILLIS, Action::Restart(g1)),
    ];
    let cluster = run(config, actions, 2 * SECONDS);
    let under_way = cluster.observer().under_way(g1, SECONDS);
    let (to, from): (Vec<_>, Vec<_>) = under_way.into_iter().partition(|m| m.sent.to == g1);
    assert!(!to.is_empty() && !from.is_empty());
    let broken = Some((SECONDS, Err(Death::Broken)));
    assert!(to.iter().all(|m| m.end == broken));
    assert!(from.iter().all(|m| m.end == Some((m.sent.end_us, Ok(())))));
}
