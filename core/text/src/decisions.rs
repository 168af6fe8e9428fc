//! Decisions and changes of groups in words: one table for the story, the exports and the whys. It
//! knows the words, not who decides nor by which rule.

use model::fact::{Change, Decision, Deed, Reason};
use model::ids::RangeId;
use sim::NodeId;

use crate::names::Names;
use crate::said::said;
use crate::words::{bytes_words, duration_words};
use crate::{phrase, say};

/// A decision as a sentence without its full stop: what, then why.
pub fn decision_text(decision: &Decision, names: &Names) -> String {
    let id = |node: Option<NodeId>| node.map_or(phrase!("nobody"), |node| names.node_id(node));
    let (by, subject, other) = (
        names.node_id(decision.by),
        id(decision.subject),
        id(decision.other),
    );
    let deed = said(
        deed_words(decision.what),
        &[("by", &by), ("subject", &subject), ("other", &other)],
    );
    let (range, reason) = (decision.range, reason_text(decision));
    if (names.ranges > 1 || range > RangeId(0)) && range != RangeId::NONE {
        return say!("{deed}, range {range}: {reason}", deed, range, reason);
    }
    say!("{deed}: {reason}", deed, reason)
}

/// Why, with what was found and what it was held against.
pub fn reason_text(decision: &Decision) -> String {
    let (figure, limit) = (decision.figure, decision.limit);
    let why = reason_words(decision.why);
    if figure == 0 && limit == 0 {
        return said(why, &[]);
    }
    let (figure, limit) = match decision.why {
        Reason::Nearest | Reason::HoldDown | Reason::StoreDown => {
            (duration_words(figure), duration_words(limit))
        }
        Reason::RangeTooLarge | Reason::RangesSmall => (bytes_words(figure), bytes_words(limit)),
        _ => (figure.to_string(), limit.to_string()),
    };
    match decision.why {
        Reason::DelegateSilent | Reason::TookTooLong => {
            say!("{why} ({figure} against {limit} ticks)", why, figure, limit)
        }
        Reason::UsedMostHere => say!(
            "{why} ({figure} against {limit} thousandths of its requests)",
            why,
            figure,
            limit
        ),
        Reason::RangeTooHot | Reason::RangeHot | Reason::RangeCooled => say!(
            "{why} ({figure} against {limit} requests per second)",
            why,
            figure,
            limit
        ),
        _ => say!("{why} ({figure} against {limit})", why, figure, limit),
    }
}

/// What is done, `by` whom, with what `subject` and `other`: a template.
pub fn deed_words(deed: Deed) -> &'static str {
    match deed {
        Deed::ChoseDelegate => phrase!("{by} sends through the delegate {subject}"),
        Deed::LeftDelegate => phrase!("{by} sends no more through {subject}"),
        Deed::RefusedRelay => phrase!("{by} does not pass an append on to {subject}"),
        Deed::SentDirect => phrase!("{by} sends to {subject} directly"),
        Deed::ResumedRelay => phrase!("{by} sends to {subject} through the delegate again"),
        Deed::ChoseSnapshotSource => phrase!("{by} asks {subject} to send a snapshot to {other}"),
        Deed::SnapshotFromLeader => phrase!("{by} sends the snapshot to {subject} itself"),
        Deed::RefusedSnapshot => phrase!("{by} does not send a snapshot to {subject}"),
        Deed::RejectedFrame => phrase!("{by} breaks the connection from {subject}"),
        Deed::MovedLeader => phrase!("{by} transfers leadership to {subject} from {other}"),
        Deed::AddedReplica => phrase!("{by} adds a replica on {subject}"),
        Deed::AddedLearner => phrase!("{by} adds a read-only learner on {subject}"),
        Deed::PromotedReplica => phrase!("{by} promotes the learner on {subject} to voter"),
        Deed::RemovedReplica => phrase!("{by} removes the replica on {subject}"),
        Deed::ReplacedReplica => phrase!("{by} moves a replica to {subject} from {other}"),
        Deed::SplitRange => phrase!("{by} splits the range"),
        Deed::MergedRanges => phrase!("{by} merges the range with the next one"),
        Deed::HeldBack => phrase!("{by} changes nothing"),
    }
}

