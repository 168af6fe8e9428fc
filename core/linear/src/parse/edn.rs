//! EDN as files of histories use it: maps, one after the other or in one vector or list, with or
//! without a tag. It tells clients from others; what they did is the formats' business.

use clojure_reader::error::{Code, Error};
use clojure_reader::parse::{Node, NodeKind, Position, SourceReader, parse};

use super::BadHistory;

/// Brackets in brackets: more are no history, and would be too many to take apart.
const DEPTH_MAX: u32 = 64;
/// Characters of a found form that an error shows.
const FOUND_MAX: usize = 40;

/// What an operation's map says about its course.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Invoke,
    Ok,
    Fail,
    Info,
}

impl Kind {
    const ALL: [(&'static str, Kind); 4] = [
        ("invoke", Kind::Invoke),
        ("ok", Kind::Ok),
        ("fail", Kind::Fail),
        ("info", Kind::Info),
    ];
}

/// A map, and the file that it stands in.
pub(super) struct Entry<'a> {
    text: &'a str,
    node: Node<'a>,
}

/// All maps of a text.
pub(super) fn entries(text: &str) -> Result<Vec<Entry<'_>>, BadHistory> {
    bound_depth(text)?;
    let mut reader = SourceReader::new(text);
    let mut maps = Vec::new();
    while !reader.remaining().trim_matches(is_blank).is_empty() {
        let node = parse(&mut reader).map_err(|error| bad(&error))?;
        match node.kind {
            NodeKind::Vector(nodes, _) | NodeKind::List(nodes, _) => maps.extend(nodes),
            // What the reader says of comments without a form behind them.
            NodeKind::Nil if node.span.is_empty() || reader.remaining().is_empty() => {}
            _ => maps.push(node),
        }
    }
    maps.into_iter().map(|node| Entry::of(text, node)).collect()
}

/// Commas are blanks in EDN.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter == ','
}

impl<'a> Entry<'a> {
    /// A map, or a record: a map with a tag.
    fn of(text: &'a str, node: Node<'a>) -> Result<Self, BadHistory> {
        let node = match node.kind {
            NodeKind::Tagged(_, _, inner) => *inner,
            _ => node,
        };
        let entry = Entry { text, node };
        match entry.node.kind {
            NodeKind::Map(..) => Ok(entry),
            _ => Err(entry.expected(&entry.node, "a map such as {:process 0, :type :invoke, …}")),
        }
    }

    /// From 1.
    pub(super) fn line(&self) -> u32 {
        self.node.span.0.line as u32
    }

    /// What stands under a keyword.
    pub(super) fn get(&self, key: &str) -> Option<&Node<'a>> {
        let NodeKind::Map(pairs, _) = &self.node.kind else {
            return None;
        };
        let mut pairs = pairs.iter();
        pairs.find_map(|(name, value)| (name.kind == NodeKind::Key(key)).then_some(value))
    }

    /// What must stand under a keyword.
    pub(super) fn need(&self, key: &str) -> Result<&Node<'a>, BadHistory> {
        let lacks = || {
            let end = self.node.span.1;
            let text = format!("found no :{key}, expected it in every map");
            BadHistory { text, ..place(end) }
        };
        self.get(key).ok_or_else(lacks)
    }

    /// The client; `None` for whoever is no client, such as :nemesis.
    pub(super) fn process(&self) -> Result<Option<u64>, BadHistory> {
        let node = self.need("process")?;
        let what = "a process, a whole number from 0 on";
        match node.kind {
            NodeKind::Int(number) => match u64::try_from(number) {
                Ok(process) => Ok(Some(process)),
                Err(_) => Err(self.expected(node, what)),
            },
            NodeKind::Key(_) => Ok(None),
            _ => Err(self.expected(node, what)),
        }
    }

    pub(super) fn kind(&self) -> Result<Kind, BadHistory> {
        self.one_of("type", &Kind::ALL)
    }

    /// One of these keywords, under another.
    pub(super) fn one_of<T: Copy>(&self, key: &str, known: &[(&str, T)]) -> Result<T, BadHistory> {
        let node = self.need(key)?;
        let is_it = |name: &str| node.kind == NodeKind::Key(name);
        let found = known.iter().find(|(name, _)| is_it(name));
        found.map(|(_, meaning)| *meaning).ok_or_else(|| {
            let names: Vec<String> = known.iter().map(|(name, _)| format!(":{name}")).collect();
            self.expected(node, &format!("one of {}", names.join(", ")))
        })
    }

    /// A form as it is written.
    pub(super) fn written(&self, node: &Node<'_>) -> &'a str {
        &self.text[node.span.0.ptr..node.span.1.ptr]
    }

    /// An error at a form: what was expected, and what stands there.
    pub(super) fn expected(&self, node: &Node<'_>, what: &str) -> BadHistory {
        let found = self.written(node);
        let found = match found.char_indices().nth(FOUND_MAX) {
            Some((end, _)) => format!("{}…", &found[..end]),
            None => found.to_string(),
        };
        wrong(node, format!("found {found}, expected {what}"))
    }
}

/// An error at a form.
pub(super) fn wrong(node: &Node<'_>, text: String) -> BadHistory {
    BadHistory {
        text,
        ..place(node.span.0)
    }
}

fn place(at: Position) -> BadHistory {
    BadHistory {
        line: at.line as u32,
        column: at.column as u32,
        text: String::new(),
    }
}

/// What the reader says, in words.
fn bad(error: &Error) -> BadHistory {
    let text = match error.code {
        Code::UnexpectedEOF => "found the end of the text, expected the end of what was begun",
        Code::UnmatchedDelimiter(_) => "found a bracket that closes nothing, expected its opening",
        Code::InvalidEscape => {
            "found an escape that EDN does not have, expected \\\" \\\\ \\n \\t \\r"
        }
        Code::InvalidNumber => "found what is no number, expected one",
        Code::HashMapDuplicateKey => "found a key twice, expected each once in a map",
        _ => "found what is no EDN, expected maps",
    };
    BadHistory {
        line: error.line.unwrap_or(1) as u32,
        column: error.column.unwrap_or(1) as u32,
        text: text.to_string(),
    }
}

/// Counts brackets outside texts, characters and comments.
fn bound_depth(text: &str) -> Result<(), BadHistory> {
    let (mut depth, mut line, mut line_at) = (0_u32, 1, 0);
    let mut letters = text.bytes().enumerate();
    while let Some((at, letter)) = letters.next() {
        match letter {
            b'\n' => (line, line_at) = (line + 1, at + 1),
            b'[' | b'(' | b'{' => depth += 1,
            b']' | b')' | b'}' => depth = depth.saturating_sub(1),
            b'\\' => {
                letters.next();
            }
            b';' | b'"' => {
                // To the end of a comment or a text, which may hold any bracket.
                let end = if letter == b';' { b'\n' } else { b'"' };
                while let Some((at, letter)) = letters.next() {
                    if letter == b'\n' {
                        (line, line_at) = (line + 1, at + 1);
                    }
                    match letter {
                        b'\\' if end == b'"' => {
                            letters.next();
                        }
                        _ if letter == end => break,
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        if depth > DEPTH_MAX {
            let column = text.get(line_at..at).map_or(0, |text| text.chars().count()) as u32 + 1;
            let text =
                format!("found more than {DEPTH_MAX} brackets in each other, expected a history");
            return Err(BadHistory { line, column, text });
        }
    }
    Ok(())
}
