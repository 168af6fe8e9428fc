//! What came of playing a transcript.

use crate::known::{KNOWN, Known};

/// How a block stands beside raft-rs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Every fact that either side states, the other states too.
    Equal,
    /// These are stated on one side alone, or otherwise.
    Different(Vec<Difference>),
    /// The block was not played.
    NotSpoken(Known),
}

/// A fact that one side states and the other does not, or not so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// As etcd-raft says it.
    pub theirs: Option<String>,
    /// As raft-rs does it.
    pub ours: Option<String>,
    /// The known difference that explains it, by name.
    pub known: Option<&'static str>,
}

/// A block as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The line of its first command, from 1.
    pub line: usize,
    /// Its first command.
    pub command: String,
    /// How it stands.
    pub standing: Agreement,
    /// Facts that etcd-raft's text states.
    pub facts: usize,
    /// Lines of log in it that state no fact.
    pub passed_over: usize,
    /// What raft-rs did, in the words of the language.
    pub played: String,
    /// The line of the first block before it that went another way or was not played.
    pub follows: Option<usize>,
    /// The last line of dashes, and how many lines are expected below it.
    pub(crate) below: (usize, usize),
}

impl Block {
    /// The names of the known differences that explain something in it, each once, in the order of
    /// the table.
    pub fn named(&self) -> Vec<&'static str> {
        let named = |known: &Known| match &self.standing {
            Agreement::Equal => false,
            Agreement::NotSpoken(why) => why.name == known.name,
            Agreement::Different(differences) => differences
                .iter()
                .any(|difference| difference.known == Some(known.name)),
        };
        let known = KNOWN.iter().filter(|known| named(known));
        known.map(|known| known.name).collect()
    }

    /// Whether no known difference explains something in it.
    pub fn is_unexplained(&self) -> bool {
        match &self.standing {
            Agreement::Different(differences) => differences
                .iter()
                .any(|difference| difference.known.is_none()),
            Agreement::Equal | Agreement::NotSpoken(_) => false,
        }
    }
}
