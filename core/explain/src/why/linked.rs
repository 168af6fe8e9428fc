//! Sentences with links: what is named can be selected and gone to.

use model::fact::MessageType;
use model::ids::{RangeId, RequestId};
use serde::Serialize;
use sim::NodeId;
use ts_rs::TS;

use model::target::Target;
use text::names::Names;
use text::said::{BEGIN, END, NAME, Piece, VALUE, following, keeps_templates, pieces};
use text::say;

/// A sentence with links: `tell!("{who} sent {what}.", who = Text::…, what = "a snapshot")`. Values
/// are texts, or what can be shown. See `text::said` for what a template is.
#[macro_export]
macro_rules! tell {
    ($template:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::why::Text::said(
            text::template!($template $(, $name)*),
            [$((
                stringify!($name),
                $crate::why::Text::from(text::said_value!($name $(= $value)?)),
            )),*],
        )
    };
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

    /// A sentence of a template, its values with their links; [`tell!`](crate::tell) writes the
    /// call.
    pub(super) fn said<const N: usize>(template: &str, values: [(&str, Text); N]) -> Text {
        if keeps_templates() {
            let mut text = Text::of(format!("{BEGIN}{template}"));
            for (name, value) in values {
                text = text.and(format!("{NAME}{name}{VALUE}")).then(value);
            }
            return text.and(END.to_string());
        }
        pieces(template).fold(Text::default(), |text, piece| match piece {
            Piece::Words(words) => {
                let words = following(template, text.is_empty(), words);
                text.and(words)
            }
            Piece::Value(name) => {
                let value = values.iter().find(|(known, _)| *known == name);
                let (_, value) = value.expect("the compiler checked the names");
                text.then(value.clone())
            }
        })
    }

    pub(super) fn link(words: impl Into<String>, target: Target) -> Text {
        Text {
            parts: vec![Part {
                text: words.into(),
                target: Some(target),
            }],
        }
    }

    pub(super) fn node(node: NodeId, names: &Names) -> Text {
        Text::link(names.node_id(node), Target::Node(u32::from(node.0)))
    }

    /// "an append".
    pub(super) fn message(flight: u64, what: MessageType) -> Text {
        Text::link(message_noun(what), Target::Message(flight))
    }

    /// "r7".
    pub(super) fn request(request: RequestId) -> Text {
        Text::link(format!("r{request}"), Target::Request(request))
    }

    /// "entry 7".
    pub(super) fn entry(range: RangeId, index: u64) -> Text {
        Text::link(say!("entry {index}", index), Target::Entry { range, index })
    }

    /// "range 7".
    pub(super) fn range(range: RangeId) -> Text {
        Text::link(say!("range {range}", range), Target::Range(range))
    }

    /// " of range 7", or nothing when there is one range only.
    pub(super) fn of_range(range: RangeId, names: &Names) -> Text {
        if names.ranges == 1 && range == RangeId(0) {
            return Text::default();
        }
        tell!(" of {range}", range = Text::range(range))
    }

    /// "s1, s2 and s3".
    pub(super) fn nodes(nodes: &[NodeId], names: &Names) -> Text {
        let Some((last, before)) = nodes.split_last() else {
            return Text::default();
        };
        let last = Text::node(*last, names);
        let before = before.iter().map(|node| Text::node(*node, names));
        match before.reduce(|first, next| tell!("{first}, {next}", first, next)) {
            Some(before) => tell!("{before} and {last}", before, last),
            None => last,
        }
    }

    fn and(mut self, words: impl Into<String>) -> Text {
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

    fn then(mut self, other: Text) -> Text {
        for part in other.parts {
            match part.target {
                None => self = self.and(part.text),
                Some(_) => self.parts.push(part),
            }
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
    match what {
        MessageType::Append => say!("an append"),
        MessageType::AppendResponse => say!("an append response"),
        MessageType::Heartbeat => say!("a heartbeat"),
        MessageType::HeartbeatResponse => say!("a heartbeat response"),
        MessageType::PreVote => say!("a pre-vote request"),
        MessageType::PreVoteResponse => say!("a pre-vote"),
        MessageType::Vote => say!("a vote request"),
        MessageType::VoteResponse => say!("a vote"),
        MessageType::TimeoutNow => say!("the order to campaign now"),
        MessageType::TransferLeader => say!("a request to transfer leadership"),
        MessageType::ReadIndex => say!("a read index request"),
        MessageType::ReadIndexResponse => say!("a read index"),
        MessageType::Snapshot => say!("a snapshot"),
        MessageType::ReadRequest => say!("a read request"),
        MessageType::Rows => say!("the rows"),
        MessageType::WriteRequest => say!("a write request"),
        MessageType::WriteResponse => say!("the acknowledgement"),
        MessageType::Refusal => say!("a refusal"),
        MessageType::RelayAppend => say!("an append to relay"),
        MessageType::ForwardedAppend => say!("a forwarded append"),
        MessageType::RelayNack => say!("a refusal to relay an append"),
        MessageType::AckBundle => say!("a bundle of aggregated acks"),
        MessageType::SnapshotOrder => say!("the order to send a snapshot"),
        MessageType::StoreReport => say!("a store's report"),
        MessageType::RangeReport => say!("a range's report"),
        MessageType::ScheduleOrder => say!("the placement driver's order"),
        MessageType::Wake => say!("a call to wake up"),
        MessageType::StaleCheck => say!("a membership check"),
        MessageType::Tombstone => say!("a tombstone notice"),
        MessageType::TsoRequest => say!("a request for a timestamp"),
        MessageType::TsoResponse => say!("a timestamp"),
        MessageType::TsoIndexRequest => say!("a request for timestamp and read index"),
        MessageType::TsoIndexResponse => say!("a timestamp with a read index"),
        MessageType::ForwardedRead => say!("a forwarded read"),
        MessageType::ForwardedRows => say!("rows to relay"),
        MessageType::TxnRequest => say!("a step of a transaction"),
        MessageType::TxnResponse => say!("the answer to a step of a transaction"),
        MessageType::CheckLeader => say!("a leader check"),
        MessageType::CheckLeaderResponse => say!("the answer to a leader check"),
        MessageType::SafeTime => say!("a safe time"),
    }
}
