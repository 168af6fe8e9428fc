//! Histories of a key-value store, as EDN maps:
//! `{:process 9, :type :invoke|:ok|:fail|:info, :f :get|:put|:append, :key "0", :value "text"}`.
//!
//! Keys are empty at first. Other keys of a map are passed over. `:fail` did not happen, `:info`
//! leaves an operation open for ever.

use clojure_reader::edn::Edn;
use clojure_reader::parse::NodeKind;

use super::edn::{Entry, Kind, entries};
use super::recorder::Recorder;
use super::{BadHistory, Parsed};
use crate::history::Op;
use crate::values::{Value, Values};

#[derive(Copy, Clone, PartialEq, Eq)]
enum Function {
    Get,
    Put,
    Append,
}

impl Function {
    const ALL: [(&'static str, Function); 3] = [
        ("get", Function::Get),
        ("put", Function::Put),
        ("append", Function::Append),
    ];
}

/// Reads a key-value history.
pub fn kv(text: &str) -> Parsed {
    let mut recorder = Recorder::new(true);
    let empty = recorder.values.of("");
    for entry in entries(text)? {
        add(&entry, &mut recorder)?;
    }
    Ok(recorder.history(empty))
}

fn add(entry: &Entry<'_>, recorder: &mut Recorder) -> Result<(), BadHistory> {
    let Some(process) = entry.process()? else {
        recorder.pass_over();
        return Ok(());
    };
    let kind = entry.kind()?;
    let function = entry.one_of("f", &Function::ALL)?;
    let key = text(entry, "key")?.ok_or_else(|| lacks_text(entry, "key"))?;
    let at_process = |text: String| match entry.get("process") {
        Some(node) => super::edn::wrong(node, text),
        None => unreachable!("it was read"),
    };
    if kind == Kind::Invoke {
        recorder.may_begin(process).map_err(at_process)?;
        let op = match function {
            Function::Get => Op::Read(Values::NIL),
            Function::Put | Function::Append => {
                let value = text(entry, "value")?.ok_or_else(|| lacks_text(entry, "value"))?;
                let value = recorder.values.of(&value);
                match function {
                    Function::Put => Op::Write(value),
                    _ => Op::Append(value),
                }
            }
        };
        recorder.call(process, &key, op, entry.line());
        return Ok(());
    }
    let begun = recorder.under_way(process);
    let begun = begun.and_then(|(of, op)| (of == key && is_same(function, op)).then_some(op));
    let op = begun.ok_or_else(|| at_process(Recorder::not_begun(process)))?;
    match kind {
        Kind::Fail => recorder.forget(process),
        Kind::Info => recorder.leave_open(process),
        Kind::Ok | Kind::Invoke => {
            let op = match op {
                Op::Read(_) => Op::Read(seen(text(entry, "value")?, recorder)),
                other => other,
            };
            recorder.end(process, op);
        }
    }
    Ok(())
}

/// A text under a keyword; `None` if there is none, or nil.
fn text(entry: &Entry<'_>, key: &str) -> Result<Option<String>, BadHistory> {
    let Some(node) = entry.get(key).filter(|node| node.kind != NodeKind::Nil) else {
        return Ok(None);
    };
    match Edn::try_from(node.clone()) {
        Ok(Edn::Str(ref text)) => Ok(Some(text.to_string())),
        _ => Err(entry.expected(node, "a text in quotation marks")),
    }
}

fn lacks_text(entry: &Entry<'_>, key: &str) -> BadHistory {
    match entry.need(key) {
        Err(error) => error,
        Ok(node) => entry.expected(node, "a text in quotation marks"),
    }
}

/// A get of a key that nobody wrote returns nil or the empty text.
fn seen(text: Option<String>, recorder: &mut Recorder) -> Value {
    recorder.values.of(&text.unwrap_or_default())
}

fn is_same(function: Function, op: Op) -> bool {
    matches!(
        (function, op),
        (Function::Get, Op::Read(_))
            | (Function::Put, Op::Write(_))
            | (Function::Append, Op::Append(_))
    )
}
