//! What a replica says of its range to whoever asks.

use sim::NodeId;

use crate::context::Context;
use crate::message::{News, RangeDescriptor, RangeInfo, RangeNews};
use crate::names::Names;
use crate::replica::{Membership, Replica, members_of};
use model::view::{Epoch, RangeMember};

/// A replica's range, as far as it has applied its log.
pub(crate) fn describe(names: &Names, replica: &Replica) -> RangeInfo {
    let (range, storage) = (replica.at.range, replica.storage());
    let (first_key, end_key) = storage.machine.keys();
    let member = |(peer, what): (u64, Membership)| {
        // Whoever adds a member says where it is.
        Some(RangeMember {
            peer,
            node: names.node_of_peer(range, peer)?,
            learner: what == Membership::Learner,
        })
    };
    let members = members_of(storage.conf_state());
    RangeInfo {
        descriptor: RangeDescriptor {
            range,
            first_key,
            end_key,
            epoch: storage.machine.epoch,
            members: members.into_iter().filter_map(member).collect(),
        },
        leader: names.node_of_peer(range, replica.soft().leader_peer),
    }
}

impl Replica {
    /// What a replica adds to its answer to whoever went by this epoch.
    pub(crate) fn news_of(&self, cx: &Context, went_by: Epoch) -> News {
        let own = self.storage().machine.epoch;
        let is_news = own.keys > went_by.keys || own.members > went_by.members;
        is_news.then(|| {
            let ranges = vec![describe(cx.names, self)];
            Box::new(RangeNews { ranges })
        })
    }

    /// Whether a replica holds these keys for clients, as far as it has applied its log.
    pub(crate) fn serves(&self, key: u64, rows: u32) -> bool {
        let machine = &self.storage().machine;
        machine.merging.is_none() && machine.holds(key, rows)
    }

    /// The other store whose replica a replica takes for its leader, and that replica's peer.
    pub(crate) fn leader_hint(&self, cx: &Context) -> (Option<NodeId>, u64) {
        let at = self.at;
        let leader_peer = self.soft().leader_peer;
        let leader = cx
            .node_of_peer(at.range, leader_peer)
            .filter(|&node| node != at.node);
        (leader, if leader.is_some() { leader_peer } else { 0 })
    }
}
