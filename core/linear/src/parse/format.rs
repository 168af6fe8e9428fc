//! The formats of histories: which there are, and which a text is in.

use super::{Parsed, etcd, jepsen, jsonl, kv};

/// A file format.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// A log of Jepsen, or its history in EDN.
    Jepsen,
    /// EDN maps of gets, puts and appends.
    Kv,
    /// JSON lines of facts, as this engine exports them.
    Jsonl,
    /// JSON lines of etcd's robustness tests, of all clients one after the other.
    Etcd,
}

/// Letters at the beginning of a text by which its format is told.
const BEGIN_BYTES: usize = 20_000;

impl Format {
    /// Its name, as the command line has it.
    pub fn name(self) -> &'static str {
        match self {
            Format::Jepsen => "jepsen",
            Format::Kv => "kv",
            Format::Jsonl => "jsonl",
            Format::Etcd => "etcd",
        }
    }

    /// The format of a text by how it begins; `None` = it is no history that is understood.
    pub fn of(text: &str) -> Option<Self> {
        let mut end = text.len().min(BEGIN_BYTES);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let begin = text[..end].trim_start();
        let first = begin.lines().next().unwrap_or("");
        if first.contains("\"raft-atlas-facts/") {
            return Some(Format::Jsonl);
        }
        if first.starts_with('{') && first.contains("\"ClientId\"") && first.contains("\"Call\"") {
            return Some(Format::Etcd);
        }
        if begin.starts_with(['{', '[', '(', '#', ';']) {
            let is_edn = begin.contains(":process") && begin.contains(":type");
            let is_kv = begin.contains(":f :get") || begin.contains(":f :put");
            let is_kv = is_kv || (begin.contains(":key \"") && begin.contains(":f :append"));
            return is_edn.then_some(if is_kv { Format::Kv } else { Format::Jepsen });
        }
        let is_log = |line: &str| line.contains("jepsen.util") && line.contains(":invoke");
        begin.lines().any(is_log).then_some(Format::Jepsen)
    }

    /// Reads a history. `mode` is for facts alone: see `jsonl`.
    pub fn parse(self, text: &str, mode: Option<&str>) -> Parsed {
        match self {
            Format::Jepsen => jepsen(text),
            Format::Kv => kv(text),
            Format::Jsonl => jsonl(text, mode),
            Format::Etcd => etcd(text),
        }
    }
}
