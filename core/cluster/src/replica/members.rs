//! Who is in a group, as a replica of it has applied its log.

use raft::eraftpb::{
    ConfChangeSingle, ConfChangeType, ConfState, Message, MessageType as RaftType,
};
use sim::{NodeId, sort_short};

use crate::context::Context;
use crate::replica::Replica;
use model::view::Epoch;

/// What a peer is in a group.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Membership {
    /// Votes (in a joint configuration: in either of the two).
    Voter,
    /// Receives the log and has no vote.
    Learner,
}

/// Every peer of a group, rising, with what it is.
pub(crate) fn members_of(conf: &ConfState) -> Vec<(u64, Membership)> {
    let voters = conf.voters.iter().chain(&conf.voters_outgoing);
    let mut members: Vec<(u64, Membership)> = Vec::new();
    for &peer in voters {
        if !members.iter().any(|(known, _)| *known == peer) {
            members.push((peer, Membership::Voter));
        }
    }
    for &peer in &conf.learners {
        members.push((peer, Membership::Learner));
    }
    sort_short(&mut members, |(peer, _)| *peer);
    members
}

pub(crate) fn sort_members(conf: &mut ConfState) {
    let lists = [
        &mut conf.voters,
        &mut conf.learners,
        &mut conf.voters_outgoing,
        &mut conf.learners_next,
    ];
    for list in lists {
        sort_short(list, |peer| *peer);
    }
}

/// Whether a Raft message may make its receiver exist (TiKV's `is_initial_msg`): it says the
/// range's keys, so that a store can see whether it has room.
pub(crate) fn is_initial(message: &Message) -> bool {
    is_vote_request(message)
        || message.get_msg_type() == RaftType::MsgHeartbeat && message.commit == 0
}

/// One change of a group.
pub(crate) fn single(peer: u64, what: ConfChangeType) -> ConfChangeSingle {
    let mut change = ConfChangeSingle {
        node_id: peer,
        ..Default::default()
    };
    change.set_change_type(what);
    change
}

pub(crate) fn is_vote_request(message: &Message) -> bool {
    matches!(
        message.get_msg_type(),
        RaftType::MsgRequestVote | RaftType::MsgRequestPreVote
    )
}

impl Replica {
    /// The keys that a message must say because its receiver may not exist yet. A range that never
    /// changed has all its replicas from the start.
    pub(crate) fn keys_for(&self, message: &Message) -> Option<(u64, u64)> {
        if !is_initial(message) {
            return None;
        }
        let machine = &self.storage().machine;
        let keys = machine.keys();
        (machine.epoch != Epoch::default() && keys.0 < keys.1).then_some(keys)
    }

    /// The member that a replica knows on a store, by the configuration that it has applied.
    pub(crate) fn member_on(&self, cx: &Context, store: NodeId) -> Option<(u64, Membership)> {
        let members = members_of(self.storage().conf_state());
        let on_store = |peer: u64| cx.node_of_peer(self.at.range, peer) == Some(store);
        members.into_iter().find(|(peer, _)| on_store(*peer))
    }

    /// Stores of the members that a replica knows, with what they are there, in their order.
    pub(crate) fn stores_of(&self, cx: &Context) -> Vec<(NodeId, Membership)> {
        let mut stores: Vec<(NodeId, Membership)> = Vec::new();
        for (peer, what) in members_of(self.storage().conf_state()) {
            let node = cx
                .node_of_peer(self.at.range, peer)
                .expect("a member is a peer");
            let place = stores.partition_point(|(known, _)| *known < node);
            stores.insert(place, (node, what));
        }
        stores
    }
}
