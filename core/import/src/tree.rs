//! YAML and JSON as one tree whose nodes know their line, and whether somebody read them: what
//! nobody read is told as not used. No input makes it panic, and none makes it compute without end.

use std::cell::Cell;

use saphyr_parser::{Event, Parser};

use crate::note::{Complaint, Notes, Spot, quoted};

/// Deepest nesting that is read; a file of a cluster has a tenth of it.
const DEPTH_MAX: usize = 64;
/// Most nodes of a file.
const NODES_MAX: usize = 200_000;

/// A value with its place.
#[derive(Debug)]
pub(crate) struct Node {
    /// From 1.
    pub(crate) line: usize,
    pub(crate) kind: Kind,
    used: Cell<bool>,
}

#[derive(Debug)]
pub(crate) enum Kind {
    /// Any scalar, as it is written.
    Scalar(String),
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
}

impl Node {
    fn new(line: usize, kind: Kind) -> Self {
        Node {
            line,
            kind,
            used: Cell::new(false),
        }
    }

    /// The value of a key, which counts as read; its own parts do not.
    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        let Kind::Map(entries) = &self.kind else {
            return None;
        };
        let found = entries.iter().find(|(name, _)| name == key);
        found.map(|(_, node)| {
            node.used.set(true);
            node
        })
    }

    /// The value of a key by its words: `live_replicas` is found as `liveReplicas` too.
    pub(crate) fn get_words(&self, key: &str) -> Option<&Node> {
        let plain = |name: &str| name.replace('_', "").to_ascii_lowercase();
        let wanted = plain(key);
        let (name, _) = self
            .entries()
            .iter()
            .find(|(name, _)| plain(name) == wanted)?;
        self.get(name)
    }

    /// The value at a path that may be nested, dotted, or both: `a.b.c`, `a: {b.c: …}`.
    pub(crate) fn path(&self, path: &str) -> Option<&Node> {
        if let Some(found) = self.get(path) {
            return Some(found);
        }
        let dots = path.match_indices('.').map(|(at, _)| at);
        for at in dots {
            let Some((_, inner)) = self.entries().iter().find(|(name, _)| *name == path[..at])
            else {
                continue;
            };
            if let Some(found) = inner.path(&path[at + 1..]) {
                inner.used.set(true);
                return Some(found);
            }
        }
        None
    }

    /// Its entries, if it is a map.
    pub(crate) fn entries(&self) -> &[(String, Node)] {
        match &self.kind {
            Kind::Map(entries) => entries,
            Kind::Scalar(_) | Kind::List(_) => &[],
        }
    }

    /// Its items, which count as read, if it is a list.
    pub(crate) fn items(&self) -> &[Node] {
        match &self.kind {
            Kind::List(items) => {
                for item in items {
                    item.used.set(true);
                }
                items
            }
            Kind::Scalar(_) | Kind::Map(_) => &[],
        }
    }

    /// Its text, if it is a scalar.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Scalar(text) => Some(text),
            Kind::List(_) | Kind::Map(_) => None,
        }
    }

    /// It and all its parts count as read.
    pub(crate) fn use_all(&self) {
        self.used.set(true);
        match &self.kind {
            Kind::Scalar(_) => {}
            Kind::List(items) => {
                for item in items {
                    item.use_all();
                }
            }
            Kind::Map(entries) => {
                for (_, node) in entries {
                    node.use_all();
                }
            }
        }
    }

    /// What it is, for an error.
    pub(crate) fn found(&self) -> String {
        match &self.kind {
            Kind::Scalar(text) => quoted(text),
            Kind::List(_) => "a list".to_string(),
            Kind::Map(_) => "a map".to_string(),
        }
    }

    /// Tells of every part that nobody read, at the highest place where that is so.
    pub(crate) fn tell_unused(&self, file: &str, notes: &mut Notes) {
        self.walk("", file, notes);
    }

    fn walk(&self, path: &str, file: &str, notes: &mut Notes) {
        let mut tell = |part: &Node, path: String| {
            if part.used.get() {
                part.walk(&path, file, notes);
            } else {
                let spot = Spot {
                    file: file.to_string(),
                    line: part.line,
                };
                let text = match part.text() {
                    Some(text) => format!("{path} = {}", quoted(text)),
                    None => path,
                };
                notes.unused(spot, text);
            }
        };
        match &self.kind {
            Kind::Scalar(_) => {}
            Kind::List(items) => {
                for (i, item) in items.iter().enumerate() {
                    tell(item, format!("{path}[{i}]"));
                }
            }
            Kind::Map(entries) => {
                for (key, node) in entries {
                    let dot = if path.is_empty() { "" } else { "." };
                    tell(node, format!("{path}{dot}{key}"));
                }
            }
        }
    }
}

/// The documents of a YAML text; JSON is YAML. Empty documents are left out.
pub(crate) fn parse(file: &str, text: &str) -> Result<Vec<Node>, Complaint> {
    let at = |line: usize, text: String| Complaint {
        spot: Some(Spot {
            file: file.to_string(),
            line,
        }),
        text,
    };
    let mut reader = Reader::default();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| {
            let line = error.marker().line();
            let words = error.info();
            at(
                line,
                format!("found text that is no YAML or JSON ({words})"),
            )
        })?;
        let line = span.start.line();
        reader.take(event, line).map_err(|text| at(line, text))?;
    }
    Ok(reader.documents)
}

/// Builds trees from events, with a stack of its own.
#[derive(Default)]
struct Reader {
    documents: Vec<Node>,
    open: Vec<Open>,
    nodes: usize,
}

/// A list or map that has not ended.
struct Open {
    node: Node,
    /// The key that waits for its value, and its line.
    key: Option<(String, usize)>,
}

impl Reader {
    fn take(&mut self, event: Event<'_>, line: usize) -> Result<(), String> {
        match event {
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd => Ok(()),
            Event::Alias(_) => {
                Err("found an alias (*name), expected the values themselves".to_string())
            }
            Event::Scalar(text, ..) => self.put(Node::new(line, Kind::Scalar(text.into_owned()))),
            Event::SequenceStart(..) => self.begin(Node::new(line, Kind::List(Vec::new()))),
            Event::MappingStart(..) => self.begin(Node::new(line, Kind::Map(Vec::new()))),
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(open) => self.put(open.node),
                None => Ok(()),
            },
        }
    }

    fn begin(&mut self, node: Node) -> Result<(), String> {
        if self.open.len() >= DEPTH_MAX {
            return Err(format!(
                "found values nested deeper than {DEPTH_MAX}, expected at most that"
            ));
        }
        self.open.push(Open { node, key: None });
        Ok(())
    }

    fn put(&mut self, mut node: Node) -> Result<(), String> {
        self.nodes += 1;
        if self.nodes > NODES_MAX {
            return Err(format!(
                "found more than {NODES_MAX} values, expected at most that"
            ));
        }
        let Some(open) = self.open.last_mut() else {
            // A document that is empty is a scalar without text.
            if node.text() != Some("") {
                self.documents.push(node);
            }
            return Ok(());
        };
        match &mut open.node.kind {
            Kind::Scalar(_) => {}
            Kind::List(items) => items.push(node),
            Kind::Map(entries) => match open.key.take() {
                Some((key, line)) => {
                    // Where a person looks for it.
                    node.line = line;
                    entries.push((key, node));
                }
                None => match node.kind {
                    Kind::Scalar(text) => open.key = Some((text, node.line)),
                    Kind::List(_) | Kind::Map(_) => {
                        let found = node.found();
                        return Err(format!("found {found} as a key, expected a name"));
                    }
                },
            },
        }
        Ok(())
    }
}
