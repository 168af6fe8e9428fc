//! Rows as columns of numbers: how a record crosses to the page and to other modules. `decode.rs`
//! leads back.
//!
//! One place of each column for each row. Columns that a row has no use for hold 0, `NO_NODE` or
//! `NO_RANGE`. `peer` is the peer of a replica, in the low half of `flags`; a 64-bit hash takes two
//! places, its high half first. The hash of a state machine's rows is for checks alone and has no
//! column. What the columns hold, by `what`:
//!
//! | what | node | other | range | flight | request | flags | a b c d e f |
//! |---|---|---|---|---|---|---|---|
//! | `SENT` | from | to | yes | yes | or 0 | see below | bytes framing end_us term index entries |
//! | `DELIVERED` | | | | yes | | | |
//! | `DIED` | | | | yes | | how | |
//! | `ROLE` | yes | | yes | | | peer, role << 16 | term leader_peer vote last_index last_term |
//! | `APPENDED` | yes | | yes | | | peer | index term prev_term hash hash |
//! | `PERSISTED` | yes | | yes | | | peer | index |
//! | `COMMITTED` | yes | | yes | | | peer | index term |
//! | `APPLIED` | yes | | yes | | | peer | index term hash hash chain chain |
//! | `SNAPSHOT_INSTALLED` | yes | | yes | | | peer | index term 0 0 chain chain |
//! | `COMPACTED` | yes | | yes | | | peer | first |
//! | `FAULT_BEGAN`, `FAULT_ENDED` | from, if a node | to, if a node | | | | see below | from to |
//! | `SETTINGS_CHANGED` | | | | | | | |
//! | `WORKLOAD_SWITCHED` | | | | | | running | workload |
//! | `ACTED` | | | | | | | ordinal |
//! | `INVOKED` | gateway | | yes | | yes | see below | key rows workload value parent bound |
//! | `ATTEMPTED` | | store | | | yes | | |
//! | `REFUSED` | store | | | | yes | why | |
//! | `READ_INDEX_ASKED` | yes | | yes | | yes | peer | |
//! | `READ_INDEX_KNOWN` | yes | | yes | | yes | peer | index applied |
//! | `SERVED` | yes | | yes | | yes | peer | |
//! | `COMPLETED` | store, if one answered | | | | yes | outcome | value invoked_us |
//! | `SAVED` | | | | yes | | by | bytes |
//! | `DECIDED` | by | subject | yes | | | what, why << 8 | figure limit other (or -1) |
//! | `CHANGED` | yes | | yes | | | peer, what << 16 | a b |
//! | `TIMESTAMPED` | | | | | yes | | ts index |
//! | `ROUTED` | | store | | | yes | why | figure limit |
//! | `LEASE` | yes | | yes | | | peer, what << 16 | until_us |
//! | `TXN` | | | | | yes | what | key ts |
//! | `WITHHELD` | yes | | yes | | | peer | to_peer |
//! | `HELD_BACK` | | | | yes | | resent | held_us |
//! | `BEGAN_ARRIVE`, `BEGAN_HANDLE` | | | | yes | | | |
//! | `BEGAN_TICK`, `…APPLY`, `…SNAPSHOT_REPORT`, `…UNREACHABLE` | yes | | yes | | | peer | |
//! | `BEGAN_SYNCED`, `BEGAN_SCHEDULE` | store | | | | | | |
//! | `BEGAN_CLIENT`, `BEGAN_ARRIVAL` | | | | | | | workload |
//! | `BEGAN_RETRY` | | | | | yes | | |
//! | `BEGAN_BROKEN` | store | | | | yes | | |
//! | `BEGAN_ACT` | | | | | | | ordinal |
//!
//! Flags of `SENT`: type, kind << 8, fate << 16, reject << 24. Flags of a fault: its kind, both
//! directions << 8, from is a zone << 16, to is a zone << 17; kinds are cut, isolate, degrade,
//! crash, pause. A place is the number of a node or zone. Flags of `INVOKED`: op, mode << 8, client
//! and one << 16 or 0; its workload is -1 when it is by hand, its bound in µs.
//!
//! Types, kinds, fates, roles, deaths, outcomes and so on are numbered as their Rust enumerations.

