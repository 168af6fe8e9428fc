//! What a transcript's text states, as facts: roles, terms, votes, commits, logs, messages. Lines
//! of log that state none of these are counted and compared with nothing.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;

use crate::message::Told;

/// A leader's view of a follower.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Progress {
    pub(crate) id: u64,
    pub(crate) state: String,
    pub(crate) matched: u64,
    pub(crate) next: u64,
    /// What else is told: learner, paused, pendingSnap, inactive, inflight.
    pub(crate) marks: Vec<String>,
}

/// One thing that a text states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    /// A node with its configuration, term and log, when it is made.
    Begins(u64, String),
    Role(u64, String, u64),
    Soft(u64, u64, String),
    Hard(u64, u64, u64, u64),
    Appends(u64, String),
    Applies(u64, String),
    Restores(u64, String),
    Configuration(u64, String),
    Sent(Told),
    Received(Told),
    Dropped(Told),
    Log(String),
    Progress(Progress),
    State(u64, String),
    /// An error, an empty Ready, no messages: in these words.
    Said(String),
}

impl Fact {
    /// Facts are compared in order within one of these: what one node does in one respect, what
    /// goes from one node to another.
    pub(crate) fn stream(&self) -> String {
        match self {
            Fact::Begins(id, _) => format!("begin {id:04}"),
            Fact::Role(id, ..) => format!("role {id:04}"),
            Fact::Soft(id, ..) => format!("soft {id:04}"),
            Fact::Hard(id, ..) => format!("hard {id:04}"),
            Fact::Appends(id, _) => format!("appends {id:04}"),
            Fact::Applies(id, _) => format!("applies {id:04}"),
            Fact::Restores(id, _) => format!("restores {id:04}"),
            Fact::Configuration(id, _) => format!("shape {id:04}"),
            Fact::Sent(m) => format!("x-sent {:04} {:04}", m.from, m.to),
            Fact::Received(m) => format!("y-received {:04} {:04}", m.from, m.to),
            Fact::Dropped(m) => format!("y-dropped {:04} {:04}", m.from, m.to),
            Fact::Log(_) => "log".to_owned(),
            Fact::Progress(_) => "progress".to_owned(),
            Fact::State(..) => "state".to_owned(),
            Fact::Said(_) => "said".to_owned(),
        }
    }

    /// Whose it is: of messages the sender's, and nobody's if the text does not say.
    pub(crate) fn node(&self) -> Option<u64> {
        match self {
            Fact::Begins(id, _)
            | Fact::Role(id, ..)
            | Fact::Soft(id, ..)
            | Fact::Hard(id, ..)
            | Fact::Appends(id, _)
            | Fact::Applies(id, _)
            | Fact::Restores(id, _)
            | Fact::Configuration(id, _)
            | Fact::State(id, _) => Some(*id),
            Fact::Sent(m) | Fact::Received(m) | Fact::Dropped(m) => Some(m.from),
            Fact::Progress(progress) => Some(progress.id),
            Fact::Log(_) | Fact::Said(_) => None,
        }
    }

    pub(crate) fn message(&self) -> Option<&Told> {
        match self {
            Fact::Sent(m) | Fact::Received(m) | Fact::Dropped(m) => Some(m),
            _ => None,
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::Begins(id, how) => write!(f, "node {id} begins with {how}"),
            Fact::Role(id, role, term) => write!(f, "node {id} becomes {role} at term {term}"),
            Fact::Soft(id, 0, role) => write!(f, "node {id} tells: no leader, {role}"),
            Fact::Soft(id, lead, role) => write!(f, "node {id} tells: leader {lead}, {role}"),
            Fact::Hard(id, term, vote, commit) => {
                write!(
                    f,
                    "node {id} stores term {term}, vote {vote}, commit {commit}"
                )
            }
            Fact::Appends(id, entry) => write!(f, "node {id} appends {entry}"),
            Fact::Applies(id, entry) => write!(f, "node {id} applies {entry}"),
            Fact::Restores(id, snapshot) => write!(f, "node {id} restores {snapshot}"),
            Fact::Configuration(id, shape) => write!(f, "node {id} has configuration {shape}"),
            Fact::Sent(m) => write!(f, "sent {m}"),
            Fact::Received(m) => write!(f, "received {m}"),
            Fact::Dropped(m) => write!(f, "dropped {m}"),
            Fact::Log(entry) => write!(f, "log {entry}"),
            Fact::Progress(p) => {
                write!(
                    f,
                    "follower {} {} match={} next={}",
                    p.id, p.state, p.matched, p.next
                )?;
                p.marks.iter().try_for_each(|mark| write!(f, " {mark}"))
            }
            Fact::State(id, state) => write!(f, "node {id} is {state}"),
            Fact::Said(words) => write!(f, "said: {words}"),
        }
    }
}

