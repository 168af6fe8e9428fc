//! What a line or map of a Jepsen history says of a register, and how it becomes an operation.
//!
//! A register holds nil at first. `:info` leaves an operation open for ever; a read that timed out
//! says nothing. A write that failed did not happen. A cas that failed with its values, in a log,
//! found another value than the old one.

use super::edn::Kind;
use super::recorder::Recorder;
use crate::history::Op;
use crate::values::Value;

/// What is done to a register.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Read,
    Write,
    Cas,
}

/// A value as a line writes it.
#[derive(Copy, Clone)]
pub(super) enum Written {
    Single(Value),
    Pair(Value, Value),
    TimedOut,
}

/// What one line or map says.
pub(super) struct Said {
    pub(super) process: u64,
    pub(super) kind: Kind,
    pub(super) function: Function,
    /// The register; there is one, "", unless values come with keys.
    pub(super) key: String,
    pub(super) written: Written,
    pub(super) line: u32,
}

/// Which part of a line or map is wrong, and how.
pub(super) enum Wrong {
    Course(String),
    Value(String),
}

impl Said {
    /// Adds it to the history.
    pub(super) fn record(self, recorder: &mut Recorder) -> Result<(), Wrong> {
        let (process, function) = (self.process, self.function);
        if self.kind == Kind::Invoke {
            recorder.may_begin(process).map_err(Wrong::Course)?;
            let op = invoked(function, self.written);
            let op = op.ok_or_else(|| Wrong::Value(wanted(function, "nil")))?;
            recorder.call(process, &self.key, op, self.line);
            return Ok(());
        }
        let under_way = recorder.under_way(process);
        let is_its = |(key, op): &(&str, Op)| {
            // What went wrong need not say of which register.
            let may_lack = matches!(self.kind, Kind::Fail | Kind::Info) && self.key.is_empty();
            function_of(*op) == function && (*key == self.key || may_lack)
        };
        let Some((_, op)) = under_way.filter(is_its) else {
            return Err(Wrong::Course(Recorder::not_begun(process)));
        };
        match ended(self.kind, op, self.written).map_err(Wrong::Value)? {
            End::Done(op) => recorder.end(process, op),
            End::Nothing => recorder.forget(process),
            End::Open => recorder.leave_open(process),
        }
        Ok(())
    }
}

fn wanted(function: Function, read: &str) -> String {
    let what = match function {
        Function::Read => read,
        Function::Write => "a whole number or nil",
        Function::Cas => "[old new]",
    };
    format!("found another value, expected {what}")
}

fn invoked(function: Function, written: Written) -> Option<Op> {
    match (function, written) {
        (Function::Read, Written::Single(value)) => Some(Op::Read(value)),
        (Function::Write, Written::Single(value)) => Some(Op::Write(value)),
        (Function::Cas, Written::Pair(old, new)) => Some(Op::Cas {
            old,
            new,
            done: None,
        }),
        _ => None,
    }
}

fn function_of(op: Op) -> Function {
    match op {
        Op::Read(_) => Function::Read,
        Op::Write(_) | Op::Append(_) => Function::Write,
        Op::Cas { .. } => Function::Cas,
    }
}

/// What an end means.
enum End {
    Done(Op),
    Nothing,
    Open,
}

fn ended(kind: Kind, op: Op, written: Written) -> Result<End, String> {
    let timed_out = matches!(written, Written::TimedOut);
    match (kind, op) {
        (Kind::Info, _) => Ok(End::Open),
        (Kind::Fail, Op::Cas { .. }) if timed_out => Ok(End::Open),
        (Kind::Fail, Op::Cas { old, new, .. }) => Ok(End::Done(Op::Cas {
            old,
            new,
            done: Some(false),
        })),
        (Kind::Fail, _) => Ok(End::Nothing),
        (_, Op::Read(_)) => match written {
            Written::Single(value) => Ok(End::Done(Op::Read(value))),
            Written::Pair(..) | Written::TimedOut => {
                Err(wanted(Function::Read, "a whole number or nil"))
            }
        },
        (_, Op::Cas { old, new, .. }) => match written {
            Written::Pair(o, n) if (o, n) == (old, new) => Ok(End::Done(Op::Cas {
                old,
                new,
                done: Some(true),
            })),
            _ => Err("found other values than were asked for, expected the same".to_string()),
        },
        (_, Op::Write(new) | Op::Append(new)) => match written {
            Written::Single(value) if value == new => Ok(End::Done(op)),
            _ => Err("found another value than was asked for, expected the same".to_string()),
        },
    }
}
