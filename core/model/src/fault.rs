//! Faults that stand: what each is called, where it is, whether messages pass, how it is lifted.
//! Whoever tells, digests, shows or lifts faults goes by that, not by their names.

use sim::{NodeId, Place};

use crate::choice;

choice! {
    /// What a standing fault is; its label is what is so then.
    pub enum FaultKind {
        /// Messages are lost.
        Cut = "cut", "cut";
        /// Nothing enters or leaves.
        Isolate = "isolate", "isolated";
        /// A link is worse than it was.
        Degrade = "degrade", "degraded";
        /// A server has no power.
        Crash = "crash", "crashed";
        /// A process stands still.
        Pause = "pause", "paused";
    }
}

choice! {
    /// What a kind of fault is about.
    pub enum FaultTarget {
        /// The way from one place to another, perhaps also back.
        Link = "link";
        /// A zone or a node, from everything else.
        Place = "place";
        /// A store or a gateway itself.
        Server = "server";
        /// A store itself.
        Store = "store";
    }
}

/// What everybody goes by who tells, counts or lifts a fault.
#[derive(Copy, Clone, Debug)]
pub struct FaultSpec {
    /// What it is about.
    pub target: FaultTarget,
    /// Whether nothing gets past it.
    pub blocks: bool,
}

impl FaultKind {
    /// What everybody goes by.
    pub const fn spec(self) -> FaultSpec {
        let (target, blocks) = match self {
            FaultKind::Cut => (FaultTarget::Link, true),
            FaultKind::Isolate => (FaultTarget::Place, true),
            FaultKind::Degrade => (FaultTarget::Link, false),
            FaultKind::Crash => (FaultTarget::Server, true),
            FaultKind::Pause => (FaultTarget::Store, true),
        };
        FaultSpec { target, blocks }
    }

    /// What it is about.
    pub const fn target(self) -> FaultTarget {
        self.spec().target
    }

    /// Whether nothing gets past it.
    pub const fn blocks(self) -> bool {
        self.spec().blocks
    }

    /// Whether it is one of the network, which healing everything ends.
    pub const fn is_of_network(self) -> bool {
        matches!(self.target(), FaultTarget::Link | FaultTarget::Place)
    }
}

/// Names a standing fault by what it is, so that it can be healed without a handle.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FaultKey {
    /// A cut.
    Cut {
        /// Sender's side.
        from: Place,
        /// Receiver's side.
        to: Place,
        /// Both directions.
        both: bool,
    },
    /// An isolated place.
    Isolate(Place),
    /// A degraded link.
    Degrade {
        /// Sender's side.
        from: Place,
        /// Receiver's side.
        to: Place,
        /// Both directions.
        both: bool,
    },
    /// A crashed store.
    Crash(NodeId),
    /// A paused store.
    Pause(NodeId),
}

/// Where a fault is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct FaultPlaces {
    /// Where it is; of a link the sender's side.
    pub from: Place,
    /// The other end of a link.
    pub to: Option<Place>,
    /// Whether it is meant in both directions; of what is no link it always is.
    pub both: bool,
}

impl FaultKey {
    /// What it is.
    pub fn kind(&self) -> FaultKind {
        match self {
            FaultKey::Cut { .. } => FaultKind::Cut,
            FaultKey::Isolate(_) => FaultKind::Isolate,
            FaultKey::Degrade { .. } => FaultKind::Degrade,
            FaultKey::Crash(_) => FaultKind::Crash,
            FaultKey::Pause(_) => FaultKind::Pause,
        }
    }

    /// Where it is.
    pub fn places(&self) -> FaultPlaces {
        let alone = |from| FaultPlaces {
            from,
            to: None,
            both: true,
        };
        match *self {
            FaultKey::Cut { from, to, both } | FaultKey::Degrade { from, to, both } => {
                let to = Some(to);
                FaultPlaces { from, to, both }
            }
            FaultKey::Isolate(place) => alone(place),
            FaultKey::Crash(node) | FaultKey::Pause(node) => alone(Place::Node(node)),
        }
    }

    /// The fault of this kind at these places, if it can be there.
    pub fn of(kind: FaultKind, from: Place, to: Option<Place>, both: bool) -> Option<Self> {
        match (kind, from, to) {
            (FaultKind::Cut, from, Some(to)) => Some(FaultKey::Cut { from, to, both }),
            (FaultKind::Degrade, from, Some(to)) => Some(FaultKey::Degrade { from, to, both }),
            (FaultKind::Isolate, place, None) => Some(FaultKey::Isolate(place)),
            (FaultKind::Crash, Place::Node(node), None) => Some(FaultKey::Crash(node)),
            (FaultKind::Pause, Place::Node(node), None) => Some(FaultKey::Pause(node)),
            (FaultKind::Cut | FaultKind::Degrade, _, None)
            | (FaultKind::Isolate, _, Some(_))
            | (FaultKind::Crash | FaultKind::Pause, ..) => None,
        }
    }
}
