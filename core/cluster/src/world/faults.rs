//! Faults that stand, and those of the network: how they begin and how they are lifted.

use sim::{Degrade, FaultId, Impairment, Place};

use super::AnyCluster;
use crate::replica::Replica;
use model::config::FaultKey;
use model::fact::{Death, Fact};

/// A standing fault with the network's handles for it.
pub(super) struct Standing {
    pub(super) key: FaultKey,
    pub(super) handles: Vec<FaultId>,
}

impl AnyCluster {
    pub(super) fn impair(
        &mut self,
        key: FaultKey,
        from: Place,
        to: Place,
        both: bool,
        what: Impairment,
    ) {
        if self.stands(key) {
            return;
        }
        let mut handles = vec![self.transport.network.impair(from, to, what)];
        if both {
            handles.push(self.transport.network.impair(to, from, what));
        }
        self.begin_fault(key, handles);
    }

    pub(super) fn degrade(&mut self, from: Place, to: Place, both: bool, how: Degrade) {
        let key = FaultKey::Degrade { from, to, both };
        // The same link degraded anew: the new values replace the old ones.
        self.end_fault(key);
        self.impair(key, from, to, both, Impairment::Degrade(how));
    }

    pub(super) fn isolate(&mut self, place: Place) {
        let key = FaultKey::Isolate(place);
        if !self.stands(key) {
            let handle = self.transport.network.isolate(place);
            self.begin_fault(key, vec![handle]);
        }
    }

    pub(super) fn heal_all(&mut self) {
        let network = |key: &FaultKey| key.kind().is_of_network();
        let keys: Vec<FaultKey> = self
            .standing
            .iter()
            .map(|s| s.key)
            .filter(network)
            .collect();
        for key in keys {
            self.end_fault(key);
        }
    }

    fn stands(&self, key: FaultKey) -> bool {
        self.standing.iter().any(|s| s.key == key)
    }

    pub(super) fn begin_fault(&mut self, key: FaultKey, handles: Vec<FaultId>) {
        assert!(!self.stands(key));
        self.standing.push(Standing { key, handles });
        self.standing_since.push((key, self.now()));
        self.emit(Fact::FaultBegan { fault: key });
        // A cut loses what is on the link.
        let network = &self.transport.network;
        let lost = self
            .transport
            .flights
            .chosen(|f| f.fate == sim::Fate::Arrives && network.is_cut(f.from, f.to));
        for (slot, number) in lost {
            let flight = self
                .transport
                .flights
                .take(slot, number)
                .expect("just chosen");
            self.die(flight, Death::Cut);
        }
    }

    pub(super) fn end_fault(&mut self, key: FaultKey) {
        let Some(position) = self.standing.iter().position(|s| s.key == key) else {
            return;
        };
        let ended = self.standing.remove(position);
        self.standing_since.remove(position);
        for handle in ended.handles {
            self.transport.network.heal(handle);
        }
        self.emit(Fact::FaultEnded { fault: key });
        if self.settings.hibernate && key.kind().is_of_network() {
            // Connections come back: who slept may have missed that it was removed.
            self.for_each_replica(Replica::wake_if_up);
        }
    }
}