use boundary::{Float64Array, Uint8Array, Uint16Array, Uint32Array};
use model::config::FaultKey;
use model::fact::{Began, Decision, Fact, ReplicaRef, RequestFact, SentFact};
use serde::{Deserialize, Serialize};
use sim::{NodeId, Place};
use ts_rs::TS;

use crate::{Row, What};

/// No node.
pub const NO_NODE: u16 = u16::MAX;
/// No range.
pub const NO_RANGE: u32 = u32::MAX;

macro_rules! codes {
    ($($name:ident = $number:literal),+ $(,)?) => {
        /// The numbers in the column `what`.
        pub mod code {
            $(#[doc = concat!("`", stringify!($name), "`")] pub const $name: u8 = $number;)+
        }

        /// The same with their names.
        pub const CODES: &[(&str, u8)] = &[$((stringify!($name), $number)),+];
    };
}

codes! {
    SENT = 0, DELIVERED = 1, DIED = 2, ROLE = 3, APPENDED = 4, PERSISTED = 5, COMMITTED = 6,
    APPLIED = 7, SNAPSHOT_INSTALLED = 8, COMPACTED = 9, FAULT_BEGAN = 10, FAULT_ENDED = 11,
    SETTINGS_CHANGED = 12, WORKLOAD_SWITCHED = 13, ACTED = 14, INVOKED = 15, ATTEMPTED = 16,
    REFUSED = 17, READ_INDEX_ASKED = 18, READ_INDEX_KNOWN = 19, SERVED = 20, COMPLETED = 21,
    SAVED = 22, DECIDED = 23, CHANGED = 24, TIMESTAMPED = 25, ROUTED = 26, LEASE = 27, TXN = 28,
    WITHHELD = 29, HELD_BACK = 30,
    BEGAN_ARRIVE = 32, BEGAN_TICK = 33, BEGAN_HANDLE = 34, BEGAN_SERVE = 35, BEGAN_SYNCED = 36,
    BEGAN_APPLY = 37, BEGAN_SNAPSHOT_REPORT = 38, BEGAN_UNREACHABLE = 39, BEGAN_CLIENT = 40,
    BEGAN_ARRIVAL = 41, BEGAN_DEADLINE = 42, BEGAN_RETRY = 43, BEGAN_BROKEN = 44, BEGAN_ACT = 45,
    BEGAN_SCHEDULE = 46,
}

/// Rows as columns, all of one length, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, TS)]
#[ts(rename = "TraceColumns")]
pub struct Columns {
    /// Length of the columns.
    pub count: u32,
    /// Number of the event; 0 = the start of the run.
    pub event: Float64Array,
    /// Number of the event that caused it; 0 = the start or an action from outside.
    pub cause: Float64Array,
    /// When.
    pub at_us: Float64Array,
    /// Kind of row.
    pub what: Uint8Array,
    /// By kind.
    pub flags: Uint32Array,
    /// Where; 65535 = nowhere.
    pub node: Uint16Array,
    /// The other end; 65535 = none.
    pub other: Uint16Array,
    /// Range; 2^32 - 1 = none.
    pub range: Uint32Array,
    /// Flight, 0 = none.
    pub flight: Float64Array,
    /// Request, 0 = none.
    pub request: Float64Array,
    /// By kind.
    pub a: Float64Array,
    /// By kind.
    pub b: Float64Array,
    /// By kind.
    pub c: Float64Array,
    /// By kind.
    pub d: Float64Array,
    /// By kind.
    pub e: Float64Array,
    /// By kind.
    pub f: Float64Array,
}

/// One row.
#[derive(Copy, Clone, Debug)]
pub(super) struct Cells {
    pub(super) what: u8,
    pub(super) flags: u32,
    pub(super) node: u16,
    pub(super) other: u16,
    pub(super) range: u32,
    pub(super) flight: u64,
    pub(super) request: u64,
    pub(super) numbers: [f64; 6],
}

impl Columns {
    /// Rows as columns.
    pub fn of(rows: &[Row]) -> Self {
        let mut columns = Columns::default();
        columns.reserve(rows.len());
        for row in rows {
            columns.push(row);
        }
        columns
    }

    /// Overwrites what they hold. The page keeps copies of the memory as history: nothing that
    /// nobody reads shall differ in them.
    pub fn wipe(&mut self) {
        for column in self.wide() {
            column.fill(0.0);
        }
        self.what.fill(0);
        self.flags.fill(0);
        self.node.fill(0);
        self.other.fill(0);
        self.range.fill(0);
        // Without this the compiler would leave out writes before the memory is freed.
        std::hint::black_box(&mut *self);
    }

    /// The columns of large numbers.
    fn wide(&mut self) -> [&mut Float64Array; 11] {
        let Columns {
            event,
            cause,
            at_us,
            flight,
            request,
            a,
            b,
            c,
            d,
            e,
            f,
            ..
        } = self;
        [event, cause, at_us, flight, request, a, b, c, d, e, f]
    }

    fn reserve(&mut self, count: usize) {
        for column in self.wide() {
            column.reserve_exact(count);
        }
        self.what.reserve_exact(count);
        self.flags.reserve_exact(count);
        self.node.reserve_exact(count);
        self.other.reserve_exact(count);
        self.range.reserve_exact(count);
    }

    fn push(&mut self, row: &Row) {
        let cells = cells(&row.what);
        let (flight, request) = (cells.flight as f64, cells.request as f64);
        let head = [row.event, row.cause, row.at_us].map(|number| number as f64);
        let wide = head
            .into_iter()
            .chain([flight, request])
            .chain(cells.numbers);
        for (column, number) in self.wide().into_iter().zip(wide) {
            column.push(number);
        }
        self.what.push(cells.what);
        self.flags.push(cells.flags);
        self.node.push(cells.node);
        self.other.push(cells.other);
        self.range.push(cells.range);
        self.count += 1;
    }
}

fn cells(what: &What) -> Cells {
    match what {
        What::Began(began) => began_cells(*began),
        What::Fact(fact) => fact_cells(fact),
    }
}

fn plain(what: u8) -> Cells {
    Cells {
        what,
        flags: 0,
        node: NO_NODE,
        other: NO_NODE,
        range: NO_RANGE,
        flight: 0,
        request: 0,
        numbers: [0.0; 6],
    }
}

fn numbered<const N: usize>(what: u8, numbers: [u64; N]) -> Cells {
    let mut cells = plain(what);
    for (cell, number) in cells.numbers.iter_mut().zip(numbers) {
        *cell = number as f64;
    }
    cells
}

fn at_replica<const N: usize>(what: u8, at: &ReplicaRef, numbers: [u64; N]) -> Cells {
    Cells {
        node: at.node.0,
        range: at.range,
        flags: at.peer as u32,
        ..numbered(what, numbers)
    }
}

fn of_request(what: u8, request: u64) -> Cells {
    Cells {
        request,
        ..plain(what)
    }
}

fn of_flight(what: u8, flight: u64) -> Cells {
    Cells {
        flight,
        ..plain(what)
    }
}

const fn high(hash: u64) -> u64 {
    hash >> 32
}

const fn low(hash: u64) -> u64 {
    hash & 0xffff_ffff
}

fn fact_cells(fact: &Fact) -> Cells {
    match *fact {
        Fact::Sent(ref sent) => sent_cells(sent),
        Fact::Delivered { flight } => of_flight(code::DELIVERED, flight),
        Fact::Died { flight, how } => Cells {
            flags: how as u32,
            ..of_flight(code::DIED, flight)
        },
        Fact::Role { .. }
        | Fact::Appended { .. }
        | Fact::Persisted { .. }
        | Fact::Committed { .. }
        | Fact::Applied { .. }
        | Fact::SnapshotInstalled { .. }
        | Fact::Compacted { .. }
        | Fact::Changed { .. }
        | Fact::Lease { .. }
        | Fact::Withheld { .. } => replica_cells(fact),
        Fact::FaultBegan { fault } => fault_cells(code::FAULT_BEGAN, fault),
        Fact::FaultEnded { fault } => fault_cells(code::FAULT_ENDED, fault),
        Fact::SettingsChanged => plain(code::SETTINGS_CHANGED),
        Fact::WorkloadSwitched { workload, running } => Cells {
            flags: u32::from(running),
            ..numbered(code::WORKLOAD_SWITCHED, [u64::from(workload)])
        },
        Fact::Acted { ordinal } => numbered(code::ACTED, [u64::from(ordinal)]),
        Fact::Saved { flight, by, bytes } => Cells {
            flight,
            flags: by as u32,
            ..numbered(code::SAVED, [bytes])
        },
        Fact::HeldBack {
            flight,
            held_us,
            resent,
        } => Cells {
            flight,
            flags: resent,
            ..numbered(code::HELD_BACK, [held_us])
        },
        Fact::Decided(ref decision) => decided_cells(decision),
        _ => request_cells(fact),
    }
}

/// What became of a request.
fn request_cells(fact: &Fact) -> Cells {
    match *fact {
        Fact::Invoked(ref request) => invoked_cells(request),
        Fact::Attempted { request, to } => Cells {
            other: to.0,
            ..of_request(code::ATTEMPTED, request)
        },
        Fact::Refused { request, by, why } => Cells {
            node: by.0,
            flags: why as u32,
            ..of_request(code::REFUSED, request)
        },
        Fact::ReadIndexAsked { at, request } => Cells {
            request,
            ..at_replica(code::READ_INDEX_ASKED, &at, [])
        },
        Fact::ReadIndexKnown {
            at,
            request,
            index,
            applied,
        } => Cells {
            request,
            ..at_replica(code::READ_INDEX_KNOWN, &at, [index, applied])
        },
        Fact::Served { at, request } => Cells {
            request,
            ..at_replica(code::SERVED, &at, [])
        },
        Fact::Completed {
            request,
            outcome,
            server,
            value,
            invoked_us,
        } => Cells {
            request,
            flags: outcome as u32,
            node: server.map_or(NO_NODE, |node| node.0),
            ..numbered(code::COMPLETED, [value, invoked_us])
        },
        Fact::Timestamped { request, ts, index } => Cells {
            request,
            ..numbered(code::TIMESTAMPED, [ts, index])
        },
        Fact::Routed {
            request,
            to,
            why,
            figure,
            limit,
        } => Cells {
            request,
            other: to.0,
            flags: why as u32,
            ..numbered(code::ROUTED, [figure, limit])
        },
        Fact::Txn {
            request,
            what,
            key,
            ts,
        } => Cells {
            request,
            flags: what as u32,
            ..numbered(code::TXN, [key, ts])
        },
        _ => unreachable!("not about a request"),
    }
}

/// What a replica did to its own state.
fn replica_cells(fact: &Fact) -> Cells {
    match *fact {
        Fact::Role {
            at,
            role,
            term,
            leader_peer,
            vote,
            last_index,
            last_term,
        } => {
            let numbers = [term, leader_peer, vote, last_index, last_term];
            let cells = at_replica(code::ROLE, &at, numbers);
            let flags = cells.flags | (role as u32) << 16;
            Cells { flags, ..cells }
        }
        Fact::Appended {
            at,
            index,
            term,
            prev_term,
            hash,
        } => {
            let numbers = [index, term, prev_term, high(hash), low(hash)];
            at_replica(code::APPENDED, &at, numbers)
        }
        Fact::Persisted { at, index } => at_replica(code::PERSISTED, &at, [index]),
        Fact::Committed { at, index, term } => at_replica(code::COMMITTED, &at, [index, term]),
        Fact::Applied {
            at,
            index,
            term,
            hash,
            chain,
            state: _,
        } => {
            let hashes = [high(hash), low(hash), high(chain), low(chain)];
            let [a, b, c, d] = hashes;
            at_replica(code::APPLIED, &at, [index, term, a, b, c, d])
        }
        Fact::SnapshotInstalled {
            at,
            index,
            term,
            chain,
            state: _,
        } => {
            let numbers = [index, term, 0, 0, high(chain), low(chain)];
            at_replica(code::SNAPSHOT_INSTALLED, &at, numbers)
        }
        Fact::Compacted { at, first } => at_replica(code::COMPACTED, &at, [first]),
        Fact::Changed { at, what, a, b } => {
            let cells = at_replica(code::CHANGED, &at, [a, b]);
            let flags = cells.flags | (what as u32) << 16;
            Cells { flags, ..cells }
        }
        Fact::Lease { at, what, until_us } => {
            let cells = at_replica(code::LEASE, &at, [until_us]);
            let flags = cells.flags | (what as u32) << 16;
            Cells { flags, ..cells }
        }
        Fact::Withheld { at, to_peer } => at_replica(code::WITHHELD, &at, [to_peer]),
        _ => unreachable!("no change of a replica"),
    }
}

fn sent_cells(sent: &SentFact) -> Cells {
    let (what, kind, reject) = (sent.what as u32, sent.kind as u32, u32::from(sent.reject));
    let fate = sent.fate as u32;
    let numbers = [
        sent.bytes,
        sent.framing,
        sent.end_us,
        sent.term,
        sent.index,
        u64::from(sent.entries),
    ];
    Cells {
        node: sent.from.0,
        other: sent.to.0,
        range: sent.range,
        flight: sent.flight,
        request: sent.request,
        flags: what | kind << 8 | fate << 16 | reject << 24,
        ..numbered(code::SENT, numbers)
    }
}

fn decided_cells(decision: &Decision) -> Cells {
    let mut cells = numbered(code::DECIDED, [decision.figure, decision.limit]);
    cells.numbers[2] = decision.other.map_or(-1.0, |node| f64::from(node.0));
    Cells {
        node: decision.by.0,
        other: decision.subject.map_or(NO_NODE, |node| node.0),
        range: decision.range,
        flags: decision.what as u32 | (decision.why as u32) << 8,
        ..cells
    }
}

fn invoked_cells(request: &RequestFact) -> Cells {
    let (op, mode) = (request.op as u32, request.mode as u32);
    let rows = u64::from(request.rows);
    let client = request.client.map_or(0, |client| client + 1);
    let (value, parent) = (request.value, request.parent);
    let numbers = [request.key, rows, 0, value, parent, request.bound_us];
    let mut cells = numbered(code::INVOKED, numbers);
    cells.numbers[2] = request.workload.map_or(-1.0, f64::from);
    Cells {
        request: request.request,
        node: request.gateway.0,
        range: request.range,
        flags: op | mode << 8 | client << 16,
        ..cells
    }
}

fn fault_cells(what: u8, fault: FaultKey) -> Cells {
    let (number, from, to, both) = match fault {
        FaultKey::Cut { from, to, both } => (0, from, Some(to), both),
        FaultKey::Isolate(place) => (1, place, None, false),
        FaultKey::Degrade { from, to, both } => (2, from, Some(to), both),
        FaultKey::Crash(node) => (3, Place::Node(node), None, false),
        FaultKey::Pause(node) => (4, Place::Node(node), None, false),
    };
    let (from_node, from_number, from_zone) = place_cells(Some(from));
    let (to_node, to_number, to_zone) = place_cells(to);
    Cells {
        node: from_node,
        other: to_node,
        flags: number | u32::from(both) << 8 | from_zone << 16 | to_zone << 17,
        ..numbered(what, [from_number, to_number])
    }
}

/// Its node, its number, and 1 if it is a zone.
fn place_cells(place: Option<Place>) -> (u16, u64, u32) {
    match place {
        Some(Place::Node(NodeId(node))) => (node, u64::from(node), 0),
        Some(Place::Zone(zone)) => (NO_NODE, u64::from(zone.0), 1),
        None => (NO_NODE, 0, 0),
    }
}

fn began_cells(began: Began) -> Cells {
    match began {
        Began::Arrive { flight } => of_flight(code::BEGAN_ARRIVE, flight),
        Began::Tick { at } => at_replica(code::BEGAN_TICK, &at, []),
        Began::Handle { flight } => of_flight(code::BEGAN_HANDLE, flight),
        Began::Serve => plain(code::BEGAN_SERVE),
        Began::Synced { store } => Cells {
            node: store.0,
            ..plain(code::BEGAN_SYNCED)
        },
        Began::Apply { at } => at_replica(code::BEGAN_APPLY, &at, []),
        Began::SnapshotReport { at } => at_replica(code::BEGAN_SNAPSHOT_REPORT, &at, []),
        Began::Unreachable { at } => at_replica(code::BEGAN_UNREACHABLE, &at, []),
        Began::Client { workload } => numbered(code::BEGAN_CLIENT, [u64::from(workload)]),
        Began::Arrival { workload } => numbered(code::BEGAN_ARRIVAL, [u64::from(workload)]),
        Began::Deadline => plain(code::BEGAN_DEADLINE),
        Began::Retry { request } => of_request(code::BEGAN_RETRY, request),
        Began::Broken { request, store } => Cells {
            node: store.0,
            ..of_request(code::BEGAN_BROKEN, request)
        },
        Began::Schedule { node } => Cells {
            node: node.0,
            ..plain(code::BEGAN_SCHEDULE)
        },
        Began::Act { ordinal } => numbered(code::BEGAN_ACT, [u64::from(ordinal)]),
    }
}
