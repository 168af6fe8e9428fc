//! What a person or a scenario does to the world, in resolved numbers, and the faults that stand
//! afterwards. It knows neither file formats nor what comes of it.

use sim::NodeId;

use crate::config::{OpKind, ReadMode, Settings};
use crate::operation::Operation;

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
    /// Worsens the link from one place to the other; `both` also the other way.
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
        range: u32,
    },
    /// The range's leader hands leadership to the store's replica.
    Transfer {
        /// The store that shall lead.
        to: NodeId,
        /// The range.
        range: u32,
    },
    /// A range or its group shall change shape.
    Operate {
        /// The range.
        range: u32,
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
    /// A workload starts or stops.
    SetWorkload {
        /// Position in the config.
        workload: u16,
        /// Start or stop.
        running: bool,
    },
    /// All switches, as they shall be from now on.
    Set(Settings),
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
}

/// Names a standing fault by what it is, so that it can be healed without a handle.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FaultKey {
    /// A cut.
    Cut {
        /// Sender's side.
        from: sim::Place,
        /// Receiver's side.
        to: sim::Place,
        /// Both directions.
        both: bool,
    },
    /// An isolated place.
    Isolate(sim::Place),
    /// A worsened link.
    Degrade {
        /// Sender's side.
        from: sim::Place,
        /// Receiver's side.
        to: sim::Place,
        /// Both directions.
        both: bool,
    },
    /// A crashed store.
    Crash(NodeId),
    /// A paused store.
    Pause(NodeId),
}
