//! The record of a run, columnar: every fact with its cause.

use scenario::trace::columns as engine;
use serde::Serialize;
use tsify::Tsify;

use crate::columns::{Float64Array, Uint8Array, Uint16Array, Uint32Array};

/// Rows of the record, oldest first. What the columns hold for each kind of row is written down
/// with the engine's `scenario::trace::columns`; the page has the kinds in `web/lib/trace.ts`.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct TraceColumns {
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

impl From<engine::Columns> for TraceColumns {
    fn from(columns: engine::Columns) -> Self {
        let count = columns.count() as u32;
        let mut numbers = columns.numbers.map(Float64Array::from).into_iter();
        let mut next = || numbers.next().unwrap_or_default();
        TraceColumns {
            count,
            event: columns.event.into(),
            cause: columns.cause.into(),
            at_us: columns.at_us.into(),
            what: columns.what.into(),
            flags: columns.flags.into(),
            node: columns.node.into(),
            other: columns.other.into(),
            range: columns.range.into(),
            flight: columns.flight.into(),
            request: columns.request.into(),
            a: next(),
            b: next(),
            c: next(),
            d: next(),
            e: next(),
            f: next(),
        }
    }
}

impl TraceColumns {
    /// Leaves nothing behind in the memory, copies of which are kept as history.
    pub fn wipe(&mut self) {
        let numbers = [
            &mut self.event,
            &mut self.cause,
            &mut self.at_us,
            &mut self.flight,
            &mut self.request,
            &mut self.a,
            &mut self.b,
            &mut self.c,
            &mut self.d,
            &mut self.e,
            &mut self.f,
        ];
        for column in numbers {
            wiped(&mut column.0);
        }
        wiped(&mut self.what.0);
        wiped(&mut self.flags.0);
        wiped(&mut self.node.0);
        wiped(&mut self.other.0);
        wiped(&mut self.range.0);
    }
}

/// Zeros, which the compiler must not leave out although nobody reads them.
fn wiped<T: Copy + Default>(column: &mut [T]) {
    column.fill(T::default());
    std::hint::black_box(column);
}
