//! What a person or a scenario does to the world, in resolved numbers. It knows neither file
//! formats nor what comes of it.

use sim::NodeId;

use crate::chance::Chances;
use crate::config::{OpKind, ReadMode, Settings};
use crate::fault::FaultKey;
use crate::ids::RangeId;
use crate::named::NamedKeys;
use crate::operation::Operation;
use crate::tuning::Tuned;

/// Something that a person or a scenario does to the world at an instant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Messages from one place to the other are lost; `both` also the other way.
    Cut {
        /// Sender's side.
        from: sim::Place,
        /// Receiver's side.
        to: sim::Place,
        /// Both directions.
        both: bool,
    },
    /// Nothing enters or leaves the place.
    Isolate(sim::Place),
    /// Degrades the link from one place to the other; `both` also the other way.
    Degrade {
        /// Sender's side.
        from: sim::Place,
        /// Receiver's side.
        to: sim::Place,
        /// Both directions.
        both: bool,
        /// How.
        how: sim::Degrade,
    },
    /// Ends one standing fault of the network or of a store.
    Heal(FaultKey),
    /// Ends every network fault.
    HealAll,
    /// The store loses power: memory and the unsynced tail of its disk are gone.
    Crash(NodeId),
    /// A crashed store starts again from its disk.
    Restart(NodeId),
    /// The process stops; its clock and its network connections do not.
    Pause(NodeId),
    /// A paused process goes on.
    Resume(NodeId),
    /// The store's replica of the range starts an election now.
    Campaign {
        /// The store.
        store: NodeId,
        /// The range.
        range: RangeId,
    },
    /// The range's leader hands leadership to the store's replica.
    Transfer {
        /// The store that shall lead.
        to: NodeId,
        /// The range.
        range: RangeId,
    },
    /// A range or its group shall change shape.
    Operate {
        /// The range.
        range: RangeId,
        /// What it shall become.
        step: Operation,
    },
    /// One request by hand.
    Request {
        /// Where it enters.
        gateway: NodeId,
        /// What it does.
        op: OpKind,
        /// First key.
        key: u64,
        /// Rows of a scan, else 1.
        rows: u32,
        /// Bytes of a put's value, at least 8.
        value_bytes: u32,
        /// A read mode of its own.
        mode: Option<ReadMode>,
    },
    /// One request by hand for rows that lie apart.
    RequestNamed {
        /// Where it enters.
        gateway: NodeId,
        /// What it does: a statement, an insert or an update.
        op: OpKind,
        /// Its rows.
        keys: NamedKeys,
        /// Bytes of each value that it writes, at least 8.
        value_bytes: u32,
        /// A statement's read mode of its own.
        mode: Option<ReadMode>,
    },
    /// A workload starts or stops.
    SetWorkload {
        /// Position in the config.
        workload: u16,
        /// Start or stop.
        running: bool,
    },
    /// All switches, as they shall be from now on.
    Set(Settings),
    /// A machine, a link, a load or a cost has another size from now on.
    Resize {
        /// Which.
        of: Tuned,
        /// In its unit.
        to: u64,
    },
    /// Removes a message that is in flight.
    Drop {
        /// The flight's id.
        flight: u64,
    },
    /// Flips a bit of a Raft message that is in flight.
    Corrupt {
        /// The flight's id.
        flight: u64,
    },
    /// A bit flips in each of the next appends with entries from one place to the other.
    CorruptNext {
        /// Sender's side.
        from: sim::Place,
        /// Receiver's side.
        to: sim::Place,
        /// How many, at least 1.
        messages: u32,
    },
    /// The clock of a store or a gateway runs at another rate from now on.
    SetClock {
        /// The store or gateway.
        store: NodeId,
        /// +1 is one µs fast per second.
        drift_ppm: i32,
    },
    /// From now on these kinds of chance are drawn from another stream: another future of the run.
    Redraw {
        /// Which stream, 1 at least: the run's own is no other.
        stream: u32,
        /// What is drawn anew.
        of: Chances,
    },
}

impl Action {
    /// The fault that stands once it is done.
    pub fn fault(&self) -> Option<FaultKey> {
        match *self {
            Action::Cut { from, to, both } => Some(FaultKey::Cut { from, to, both }),
            Action::Isolate(place) => Some(FaultKey::Isolate(place)),
            Action::Degrade { from, to, both, .. } => Some(FaultKey::Degrade { from, to, both }),
            Action::Crash(node) => Some(FaultKey::Crash(node)),
            Action::Pause(node) => Some(FaultKey::Pause(node)),
            Action::Heal(_)
            | Action::HealAll
            | Action::Restart(_)
            | Action::Resume(_)
            | Action::Campaign { .. }
            | Action::Transfer { .. }
            | Action::Operate { .. }
            | Action::Request { .. }
            | Action::RequestNamed { .. }
            | Action::SetWorkload { .. }
            | Action::Set(_)
            | Action::Resize { .. }
            | Action::Drop { .. }
            | Action::Corrupt { .. }
            | Action::CorruptNext { .. }
            | Action::SetClock { .. }
            | Action::Redraw { .. } => None,
        }
    }

    /// The fault that it ends; `HealAll` ends whatever stands, and names none.
    pub fn ends(&self) -> Option<FaultKey> {
        match *self {
            Action::Heal(fault) => Some(fault),
            Action::Restart(node) => Some(FaultKey::Crash(node)),
            Action::Resume(node) => Some(FaultKey::Pause(node)),
            Action::Cut { .. }
            | Action::Isolate(_)
            | Action::Degrade { .. }
            | Action::HealAll
            | Action::Crash(_)
            | Action::Pause(_)
            | Action::Campaign { .. }
            | Action::Transfer { .. }
            | Action::Operate { .. }
            | Action::Request { .. }
            | Action::RequestNamed { .. }
            | Action::SetWorkload { .. }
            | Action::Set(_)
            | Action::Resize { .. }
            | Action::Drop { .. }
            | Action::Corrupt { .. }
            | Action::CorruptNext { .. }
            | Action::SetClock { .. }
            | Action::Redraw { .. } => None,
        }
    }

    /// What ends a fault.
    pub fn ending(fault: FaultKey) -> Action {
        match fault {
            FaultKey::Crash(node) => Action::Restart(node),
            FaultKey::Pause(node) => Action::Resume(node),
            FaultKey::Cut { .. } | FaultKey::Isolate(_) | FaultKey::Degrade { .. } => {
                Action::Heal(fault)
            }
        }
    }
}
