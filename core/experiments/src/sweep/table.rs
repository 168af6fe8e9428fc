//! Rows as columns. Rows of one sweep need not have the same figures, so a table has those that any
//! of its rows has, and two tables become one by joining what they have. Must not know how a table
//! is kept.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use report::summary::digest_text;

use crate::sweep::cell::Cell;
use crate::sweep::row::Row;

/// Columns of every row, in their order.
pub const KEYS: [&str; 6] = ["point", "seed", "digest", "verdict", "kept", "why"];
/// What the names of axes' columns begin with: a report has figures of the same names.
const AXIS: &str = "axis.";

/// What a column holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers.
    Whole,
    /// True and false.
    Flag,
    /// Figures.
    Number,
    /// Texts.
    Text,
}

impl Kind {
    fn of(cell: &Cell) -> Self {
        match cell {
            Cell::Whole(_) => Kind::Whole,
            Cell::Flag(_) => Kind::Flag,
            Cell::Number(_) => Kind::Number,
            Cell::Text(_) => Kind::Text,
        }
    }

    /// What holds both: where values are of several kinds, all are written as texts.
    fn join(self, other: Self) -> Self {
        if self == other { self } else { Kind::Text }
    }

    /// A cell as a column of this kind holds it.
    fn held(self, cell: &Cell) -> Cell {
        if Kind::of(cell) == self {
            cell.clone()
        } else {
            Cell::Text(cell.words())
        }
    }
}

/// Names and kinds of columns: keys, axes in the order of the sweep file, figures by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schema {
    columns: Vec<(String, Kind)>,
}

impl Schema {
    /// These columns, put into order.
    pub fn of(columns: impl IntoIterator<Item = (String, Kind)>) -> Self {
        let mut schema = Schema {
            columns: columns.into_iter().collect(),
        };
        schema.sort();
        schema
    }

    /// The columns in their order.
    pub fn columns(&self) -> &[(String, Kind)] {
        &self.columns
    }

    /// Takes in what another has.
    pub fn join(&mut self, other: &Schema) {
        let mut new = Vec::new();
        let mut places: Vec<(&str, usize)> = Vec::new();
        for (place, (name, _)) in self.columns.iter().enumerate() {
            places.push((name, place));
        }
        places.sort_unstable();
        let mut joined: Vec<Kind> = self.columns.iter().map(|(_, kind)| *kind).collect();
        for (name, kind) in &other.columns {
            match places.binary_search_by(|(known, _)| known.cmp(&name.as_str())) {
                Ok(found) => {
                    let place = places[found].1;
                    joined[place] = joined[place].join(*kind);
                }
                Err(_) => new.push((name.clone(), *kind)),
            }
        }
        for ((_, kind), joined) in self.columns.iter_mut().zip(joined) {
            *kind = joined;
        }
        self.columns.append(&mut new);
        self.sort();
    }

    /// Stable: axes keep the order in which they came.
    fn sort(&mut self) {
        let rank = |name: &str| match KEYS.iter().position(|key| *key == name) {
            Some(place) => place,
            None if name.starts_with(AXIS) => KEYS.len(),
            None => KEYS.len() + 1,
        };
        self.columns.sort_by(|(a, _), (b, _)| {
            let by_name = || {
                let is_figure = rank(a) > KEYS.len();
                if is_figure { a.cmp(b) } else { Ordering::Equal }
            };
            rank(a).cmp(&rank(b)).then_with(by_name)
        });
    }
}

/// One column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub kind: Kind,
    /// A cell for each row; `None` where the run has no such figure.
    pub cells: Vec<Option<Cell>>,
}

/// Rows by columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    columns: Vec<Column>,
    rows: usize,
}

impl Table {
    /// The table of columns of equal length.
    pub fn of(columns: Vec<Column>) -> Self {
        let rows = columns.first().map_or(0, |column| column.cells.len());
        let is_even = columns.iter().all(|column| column.cells.len() == rows);
        assert!(is_even, "the columns of a table are of one length");
        Table { columns, rows }
    }

