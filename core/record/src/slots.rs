//! The places of a row, and how what stands in one is written there and read from it. It knows the
//! types of fields, and no fact.

use model::config::{FaultKey, FaultKind, FaultPlaces, FaultTarget, MixOp, OpKind, ReadMode};
use model::fact::{
    ByteKind, Change, Death, Deed, LeaseChange, MessageType, Outcome, Reason, Refusal, ReplicaRef,
    Role, Route, Saver, TxnStep,
};
use model::ids::{RangeId, RequestId};
use model::named::NamedKeys;
use sim::{Fate, NodeId, Place, ZoneId};

use crate::found::Values;

/// More than a client asks the same.
const RETRIES: u64 = 256;
const NO_NODE: u16 = u16::MAX;
const NO_RANGE: u32 = u32::MAX;

#[derive(Copy, Clone, Debug)]
pub(crate) struct Cells {
    pub(crate) what: u8,
    pub(crate) flags: u32,
    pub(crate) node: u16,
    pub(crate) other: u16,
    pub(crate) range: u32,
    pub(crate) flight: u64,
    pub(crate) request: u64,
    pub(crate) numbers: [f64; 6],
}

impl Cells {
    /// A row of this kind, and no more.
    pub(crate) const fn plain(what: u8) -> Cells {
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

    /// Puts a value in its place.
    pub(crate) fn with<S: Slot<T>, T>(mut self, value: T) -> Cells {
        S::put(&mut self, value);
        self
    }

    /// A byte of the flags.
    fn byte(&self, place: usize) -> usize {
        (self.flags >> (8 * place) & 0xff) as usize
    }
}

/// A place that holds what is of this type.
pub(crate) trait Slot<T>: Sized {
    fn put(cells: &mut Cells, value: T);