/// Roles that have been told: etcd-raft tells one again when a node enters it anew, and raft-rs,
/// which is watched from outside, shows changes alone.
#[derive(Debug, Default)]
pub(crate) struct Roles(BTreeMap<u64, (String, u64)>);

impl Roles {
    /// Whether a fact is no role, or another one than its node had.
    pub(crate) fn is_news(&mut self, fact: &Fact) -> bool {
        let Fact::Role(id, role, term) = fact else {
            return true;
        };
        let now = (role.clone(), *term);
        self.0.insert(*id, now.clone()) != Some(now)
    }
}

/// Where in a Ready the text is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Place {
    Outside,
    Head,
    Entries,
    Committed,
    Messages,
}

/// Reads text line by line.
pub(crate) struct Reader {
    place: Place,
    node: u64,
    /// Nodes of the block's `process-ready`, in order: their Readies name no node.
    ready_of: VecDeque<u64>,
    /// A message whose entries go on below.
    open: Option<Fact>,
    pub(crate) facts: Vec<Fact>,
    /// Lines of log that were compared with nothing.
    pub(crate) passed_over: usize,
}

impl Reader {
    pub(crate) fn new(ready_of: &[u64]) -> Reader {
        Reader {
            place: Place::Outside,
            node: 0,
            ready_of: ready_of.iter().copied().collect(),
            open: None,
            facts: Vec::new(),
            passed_over: 0,
        }
    }

    /// All facts of a text.
    pub(crate) fn read<'a>(ready_of: &[u64], lines: impl Iterator<Item = &'a str>) -> Reader {
        let mut reader = Reader::new(ready_of);
        lines.for_each(|line| reader.line(line.trim()));
        reader
    }

    fn line(&mut self, line: &str) {
        if self.within_message(line) || line.is_empty() || line == "ok" {
            return;
        }
        if let Some(words) = logged(line) {
            match stated_in_log(words) {
                Some(fact) => self.facts.push(fact),
                None => self.passed_over += 1,
            }
            return;
        }
        if self.heading(line) {
            return;
        }
        match self.stated(line) {
            Some((fact, false)) => self.facts.push(fact),
            Some((fact, true)) => self.open = Some(fact),
            None => self.facts.push(Fact::Said(line.to_owned())),
        }
    }

    /// Entries of a message on lines of their own, and its snapshot.
    fn within_message(&mut self, line: &str) -> bool {
        if let Some(snapshot) = line.strip_prefix("Snapshot: ")
            && let Some(Fact::Sent(m) | Fact::Received(m) | Fact::Dropped(m)) =
                self.facts.last_mut()
        {
            m.snapshot = Some(snapshot.to_owned());
            return true;
        }
        let Some(Fact::Sent(m) | Fact::Received(m) | Fact::Dropped(m)) = &mut self.open else {
            return false;
        };
        if line == "]" {
            self.facts.extend(self.open.take());
        } else {
            m.entries.push(line.to_owned());
        }
        true
    }

    fn heading(&mut self, line: &str) -> bool {
        if let Some(rest) = line.strip_prefix("> ") {
            let id = rest.split(' ').next().and_then(|id| id.parse().ok());
            self.node = id.unwrap_or(0);
            self.place = Place::Outside;
            return true;
        }
        if line.starts_with("Ready MustSync=") {
            if let Some(id) = self.ready_of.pop_front() {
                self.node = id;
            }
            self.place = Place::Head;
            return true;
        }
        self.place = match line {
            "Entries:" => Place::Entries,
            "CommittedEntries:" => Place::Committed,
            "Messages:" => Place::Messages,
            _ => return false,
        };
        true
    }

    /// A line's fact, and whether it goes on below.
    fn stated(&mut self, line: &str) -> Option<(Fact, bool)> {
        if line == "<empty Ready>" {
            self.ready_of.pop_front();
            return None;
        }
        if let Some(rest) = line.strip_prefix("dropped: ") {
            let (message, open) = Told::read(rest)?;
            return Some((Fact::Dropped(message), open));
        }
        if let Some((message, open)) = Told::read(line) {
            let fact = match self.place {
                Place::Messages => Fact::Sent(message),
                _ => Fact::Received(message),
            };
            return Some((fact, open));
        }
        self.whole(line).map(|fact| (fact, false))
    }

    /// A line that is a fact by itself.
    fn whole(&self, line: &str) -> Option<Fact> {
        if is_entry(line) {
            let entry = line.to_owned();
            return Some(match self.place {
                Place::Entries => Fact::Appends(self.node, entry),
                Place::Committed => Fact::Applies(self.node, entry),
                _ => Fact::Log(entry),
            });
        }
        if let Some(rest) = line.strip_prefix("Lead:") {
            let (lead, role) = rest.split_once(" State:")?;
            return Some(Fact::Soft(self.node, lead.parse().ok()?, role.to_owned()));
        }
        if let Some(rest) = line.strip_prefix("HardState ") {
            let field = |key: &str| {
                let mut fields = rest.split_whitespace();
                fields.find_map(|field| field.strip_prefix(key)?.parse::<u64>().ok())
            };
            let (term, commit) = (field("Term:")?, field("Commit:")?);
            return Some(Fact::Hard(
                self.node,
                term,
                field("Vote:").unwrap_or(0),
                commit,
            ));
        }
        if let Some(snapshot) = line.strip_prefix("Snapshot ") {
            return Some(Fact::Restores(self.node, snapshot.to_owned()));
        }
        let (id, rest) = line.split_once(": ")?;
        let id = id.parse().ok()?;
        progress(id, rest).or_else(|| {
            rest.contains(" Term:")
                .then(|| Fact::State(id, rest.to_owned()))
        })
    }
}

