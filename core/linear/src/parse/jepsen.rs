//! Histories of Jepsen: registers with reads, writes and compare-and-set, as its log or as EDN.
//!
//! A line of a log is
//! `INFO  jepsen.util - PROCESS<tab>:invoke|:ok|:fail|:info<tab>:read|:write|:cas<tab>VALUE`, the
//! value a whole number, `nil`, `[old new]` or `:timed-out`. Other lines of a log, and those of
//! `:nemesis`, are counted and passed over. Of EDN see `jepsen_edn`.
//!
//! A register holds nil at first. `:info` leaves an operation open for ever; a read that timed out
//! says nothing. A write that failed did not happen. A cas that failed with its values, in a log,
//! found another value than the old one.

use super::edn::Kind;
use super::jepsen_edn;
use super::recorder::Recorder;
use super::scanner::Scanner;
use super::{BadHistory, Parsed};
use crate::history::Act;
use crate::values::{Value, Values};

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

/// Reads a Jepsen log, or a Jepsen history in EDN.
pub fn jepsen(text: &str) -> Parsed {
    let mut recorder = Recorder::new(false);
    if text.trim_start().starts_with(['{', '[', '(', '#', ';']) {
        jepsen_edn::read(text, &mut recorder)?;
        return Ok(recorder.history(Values::NIL));
    }
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

/// Goes to where a client's line names its process; `false` if it is another's line.
fn is_of_client(line: &mut Scanner<'_>) -> Result<bool, BadHistory> {
    line.skip_blanks();
    if ["WARN", "ERROR", "DEBUG", "TRACE"]
        .iter()
        .any(|level| line.eat(level))
    {
        return Ok(false);
    }
    line.need("INFO")?;
    // Newer logs say when, and on which thread.
    if !line.eat_past("jepsen.util") {
        return Ok(false);
    }
    line.skip_blanks();
    line.eat("-");
    line.skip_blanks();
    Ok(line.peek() != Some(':'))
}

fn read_line(line: &mut Scanner<'_>, recorder: &mut Recorder) -> Result<(), BadHistory> {
    if !is_of_client(line)? {
        recorder.pass_over();
        return Ok(());
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
    let said = Said {
        process,
        kind,
        function,
        key: String::new(),
        written,
        line: line.line(),
    };
    said.record(recorder).map_err(|wrong| match wrong {
        Wrong::Course(text) => BadHistory {
            text,
            ..before_function
        },
        Wrong::Value(text) => BadHistory {
            text,
            ..before_value
        },
    })
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
