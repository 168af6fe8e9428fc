//! What ties facts of different requests and messages together: parts to their whole, locks to the
//! transaction that started then, messages to the packets that they waited for.

use std::collections::BTreeMap;

use model::fact::Fact;
use model::ids::RequestId;
use sim::{Micros, NodeId};

/// A transaction, as those who meet its locks know it.
#[derive(Copy, Clone, Debug)]
pub(super) struct Owner {
    pub(super) request: RequestId,
    pub(super) gateway: NodeId,
}

/// Ties of a record, in the order of its rows.
#[derive(Debug, Default)]
pub(super) struct Ties {
    /// By request that is made of parts: those.
    parts: BTreeMap<RequestId, Vec<RequestId>>,
    /// Requests that write, by number, with their gateways.
    writers: BTreeMap<RequestId, NodeId>,
    /// Who began the transaction of each start timestamp.
    starts: BTreeMap<u64, Owner>,
    /// How long messages were held back by lost packets.
    held_us: BTreeMap<u64, Micros>,
}

impl Ties {
    pub(super) fn enter(&mut self, fact: &Fact) {
        match fact {
            Fact::Invoked(asked) => {
                if asked.parent != RequestId::NONE {
                    let parts = self.parts.entry(asked.parent).or_default();
                    parts.push(asked.request);
                }
                if asked.op.is_write() {
                    self.writers.insert(asked.request, asked.gateway);
                }
            }
            Fact::Timestamped { request, ts, .. } => {
                if let Some(gateway) = self.writers.get(request) {
                    let owner = Owner {
                        request: *request,
                        gateway: *gateway,
                    };
                    self.starts.insert(*ts, owner);
                }
            }
            Fact::HeldBack {
                flight, held_us, ..
            } => {
                self.held_us.insert(*flight, *held_us);
            }
            _ => {}
        }
    }

    /// The parts of a request, in the order in which they began.
    pub(super) fn parts(&self, request: RequestId) -> &[RequestId] {
        self.parts.get(&request).map_or(&[], Vec::as_slice)
    }

    /// The transaction that started at this timestamp, if the record has it.
    pub(super) fn started(&self, start_ts: u64) -> Option<Owner> {
        self.starts.get(&start_ts).copied()
    }

    /// How long a message was held back by lost packets.
    pub(super) fn held_us(&self, flight: u64) -> Micros {
        self.held_us.get(&flight).copied().unwrap_or_default()
    }
}
