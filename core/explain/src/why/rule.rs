//! The rules that explain a step, each with where it is written down.

use serde::Serialize;
use ts_rs::TS;

/// A rule of the protocol, of raft-rs, of TiKV, or of this model.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Rule {
    /// What it says.
    pub text: &'static str,
    /// Where it is written down.
    pub source: &'static str,
}

macro_rules! rules {
    ($($name:ident: $text:literal, $source:literal;)*) => {
        $(pub(super) const $name: Rule = Rule { text: $text, source: $source };)*
    };
}

rules! {
    ELECTION_TIMEOUT: "A follower that hears nothing from a leader for its election timeout starts an election. Timeouts are random, so that few start at once.", "Raft (Ongaro and Ousterhout, 2014), 5.2";
    PRE_VOTE: "Before it raises its term a would-be candidate asks whether it could win. Who hears from a leader says no.", "Raft thesis (Ongaro, 2014), 9.6";
    VOTE: "A replica gives one vote in a term, to the first who asks with a log at least as up to date as its own.", "Raft (Ongaro and Ousterhout, 2014), 5.2 and 5.4.1";
    MAJORITY: "A candidate with the votes of a majority becomes leader.", "Raft (Ongaro and Ousterhout, 2014), 5.2";
    HIGHER_TERM: "Who sees a higher term takes it over and follows.", "Raft (Ongaro and Ousterhout, 2014), 5.1";
    FOLLOW: "A candidate that hears from a leader of its term follows it.", "Raft (Ongaro and Ousterhout, 2014), 5.2";
    HEARTBEAT: "A leader sends heartbeats to all, so that nobody starts an election.", "Raft (Ongaro and Ousterhout, 2014), 5.2";
    CHECK_QUORUM: "A leader that has not heard from a majority for an election timeout steps down.", "Raft thesis (Ongaro, 2014), 6.2; check_quorum in raft-rs";
    NO_CHECK_QUORUM: "Without check quorum a leader leads on until it hears of a higher term.", "Raft (Ongaro and Ousterhout, 2014), 5.1; check_quorum in raft-rs";
    TRANSFER: "A leader hands over by bringing the other's log up to date and telling it to campaign at once.", "Raft thesis (Ongaro, 2014), 3.10";
    NEW_LEADER_ENTRY: "A new leader writes an empty entry of its term: only then does it know what is committed.", "Raft (Ongaro and Ousterhout, 2014), 8";
    REPLICATE: "The leader writes an entry into its log and sends it to the others, who take it if the entry before it agrees.", "Raft (Ongaro and Ousterhout, 2014), 5.3";
    RELAY: "Entries enter a zone once, by way of a delegate; for the zone's other replicas only headers cross.", "Follower Replication: tikv/rfcs 98 and raft-rs PR 485";
    FORWARD: "A delegate rebuilds the leader's append from its own log, if that holds both its ends, and passes it on in the leader's name. Another way for the same bytes.", "Follower Replication: tikv/rfcs 98; Log Matching, Raft (Ongaro and Ousterhout, 2014), 5.3";
    NACK: "A delegate whose log does not hold exactly the ends of an append says so and passes nothing on.", "this model's relay, after tikv/rfcs 98";
    DIRECT: "When a delegate fails or refuses, the leader sends directly for a while and calls the peer unreachable, so that raft-rs sends again.", "this model's relay; raft-rs 0.7, report_unreachable";
    BUNDLE: "A delegate may put its zone's answers into one message, word for word. It never answers for others.", "Pig relays (Charapko, Ailijiang, Demirbas, 2020); this model's relay";
    DELTA: "Commands leave without what the receiver knows, and are whole again before they are applied.", "raft log delta encoding: Reducing Cross-AZ Data Transfer Costs (PingCAP, 2021)";
    COMPRESSION: "A compressed message costs time at both ends and bytes on neither link.", "TiKV, grpc-compression-type";
    NEIGHBOUR: "A replica that lags gets its snapshot from the nearest one that has applied at least what the leader asks for; if that fails, from the leader.", "CockroachDB, delegated snapshots (42491) and their minimum index (87581)";
    FRAME: "What cannot be decoded is an error of its connection: it is closed, and what was on it is lost.", "this model's transport";
    PLACEMENT: "Stores and leaders report; the placement driver decides by its switches, thresholds and hold-downs, and a decision that another rule forbids is held back.", "TiKV's PD; this model's placement driver";
    MEMBERS: "A change of members is an entry of the log; who applies it has the new members. New replicas have new ids.", "Raft thesis (Ongaro, 2014), 4.1 and 4.2";
    JOINT: "Between two sets of members decisions need a majority of each.", "Raft thesis (Ongaro, 2014), 4.3";
    SPLIT: "A split is an entry of the log: each replica applies it at the same place, and the new range's group begins on the same stores.", "TiKV, split of a Region";
    MERGE: "To merge, one range stops writing, all its entries reach its replicas, and its neighbour takes in its keys.", "TiKV, PrepareMerge and CommitMerge";
    HIBERNATE: "A range whose replicas all hold everything stops its ticks; a message, a request or a lost store wakes it.", "TiKV, Hibernate Region";
    DURABLE: "Term, vote and log are on disk before a replica answers.", "Raft (Ongaro and Ousterhout, 2014), figure 2";
    COMMIT: "An entry of the leader's term is committed when a majority has it on disk, and with it all before.", "Raft (Ongaro and Ousterhout, 2014), 5.3 and 5.4.2";
    LEARN_COMMIT: "Followers learn how far entries are committed with the next append or heartbeat.", "Raft (Ongaro and Ousterhout, 2014), 5.3; skip_bcast_commit in raft-rs";
    APPLY: "Committed entries are applied in the order of the log.", "Raft (Ongaro and Ousterhout, 2014), 5.3";
    SNAPSHOT: "A follower that needs entries which were compacted away gets a snapshot.", "Raft (Ongaro and Ousterhout, 2014), 7";
    READ_INDEX: "A leader confirms with a majority that it still leads, and answers once it has applied what was committed when it was asked.", "Raft thesis (Ongaro, 2014), 6.4";
    FOLLOWER_READ: "A follower asks the leader for the commit index, applies that far, and answers itself.", "TiKV, Follower Read; Raft thesis (Ongaro, 2014), 6.4";
    READ_REPEAT: "raft-rs drops a read index request without a word while there is no leader; the store asks again after an election timeout.", "raft-rs 0.7 and TiKV";
    LEASE: "A leader answers alone until the last round that a majority acknowledged left so long ago that others may vote again.", "TiKV, leader lease; Raft thesis (Ongaro, 2014), 6.4.1";
    LEASE_BY_ROLE: "A leader answers alone while its role says that it leads; it looks at no clock.", "raft-rs 0.7, ReadOnlyOption::LeaseBased";
    LEADER_UNCHECKED: "A leader that answers without asking a majority may have been replaced without knowing.", "Raft (Ongaro and Ousterhout, 2014), 8";
    LOCAL: "A local read returns what the closest replica has applied, however old.", "the read mode local of this model";
    ORACLE: "One oracle gives every timestamp, each greater than all before, so one number orders all commits.", "Percolator (Peng and Dabek, 2010), 2.3; PD's timestamp oracle";
    ORACLE_AND_INDEX: "A service beside the oracle draws the timestamp first and asks the leaders for their commit indexes afterwards, so every commit below the timestamp is below the index.", "one-round-trip reads (PingCAP, 2020); this model's service";
    TWO_PHASES: "A transaction locks all its rows in every range, then commits with its primary row; the others follow, and who meets a lock asks the primary row.", "Percolator (Peng and Dabek, 2010), 2.2; TiKV";
    PROXY: "A store passes a read on to the leader and its rows back to the gateway, which asks the store next door only.", "the read mode proxy of this model";
    CHECK_LEADER: "A store that has a timestamp asks the others whether they know it as the leader; where a majority does, nothing older will be written by another.", "TiKV, resolved_ts and check_leader";
    SAFE_TIME: "A replica may be read alone up to a safe time, once it has applied all that the leader had then.", "CockroachDB, closed timestamps; YugabyteDB, safe time; TiKV, resolved_ts";
    HEARS_LEADER: "A replica follows whoever sends it appends or heartbeats of its term.", "Raft (Ongaro and Ousterhout, 2014), 5.2";
    STILL_LEADS: "A leader that is cut off leads on until it has heard from no majority for an election timeout, or hears of a higher term.", "Raft thesis (Ongaro, 2014), 6.2; check_quorum in raft-rs";
    WRONG_RANGE: "A store refuses keys that its replica of the range does not hold (any more); the gateway looks up who does.", "TiKV, EpochNotMatch and RegionNotFound";
    LAGGING: "A replica that is far behind the read index refuses instead of waiting.", "TiKV, ReadIndexNotReady and follower_read_max_log_gap";
    BUSY: "A store at which a read would wait longer than it wants to refuses it, and says how long.", "TiKV, ServerIsBusy; tikv/rfcs 105";
    CONFLICT: "A transaction may not write a row of which another committed a version after its start.", "Percolator (Peng and Dabek, 2010), 2.2";
    READ_ONLY: "Reads of the past belong to sessions that only read.", "YugabyteDB, follower reads";
    SKEW: "A bound below twice the greatest clock skew is refused: its moment might be one that another clock has not reached.", "YugabyteDB, follower reads and max_clock_skew";
    VERSION_READ: "A replica answers alone if it holds a version that is newer than the transaction's timestamp.", "local read by version: Doubling System Read Throughput (PingCAP, 2020)";
    NOT_LEADER: "A store that does not lead refuses and names the leader that it knows; gateways remember.", "TiKV, NotLeader";
    DROPPED: "raft-rs drops proposals while leadership is being handed over, and where nobody leads.", "raft-rs 0.7, ProposalDropped";
    RETRY: "A gateway tries again what was certainly not done, after a pause that grows with the attempts.", "this model's gateways, after TiKV's clients";
    TIMEOUT: "A client waits no longer than its timeout. A write without an answer may have happened.", "this model's clients";
    CLIENT: "A client sends a request when it has thought long enough, or when the load's next arrival is due.", "this scenario's load";
    CUT: "Over a cut link nothing passes, and what is on it is lost.", "this model's network";
    LOSS: "A lost packet is sent again: at once when three later ones tell of it, else after the retransmission timeout, which doubles. What follows on its connection waits.", "TCP: RFC 6298, RFC 5681; Linux, 200 ms";
    VANISH: "Where the transport sends nothing again, a message may vanish, and only Raft makes up for it.", "this model's network, set to \"vanish\"";
    BROKEN: "A connection ends with either of its machines, and what is under way on it ends with it.", "TCP; this model's stores";
    BUFFERS: "What a process does not read waits in its sockets' buffers; when they are full the sender keeps the rest, and lets go of it.", "TCP flow control; TiKV's Raft client";
    DOWN: "A machine whose process is gone refuses connections.", "this model's stores";
    UNREACHABLE: "The transport tells Raft that a peer could not be reached or has a snapshot; the leader then sends more carefully, or goes on.", "raft-rs 0.7, report_unreachable and report_snapshot";
}
