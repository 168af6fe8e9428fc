//! Decisions and changes of shape in words: who did what, why, with the figure that was found and
//! the one that it was held against. The page has words of its own for its lists
//! (web/store/decided.ts).

use cluster::fact::{Change, Decision, Deed, Reason, ReplicaRef};
use sim::NodeId;

use super::text::Text;
use crate::format::Names;
use crate::watch::words::{bytes_words, duration_words};

/// What was decided, as the end of a sentence that begins with who decided it.
pub(crate) fn decided(text: Text, names: &Names, decision: &Decision) -> Text {
    let text = deed(text, names, decision);
    text.and(format!(": {}", reason(decision)))
}

fn deed(text: Text, names: &Names, decision: &Decision) -> Text {
    let whom = |text: Text| named(text, names, decision.subject);
    let range = |text: Text| text.of_range(decision.range, names);
    match decision.what {
        Deed::ChoseDelegate => range(whom(text.and("chose ")).and(" as delegate")),
        Deed::LeftDelegate => range(whom(text.and("no longer sent by way of "))),
        Deed::RefusedRelay => range(whom(text.and("did not pass entries on to "))),
        Deed::SentDirect => range(whom(text.and("sent directly to "))),
        Deed::ResumedRelay => range(whom(text.and("went back to reaching "))).and(" by a delegate"),
        Deed::ChoseSnapshotSource => {
            let text = whom(text.and("let ")).and(" send the snapshot");
            match decision.other {
                Some(other) => range(text.and(" to ").node(other, names)),
                None => range(text),
            }
        }
        Deed::SnapshotFromLeader => range(whom(text.and("sent the snapshot itself to "))),
        Deed::RefusedSnapshot => range(whom(text.and("sent no snapshot to "))),
        Deed::RejectedFrame => {
            whom(text.and("could not read a message from ")).and(" and closed the connection")
        }
        _ => placed(text, names, decision),
    }
}

/// What the placement driver did to a range.
fn placed(text: Text, names: &Names, decision: &Decision) -> Text {
    let Decision {
        subject,
        other,
        range,
        ..
    } = *decision;
    let to = |text: Text| named(text, names, subject);
    let from = |text: Text| match other {
        Some(other) => text.and(" from ").node(other, names),
        None => text,
    };
    let the = |text: Text, words: &str| {
        let target = crate::playground::Target::Range(range);
        text.and(words).link(format!("range {range}"), target)
    };
    match decision.what {
        Deed::MovedLeader => to(from(the(text, "moved the lead of ")).and(" to ")),
        Deed::AddedReplica => to(the(text, "put a replica of ").and(" on ")),
        Deed::AddedLearner => to(the(text, "put a learner of ").and(" on ")),
        Deed::PromotedReplica => {
            to(the(text, "made the learner of ").and(" on ")).and(" a voter")
        }
        Deed::RemovedReplica => to(the(text, "took the replica of ").and(" from ")),
        Deed::ReplacedReplica => to(from(the(text, "moved a replica of ")).and(" to ")),
        Deed::SplitRange => the(text, "split "),
        Deed::MergedRanges => the(text, "merged ").and(" with its neighbour"),
        _ => the(text, "left ").and(" as it was"),
    }
}

fn named(text: Text, names: &Names, node: Option<NodeId>) -> Text {
    match node {
        Some(node) => text.node(node, names),
        None => text.and("another"),
    }
}

