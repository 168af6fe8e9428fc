//! Reads on a store's cores, from the moment at which they need no more than core time.

use sim::Micros;

use super::PendingRead;
use super::pace::Pace;
use crate::timeline::ReplicaIndex;

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
