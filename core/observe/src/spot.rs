//! Which events touch one thing: a store, a replica, a range, a link, a message, a request, or an
//! entry.
//! It is there only while somebody searches, and says no more than the number of the last one.

use model::config::{FaultKey, FaultPlaces};
use model::fact::{ByteKind, Fact, ReplicaRef, SentFact};
use model::ids::{RangeId, RequestId};
use model::target::Target;
use sim::{NodeId, Place};

/// The thing that is searched for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A range: everything that its replicas do and all messages about it.
    Range(RangeId),
    /// A store or gateway.
    Node(NodeId),
    /// A range's replica on a store.
    Replica {
        /// The range.
        range: RangeId,
        /// The store.
        node: NodeId,
    },
    /// A directed link between zones.
    Link {
        /// Sender's zone.
        from: u16,
        /// Receiver's zone.
        to: u16,
    },
    /// A message, by flight number.
    Message(u64),
    /// A client's request.
    Request(RequestId),
    /// A log entry: that it is sent, written, durable, committed, applied, or dropped.
    Entry {
        /// The range.
        range: RangeId,
        /// Its index.
        index: u64,
    },
}

impl Subject {
    /// What a search looks for when a thing is selected: the thing, or else the range that is
    /// shown. An event is touched by itself alone, so with one selected it is the range too.
    pub fn of(target: Option<Target>, shown_range: RangeId) -> Self {
        let node_id = |node: u32| NodeId(node as u16);
        match target {
            None | Some(Target::Event(_)) => Subject::Range(shown_range),
            Some(Target::Message(flight)) => Subject::Message(flight),
            Some(Target::Node(node)) => Subject::Node(node_id(node)),
            Some(Target::Replica { range, node }) => Subject::Replica {
                range,
                node: node_id(node),
            },
            Some(Target::Link { from, to }) => Subject::Link {
                from: from as u16,
                to: to as u16,
            },
            Some(Target::Request(request)) => Subject::Request(request),
            Some(Target::Range(range)) => Subject::Range(range),
            Some(Target::Entry { range, index }) => Subject::Entry { range, index },
        }
    }
}

/// How far a replica is.
#[derive(Copy, Clone, Debug)]
pub struct Marks {
    /// The store.
    pub node: NodeId,
    /// Last durable index.
    pub persisted: u64,
    /// Commit index.
    pub committed: u64,
}

/// A search under way.
#[derive(Clone, Debug)]
pub struct Spot {
    subject: Subject,
    /// Zone of each node.
    zone_of: Vec<u16>,
    /// Of an entry's range: a replica says how far it is, and passes an index once.
    marks: Vec<Marks>,
    /// Messages on their way that belong to it, rising: numbers rise, so new ones come last.
    flights: Vec<u64>,
    last: u64,
}

