//! Calls and returns, as they come, become operations. It knows clients and keys, not how a line
//! is written.

use std::collections::BTreeMap;

use crate::history::{History, Key, Op, Operation};
use crate::values::{Value, Values};

struct Pending {
    process: u64,
    key: Key,
    op: Op,
    call: u32,
    line: u32,
}

impl Pending {
    fn operation(&self, op: Op, ret: Option<u32>) -> Operation {
        Operation {
            process: self.process,
            call: self.call,
            ret,
            op,
            line: self.line,
        }
    }
}

/// A history in the making.
pub(crate) struct Recorder {
    pub(crate) values: Values,
    keys: BTreeMap<Key, Vec<Operation>>,
    pending: BTreeMap<u64, Pending>,
    events: u32,
    passed_over: usize,
    set_aside: Vec<(Key, Operation)>,
    /// See `History::lock`.
    pub(super) lock: Option<(Value, Value)>,
    /// See `History::notes`.
    pub(super) notes: Vec<String>,
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
            set_aside: Vec::new(),
            lock: None,
            notes: Vec::new(),
        }
    }

    /// Whether nobody has begun anything yet.
    pub(super) fn is_new(&self) -> bool {
        self.events == 0
    }

    /// What every lock holds at first, or every register.
    pub(super) fn first_of(&self, register: Value) -> Value {
        self.lock.map_or(register, |(free, _)| free)
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
        self.call_of(process, process, key, op, line);
    }

    /// The same of a client that may have several things under way, each with a number of its own,
    /// by which its end is told.
    pub(super) fn call_of(&mut self, number: u64, process: u64, key: &str, op: Op, line: u32) {
        self.events += 1;
        let pending = Pending {
            process,
            key: key.to_string(),
            op,
            call: self.events,
            line,
        };
        let before = self.pending.insert(number, pending);
        assert!(before.is_none(), "one operation of a client at a time");
    }

    /// It ended, and this is what it did and saw.
    pub(crate) fn end(&mut self, process: u64, op: Op) {
        self.events += 1;
        let ret = self.events;
        self.close(process, |_| Some((op, Some(ret))));
    }

    /// It ended, and was one operation on each of these keys.
    pub(super) fn end_each(&mut self, process: u64, all: Vec<(Key, Op)>) {
        self.events += 1;
        let ret = Some(self.events);
        let Some(pending) = self.pending.remove(&process) else {
            return;
        };
        let Pending {
            process,
            call,
            line,
            ..
        } = pending;
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
        self.events += 1;
        let Some(pending) = self.pending.remove(&process) else {
            return;
        };
        let failed = pending.operation(pending.op, Some(self.events));
        self.set_aside.push((pending.key, failed));
    }

    /// Nobody knows whether it happened, nor when: open for ever.
    pub(super) fn leave_open(&mut self, process: u64) {
        self.close(process, |op| match op {
            Op::Read(_) => None,
            op => Some((op, None)),
        });
    }

    fn close(&mut self, number: u64, end: impl Fn(Op) -> Option<(Op, Option<u32>)>) {
        let Some(pending) = self.pending.remove(&number) else {
            return;
        };
        if let Some((op, ret)) = end(pending.op) {
            let operation = pending.operation(op, ret);
            self.keys.entry(pending.key).or_default().push(operation);
        } else {
            let unknown = pending.operation(pending.op, None);
            self.set_aside.push((pending.key, unknown));
        }
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
            set_aside: self.set_aside,
            lock: self.lock,
            notes: self.notes,
        }
    }
}
