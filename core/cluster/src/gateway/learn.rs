//! What gateways know of ranges, and how it comes from answers. It must not know how things are.

use sim::{Micros, NodeId, ZoneId};

use super::Gateways;
use crate::context::Context;
use crate::message::News;
use crate::route::{self, choose::Candidate};
use model::ids::RangeId;
use model::view::Epoch;

/// How long reads keep away from a replica that said that it has not the keys.
const ABSENT_US: Micros = 1_000_000;

impl Gateways {
    /// The replicas of a key's range that may have it, as a gateway knows them.
    pub(super) fn candidates(
        &self,
        cx: &Context,
        gateway: NodeId,
        key: u64,
    ) -> impl Iterator<Item = Candidate> {
        let now = cx.now();
        let memory = self.gateway(gateway);
        let known = memory.ranges.entry(key);
        let zone = cx.config.zone_of(gateway);
        let members = known.candidates(now);
        members.map(move |(place, member)| {
            let node = member.node;
            Candidate {
                place,
                node,
                delay_us: distance_us(cx, zone, cx.config.zone_of(node)),
                avoided: memory.avoids(node, now),
                learner: member.learner,
                local: cx.config.zone_of(node) == zone,
                leads: node == known.leader,
                wait_us: 0,
                latency_us: 0,
            }
        })
    }

    /// A gateway learns what an answer says of ranges.
    pub(super) fn learn_ranges(&mut self, gateway: NodeId, news: &News) {
        for info in news.iter().flat_map(|news| &news.ranges) {
            self.gateway_mut(gateway).ranges.learn(info);
        }
    }

    /// A store would not serve a key of a range, and said what it knows. True when the gateway
    /// knows more than before. Else the store is left alone for a while, unless it has the key and
    /// only does not serve it now: its range goes into another.
    pub(super) fn learn_from_refusal(
        &mut self,
        cx: &Context,
        gateway: NodeId,
        (key, range): (u64, RangeId),
        by: NodeId,
        news: &News,
    ) -> bool {
        let until = cx.now() + ABSENT_US;
        let cache = &mut self.gateway_mut(gateway).ranges;
        route::learn_from_refusal(cache, (key, range), (by, until), news)
    }

    /// The range that a gateway takes for a key's, and the first key after those that it takes for
    /// the same range's.
    pub(super) fn range_for(&self, gateway: NodeId, key: u64) -> (RangeId, u64) {
        let known = &self.gateway(gateway).ranges;
        (known.entry(key).known.range, known.keys(key).1)
    }

    /// The store that a gateway asks as the leader of a key's range.
    pub(super) fn believed_leader(&self, gateway: NodeId, key: u64) -> NodeId {
        self.gateway(gateway).ranges.entry(key).leader
    }

    /// The epoch by which a gateway goes for a key.
    pub(super) fn believed_epoch(&self, gateway: NodeId, key: u64) -> Epoch {
        self.gateway(gateway).ranges.entry(key).known.epoch
    }

    /// What a refusal names that its request does not wait for any more: it is true all the same.
    pub(super) fn learn_late(
        &mut self,
        (gateway, range): (NodeId, RangeId),
        leader: Option<NodeId>,
        news: &News,
    ) {
        self.learn_ranges(gateway, news);
        if let Some(leader) = leader {
            self.gateway_mut(gateway).ranges.lead_range(range, leader);
        }
    }

    /// A store leads a key's range, if that is still the range that the gateway takes for the
    /// key's.
    pub(super) fn learn_leader(
        &mut self,
        gateway: NodeId,
        key: u64,
        range: RangeId,
        leader: NodeId,
    ) {
        let known = &mut self.gateway_mut(gateway).ranges;
        known.lead(key, range, leader);
    }
}

/// One way between zones as they are configured: faults are no part of what one knows.
fn distance_us(cx: &Context, from: ZoneId, to: ZoneId) -> Micros {
    let place = usize::from(from.0) * usize::from(cx.config.zones) + usize::from(to.0);
    cx.config.links[place].delay_us
}
