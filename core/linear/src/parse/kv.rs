//! Histories of a key-value store, one EDN-like map a line:
//! `{:process 9, :type :invoke|:ok|:fail|:info, :f :get|:put|:append, :key "0", :value "text"}`.
//!
//! Keys are empty at first. Other keys of the map are passed over. `:fail` did not happen, `:info`
//! leaves an operation open for ever.

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

#[derive(Copy, Clone, PartialEq, Eq)]
enum Function {
    Get,
    Put,
    Append,
}

/// What a line says; places are errors without words.
#[derive(Default)]
struct Line {
    process: Option<(u64, Option<BadHistory>)>,
    kind: Option<Kind>,
    function: Option<Function>,
    key: Option<String>,
    /// None is nil.
    value: Option<String>,
}

/// Reads a key-value history.
pub fn kv(text: &str) -> Parsed {
    let mut recorder = Recorder::new(true);
    let empty = recorder.values.of("");
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let mut scanner = Scanner::new(line.trim_end(), number as u32 + 1);
        let line = read_map(&mut scanner)?;
        add(&line, &scanner, &mut recorder)?;
    }
    Ok(recorder.history(empty))
}

fn read_map(line: &mut Scanner<'_>) -> Result<Line, BadHistory> {
    let mut found = Line::default();
    line.skip_blanks();
    line.need("{")?;
    loop {
        line.skip_edn_blanks();
        if line.eat("}") {
            break;
        }
        if line.is_at_end() {
            return Err(line.expected("\"}\""));
        }
        read_field(line, &mut found)?;
    }
    line.skip_blanks();
    if line.is_at_end() {
        return Ok(found);
    }
    Err(line.expected("the end of the line"))
}

fn read_field(line: &mut Scanner<'_>, found: &mut Line) -> Result<(), BadHistory> {
    if line.eat(":process ") {
        line.skip_edn_blanks();
        let place = line.expected("a process, a whole number from 0 on");
        let process = line.integer()?;
        let process = u64::try_from(process).map_err(|_| place.clone())?;
        found.process = Some((process, Some(place)));
    } else if line.eat(":type ") {
        line.skip_edn_blanks();
        found.kind = Some(line.one_of(&[
            (":invoke", Kind::Invoke),
            (":ok", Kind::Ok),
            (":fail", Kind::Fail),
            (":info", Kind::Info),
        ])?);
    } else if line.eat(":f ") {
        line.skip_edn_blanks();
        found.function = Some(line.one_of(&[
            (":get", Function::Get),
            (":put", Function::Put),
            (":append", Function::Append),
        ])?);
    } else if line.eat(":key ") {
        line.skip_edn_blanks();
        found.key = Some(line.quoted()?);
    } else if line.eat(":value ") {
        line.skip_edn_blanks();
        let is_nil = line.eat("nil");
        found.value = if is_nil { None } else { Some(line.quoted()?) };
    } else {
        skip_field(line)?;
    }
    Ok(())
}

/// A key that nobody needs, and its value.
fn skip_field(line: &mut Scanner<'_>) -> Result<(), BadHistory> {
    if line.peek() != Some(':') || !line.skip_word() {
        return Err(line.expected("a key such as :process, :type, :f, :key or :value"));
    }
    line.skip_edn_blanks();
    if line.peek() == Some('"') {
        return line.quoted().map(|_| ());
    }
    if line.skip_word() {
        return Ok(());
    }
    Err(line.expected("a text, a number, a keyword or nil"))
}

fn add(line: &Line, end: &Scanner<'_>, recorder: &mut Recorder) -> Result<(), BadHistory> {
    let lacks = |key: &str| end.wrong(format!("found no {key}, expected it in every line"));
    let (process, place) = line.process.as_ref().ok_or_else(|| lacks(":process"))?;
    let wrong = |text: String| BadHistory {
        text,
        ..place.clone().unwrap_or_else(|| end.wrong(String::new()))
    };
    let kind = line.kind.ok_or_else(|| lacks(":type"))?;
    let function = line.function.ok_or_else(|| lacks(":f"))?;
    let key = line.key.as_ref().ok_or_else(|| lacks(":key"))?;
    let process = *process;
    let text = line.value.clone();
    if kind == Kind::Invoke {
        if let Some(before) = recorder.line_of(process) {
            let text = format!(
                "found an invocation by process {process}, expected the end of its operation of line {before}"
            );
            return Err(wrong(text));
        }
        let value = text.map(|text| recorder.values.of(&text));
        let act = match (function, value) {
            (Function::Get, _) => Act::Read(Values::NIL),
            (Function::Put, Some(value)) => Act::Write(value),
            (Function::Append, Some(value)) => Act::Append(value),
            (_, None) => {
                return Err(wrong(
                    "found no text in :value, expected what is written".to_string(),
                ));
            }
        };
        recorder.call(process, key, act, end.line());
        return Ok(());
    }
    let begun = recorder.under_way(process);
    let Some(act) =
        begun.and_then(|(of, act)| (of == key && is_same(function, act)).then_some(act))
    else {
        let text = format!(
            "found the end of an operation that process {process} has not begun, expected its invocation before"
        );
        return Err(wrong(text));
    };
    match kind {
        Kind::Fail => recorder.forget(process),
        Kind::Info => recorder.leave_open(process),
        Kind::Ok | Kind::Invoke => {
            let act = match act {
                Act::Read(_) => Act::Read(seen(text, recorder)),
                other => other,
            };
            recorder.end(process, act);
        }
    }
    Ok(())
}

/// A get of a key that nobody wrote returns nil or the empty text.
fn seen(text: Option<String>, recorder: &mut Recorder) -> Value {
    recorder.values.of(&text.unwrap_or_default())
}

fn is_same(function: Function, act: Act) -> bool {
    matches!(
        (function, act),
        (Function::Get, Act::Read(_))
            | (Function::Put, Act::Write(_))
            | (Function::Append, Act::Append(_))
    )
}
