//! Many parts made one: each run once, in the order of its plan, whatever the parts were. Groups of
//! rows are made one after the other, so that it takes the same memory for any number of runs.

use std::collections::BTreeMap;
use std::io::Write;

use crate::sweep::{Schema, Table};

use crate::sheet::Error;
use crate::sheet::write::{Notes, Sheet};

/// Rows of a group: small enough to be held with all their columns.
const GROUP_ROWS: usize = 2048;

/// What is known of a part without holding it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its columns.
    pub schema: Schema,
    /// The number in the plan of each of its rows; `None` = a row of another plan.
    pub runs: Vec<Option<u64>>,
}

/// Which rows of which parts the whole is made of.
#[derive(Debug, Default)]
pub struct Merge {
    schema: Schema,
    rows: Vec<RunPlace>,
}

/// Where a run's row stands. The earliest part comes first, and in it the earliest row.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RunPlace {
    run: u64,
    part: u32,
    row: u32,
}

impl Merge {
    /// Of a run that stands in several rows the first counts: all of them say the same.
    pub fn of(parts: &[Part]) -> Self {
        let mut merge = Merge::default();
        for (place, part) in parts.iter().enumerate() {
            merge.schema.join(&part.schema);
            let numbered = part.runs.iter().enumerate();
            let rows = numbered.filter_map(|(row, run)| {
                Some(RunPlace {
                    run: (*run)?,
                    part: place as u32,
                    row: row as u32,
                })
            });
            merge.rows.extend(rows);
        }
        merge.rows.sort_unstable();
        merge.rows.dedup_by_key(|place| place.run);
        merge
    }

    /// The runs that are there, rising.
    pub fn runs(&self) -> impl Iterator<Item = u64> + '_ {
        self.rows.iter().map(|place| place.run)
    }

    /// The whole as one table, of parts that are held, perhaps without some of their columns.
    pub fn gather(&self, parts: &[Table]) -> Table {
        let mut schema = Schema::default();
        for part in parts {
            schema.join(&part.schema());
        }
        let row = |place: &RunPlace| (&parts[place.part as usize], place.row as usize);
        let picked: Vec<(&Table, usize)> = self.rows.iter().map(row).collect();
        Table::gathered(&schema, &picked)
    }

    /// Writes the whole, with notes of what it is of; `open` reads a part.
    pub fn write<W: Write + Send, E: From<Error>>(
        &self,
        out: W,
        notes: &Notes,
        open: &mut dyn FnMut(usize) -> Result<Table, E>,
    ) -> Result<W, E> {
        let mut sheet = Sheet::begin(out, &self.schema, notes)?;
        let mut held: BTreeMap<u32, Table> = BTreeMap::new();
        for group in self.rows.chunks(GROUP_ROWS) {
            let needed = |part: &u32| group.iter().any(|place| place.part == *part);
            held.retain(|part, _| needed(part));
            for RunPlace { part, .. } in group {
                if !held.contains_key(part) {
                    held.insert(*part, open(*part as usize)?);
                }
            }
            let picked: Vec<(&Table, usize)> = group
                .iter()
                .map(|place| (&held[&place.part], place.row as usize))
                .collect();
            sheet.add(&Table::gathered(&self.schema, &picked))?;
        }
        Ok(sheet.end()?)
    }
}
