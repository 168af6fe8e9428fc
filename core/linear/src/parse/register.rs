//! What a line or map of a Jepsen history says of a register or a lock, and how it becomes an
//! operation.
//!
//! A register holds nil at first. `:info` leaves an operation open for ever; a read that timed out
//! says nothing. A write that failed did not happen. A cas that failed with its values, in a log,
//! found another value than the old one.
//!
//! A lock is free at first. Acquiring it takes it from free to held and releasing it from held to
//! free; both wait, so that one which failed did not happen.

use super::edn::Kind;
use super::recorder::Recorder;
use crate::history::Op;
use crate::values::Value;

/// What is done to a register or a lock.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Read,
    Write,
    Cas,
    Acquire,
    Release,
}

impl Function {
    /// Whether it is one of locks.
    fn is_of_lock(self) -> bool {
        matches!(self, Function::Acquire | Function::Release)
    }
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
            one_model(function, recorder).map_err(Wrong::Course)?;
            let op = invoked(function, self.written, recorder.lock);
            let op = op.ok_or_else(|| Wrong::Value(wanted(function, "nil")))?;
            recorder.call(process, &self.key, op, self.line);
            return Ok(());
        }
        let under_way = recorder.under_way(process);
        let lock = recorder.lock;
        let is_its = |(key, op): &(&str, Op)| {
            // What went wrong need not say of which register.
            let may_lack = matches!(self.kind, Kind::Fail | Kind::Info) && self.key.is_empty();
            function_of(*op, lock) == function && (*key == self.key || may_lack)
        };
        let Some((_, op)) = under_way.filter(is_its) else {
            return Err(Wrong::Course(Recorder::not_begun(process)));
        };
        match ended(self.kind, op, self.written, function).map_err(Wrong::Value)? {
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
        Function::Acquire | Function::Release => "any or none",
    };
    format!("found another value, expected {what}")
}

/// A history is of registers or of locks.
fn one_model(function: Function, recorder: &mut Recorder) -> Result<(), String> {
    match (function.is_of_lock(), recorder.lock) {
        (true, None) if recorder.is_new() => {
            let (free, held) = (recorder.values.of("free"), recorder.values.of("held"));
            recorder.lock = Some((free, held));
            Ok(())
        }
        (true, None) => Err(
            "found an operation of a lock after those of registers, expected one kind".to_string(),
        ),
        (false, Some(_)) => Err(
            "found an operation of a register after those of locks, expected one kind".to_string(),
        ),
        (true, Some(_)) | (false, None) => Ok(()),
    }
}

fn invoked(function: Function, written: Written, lock: Option<(Value, Value)>) -> Option<Op> {
    let cas = |old, new| Op::Cas {
        old,
        new,
        done: None,
    };
    match (function, written) {
        (Function::Acquire, _) => lock.map(|(free, held)| cas(free, held)),
        (Function::Release, _) => lock.map(|(free, held)| cas(held, free)),
        (Function::Read, Written::Single(value)) => Some(Op::Read(value)),
        (Function::Write, Written::Single(value)) => Some(Op::Write(value)),
        (Function::Cas, Written::Pair(old, new)) => Some(cas(old, new)),
        _ => None,
    }
}

fn function_of(op: Op, lock: Option<(Value, Value)>) -> Function {
    match op {
        Op::Cas { old, .. } if lock.is_some_and(|(free, _)| old == free) => Function::Acquire,
        Op::Cas { .. } if lock.is_some() => Function::Release,
        Op::Read(_) => Function::Read,
        Op::Write(_) | Op::Append(_) => Function::Write,
        Op::Cas { .. } => Function::Cas,
    }
}

enum End {
    Done(Op),
    Nothing,
    Open,
}

fn ended(kind: Kind, op: Op, written: Written, function: Function) -> Result<End, String> {
    let timed_out = matches!(written, Written::TimedOut);
    match (kind, op) {
        (Kind::Info, _) => Ok(End::Open),
        (Kind::Fail, _) if function.is_of_lock() => Ok(End::Nothing),
        (_, Op::Cas { old, new, .. }) if function.is_of_lock() => Ok(End::Done(Op::Cas {
            old,
            new,
            done: Some(true),
        })),
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
