//! The names of ranges and peers, and where each peer is. Whoever knows a peer's id knows its
//! store, as from TiKV's region descriptors; numbers that nobody else has are just drawn, where
//! TiKV asks PD for them. It must not know whether a replica exists, nor who leads.

use model::fact::ReplicaRef;
use model::ids::RangeId;
use sim::NodeId;

/// Every peer that ever was given a name.
#[derive(Default)]
pub(crate) struct Names {
    /// By range, and there by id less one: a peer's store and its ordinal.
    peers: Vec<Vec<(NodeId, u32)>>,
    /// By ordinal: in the order in which they were named.
    replicas: Vec<ReplicaRef>,
}

impl Names {
    /// A number for a range that nobody else has.
    pub(crate) fn new_range(&mut self) -> RangeId {
        self.peers.push(Vec::new());
        RangeId((self.peers.len() - 1) as u32)
    }

    /// An id for a peer on a store that nobody else in its range has.
    pub(crate) fn new_peer(&mut self, range: RangeId, node: NodeId) -> u64 {
        let ordinal = self.replicas.len() as u32;
        let peers = &mut self.peers[range.0 as usize];
        peers.push((node, ordinal));
        let peer = peers.len() as u64;
        self.replicas.push(ReplicaRef { range, node, peer });
        peer
    }

    /// The store of a peer, and the peer's ordinal, if there is such a peer.
    pub(crate) fn peer(&self, range: RangeId, peer: u64) -> Option<(NodeId, u32)> {
        let place = usize::try_from(peer.checked_sub(1)?).ok()?;
        self.peers.get(range.0 as usize)?.get(place).copied()
    }

    /// The store of a peer, if there is such a peer.
    pub(crate) fn node_of_peer(&self, range: RangeId, peer: u64) -> Option<NodeId> {
        self.peer(range, peer).map(|(node, _)| node)
    }

    /// Whether a range's peers have their names.
    pub(crate) fn are_given(&self, range: RangeId) -> bool {
        !self.peers[range.0 as usize].is_empty()
    }

    /// Every peer by its ordinal.
    pub(crate) fn replicas(&self) -> &[ReplicaRef] {
        &self.replicas
    }

    /// Every range that was ever named.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = RangeId> + use<> {
        (0..self.peers.len() as u32).map(RangeId)
    }
}
