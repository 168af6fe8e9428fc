//! Decisions and changes of groups in words: one table for the story, the exports and the whys. It
//! knows the words, not who decides nor by which rule.

use model::fact::{Change, Decision, Deed, Reason};
use sim::NodeId;

use crate::names::Names;
use crate::words::{bytes_words, duration_words};

/// A decision as a sentence without its full stop: what, then why.
pub fn decision_text(decision: &Decision, names: &Names) -> String {
    let id = |node: Option<NodeId>| node.map_or("nobody", |node| names.node_id(node));
    let (subject, other) = (id(decision.subject), id(decision.other));
    let (before, between, after) = deed_words(decision.what);
    let mut text = [names.node_id(decision.by), before].concat();
    if !between.is_empty() || !after.is_empty() {
        text += subject;
        text += if after.is_empty() {
            between.trim_end()
        } else {
            between
        };
    }
    if !after.is_empty() {
        text += other;
        text += after.trim_end();
    }
    if (names.ranges > 1 || decision.range > 0) && decision.range != u32::MAX {
        text += ", range ";
        text += &decision.range.to_string();
    }
    text += ": ";
    text += &reason_text(decision);
    text
}

/// Why, with what was found and what it was held against.
pub fn reason_text(decision: &Decision) -> String {
    let (figure, limit) = (decision.figure, decision.limit);
    let words = reason_words(decision.why);
    if figure == 0 && limit == 0 {
        return words.to_string();
    }
    let (figure, limit) = match decision.why {
        Reason::Nearest | Reason::HoldDown | Reason::StoreDown => {
            (duration_words(figure), duration_words(limit))
        }
        Reason::RangeTooLarge | Reason::RangesSmall => (bytes_words(figure), bytes_words(limit)),
        _ => (figure.to_string(), limit.to_string()),
    };
    let unit = match decision.why {
        Reason::DelegateSilent | Reason::TookTooLong => " ticks",
        Reason::UsedMostHere => " thousandths of its requests",
        Reason::RangeTooHot | Reason::RangeHot | Reason::RangeCooled => " requests per second",
        _ => "",
    };
    [words, " (", &figure, " against ", &limit, unit, ")"].concat()
}

/// What comes before the subject, between subject and other, and after the other; what is empty
/// needs no subject or other.
pub fn deed_words(deed: Deed) -> (&'static str, &'static str, &'static str) {
    match deed {
        Deed::ChoseDelegate => (" sends through the delegate ", " ", ""),
        Deed::LeftDelegate => (" sends no more through ", " ", ""),
        Deed::RefusedRelay => (" does not pass an append on to ", " ", ""),
        Deed::SentDirect => (" sends to ", " directly", ""),
        Deed::ResumedRelay => (" sends to ", " through the delegate again", ""),
        Deed::ChoseSnapshotSource => (" asks ", " to send a snapshot to ", " "),
        Deed::SnapshotFromLeader => (" sends the snapshot to ", " itself", ""),
        Deed::RefusedSnapshot => (" does not send a snapshot to ", " ", ""),
        Deed::RejectedFrame => (" breaks the connection from ", " ", ""),
        Deed::MovedLeader => (" transfers leadership to ", " from ", " "),
        Deed::AddedReplica => (" adds a replica on ", " ", ""),
        Deed::AddedLearner => (" adds a read-only learner on ", " ", ""),
        Deed::PromotedReplica => (" promotes the learner on ", " to voter", ""),
        Deed::RemovedReplica => (" removes the replica on ", " ", ""),
        Deed::ReplacedReplica => (" moves a replica to ", " from ", " "),
        Deed::SplitRange => (" splits the range", "", ""),
        Deed::MergedRanges => (" merges the range with the next one", "", ""),
        Deed::HeldBack => (" changes nothing", "", ""),
    }
}

