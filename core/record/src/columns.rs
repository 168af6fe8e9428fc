//! Rows as columns of numbers: how a record crosses to the page and to other modules, and back. One
//! place of each column for each row; `table.rs` says which fact stands where. It runs nothing and
//! trusts nothing: columns that no row has lead to none.

use model::fact::Fact;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::arrays::{Float64Array, Uint8Array, Uint16Array, Uint32Array};
use crate::slots::Cells;
use crate::{Row, What};

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
        let cells = Cells::of(&row.what);
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

    /// The rows; `None` when the columns differ in length or hold what no row has.
    pub fn rows(&self) -> Option<Vec<Row>> {
        let mut rows: Vec<Row> = Vec::with_capacity(self.count as usize);
        for index in 0..self.count as usize {
            let row = self.row(index)?;
            // A request's keys stand in the row after its own.
            if let (What::Fact(Fact::Named { request, keys }), Some(last)) =
                (row.what, rows.last_mut())
                && let What::Fact(Fact::Invoked(asked)) = &mut last.what
                && asked.request == request
            {
                asked.named = keys;
            }
            rows.push(row);
        }
        Some(rows)
    }

    fn row(&self, index: usize) -> Option<Row> {
        let whole = |column: &Float64Array| column.get(index).map(|number| *number as u64);
        let wide = [&self.a, &self.b, &self.c, &self.d, &self.e, &self.f];
        let mut numbers = [0.0; 6];
        for (number, column) in numbers.iter_mut().zip(wide) {
            *number = *column.get(index)?;
        }
        let cells = Cells {
            what: *self.what.get(index)?,
            flags: *self.flags.get(index)?,
            node: *self.node.get(index)?,
            other: *self.other.get(index)?,
            range: *self.range.get(index)?,
            flight: whole(&self.flight)?,
            request: whole(&self.request)?,
            numbers,
        };
        Some(Row {
            event: whole(&self.event)?,
            cause: whole(&self.cause)?,
            at_us: whole(&self.at_us)?,
            what: cells.read()?,
        })
    }
}
