//! What a replica remembers of snapshots that do not come from their leader, and who could send
//! one: see `neighbour`.

mod neighbour;
mod order;

use std::ops::{Deref, DerefMut};

use raft::ProgressState;
use sim::{Micros, NodeId};

use crate::context::Context;
use crate::message::SnapshotOrder;
use crate::replica::Replica;

/// Heartbeats within which a neighbour must have answered to be chosen.
pub(crate) const HEARD_HEARTBEATS: u64 = 3;

/// What a replica remembers of snapshots that do not come from their leader. Nearly always nothing,
/// so it takes no room in the replica then.
#[derive(Default)]
pub(crate) struct Snapshots(Option<Box<Remembered>>);

/// What a replica remembers of them, where there is something.
#[derive(Default)]
pub(crate) struct Remembered {
    /// As leader: what it ordered, one for each receiver.
    pub(crate) ordered: Vec<Ordered>,
    /// As leader: receivers to which it sends itself, and until which tick.
    pub(crate) direct: Vec<(u64, u64)>,
    /// As neighbour: orders that wait until it has applied enough.
    pub(crate) asked: Vec<AskedSnapshot>,
    /// As neighbour: what it sent, until the transport knows how that ended.
    pub(crate) sent: Vec<AskedSnapshot>,
}

static NOTHING: Remembered = Remembered {
    ordered: Vec::new(),
    direct: Vec::new(),
    asked: Vec::new(),
    sent: Vec::new(),
};

impl Deref for Snapshots {
    type Target = Remembered;

    fn deref(&self) -> &Remembered {
        self.0.as_deref().unwrap_or(&NOTHING)
    }
}

impl DerefMut for Snapshots {
    fn deref_mut(&mut self) -> &mut Remembered {
        self.0.get_or_insert_default()
    }
}

impl Snapshots {
    pub(crate) fn is_idle(&self) -> bool {
        self.ordered.is_empty() && self.direct.is_empty() && self.asked.is_empty()
    }
}

/// A snapshot that a leader ordered.
#[derive(Copy, Clone)]
pub(crate) struct Ordered {
    pub(crate) order: SnapshotOrder,
    /// The peer that shall send it.
    pub(crate) source: u64,
    /// Tick of the order, then of the word that it was sent.
    pub(crate) since_tick: u64,
    pub(crate) sending: bool,
}

/// An order at the neighbour.
#[derive(Copy, Clone)]
pub(crate) struct AskedSnapshot {
    pub(crate) order: SnapshotOrder,
    /// Where its leader is.
    pub(crate) leader: NodeId,
    pub(crate) since_tick: u64,
}

/// What a leader knows of a peer that could send a snapshot for it.
#[derive(Copy, Clone)]
pub(crate) struct Candidate {
    pub(crate) peer: u64,
    pub(crate) node: NodeId,
    pub(crate) delay_us: Micros,
    pub(crate) matched: u64,
    /// All up to the least index was sent to it, and it answers.
    pub(crate) able: bool,
}

impl Replica {
    /// Of the peers that are nearer to the receiver than the leader is, one that can serve, else
    /// one that cannot; if none is nearer, the nearest. Then by distance, by what they hold, by id.
    pub(crate) fn best_source(
        &self,
        cx: &Context,
        receiver: u64,
        receiver_node: NodeId,
        minimum: u64,
    ) -> Option<Candidate> {
        let at = self.at;
        let own_us = cx.delay_us(at.node, receiver_node);
        let heard_ticks = HEARD_HEARTBEATS * cx.config.raft.heartbeat_ticks as u64;
        let progress = self.running()?.raft.prs().iter();
        let others = progress.filter(|(id, _)| **id != at.peer && **id != receiver);
        let candidates = others.filter_map(|(&peer, progress)| {
            let node = cx.node_of_peer(at.range, peer)?;
            let has_all = progress.state == ProgressState::Replicate && progress.next_idx > minimum;
            Some(Candidate {
                peer,
                node,
                delay_us: cx.delay_us(node, receiver_node),
                matched: progress.matched,
                able: has_all && self.heard_within(peer, heard_ticks),
            })
        });
        // The map's order does not matter: no two have one id.
        candidates.min_by_key(|c| {
            let is_far = c.delay_us >= own_us;
            let behind = std::cmp::Reverse(c.matched);
            (is_far, !c.able, c.delay_us, behind, c.peer)
        })
    }

    /// Whether a peer no longer waits for a snapshot.
    pub(crate) fn has_caught_up(&self, peer: u64) -> bool {
        let progress = self.running().and_then(|node| node.raft.prs().get(peer));
        progress.is_none_or(|progress| progress.state != ProgressState::Snapshot)
    }
}