fn reason_words(reason: Reason) -> &'static str {
    match reason {
        Reason::NearestToHead => phrase!("it is nearest to the head of the log"),
        Reason::Sticky => phrase!("it was the delegate and still answers"),
        Reason::NextInTurn => phrase!("it is its turn"),
        Reason::OnlyOne => phrase!("nobody else can"),
        Reason::DelegateSilent => phrase!("the delegate did not respond in time"),
        Reason::DelegateDown => phrase!("the delegate is down"),
        Reason::StaleTerm => phrase!("it is in another term"),
        Reason::MissingTail => phrase!("the delegate lacks the last entry"),
        Reason::MissingHead => phrase!("the delegate's log differs"),
        Reason::Compacted => phrase!("the delegate has compacted the entries away"),
        Reason::Overloaded => phrase!("too much waits already"),
        Reason::Recovered => phrase!("the backoff is over"),
        Reason::SwitchedOff => phrase!("it was switched off"),
        Reason::Nearest => phrase!("it is nearest"),
        Reason::BelowMinimum => phrase!("it has applied too little"),
        Reason::TookTooLong => phrase!("it took too long"),
        Reason::CorruptFrame => phrase!("what arrived is not what was sent"),
        Reason::UsedMostHere => phrase!("most of its requests come from there"),
        Reason::HoldDown => phrase!("it was moved a short while ago"),
        Reason::BelowThreshold => phrase!("the difference is too small"),
        Reason::LeadersUneven => phrase!("leaders are uneven across stores"),
        Reason::ReplicasUneven => phrase!("replicas are uneven across stores"),
        Reason::StoreDown => phrase!("a store has been silent too long"),
        Reason::ZoneWithout => phrase!("a zone would have no replica"),
        Reason::RangeTooLarge => phrase!("the range is too large"),
        Reason::RangeTooHot => phrase!("the range has too much load"),
        Reason::RangesSmall => phrase!("both are small and quiet"),
        Reason::RangeHot => phrase!("the range is hot"),
        Reason::RangeCooled => phrase!("the range has cooled down"),
        Reason::BalanceFirst => phrase!("balancing takes precedence"),
        Reason::HotFirst => phrase!("hot-range scheduling takes precedence"),
        Reason::AffinityFirst => phrase!("location affinity takes precedence"),
        Reason::NoStoreFits => phrase!("no store fits"),
        Reason::AskedByHand => phrase!("it was asked for by hand"),
        Reason::SourceDown => phrase!("the one that was asked is down"),
        Reason::DidNotArrive => phrase!("it did not arrive"),
        Reason::TooFewReplicas => phrase!("the range has too few replicas"),
        Reason::NoRange => phrase!("there is no such range"),
        Reason::NoLeader => phrase!("it has no leader"),
        Reason::UnderWay => phrase!("another operation on it is in progress"),
        Reason::ReplicaThere => phrase!("the store has a replica of it"),
        Reason::NoReplicaThere => phrase!("the store has no replica of it"),
        Reason::IsLearner => phrase!("the replica there is a learner"),
        Reason::LastVoter => phrase!("it is the last voter"),
        Reason::KeyOutside => phrase!("the key is not inside the range"),
        Reason::NoNeighbour => phrase!("the ranges are not adjacent"),
        Reason::OtherStores => phrase!("their replicas are on different stores"),
    }
}

/// What changed, without the replica at which it did.
pub fn change_text(what: Change, a: u64, b: u64, names: &Names) -> String {
    let node = || {
        let node = names.nodes.get(b as usize);
        node.map_or("?", |node| node.id.as_str())
    };
    match what {
        Change::MemberAdded => say!("counts {node} as a voter", node = node()),
        Change::LearnerAdded => say!("counts {node} as a learner", node = node()),
        Change::MemberPromoted => {
            say!("counts {node} as a voter, a learner before", node = node())
        }
        Change::MemberDemoted => say!("counts {node} as a learner, a voter before", node = node()),
        Change::MemberRemoved => say!("removes {node} from its members", node = node()),
        Change::JointEntered => {
            say!("enters joint consensus: needs majorities of the old and the new members")
        }
        Change::JointLeft => {
            say!("leaves joint consensus: needs a majority of the new members alone")
        }
        Change::ReplicaCreated => say!("creates a replica"),
        Change::ReplicaDestroyed => say!("destroys its replica"),
        Change::Split => say!(
            "splits off range {range} from k{key} on",
            range = a,
            key = b
        ),
        Change::MergePrepared => {
            say!(
                "stops taking writes: it is merged into range {range}",
                range = a
            )
        }
        Change::Merged => say!("absorbs range {range}, up to k{key}", range = a, key = b),
        Change::Hibernated => say!("ticks no more"),
        Change::Woken => say!("ticks again"),
        Change::MergeTakenBack => say!("takes writes again: the merge is off"),
    }
}
