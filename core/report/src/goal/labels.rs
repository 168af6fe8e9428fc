//! What switches, read modes, decisions and kinds of bytes are called in sentences, as the page
//! calls them. Tables, and nothing of what they are for.

/// Switches, by their keys in files.
pub(super) const SWITCHES: [(&str, &str); 33] = [
    ("read_mode", "How reads are served"),
    ("check_quorum", "Check quorum"),
    ("pre_vote", "Pre-vote"),
    ("skip_commit_broadcast", "Lazy commits"),
    ("apply_delay", "Apply delay"),
    ("request_timeout", "Request deadline"),
    ("follower_replication", "Follower Replication"),
    ("delegate_policy", "Choice of the delegate"),
    ("aggregate_acks", "Bundled answers"),
    ("neighbour_snapshots", "Snapshots from a neighbour"),
    ("delta_encoding", "Delta encoding"),
    ("compression", "Compression"),
    ("group_commit", "Group commit"),
    ("location_affinity", "Leaders follow the load"),
    ("balance_leaders", "Balanced leaders"),
    ("balance_replicas", "Repaired and balanced replicas"),
    ("schedule_hot", "Hot ranges spread out"),
    ("split_merge", "Split and merge"),
    ("hot_learners", "Learners for hot ranges"),
    ("hibernate", "Quiet ranges sleep"),
    ("timestamps", "Timestamps"),
    ("lease", "Lease"),
    ("index_by_lease", "Read index from the lease"),
    ("batch_read_index", "Batched read indexes"),
    ("read_index_cache", "Read-index cache"),
    ("withhold_votes", "Withhold promised votes"),
    ("suspend_lease", "Suspend the lease"),
    ("safe_time", "Safe times"),
    ("staleness", "Staleness"),
    ("adaptive_threshold", "Threshold of adaptive reads"),
    ("busy_fallback", "Back to the leader when busy"),
    ("adaptive_by", "What adaptive reads go by"),
    ("follower_choice", "Choice of the follower"),
];

/// What switches stand at, by the words of files; other words stand as they are.
pub(super) const SWITCH_WORDS: [(&str, &str); 27] = [
    ("local", "“Local”"),
    ("leader-unchecked", "“Leader, unchecked”"),
    ("leader", "“Leader”"),
    ("follower", "“Follower”"),
    ("lease-unsafe", "“Lease, unsafe”"),
    ("lease", "“Lease”"),
    ("proxy", "“Proxy”"),
    ("learner", "“Learner”"),
    ("closest-adaptive", "“Closest, adaptive”"),
    ("stale", "“Stale, bounded”"),
    ("version", "“Version”"),
    ("tso", "“Oracle”"),
    ("tso+index", "“Oracle and index”"),
    ("raft", "“With Raft”"),
    ("resolved", "“Resolved”"),
    ("closed", "“Closed”"),
    ("closest", "“Closest”"),
    ("random", "“Random”"),
    ("size", "“Size”"),
    ("latency", "“Latency”"),
    ("nearest", "“Nearest”"),
    ("sticky", "“Sticky”"),
    ("rotating", "“In turn”"),
    ("none", "none"),
    ("off", "off"),
    ("lz4", "LZ4"),
    ("all", "all zones"),
];

/// Decisions, by their ids in reports.
pub(super) const DECISIONS: [(&str, &str); 18] = [
    ("chose_delegate", "times that a delegate was chosen"),
    ("left_delegate", "times that a delegate was left"),
    ("refused_relay", "messages that a delegate refused"),
    (
        "sent_direct",
        "times that the leader went back to sending directly",
    ),
    ("resumed_relay", "times that a delegate was used again"),
    ("chose_snapshot_source", "snapshots from a neighbour"),
    ("snapshot_from_leader", "snapshots from the leader"),
    ("refused_snapshot", "refused snapshots"),
    ("rejected_frame", "rejected frames"),
    ("moved_leader", "leaders that were moved"),
    ("added_replica", "replicas that were added"),
    ("added_learner", "learners that were added"),
    ("promoted_replica", "replicas that got a vote"),
    ("removed_replica", "replicas that were removed"),
    ("replaced_replica", "lost replicas that were replaced"),
    ("split_range", "splits of ranges"),
    ("merged_ranges", "merges of ranges"),
    ("held_back", "moves that were held back"),
];

/// Kinds of messages, by their ids in reports: with what they carry.
pub(super) const KINDS: [(&str, &str); 12] = [
    ("total", ""),
    ("read", " of reads"),
    ("write", " of writes"),
    ("read_index", " of read indexes"),
    ("append", " of log entries"),
    ("ack", " of acknowledgements"),
    ("heartbeat", " of heartbeats"),
    ("vote", " of votes"),
    ("snapshot", " of snapshots"),
    ("tso", " of timestamps"),
    ("schedule", " of the placement driver"),
    ("framing", " of framing"),
];

/// What spares bytes, by its id in reports.
pub(super) const SAVERS: [(&str, &str); 4] = [
    ("relay", "Follower Replication"),
    ("delta", "delta encoding"),
    ("compression", "compression"),
    ("neighbour_snapshot", "snapshots from a neighbour"),
];

/// Checks, by their ids in reports: what each says when it holds.
pub(super) const CHECKS: [(&str, &str); 9] = [
    ("election_safety", "one leader in each term"),
    ("log_matching", "logs that agree"),
    (
        "leader_completeness",
        "every committed entry at every leader",
    ),
    (
        "state_machine_safety",
        "the same entries applied everywhere",
    ),
    ("linearizable", "linearizable reads"),
    ("snapshot", "reads of one moment"),
    ("staleness", "reads no older than their bound"),
    ("dirty_read", "reads of committed values alone"),
    ("bank", "accounts that add up"),
];

/// What stands beside a key.
pub(super) fn word_for(table: &[(&'static str, &'static str)], key: &str) -> Option<&'static str> {
    let known = table.iter().find(|(id, _)| *id == key);
    known.map(|(_, word)| *word)
}
