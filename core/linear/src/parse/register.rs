//! What a line or map of a Jepsen history says of a register, and how it becomes an operation.
//!
//! A register holds nil at first. `:info` leaves an operation open for ever; a read that timed out
//! says nothing. A write that failed did not happen. A cas that failed with its values, in a log,
//! found another value than the old one.

use super::edn::Kind;
use super::recorder::Recorder;
use crate::history::Act;
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
            let act = invoked(function, self.written);
            let act = act.ok_or_else(|| Wrong::Value(wanted(function, "nil")))?;
            recorder.call(process, &self.key, act, self.line);
            return Ok(());
        }
        let under_way = recorder.under_way(process);
        let is_its = |(key, act): &(&str, Act)| {
            // What went wrong need not say of which register.
            let may_lack = matches!(self.kind, Kind::Fail | Kind::Info) && self.key.is_empty();
            function_of(*act) == function && (*key == self.key || may_lack)
        };
        let Some((_, act)) = under_way.filter(is_its) else {
            return Err(Wrong::Course(Recorder::not_begun(process)));
        };
        match ended(self.kind, act, self.written).map_err(Wrong::Value)? {
            End::Done(act) => recorder.end(process, act),
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

fn invoked(function: Function, written: Written) -> Option<Act> {
    match (function, written) {
        (Function::Read, Written::Single(value)) => Some(Act::Read(value)),
        (Function::Write, Written::Single(value)) => Some(Act::Write(value)),
        (Function::Cas, Written::Pair(old, new)) => Some(Act::Cas {
            old,
            new,
            done: None,
        }),
        _ => None,
    }
}

fn function_of(act: Act) -> Function {
    match act {
        Act::Read(_) => Function::Read,
        Act::Write(_) | Act::Append(_) => Function::Write,
        Act::Cas { .. } => Function::Cas,
    }
}

/// What an end means.
enum End {
    Done(Act),
    Nothing,
    Open,
}

fn ended(kind: Kind, act: Act, written: Written) -> Result<End, String> {
    let timed_out = matches!(written, Written::TimedOut);
    match (kind, act) {
        (Kind::Info, _) => Ok(End::Open),
        (Kind::Fail, Act::Cas { .. }) if timed_out => Ok(End::Open),
        (Kind::Fail, Act::Cas { old, new, .. }) => Ok(End::Done(Act::Cas {
            old,
            new,
            done: Some(false),
        })),
        (Kind::Fail, _) => Ok(End::Nothing),
        (_, Act::Read(_)) => match written {
            Written::Single(value) => Ok(End::Done(Act::Read(value))),
            Written::Pair(..) | Written::TimedOut => {
                Err(wanted(Function::Read, "a whole number or nil"))
            }
        },
        (_, Act::Cas { old, new, .. }) => match written {
            Written::Pair(o, n) if (o, n) == (old, new) => Ok(End::Done(Act::Cas {
                old,
                new,
                done: Some(true),
            })),
            _ => Err("found other values than were asked for, expected the same".to_string()),
        },
        (_, Act::Write(new) | Act::Append(new)) => match written {
            Written::Single(value) if value == new => Ok(End::Done(act)),
            _ => Err("found another value than was asked for, expected the same".to_string()),
        },
    }
}