fn reason_words(reason: Reason) -> &'static str {
    match reason {
        Reason::NearestToHead => "it is nearest to the head of the log",
        Reason::Sticky => "it was the delegate and still answers",
        Reason::NextInTurn => "it is its turn",
        Reason::OnlyOne => "nobody else can",
        Reason::DelegateSilent => "the delegate did not respond in time",
        Reason::DelegateDown => "the delegate is down",
        Reason::StaleTerm => "it is in another term",
        Reason::MissingTail => "the delegate lacks the last entry",
        Reason::MissingHead => "the delegate's log differs",
        Reason::Compacted => "the delegate has compacted the entries away",
        Reason::Overloaded => "too much waits already",
        Reason::Recovered => "the backoff is over",
        Reason::SwitchedOff => "it was switched off",
        Reason::Nearest => "it is nearest",
        Reason::BelowMinimum => "it has applied too little",
        Reason::TookTooLong => "it took too long",
        Reason::CorruptFrame => "what arrived is not what was sent",
        Reason::UsedMostHere => "most of its requests come from there",
        Reason::HoldDown => "it was moved a short while ago",
        Reason::BelowThreshold => "the difference is too small",
        Reason::LeadersUneven => "leaders are uneven across stores",
        Reason::ReplicasUneven => "replicas are uneven across stores",
        Reason::StoreDown => "a store has been silent too long",
        Reason::ZoneWithout => "a zone would have no replica",
        Reason::RangeTooLarge => "the range is too large",
        Reason::RangeTooHot => "the range has too much load",
        Reason::RangesSmall => "both are small and quiet",
        Reason::RangeHot => "the range is hot",
        Reason::RangeCooled => "the range has cooled down",
        Reason::BalanceFirst => "balancing takes precedence",
        Reason::HotFirst => "hot-range scheduling takes precedence",
        Reason::AffinityFirst => "location affinity takes precedence",
        Reason::NoStoreFits => "no store fits",
        Reason::AskedByHand => "it was asked for by hand",
        Reason::SourceDown => "the one that was asked is down",
        Reason::DidNotArrive => "it did not arrive",
        Reason::TooFewReplicas => "the range has too few replicas",
        Reason::NoRange => "there is no such range",
        Reason::NoLeader => "it has no leader",
        Reason::UnderWay => "another operation on it is in progress",
        Reason::ReplicaThere => "the store has a replica of it",
        Reason::NoReplicaThere => "the store has no replica of it",
        Reason::IsLearner => "the replica there is a learner",
        Reason::LastVoter => "it is the last voter",
        Reason::KeyOutside => "the key is not inside the range",
        Reason::NoNeighbour => "the ranges are not adjacent",
        Reason::OtherStores => "their replicas are on different stores",
    }
}

/// What changed, without the replica at which it did.
pub fn change_text(what: Change, a: u64, b: u64, names: &Names) -> String {
    let node = || {
        let node = names.nodes.get(b as usize);
        node.map_or("?", |node| node.id.as_str())
    };
    match what {
        Change::MemberAdded => ["counts ", node(), " as a voter"].concat(),
        Change::LearnerAdded => ["counts ", node(), " as a learner"].concat(),
        Change::MemberPromoted => ["counts ", node(), " as a voter, a learner before"].concat(),
        Change::MemberDemoted => ["counts ", node(), " as a learner, a voter before"].concat(),
        Change::MemberRemoved => ["removes ", node(), " from its members"].concat(),
        Change::JointEntered => {
            "enters joint consensus: needs majorities of the old and the new members".to_string()
        }
        Change::JointLeft => {
            "leaves joint consensus: needs a majority of the new members alone".to_string()
        }
        Change::ReplicaCreated => "creates a replica".to_string(),
        Change::ReplicaDestroyed => "destroys its replica".to_string(),
        Change::Split => format!("splits off range {a} from k{b} on"),
        Change::MergePrepared => format!("stops taking writes: it is merged into range {a}"),
        Change::Merged => format!("absorbs range {a}, up to k{b}"),
        Change::Hibernated => "ticks no more".to_string(),
        Change::Woken => "ticks again".to_string(),
        Change::MergeTakenBack => "takes writes again: the merge is off".to_string(),
    }
}