    /// Reads it; `None` when nothing is written so.
    fn get(cells: &Cells) -> Option<T>;
}

/// Declares places.
macro_rules! slots {
    ($($(#[$doc:meta])+ $slot:ident: $type:ty { $put:expr, $get:expr })+) => { $(
        $(#[$doc])+
        pub(crate) struct $slot;

        slots! { also $slot: $type { $put, $get } }
    )+ };
    (also $slot:ident: $type:ty { $put:expr, $get:expr }) => {
        impl Slot<$type> for $slot {
            fn put(cells: &mut Cells, value: $type) {
                let put: fn(&mut Cells, $type) = $put;
                put(cells, value);
            }

            fn get(cells: &Cells) -> Option<$type> {
                let get: fn(&Cells) -> Option<$type> = $get;
                get(cells)
            }
        }
    };
}

slots! {
    /// The column of this name.
    Flight: u64 { |cells, flight| cells.flight = flight, |cells| Some(cells.flight) }
    /// The column of this name.
    Request: RequestId {
        |cells, request| cells.request = request.0,
        |cells| Some(RequestId(cells.request))
    }
    /// The column of this name.
    Range: RangeId { |cells, range| cells.range = range.0, |cells| Some(RangeId(cells.range)) }
    /// The column of this name.
    Node: NodeId { |cells, node| cells.node = node.0, |cells| Some(NodeId(cells.node)) }
    /// The column of this name.
    Other: NodeId { |cells, node| cells.other = node.0, |cells| Some(NodeId(cells.other)) }
    /// All flags.
    Flags: u32 { |cells, flags| cells.flags = flags, |cells| Some(cells.flags) }
    /// Its node, its range, and its peer in the lower half of the flags.
    At: ReplicaRef {
        |cells, at| {
            assert!(at.peer <= 0xffff, "a range had {} peers; a record has place for 65535", at.peer);
            cells.node = at.node.0;
            cells.range = at.range.0;
            cells.flags |= at.peer as u32;
        },
        |cells| Some(ReplicaRef {
            range: RangeId(cells.range),
            node: NodeId(cells.node),
            peer: u64::from(cells.flags & 0xffff),
        })
    }
    /// The client and one in all of the flags but the first byte, or 0.
    Client: Option<u32> {
        |cells, client| cells.flags |= client.map_or(0, |client| client + 1) << 8,
        |cells| Some((cells.flags >> 8).checked_sub(1))
    }
    /// Its kind in the first byte of the flags, in the second whether it is of both directions, and
    /// then a bit for each place that is a zone; the places' numbers in `a` and `b`, and as `node`
    /// and `other` where they are nodes.
    Fault: FaultKey { put_fault, fault }
    /// Column `e`: what it is part of, if it is part of anything.
    Parent: RequestId {
        |cells, RequestId(parent)| if parent > 0 { cells.numbers[4] = parent as f64 },
        |cells| Some(RequestId(cells.numbers[4].max(0.0) as u64))
    }
    /// Column `e`, below 0: how often its client asked before. A part has no client.
    Retry: u8 {
        |cells, retry| if retry > 0 { cells.numbers[4] = -f64::from(retry) },
        |cells| Some((repetition(cells) % RETRIES) as u8)
    }
    /// With it: with which request it asked first, times 256.
    RetryOf: RequestId {
        |cells, RequestId(first)| if first > 0 { cells.numbers[4] -= (first * RETRIES) as f64 },
        |cells| Some(RequestId(repetition(cells) / RETRIES))
    }
    /// Nowhere: the hash of a state machine's rows is for checks alone, and when a client asked
    /// first for figures alone.
    Nowhere: u64 { |_, _| (), |_| Some(0) }
    /// Nowhere: which operation a request ends is for counts alone.
    NoOperation: Option<MixOp> { |_, _| (), |_| Some(None) }
    /// In the row after this one.
    NamedBelow: NamedKeys { |_, _| (), |_| Some(NamedKeys::default()) }
    /// Columns `a` to `f`, a key in each; -1 where there is none.
    Keys: NamedKeys { put_keys, keys }
    /// Columns `a` to `f`, a value in each; -1 where there is none.
    FoundValues: Values {
        |cells, values| {
            let mut values = values.iter();
            cells.numbers = cells.numbers.map(|_| values.next().number());
        },
        |cells| {
            let values = cells.numbers.into_iter().filter(|number| *number >= 0.0);
            Some(Values::of(values.map(u64::of)))
        }
    }
}

slots! { also Node: Option<NodeId> {
    |cells, node| cells.node = node.map_or(NO_NODE, |node| node.0),
    |cells| Some((cells.node != NO_NODE).then_some(NodeId(cells.node)))
} }
slots! { also Other: Option<NodeId> {
    |cells, node| cells.other = node.map_or(NO_NODE, |node| node.0),
    |cells| Some((cells.other != NO_NODE).then_some(NodeId(cells.other)))
} }
slots! { also Flags: bool {
    |cells, flag| cells.flags = flag.into(),
    |cells| Some(cells.flags != 0)
} }

/// One of the columns `a` to `f`.
pub(crate) struct Number<const PLACE: usize>;

pub(crate) type A = Number<0>;
pub(crate) type B = Number<1>;
pub(crate) type C = Number<2>;
pub(crate) type D = Number<3>;
pub(crate) type E = Number<4>;
pub(crate) type F = Number<5>;

impl<T: Count, const PLACE: usize> Slot<T> for Number<PLACE> {
    fn put(cells: &mut Cells, value: T) {
        cells.numbers[PLACE] = value.number();
    }

    fn get(cells: &Cells) -> Option<T> {
        Some(T::of(cells.numbers[PLACE]))
    }
}

/// What a column of numbers holds; where there may be none, that is -1.
pub(crate) trait Count {
    fn number(self) -> f64;
    fn of(number: f64) -> Self;
}

macro_rules! counts {
    ($($type:ty: $number:expr;)+) => { $(
        impl Count for $type {
            fn number(self) -> f64 {
                let number: fn($type) -> f64 = $number;
                number(self)
            }

            fn of(number: f64) -> Self {
                number as $type
            }
        }
    )+ };
}

counts! { u64: |count| count as f64; u32: f64::from; u16: f64::from; }

impl Count for NodeId {
    fn number(self) -> f64 {
        self.0.number()
    }

    fn of(number: f64) -> Self {
        NodeId(number as u16)
    }
}

impl<T: Count> Count for Option<T> {
    fn number(self) -> f64 {
        self.map_or(-1.0, T::number)
    }

    fn of(number: f64) -> Self {
        (number >= 0.0).then(|| T::of(number))
    }
}

/// A hash of 64 bits takes two columns, its high half first.
pub(crate) struct Hash<const PLACE: usize>;

impl<const PLACE: usize> Slot<u64> for Hash<PLACE> {
    fn put(cells: &mut Cells, hash: u64) {
        cells.numbers[PLACE] = (hash >> 32) as f64;
        cells.numbers[PLACE + 1] = (hash & 0xffff_ffff) as f64;
    }

    fn get(cells: &Cells) -> Option<u64> {
        let [high, low] = [PLACE, PLACE + 1].map(|place| cells.numbers[place] as u64);
        Some(high << 32 | low)
    }
}

pub(crate) type HashC = Hash<2>;
pub(crate) type HashD = Hash<3>;
pub(crate) type HashE = Hash<4>;

/// Some bits of the flags, from `FIRST` on: a value by its number.
pub(crate) struct Bits<const FIRST: u32, const COUNT: u32>;

pub(crate) type Byte0 = Bits<0, 8>;
pub(crate) type Byte1 = Bits<8, 8>;
pub(crate) type Byte2 = Bits<16, 8>;
pub(crate) type Byte3 = Bits<24, 8>;
pub(crate) type Nibble0 = Bits<0, 4>;
pub(crate) type Nibble1 = Bits<4, 4>;

impl<T: Listed, const FIRST: u32, const COUNT: u32> Slot<T> for Bits<FIRST, COUNT> {
    fn put(cells: &mut Cells, value: T) {
        const { assert!(T::LIST.len() <= 1 << COUNT, "more values than bits") };
        cells.flags |= value.number() << FIRST;
    }

    fn get(cells: &Cells) -> Option<T> {
        let number = cells.flags >> FIRST & ((1 << COUNT) - 1);
        T::LIST.get(number as usize).copied()
    }
}

pub(crate) trait Listed: Copy + 'static {
    const LIST: &'static [Self];
    fn number(self) -> u32;
}

macro_rules! listed {
    ($($type:ident: $list:expr;)+) => { $(
        impl Listed for $type {
            const LIST: &'static [Self] = &$list;

            fn number(self) -> u32 {
                self as u32
            }
        }
    )+ };
}

listed! {
    ByteKind: ByteKind::ALL;
    Change: Change::ALL;
    Death: Death::ALL;
    Deed: Deed::ALL;
    LeaseChange: LeaseChange::ALL;
    MessageType: MessageType::ALL;
    OpKind: OpKind::ALL;
    Outcome: Outcome::ALL;
    ReadMode: ReadMode::ALL;
    Reason: Reason::ALL;
    Refusal: Refusal::ALL;
    Role: Role::ALL;
    Route: Route::ALL;
    Saver: Saver::ALL;
    TxnStep: TxnStep::ALL;
}

impl Listed for Fate {
    const LIST: &'static [Self] = &[
        Fate::Arrives,
        Fate::Lost,
        Fate::Blocked,
        Fate::Full,
        Fate::Closed,
    ];

    fn number(self) -> u32 {
        match self {
            Fate::Arrives => 0,
            Fate::Lost => 1,
            Fate::Blocked => 2,
            Fate::Full => 3,
            Fate::Closed => 4,
        }
    }
}

impl Listed for bool {
    const LIST: &'static [Self] = &[false, true];

