//! Puts the choice to the cluster: what a gateway may know of a range's replicas, and what it
//! learns from answers.

use sim::{Micros, NodeId};

use super::choose::{self, Candidate, Choice, Rule};
use crate::cluster::Cluster;
use crate::config::{AdaptiveBy, FollowerChoice, ReadMode};
use crate::fact::{Fact, Observer, RequestFact};
use crate::gateway::Gateway;

impl<O: Observer> Cluster<O> {
    /// Where the next attempt of a request goes, and how it shall be served there.
    pub(crate) fn choose_route(&mut self, fact: &RequestFact, attempts: u64) -> Choice {
        let (gateway, range, mode) = (fact.gateway, fact.range, fact.mode);
        if fact.op.is_write() {
            return Choice::plain(self.believed_leader(gateway, range), mode);
        }
        let choice = match mode {
            ReadMode::Follower if self.settings.reads.follower_choice == FollowerChoice::Random => {
                let draw = sim::mix(sim::mix(self.config.seed, fact.request), attempts);
                let candidates: Vec<_> = self.candidates(gateway, range).collect();
                let drawn = choose::at_random(&candidates, draw);
                drawn.map(|to| Choice::plain(to, mode))
            }
            ReadMode::Stale => Some(Choice::plain(self.stale_target(fact, attempts), mode)),
            ReadMode::Local | ReadMode::Follower | ReadMode::Proxy | ReadMode::Version => {
                let turn = self.turn(range, fact.request);
                let closest = choose::closest(self.candidates(gateway, range), turn);
                closest.map(|to| Choice::plain(to, mode))
            }
            ReadMode::Learner => {
                let candidates: Vec<_> = self.candidates(gateway, range).collect();
                choose::learner(&candidates, self.turn(range, fact.request))
            }
            ReadMode::Adaptive => self.adapt(fact, attempts),
            _ => return Choice::plain(self.believed_leader(gateway, range), mode),
        };
        // A range that went into another: any store tells the gateway so.
        let choice = choice.unwrap_or_else(|| Choice::plain(self.first_leader(range), mode));
        if let Some((why, figure, limit)) = choice.why {
            self.emit(Fact::Routed {
                request: fact.request,
                to: choice.to,
                why,
                figure,
                limit,
            });
        }
        choice
    }

    /// A gateway's adaptive choice.
    fn adapt(&mut self, fact: &RequestFact, attempts: u64) -> Option<Choice> {
        let (now, switches) = (self.now(), self.settings.reads);
        let known = &self.gateway(fact.gateway).experience;
        let rule = Rule {
            by: switches.adaptive_by,
            estimate_bytes: known.estimate_bytes(fact.rows),
            threshold_bytes: u64::from(switches.adaptive_threshold_bytes),
            busy_us: if switches.busy_fallback {
                self.config.reads.busy_us
            } else {
                0
            },
            attempts,
        };
        let large = rule.estimate_bytes >= rule.threshold_bytes;
        let experienced = self.candidates(fact.gateway, fact.range).map(|replica| {
            let store = usize::from(replica.node.0);
            Candidate {
                wait_us: known.wait_us(store, now),
                latency_us: known.latency_us(store, large, 2 * replica.delay_us, now),
                ..replica
            }
        });
        let mut candidates: Vec<Candidate> = experienced.collect();
        if candidates.iter().all(|replica| !replica.leads) {
            // Its believed leader holds no replica any more: whoever is first knows better.
            candidates.first_mut()?.leads = true;
        }
        let choice = choose::adaptive(&candidates, &rule)?;
        if rule.by == AdaptiveBy::Latency {
            let store = usize::from(choice.to.0);
            let known = &mut self.gateway_mut(fact.gateway).experience;
            known.note_asked(store, large, now);
        }
        Some(choice)
    }

    /// A range's replicas that have rows, as a gateway knows them.
    fn candidates(&self, gateway: NodeId, range: u32) -> impl Iterator<Item = Candidate> + '_ {
        let now = self.now();
        let memory: &Gateway = self.gateway(gateway);
        let leader = self.believed_leader(gateway, range);
        let zone = self.zone_of(gateway);
        let replicas = self.ranges[range as usize].replicas.iter();
        let held = replicas.map(|&r| &self.replicas[r as usize]).enumerate();
        let with_rows = held.filter(|(_, replica)| replica.storage().is_initialized());
        with_rows.map(move |(place, replica)| {
            let node = replica.at.node;
            Candidate {
                place,
                node,
                delay_us: self.network.delay_us(gateway, node),
                avoided: memory.avoid_until[usize::from(node.0)] > now,
                learner: replica.is_learner(),
                local: self.zone_of(node) == zone,
                leads: node == leader,
                wait_us: 0,
                latency_us: 0,
            }
        })
    }

    /// Ties between replicas go by place, or in turn while hot ranges get learners: one beside
    /// another shall take half.
    fn turn(&self, range: u32, request: u64) -> impl Fn(usize) -> u64 + use<O> {
        let count = self.ranges[range as usize].replicas.len() as u64;
        let in_turn = self.settings.hot_learners;
        move |place| {
            if in_turn {
                (place as u64 + request) % count
            } else {
                0
            }
        }
    }

    /// An adaptive gateway learns from an answer of so many rows and bytes.
    pub(crate) fn learn_from_rows(
        &mut self,
        fact: &RequestFact,
        server: NodeId,
        sent_us: Micros,
        (rows, bytes): (u64, u64),
    ) {
        if fact.mode != ReadMode::Adaptive {
            return;
        }
        let now = self.now();
        let threshold = u64::from(self.settings.reads.adaptive_threshold_bytes);
        let known = &mut self.gateway_mut(fact.gateway).experience;
        let large = known.estimate_bytes(fact.rows) >= threshold;
        known.note_latency(usize::from(server.0), large, now - sent_us, now);
        known.note_rows(rows, bytes);
    }

    /// A store told a gateway how long reads wait there.
    pub(crate) fn learn_wait(&mut self, gateway: NodeId, store: NodeId, wait_us: Micros) {
        let now = self.now();
        let known = &mut self.gateway_mut(gateway).experience;
        known.note_wait(usize::from(store.0), wait_us, now);
    }
}
