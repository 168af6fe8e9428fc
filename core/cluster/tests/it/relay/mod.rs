//! Follower Replication: what it saves, that it changes nothing else, and what each failure costs.
//! The byte-equality oracle is on in every run: a delegate that passes on anything but the leader's
//! own bytes panics.

mod failures;
mod savings;

use std::collections::BTreeMap;

use crate::common::{clients, zones};
use cluster::Cluster;
use model::config::{Action, ClusterConfig, Load, OpKind, WorkloadConfig, Zones};
use model::fact::{ByteKind, Decision, Deed, Fact, MessageType, Observer, Outcome, Role, SentFact};
use model::ids::{RangeId, RequestId};
use sim::{MILLIS, Micros, NodeId, Place, SECONDS};

/// Ticks without an acknowledgement after which a leader sends directly, as in the relay's book.
pub(crate) const WAIT_TICKS: u64 = 3;

pub(crate) const TICK_US: Micros = 100 * MILLIS;

pub(crate) const ROUND_TRIP_US: Micros = 10 * MILLIS;

/// Keeps what the tests ask about.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) zone_of: Vec<u16>,
    /// Messages and bytes between zones, by type.
    pub(crate) crossed: BTreeMap<MessageType, (u64, u64)>,
    pub(crate) sent: BTreeMap<MessageType, u64>,
    pub(crate) saved: u64,
    pub(crate) decisions: Vec<(Micros, Decision)>,
    /// By range and index: term and hash of what was applied there.
    pub(crate) applied: BTreeMap<(RangeId, u64), (u64, u64)>,
    pub(crate) conflicts: u64,
    pub(crate) leaders: Vec<(Micros, NodeId)>,
    pub(crate) invoked: BTreeMap<RequestId, Micros>,
    /// Requests answered: when, how long it took.
    pub(crate) answered: Vec<(Micros, Micros)>,
    pub(crate) last_relay: Option<SentFact>,
    pub(crate) last_forward: Option<SentFact>,
}

impl Observer for Seen {
    fn fact(&mut self, at_us: Micros, _: u64, _: u64, fact: &Fact) {
        match *fact {
            Fact::Sent(sent) => self.sent(sent),
            Fact::Saved { bytes, .. } => self.saved += bytes,
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

    fn rows(&mut self, _: RequestId, _: u64, _: &[u64]) {}
}

impl Seen {
    pub(crate) fn sent(&mut self, sent: SentFact) {
        *self.sent.entry(sent.what).or_default() += 1;
        let zone = |node: NodeId| self.zone_of[usize::from(node.0)];
        if zone(sent.from) != zone(sent.to) {
            let (count, bytes) = self.crossed.entry(sent.what).or_default();
            *count += 1;
            *bytes += sent.bytes;
        }
        match sent.what {
            MessageType::RelayAppend => self.last_relay = Some(sent),
            MessageType::ForwardedAppend => self.last_forward = Some(sent),
            _ => {}
        }
    }

    /// Bytes between zones of appends of all types.
    pub(crate) fn append_bytes(&self) -> u64 {
        let appends = |(what, (_, bytes)): (&MessageType, &(u64, u64))| {
            (cluster::kind_of(*what) == ByteKind::Append).then_some(*bytes)
        };
        self.crossed.iter().filter_map(appends).sum()
    }

    pub(crate) fn count(&self, what: MessageType) -> u64 {
        self.sent.get(&what).copied().unwrap_or_default()
    }

    pub(crate) fn decided(&self, what: Deed) -> impl Iterator<Item = &(Micros, Decision)> {
        self.decisions.iter().filter(move |(_, d)| d.what == what)
    }

    pub(crate) fn longest_after(&self, at_us: Micros) -> Micros {
        let late = self.answered.iter().filter(|(at, _)| *at > at_us);
        late.map(|(_, took)| *took)
            .max()
            .expect("some are answered")
    }
}

pub(crate) fn start(config: ClusterConfig, actions: Vec<(Micros, Action)>) -> Cluster<Seen> {
    let seen = Seen {
        zone_of: config.nodes.iter().map(|n| n.zone.0).collect(),
        ..Seen::default()
    };
    Cluster::new(config, actions, seen)
}

pub(crate) fn run(
    config: ClusterConfig,
    actions: Vec<(Micros, Action)>,
    until: Micros,
) -> Cluster<Seen> {
    let mut cluster = start(config, actions);
    cluster.run_until(until, u64::MAX);
    assert_eq!(cluster.observer().conflicts, 0, "state-machine safety");
    cluster
}

/// One voter beside the leader's gateway and two in each of two other zones; puts of this size
/// arrive at the leader's gateway, answered or not.
pub(crate) fn one_two_two(value_bytes: u32) -> ClusterConfig {
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

pub(crate) fn on(mut config: ClusterConfig) -> ClusterConfig {
    config.settings.follower_replication = Zones::ALL;
    config
}

/// The commands of a run in the order in which they were committed.
pub(crate) fn log_of(seen: &Seen) -> Vec<u64> {
    seen.applied.values().map(|(_, hash)| *hash).collect()
}

pub(crate) fn assert_converged(cluster: &Cluster<Seen>) {
    let replicas = cluster.replicas(RangeId(0));
    let ends: Vec<_> = replicas.iter().map(|r| (r.last, r.applied)).collect();
    assert!(ends.windows(2).all(|pair| pair[0] == pair[1]), "{ends:?}");
}

/// Runs, lets the load end, and lets the rest arrive.
pub(crate) fn run_to_rest(config: ClusterConfig, actions: Vec<(Micros, Action)>) -> Cluster<Seen> {
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

/// Three voters, one beside the leader's gateway and two in the other zone: nothing is committed
/// without one of those two.
pub(crate) fn one_two(value_bytes: u32) -> ClusterConfig {
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

pub(crate) fn cut(from: u16, to: u16) -> Action {
    Action::Cut {
        from: Place::Node(NodeId(from)),
        to: Place::Node(NodeId(to)),
        both: false,
    }
}

/// The delegate of a zone at the end of a run, as the leader chose it.
pub(crate) fn last_delegate(seen: &Seen) -> NodeId {
    let chosen = seen.decided(Deed::ChoseDelegate).last().expect("one was");
    chosen.1.subject.expect("it is a store")
}

/// First decision of a kind at or after an instant.
pub(crate) fn first_after(seen: &Seen, what: Deed, at_us: Micros) -> (Micros, Decision) {
    let found = seen.decided(what).find(|(at, _)| *at >= at_us);
    *found.unwrap_or_else(|| panic!("{what:?} after {at_us}: {:?}", seen.decisions))
}
