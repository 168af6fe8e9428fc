//! What the columns hold, a row for each kind of fact: its number in the column `what`, the fact,
//! and the place of each of its fields. What writes columns and what reads them both come from it.
//! What a row has no use for holds 0, and no node or range.

use model::fact::{Began, Decision, Fact, RequestFact, SentFact};

use crate::What;
use crate::found::FoundRows;
use crate::slots::{
    A, At, B, Byte0, Byte1, Byte2, Byte3, C, Cells, Client, D, E, F, Fault, Flags, Flight,
    FoundValues, HashC, HashD, HashE, Keys, NamedBelow, Nibble0, Nibble1, NoOperation, Node,
    Nowhere, Other, Parent, Range, Request, Retry, RetryOf, Slot,
};

macro_rules! rows {
    ($($name:ident = $number:literal, ($($what:tt)+): $($slot:ident $field:ident),*;)+) => {
        /// The numbers in the column `what`, with their names.
        pub const CODES: &[(&str, u8)] = &[$((stringify!($name), $number)),+];

        impl Cells {
            /// What a row says, in its places.
            pub(crate) fn of(what: &What) -> Cells {
                match *what {
                    $($($what)+ => Cells::plain($number)$(.with::<$slot, _>($field))*,)+
                }
            }

            /// What it says; `None` when no row is like that.
            pub(crate) fn read(&self) -> Option<What> {
                Some(match self.what {
                    $($number => {
                        $(let $field = <$slot as Slot<_>>::get(self)?;)*
                        $($what)+
                    })+
                    _ => return None,
                })
            }
        }
    };
}

