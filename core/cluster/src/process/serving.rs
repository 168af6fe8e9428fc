//! A read at a replica, from its arrival until it is handed to the cores, and on the cores.

use sim::{Micros, NodeId};

use super::pace::Pace;
use super::{Asker, Elsewhere};
use crate::message::{Asked, ReadPayload, Slot};
use crate::timeline::ReplicaIndex;
use model::config::{LeaderCheck, ReadMode, Service};
use model::fact::SentFact;
use model::ids::RequestId;
use model::timestamp::Timestamp;
use model::view::Epoch;

/// A read at a replica, from its arrival until it is handed to the cores.
#[derive(Clone, Debug)]
pub(crate) struct PendingRead {
    /// The request's slot and number at the gateway's side.
    pub(crate) slot: Slot,
    pub(crate) request: RequestId,
    pub(crate) gateway: NodeId,
    pub(crate) key: u64,
    pub(crate) rows: u32,
    pub(crate) mode: ReadMode,
    pub(crate) deadline_us: Micros,
    /// Context of the latest attempt to get a read index.
    pub(crate) context: u64,
    /// Tick of that attempt.
    pub(crate) asked_tick: u64,
    /// The read index, once known.
    pub(crate) index: Option<u64>,
    /// Time of the snapshot; 0 = the newest.
    pub(crate) read_ts: Timestamp,
    /// The read time is the earliest that will do; later is better.
    pub(crate) freshest: bool,
    /// The index itself is the answer: it is for another replica's read.
    pub(crate) only_index: bool,
    /// The epoch that its gateway went by.
    pub(crate) epoch: Epoch,
}

impl PendingRead {
    /// One that has just arrived.
    pub(crate) fn of(sent: &SentFact, asked: &ReadPayload) -> Self {
        PendingRead {
            slot: asked.slot,
            request: sent.request,
            gateway: sent.from,
            key: asked.key,
            rows: asked.rows,
            mode: asked.mode,
            deadline_us: asked.deadline_us,
            context: 0,
            asked_tick: 0,
            index: (asked.applied_index > 0).then_some(asked.applied_index),
            read_ts: asked.read_ts,
            only_index: false,
            freshest: asked.freshest,
            epoch: asked.epoch,
        }
    }

    /// Whom it is of.
    pub(crate) fn asker(&self) -> Asker {
        Asker {
            gateway: self.gateway,
            slot: self.slot,
            request: self.request,
        }
    }

    /// Refused for want of its keys.
    pub(crate) fn elsewhere(&self) -> Elsewhere {
        Elsewhere::Request(self.asker(), self.asked())
    }

    /// Its keys and epoch.
    pub(crate) fn asked(&self) -> Asked {
        let (key, rows, epoch) = (self.key, self.rows, self.epoch);
        Asked { key, rows, epoch }
    }

    /// Whether a past that is complete up to `safe` has it. One that wants the freshest that there
    /// is then reads that (CockroachDB's bounded staleness: the bound is the least that will do).
    pub(crate) fn is_past(&mut self, safe: Timestamp) -> bool {
        if self.freshest && safe > self.read_ts {
            self.read_ts = safe;
        }
        safe >= self.read_ts
    }

    /// Whether its leader's lease must be valid when it is served.
    pub(crate) fn is_by_lease(&self) -> bool {
        let by_lease = Service::Leader(LeaderCheck::Lease);
        self.mode.service() == by_lease && self.index.is_none()
    }

    /// Whether its index comes by the leader's role, without a round.
    pub(crate) fn is_by_role(&self) -> bool {
        self.mode.service() == Service::Leader(LeaderCheck::Role)
    }

    /// Whether a replica that knows a late enough commit serves it without a read index.
    pub(crate) fn is_by_version(&self) -> bool {
        self.mode.service() == Service::Version
    }

    /// Whether a replica with this newest commit may serve it without a read index.
    pub(crate) fn is_recent_enough(&self, newest: Timestamp) -> bool {
        self.is_by_version() && self.read_ts > 0 && newest > self.read_ts
    }
}

/// A read whose service runs on a store's cores.
#[derive(Clone)]
pub(crate) struct ServingRead {
    pub(crate) replica: ReplicaIndex,
    pub(crate) read: PendingRead,
}

/// Reads on a store's cores, by slot.
#[derive(Default)]
pub(crate) struct Serving {
    slots: Vec<Option<ServingRead>>,
    free: Vec<u32>,
    /// Those beside them that are only counted.
    pub(crate) counted: usize,
    /// How long each takes.
    pub(crate) pace: Pace,
}

impl Serving {
    pub(crate) fn insert(&mut self, read: ServingRead) -> u32 {
        if let Some(slot) = self.free.pop() {
            self.slots[slot as usize] = Some(read);
            return slot;
        }
        self.slots.push(Some(read));
        (self.slots.len() - 1) as u32
    }

    pub(crate) fn take(&mut self, slot: u32) -> ServingRead {
        self.free.push(slot);
        self.slots[slot as usize]
            .take()
            .expect("each service ends once")
    }

    /// Crash: forget everything.
    pub(crate) fn clear(&mut self) {
        *self = Serving::default();
    }

    /// How long a read that comes now would wait for one of so many cores.
    pub(crate) fn wait_us(&self, cores: u32) -> Micros {
        let reads = self.slots.len() - self.free.len() + self.counted;
        self.pace.wait_us(reads as u64, u64::from(cores))
    }
}
