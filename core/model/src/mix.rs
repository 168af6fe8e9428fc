//! Mixes: what the clients of published benchmarks ask, as shares of operations. A row is a mix,
//! and a row what an operation of it is made of. Plain data.

use crate::choice;
use crate::workload::OpKind;

choice! {
    /// What a workload's clients ask, each request drawn by its share. Nothing is ever inserted or
    /// deleted: a table has all its rows from the start, and an insert writes the key after the one
    /// that was inserted last, round and round.
    pub enum Mix {
        // Yahoo! Cloud Serving Benchmark, its core workloads.
        /// YCSB A: half reads, half updates.
        YcsbA = "ycsb-a";
        /// YCSB B: 95 reads to 5 updates.
        YcsbB = "ycsb-b";
        /// YCSB C: reads.
        YcsbC = "ycsb-c";
        /// YCSB D: 95 reads to 5 inserts; with the distribution "latest" reads follow them.
        YcsbD = "ycsb-d";
        /// YCSB E: 95 short scans, of 1 to 100 rows, to 5 inserts.
        YcsbE = "ycsb-e";
        /// YCSB F: half reads, half read-modify-writes.
        YcsbF = "ycsb-f";
        // Each statement by itself, as with sysbench's skip_trx.
        /// sysbench oltp_read_only: ten point reads to four scans of 100 rows.
        OltpReadOnly = "oltp-read-only";
        /// sysbench oltp_read_write: the same, to two updates, a delete and an insert.
        OltpReadWrite = "oltp-read-write";
        /// Inserts of 100 rows, one command each.
        BatchInsert = "batch-insert";
        // Of equal shares.
        /// Rows by their primary key and by a secondary key.
        Lookups = "lookups";
    }
}

choice! {
    /// One operation of a mix.
    pub enum MixOp {
        /// Reads a row.
        Read = "read";
        /// Writes a row.
        Update = "update";
        /// Writes the row after the one that was inserted last.
        Insert = "insert";
        /// Writes the 100 rows after those that were inserted last.
        InsertRows = "insert-rows";
        /// Reads neighbouring rows, 1 to 100.
        Scan = "scan";
        /// Reads 100 neighbouring rows.
        ReadRange = "read-range";
        /// Reads a row, then writes it.
        ReadModifyWrite = "read-modify-write";
        /// Reads the row of an index, which lies elsewhere, then the row that it names.
        ReadByIndex = "read-by-index";
    }
}

/// Rows of an operation's first request.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum MixRows {
    /// So many.
    These(u32),
    /// Between one and so many, evenly.
    UpTo(u32),
}

/// The key of an operation's first request.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum MixKey {
    /// The one that the workload's distribution draws.
    Drawn,
    /// The one after what was inserted last.
    Next,
    /// That of the index row for the drawn one: a scattered one.
    IndexOfDrawn,
}

/// What an operation is made of.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct MixRequests {
    /// Its first request.
    pub op: OpKind,
    /// Of so many rows.
    pub rows: MixRows,
    /// From this key on.
    pub key: MixKey,
    /// What follows once that is answered, of the drawn key.
    pub then: Option<OpKind>,
}

impl Mix {
    /// Its operations and their shares.
    pub const fn shares(self) -> &'static [(u32, MixOp)] {
        match self {
            Mix::YcsbA => &[(50, MixOp::Read), (50, MixOp::Update)],
            Mix::YcsbB => &[(95, MixOp::Read), (5, MixOp::Update)],
            Mix::YcsbC => &[(100, MixOp::Read)],
            Mix::YcsbD => &[(95, MixOp::Read), (5, MixOp::Insert)],
            Mix::YcsbE => &[(95, MixOp::Scan), (5, MixOp::Insert)],
            Mix::YcsbF => &[(50, MixOp::Read), (50, MixOp::ReadModifyWrite)],
            Mix::OltpReadOnly => &[(10, MixOp::Read), (4, MixOp::ReadRange)],
            Mix::OltpReadWrite => &[
                (10, MixOp::Read),
                (4, MixOp::ReadRange),
                (3, MixOp::Update),
                (1, MixOp::Insert),
            ],
            Mix::BatchInsert => &[(1, MixOp::InsertRows)],
            Mix::Lookups => &[(1, MixOp::Read), (1, MixOp::ReadByIndex)],
        }
    }

    /// Its operation for a draw below the sum of its shares.
    pub fn operation(self, drawn: u32) -> MixOp {
        let mut left = drawn;
        for (share, operation) in self.shares() {
            if left < *share {
                return *operation;
            }
            left -= share;
        }
        panic!("a draw below {}", self.whole())
    }

    /// The sum of its shares.
    pub fn whole(self) -> u32 {
        self.shares().iter().map(|(share, _)| share).sum()
    }
}

impl MixOp {
    /// What it is made of.
    pub const fn requests(self) -> MixRequests {
        let (op, rows, key, then) = match self {
            MixOp::Read => (OpKind::Get, MixRows::These(1), MixKey::Drawn, None),
            MixOp::Update => (OpKind::Put, MixRows::These(1), MixKey::Drawn, None),
            MixOp::Insert => (OpKind::Put, MixRows::These(1), MixKey::Next, None),
            MixOp::InsertRows => (OpKind::Put, MixRows::These(100), MixKey::Next, None),
            MixOp::Scan => (OpKind::Scan, MixRows::UpTo(100), MixKey::Drawn, None),
            MixOp::ReadRange => (OpKind::Scan, MixRows::These(100), MixKey::Drawn, None),
            MixOp::ReadModifyWrite => {
                let then = Some(OpKind::Put);
                (OpKind::Get, MixRows::These(1), MixKey::Drawn, then)
            }
            MixOp::ReadByIndex => {
                let then = Some(OpKind::Get);
                (OpKind::Get, MixRows::These(1), MixKey::IndexOfDrawn, then)
            }
        };
        MixRequests {
            op,
            rows,
            key,
            then,
        }
    }

    /// The most rows of one request of it, and whether it writes any.
    pub const fn most_rows(self) -> u32 {
        match self.requests().rows {
            MixRows::These(rows) | MixRows::UpTo(rows) => rows,
        }
    }

    /// Whether it may write.
    pub fn is_write(self) -> bool {
        let requests = self.requests();
        requests.op.is_write() || requests.then.is_some_and(OpKind::is_write)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_of_a_mix_is_drawn_by_its_share() {
        for mix in Mix::ALL {
            let drawn: Vec<MixOp> = (0..mix.whole()).map(|n| mix.operation(n)).collect();
            for (share, operation) in mix.shares() {
                let count = drawn.iter().filter(|one| *one == operation).count();
                assert_eq!(count, *share as usize, "{mix:?} {operation:?}");
            }
        }
    }

    #[test]
    fn the_published_mixes_have_their_published_shares() {
        let writes = |mix: Mix| -> u32 {
            let shares = mix.shares().iter();
            let writes = shares.filter(|(_, operation)| operation.is_write());
            100 * writes.map(|(share, _)| share).sum::<u32>() / mix.whole()
        };
        let shares = [
            Mix::YcsbA,
            Mix::YcsbB,
            Mix::YcsbC,
            Mix::YcsbD,
            Mix::YcsbE,
            Mix::YcsbF,
        ];
        assert_eq!(shares.map(writes), [50, 5, 0, 5, 5, 50]);
        assert_eq!(writes(Mix::OltpReadOnly), 0);
        assert_eq!(
            Mix::OltpReadWrite.whole(),
            18,
            "statements of a transaction"
        );
        assert_eq!(writes(Mix::BatchInsert), 100);
    }
}
