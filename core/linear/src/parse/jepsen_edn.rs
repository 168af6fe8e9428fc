//! Histories of Jepsen as EDN, one map an operation:
//! `{:index 0, :time 3291, :type :invoke, :process 0, :f :read, :value nil}`, with a tag or
//! without. Which lines and values mean what is told in `register`; here is how maps write them.
//!
//! Operations of `jepsen.independent` have a key beside their value: `[key value]`. A transaction
//! of one read or write, `:f :txn, :value [[:w :x 1]]`, is that read or write of the register `:x`.
//! Of `:fail` Jepsen says only that it did not take place, be it a cas or another. What failed or
//! is unknown may have any value.

use clojure_reader::parse::{Node, NodeKind};

use super::BadHistory;
use super::edn::{Entry, Kind, entries, wrong as wrong_at};
use super::recorder::Recorder;
use super::register::{Function, Said, Written, Wrong};
use crate::history::Op;
use crate::values::{Value, Values};

/// A function of a map; `None` = a transaction, whose value says what it does.
const FUNCTIONS: [(&str, Option<Function>); 6] = [
    ("read", Some(Function::Read)),
    ("write", Some(Function::Write)),
    ("cas", Some(Function::Cas)),
    ("acquire", Some(Function::Acquire)),
    ("release", Some(Function::Release)),
    ("txn", None),
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
    if matches!(kind, Kind::Fail | Kind::Info) {
        let Some((_, op)) = recorder.under_way(process) else {
            return Err(at(entry, Wrong::Course(Recorder::not_begun(process))));
        };
        if kind == Kind::Fail {
            recorder.forget(process);
            return Ok(());
        }
        let of_txn = match op {
            Op::Read(_) => Function::Read,
            _ => Function::Write,
        };
        let said = Said {
            process,
            kind,
            function: function.unwrap_or(of_txn),
            key: String::new(),
            written: Written::TimedOut,
            line: entry.line(),
        };
        return said.record(recorder).map_err(|wrong| at(entry, wrong));
    }
    let (function, key, written) = match function {
        Some(function) => {
            let (key, written) = value(entry, function, recorder)?;
            (function, key, written)
        }
        None => transaction(entry, recorder)?,
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
        Ok(node) => wrong_at(node, text),
        Err(lacks) => lacks,
    }
}

/// The one read or write of a transaction. Others are refused: each register is judged by itself,
/// which says nothing of several at once.
fn transaction(
    entry: &Entry<'_>,
    recorder: &mut Recorder,
) -> Result<(Function, String, Written), BadHistory> {
    const ONE: &str = "one read or write of a register such as [[:r :x nil]] or [[:w :x 1]]";
    let node = entry.need("value")?;
    let parts = parts(node).ok_or_else(|| entry.expected(node, ONE))?;
    if let Some(list) = parts.iter().find(|part| verb(part) == Some("append")) {
        let text = "found :append, a transaction over lists, expected registers: Elle \
                    (elle.list-append) checks those";
        return Err(wrong_at(list, text.to_string()));
    }
    let [part] = parts else {
        let text = format!(
            "found a transaction of {} operations, expected {ONE}: Elle (elle.rw-register) checks \
             those of several",
            parts.len()
        );
        return Err(wrong_at(node, text));
    };
    let function = match verb(part) {
        Some("r") => Function::Read,
        Some("w") => Function::Write,
        _ => return Err(entry.expected(part, ONE)),
    };
    let Some([_, key, value]) = self::parts(part) else {
        return Err(entry.expected(part, ONE));
    };
    let written = Written::Single(one(entry, value, recorder)?);
    Ok((function, entry.written(key).to_string(), written))
}

/// The keyword that an operation of a transaction begins with.
fn verb<'a>(node: &Node<'a>) -> Option<&'a str> {
    match parts(node)?.first()?.kind {
        NodeKind::Key(name) => Some(name),
        _ => None,
    }
}

/// The register or lock, and the value.
fn value(
    entry: &Entry<'_>,
    function: Function,
    recorder: &mut Recorder,
) -> Result<(String, Written), BadHistory> {
    let is_of_lock = matches!(function, Function::Acquire | Function::Release);
    let node = match entry.get("value") {
        Some(node) => node,
        // A read that begins may say nothing, and whoever acquires says nothing at all.
        None if function == Function::Read || is_of_lock => return Ok((String::new(), NOTHING)),
        None => entry.need("value")?,
    };
    let pair = pair(node);
    let is_keyed = match (function, pair) {
        (Function::Cas, Some((_, inner))) => self::pair(inner).is_some(),
        (_, pair) => pair.is_some(),
    };
    let (key, node) = match pair {
        Some((key, inner)) if is_keyed => (entry.written(key).to_string(), inner),
        _ => (String::new(), node),
    };
    if is_of_lock {
        return Ok((key, NOTHING));
    }
    let written = match self::pair(node) {
        Some((old, new)) => Written::Pair(one(entry, old, recorder)?, one(entry, new, recorder)?),
        None => Written::Single(one(entry, node, recorder)?),
    };
    Ok((key, written))
}

const NOTHING: Written = Written::Single(Values::NIL);

/// Both parts of a vector of two, or of such a record (a map entry of Clojure).
fn pair<'n, 'a>(node: &'n Node<'a>) -> Option<(&'n Node<'a>, &'n Node<'a>)> {
    match parts(node)? {
        [one, other] => Some((one, other)),
        _ => None,
    }
}

/// The parts of a vector, with a tag or without.
fn parts<'n, 'a>(node: &'n Node<'a>) -> Option<&'n [Node<'a>]> {
    match &node.kind {
        NodeKind::Tagged(_, _, inner) => parts(inner),
        NodeKind::Vector(parts, _) => Some(parts),
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