fn progress(id: u64, text: &str) -> Option<Fact> {
    let mut words = text.split_whitespace();
    let state = words.next().filter(|word| word.starts_with("State"))?;
    let mut progress = Progress {
        id,
        state: state.to_owned(),
        matched: 0,
        next: 0,
        marks: Vec::new(),
    };
    let mut is_progress = false;
    for word in words {
        match word.split_once('=') {
            Some(("match", value)) => {
                progress.matched = value.parse().ok()?;
                is_progress = true;
            }
            Some(("next", value)) => progress.next = value.parse().ok()?,
            // Later versions tell what commit was sent; raft-rs keeps what was answered.
            Some(("commit", _)) => {}
            _ => progress.marks.push(word.to_owned()),
        }
    }
    is_progress.then_some(Fact::Progress(progress))
}

fn logged(line: &str) -> Option<&str> {
    ["DEBUG ", "INFO ", "WARN ", "ERROR ", "FATAL "]
        .iter()
        .find_map(|level| line.strip_prefix(level))
}

fn is_entry(line: &str) -> bool {
    let place = line
        .split(' ')
        .next()
        .and_then(|place| place.split_once('/'));
    let numbers = place
        .is_some_and(|(term, index)| term.parse::<u64>().is_ok() && index.parse::<u64>().is_ok());
    numbers && line.contains(" Entry")
}

fn hex(id: &str) -> Option<u64> {
    u64::from_str_radix(id, 16).ok()
}

/// A line of log that states a fact.
fn stated_in_log(words: &str) -> Option<Fact> {
    if let Some(rest) = words.strip_prefix("newRaft ") {
        let (id, how) = rest.split_once(' ')?;
        return Some(Fact::Begins(hex(id)?, how.to_owned()));
    }
    let (id, rest) = words.split_once(' ')?;
    let id = hex(id)?;
    if let Some(rest) = rest.strip_prefix("became ") {
        let (role, term) = rest.split_once(" at term ")?;
        return Some(Fact::Role(id, role.to_owned(), term.parse().ok()?));
    }
    let shape = rest.strip_prefix("switched to configuration ")?;
    Some(Fact::Configuration(id, shape.to_owned()))
}
