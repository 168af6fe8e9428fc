//! Where reads go: proxies, learners, adaptive gateways, and what each does when the other end is
//! busy, dead or elsewhere.

use std::collections::BTreeMap;

use crate::common::{clients, three_zones, zones};
use cluster::Cluster;
use model::config::{
    Action, AdaptiveBy, ClusterConfig, FollowerChoice, OpKind, Operation, ReadMode,
};
use model::fact::{Fact, MessageType, Observer, Outcome, Refusal, RequestFact, Route};
use model::ids::{RangeId, RequestId};
use sim::{MILLIS, Micros, NodeId, Place, SECONDS, ZoneId};

const S0: NodeId = NodeId(0);
const S1: NodeId = NodeId(1);
const S2: NodeId = NodeId(2);
const G0: NodeId = NodeId(3);
const G1: NodeId = NodeId(4);

/// What became of one request.
#[derive(Clone, Debug)]
struct End {
    fact: RequestFact,
    took_us: Micros,
    outcome: Outcome,
    value: u64,
    server: Option<NodeId>,
}

/// Keeps what these tests ask for.
#[derive(Default)]
struct Seen {
    open: BTreeMap<RequestId, RequestFact>,
    ended: Vec<End>,
    routed: Vec<(RequestId, NodeId, Route, u64, u64)>,
    attempted: Vec<(RequestId, NodeId)>,
    refused: Vec<(RequestId, NodeId, Refusal)>,
    served: Vec<(RequestId, NodeId)>,
    sent: BTreeMap<MessageType, (u64, u64)>,
}

impl Observer for Seen {
    fn fact(&mut self, at_us: Micros, _: u64, _: u64, fact: &Fact) {
        match *fact {
            Fact::Sent(sent) => {
                let known = self.sent.entry(sent.what).or_default();
                known.0 += 1;
                known.1 += sent.bytes;
            }
            Fact::Invoked(request) => {
                self.open.insert(request.request, request);
            }
            Fact::Routed {
                request,
                to,
                why,
                figure,
                limit,
            } => self.routed.push((request, to, why, figure, limit)),
            Fact::Attempted { request, to } => self.attempted.push((request, to)),
            Fact::Refused { request, by, why } => self.refused.push((request, by, why)),
            Fact::Served { at, request } => self.served.push((request, at.node)),
            Fact::Completed {
                request,
                outcome,
                server,
                value,
                invoked_us,
            } => {
                let fact = self.open.remove(&request).expect("it was invoked");
                self.ended.push(End {
                    fact,
                    took_us: at_us - invoked_us,
                    outcome,
                    value,
                    server,
                });
            }
            _ => {}
        }
    }

    fn rows(&mut self, _: RequestId, _: u64, _: &[u64]) {}
}

fn run(config: ClusterConfig, actions: Vec<(Micros, Action)>, until: Micros) -> Cluster<Seen> {
    let mut cluster = Cluster::new(config, actions, Seen::default());
    cluster.run_until(until, u64::MAX);
    cluster
}

fn with_mode(mode: ReadMode) -> ClusterConfig {
    let mut config = three_zones();
    config.settings.read_mode = mode;
    config
}

fn scan(gateway: NodeId, key: u64, rows: u32) -> Action {
    request(gateway, OpKind::Scan, key, rows, None)
}

fn request(gateway: NodeId, op: OpKind, key: u64, rows: u32, mode: Option<ReadMode>) -> Action {
    Action::Request {
        gateway,
        op,
        key,
        rows,
        value_bytes: 16,
        mode,
    }
}

fn put(gateway: NodeId, key: u64) -> Action {
    request(gateway, OpKind::Put, key, 1, None)
}

fn reads(cluster: &Cluster<Seen>) -> Vec<&End> {
    let ended = cluster.observer().ended.iter();
    ended.filter(|end| end.fact.op != OpKind::Put).collect()
}

