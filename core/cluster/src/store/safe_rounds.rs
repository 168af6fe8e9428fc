//! Safe times in messages of their own.
//!
//! Resolved timestamps (TiKV `components/resolved_ts`): a store asks the oracle for a timestamp,
//! then the others whether they know it as the leader of what it leads; where a quorum does, the
//! timestamp, or the start of the oldest transaction that holds a lock, is safe. Who agrees
//! remembers the timestamp, so whoever leads next stays above it; and whoever is told it knows that
//! this time has come (TiKV's `max_ts`). Closed timestamps (CockroachDB): a leader closes what is a
//! target duration ago.

use sim::NodeId;

use crate::context::Context;
use crate::message::{Led, Payload, SafeMessage, SafeRange, safe_label};
use crate::replica::members_of;
use crate::store::Store;
use crate::timeline::{Event, ReplicaIndex};
use crate::transport::Envelope;
use model::config::SafeTime;
use model::fact::ReplicaRef;
use model::timestamp::Timestamp;
use model::view::StoreStatus;

/// The rounds of a store, by the switch.
#[derive(Default)]
pub(crate) struct SafeRounds {
    /// The switch, as the timer was last set.
    mode: SafeTime,
    /// Bumped whenever the switch changes, so that timers of before fall silent.
    epoch: u32,
    /// In which it asks who leads.
    round: Round,
}

impl SafeRounds {
    /// Crash: what was under way is gone.
    pub(crate) fn forget(&mut self) {
        self.round = Round::default();
    }
}

/// A store's question to the others whether they know it as the leader.
#[derive(Clone, Debug, Default)]
struct Round {
    ts: Timestamp,
    /// Its ranges with the peers that agree.
    asked: Vec<(Led, Vec<u64>)>,
}

impl Store {
    /// The switch was set, perhaps to what it was: the timer runs as it asks.
    pub(crate) fn switch_safe_time(&mut self, cx: &mut Context) {
        self.process.keeps_versions |= cx.settings.reads.keeps_versions();
        let mode = cx.settings.reads.safe_time;
        if mode == self.safe_rounds.mode {
            return;
        }
        self.safe_rounds.mode = mode;
        self.safe_rounds.epoch += 1;
        self.safe_rounds.round = Round::default();
        if !matches!(mode, SafeTime::Resolved | SafeTime::Closed) {
            return;
        }
        let (store, epoch) = (self.process.node, self.safe_rounds.epoch);
        // Stores do not march in step.
        let phase = sim::mix(cx.config.seed, u64::from(store.0)) % safe_interval_us(cx);
        cx.at(cx.now() + 1 + phase, Event::SafeTick { store, epoch });
    }

    /// The next round is due.
    pub(crate) fn safe_tick(&mut self, cx: &mut Context, epoch: u32) {
        if self.safe_rounds.epoch != epoch {
            return;
        }
        let next = cx.now() + self.process.clock.sim_duration(safe_interval_us(cx));
        let store = self.process.node;
        cx.at(next, Event::SafeTick { store, epoch });
        if self.status != StoreStatus::Up {
            return;
        }
        if cx.settings.reads.safe_time == SafeTime::Closed {
            return self.send_closed(cx);
        }
        if let Some(oracle) = cx.config.placement_driver()
            && !self.led().is_empty()
        {
            self.send_safe(cx, oracle, SafeMessage::AskTime);
        }
    }

    /// A message of safe times reaches a store.
    pub(crate) fn safe_arrives(&mut self, cx: &mut Context, envelope: Envelope) {
        let from = envelope.fact.from;
        let Payload::Safe(message) = envelope.payload else {
            panic!("it was just looked at")
        };
        match *message {
            SafeMessage::AskTime => panic!("only the oracle has the time"),
            SafeMessage::Time(ts) => {
                self.at_process(cx).update_hlc(ts);
                self.check_leader(cx, ts);
            }
            SafeMessage::CheckLeader(ts, asked) => {
                self.at_process(cx).update_hlc(ts);
                let agreed = self.agree(ts, asked);
                if !agreed.is_empty() {
                    self.send_safe(cx, from, SafeMessage::Agreed(ts, agreed));
                }
            }
            SafeMessage::Agreed(ts, ranges) => self.agreed(cx, from, ts, &ranges),
            SafeMessage::Safe(ranges) => {
                for safe in ranges {
                    if let Some(index) = self.replicas.on(safe.range) {
                        self.replicas[index].learn_safe(safe.term, safe.index, safe.ts);
                    }
                }
            }
        }
    }

    /// A store has a timestamp and asks whether it still leads.
    fn check_leader(&mut self, cx: &mut Context, ts: Timestamp) {
        if cx.settings.reads.safe_time != SafeTime::Resolved {
            return;
        }
        let mut round = Round {
            ts,
            asked: Vec::new(),
        };
        let mut by_store: Vec<(NodeId, Vec<Led>)> = Vec::new();
        for (index, at, term) in self.led() {
            let led = Led {
                range: at.range,
                peer: at.peer,
                term,
            };
            round.asked.push((led, vec![at.peer]));
            for other in self.other_stores(cx, index) {
                push_for(&mut by_store, other, led);
            }
        }
        let alone: Vec<Led> = round.asked.iter().map(|(led, _)| *led).collect();
        self.safe_rounds.round = round;
        for (to, asked) in by_store {
            self.send_safe(cx, to, SafeMessage::CheckLeader(ts, asked));
        }
        // A range of one replica has nobody to ask.
        self.resolve(cx, ts, &alone);
    }

