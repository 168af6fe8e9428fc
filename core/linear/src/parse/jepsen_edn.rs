//! Histories of Jepsen as EDN, one map an operation:
//! `{:index 0, :time 3291, :type :invoke, :process 0, :f :read, :value nil}`, with a tag or
//! without. Which lines and values mean what is told in `register`; here is how maps write them.
//!
//! Operations of `jepsen.independent` have a key beside their value: `[key value]`. Of `:fail`
//! Jepsen says only that it did not take place, be it a cas or another. What failed or is unknown
//! may have any value.

use clojure_reader::parse::{Node, NodeKind};

use super::BadHistory;
use super::edn::{Entry, Kind, entries};
use super::recorder::Recorder;
use super::register::{Function, Said, Written, Wrong};
use crate::values::{Value, Values};

const FUNCTIONS: [(&str, Function); 3] = [
    ("read", Function::Read),
    ("write", Function::Write),
    ("cas", Function::Cas),
];

/// Adds all operations of a text.
pub(super) fn read(text: &str, recorder: &mut Recorder) -> Result<(), BadHistory> {
    for entry in entries(text)? {
        add(&entry, recorder)?;
    }
    Ok(())
}

fn add(entry: &Entry<'_>, recorder: &mut Recorder) -> Result<(), BadHistory> {
    let Some(process) = entry.process()? else {
        recorder.pass_over();
        return Ok(());
    };
    let kind = entry.kind()?;
    let function = entry.one_of("f", &FUNCTIONS)?;
    if kind == Kind::Fail {
        if recorder.under_way(process).is_none() {
            return Err(at(entry, Wrong::Course(Recorder::not_begun(process))));
        }
        recorder.forget(process);
        return Ok(());
    }
    let (key, written) = match kind {
        Kind::Info | Kind::Fail => (String::new(), Written::TimedOut),
        Kind::Invoke | Kind::Ok => value(entry, function, recorder)?,
    };
    let said = Said {
        process,
        kind,
        function,
        key,
        written,
        line: entry.line(),
    };
    said.record(recorder).map_err(|wrong| at(entry, wrong))
}

/// Names the place of what is wrong.
fn at(entry: &Entry<'_>, wrong: Wrong) -> BadHistory {
    let (key, text) = match wrong {
        Wrong::Course(text) => ("process", text),
        Wrong::Value(text) => ("value", text),
    };
    match entry.need(key) {
        Ok(node) => super::edn::wrong(node, text),
        Err(lacks) => lacks,
    }
}

/// The register and the value.
fn value(
    entry: &Entry<'_>,
    function: Function,
    recorder: &mut Recorder,
) -> Result<(String, Written), BadHistory> {
    let node = match entry.get("value") {
        Some(node) => node,
        // A read that begins may say nothing.
        None if function == Function::Read => return Ok((String::new(), NOTHING)),
        None => entry.need("value")?,
    };
    let pair = pair(node);
    let is_keyed = match (function, pair) {
        (Function::Cas, Some((_, inner))) => self::pair(inner).is_some(),
        (Function::Read | Function::Write, pair) => pair.is_some(),
        (Function::Cas, None) => false,
    };
    let (key, node) = match pair {
        Some((key, inner)) if is_keyed => (entry.written(key).to_string(), inner),
        _ => (String::new(), node),
    };
    let written = match self::pair(node) {
        Some((old, new)) => Written::Pair(one(entry, old, recorder)?, one(entry, new, recorder)?),
        None => Written::Single(one(entry, node, recorder)?),
    };
    Ok((key, written))
}

const NOTHING: Written = Written::Single(Values::NIL);

/// Both parts of a vector of two, or of such a record (a map entry of Clojure).
fn pair<'n, 'a>(node: &'n Node<'a>) -> Option<(&'n Node<'a>, &'n Node<'a>)> {
    match &node.kind {
        NodeKind::Tagged(_, _, inner) => pair(inner),
        NodeKind::Vector(parts, _) => match parts.as_slice() {
            [one, other] => Some((one, other)),
            _ => None,
        },
        _ => None,
    }
}

/// A single value, told from others by how it is written.
fn one(entry: &Entry<'_>, node: &Node<'_>, recorder: &mut Recorder) -> Result<Value, BadHistory> {
    match node.kind {
        NodeKind::Nil => Ok(Values::NIL),
        NodeKind::Int(_) | NodeKind::Str(_) | NodeKind::Key(_) | NodeKind::Bool(_) => {
            Ok(recorder.values.of(entry.written(node)))
        }
        _ => Err(entry.expected(
            node,
            "a value such as 3, \"x\", :x or nil, two for a cas, with or without a key",
        )),
    }
}
