//! Columns back into rows: the other direction of `columns.rs`, for what works on a record outside
//! the engine. It runs nothing and trusts nothing: numbers that no row has give none.

use model::config::{FaultKey, OpKind, ReadMode};
use model::fact::{
    Began, ByteKind, Change, Death, Decision, Deed, Fact, LeaseChange, MessageType, Outcome,
    Reason, Refusal, ReplicaRef, RequestFact, Role, Route, Saver, SentFact, TxnStep,
};
use sim::{Fate, NodeId, Place, ZoneId};

use crate::columns::{Cells, Columns, NO_NODE, code};
use crate::{Row, What};

impl Columns {
    /// The rows; `None` when the columns differ in length or hold what no row has.
    pub fn rows(&self) -> Option<Vec<Row>> {
        (0..self.count as usize)
            .map(|index| self.row(index))
            .collect()
    }

    fn row(&self, index: usize) -> Option<Row> {
        let numbers = [
            *self.a.get(index)?,
            *self.b.get(index)?,
            *self.c.get(index)?,
            *self.d.get(index)?,
            *self.e.get(index)?,
            *self.f.get(index)?,
        ];
        let cells = Cells {
            what: *self.what.get(index)?,
            flags: *self.flags.get(index)?,
            node: *self.node.get(index)?,
            other: *self.other.get(index)?,
            range: *self.range.get(index)?,
            flight: *self.flight.get(index)? as u64,
            request: *self.request.get(index)? as u64,
            numbers,
        };
        let what = if cells.what < code::BEGAN_ARRIVE {
            What::Fact(cells.fact()?)
        } else {
            What::Began(cells.began()?)
        };
        Some(Row {
            event: *self.event.get(index)? as u64,
            cause: *self.cause.get(index)? as u64,
            at_us: *self.at_us.get(index)? as u64,
            what,
        })
    }
}

impl Cells {
    fn number(&self, place: usize) -> u64 {
        self.numbers[place] as u64
    }

    fn small(&self, place: usize) -> u32 {
        self.numbers[place] as u32
    }

    fn hash(&self, place: usize) -> u64 {
        self.number(place) << 32 | self.number(place + 1)
    }

    /// A byte of the flags.
    fn byte(&self, place: u32) -> usize {
        (self.flags >> (8 * place) & 0xff) as usize
    }

    fn at(&self) -> ReplicaRef {
        ReplicaRef {
            range: self.range,
            node: NodeId(self.node),
            peer: u64::from(self.flags & 0xffff),
        }
    }

    fn fact(&self) -> Option<Fact> {
        let (flight, request) = (self.flight, self.request);
        Some(match self.what {
            code::SENT => Fact::Sent(self.sent()?),
            code::DELIVERED => Fact::Delivered { flight },
            code::DIED => Fact::Died {
                flight,
                how: *DEATHS.get(self.byte(0))?,
            },
            code::FAULT_BEGAN => Fact::FaultBegan {
                fault: self.fault()?,
            },
            code::FAULT_ENDED => Fact::FaultEnded {
                fault: self.fault()?,
            },
            code::SETTINGS_CHANGED => Fact::SettingsChanged,
            code::WORKLOAD_SWITCHED => Fact::WorkloadSwitched {
                workload: self.small(0) as u16,
                running: self.flags != 0,
            },
            code::ACTED => Fact::Acted {
                ordinal: self.small(0),
            },
            code::INVOKED => Fact::Invoked(self.invoked()?),
            code::ATTEMPTED => Fact::Attempted {
                request,
                to: NodeId(self.other),
            },
            code::REFUSED => Fact::Refused {
                request,
                by: NodeId(self.node),
                why: *Refusal::ALL.get(self.byte(0))?,
            },
            code::COMPLETED => Fact::Completed {
                request,
                outcome: *OUTCOMES.get(self.byte(0))?,
                server: (self.node != NO_NODE).then_some(NodeId(self.node)),
                value: self.number(0),
                invoked_us: self.number(1),
            },
            code::SAVED => Fact::Saved {
                flight,
                by: *Saver::ALL.get(self.byte(0))?,
                bytes: self.number(0),
            },
            code::HELD_BACK => Fact::HeldBack {
                flight,
                held_us: self.number(0),
                resent: self.flags,
            },
            code::DECIDED => Fact::Decided(self.decision()?),
            code::TIMESTAMPED => Fact::Timestamped {
                request,
                ts: self.number(0),
                index: self.number(1),
            },
            code::ROUTED => Fact::Routed {
                request,
                to: NodeId(self.other),
                why: *Route::ALL.get(self.byte(0))?,
                figure: self.number(0),
                limit: self.number(1),
            },
            code::TXN => Fact::Txn {
                request,
                what: *TxnStep::ALL.get(self.byte(0))?,
                key: self.number(0),
                ts: self.number(1),
            },
            _ => self.replica_fact()?,
        })
    }