rows! {
    SENT = 0, (What::Fact(Fact::Sent(SentFact {
        flight, from, to, what, kind, range, bytes, framing, end_us, fate, reject, request, term,
        index, entries,
    }))):
        Flight flight, Node from, Other to, Range range, Request request, Byte0 what, Byte1 kind,
        Byte2 fate, Byte3 reject, A bytes, B framing, C end_us, D term, E index, F entries;
    DELIVERED = 1, (What::Fact(Fact::Delivered { flight })): Flight flight;
    DIED = 2, (What::Fact(Fact::Died { flight, how })): Flight flight, Byte0 how;
    ROLE = 3, (What::Fact(Fact::Role { at, role, term, leader_peer, vote, last_index, last_term })):
        At at, Byte2 role, A term, B leader_peer, C vote, D last_index, E last_term;
    APPENDED = 4, (What::Fact(Fact::Appended { at, index, term, prev_term, hash })):
        At at, A index, B term, C prev_term, HashD hash;
    PERSISTED = 5, (What::Fact(Fact::Persisted { at, index })): At at, A index;
    COMMITTED = 6, (What::Fact(Fact::Committed { at, index, term })): At at, A index, B term;
    APPLIED = 7, (What::Fact(Fact::Applied { at, index, term, hash, chain, state })):
        At at, A index, B term, HashC hash, HashE chain, Nowhere state;
    SNAPSHOT_INSTALLED = 8, (What::Fact(Fact::SnapshotInstalled { at, index, term, chain, state })):
        At at, A index, B term, HashE chain, Nowhere state;
    COMPACTED = 9, (What::Fact(Fact::Compacted { at, first })): At at, A first;
    FAULT_BEGAN = 10, (What::Fact(Fact::FaultBegan { fault })): Fault fault;
    FAULT_ENDED = 11, (What::Fact(Fact::FaultEnded { fault })): Fault fault;
    SETTINGS_CHANGED = 12, (What::Fact(Fact::SettingsChanged)):;
    WORKLOAD_SWITCHED = 13, (What::Fact(Fact::WorkloadSwitched { workload, running })):
        A workload, Flags running;
    ACTED = 14, (What::Fact(Fact::Acted { ordinal })): A ordinal;
    INVOKED = 15, (What::Fact(Fact::Invoked(RequestFact {
        request, gateway, workload, op, key, rows, mode, range, value, parent, client, bound_us,
        retry, retry_of, asked_us, operation, named,
    }))):
        Request request, Node gateway, Range range, Nibble0 op, Nibble1 mode, Client client, A key,
        B rows, C workload, D value, Parent parent, Nowhere asked_us,
        NoOperation operation, F bound_us, Retry retry, RetryOf retry_of, NamedBelow named;
    NAMED = 31, (What::Fact(Fact::Named { request, keys })): Request request, Keys keys;
    ATTEMPTED = 16, (What::Fact(Fact::Attempted { request, to })): Request request, Other to;
    REFUSED = 17, (What::Fact(Fact::Refused { request, by, why })):
        Request request, Node by, Byte0 why;
    PROPOSED = 32, (What::Fact(Fact::Proposed { at, request, index })):
        At at, Request request, A index;
    READ_INDEX_ASKED = 18, (What::Fact(Fact::ReadIndexAsked { at, request })):
        At at, Request request;
    READ_INDEX_KNOWN = 19, (What::Fact(Fact::ReadIndexKnown { at, request, index, applied })):
        At at, Request request, A index, B applied;
    SERVED = 20, (What::Fact(Fact::Served { at, request })): At at, Request request;
    COMPLETED = 21, (What::Fact(Fact::Completed { request, outcome, server, value, invoked_us })):
        Request request, Byte0 outcome, Node server, A value, B invoked_us;
    SAVED = 22, (What::Fact(Fact::Saved { flight, by, bytes })): Flight flight, Byte0 by, A bytes;
    DECIDED = 23, (What::Fact(Fact::Decided(Decision {
        by, range, what, why, subject, other, figure, limit,
    }))):
        Node by, Range range, Byte0 what, Byte1 why, Other subject, A figure, B limit, C other;
    CHANGED = 24, (What::Fact(Fact::Changed { at, what, a, b })): At at, Byte2 what, A a, B b;
    TIMESTAMPED = 25, (What::Fact(Fact::Timestamped { request, ts, index })):
        Request request, A ts, B index;
    ROUTED = 26, (What::Fact(Fact::Routed { request, to, why, figure, limit })):
        Request request, Other to, Byte0 why, A figure, B limit;
    LEASE = 27, (What::Fact(Fact::Lease { at, what, until_us })): At at, Byte2 what, A until_us;
    TXN = 28, (What::Fact(Fact::Txn { request, what, key, ts })):
        Request request, Byte0 what, A key, B ts;
    WITHHELD = 29, (What::Fact(Fact::Withheld { at, to_peer })): At at, A to_peer;
    HELD_BACK = 30, (What::Fact(Fact::HeldBack { flight, held_us, resent })):
        Flight flight, A held_us, Flags resent;
    BEGAN_ARRIVE = 33, (What::Began(Began::Arrive { flight })): Flight flight;
    BEGAN_TICK = 34, (What::Began(Began::Tick { at })): At at;
    BEGAN_HANDLE = 35, (What::Began(Began::Handle { flight })): Flight flight;
    BEGAN_SERVE = 36, (What::Began(Began::Serve)):;
    BEGAN_SYNCED = 37, (What::Began(Began::Synced { store })): Node store;
    BEGAN_APPLY = 38, (What::Began(Began::Apply { at })): At at;
    BEGAN_SNAPSHOT_REPORT = 39, (What::Began(Began::SnapshotReport { at })): At at;
    BEGAN_UNREACHABLE = 40, (What::Began(Began::Unreachable { at })): At at;
    BEGAN_CLIENT = 41, (What::Began(Began::Client { workload })): A workload;
    BEGAN_ARRIVAL = 42, (What::Began(Began::Arrival { workload })): A workload;
    BEGAN_DEADLINE = 43, (What::Began(Began::Deadline)):;
    BEGAN_RETRY = 44, (What::Began(Began::Retry { request })): Request request;
    BEGAN_BROKEN = 45, (What::Began(Began::Broken { request, store })): Request request, Node store;
    BEGAN_ACTION = 46, (What::Began(Began::Action { ordinal })): A ordinal;
    BEGAN_ADMITTED = 48, (What::Began(Began::Admitted { request })): Request request;
    ROWS = 49, (What::Rows(FoundRows { request, values })): Request request, FoundValues values;
    BEGAN_SCHEDULE = 47, (What::Began(Began::Schedule { node })): Node node;
}

#[cfg(test)]
mod tests {
    use model::config::{OpKind, ReadMode};
    use model::ids::{RangeId, RequestId};
    use model::named::NamedKeys;
    use sim::NodeId;

    use super::*;

    /// What `limits::CLIENTS_MAX` lets a file have.
    const LAST_CLIENT: u32 = 99_999;

    #[test]
    fn a_request_keeps_its_client_operation_and_read_mode() {
        for client in [None, Some(0), Some(65_534), Some(65_535), Some(LAST_CLIENT)] {
            for op in OpKind::ALL {
                let what = What::Fact(Fact::Invoked(RequestFact {
                    request: RequestId(7),
                    gateway: NodeId(3),
                    workload: Some(0),
                    op,
                    key: 8,
                    rows: 50,
                    mode: ReadMode::ALL[ReadMode::ALL.len() - 1],
                    range: RangeId(2),
                    value: 0,
                    parent: RequestId::NONE,
                    client,
                    bound_us: 0,
                    retry: 0,
                    retry_of: RequestId::NONE,
                    asked_us: 0,
                    operation: None,
                    named: NamedKeys::default(),
                }));
                assert_eq!(Cells::of(&what).read(), Some(what), "client {client:?}");
            }
        }
    }
}