#[test]
fn a_proxy_relays_the_leaders_rows_over_two_hops() {
    let actions = vec![(100 * MILLIS, put(G0, 5)), (SECONDS, scan(G1, 5, 10))];
    let cluster = run(with_mode(ReadMode::Proxy), actions, 2 * SECONDS);
    let seen = cluster.observer();
    let read = reads(&cluster)[0];
    assert_eq!((read.outcome, read.value), (Outcome::Ok, 1));
    assert_eq!(read.server, Some(S1), "the gateway knows the proxy only");
    assert_eq!(
        seen.served.last(),
        Some(&(RequestId(2), S0)),
        "the leader reads"
    );
    let forwarded = (RequestId(2), S0, Route::ForwardedToLeader, 0, 0);
    assert_eq!(seen.routed, [forwarded]);
    let (requests, _) = seen.sent[&MessageType::ForwardedRead];
    let (answers, crossed) = seen.sent[&MessageType::ForwardedRows];
    assert_eq!((requests, answers), (1, 1));
    let (_, relayed) = seen.sent[&MessageType::Rows];
    assert_eq!(crossed, relayed, "every row crosses twice");
    // Zone to zone there and back, and the leader's own round to a quorum.
    assert!(
        (20 * MILLIS..24 * MILLIS).contains(&read.took_us),
        "{read:?}"
    );
}

#[test]
fn a_proxy_that_leads_answers_itself() {
    let actions = vec![(SECONDS, scan(G0, 5, 1))];
    let cluster = run(with_mode(ReadMode::Proxy), actions, 2 * SECONDS);
    let seen = cluster.observer();
    assert_eq!(seen.ended[0].outcome, Outcome::Ok);
    assert!(!seen.sent.contains_key(&MessageType::ForwardedRead));
    assert!(seen.routed.is_empty(), "there was no choice");
}

#[test]
fn a_proxy_refuses_when_the_leaders_store_dies_and_the_read_ends_in_time() {
    // The leader dies with the read on its way, in its queue, or before: never a read without end.
    for crash_us in (0..30).map(|step| SECONDS + step * MILLIS / 2) {
        let actions = vec![
            (100 * MILLIS, put(G0, 5)),
            (SECONDS, scan(G1, 5, 1)),
            (crash_us, Action::Crash(S0)),
        ];
        let mut config = with_mode(ReadMode::Proxy);
        config.settings.request_timeout_us = 8 * SECONDS;
        let cluster = run(config, actions, 12 * SECONDS);
        let ended = reads(&cluster);
        assert_eq!(ended.len(), 1, "crash at {crash_us}");
        assert_eq!((ended[0].outcome, ended[0].value), (Outcome::Ok, 1));
        assert!(ended[0].took_us < 6 * SECONDS, "crash at {crash_us}");
    }
}

#[test]
fn a_read_whose_proxy_dies_goes_elsewhere() {
    for crash_us in (0..30).map(|step| SECONDS + step * MILLIS / 2) {
        let actions = vec![(SECONDS, scan(G1, 5, 1)), (crash_us, Action::Crash(S1))];
        let cluster = run(with_mode(ReadMode::Proxy), actions, 4 * SECONDS);
        let ended = reads(&cluster);
        assert_eq!(ended.len(), 1, "crash at {crash_us}");
        assert_eq!(ended[0].outcome, Outcome::Ok, "crash at {crash_us}");
        assert!(ended[0].took_us < 100 * MILLIS, "crash at {crash_us}");
    }
}

#[test]
fn a_proxy_cut_off_from_its_leader_lets_the_read_fail_at_its_deadline() {
    let cut = Action::Isolate(Place::Zone(ZoneId(0)));
    let actions = vec![(900 * MILLIS, cut), (SECONDS, scan(G1, 5, 1))];
    let mut config = with_mode(ReadMode::Proxy);
    config.settings.request_timeout_us = 500 * MILLIS;
    let cluster = run(config, actions, 4 * SECONDS);
    let ended = reads(&cluster);
    assert_eq!(ended[0].outcome, Outcome::Failed);
    assert_eq!(ended[0].took_us, 500 * MILLIS);
}

