//! When which fault stood, from the actions of the run: they are known from its start on, however
//! far back the record reaches.

use model::config::{Action, FaultKey, FaultTarget};
use sim::{Micros, NodeId, Place};

use text::names::Names;

/// A fault from its begin to its end.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct FaultSpan {
    pub(super) key: FaultKey,
    pub(super) since_us: Micros,
    pub(super) until_us: Option<Micros>,
    /// The action that began it.
    pub(super) ordinal: u32,
}

impl FaultSpan {
    /// Whether it stood at an instant.
    pub(super) fn stood(&self, at_us: Micros) -> bool {
        self.since_us <= at_us && self.until_us.is_none_or(|until_us| at_us < until_us)
    }
}

/// All faults of a run, in the order in which they began.
pub(super) fn faults_of(actions: &[(Micros, Action)]) -> Vec<FaultSpan> {
    let mut order: Vec<u32> = (0..actions.len() as u32).collect();
    order.sort_by_key(|ordinal| actions[*ordinal as usize].0);
    let mut faults: Vec<FaultSpan> = Vec::new();
    for ordinal in order {
        let (at_us, action) = &actions[ordinal as usize];
        if let Some(ended) = action.ends() {
            end(&mut faults, |known| *known == ended, *at_us);
        } else if *action == Action::HealAll {
            end(&mut faults, |known| known.kind().is_of_network(), *at_us);
        } else if let Some(key) = action.fault() {
            begin(&mut faults, key, *at_us, ordinal);
        }
    }
    faults
}

fn begin(faults: &mut Vec<FaultSpan>, key: FaultKey, at_us: Micros, ordinal: u32) {
    let stands = |faults: &[FaultSpan], key: FaultKey| {
        let mut faults = faults.iter();
        faults.any(|fault| fault.key == key && fault.until_us.is_none())
    };
    match key {
        // A link that is worse already is worse in another way.
        FaultKey::Degrade { .. } => end(faults, |known| *known == key, at_us),
        FaultKey::Crash(node) => end(faults, |known| *known == FaultKey::Pause(node), at_us),
        FaultKey::Pause(node) if stands(faults, FaultKey::Crash(node)) => return,
        FaultKey::Cut { .. } | FaultKey::Isolate(_) | FaultKey::Pause(_) => {}
    }
    if stands(faults, key) {
        return;
    }
    faults.push(FaultSpan {
        key,
        since_us: at_us,
        until_us: None,
        ordinal,
    });
}

fn end(faults: &mut [FaultSpan], ends: impl Fn(&FaultKey) -> bool, at_us: Micros) {
    let standing = |fault: &&mut FaultSpan| fault.until_us.is_none();
    for fault in faults.iter_mut().filter(standing) {
        if ends(&fault.key) {
            fault.until_us = Some(at_us);
        }
    }
}

/// Whether a fault keeps what one node sends from another, or either of them from working.
pub(super) fn hinders(fault: &FaultKey, from: NodeId, to: NodeId, names: &Names) -> bool {
    let at = |place: Place, node: NodeId| match place {
        Place::Node(known) => known == node,
        Place::Zone(zone) => names.nodes[usize::from(node.0)].zone == zone,
    };
    let places = fault.places();
    let (a, both) = (places.from, places.both);
    let meets = match (fault.kind().target(), places.to) {
        (_, Some(b)) => (at(a, from) && at(b, to)) || (both && at(a, to) && at(b, from)),
        (FaultTarget::Server | FaultTarget::Store, None) => at(a, from) || at(a, to),
        (FaultTarget::Link | FaultTarget::Place, None) => at(a, from) != at(a, to),
    };
    meets && fault.kind().blocks()
}
