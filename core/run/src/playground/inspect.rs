//! All that is known of one thing. What it means in words is said where it is shown
//! (web/views/inspector).

use model::config::NodeKind;
use model::fact::SentFact;
use model::ids::{RangeId, RequestId};
use model::view::{EntryView, KnownRange, ReplicaView};
use observe::requests::KnownIndex;
use serde::Serialize;
use sim::NodeId;
use ts_rs::TS;

use crate::playground::{CommandForms, Playground, Target};

/// What is known of a thing, by what it is.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Inspection {
    /// A store.
    Store {
        /// Duration of one fsync.
        fsync_us: u64,
        /// Disk write throughput in bytes per second; 0 = not limited.
        disk_bytes_per_s: u64,
        /// How far its clock was ahead at the start.
        clock_offset_us: i64,
        /// How many µs its clock gains a second now.
        drift_ppm: i32,
    },
    /// A gateway.
    Gateway {
        /// How far its clock is ahead now.
        clock_offset_us: i64,
        /// How many µs its clock gains a second.
        drift_ppm: i32,
        /// What it knows of ranges, beside what is so.
        known: Vec<KnownRange>,
    },
    /// The placement driver, of which the frame tells all.
    PlacementDriver,
    /// A range, or one of its replicas.
    Range {
        /// Bytes of a row.
        row_bytes: u32,
        /// Its replicas, in placement order.
        replicas: Vec<ReplicaView>,
    },
    /// A log entry.
    Entry {
        /// The range's replicas, in placement order.
        replicas: Vec<ReplicaView>,
        /// What each of them holds at the index.
        held: Vec<Option<EntryView>>,
        /// Its command, where it is a put.
        command: Option<CommandForms>,
    },
    /// A message in flight.
    Message {
        /// An index into the world's message types.
        #[serde(rename = "type")]
        what: u8,
        /// Sender's node.
        from: u16,
        /// Receiver's node.
        to: u16,
        /// Range that it is about.
        range: RangeId,
        /// Payload bytes.
        bytes: u64,
        /// Framing bytes.
        framing: u64,
        /// When it left.
        sent_us: u64,
        /// When it arrives or dies.
        end_us: u64,
        /// As in a frame's flights.
        fate: u8,
        /// Whether it refuses.
        reject: bool,
        /// Raft term, 0 where it has none.
        term: u64,
        /// Raft log index; what it means is the type's.
        index: u64,
        /// Entries that it carries.
        entries: u32,
        /// Request that it serves, 0 = none.
        request: RequestId,
    },
    /// A link between two zones.
    Link {
        /// Window in bytes, 0 = none.
        window_bytes: u64,
    },
    /// A traced request.
    Request {
        /// When a replica asked for a read index.
        asked_us: Option<u64>,
        /// That read index, once it was known.
        known: Option<KnownIndex>,
        /// When a replica read its rows.
        served_us: Option<u64>,
    },
}

impl Playground {
    /// All that is known of one thing; none when there is no such thing (any more).
    pub fn inspect(&self, target: Target) -> Option<Inspection> {
        match target {
            Target::Message(flight) => {
                let (sent, sent_us) = self.cluster.flight(flight)?;
                Some(message(sent, sent_us))
            }
            Target::Node(node) => self.inspect_node(node),
            Target::Replica { range, node } => self.inspect_replica(range, node),
            Target::Link { from, to } => self.inspect_link(from, to),
            Target::Request(request) => self.inspect_request(request),
            Target::Range(range) => self.inspect_range(range),
            Target::Entry { range, index } => self.inspect_entry(range, index),
            // The run keeps no events: whoever recorded them knows.
            Target::Event(_) => None,
        }
    }

    fn inspect_node(&self, node: u32) -> Option<Inspection> {
        let config = self.resolved.config.nodes.get(node as usize)?;
        let id = NodeId(node as u16);
        Some(match &config.kind {
            NodeKind::Store(store) => Inspection::Store {
                fsync_us: store.fsync_us,
                disk_bytes_per_s: store.disk_bytes_per_s,
                clock_offset_us: store.clock_offset_us,
                drift_ppm: self.cluster.store(id).drift_ppm,
            },
            NodeKind::Gateway => {
                let (drift_ppm, clock_offset_us) = self.cluster.gateway_clock(id)?;
                Inspection::Gateway {
                    clock_offset_us,
                    drift_ppm,
                    known: self.cluster.known_ranges(id),
                }
            }
            NodeKind::PlacementDriver => Inspection::PlacementDriver,
        })
    }

    fn inspect_replica(&self, range: RangeId, node: u32) -> Option<Inspection> {
        let members = self.cluster.members(range);
        let is_held = members.iter().any(|(_, store)| u32::from(store.0) == node);
        is_held.then(|| self.inspect_range(range)).flatten()
    }

    fn inspect_range(&self, range: RangeId) -> Option<Inspection> {
        let replicas = self.cluster.replicas(range);
        let row_bytes = self.resolved.config.data.row_bytes;
        (!replicas.is_empty()).then_some(Inspection::Range {
            row_bytes,
            replicas,
        })
    }

    fn inspect_entry(&self, range: RangeId, index: u64) -> Option<Inspection> {
        let replicas = self.cluster.replicas(range);
        let last = replicas.iter().map(|view| view.last).max()?;
        if index == 0 || index > last {
            return None;
        }
        let held = self.cluster.log(range, index..index + 1).into_iter();
        Some(Inspection::Entry {
            replicas,
            held: held.map(|entries| entries.first().copied()).collect(),
            command: self.encodings(range, index),
        })
    }

    fn inspect_link(&self, from: u32, to: u32) -> Option<Inspection> {
        let zones = u32::from(self.resolved.config.zones);
        if from >= zones || to >= zones {
            return None;
        }
        let link = &self.resolved.config.links[(from * zones + to) as usize];
        let window_bytes = link.window_bytes;
        Some(Inspection::Link { window_bytes })
    }

    fn inspect_request(&self, request: RequestId) -> Option<Inspection> {
        let trace = self.watch().traces().get(request)?;
        Some(Inspection::Request {
            asked_us: trace.asked_us,
            known: trace.known,
            served_us: trace.served_us,
        })
    }
}

fn message(sent: &SentFact, sent_us: u64) -> Inspection {
    Inspection::Message {
        what: sent.what as u8,
        from: sent.from.0,
        to: sent.to.0,
        range: sent.range,
        bytes: sent.bytes,
        framing: sent.framing,
        sent_us,
        end_us: sent.end_us,
        fate: sent.fate as u8,
        reject: sent.reject,
        term: sent.term,
        index: sent.index,
        entries: sent.entries,
        request: sent.request,
    }
}