#[test]
fn a_proxy_never_serves_from_a_leader_that_cannot_confirm_itself() {
    // Zone 0's leader is cut off with gateway 0 and a proxy beside it.
    let mut config = zones(&[2, 1, 1], 1);
    config.settings.read_mode = ReadMode::Proxy;
    config.settings.check_quorum = false;
    let (g0, g1) = (NodeId(4), NodeId(5));
    let actions = vec![
        (100 * MILLIS, put(g1, 5)),
        (SECONDS, Action::Isolate(Place::Zone(ZoneId(0)))),
        (4 * SECONDS, scan(g0, 5, 1)),
    ];
    let cluster = run(config, actions, 8 * SECONDS);
    assert_eq!(reads(&cluster)[0].outcome, Outcome::Failed);
}

#[test]
fn a_large_read_comes_from_the_own_zone_and_a_small_one_from_the_leader() {
    let actions = vec![
        (SECONDS, scan(G1, 5, 1)),
        (1100 * MILLIS, scan(G1, 5, 100)),
        (1200 * MILLIS, scan(G0, 5, 100)),
    ];
    let cluster = run(with_mode(ReadMode::Adaptive), actions, 2 * SECONDS);
    let seen = cluster.observer();
    assert_eq!(
        seen.served,
        [(1, S0), (2, S1), (3, S0)].map(|(number, store)| (RequestId(number), store))
    );
    let reasons: Vec<_> = seen.routed.iter().map(|r| (r.0.0, r.1, r.2)).collect();
    let expected = [(1, S0, Route::ResultSmall), (2, S1, Route::ResultLarge)];
    assert_eq!(reasons, expected, "in the leader's zone there is no choice");
    let (.., figure, limit) = seen.routed[1];
    assert_eq!(limit, 4_096);
    // 100 rows of 100 bytes, with keys and framing of rows.
    assert!((10_000..16_000).contains(&figure), "{figure}");
}

#[test]
fn the_estimate_follows_the_rows_that_came() {
    // Statistics say 100 bytes a row; by and by every row that is read has grown to 4 KiB.
    let mut config = with_mode(ReadMode::Adaptive);
    config.settings.reads.adaptive_threshold_bytes = 3_000;
    let grow = Action::Request {
        gateway: G0,
        op: OpKind::Put,
        key: 5,
        rows: 1,
        value_bytes: 4_096,
        mode: None,
    };
    let mut actions = vec![(100 * MILLIS, grow)];
    actions.extend((0..60).map(|n| (SECONDS + n * 50 * MILLIS, scan(G1, 5, 1))));
    let cluster = run(config, actions, 5 * SECONDS);
    let seen = cluster.observer();
    let (first, last) = (seen.routed[0], seen.routed[59]);
    assert_eq!((first.1, first.2), (S0, Route::ResultSmall));
    assert_eq!((last.1, last.2), (S1, Route::ResultLarge));
}

/// Zone 1's store has one slow core and a crowd that reads there; gateway 1 reads adaptively.
fn beside_a_crowd(busy_fallback: bool) -> Cluster<Seen> {
    let mut config = with_mode(ReadMode::Adaptive);
    config.settings.reads.busy_fallback = busy_fallback;
    config.reads.busy_us = 2 * MILLIS;
    config.costs.row_ns = 20_000;
    for node in 0..3 {
        if let model::config::NodeKind::Store(store) = &mut config.nodes[node].kind {
            store.cores = 1;
        }
    }
    let mut crowd = clients(G1, OpKind::Scan, 30, MILLIS);
    crowd.rows = 50;
    crowd.read_mode = Some(ReadMode::Local);
    config.workloads = vec![crowd];
    let actions = (0..40).map(|n| (SECONDS + n * 50 * MILLIS, scan(G1, 5, 100)));
    run(config, actions.collect(), 4 * SECONDS)
}

