//! Which rule a step followed. A rule is cited only where the record has the fact that it rests on:
//! a leader that steps down at a tick did so for check quorum only if that was on and it led.

use model::config::{LeaderCheck, Service};
use model::fact::{
    Began, Change, Death, Deed, Fact, MessageType, Outcome, Refusal, ReplicaRef, Role, Saver,
    SentFact,
};
use model::ids::RequestId;

use crate::why::index::{Index, RoleThen};
use crate::why::{Rule, rule};

/// The rule that a step followed.
pub(super) fn rule_of(index: &Index, row: usize, fact: &Fact) -> Option<Rule> {
    let began = index.began(index.rows[row].event);
    Some(match fact {
        Fact::Sent(_)
            if matches!(
                began,
                Some(Began::Unreachable { .. } | Began::SnapshotReport { .. })
            ) =>
        {
            rule::UNREACHABLE
        }
        Fact::Sent(sent) => return sent_rule(index, row, sent, began),
        Fact::HeldBack { .. } => rule::LOSS,
        Fact::Died { how, .. } => return death_rule(*how),
        Fact::Role { at, .. } => return role_rule(index, row, at, began),
        Fact::Appended { at, .. } => appended_rule(index, row, at),
        Fact::Persisted { .. } => rule::DURABLE,
        Fact::Committed { at, .. } => {
            let leads = index.role_at(at.range, at.node, row);
            match leads {
                Some((_, then)) if then.role == Role::Leader => rule::COMMIT,
                _ => rule::LEARN_COMMIT,
            }
        }
        Fact::Applied { .. } => rule::APPLY,
        Fact::SnapshotInstalled { .. } | Fact::Compacted { .. } => rule::SNAPSHOT,
        Fact::Refused { why, .. } => return refusal_rule(*why),
        Fact::Attempted { .. } if matches!(began, Some(Began::Retry { .. })) => rule::RETRY,
        Fact::ReadIndexAsked { request, .. } | Fact::ReadIndexKnown { request, .. } => {
            return read_index_rule(index, row, *request);
        }
        Fact::Completed { outcome, .. }
            if *outcome != Outcome::Ok && matches!(began, Some(Began::Deadline)) =>
        {
            rule::TIMEOUT
        }
        Fact::Invoked(_) | Fact::Named { .. } => rule::CLIENT,
        Fact::Decided(decision) => return Some(deed_rule(decision.what)),
        Fact::Changed { what, .. } => change_rule(*what),
        Fact::Saved { by, .. } => match by {
            Saver::Relay => rule::RELAY,
            Saver::Delta => rule::DELTA,
            Saver::Compression => rule::COMPRESSION,
            Saver::NeighbourSnapshot => rule::NEIGHBOUR,
        },
        Fact::Delivered { .. }
        | Fact::Attempted { .. }
        | Fact::Completed { .. }
        | Fact::Served { .. }
        | Fact::FaultBegan { .. }
        | Fact::FaultEnded { .. }
        | Fact::SettingsChanged
        | Fact::WorkloadSwitched { .. }
        | Fact::Acted { .. }
        | Fact::Timestamped { .. }
        | Fact::Routed { .. }
        | Fact::Lease { .. }
        | Fact::Txn { .. }
        | Fact::Proposed { .. }
        | Fact::Withheld { .. } => return None,
    })
}

/// A new leader's first entry, or one like others.
fn appended_rule(index: &Index, row: usize, at: &ReplicaRef) -> Rule {
    let event = index.rows[row].event;
    let just = index
        .role_at(at.range, at.node, row)
        .is_some_and(|(told, then)| then.role == Role::Leader && index.rows[told].event == event);
    if just {
        rule::NEW_LEADER_ENTRY
    } else {
        rule::REPLICATE
    }
}

fn death_rule(how: Death) -> Option<Rule> {
    match how {
        Death::Cut => Some(rule::CUT),
        Death::Lost => Some(rule::VANISH),
        Death::Closed => Some(rule::LOSS),
        Death::Broken => Some(rule::BROKEN),
        Death::BufferFull => Some(rule::BUFFERS),
        Death::ReceiverDown => Some(rule::DOWN),
        Death::Dropped => None,
    }
}