/// What was found and what it was held against; the units are the reason's.
fn reason(decision: &Decision) -> String {
    let Decision { figure, limit, .. } = *decision;
    let us = duration_words;
    let bytes = bytes_words;
    match decision.why {
        Reason::NearestToHead => format!("its log ended at {figure}, the leader's at {limit}"),
        Reason::DelegateSilent => {
            format!("the delegate was silent for {figure} ticks, {limit} are allowed")
        }
        Reason::StaleTerm => format!("it was in term {figure}, the message in term {limit}"),
        Reason::MissingTail => {
            format!("its log ended at {figure} and lacked the leader's entry {limit}")
        }
        Reason::Compacted => format!("its log began at {figure}, entry {limit} was asked for"),
        Reason::Nearest => format!("it was {} away, the leader {}", us(figure), us(limit)),
        Reason::BelowMinimum => {
            format!("it had applied {figure}, the snapshot must hold {limit}")
        }
        Reason::TookTooLong => format!("it took {figure} ticks, {limit} are allowed"),
        Reason::UsedMostHere => format!(
            "{} % of its requests came from there, {} % would do",
            figure / 10,
            limit / 10
        ),
        Reason::HoldDown => format!("it was moved {} ago and stays for {}", us(figure), us(limit)),
        Reason::BelowThreshold => format!("{figure} is below the threshold of {limit}"),
        Reason::LeadersUneven => format!("one store led {figure}, another {limit}"),
        Reason::ReplicasUneven => format!("one store held {figure}, another {limit}"),
        Reason::StoreDown => {
            format!("a store was silent for {}, {} are allowed", us(figure), us(limit))
        }
        Reason::RangeTooLarge => {
            format!("it had {}, at most {} are meant to be", bytes(figure), bytes(limit))
        }
        Reason::RangeTooHot => {
            format!("{figure} requests per second, at most {limit} are meant to be")
        }
        Reason::RangesSmall => {
            format!("both were quiet and had {}, less than {}", bytes(figure), bytes(limit))
        }
        Reason::RangeHot => format!("it was read {figure} times a second, {limit} is hot"),
        Reason::RangeCooled => {
            format!("it was read {figure} times a second, below {limit} it is cool")
        }
        _ => plain_reason(decision.why).to_string(),
    }
}

/// A reason without figures.
fn plain_reason(why: Reason) -> &'static str {
    match why {
        Reason::Sticky => "it was the delegate before and still answered",
        Reason::NextInTurn => "it was its turn",
        Reason::OnlyOne => "there was no other",
        Reason::DelegateDown => "the delegate was down",
        Reason::MissingHead => "its log differed before the first of the entries",
        Reason::Overloaded => "too much waited there already",
        Reason::Recovered => "the time of caution was over",
        Reason::SwitchedOff => "the feature was switched off",
        Reason::CorruptFrame => "its bytes were not what was sent",
        Reason::ZoneWithout => "a zone would have had no replica",
        Reason::BalanceFirst => "balance goes first",
        Reason::HotFirst => "spreading busy ranges goes first",
        Reason::AffinityFirst => "the zone that uses it goes first",
        Reason::NoStoreFits => "no store fitted",
        _ => "somebody asked for it",
    }
}

/// What a replica applied that changed its group or range, as the end of a sentence.
pub(crate) fn changed(
    text: Text,
    names: &Names,
    at: ReplicaRef,
    (what, a, b): (Change, u64, u64),
    store_of: impl Fn(u32, u64) -> Option<NodeId>,
) -> Text {
    let member = |text: Text| match what {
        Change::MemberAdded | Change::LearnerAdded => {
            named(text, names, u16::try_from(b).ok().map(NodeId))
        }
        _ => match store_of(at.range, a) {
            Some(node) => text.node(node, names),
            None => text.and(format!("peer {a}")),
        },
    };
    let range = |text: Text| text.of_range(at.range, names);
    match what {
        Change::MemberAdded => range(member(text.and("took ")).and(" as a voter")),
        Change::LearnerAdded => range(member(text.and("took ")).and(" as a learner")),
        Change::MemberPromoted => {
            range(member(text.and("made the learner on ")).and(" a voter"))
        }
        Change::MemberDemoted => range(member(text.and("made the voter on ")).and(" a learner")),
        Change::MemberRemoved => range(member(text.and("no longer counted ")).and(" as a member")),
        Change::JointEntered => range(text.and("held two sets of members, which must both agree")),
        Change::JointLeft => range(text.and("held one set of members again")),
        Change::ReplicaCreated => range(text.and("began a replica, empty")),
        Change::ReplicaDestroyed => range(text.and("dropped its replica")),
        Change::Split => range(text.and("split its replica"))
            .and(format!(": from k{b} on the keys are of range {a}")),
        Change::MergePrepared => {
            range(text.and("took no more writes")).and(format!(", to become part of range {a}"))
        }
        Change::Merged => range(text.and(format!("took in range {a}"))),
        Change::Hibernated => range(text.and("put its replica to sleep")),
        Change::Woken => range(text.and("woke its replica")),
    }
}