#[test]
fn a_busy_store_says_so_and_the_gateway_falls_back_to_the_leader() {
    let by_hand = |cluster: &Cluster<Seen>| {
        let ended = reads(cluster)
            .into_iter()
            .filter(|e| e.fact.workload.is_none());
        let mut took: Vec<Micros> = ended.map(|e| e.took_us).collect();
        took.sort_unstable();
        assert_eq!(took.len(), 40);
        took[20]
    };
    let cluster = beside_a_crowd(true);
    let seen = cluster.observer();
    let busy = seen
        .refused
        .iter()
        .filter(|r| r.2 == Refusal::Busy && r.1 == S1);
    assert!(busy.count() >= 30, "most are turned away");
    let back = seen.routed.iter().filter(|r| r.2 == Route::LocalBusy);
    for &(_, to, _, figure, limit) in back.clone() {
        assert_eq!((to, limit), (S0, 2 * MILLIS));
        assert!(figure > limit);
    }
    assert!(back.count() >= 30);
    assert!(reads(&cluster).iter().all(|e| e.outcome == Outcome::Ok));
    let stays = beside_a_crowd(false);
    assert!(stays.observer().refused.is_empty());
    assert!(by_hand(&cluster) < by_hand(&stays), "and it pays");
}

#[test]
fn a_cluster_that_is_busy_everywhere_still_answers() {
    let mut config = with_mode(ReadMode::Adaptive);
    config.reads.busy_us = 1;
    config.costs.row_ns = 100_000;
    config.settings.request_timeout_us = 20 * SECONDS;
    for node in 0..3 {
        if let model::config::NodeKind::Store(store) = &mut config.nodes[node].kind {
            store.cores = 1;
        }
        let mut crowd = clients(NodeId(3 + node as u16), OpKind::Scan, 20, MILLIS);
        crowd.rows = 50;
        config.workloads.push(crowd);
    }
    let cluster = run(config, Vec::new(), 5 * SECONDS);
    let ended = reads(&cluster);
    assert!(ended.len() > 1_000, "{}", ended.len());
    assert!(ended.iter().all(|e| e.outcome == Outcome::Ok));
    // Two stores may turn a read away; the third attempt is served.
    let seen = cluster.observer();
    let mut attempts: BTreeMap<RequestId, u32> = BTreeMap::new();
    for (request, _) in &seen.attempted {
        *attempts.entry(*request).or_default() += 1;
    }
    assert!(attempts.values().all(|&count| count <= 3));
    assert!(seen.routed.iter().any(|r| r.2 == Route::LeaderBusy));
}

#[test]
fn a_latency_policy_leaves_a_link_that_has_become_slow() {
    let mut config = with_mode(ReadMode::Adaptive);
    config.settings.reads.adaptive_by = AdaptiveBy::Latency;
    let slow = Action::Degrade {
        from: Place::Node(G1),
        to: Place::Node(S1),
        both: true,
        how: sim::Degrade {
            delay_us: 100 * MILLIS,
            ..sim::Degrade::default()
        },
    };
    let mut actions = vec![(3 * SECONDS, slow)];
    actions.extend((0..100).map(|n| (SECONDS + n * 50 * MILLIS, scan(G1, 5, 10))));
    let cluster = run(config, actions, 8 * SECONDS);
    let seen = cluster.observer();
    assert!(
        seen.routed
            .iter()
            .all(|r| r.2 == Route::Faster && r.3 <= r.4)
    );
    let early = seen
        .served
        .iter()
        .filter(|(request, at)| *request <= RequestId(40) && *at == S1);
    assert!(early.count() > 5, "it was as good as others");
    let late = seen
        .served
        .iter()
        .filter(|(request, _)| *request > RequestId(60));
    let (near, far): (Vec<NodeId>, Vec<NodeId>) = late.map(|(_, at)| *at).partition(|at| *at == S1);
    // Nobody tells it of the fault: one read a second finds out anew.
    assert!(far.len() >= 37 && near.len() <= 2, "{} near", near.len());
}

