//! Calls and returns, as they come, become operations. It knows clients and keys, not how a line
//! is written.

use std::collections::BTreeMap;

use crate::history::{History, Key, Op, Operation};
use crate::values::{Value, Values};

/// An operation under way.
struct Pending {
    key: Key,
    op: Op,
    call: u32,
    line: u32,
}

/// A history in the making.
pub(crate) struct Recorder {
    pub(crate) values: Values,
    keys: BTreeMap<Key, Vec<Operation>>,
    pending: BTreeMap<u64, Pending>,
    events: u32,
    passed_over: usize,
}

impl Recorder {
    /// Nothing yet; see `Values::new`.
    pub(crate) fn new(quoted: bool) -> Self {
        Recorder {
            values: Values::new(quoted),
            keys: BTreeMap::new(),
            pending: BTreeMap::new(),
            events: 0,
            passed_over: 0,
        }
    }

    /// A line or map of nobody who is a client.
    pub(super) fn pass_over(&mut self) {
        self.passed_over += 1;
    }

    /// Whether a client has nothing under way; else what is wrong with its beginning something.
    pub(super) fn may_begin(&self, process: u64) -> Result<(), String> {
        let Some(before) = self.pending.get(&process).map(|pending| pending.line) else {
            return Ok(());
        };
        Err(format!(
            "found an invocation by process {process}, expected the end of its operation of line {before}"
        ))
    }

    /// What is wrong with an end without a beginning.
    pub(super) fn not_begun(process: u64) -> String {
        format!(
            "found the end of an operation that process {process} has not begun, expected its invocation before"
        )
    }

    /// The line in which the operation begins that a client has under way.
    pub(super) fn line_of(&self, process: u64) -> Option<u32> {
        self.pending.get(&process).map(|pending| pending.line)
    }

    /// What the client that has something under way does, and to which key.
    pub(super) fn under_way(&self, process: u64) -> Option<(&str, Op)> {
        let pending = self.pending.get(&process)?;
        Some((&pending.key, pending.op))
    }

    /// A client begins something; it must have nothing under way.
    pub(crate) fn call(&mut self, process: u64, key: &str, op: Op, line: u32) {
        self.events += 1;
        let pending = Pending {
            key: key.to_string(),
            op,
            call: self.events,
            line,
        };
        let before = self.pending.insert(process, pending);
        assert!(before.is_none(), "one operation of a client at a time");
    }

    /// It ended, and this is what it did and saw.
    pub(crate) fn end(&mut self, process: u64, op: Op) {
        self.events += 1;
        let ret = self.events;
        self.close(process, |pending| Some((op, Some(ret), pending.line)));
    }

    /// It ended, and was one operation on each of these keys.
    pub(super) fn end_each(&mut self, process: u64, all: Vec<(Key, Op)>) {
        self.events += 1;
        let ret = Some(self.events);
        let Some(Pending { call, line, .. }) = self.pending.remove(&process) else {
            return;
        };
        for (key, op) in all {
            let operation = Operation {
                process,
                call,
                ret,
                op,
                line,
            };
            self.keys.entry(key).or_default().push(operation);
        }
    }

    /// It did not happen, or says nothing.
    pub(super) fn forget(&mut self, process: u64) {
        self.pending.remove(&process);
    }

    /// Nobody knows whether it happened, nor when: open for ever.
    pub(super) fn leave_open(&mut self, process: u64) {
        self.close(process, |pending| match pending.op {
            Op::Read(_) => None,
            op => Some((op, None, pending.line)),
        });
    }

    fn close(&mut self, process: u64, end: impl Fn(&Pending) -> Option<(Op, Option<u32>, u32)>) {
        let Some(pending) = self.pending.remove(&process) else {
            return;
        };
        let Some((op, ret, line)) = end(&pending) else {
            return;
        };
        let operation = Operation {
            process,
            call: pending.call,
            ret,
            op,
            line,
        };
        self.keys.entry(pending.key).or_default().push(operation);
    }

    /// The history; what is still under way is open for ever.
    pub(crate) fn history(mut self, initial: Value) -> History {
        let left: Vec<u64> = self.pending.keys().copied().collect();
        for process in left {
            self.leave_open(process);
        }
        let mut keys: Vec<(Key, Vec<Operation>)> = self.keys.into_iter().collect();
        for (_, operations) in &mut keys {
            operations.sort_unstable_by_key(|operation| operation.call);
        }
        History {
            keys,
            values: self.values,
            initial,
            passed_over: self.passed_over,
        }
    }
}
