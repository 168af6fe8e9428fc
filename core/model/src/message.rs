//! What messages are, and what their bytes are booked under. Records hold the numbers of their
//! values: new ones come last. It knows names, not contents.

use crate::{choice, kinds};

choice! {
    /// What bytes are booked under.
    pub enum ByteKind {
        /// Clients' reads: requests and rows.
        Read = "read", "reads";
        /// Clients' writes: requests and their answers.
        Write = "write", "writes";
        /// ReadIndex requests and answers.
        ReadIndex = "read_index", "read indexes";
        /// Log entries and commit updates (MsgAppend).
        Append = "append", "log entries";
        /// Answers to appends.
        Ack = "ack", "acknowledgements";
        /// Heartbeats and their answers.
        Heartbeat = "heartbeat", "heartbeats";
        /// Elections and leadership transfer.
        Vote = "vote", "votes";
        /// Snapshots.
        Snapshot = "snapshot", "snapshots";
        /// Timestamps.
        Tso = "tso", "timestamps";
        /// Scheduling.
        Schedule = "schedule", "the placement driver";
        /// What makes replicas safe to read alone: safe times, and the checks that they rest on.
        SafeTime = "safe_time", "safe times";
    }
}

kinds! {
    /// What a message is. Raft's types carry raft-rs's names.
    pub enum MessageType {
        /// `MsgAppend`.
        Append,
        /// `MsgAppendResponse`.
        AppendResponse,
        /// `MsgHeartbeat`.
        Heartbeat,
        /// `MsgHeartbeatResponse`.
        HeartbeatResponse,
        /// `MsgRequestPreVote`.
        PreVote,
        /// `MsgRequestPreVoteResponse`.
        PreVoteResponse,
        /// `MsgRequestVote`.
        Vote,
        /// `MsgRequestVoteResponse`.
        VoteResponse,
        /// `MsgTimeoutNow`.
        TimeoutNow,
        /// `MsgTransferLeader`.
        TransferLeader,
        /// `MsgReadIndex`.
        ReadIndex,
        /// `MsgReadIndexResp`.
        ReadIndexResponse,
        /// `MsgSnapshot`.
        Snapshot,
        /// A client's get or scan.
        ReadRequest,
        /// Its rows.
        Rows,
        /// A client's put.
        WriteRequest,
        /// Its acknowledgement.
        WriteResponse,
        /// A store's refusal of a request.
        Refusal,
        /// An append to a delegate, with headers of those that it passes on.
        RelayAppend,
        /// An append that a delegate passes on in the leader's name.
        ForwardedAppend,
        /// A delegate says that it cannot pass an append on.
        RelayNack,
        /// Acknowledgements of a zone's replicas, bundled by their delegate.
        AckBundle,
        /// A leader asks a neighbour of a lagging replica to send it a snapshot.
        SnapshotOrder,
        /// A store tells the placement driver how it is.
        StoreReport,
        /// A leader tells the placement driver how its range is.
        RangeReport,
        /// The placement driver tells a leader what to do.
        ScheduleOrder,
        /// Wakes a replica of a hibernating range.
        Wake,
        /// Tells a replica that it is no member any more.
        Tombstone,
        /// A gateway asks the oracle for a timestamp.
        TsoRequest,
        /// The timestamp.
        TsoResponse,
        /// A gateway asks for a timestamp and read indexes at once.
        TsoIndexRequest,
        /// Both.
        TsoIndexResponse,
        /// A follower passes a read on to the leader.
        ForwardedRead,
        /// The leader's rows for the follower that relays them.
        ForwardedRows,
        /// A transaction prewrites, commits, rolls back, or asks after another.
        TxnRequest,
        /// What came of it.
        TxnResponse,
        /// A leader asks whether a store knows it as leader, for resolved timestamps.
        CheckLeader,
        /// Whether it does.
        CheckLeaderResponse,
        /// A leader tells until when its replicas are safe to read alone.
        SafeTime,
        /// A replica without a leader asks whether it is still a member.
        StaleCheck,
    }
}