fn deed_rule(deed: Deed) -> Rule {
    match deed {
        Deed::ChoseDelegate | Deed::LeftDelegate => rule::RELAY,
        Deed::RefusedRelay => rule::NACK,
        Deed::SentDirect | Deed::ResumedRelay => rule::DIRECT,
        Deed::ChoseSnapshotSource | Deed::SnapshotFromLeader | Deed::RefusedSnapshot => {
            rule::NEIGHBOUR
        }
        Deed::RejectedFrame => rule::FRAME,
        Deed::MovedLeader
        | Deed::AddedReplica
        | Deed::AddedLearner
        | Deed::PromotedReplica
        | Deed::RemovedReplica
        | Deed::ReplacedReplica
        | Deed::SplitRange
        | Deed::MergedRanges
        | Deed::HeldBack => rule::PLACEMENT,
    }
}

fn change_rule(change: Change) -> Rule {
    match change {
        Change::JointEntered | Change::JointLeft => rule::JOINT,
        Change::Split => rule::SPLIT,
        Change::MergePrepared | Change::Merged => rule::MERGE,
        Change::Hibernated | Change::Woken => rule::HIBERNATE,
        Change::MemberAdded
        | Change::LearnerAdded
        | Change::MemberPromoted
        | Change::MemberDemoted
        | Change::MemberRemoved
        | Change::ReplicaCreated
        | Change::ReplicaDestroyed
        | Change::MergeTakenBack => rule::MEMBERS,
    }
}

/// Why a replica has this role from now on, as far as what was before says it.
fn role_rule(index: &Index, row: usize, at: &ReplicaRef, began: Option<Began>) -> Option<Rule> {
    let before = row
        .checked_sub(1)
        .and_then(|row| index.role_at(at.range, at.node, row));
    let before = before.map(|(_, then)| then);
    let (_, now) = index.role_at(at.range, at.node, row)?;
    let was = |role: Role| before.is_some_and(|before| before.role == role);
    let is_higher = before.is_none_or(|before| before.term < now.term);
    let ticked = matches!(began, Some(Began::Tick { .. }));
    match now.role {
        Role::Leader => Some(rule::MAJORITY),
        Role::PreCandidate if ticked => Some(rule::PRE_VOTE),
        Role::Candidate if ticked => Some(rule::ELECTION_TIMEOUT),
        Role::Candidate if is_told_to(index, row) => Some(rule::TRANSFER),
        Role::Candidate if was(Role::PreCandidate) => Some(rule::PRE_VOTE),
        Role::PreCandidate | Role::Candidate => None,
        Role::Follower | Role::Learner if ticked => steps_down(index, row, before),
        _ if now.leader.is_some() && (was(Role::Candidate) || was(Role::PreCandidate)) => {
            Some(rule::FOLLOW)
        }
        _ if now.vote.is_some() && now.leader.is_none() => Some(rule::VOTE),
        _ if is_higher => Some(rule::HIGHER_TERM),
        _ if now.leader.is_some() => Some(rule::HEARS_LEADER),
        _ => None,
    }
}

/// A leader gives up at a tick for one reason only.
fn steps_down(index: &Index, row: usize, before: Option<RoleThen>) -> Option<Rule> {
    let led = before.is_some_and(|before| before.role == Role::Leader);
    let checks = index.settings_at(index.rows[row].at_us).check_quorum;
    (led && checks).then_some(rule::CHECK_QUORUM)
}

/// Whether a row's event is the order to campaign.
fn is_told_to(index: &Index, row: usize) -> bool {
    let began = index.began(index.rows[row].event);
    let Some(Began::Arrive { flight } | Began::Handle { flight }) = began else {
        return false;
    };
    let sent = index.sent(flight);
    sent.is_some_and(|(sent, _)| sent.what == MessageType::TimeoutNow)
}

/// How a read index came: by a round of heartbeats that carry the request, or by a lease.
fn read_index_rule(index: &Index, row: usize, request: RequestId) -> Option<Rule> {
    if index.has_round(row, request) {
        return Some(rule::READ_INDEX);
    }
    match index.invoked(request)?.0.mode.service() {
        Service::Leader(LeaderCheck::Lease) => Some(rule::LEASE),
        Service::Leader(LeaderCheck::Role) => Some(rule::LEASE_BY_ROLE),
        // A round may be shared, or a lease spare it: neither carries this read's number.
        Service::Leader(LeaderCheck::Quorum) => None,
        Service::Leader(LeaderCheck::None)
        | Service::AtOnce
        | Service::ReadIndex
        | Service::Version
        | Service::PassOn
        | Service::Past => Some(rule::FOLLOWER_READ),
    }
}

