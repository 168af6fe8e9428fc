//! What clients saw, as whoever searches for an order needs it: reads and writes of single rows.

use model::config::OpKind;
use model::fact::Outcome;
use sim::Micros;

use observe::history::{OPERATIONS_MAX, Operation};
use observe::modes::is_ordered;

/// A read or write of one row.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The row's key.
    pub key: u64,
    /// Written, or else read.
    pub is_write: bool,
    /// Write id; 0 = the value before any write.
    pub value: u64,
    /// When it was sent.
    pub from_us: Micros,
    /// When it was answered; `None` = a write that may have happened or may yet happen.
    pub until_us: Option<Micros>,
}

/// Writes, and the reads whose mode gives them an order (or all); of a scan the first row. `None`
/// when the beginning of the run is not kept any more.
pub fn told(operations: &[Operation], all_reads: bool) -> Option<Vec<Told>> {
    if operations.len() >= OPERATIONS_MAX {
        return None;
    }
    let mut told = Vec::with_capacity(operations.len());
    for operation in operations {
        let is_write = operation.op == OpKind::Put;
        let is_told = match operation.outcome {
            Outcome::Failed => false,
            Outcome::Unknown => is_write,
            Outcome::Ok => is_write || all_reads || is_ordered(operation.mode),
        };
        if !is_told || operation.op.is_composed() {
            continue;
        }
        let rows = if is_write { operation.rows } else { 1 };
        told.extend((0..u64::from(rows)).map(|row| Told {
            key: operation.key + row,
            is_write,
            value: if is_write {
                operation.request
            } else {
                operation.value
            },
            from_us: operation.invoked_us,
            until_us: (operation.outcome == Outcome::Ok).then_some(operation.completed_us),
        }));
    }
    Some(told)
}