#[test]
fn random_followers_are_spread_and_never_the_leader() {
    let mut config = with_mode(ReadMode::Follower);
    config.settings.reads.follower_choice = FollowerChoice::Random;
    let actions = (0..200).map(|n| (SECONDS + n * 10 * MILLIS, scan(G1, 5, 1)));
    let cluster = run(config, actions.collect(), 4 * SECONDS);
    let count = |node| {
        let served = cluster.observer().served.iter();
        served.filter(|(_, at)| *at == node).count()
    };
    assert_eq!(count(S0), 0);
    assert!(
        count(S1) > 70 && count(S2) > 70,
        "{} {}",
        count(S1),
        count(S2)
    );
}

#[test]
fn a_learner_takes_the_reads_while_there_is_one() {
    // Two replicas in zones 0 and 1; a learner comes to zone 2 and goes again.
    let mut config = zones(&[1, 1, 1], 1);
    config.data.placement = vec![vec![S0, S1]];
    config.settings.read_mode = ReadMode::Learner;
    let operate = |step| Action::Operate {
        range: RangeId(0),
        step,
    };
    let actions = vec![
        (SECONDS, scan(G1, 5, 1)),
        (2 * SECONDS, operate(Operation::AddLearner { store: S2 })),
        // Its gateway has not heard of it: this answer tells.
        (3 * SECONDS, scan(G1, 5, 1)),
        (4 * SECONDS, scan(G1, 5, 1)),
        (5 * SECONDS, operate(Operation::Remove { store: S2 })),
        (7 * SECONDS, scan(G1, 5, 1)),
    ];
    let cluster = run(config, actions, 9 * SECONDS);
    let seen = cluster.observer();
    assert_eq!(
        seen.served,
        [(1, S1), (2, S1), (3, S2), (4, S1)].map(|(number, store)| (RequestId(number), store))
    );
    let reasons: Vec<_> = seen.routed.iter().map(|r| (r.2, r.3, r.4)).collect();
    let expected = [
        (Route::NoLearner, 0, 2),
        (Route::NoLearner, 0, 2),
        (Route::LearnerThere, 1, 3),
        // The store without its replica says so.
        (Route::LearnerThere, 1, 3),
        (Route::NoLearner, 0, 2),
    ];
    assert_eq!(reasons, expected);
    assert!(reads(&cluster).iter().all(|e| e.outcome == Outcome::Ok));
}

#[test]
fn the_mode_of_a_request_beats_its_gateways_which_beats_the_setting() {
    let mut config = with_mode(ReadMode::Leader);
    config.gateway_modes = vec![(G1, ReadMode::Local)];
    let get = |gateway, mode| request(gateway, OpKind::Get, 5, 1, mode);
    let actions = vec![
        (SECONDS, get(G0, None)),
        (1100 * MILLIS, get(G1, None)),
        (1200 * MILLIS, get(G1, Some(ReadMode::Follower))),
    ];
    let mut own = clients(G1, OpKind::Get, 1, 10 * SECONDS);
    own.read_mode = Some(ReadMode::Proxy);
    own.start_us = 1_300 * MILLIS;
    config.workloads = vec![own];
    let cluster = run(config, actions, 2 * SECONDS);
    let modes: Vec<_> = reads(&cluster).iter().map(|e| e.fact.mode).collect();
    let expected = [
        ReadMode::Leader,
        ReadMode::Local,
        ReadMode::Follower,
        ReadMode::Proxy,
    ];
    assert_eq!(modes, expected);
}
