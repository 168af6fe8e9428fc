//! Logs of Jepsen: one register with reads, writes and compare-and-set.
//!
//! A line is
//! `INFO  jepsen.util - PROCESS<tab>:invoke|:ok|:fail|:info<tab>:read|:write|:cas<tab>VALUE`, the
//! value a whole number, `nil`, `[old new]` or `:timed-out`. The register holds nil at first.
//! `:info` leaves an operation open for ever; a read that timed out says nothing. A write that
//! failed did not happen. A cas that failed with its values found another value than the old one.

use super::recorder::Recorder;
use super::scanner::Scanner;
use super::{BadHistory, Parsed};
use crate::history::Act;
use crate::values::{Value, Values};

#[derive(Copy, Clone, PartialEq, Eq)]
enum Kind {
    Invoke,
    Ok,
    Fail,
    Info,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Function {
    Read,
    Write,
    Cas,
}

/// A value as a line writes it.
#[derive(Copy, Clone)]
enum Written {
    Single(Value),
    Pair(Value, Value),
    TimedOut,
}

/// Reads a Jepsen log.
pub fn jepsen(text: &str) -> Parsed {
    let mut recorder = Recorder::new(false);
    for (number, line) in text.lines().enumerate() {
        if !line.trim().is_empty() {
            read_line(
                &mut Scanner::new(line.trim_end(), number as u32 + 1),
                &mut recorder,
            )?;
        }
    }
    Ok(recorder.history(Values::NIL))
}

fn read_line(line: &mut Scanner<'_>, recorder: &mut Recorder) -> Result<(), BadHistory> {
    line.skip_blanks();
    for word in ["INFO", "jepsen.util", "-"] {
        line.need(word)?;
        line.skip_blanks();
    }
    let at_process = line.expected("a process, a whole number from 0 on");
    let process = line.integer()?;
    let process = u64::try_from(process).map_err(|_| at_process)?;
    line.skip_blanks();
    let kind = line.one_of(&[
        (":invoke", Kind::Invoke),
        (":ok", Kind::Ok),
        (":fail", Kind::Fail),
        (":info", Kind::Info),
    ])?;
    line.skip_blanks();
    let before_function = line.wrong(String::new());
    let function = line.one_of(&[
        (":read", Function::Read),
        (":write", Function::Write),
        (":cas", Function::Cas),
    ])?;
    line.skip_blanks();
    let before_value = line.wrong(String::new());
    let written = read_value(line, recorder)?;
    line.skip_blanks();
    if !line.is_at_end() {
        return Err(line.expected("the end of the line"));
    }
    let wrong = |at: BadHistory, text: String| Err(BadHistory { text, ..at });
    let under_way = recorder.under_way(process).map(|(_, act)| act);
    if kind == Kind::Invoke {
        if let Some(before) = recorder.line_of(process) {
            let text = format!(
                "found an invocation by process {process}, expected the end of its operation of line {before}"
            );
            return wrong(before_function, text);
        }
        let Some(act) = invoked(function, written) else {
            return wrong(before_value, wanted(function, "nil"));
        };
        recorder.call(process, "", act, line.line());
        return Ok(());
    }
    let Some(act) = under_way.filter(|act| function_of(*act) == function) else {
        let text = format!(
            "found the end of an operation that process {process} has not begun, expected its invocation before"
        );
        return wrong(before_function, text);
    };
    match ended(kind, act, written) {
        Ok(End::Done(act)) => recorder.end(process, act),
        Ok(End::Nothing) => recorder.forget(process),
        Ok(End::Open) => recorder.leave_open(process),
        Err(text) => return wrong(before_value, text),
    }
    Ok(())
}

fn read_value(line: &mut Scanner<'_>, recorder: &mut Recorder) -> Result<Written, BadHistory> {
    if line.eat(":timed-out") {
        return Ok(Written::TimedOut);
    }
    if line.eat("nil") {
        return Ok(Written::Single(Values::NIL));
    }
    if !line.eat("[") {
        if !line.peek().is_some_and(|c| c == '-' || c.is_ascii_digit()) {
            return Err(line.expected("a whole number, nil, [old new] or :timed-out"));
        }
        let number = line.integer()?;
        return Ok(Written::Single(recorder.values.of(&number.to_string())));
    }
    let mut pair = [Values::NIL; 2];
    for value in &mut pair {
        line.skip_blanks();
        if !line.eat("nil") {
            let number = line.integer()?;
            *value = recorder.values.of(&number.to_string());
        }
    }
    line.skip_blanks();
    line.need("]")?;
    Ok(Written::Pair(pair[0], pair[1]))
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
