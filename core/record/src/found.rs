//! Rows that a read found, as a record keeps them: a few in each row of the record. Plain data.

use model::ids::RequestId;

/// The most that one row of the record holds.
pub(crate) const VALUES_MAX: usize = 6;

/// What a read found in some of its rows: those after the ones that the row before tells.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct FoundRows {
    /// The read.
    pub request: RequestId,
    /// What it found.
    pub values: Values,
}

/// A few values, in the order of their rows.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Values {
    count: u8,
    values: [u64; VALUES_MAX],
}

impl Values {
    /// The first of these that there is room for.
    pub(crate) fn of(all: impl IntoIterator<Item = u64>) -> Self {
        let mut some = Values::default();
        for (place, value) in some.values.iter_mut().zip(all) {
            *place = value;
            some.count += 1;
        }
        some
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = u64> + use<> {
        let (values, count) = (self.values, usize::from(self.count));
        values.into_iter().take(count)
    }
}

/// What a read found that ends in the event under way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    request: RequestId,
    values: Vec<u64>,
}

impl Found {
    /// One row is told by the read's end already.
    pub(crate) fn put(&mut self, request: RequestId, values: &[u64]) {
        self.values.clear();
        if values.len() > 1 {
            self.request = request;
            self.values.extend_from_slice(values);
        }
    }

    /// What this request found, piece by piece, if it is the one.
    pub(crate) fn take(&mut self, request: RequestId) -> Vec<FoundRows> {
        if self.request != request {
            return Vec::new();
        }
        let piece = |values: &[u64]| FoundRows {
            request,
            values: Values::of(values.iter().copied()),
        };
        let pieces = self.values.chunks(VALUES_MAX).map(piece).collect();
        self.values.clear();
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::Columns;
    use crate::{Row, What};

    #[test]
    fn what_a_scan_found_crosses_piece_by_piece() {
        let all: Vec<u64> = (0..20).map(|row| row * row).collect();
        let mut found = Found::default();
        found.put(RequestId(7), &all);
        assert!(found.take(RequestId(8)).is_empty(), "another read’s");
        let row = |rows| Row {
            event: 3,
            cause: 2,
            at_us: 10,
            what: What::Rows(rows),
        };
        let rows: Vec<Row> = found.take(RequestId(7)).into_iter().map(row).collect();
        assert_eq!(rows.len(), 4);
        let crossed = Columns::of(&rows).rows().expect("they are rows");
        assert_eq!(crossed, rows);
        let values = crossed.iter().flat_map(|row| match row.what {
            What::Rows(rows) => rows.values.iter().collect(),
            _ => Vec::new(),
        });
        assert_eq!(values.collect::<Vec<u64>>(), all);
        assert!(found.take(RequestId(7)).is_empty(), "they were taken");
        found.put(RequestId(9), &[5]);
        assert!(
            found.take(RequestId(9)).is_empty(),
            "its end tells the one row"
        );
    }
}