impl Spot {
    /// Starts a search. `on_their_way` are the messages already in flight.
    pub fn new<'a>(
        subject: Subject,
        zone_of: Vec<u16>,
        marks: Vec<Marks>,
        on_their_way: impl Iterator<Item = &'a SentFact>,
    ) -> Self {
        let mut spot = Spot {
            subject,
            zone_of,
            marks,
            flights: Vec::new(),
            last: 0,
        };
        for sent in on_their_way {
            spot.sent(sent);
        }
        spot
    }

    /// Number of the last event that touched it, 0 = none.
    pub fn last(&self) -> u64 {
        self.last
    }

    /// Takes notice of a fact.
    pub fn fact(&mut self, event: u64, fact: &Fact) {
        let is_touched = match fact {
            Fact::Sent(sent) => self.sent(sent),
            Fact::Delivered { flight } | Fact::Died { flight, .. } => self.arrived(*flight),
            Fact::Role { at, .. } => self.is_at(at),
            Fact::Appended { at, index, .. } | Fact::Applied { at, index, .. } => {
                self.is_at(at) || self.is_entry(at, *index)
            }
            Fact::Persisted { at, index } => {
                self.is_at(at) || self.passes(at, *index, |marks| &mut marks.persisted)
            }
            Fact::Committed { at, index, .. } => {
                self.is_at(at) || self.passes(at, *index, |marks| &mut marks.committed)
            }
            Fact::SnapshotInstalled { at, index, .. } => {
                let durable = self.passes(at, *index, |marks| &mut marks.persisted);
                let committed = self.passes(at, *index, |marks| &mut marks.committed);
                self.is_at(at) || durable || committed
            }
            Fact::Compacted { at, first } => {
                self.is_at(at) || first.checked_sub(1).is_some_and(|i| self.is_entry(at, i))
            }
            Fact::Proposed { at, request, index } => {
                self.is_at(at) || self.is_request(*request) || self.is_entry(at, *index)
            }
            Fact::ReadIndexAsked { at, request }
            | Fact::ReadIndexKnown { at, request, .. }
            | Fact::Served { at, request } => self.is_at(at) || self.is_request(*request),
            Fact::FaultBegan { fault } | Fact::FaultEnded { fault } => self.is_hit(fault),
            Fact::Invoked(fact) => {
                self.is_request(fact.request)
                    || self.is_node(fact.gateway)
                    || self.subject == Subject::Range(fact.range)
            }
            Fact::Attempted { request, .. } => self.is_request(*request),
            Fact::Refused { request, by, .. } => self.is_request(*request) || self.is_node(*by),
            Fact::Completed { request, .. } => self.is_request(*request),
            Fact::Changed { at, .. } | Fact::Lease { at, .. } | Fact::Withheld { at, .. } => {
                self.is_at(at)
            }
            Fact::Named { request, .. }
            | Fact::Timestamped { request, .. }
            | Fact::Routed { request, .. }
            | Fact::Txn { request, .. } => self.is_request(*request),
            Fact::Decided(decision) => {
                let nodes = [Some(decision.by), decision.subject, decision.other];
                self.subject == Subject::Range(decision.range)
                    || nodes.into_iter().flatten().any(|node| self.is_node(node))
            }
            Fact::Saved { .. }
            | Fact::HeldBack { .. }
            | Fact::SettingsChanged
            | Fact::WorkloadSwitched { .. }
            | Fact::Acted { .. } => false,
        };
        if is_touched {
            self.last = event;
        }
    }

    /// Whether its departure touches the thing; its arrival is awaited where that would too.
    fn sent(&mut self, sent: &SentFact) -> bool {
        let zone = |node: NodeId| self.zone_of.get(usize::from(node.0)).copied();
        let (leaves, arrives) = match self.subject {
            Subject::Range(range) => (sent.range == range, sent.range == range),
            Subject::Node(node) => (sent.from == node, sent.to == node),
            Subject::Replica { range, node } => (
                sent.range == range && sent.from == node,
                sent.range == range && sent.to == node,
            ),
            Subject::Link { from, to } => {
                let crosses = zone(sent.from) == Some(from) && zone(sent.to) == Some(to);
                (crosses, crosses)
            }
            Subject::Message(flight) => (sent.flight == flight, sent.flight == flight),
            Subject::Request(request) => (sent.request == request, sent.request == request),
            Subject::Entry { range, index } => {
                let last = sent.index + u64::from(sent.entries);
                let carries = sent.kind == ByteKind::Append
                    && sent.range == range
                    && (sent.index + 1..=last).contains(&index);
                (carries, carries)
            }
        };
        if arrives && let Err(place) = self.flights.binary_search(&sent.flight) {
            self.flights.insert(place, sent.flight);
        }
        leaves
    }

    /// Whether it was awaited; it is not any more.
    fn arrived(&mut self, flight: u64) -> bool {
        let place = self.flights.binary_search(&flight);
        if let Ok(place) = place {
            self.flights.remove(place);
        }
        place.is_ok()
    }

    fn is_at(&self, at: &ReplicaRef) -> bool {
        match self.subject {
            Subject::Range(range) => at.range == range,
            Subject::Node(node) => at.node == node,
            Subject::Replica { range, node } => at.range == range && at.node == node,
            Subject::Link { .. }
            | Subject::Message(_)
            | Subject::Request(_)
            | Subject::Entry { .. } => false,
        }
    }

    fn is_entry(&self, at: &ReplicaRef, index: u64) -> bool {
        let range = at.range;
        self.subject == Subject::Entry { range, index }
    }

    /// Whether a replica's mark passes the entry: a mark counts once, when it gets there.
    fn passes(
        &mut self,
        at: &ReplicaRef,
        index: u64,
        mark: impl Fn(&mut Marks) -> &mut u64,
    ) -> bool {
        let Subject::Entry {
            range,
            index: entry,
        } = self.subject
        else {
            return false;
        };
        let Some(marks) = self.marks.iter_mut().find(|marks| marks.node == at.node) else {
            return false;
        };
        if range != at.range {
            return false;
        }
        let before = std::mem::replace(mark(marks), index);
        (before + 1..=index).contains(&entry)
    }

    fn is_node(&self, node: NodeId) -> bool {
        self.subject == Subject::Node(node)
    }

    fn is_request(&self, request: RequestId) -> bool {
        self.subject == Subject::Request(request)
    }

    fn is_hit(&self, fault: &FaultKey) -> bool {
        let FaultPlaces { from, to, both } = fault.places();
        match to {
            Some(to) => self.lies_at(from, to) || (both && self.lies_at(to, from)),
            None => self.is_in(from),
        }
    }

    fn lies_at(&self, from: Place, to: Place) -> bool {
        match self.subject {
            Subject::Link { from: f, to: t } => {
                from == Place::Zone(sim::ZoneId(f)) && to == Place::Zone(sim::ZoneId(t))
            }
            _ => self.is_in(from) || self.is_in(to),
        }
    }

    fn is_in(&self, place: Place) -> bool {
        let (Subject::Node(node) | Subject::Replica { node, .. }) = self.subject else {
            return false;
        };
        match place {
            Place::Node(at) => at == node,
            Place::Zone(zone) => self.zone_of.get(usize::from(node.0)) == Some(&zone.0),
        }
    }
}
