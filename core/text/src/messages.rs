//! Types of messages, as exports and the page name them.

use model::fact::MessageType;

/// raft-rs's name of a message, or ours for clients' messages; and a short one.
pub fn message_words(what: MessageType) -> (&'static str, &'static str) {
    match what {
        MessageType::Append => ("MsgAppend", "Append"),
        MessageType::AppendResponse => ("MsgAppendResponse", "Append response"),
        MessageType::Heartbeat => ("MsgHeartbeat", "Heartbeat"),
        MessageType::HeartbeatResponse => ("MsgHeartbeatResponse", "Heartbeat response"),
        MessageType::PreVote => ("MsgRequestPreVote", "Pre-vote request"),
        MessageType::PreVoteResponse => ("MsgRequestPreVoteResponse", "Pre-vote response"),
        MessageType::Vote => ("MsgRequestVote", "Vote request"),
        MessageType::VoteResponse => ("MsgRequestVoteResponse", "Vote response"),
        MessageType::TimeoutNow => ("MsgTimeoutNow", "Timeout now"),
        MessageType::TransferLeader => ("MsgTransferLeader", "Transfer request"),
        MessageType::ReadIndex => ("MsgReadIndex", "Read index request"),
        MessageType::ReadIndexResponse => ("MsgReadIndexResp", "Read index"),
        MessageType::Snapshot => ("MsgSnapshot", "Snapshot"),
        MessageType::ReadRequest => ("ReadRequest", "Read request"),
        MessageType::Rows => ("Rows", "Rows"),
        MessageType::WriteRequest => ("WriteRequest", "Write request"),
        MessageType::WriteResponse => ("WriteResponse", "Write response"),
        MessageType::Refusal => ("Refusal", "Refusal"),
        MessageType::RelayAppend => ("RelayAppend", "Relay append"),
        MessageType::ForwardedAppend => ("ForwardedAppend", "Forwarded append"),
        MessageType::RelayNack => ("RelayNack", "Relay refused"),
        MessageType::AckBundle => ("AckBundle", "Aggregated acks"),
        MessageType::SnapshotOrder => ("SnapshotOrder", "Snapshot order"),
        MessageType::StoreReport => ("StoreReport", "Store report"),
        MessageType::RangeReport => ("RangeReport", "Range report"),
        MessageType::ScheduleOrder => ("ScheduleOrder", "Scheduling order"),
        MessageType::Wake => ("Wake", "Wake up"),
        MessageType::StaleCheck => ("StaleCheck", "Membership check"),
        MessageType::Tombstone => ("Tombstone", "Tombstone"),
        MessageType::TsoRequest => ("TsoRequest", "Timestamp request"),
        MessageType::TsoResponse => ("TsoResponse", "Timestamp"),
        MessageType::TsoIndexRequest => ("TsoIndexRequest", "Timestamp and index request"),
        MessageType::TsoIndexResponse => ("TsoIndexResponse", "Timestamp and index"),
        MessageType::ForwardedRead => ("ForwardedRead", "Forwarded read"),
        MessageType::ForwardedRows => ("ForwardedRows", "Forwarded rows"),
        MessageType::TxnRequest => ("TxnRequest", "Transaction step"),
        MessageType::TxnResponse => ("TxnResponse", "Transaction response"),
        MessageType::CheckLeader => ("CheckLeader", "Leader check"),
        MessageType::CheckLeaderResponse => ("CheckLeaderResponse", "Leader check response"),
        MessageType::SafeTime => ("SafeTime", "Safe time"),
    }
}
