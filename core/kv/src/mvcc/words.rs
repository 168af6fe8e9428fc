//! Versions and locks as a list of numbers, in which snapshots carry them.

use super::{Lock, Mvcc, Version};
use crate::row::RowState;

impl Mvcc {
    pub(crate) fn to_words(&self) -> Vec<u64> {
        let mut words = vec![
            self.newest_ts,
            self.locks.len() as u64,
            self.marks.len() as u64,
        ];
        for lock in &self.locks {
            words.extend([lock.key, lock.start_ts, lock.primary, lock.expires_ts]);
            push_row(&mut words, lock.row);
        }
        for &(start_ts, key) in &self.marks {
            words.extend([start_ts, key]);
        }
        for (&key, versions) in &self.versions {
            words.extend([key, versions.len() as u64]);
            for version in versions {
                words.extend([version.commit_ts, version.start_ts]);
                push_row(&mut words, version.row);
            }
        }
        words
    }

    /// What such numbers say; our own, so anything else is a bug.
    pub(crate) fn from_words(words: &[u64]) -> Mvcc {
        let mut left = words.iter().copied();
        let mut next = || left.next();
        let mut must = || next().expect("our own words");
        let mut mvcc = Mvcc {
            newest_ts: must(),
            ..Mvcc::default()
        };
        let (locks, marks) = (must(), must());
        for _ in 0..locks {
            mvcc.locks.push(Lock {
                key: must(),
                start_ts: must(),
                primary: must(),
                expires_ts: must(),
                row: row_of(&mut must),
            });
        }
        for _ in 0..marks {
            mvcc.marks.push((must(), must()));
        }
        while let Some(key) = left.next() {
            let mut must = || left.next().expect("our own words");
            let count = must();
            let read = |_| Version {
                commit_ts: must(),
                start_ts: must(),
                row: row_of(&mut must),
            };
            mvcc.versions.insert(key, (0..count).map(read).collect());
        }
        mvcc.recount();
        mvcc
    }
}

fn push_row(words: &mut Vec<u64>, row: RowState) {
    words.extend([row.write_id, u64::from(row.value_bytes)]);
}

fn row_of(must: &mut impl FnMut() -> u64) -> RowState {
    RowState {
        write_id: must(),
        value_bytes: must() as u32,
    }
}