    /// The table of some rows, in their order.
    pub fn of_rows(rows: Vec<Row>) -> Self {
        let count = rows.len();
        let mut columns: BTreeMap<String, Column> = BTreeMap::new();
        let mut order: Vec<String> = Vec::new();
        for (place, row) in rows.into_iter().enumerate() {
            for (name, cell) in cells_of(row) {
                let column = columns.entry(name).or_insert_with_key(|name| {
                    order.push(name.clone());
                    Column {
                        name: name.clone(),
                        kind: Kind::of(&cell),
                        cells: vec![None; count],
                    }
                });
                column.kind = column.kind.join(Kind::of(&cell));
                column.cells[place] = Some(cell);
            }
        }
        let in_order = order.iter().map(|name| (name.clone(), columns[name].kind));
        let schema = Schema::of(in_order);
        let table = Table::of(columns.into_values().collect());
        let all: Vec<(&Table, usize)> = (0..count).map(|row| (&table, row)).collect();
        Table::gathered(&schema, &all)
    }

    /// Rows of other tables, in this order, with these columns.
    pub fn gathered(schema: &Schema, picked: &[(&Table, usize)]) -> Self {
        let column = |(name, kind): &(String, Kind)| {
            let mut cells = Vec::with_capacity(picked.len());
            // Neighbours come from one table mostly: it is looked up once for all of them.
            let mut known: Option<(&Table, Option<&Column>)> = None;
            for (table, row) in picked {
                let column = match known {
                    Some((of, column)) if std::ptr::eq(of, *table) => column,
                    Some(_) | None => table.column(name),
                };
                known = Some((table, column));
                let cell = column.and_then(|column| column.cells[*row].as_ref());
                cells.push(cell.map(|cell| kind.held(cell)));
            }
            Column {
                name: name.clone(),
                kind: *kind,
                cells,
            }
        };
        Table {
            columns: schema.columns.iter().map(column).collect(),
            rows: picked.len(),
        }
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Its columns.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Names and kinds of its columns.
    pub fn schema(&self) -> Schema {
        let named = |column: &Column| (column.name.clone(), column.kind);
        Schema {
            columns: self.columns.iter().map(named).collect(),
        }
    }

    /// The column of a name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// The cell of a row.
    pub fn cell(&self, name: &str, row: usize) -> Option<&Cell> {
        self.column(name)?.cells.get(row)?.as_ref()
    }

    /// Point and seed of each row; `None` where a row has none.
    pub fn keys(&self) -> Vec<Option<(u32, u64)>> {
        let whole = |name: &str, row: usize| match self.cell(name, row) {
            Some(Cell::Whole(whole)) => u64::try_from(*whole).ok(),
            Some(Cell::Flag(_) | Cell::Number(_) | Cell::Text(_)) | None => None,
        };
        let key = |row: usize| {
            let point = u32::try_from(whole("point", row)?).ok()?;
            Some((point, whole("seed", row)?))
        };
        (0..self.rows).map(key).collect()
    }
}

/// The name of an axis' column.
pub(crate) fn axis_column(name: &str) -> String {
    format!("{AXIS}{name}")
}

/// A row as cells by name.
fn cells_of(row: Row) -> impl Iterator<Item = (String, Cell)> {
    let whole = |number: u64| Cell::Whole(i64::try_from(number).unwrap_or(i64::MAX));
    let keys = [
        Some(whole(u64::from(row.point))),
        Some(whole(row.seed)),
        Some(Cell::Text(row.digest)),
        Some(Cell::Text(row.verdict.id().to_string())),
        Some(Cell::Flag(row.kept)),
        row.why.map(Cell::Text),
    ];
    let named = KEYS.into_iter().zip(keys);
    let named = named.filter_map(|(name, cell)| Some((name.to_string(), cell?)));
    let axes = row.axes.into_iter();
    let axes = axes.map(|(name, cell)| (axis_column(&name), cell));
    named.chain(axes).chain(row.figures)
}

/// One digest for all runs of a sweep: of points, seeds and digests in their order.
#[derive(Copy, Clone, Debug)]
pub struct Digest(u64);

impl Default for Digest {
    /// FNV-1a, as for runs.
    fn default() -> Self {
        Digest(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// Takes in a run.
    pub fn add(&mut self, point: u32, seed: u64, digest: &str) {
        let line = format!("{point} {seed} {digest}\n");
        for byte in line.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// As reports write digests.
    pub fn text(self) -> String {
        digest_text(self.0)
    }
}
