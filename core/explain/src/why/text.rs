//! Sentences with links: what is named can be selected and gone to.

use model::fact::MessageType;
use serde::Serialize;
use sim::NodeId;
use ts_rs::TS;

use model::target::Target;
use vocabulary::names::Names;
use vocabulary::said::{BEGIN, END, NAME, Piece, VALUE, keeps_templates, pieces};

/// A sentence with links: `tell!("{who} sent {what}.", who = Text::…, what = "a snapshot")`. Values
/// are texts, or what can be shown. See `vocabulary::said` for what a template is.
#[macro_export]
macro_rules! tell {
    ($template:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        // Never runs: the compiler holds the names of the template to those of the values.
        if false {
            let _ = format_args!($template $(, $name = "")*);
        }
        $crate::why::Text::said($template, [
            $((stringify!($name), $crate::why::Text::from(vocabulary::said_value!($name $(= $value)?)))),*
        ])
    }};
}

/// Part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Part {
    /// Its words.
    pub text: String,
    /// The thing that they name.
    pub target: Option<Target>,
}

/// A sentence, part by part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[serde(transparent)]
#[ts(as = "Vec<Part>")]
pub struct Text {
    /// Its parts, in order.
    pub parts: Vec<Part>,
}

impl Text {
    /// The words alone.
    pub fn plain(&self) -> String {
        self.parts.iter().map(|part| part.text.as_str()).collect()
    }

    /// Nothing said.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    pub(super) fn of(words: impl Into<String>) -> Text {
        Text::default().and(words)
    }

    /// A sentence of a template, its values with their links; [`tell!`](crate::tell) writes the call.
    pub(super) fn said<const N: usize>(template: &str, values: [(&str, Text); N]) -> Text {
        if keeps_templates() {
            let mut text = Text::of(format!("{BEGIN}{template}"));
            for (name, value) in values {
                text = text.and(format!("{NAME}{name}{VALUE}")).then(value);
            }
            return text.and(END.to_string());
        }
        pieces(template).fold(Text::default(), |text, piece| match piece {
            Piece::Words(words) => text.and(words),
            Piece::Value(name) => {
                let value = values.iter().find(|(known, _)| *known == name);
                let (_, value) = value.expect("the compiler checked the names");
                text.then(value.clone())
            }
        })
    }

    /// Without the blank at its end.
    pub(super) fn without_blank(mut self) -> Text {
        if let Some(last) = self.parts.last_mut() {
            last.text.truncate(last.text.trim_end().len());
        }
        self.parts.retain(|part| !part.text.is_empty());
        self
    }

    /// Words that name nothing.
    pub(super) fn and(mut self, words: impl Into<String>) -> Text {
        let words = words.into();
        match self.parts.last_mut() {
            Some(last) if last.target.is_none() => last.text.push_str(&words),
            _ => self.parts.push(Part {
                text: words,
                target: None,
            }),
        }
        self
    }

    pub(super) fn link(mut self, words: impl Into<String>, target: Target) -> Text {
        self.parts.push(Part {
            text: words.into(),
            target: Some(target),
        });
        self
    }

    pub(super) fn then(mut self, other: Text) -> Text {
        for part in other.parts {
            match part.target {
                None => self = self.and(part.text),
                Some(target) => self = self.link(part.text, target),
            }
        }
        self
    }

    pub(super) fn node(self, node: NodeId, names: &Names) -> Text {
        self.link(names.node_id(node), Target::Node(u32::from(node.0)))
    }

    pub(super) fn message(self, flight: u64, what: MessageType) -> Text {
        self.link(message_noun(what), Target::Message(flight))
    }

    pub(super) fn request(self, request: u64) -> Text {
        self.link(format!("r{request}"), Target::Request(request))
    }

    pub(super) fn entry(self, range: u32, index: u64) -> Text {
        self.link(format!("entry {index}"), Target::Entry { range, index })
    }

    /// " of range 7", or nothing when there is one range only.
    pub(super) fn of_range(self, range: u32, names: &Names) -> Text {
        if names.ranges == 1 && range == 0 {
            return self;
        }
        self.and(" of ")
            .link(format!("range {range}"), Target::Range(range))
    }

    /// "s1, s2 and s3".
    pub(super) fn nodes(mut self, nodes: &[NodeId], names: &Names) -> Text {
        for (at, node) in nodes.iter().enumerate() {
            self = match at {
                0 => self,
                _ if at + 1 == nodes.len() => self.and(" and "),
                _ => self.and(", "),
            };
            self = self.node(*node, names);
        }
        self
    }
}

impl<T: std::fmt::Display> From<T> for Text {
    fn from(words: T) -> Text {
        Text::of(words.to_string())
    }
}

/// A message as a thing: "an append".
fn message_noun(what: MessageType) -> String {
    let noun = match what {
        MessageType::Append => "an append",
        MessageType::AppendResponse => "an append response",
        MessageType::Heartbeat => "a heartbeat",
        MessageType::HeartbeatResponse => "a heartbeat response",
        MessageType::PreVote => "a pre-vote request",
        MessageType::PreVoteResponse => "a pre-vote",
        MessageType::Vote => "a vote request",
        MessageType::VoteResponse => "a vote",
        MessageType::TimeoutNow => "the order to campaign now",
        MessageType::TransferLeader => "a request to transfer leadership",
        MessageType::ReadIndex => "a read index request",
        MessageType::ReadIndexResponse => "a read index",
        MessageType::Snapshot => "a snapshot",
        MessageType::ReadRequest => "a read request",
        MessageType::Rows => "the rows",
        MessageType::WriteRequest => "a write request",
        MessageType::WriteResponse => "the acknowledgement",
        MessageType::Refusal => "a refusal",
        MessageType::RelayAppend => "an append to relay",
        MessageType::ForwardedAppend => "a forwarded append",
        MessageType::RelayNack => "a refusal to relay an append",
        MessageType::AckBundle => "a bundle of aggregated acks",
        MessageType::SnapshotOrder => "the order to send a snapshot",
        MessageType::StoreReport => "a store's report",
        MessageType::RangeReport => "a range's report",
        MessageType::ScheduleOrder => "the placement driver's order",
        MessageType::Wake => "a call to wake up",
        MessageType::StaleCheck => "a membership check",
        MessageType::Tombstone => "a tombstone notice",
        MessageType::TsoRequest => "a request for a timestamp",
        MessageType::TsoResponse => "a timestamp",
        MessageType::TsoIndexRequest => "a request for timestamp and read index",
        MessageType::TsoIndexResponse => "a timestamp with a read index",
        MessageType::ForwardedRead => "a forwarded read",
        MessageType::ForwardedRows => "rows to relay",
        MessageType::TxnRequest => "a step of a transaction",
        MessageType::TxnResponse => "the answer to a step of a transaction",
        MessageType::CheckLeader => "a leader check",
        MessageType::CheckLeaderResponse => "the answer to a leader check",
        MessageType::SafeTime => "a safe time",
    };
    noun.to_string()
}