/// What a store that refuses for this reason follows.
pub(super) fn refusal_rule(why: Refusal) -> Option<Rule> {
    Some(match why {
        Refusal::NotLeader => rule::NOT_LEADER,
        Refusal::ProposalDropped => rule::DROPPED,
        Refusal::Unavailable => rule::DOWN,
        Refusal::Silent => rule::SILENT,
        Refusal::WrongRange => rule::WRONG_RANGE,
        Refusal::LaggingIndex => rule::LAGGING,
        Refusal::NotSafeYet => rule::SAFE_TIME,
        Refusal::Busy => rule::BUSY,
        Refusal::Locked => rule::TWO_PHASES,
        Refusal::WriteConflict => rule::CONFLICT,
        Refusal::ReadOnlySession => rule::READ_ONLY,
        Refusal::BelowSkew => rule::SKEW,
        Refusal::NoLearner | Refusal::NoTimestamp | Refusal::NeedsTimestamps => return None,
    })
}

fn sent_rule(index: &Index, row: usize, sent: &SentFact, began: Option<Began>) -> Option<Rule> {
    Some(match sent.what {
        MessageType::Vote if is_told_to(index, row) => rule::TRANSFER,
        MessageType::PreVote | MessageType::PreVoteResponse => rule::PRE_VOTE,
        MessageType::Vote if matches!(began, Some(Began::Tick { .. })) => rule::ELECTION_TIMEOUT,
        MessageType::Vote | MessageType::VoteResponse => rule::VOTE,
        MessageType::Append if sent.entries == 0 => return tells_of_commit(index, row, sent),
        MessageType::Append => rule::REPLICATE,
        MessageType::RelayAppend => rule::RELAY,
        MessageType::ForwardedAppend => rule::FORWARD,
        MessageType::AppendResponse => rule::DURABLE,
        MessageType::AckBundle => rule::BUNDLE,
        MessageType::RelayNack => rule::NACK,
        MessageType::Heartbeat | MessageType::HeartbeatResponse
            if sent.request != RequestId::NONE =>
        {
            rule::READ_INDEX
        }
        MessageType::Heartbeat | MessageType::HeartbeatResponse => rule::HEARTBEAT,
        MessageType::TimeoutNow | MessageType::TransferLeader => rule::TRANSFER,
        MessageType::ReadIndex if matches!(began, Some(Began::Tick { .. })) => rule::READ_REPEAT,
        MessageType::ReadIndex => rule::FOLLOWER_READ,
        MessageType::ReadIndexResponse => return read_index_rule(index, row, sent.request),
        MessageType::Snapshot => rule::SNAPSHOT,
        MessageType::SnapshotOrder => rule::NEIGHBOUR,
        MessageType::StoreReport | MessageType::RangeReport | MessageType::ScheduleOrder => {
            rule::PLACEMENT
        }
        MessageType::Wake => rule::HIBERNATE,
        MessageType::Refusal => {
            return index.refusal(row, sent).and_then(refusal_rule);
        }
        MessageType::TsoRequest | MessageType::TsoResponse => rule::ORACLE,
        MessageType::TsoIndexRequest | MessageType::TsoIndexResponse => rule::ORACLE_AND_INDEX,
        MessageType::TxnRequest | MessageType::TxnResponse => rule::TWO_PHASES,
        MessageType::ForwardedRead | MessageType::ForwardedRows => rule::PROXY,
        MessageType::CheckLeader | MessageType::CheckLeaderResponse => rule::CHECK_LEADER,
        MessageType::SafeTime => rule::SAFE_TIME,
        MessageType::ReadRequest
        | MessageType::WriteRequest
        | MessageType::Rows
        | MessageType::WriteResponse
        | MessageType::StaleCheck
        | MessageType::Tombstone => {
            return None;
        }
    })
}

/// An empty append tells of a commit, if its sender has just learned of one; else it probes how far
/// the other's log agrees.
fn tells_of_commit(index: &Index, row: usize, sent: &SentFact) -> Option<Rule> {
    let learned = index.event(index.rows[row].event).any(|at| {
        matches!(index.fact(at), Some(Fact::Committed { at, .. })
            if (at.node, at.range) == (sent.from, sent.range))
    });
    learned.then_some(rule::LEARN_COMMIT)
}
