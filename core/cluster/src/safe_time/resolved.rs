//! Resolved timestamps (TiKV `components/resolved_ts`): a store asks the oracle for a timestamp,
//! then the others whether they know it as the leader of what it leads; where a quorum does, the
//! timestamp, or the start of the oldest transaction that holds a lock, is safe.
//!
//! Who agrees remembers the timestamp, so whoever leads next stays above it; and whoever is told it
//! knows that this time has come (TiKV's `max_ts`).

use sim::NodeId;

use super::note::{Led, SafeMessage, SafeRange, message_bytes};
use super::{Round, SafeTimes};
use crate::cluster::{Cluster, ReplicaIndex};
use crate::flight::{Flight, Payload};
use crate::timeline::Event;
use crate::transport::{Label, client_label};
use model::config::SafeTime;
use model::fact::{MessageType, Observer};
use model::timestamp::Timestamp;
use model::view::StoreStatus;

impl<O: Observer> Cluster<O> {
    /// The switch was set, perhaps to what it was: timers run as it asks.
    pub(crate) fn switch_safe_time(&mut self) {
        self.safe_times.heard.resize(self.stores.len(), 0);
        let mode = self.settings.reads.safe_time;
        if mode == self.safe_times.mode {
            return;
        }
        self.safe_times.mode = mode;
        self.safe_times.epoch += 1;
        self.safe_times.rounds = vec![Round::default(); self.stores.len()];
        if !matches!(mode, SafeTime::Resolved | SafeTime::Closed) {
            return;
        }
        let epoch = self.safe_times.epoch;
        for store in 0..self.stores.len() as u16 {
            // Stores do not march in step.
            let phase = sim::mix(self.config.seed, u64::from(store)) % self.safe_interval_us();
            let store = NodeId(store);
            self.at(self.now() + 1 + phase, Event::SafeTick { store, epoch });
        }
    }

    fn safe_interval_us(&self) -> u64 {
        let reads = &self.config.reads;
        if self.settings.reads.safe_time == SafeTime::Closed {
            reads.closed_interval_us
        } else {
            reads.resolved_interval_us
        }
    }

    /// A store's next round is due.
    pub(crate) fn safe_tick(&mut self, store: NodeId, epoch: u32) {
        if self.safe_times.epoch != epoch {
            return;
        }
        let interval_us = self.safe_interval_us();
        let clock = &self.stores[usize::from(store.0)].clock;
        let next = self.now() + clock.sim_duration(interval_us);
        self.at(next, Event::SafeTick { store, epoch });
        if self.stores[usize::from(store.0)].status != StoreStatus::Up {
            return;
        }
        if self.settings.reads.safe_time == SafeTime::Closed {
            return self.send_closed(store);
        }
        if let Some(oracle) = self.config.placement_driver()
            && !self.led_by(store).is_empty()
        {
            self.send_safe(store, oracle, SafeMessage::AskTime);
        }
    }

    /// Sends a message of safe times.
    pub(super) fn send_safe(&mut self, from: NodeId, to: NodeId, message: SafeMessage) {
        let label = safe_label(&message);
        self.send(from, to, label, Payload::Safe(Box::new(message)));
    }

    /// A message of safe times reaches a store.
    pub(crate) fn safe_arrives(&mut self, flight: Flight) {
        let (from, to) = (flight.fact.from, flight.fact.to);
        let Payload::Safe(message) = flight.payload else {
            panic!("it was just looked at")
        };
        match *message {
            SafeMessage::AskTime => panic!("only the oracle has the time"),
            SafeMessage::Time(ts) => {
                self.hear_time(to, ts);
                self.check_leader(to, ts);
            }
            SafeMessage::CheckLeader(ts, asked) => {
                self.hear_time(to, ts);
                let agreed = self.agree(to, ts, asked);
                if !agreed.is_empty() {
                    self.send_safe(to, from, SafeMessage::Agreed(ts, agreed));
                }
            }
            SafeMessage::Agreed(ts, ranges) => self.agreed(to, from, ts, &ranges),
            SafeMessage::Safe(ranges) => {
                for safe in ranges {
                    if let Some(index) = self.replica_on(to, safe.range) {
                        self.learn_safe(index, safe.term, safe.index, safe.ts);
                    }
                }
            }
        }
    }

    /// A store has a timestamp and asks whether it still leads.
    fn check_leader(&mut self, store: NodeId, ts: Timestamp) {
        if self.settings.reads.safe_time != SafeTime::Resolved {
            return;
        }
        let mut round = Round {
            ts,
            asked: Vec::new(),
        };
        let mut by_store: Vec<(NodeId, Vec<Led>)> = Vec::new();
        for (index, at, term) in self.led_by(store) {
            let led = Led {
                range: at.range,
                peer: at.peer,
                term,
            };
            round.asked.push((led, vec![at.peer]));
            for other in self.other_stores(index) {
                push_for(&mut by_store, other, led);
            }
        }
        let alone: Vec<Led> = round.asked.iter().map(|(led, _)| *led).collect();
        self.safe_times.rounds[usize::from(store.0)] = round;
        for (to, asked) in by_store {
            self.send_safe(store, to, SafeMessage::CheckLeader(ts, asked));
        }
        // A range of one replica has nobody to ask.
        self.resolve(store, ts, &alone);
    }

