//! What clients did and saw: operations on keys, ordered by the events of their beginning and end.
//! It knows no file format.

use crate::values::{Value, Values};

/// A key's name; histories of one register have one key, "".
pub type Key = String;

/// What an operation did, and what its client saw.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// Returned this value.
    Read(Value),
    /// Replaced the value.
    Write(Value),
    /// Added to the end of the value.
    Append(Value),
    /// Replaced `old` by `new`, or found another value than `old`.
    Cas {
        /// Expected value.
        old: Value,
        /// New value.
        new: Value,
        /// Whether it replaced; `None` = nobody knows.
        done: Option<bool>,
    },
}

/// One operation of one client on one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The client.
    pub process: u64,
    /// Number of the event with which it began: events of a history are numbered in order.
    pub call: u32,
    /// Number of the event with which it ended; `None` = it never did, and may take effect at any
    /// time after its beginning or not at all.
    pub ret: Option<u32>,
    /// What it did.
    pub op: Op,
    /// Line of the file in which it begins, from 1; 0 = it has none.
    pub line: u32,
}

/// Operations by key, and the values that they speak of.
#[derive(Clone, Debug)]
pub struct History {
    /// Keys in the order of their names, each with its operations in the order of their calls.
    pub keys: Vec<(Key, Vec<Operation>)>,
    /// The values.
    pub values: Values,
    /// What every key holds at first.
    pub initial: Value,
    /// Lines or maps of a file that speak of nobody who is a client: of faults, of the test.
    pub passed_over: usize,
    /// What did not happen, or of which nobody saw anything: it is shown and not judged. What has a
    /// `ret` failed with that event; of the rest nobody knows.
    pub set_aside: Vec<(Key, Operation)>,
    /// The values of a lock that is free and of one that is held, where operations acquire and
    /// release locks.
    pub lock: Option<(Value, Value)>,
    /// What of the file is not judged, in sentences.
    pub notes: Vec<String>,
}

impl History {
    /// How many operations there are.
    pub fn len(&self) -> usize {
        self.keys.iter().map(|(_, list)| list.len()).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// What an operation does to a lock, if it does that.
    pub(crate) fn of_lock(&self, op: Op) -> Option<&'static str> {
        let (free, held) = self.lock?;
        match op {
            Op::Cas { old, new, .. } if (old, new) == (free, held) => Some("acquire"),
            Op::Cas { old, new, .. } if (old, new) == (held, free) => Some("release"),
            _ => None,
        }
    }

    /// An operation in words: "get -> \"x\"".
    pub fn words(&self, operation: &Operation) -> String {
        let value = |value: Value| self.values.shown(value);
        if let Some(verb) = self.of_lock(operation.op) {
            return verb.to_string();
        }
        match operation.op {
            Op::Read(seen) => format!("read {}", value(seen)),
            Op::Write(new) => format!("write {}", value(new)),
            Op::Append(more) => format!("append {}", value(more)),
            Op::Cas { old, new, done } => {
                let end = match done {
                    Some(true) => "",
                    Some(false) => ", found another value",
                    None => ", nobody knows",
                };
                format!("cas {} to {}{end}", value(old), value(new))
            }
        }
    }
}
