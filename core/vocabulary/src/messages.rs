//! Kinds of bytes and types of messages, as exports and the page name them.

pub use model::fact::ByteKind;
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
        MessageType::TimeoutNow => ("MsgTimeoutNow", "Campaign now"),
        MessageType::TransferLeader => ("MsgTransferLeader", "Transfer request"),
        MessageType::ReadIndex => ("MsgReadIndex", "Read index request"),
        MessageType::ReadIndexResponse => ("MsgReadIndexResp", "Read index"),
        MessageType::Snapshot => ("MsgSnapshot", "Snapshot"),
        MessageType::ReadRequest => ("ReadRequest", "Read request"),
        MessageType::Rows => ("Rows", "Rows"),
        MessageType::WriteRequest => ("WriteRequest", "Write request"),
        MessageType::WriteResponse => ("WriteResponse", "Write response"),
        MessageType::Refusal => ("Refusal", "Refusal"),
        MessageType::RelayAppend => ("RelayAppend", "Append to pass on"),
        MessageType::ForwardedAppend => ("ForwardedAppend", "Append passed on"),
        MessageType::RelayNack => ("RelayNack", "Not passed on"),
        MessageType::AckBundle => ("AckBundle", "Bundle of responses"),
        MessageType::SnapshotOrder => ("SnapshotOrder", "Snapshot order"),
        MessageType::StoreReport => ("StoreReport", "Store report"),
        MessageType::RangeReport => ("RangeReport", "Range report"),
        MessageType::ScheduleOrder => ("ScheduleOrder", "Order"),
        MessageType::Wake => ("Wake", "Wake up"),
        MessageType::StaleCheck => ("StaleCheck", "Still a member?"),
        MessageType::Tombstone => ("Tombstone", "Removed"),
        MessageType::TsoRequest => ("TsoRequest", "Timestamp?"),
        MessageType::TsoResponse => ("TsoResponse", "Timestamp"),
        MessageType::TsoIndexRequest => ("TsoIndexRequest", "Timestamp and index?"),
        MessageType::TsoIndexResponse => ("TsoIndexResponse", "Timestamp and index"),
        MessageType::ForwardedRead => ("ForwardedRead", "Read passed on"),
        MessageType::ForwardedRows => ("ForwardedRows", "Rows to relay"),
        MessageType::TxnRequest => ("TxnRequest", "Transaction step"),
        MessageType::TxnResponse => ("TxnResponse", "Step done"),
        MessageType::CheckLeader => ("CheckLeader", "Who leads?"),
        MessageType::CheckLeaderResponse => ("CheckLeaderResponse", "Who leads"),
        MessageType::SafeTime => ("SafeTime", "Safe time"),
    }
}
