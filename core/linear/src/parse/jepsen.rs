//! Histories of Jepsen, as its log or as EDN: registers with reads, writes and compare-and-set, or
//! locks that are acquired and released.
//!
//! A line of a log is `INFO  jepsen.util -
//! PROCESS<tab>:invoke|:ok|:fail|:info<tab>:read|:write|:cas<tab>VALUE`, or with `:acquire` or
//! `:release`, the value a whole number, `nil`, `[old new]` or `:timed-out`. Other lines of a log,
//! and those of `:nemesis`, are counted and passed over. Of EDN see `jepsen_edn`. What they mean is
//! told in `register`.

use super::edn::Kind;
use super::jepsen_edn;
use super::recorder::Recorder;
use super::register::{Function, Said, Written, Wrong};
use super::scanner::Scanner;
use super::{BadHistory, Parsed};
use crate::history::History;
use crate::values::Values;

/// Reads a Jepsen log, or a Jepsen history in EDN.
pub fn jepsen(text: &str) -> Parsed {
    let mut recorder = Recorder::new(false);
    if text.trim_start().starts_with(['{', '[', '(', '#', ';']) {
        jepsen_edn::read(text, &mut recorder)?;
        return Ok(of(recorder));
    }
    for (number, line) in text.lines().enumerate() {
        if !line.trim().is_empty() {
            read_line(
                &mut Scanner::new(line.trim_end(), number as u32 + 1),
                &mut recorder,
            )?;
        }
    }
    Ok(of(recorder))
}

fn of(recorder: Recorder) -> History {
    let initial = recorder.first_of(Values::NIL);
    recorder.history(initial)
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
        (":acquire", Function::Acquire),
        (":release", Function::Release),
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
