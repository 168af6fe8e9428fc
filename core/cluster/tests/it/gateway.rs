//! What a gateway may know: the cluster as it was created, and what messages told it since. Nothing
//! reaches it otherwise, however old its knowledge is; and however old it is, it recovers.

use crate::common::{three_zones, zones};
use cluster::Cluster;
use model::config::{Action, ClusterConfig, OpKind, Operation, ReadMode, SafeTime};
use model::fact::{Fact, MessageType, Observer, Outcome, Refusal, RequestFact};
use model::ids::{RangeId, RequestId};
use model::view::{KnownRange, Wrong};
use sim::{MILLIS, Micros, NodeId, Place, SECONDS};

/// Keeps what these tests ask for.
#[derive(Default)]
struct Seen {
    open: Vec<RequestFact>,
    ended: Vec<(RequestFact, Outcome, Option<NodeId>)>,
    refused: Vec<(RequestId, NodeId, Refusal)>,
    attempted: Vec<(RequestId, NodeId)>,
    answers: Vec<(MessageType, u64)>,
    requests: Vec<u64>,
}

impl Observer for Seen {
    fn fact(&mut self, _: Micros, _: u64, _: u64, fact: &Fact) {
        match *fact {
            Fact::Invoked(request) => self.open.push(request),
            Fact::Attempted { request, to } => self.attempted.push((request, to)),
            Fact::Refused { request, by, why } => self.refused.push((request, by, why)),
            Fact::Sent(sent) => match sent.what {
                MessageType::Refusal | MessageType::Rows | MessageType::WriteResponse => {
                    self.answers.push((sent.what, sent.bytes));
                }
                MessageType::ReadRequest | MessageType::WriteRequest => {
                    self.requests.push(sent.bytes);
                }
                _ => {}
            },
            Fact::Completed {
                request,
                outcome,
                server,
                ..
            } => {
                let place = self.open.iter().position(|open| open.request == request);
                let fact = self.open.remove(place.expect("it was invoked"));
                self.ended.push((fact, outcome, server));
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

fn ask(gateway: NodeId, op: OpKind, key: u64, mode: ReadMode) -> Action {
    Action::Request {
        gateway,
        op,
        key,
        rows: 1,
        value_bytes: 16,
        mode: Some(mode),
    }
}

/// Asks now, and runs on for a second and a half.
fn ask_now(cluster: &mut Cluster<Seen>, gateway: NodeId, op: OpKind, key: u64, mode: ReadMode) {
    let now = cluster.now();
    cluster.act(now + 1, ask(gateway, op, key, mode));
    cluster.run_until(now + 3 * SECONDS / 2, u64::MAX);
}

fn operate(cluster: &mut Cluster<Seen>, range: RangeId, step: Operation) {
    assert_eq!(cluster.operate(range, step), Ok(()));
    let until = cluster.now() + 3 * SECONDS;
    cluster.run_until(until, u64::MAX);
}

fn borders(known: &[KnownRange]) -> Vec<(u64, u32)> {
    known.iter().map(|k| (k.first_key, k.range.0)).collect()
}

fn nodes(known: &KnownRange) -> Vec<u16> {
    known.members.iter().map(|member| member.node.0).collect()
}

const G0: NodeId = NodeId(3);
const G1: NodeId = NodeId(4);
const G2: NodeId = NodeId(5);

#[test]
fn a_gateway_learns_of_a_split_when_an_answer_tells_it_and_not_before() {
    let mut cluster = run(three_zones(), Vec::new(), SECONDS);
    operate(&mut cluster, RangeId(0), Operation::Split { at_key: 400 });
    assert_eq!(cluster.ranges().len(), 2);
    for gateway in [G0, G1] {
        let known = cluster.known_ranges(gateway);
        assert_eq!(borders(&known), [(0, 0)], "nobody told it");
        assert!(known[0].wrong.keys);
    }
    ask_now(&mut cluster, G0, OpKind::Get, 700, ReadMode::Leader);
    let seen = cluster.observer();
    assert_eq!(seen.refused[0].2, Refusal::WrongRange);
    assert_eq!(seen.ended[0].1, Outcome::Ok);
    let known = cluster.known_ranges(G0);
    assert_eq!(borders(&known), [(0, 0), (400, 1)]);
    assert_eq!(known[1].wrong, Wrong::default());
    assert_eq!(borders(&cluster.known_ranges(G1)), [(0, 0)]);
}

#[test]
fn what_a_refusal_tells_is_paid_for_in_bytes() {
    let mut cluster = run(three_zones(), Vec::new(), SECONDS);
    operate(&mut cluster, RangeId(0), Operation::Split { at_key: 400 });
    ask_now(&mut cluster, G0, OpKind::Get, 700, ReadMode::Leader);
    let seen = cluster.observer();
    let (what, bytes) = seen.answers[0];
    assert_eq!(what, MessageType::Refusal);
    // Two ranges of three members: each has two keys of 21 bytes, an epoch of 6, members of some 6.
    assert!((130..=160).contains(&bytes), "{bytes}");
}

#[test]
fn an_answer_brings_what_its_gateway_did_not_know_once() {
    let mut cluster = run(three_zones(), Vec::new(), SECONDS);
    operate(&mut cluster, RangeId(0), Operation::Split { at_key: 400 });
    for _ in 0..2 {
        ask_now(&mut cluster, G0, OpKind::Put, 5, ReadMode::Leader);
    }
    let seen = cluster.observer();
    assert!(seen.refused.is_empty(), "the range still has the key");
    let news = seen.answers[0].1 as i64 - seen.answers[1].1 as i64;
    assert!((60..=80).contains(&news), "{news}");
    assert_eq!(borders(&cluster.known_ranges(G0)), [(0, 0), (400, 0)]);
}

#[test]
fn a_request_says_by_which_epoch_it_goes() {
    let mut cluster = run(three_zones(), Vec::new(), SECONDS);
    ask_now(&mut cluster, G0, OpKind::Get, 5, ReadMode::Leader);
    // Request number, key of 19 bytes, one row, mode, and an epoch of two numbers.
    assert_eq!(cluster.observer().requests, [2 + 21 + 2 + 2 + 6]);
}

/// Three stores with a replica and three without; all replicas have moved while nobody asked.
fn moved_away() -> Cluster<Seen> {
    let mut config = zones(&[2, 2, 2], 1);
    config.data.placement = vec![[0, 2, 4].map(NodeId).to_vec()];
    let mut cluster = run(config, Vec::new(), SECONDS);
    for (add, remove) in [(1, 4), (3, 2), (5, 0)] {
        let (add, remove) = (NodeId(add), NodeId(remove));
        operate(&mut cluster, RangeId(0), Operation::Replace { add, remove });
    }
    let members = cluster.members(RangeId(0));
    let on: Vec<u16> = members.iter().map(|(_, node)| node.0).collect();
    assert_eq!(on, [1, 3, 5]);
    cluster
}

#[test]
fn a_gateway_whose_whole_knowledge_is_outdated_recovers() {
    let modes = [
        (OpKind::Get, ReadMode::Leader),
        (OpKind::Put, ReadMode::Leader),
        (OpKind::Get, ReadMode::Follower),
        (OpKind::Get, ReadMode::Learner),
        (OpKind::Get, ReadMode::Adaptive),
        (OpKind::Get, ReadMode::Proxy),
        (OpKind::Get, ReadMode::Local),
    ];
    for (op, mode) in modes {
        let mut cluster = moved_away();
        let gateway = NodeId(6);
        let known = cluster.known_ranges(gateway);
        assert_eq!(nodes(&known[0]), [0, 2, 4], "nobody told it");
        assert!(known[0].wrong.members && known[0].wrong.leader);
        ask_now(&mut cluster, gateway, op, 5, mode);
        let seen = cluster.observer();
        assert_eq!(seen.ended.len(), 1, "{op:?} {mode:?}");
        assert_eq!(seen.ended[0].1, Outcome::Ok, "{op:?} {mode:?}");
        let known = cluster.known_ranges(gateway);
        assert_eq!(nodes(&known[0]), [1, 3, 5], "{op:?} {mode:?}");
    }
}

#[test]
fn it_recovers_from_a_merge_that_nobody_told_it_of() {
    let mut config = zones(&[1, 1, 1], 2);
    config.data.first_leaders = vec![Some(NodeId(0)), Some(NodeId(1))];
    let mut cluster = run(config, Vec::new(), SECONDS);
    operate(
        &mut cluster,
        RangeId(1),
        Operation::Merge { into: RangeId(0) },
    );
    assert_eq!(cluster.ranges().len(), 1);
    assert_eq!(borders(&cluster.known_ranges(G0)), [(0, 0), (500, 1)]);
    for mode in [ReadMode::Leader, ReadMode::Follower] {
        ask_now(&mut cluster, G0, OpKind::Get, 700, mode);
    }
    assert!(
        cluster
            .observer()
            .ended
            .iter()
            .all(|end| end.1 == Outcome::Ok)
    );
    assert_eq!(borders(&cluster.known_ranges(G0)), [(0, 0)]);
}

#[test]
fn a_new_learner_is_read_from_when_an_answer_has_told_of_it() {
    let mut config = zones(&[1, 1, 2], 1);
    config.data.placement = vec![[0, 1, 2].map(NodeId).to_vec()];
    let mut cluster = run(config, Vec::new(), SECONDS);
    let gateway = NodeId(6);
    operate(
        &mut cluster,
        RangeId(0),
        Operation::AddLearner { store: NodeId(3) },
    );
    for _ in 0..2 {
        ask_now(&mut cluster, gateway, OpKind::Get, 5, ReadMode::Learner);
    }
    let servers: Vec<_> = cluster.observer().ended.iter().map(|end| end.2).collect();
    assert_eq!(servers, [Some(NodeId(2)), Some(NodeId(3))]);
}

#[test]
fn a_fault_is_noticed_by_what_fails_and_not_beforehand() {
    // A degraded link is slower than every other; the gateway goes by the configured distance.
    let mut config = zones(&[1, 2], 1);
    config.settings.read_mode = ReadMode::Follower;
    let slow = sim::Degrade {
        delay_us: 50 * MILLIS,
        ..sim::Degrade::default()
    };
    let degrade = Action::Degrade {
        from: Place::Node(NodeId(3)),
        to: Place::Node(NodeId(0)),
        both: true,
        how: slow,
    };
    let mut cluster = run(config, vec![(SECONDS, degrade)], 2 * SECONDS);
    let gateway = NodeId(3);
    ask_now(&mut cluster, gateway, OpKind::Get, 5, ReadMode::Follower);
    assert_eq!(cluster.observer().attempted[0].1, NodeId(0));
}

#[test]
fn a_gateway_that_restarts_knows_what_it_is_configured_with() {
    let mut cluster = run(three_zones(), Vec::new(), SECONDS);
    operate(&mut cluster, RangeId(0), Operation::Split { at_key: 400 });
    ask_now(&mut cluster, G0, OpKind::Get, 700, ReadMode::Leader);
    let now = cluster.now();
    cluster.act(now + 1, Action::Crash(G0));
    cluster.act(now + 2, Action::Restart(G0));
    cluster.run_until(now + 3, u64::MAX);
    assert_eq!(borders(&cluster.known_ranges(G0)), [(0, 0)]);
    ask_now(&mut cluster, G0, OpKind::Put, 700, ReadMode::Leader);
    assert_eq!(cluster.observer().ended[1].1, Outcome::Ok);
}

/// Followers know what is safe three seconds late, so that a read of a second ago is the leader's.
fn only_the_leader_has_it(mut config: ClusterConfig) -> ClusterConfig {
    config.settings.reads.safe_time = SafeTime::Closed;
    config.settings.reads.staleness_us = SECONDS;
    config.reads.closed_target_us = 3 * SECONDS;
    config
}

#[test]
fn a_stale_read_that_is_refused_teaches_its_gateway_who_leads() {
    let moves = Action::Transfer {
        to: NodeId(1),
        range: RangeId(0),
    };
    let config = only_the_leader_has_it(three_zones());
    let mut cluster = run(config, vec![(SECONDS, moves)], 5 * SECONDS);
    for key in [5, 6] {
        ask_now(&mut cluster, G2, OpKind::Get, key, ReadMode::Stale);
    }
    let asked: Vec<u16> = cluster.observer().attempted.iter().map(|a| a.1.0).collect();
    assert_eq!(asked, [2, 1, 2, 1], "the closest, and whom it names");
}

#[test]
fn where_no_refusal_names_a_leader_every_replica_is_asked_for_a_past() {
    let mut config = only_the_leader_has_it(zones(&[1, 1, 1, 1, 1], 1));
    config.settings.request_timeout_us = SECONDS;
    // The gateway's own store and the one that led at first know no leader: neither hears anybody.
    let cut = |from: u16, to: u16| Action::Cut {
        from: Place::Node(NodeId(from)),
        to: Place::Node(NodeId(to)),
        both: true,
    };
    let ways = [(0, 1), (0, 2), (0, 3), (0, 4), (4, 1), (4, 2), (4, 3)];
    let moves = Action::Transfer {
        to: NodeId(3),
        range: RangeId(0),
    };
    let cuts = ways.map(|(from, to)| (3 * SECONDS, cut(from, to)));
    let actions = [(SECONDS, moves)].into_iter().chain(cuts).collect();
    let mut cluster = run(config, actions, 9 * SECONDS);
    ask_now(&mut cluster, NodeId(9), OpKind::Get, 5, ReadMode::Stale);
    let ended = &cluster.observer().ended;
    assert_eq!(ended[0].1, Outcome::Ok);
    assert_eq!(ended[0].2, Some(NodeId(3)));
}
