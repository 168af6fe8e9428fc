//! What a store keeps of a replica that is gone (TiKV's tombstone in `RegionLocalState`).

use crate::replica::Replica;

/// What a store keeps of a replica that is gone.
pub(crate) struct TombstoneState {
    /// Peers that it knew to be removed, rising.
    pub(crate) removed: Vec<u64>,
    /// Peers that were there when it went.
    pub(crate) next: Vec<u64>,
    /// How many questions were passed on: the peers take turns.
    pub(crate) passed: usize,
}

impl TombstoneState {
    pub(crate) fn new(removed: Vec<u64>, next: Vec<u64>) -> Self {
        TombstoneState {
            removed,
            next,
            passed: 0,
        }
    }
}

impl Replica {
    /// Whether a replica, or the note of it, knows that a peer was removed.
    pub(crate) fn knows_removed(&self, peer: u64) -> bool {
        match &self.tombstone {
            Some(tombstone) => tombstone.removed.binary_search(&peer).is_ok(),
            None => self.is_up() && self.storage().was_removed(peer),
        }
    }
}