    /// Of these leaders, those that a store knows as such.
    fn agree(&mut self, ts: Timestamp, asked: Vec<Led>) -> Vec<Led> {
        let mut agreed = asked;
        agreed.retain(|led| {
            let Some(index) = self.running_replica(led.range) else {
                return false;
            };
            let replica = &mut self.replicas[index];
            if !replica.is_up() {
                return false;
            }
            let raft = &replica.node().raft;
            let knows = (raft.leader_id, raft.term) == (led.peer, led.term);
            if knows {
                self.replicas[index]
                    .safe_state()
                    .witness
                    .receive(led.term, ts);
            }
            knows
        });
        agreed
    }

    fn agreed(&mut self, cx: &mut Context, by: NodeId, ts: Timestamp, ranges: &[Led]) {
        let mut round = std::mem::take(&mut self.safe_rounds.round);
        if round.ts == ts {
            for (led, peers) in &mut round.asked {
                if ranges.contains(led)
                    && let Some(index) = self.replicas.on(led.range)
                    && let Some((peer, _)) = self.replicas[index].member_on(cx, by)
                {
                    peers.push(peer);
                }
            }
        }
        self.safe_rounds.round = round;
        self.resolve(cx, ts, ranges);
    }

    /// Of these ranges, those of which a quorum agreed are safe up to the timestamp.
    fn resolve(&mut self, cx: &mut Context, ts: Timestamp, ranges: &[Led]) {
        let mut round = std::mem::take(&mut self.safe_rounds.round);
        let mut by_store: Vec<(NodeId, Vec<SafeRange>)> = Vec::new();
        let mut done = Vec::new();
        for (led, peers) in round.asked.iter().filter(|_| round.ts == ts) {
            let Some(index) = self.replicas.on(led.range) else {
                continue;
            };
            if !ranges.contains(led) || !self.replicas[index].still_leads(led.term, peers) {
                continue;
            }
            done.push(*led);
            let (replica, at) = &mut self.at_replica(cx, index);
            let safe = replica.promise_up_to(at, ts);
            let applied = self.replicas[index].storage().machine.applied;
            if safe == 0 {
                continue;
            }
            let word = SafeRange {
                range: led.range,
                term: led.term,
                index: applied,
                ts: safe,
            };
            for other in self.other_stores(cx, index) {
                push_for(&mut by_store, other, word);
            }
        }
        round.asked.retain(|(led, _)| !done.contains(led));
        self.safe_rounds.round = round;
        for (to, ranges) in by_store {
            self.send_safe(cx, to, SafeMessage::Safe(ranges));
        }
    }

    /// Closed timestamps: busy ranges say so with their appends, idle ones once per interval, all
    /// that a store leads in one message.
    fn send_closed(&mut self, cx: &mut Context) {
        let mut by_store: Vec<(NodeId, Vec<SafeRange>)> = Vec::new();
        for (index, at, term) in self.led() {
            let (replica, own) = &mut self.at_replica(cx, index);
            let ts = replica.call_safe(own);
            if ts == 0 {
                continue;
            }
            let applied = self.replicas[index].storage().machine.applied;
            let word = SafeRange {
                range: at.range,
                term,
                index: applied,
                ts,
            };
            for other in self.other_stores(cx, index) {
                push_for(&mut by_store, other, word);
            }
        }
        for (to, ranges) in by_store {
            self.send_safe(cx, to, SafeMessage::Safe(ranges));
        }
    }

    /// Sends a message of safe times.
    fn send_safe(&mut self, cx: &mut Context, to: NodeId, message: SafeMessage) {
        let label = safe_label(&message);
        self.at_process(cx)
            .send(to, label, Payload::Safe(Box::new(message)));
    }

    /// The stores of a range's other replicas.
    fn other_stores(&self, cx: &Context, index: ReplicaIndex) -> Vec<NodeId> {
        let replica = &self.replicas[index];
        let members = members_of(replica.storage().conf_state()).into_iter();
        let nodes = members.filter_map(|(peer, _)| cx.node_of_peer(replica.at.range, peer));
        nodes.filter(|&node| node != self.process.node).collect()
    }

    /// Every range that the store's replicas lead, with the leader's term.
    fn led(&mut self) -> Vec<(ReplicaIndex, ReplicaRef, u64)> {
        let mut led = Vec::new();
        for place in 0..self.replicas.present().len() {
            let index = self.replicas.present()[place];
            let replica = &mut self.replicas[index];
            if replica.is_leader() {
                led.push((index, replica.at, replica.node().raft.term));
            }
        }
        led
    }
}

/// Adds an element to a store's list, in the order in which stores come.
fn push_for<T>(lists: &mut Vec<(NodeId, Vec<T>)>, store: NodeId, element: T) {
    match lists.iter_mut().find(|(known, _)| *known == store) {
        Some((_, list)) => list.push(element),
        None => lists.push((store, vec![element])),
    }
}

fn safe_interval_us(cx: &Context) -> u64 {
    let reads = &cx.config.reads;
    if cx.settings.reads.safe_time == SafeTime::Closed {
        reads.closed_interval_us
    } else {
        reads.resolved_interval_us
    }
}
