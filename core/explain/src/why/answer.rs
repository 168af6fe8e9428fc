//! What is asked, and what comes back.

use model::ids::{RangeId, RequestId};
use serde::{Deserialize, Serialize};
use sim::Micros;
use ts_rs::TS;

use crate::why::{Rule, Text};

/// What somebody wants to know.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Why did this event happen?
    Event(u64),
    /// Why was this message sent, and what became of it?
    Message(u64),
    /// Why did this request end as it did?
    Request(RequestId),
    /// Why has this replica the role and term that it has?
    Role {
        /// Its range.
        range: RangeId,
        /// The store's node.
        node: u32,
    },
    /// How did this entry come to be where it is?
    Entry {
        /// Its range.
        range: RangeId,
        /// Its index.
        index: u64,
    },
    /// Why has this range no leader?
    NoLeader(RangeId),
    /// Why is this entry not committed?
    NotCommitted {
        /// Its range.
        range: RangeId,
        /// Its index.
        index: u64,
    },
    /// Why did this request take so long, or why was it refused?
    Slow(RequestId),
    /// Why did the leadership of this range not move?
    NotMoved(RangeId),
}

/// What a step of an answer is about; the first step is where the chain begins.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum StepKind {
    /// Somebody acted, or the scenario did.
    Action,
    /// A timer ran out.
    Timer,
    /// A client wanted something.
    Client,
    /// The run began.
    Start,
    /// One thing led to the next.
    Link,
    /// How things stood, which explains the rest.
    Condition,
}

/// One link of the chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Step {
    /// When.
    pub at_us: Micros,
    /// The event, 0 where it is not known or the start.
    pub event: u64,
    /// What it is.
    pub kind: StepKind,
    /// A sentence.
    pub text: Text,
    /// The rule that it followed.
    pub rule: Option<Rule>,
    /// How long it took since the step before it, and what for.
    pub wait: Option<Wait>,
    /// Hops of the same kind that this one stands for.
    pub folded: u32,
}

impl Step {
    /// A step that nothing else is known of.
    pub(super) fn at(at_us: Micros, event: u64, kind: StepKind, text: Text) -> Self {
        Step {
            at_us,
            event,
            kind,
            text,
            rule: None,
            wait: None,
            folded: 0,
        }
    }
}

/// A wait.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Wait {
    /// How long.
    pub us: Micros,
    /// What for: "on the way from s1 to s2".
    pub what: String,
}

/// An answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
pub struct Answer {
    /// The question in words.
    pub question: Text,
    /// The answer in a sentence or two.
    pub short: Text,
    /// The chain, oldest first.
    pub steps: Vec<Step>,
    /// The record begins too late: ask again with one that begins before this instant.
    pub wanted_us: Option<Micros>,
}

impl Answer {
    /// Whether the record knows nothing of what was asked about.
    pub fn is_nothing(&self) -> bool {
        self.steps.is_empty()
    }

    pub(super) fn nothing(question: Text, short: impl Into<String>) -> Answer {
        Answer {
            question,
            short: Text::of(short),
            ..Answer::default()
        }
    }
}
