//! Resolved timestamps (TiKV `components/resolved_ts`): a store asks the oracle for a timestamp,
//! then the others whether they know it as the leader of what it leads; where a quorum does, the
//! timestamp, or the start of the oldest transaction that holds a lock, is safe.
//!
//! Who agrees remembers the timestamp, so whoever leads next stays above it; and whoever is told it
//! knows that this time has come (TiKV's `max_ts`).

use sim::NodeId;

use super::{Round, push_for};
use crate::context::Context;
use crate::message::{Led, Payload, SafeMessage, SafeRange};
use crate::store::Store;
use crate::timeline::Event;
use crate::transport::Envelope;
use model::config::SafeTime;
use model::timestamp::Timestamp;
use model::view::StoreStatus;

impl Store {
    /// The switch was set, perhaps to what it was: the timer runs as it asks.
    pub(crate) fn switch_safe_time(&mut self, cx: &mut Context) {
        self.keeps_versions |= cx.settings.reads.keeps_versions();
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
        let (store, epoch) = (self.node, self.safe_rounds.epoch);
        // Stores do not march in step.
        let phase = sim::mix(cx.config.seed, u64::from(store.0)) % safe_interval_us(cx);
        cx.at(cx.now() + 1 + phase, Event::SafeTick { store, epoch });
    }

    /// The next round is due.
    pub(crate) fn safe_tick(&mut self, cx: &mut Context, epoch: u32) {
        if self.safe_rounds.epoch != epoch {
            return;
        }
        let next = cx.now() + self.clock.sim_duration(safe_interval_us(cx));
        let store = self.node;
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
                self.update_hlc(cx, ts);
                self.check_leader(cx, ts);
            }
            SafeMessage::CheckLeader(ts, asked) => {
                self.update_hlc(cx, ts);
                let agreed = self.agree(ts, asked);
                if !agreed.is_empty() {
                    self.send_safe(cx, from, SafeMessage::Agreed(ts, agreed));
                }
            }
            SafeMessage::Agreed(ts, ranges) => self.agreed(cx, from, ts, &ranges),
            SafeMessage::Safe(ranges) => {
                for safe in ranges {
                    if let Some(index) = self.replica_on(safe.range) {
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
                    && let Some(index) = self.replica_on(led.range)
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
            let Some(index) = self.replica_on(led.range) else {
                continue;
            };
            if !ranges.contains(led) || !self.replicas[index].still_leads(led.term, peers) {
                continue;
            }
            done.push(*led);
            let safe = self.promise_up_to(cx, index, ts);
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
}

fn safe_interval_us(cx: &Context) -> u64 {
    let reads = &cx.config.reads;
    if cx.settings.reads.safe_time == SafeTime::Closed {
        reads.closed_interval_us
    } else {
        reads.resolved_interval_us
    }
}