    /// The stores of a range's other replicas.
    pub(super) fn other_stores(&self, index: ReplicaIndex) -> Vec<NodeId> {
        let at = self.replicas[index as usize].at;
        let replicas = self.ranges[at.range as usize].replicas.iter();
        let nodes = replicas.map(|&other| self.replicas[other as usize].at.node);
        nodes.filter(|&node| node != at.node).collect()
    }

    /// Of these leaders, those that a store knows as such.
    fn agree(&mut self, store: NodeId, ts: Timestamp, asked: Vec<Led>) -> Vec<Led> {
        let mut agreed = asked;
        agreed.retain(|led| {
            let Some(index) = self.running_replica(store, led.range) else {
                return false;
            };
            let replica = &mut self.replicas[index as usize];
            if !replica.is_up() {
                return false;
            }
            let raft = &replica.node().raft;
            let knows = (raft.leader_id, raft.term) == (led.peer, led.term);
            if knows {
                self.safe_state(index).witness.hear(led.term, ts);
            }
            knows
        });
        agreed
    }

    fn agreed(&mut self, store: NodeId, by: NodeId, ts: Timestamp, ranges: &[Led]) {
        let mut rounds = std::mem::take(&mut self.safe_times.rounds);
        let round = &mut rounds[usize::from(store.0)];
        if round.ts == ts {
            for (led, peers) in &mut round.asked {
                let index = self.replica_on(by, led.range);
                if let Some(index) = index
                    && ranges.contains(led)
                {
                    peers.push(self.replicas[index as usize].at.peer);
                }
            }
        }
        self.safe_times.rounds = rounds;
        self.resolve(store, ts, ranges);
    }

    /// Of these ranges, those of which a quorum agreed are safe up to the timestamp.
    fn resolve(&mut self, store: NodeId, ts: Timestamp, ranges: &[Led]) {
        let mut rounds = std::mem::take(&mut self.safe_times.rounds);
        let round = &mut rounds[usize::from(store.0)];
        let mut by_store: Vec<(NodeId, Vec<SafeRange>)> = Vec::new();
        let mut done = Vec::new();
        for (led, peers) in round.asked.iter().filter(|_| round.ts == ts) {
            let Some(index) = self.replica_on(store, led.range) else {
                continue;
            };
            if !ranges.contains(led) || !self.still_leads(index, led.term, peers) {
                continue;
            }
            done.push(*led);
            let safe = self.promise_up_to(index, ts);
            let applied = self.replicas[index as usize].storage().machine.applied;
            if safe == 0 {
                continue;
            }
            let word = SafeRange {
                range: led.range,
                term: led.term,
                index: applied,
                ts: safe,
            };
            for other in self.other_stores(index) {
                push_for(&mut by_store, other, word);
            }
        }
        round.asked.retain(|(led, _)| !done.contains(led));
        self.safe_times.rounds = rounds;
        for (to, ranges) in by_store {
            self.send_safe(store, to, SafeMessage::Safe(ranges));
        }
    }

    /// Whether a replica leads in this term and a quorum of its voters are among these peers.
    fn still_leads(&mut self, index: ReplicaIndex, term: u64, peers: &[u64]) -> bool {
        let replica = &mut self.replicas[index as usize];
        if !replica.is_leader() || replica.node().raft.term != term {
            return false;
        }
        let conf = replica.storage().conf_state();
        let is_quorum = |voters: &[u64]| {
            let agreed = voters.iter().filter(|voter| peers.contains(voter));
            voters.is_empty() || agreed.count() > voters.len() / 2
        };
        is_quorum(&conf.voters) && is_quorum(&conf.voters_outgoing)
    }
}

/// What a message of safe times is on the outside.
pub(crate) fn safe_label(message: &SafeMessage) -> Label {
    let what = match message {
        SafeMessage::AskTime => MessageType::TsoRequest,
        SafeMessage::Time(_) => MessageType::TsoResponse,
        SafeMessage::CheckLeader(..) => MessageType::CheckLeader,
        SafeMessage::Agreed(..) => MessageType::CheckLeaderResponse,
        SafeMessage::Safe(_) => MessageType::SafeTime,
    };
    client_label(what, 0, message_bytes(message), 0)
}

/// Adds an element to a store's list, in the order in which stores come.
pub(super) fn push_for<T>(lists: &mut Vec<(NodeId, Vec<T>)>, store: NodeId, element: T) {
    match lists.iter_mut().find(|(known, _)| *known == store) {
        Some((_, list)) => list.push(element),
        None => lists.push((store, vec![element])),
    }
}

impl SafeTimes {
    /// Crash: what a store had under way is gone.
    pub(crate) fn forget(&mut self, store: NodeId) {
        if let Some(round) = self.rounds.get_mut(usize::from(store.0)) {
            *round = Round::default();
        }
        self.heard[usize::from(store.0)] = 0;
    }
}