    fn number(self) -> u32 {
        u32::from(self)
    }
}

/// Which repetition a request is, and of which.
fn repetition(cells: &Cells) -> u64 {
    (-cells.numbers[4]).max(0.0) as u64
}

fn put_keys(cells: &mut Cells, keys: NamedKeys) {
    let mut keys = keys.iter();
    cells.numbers = cells.numbers.map(|_| keys.next().number());
}

fn keys(cells: &Cells) -> Option<NamedKeys> {
    let keys = cells.numbers.into_iter().filter(|number| *number >= 0.0);
    NamedKeys::of(&keys.map(u64::of).collect::<Vec<_>>())
}

fn put_fault(cells: &mut Cells, fault: FaultKey) {
    let FaultPlaces { from, to, both } = fault.places();
    let mut flags = fault.kind() as u32 | u32::from(both && to.is_some()) << 8;
    let nodes = [&mut cells.node, &mut cells.other];
    for (which, (place, cell)) in [Some(from), to].into_iter().zip(nodes).enumerate() {
        let number = match place {
            Some(Place::Node(node)) => {
                *cell = node.0;
                node.0
            }
            Some(Place::Zone(zone)) => {
                flags |= 1 << (16 + which);
                zone.0
            }
            None => 0,
        };
        cells.numbers[which] = number.number();
    }
    cells.flags = flags;
}

fn fault(cells: &Cells) -> Option<FaultKey> {
    let place = |which: usize| {
        let number = cells.numbers[which] as u16;
        if cells.flags >> (16 + which) & 1 == 1 {
            return Place::Zone(ZoneId(number));
        }
        Place::Node(NodeId(number))
    };
    let kind = *FaultKind::ALL.get(cells.byte(0))?;
    let to = (kind.target() == FaultTarget::Link).then(|| place(1));
    FaultKey::of(kind, place(0), to, cells.byte(1) != 0)
}
