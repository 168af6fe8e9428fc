//! Actions as files and pages write them. It must not know the engine's.

use model::chance::Chance;
use model::config::ReadMode;
use model::named::NAMED_MAX;
use model::tuning::Tunable;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use format::amount::Amount;
use format::bound::BYTES;
use format::limits;
use format::numbers::Ratio;
use format::switches::SettingsText;
use format::tree::Read;
use format::units::{Bandwidth, DurationUs};
use format::word::Word;
use text::phrase;

/// Something that a person or a scenario does to the world. A place is a zone, store or gateway.
#[derive(Clone, Debug, Serialize, JsonSchema, Read)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum ActionText {
    /// Messages between two places are lost; with `one_way` only those from `from` to `to`.
    Cut {
        /// Sender's side.
        from: String,
        /// Receiver's side.
        to: String,
        /// Leave the other direction alone.
        #[serde(default)]
        one_way: bool,
    },
    /// Nothing enters or leaves the place.
    Isolate {
        /// The place.
        place: String,
    },
    /// Makes the link between two places worse; with `one_way` only from `from` to `to`.
    Degrade {
        /// Sender's side.
        from: String,
        /// Receiver's side.
        to: String,
        /// Leave the other direction alone.
        #[serde(default)]
        one_way: bool,
        /// Added to the one-way delay.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[bound(max = limits::DELAY_US_MAX)]
        delay: Option<DurationUs>,
        /// Added to the bound of the jitter.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[bound(max = limits::JITTER_US_MAX)]
        jitter: Option<DurationUs>,
        /// Chance that a packet is lost, besides the link's own. TCP sends it again: at once when
        /// three later packets tell of it, else after the retransmission timeout; what follows on
        /// its connection waits. So it shows as delay.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        loss: Option<Ratio>,
        /// Chance that a whole message vanishes, besides the link's own: no TCP, nothing below
        /// Raft sends it again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        vanish: Option<Ratio>,
        /// Cap of the bandwidth.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[bound(min = limits::BANDWIDTH_BPS_MIN, max = limits::BANDWIDTH_BPS_MAX)]
        bandwidth: Option<Bandwidth>,
    },
    /// Ends one standing fault, or every fault of the network.
    Heal {
        /// The fault's id, e.g. `cut:az1:az2`, `cut:az1:az2:one-way`, `isolate:az1`, `crash:s1`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fault: Option<String>,
    },
    /// The store loses power: memory, the unsynced tail of its disk, and what is under way to it
    /// or from it are gone. Others learn it as from a machine that answers for its dead process:
    /// connections are refused one delay later. Rows that were applied stay, because a store
    /// whose rows went back would apply the same entries again before it answers. Or the gateway's
    /// process ends: what it knew of requests and transactions is gone, and so is what is under
    /// way to it; what it had sent still arrives.
    Crash {
        /// The store or gateway.
        store: String,
    },
    /// A crashed store starts again from its disk, a crashed gateway from nothing.
    Restart {
        /// The store or gateway.
        store: String,
    },
    /// The store's process stops; its clock and its connections do not.
    Pause {
        /// The store.
        store: String,
    },
    /// A paused process goes on.
    Resume {
        /// The store.
        store: String,
    },
    /// The store's replica starts an election now, unless its vote is promised to a leader.
    Campaign {
        /// The store.
        store: String,
        /// The range.
        #[serde(default)]
        range: u32,
    },
    /// The leader hands leadership to the store's replica.
    Transfer {
        /// The store that shall lead.
        to: String,
        /// The range.
        #[serde(default)]
        range: u32,
    },
    /// A range gets a replica on the store: a learner that becomes a voter when it has caught up.
    AddReplica {
        /// The store.
        store: String,
        /// The range.
        #[serde(default)]
        range: u32,
        /// It stays a learner: it gets the log and has no vote.
        #[serde(default)]
        learner: bool,
    },
    /// A range loses its replica on the store.
    RemoveReplica {
        /// The store.
        store: String,
        /// The range.
        #[serde(default)]
        range: u32,
    },
    /// A range gets a replica on one store in place of one on another, by joint consensus.
    MoveReplica {
        /// The store that loses it.
        from: String,
        /// The store that gets it.
        to: String,
        /// The range.
        #[serde(default)]
        range: u32,
    },
    /// A range becomes two. The new one has the next number that is free.
    Split {
        /// The range.
        #[serde(default)]
        range: u32,
        /// First key of the new range.
        key: u64,
    },
    /// A range goes into a neighbour that has its replicas on the same stores.
    Merge {
        /// The range that goes.
        range: u32,
        /// The range that stays.
        into: u32,
    },
    /// Reads one row.
    Get {
        /// A gateway, or a zone for its first gateway.
        from: String,
        /// The key.
        key: u64,
        /// A read mode of its own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        read_mode: Option<Word<ReadMode>>,
    },
    /// Writes one row.
    Put {
        /// A gateway, or a zone for its first gateway.
        from: String,
        /// The key.
        key: u64,
        /// Length of the value; 8 at least.
        #[serde(default = "default_put_bytes")]
        #[schemars(range(min = limits::VALUE_BYTES_MIN, max = limits::VALUE_BYTES_MAX))]
        #[bound(words = BYTES)]
        bytes: u32,
    },
    /// Reads neighbouring rows.
    Scan {
        /// A gateway, or a zone for its first gateway.
        from: String,
        /// First key.
        key: u64,
        /// How many rows.
        #[schemars(range(min = 1, max = limits::SCAN_ROWS_MAX))]
        rows: u32,
        /// A read mode of its own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        read_mode: Option<Word<ReadMode>>,
    },
    /// Reads rows that lie apart: at one time where there are timestamps, else one after the other.
    Statement {
        /// A gateway, or a zone for its first gateway.
        from: String,
        /// The keys, each once; 6 at most.
        #[schemars(length(min = 1, max = NAMED_MAX), extend("uniqueItems" = true))]
        keys: Vec<u64>,
        /// A read mode of its own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        read_mode: Option<Word<ReadMode>>,
    },
    /// Writes rows that lie apart, all or none, without reading them. Needs timestamps.
    Insert {
        /// A gateway, or a zone for its first gateway.
        from: String,
        /// The keys, each once; 6 at most.
        #[schemars(length(min = 1, max = NAMED_MAX), extend("uniqueItems" = true))]
        keys: Vec<u64>,
        /// Length of each value; 8 at least.
        #[serde(default = "default_put_bytes")]
        #[schemars(range(min = limits::VALUE_BYTES_MIN, max = limits::VALUE_BYTES_MAX))]
        #[bound(words = BYTES)]
        bytes: u32,
    },
    /// Reads rows that lie apart at one time, then writes them all or none. Needs timestamps.
    Update {
        /// A gateway, or a zone for its first gateway.
        from: String,
        /// The keys, each once; 6 at most.
        #[schemars(length(min = 1, max = NAMED_MAX), extend("uniqueItems" = true))]
        keys: Vec<u64>,
        /// Length of each value; 8 at least.
        #[serde(default = "default_put_bytes")]
        #[schemars(range(min = limits::VALUE_BYTES_MIN, max = limits::VALUE_BYTES_MAX))]
        #[bound(words = BYTES)]
        bytes: u32,
    },
    /// A workload starts.
    Start {
        /// The workload.
        workload: String,
    },
    /// A workload stops.
    Stop {
        /// The workload.
        workload: String,
    },
    /// Changes switches.
    Set {
        /// What is left out keeps its value.
        settings: SettingsText,
    },
    /// A machine, a link, a load or a cost has another size from now on.
    Resize {
        /// What of it.
        what: Word<Tunable>,
        /// Of a store, gateway, balancer or host; of a link, written `from>to` with two zones, or
        /// one twice; of a workload; or of a piece of work: `request`, `row`, `message`, `apply`,
        /// `parse`, `plan`, `execute`, `balance`, `packet`.
        of: String,
        /// Its new size.
        to: Amount,
    },
    /// Removes a message that is in flight.
    Drop {
        /// Number of the message.
        message: u64,
    },
    /// Flips a bit of a Raft message that is in flight.
    Corrupt {
        /// Number of the message.
        message: u64,
    },
    /// Flips a bit in each of the next appends with entries.
    CorruptNext {
        /// Sender's side.
        from: String,
        /// Receiver's side.
        to: String,
        /// How many appends.
        #[serde(default = "default_corrupt_messages")]
        #[schemars(range(min = 1, max = limits::CORRUPT_MESSAGES_MAX))]
        #[bound(words = phrase!("{least} to {most} appends"))]
        messages: u32,
    },
    /// The clock of a store or a gateway runs at another rate from now on.
    SetClock {
        /// The store or gateway.
        store: String,
        /// Microseconds that it gains per second; negative: that it loses.
        #[schemars(range(min = -limits::DRIFT_PPM_MAX, max = limits::DRIFT_PPM_MAX))]
        #[bound(words = phrase!("{least} to {most} ppm"))]
        drift_ppm: i32,
    },
    /// Another future of the run: from now on chance is drawn from another stream.
    Redraw {
        /// Number of the stream. The run's own has none.
        #[schemars(range(min = 1))]
        stream: u32,
        /// What is drawn anew; everything if it is left out.
        #[serde(default = "default_redrawn")]
        #[schemars(length(min = 1, max = Chance::ALL.len()), extend("uniqueItems" = true))]
        of: Vec<Word<Chance>>,
    },
}

/// An action and its instant.
#[derive(JsonSchema)]
#[schemars(transform = close_object)]
#[expect(
    dead_code,
    reason = "describes the shape in the schema; actions are read by hand"
)]
pub(crate) struct ScriptedAction {
    /// Instant of the run at which it happens.
    at: DurationUs,
    #[schemars(flatten)]
    action: ActionText,
}

/// In the schema, `at` must be a known key of each closed object of actions.
fn close_object(schema: &mut schemars::Schema) {
    schema.remove("unevaluatedProperties");
    let Some(outer) = schema.get("properties").cloned() else {
        return;
    };
    let Some(branches) = schema.get_mut("oneOf").and_then(Value::as_array_mut) else {
        return;
    };
    for branch in branches {
        let properties = branch.get_mut("properties").and_then(Value::as_object_mut);
        if let (Some(properties), Some(outer)) = (properties, outer.as_object()) {
            properties.extend(outer.clone());
        }
    }
}

fn default_put_bytes() -> u32 {
    64
}

fn default_redrawn() -> Vec<Word<Chance>> {
    Chance::ALL.map(Word).to_vec()
}

fn default_corrupt_messages() -> u32 {
    1
}