    fn replica_fact(&self) -> Option<Fact> {
        let (at, request) = (self.at(), self.request);
        let (index, term) = (self.number(0), self.number(1));
        Some(match self.what {
            code::ROLE => Fact::Role {
                at,
                role: *ROLES.get(self.byte(2))?,
                term: self.number(0),
                leader_peer: self.number(1),
                vote: self.number(2),
                last_index: self.number(3),
                last_term: self.number(4),
            },
            code::APPENDED => Fact::Appended {
                at,
                index,
                term,
                prev_term: self.number(2),
                hash: self.hash(3),
            },
            code::PERSISTED => Fact::Persisted { at, index },
            code::COMMITTED => Fact::Committed { at, index, term },
            code::APPLIED => Fact::Applied {
                at,
                index,
                term,
                hash: self.hash(2),
                chain: self.hash(4),
                state: 0,
            },
            code::SNAPSHOT_INSTALLED => Fact::SnapshotInstalled {
                at,
                index,
                term,
                chain: self.hash(4),
                state: 0,
            },
            code::COMPACTED => Fact::Compacted { at, first: index },
            code::CHANGED => Fact::Changed {
                at,
                what: *Change::ALL.get(self.byte(2))?,
                a: self.number(0),
                b: self.number(1),
            },
            code::READ_INDEX_ASKED => Fact::ReadIndexAsked { at, request },
            code::READ_INDEX_KNOWN => Fact::ReadIndexKnown {
                at,
                request,
                index,
                applied: self.number(1),
            },
            code::SERVED => Fact::Served { at, request },
            code::LEASE => Fact::Lease {
                at,
                what: *LeaseChange::ALL.get(self.byte(2))?,
                until_us: self.number(0),
            },
            code::WITHHELD => Fact::Withheld {
                at,
                to_peer: self.number(0),
            },
            _ => return None,
        })
    }

    fn decision(&self) -> Option<Decision> {
        let other = self.numbers[2];
        Some(Decision {
            by: NodeId(self.node),
            range: self.range,
            what: *Deed::ALL.get(self.byte(0))?,
            why: *Reason::ALL.get(self.byte(1))?,
            subject: (self.other != NO_NODE).then_some(NodeId(self.other)),
            other: (other >= 0.0).then_some(NodeId(other as u16)),
            figure: self.number(0),
            limit: self.number(1),
        })
    }

    fn sent(&self) -> Option<SentFact> {
        Some(SentFact {
            flight: self.flight,
            from: NodeId(self.node),
            to: NodeId(self.other),
            what: *MessageType::ALL.get(self.byte(0))?,
            kind: *ByteKind::ALL.get(self.byte(1))?,
            range: self.range,
            bytes: self.number(0),
            framing: self.number(1),
            end_us: self.number(2),
            fate: *FATES.get(self.byte(2))?,
            reject: self.byte(3) != 0,
            request: self.request,
            term: self.number(3),
            index: self.number(4),
            entries: self.small(5),
        })
    }

    fn invoked(&self) -> Option<RequestFact> {
        let workload = self.numbers[2];
        Some(RequestFact {
            request: self.request,
            gateway: NodeId(self.node),
            workload: (workload >= 0.0).then_some(workload as u16),
            op: *OpKind::ALL.get(self.byte(0))?,
            key: self.number(0),
            rows: self.small(1),
            mode: *ReadMode::ALL.get(self.byte(1))?,
            range: self.range,
            value: self.number(3),
            parent: self.number(4),
            client: (self.flags >> 16).checked_sub(1),
            bound_us: self.number(5),
        })
    }

    fn fault(&self) -> Option<FaultKey> {
        let (from, to) = (self.place(0), self.place(1));
        let both = self.byte(1) != 0;
        let node = NodeId(self.node);
        Some(match self.byte(0) {
            0 => FaultKey::Cut { from, to, both },
            1 => FaultKey::Isolate(from),
            2 => FaultKey::Degrade { from, to, both },
            3 => FaultKey::Crash(node),
            4 => FaultKey::Pause(node),
            _ => return None,
        })
    }

    fn place(&self, which: usize) -> Place {
        let number = self.small(which) as u16;
        if self.flags >> (16 + which) & 1 == 1 {
            return Place::Zone(ZoneId(number));
        }
        Place::Node(NodeId(number))
    }

    fn began(&self) -> Option<Began> {
        let (at, flight, request) = (self.at(), self.flight, self.request);
        let store = NodeId(self.node);
        let (workload, ordinal) = (self.small(0) as u16, self.small(0));
        Some(match self.what {
            code::BEGAN_ARRIVE => Began::Arrive { flight },
            code::BEGAN_TICK => Began::Tick { at },
            code::BEGAN_HANDLE => Began::Handle { flight },
            code::BEGAN_SERVE => Began::Serve,
            code::BEGAN_SYNCED => Began::Synced { store },
            code::BEGAN_APPLY => Began::Apply { at },
            code::BEGAN_SNAPSHOT_REPORT => Began::SnapshotReport { at },
            code::BEGAN_UNREACHABLE => Began::Unreachable { at },
            code::BEGAN_CLIENT => Began::Client { workload },
            code::BEGAN_ARRIVAL => Began::Arrival { workload },
            code::BEGAN_DEADLINE => Began::Deadline,
            code::BEGAN_RETRY => Began::Retry { request },
            code::BEGAN_BROKEN => Began::Broken { request, store },
            code::BEGAN_ACT => Began::Act { ordinal },
            code::BEGAN_SCHEDULE => Began::Schedule { node: store },
            _ => return None,
        })
    }
}

const DEATHS: [Death; 7] = [
    Death::Lost,
    Death::Cut,
    Death::Dropped,
    Death::ReceiverDown,
    Death::Broken,
    Death::BufferFull,
    Death::Closed,
];

const OUTCOMES: [Outcome; 3] = [Outcome::Ok, Outcome::Failed, Outcome::Unknown];

const ROLES: [Role; 5] = [
    Role::Follower,
    Role::PreCandidate,
    Role::Candidate,
    Role::Leader,
    Role::Learner,
];

const FATES: [Fate; 5] = [
    Fate::Arrives,
    Fate::Lost,
    Fate::Blocked,
    Fate::Full,
    Fate::Closed,
];
