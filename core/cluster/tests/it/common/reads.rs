//! What tests of reads share: who asks what when, and an observer that keeps how it ended.

use cluster::Cluster;
use model::config::{Action, ClusterConfig, OpKind, ReadMode};
use model::fact::{Fact, LeaseChange, MessageType, Observer, Outcome, Refusal, Role};
use model::ids::RequestId;
use sim::{MILLIS, Micros, NodeId, Place, ZoneId};

use super::{request, three_zones};

pub const S0: NodeId = NodeId(0);
pub const S1: NodeId = NodeId(1);
pub const S2: NodeId = NodeId(2);
pub const G0: NodeId = NodeId(3);
pub const G1: NodeId = NodeId(4);
pub const G2: NodeId = NodeId(5);

/// A request that ended.
#[derive(Copy, Clone, Debug)]
pub struct Ended {
    pub op: OpKind,
    pub invoked_us: Micros,
    pub done_us: Micros,
    pub ok: bool,
    pub value: u64,
}

/// Keeps what the tests ask about.
#[derive(Default)]
pub struct Seen {
    pub kinds: Vec<OpKind>,
    pub ended: Vec<Ended>,
    pub leases: Vec<(Micros, NodeId, LeaseChange)>,
    pub withheld: usize,
    pub refusals: Vec<Refusal>,
    pub read_indexes: usize,
    /// When orders to take over arrived.
    pub orders: Vec<Micros>,
    sent_orders: Vec<u64>,
    /// Who became what when.
    pub roles: Vec<(Micros, NodeId, Role)>,
    /// Heartbeats that carry somebody's read index.
    pub rounds: usize,
}

impl Observer for Seen {
    fn fact(&mut self, at_us: Micros, _: u64, _: u64, fact: &Fact) {
        match *fact {
            Fact::Invoked(request) => self.kinds.push(request.op),
            Fact::Completed {
                request,
                outcome,
                value,
                invoked_us,
                ..
            } => self.ended.push(Ended {
                op: self.kinds[request.0 as usize - 1],
                invoked_us,
                done_us: at_us,
                ok: outcome == Outcome::Ok,
                value,
            }),
            Fact::Lease { at, what, .. } => self.leases.push((at_us, at.node, what)),
            Fact::Withheld { .. } => self.withheld += 1,
            Fact::Role { at, role, .. } => self.roles.push((at_us, at.node, role)),
            Fact::Refused { why, .. } => self.refusals.push(why),
            Fact::Sent(sent) => {
                let carries =
                    sent.what == MessageType::Heartbeat && sent.request != RequestId::NONE;
                self.rounds += usize::from(carries);
                self.read_indexes += usize::from(sent.what == MessageType::ReadIndex);
                if sent.what == MessageType::TimeoutNow {
                    self.sent_orders.push(sent.flight);
                }
            }
            Fact::Delivered { flight } if self.sent_orders.contains(&flight) => {
                self.orders.push(at_us);
            }
            _ => {}
        }
    }

    fn rows(&mut self, _: RequestId, _: u64, _: &[u64]) {}
}

impl Seen {
    pub fn answered(&self, op: OpKind) -> usize {
        self.ended.iter().filter(|e| e.op == op && e.ok).count()
    }

    pub fn changes(&self, node: NodeId) -> Vec<LeaseChange> {
        let own = self.leases.iter().filter(|(_, at, _)| *at == node);
        own.map(|(.., what)| *what).collect()
    }

    /// Reads that returned a value although a later one had been acknowledged before they began.
    /// One gateway writes the key, so write ids grow in the order of the puts.
    pub fn stale(&self) -> usize {
        let done = |op| self.ended.iter().filter(move |e| e.op == op && e.ok);
        let is_stale = |read: &&Ended| {
            done(OpKind::Put).any(|w| w.done_us < read.invoked_us && w.value > read.value)
        };
        done(OpKind::Get).filter(is_stale).count()
    }
}

pub fn with_mode(mode: ReadMode) -> ClusterConfig {
    let mut config = three_zones();
    config.settings.read_mode = mode;
    config.settings.request_timeout_us = 150 * MILLIS;
    config
}

pub fn cut(from: u16, to: u16, both: bool) -> Action {
    let place = |zone| Place::Zone(ZoneId(zone));
    Action::Cut {
        from: place(from),
        to: place(to),
        both,
    }
}

/// Requests for key 5 at a gateway, one every so often.
pub fn every(
    gap: Micros,
    gateway: NodeId,
    op: OpKind,
    (from, to): (Micros, Micros),
) -> Vec<(Micros, Action)> {
    let instants = (from..to).step_by(gap as usize);
    instants.map(|at| (at, request(gateway, op, 5))).collect()
}

pub fn gets(gateway: NodeId, from: Micros, to: Micros) -> Vec<(Micros, Action)> {
    every(10 * MILLIS, gateway, OpKind::Get, (from, to))
}

/// Unanswered ones teach the gateway to look elsewhere.
pub fn puts(gateway: NodeId, from: Micros, to: Micros) -> Vec<(Micros, Action)> {
    every(50 * MILLIS, gateway, OpKind::Put, (from, to))
}

pub fn run(
    config: ClusterConfig,
    mut actions: Vec<(Micros, Action)>,
    until: Micros,
) -> Cluster<Seen> {
    actions.sort_by_key(|(at, _)| *at);
    let mut cluster = Cluster::new(config, actions, Seen::default());
    cluster.run_until(until, u64::MAX);
    cluster
}
