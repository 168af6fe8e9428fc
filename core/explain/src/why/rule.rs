//! The rules that explain a step, each with where it is written down.

use serde::{Serialize, Serializer};
use text::phrase;
use text::said::said;
use ts_rs::TS;

/// A rule of the protocol, of raft-rs, of TiKV, or of this model.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Rule {
    /// What it says.
    #[serde(serialize_with = "as_said")]
    pub text: &'static str,
    /// Where it is written down.
    #[serde(serialize_with = "as_said")]
    pub source: &'static str,
}

/// Each as a sentence of its own: rules are compared and told apart as they stand here.
fn as_said<S: Serializer>(words: &&str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&said(words, &[]))
}

macro_rules! rules {
    ($($name:ident: $text:expr, $source:expr;)*) => {
        $(pub(super) const $name: Rule = Rule { text: $text, source: $source };)*
    };
}

rules! {
    ELECTION_TIMEOUT: phrase!("A follower that hears nothing from a leader for its election timeout starts an election. Timeouts are random, so that few start at once."), phrase!("Raft (Ongaro and Ousterhout, 2014), 5.2");
    PRE_VOTE: phrase!("Before it raises its term, a would-be candidate asks whether it could win. A replica that hears from a leader says no."), phrase!("Raft thesis (Ongaro, 2014), 9.6");
    VOTE: phrase!("A replica gives one vote per term, to the first candidate whose log is at least as up to date as its own."), phrase!("Raft (Ongaro and Ousterhout, 2014), 5.2 and 5.4.1");
    MAJORITY: phrase!("A candidate with the votes of a majority becomes leader."), phrase!("Raft (Ongaro and Ousterhout, 2014), 5.2");
    HIGHER_TERM: phrase!("A replica that sees a higher term adopts it and becomes a follower."), phrase!("Raft (Ongaro and Ousterhout, 2014), 5.1");
    FOLLOW: phrase!("A candidate that hears from a leader of its term follows it."), phrase!("Raft (Ongaro and Ousterhout, 2014), 5.2");
    HEARTBEAT: phrase!("A leader sends heartbeats to all, so that nobody starts an election."), phrase!("Raft (Ongaro and Ousterhout, 2014), 5.2");
    CHECK_QUORUM: phrase!("A leader that has not heard from a majority for an election timeout steps down."), phrase!("Raft thesis (Ongaro, 2014), 6.2; check_quorum in raft-rs");
    NO_CHECK_QUORUM: phrase!("Without check quorum a leader leads on until it hears of a higher term."), phrase!("Raft (Ongaro and Ousterhout, 2014), 5.1; check_quorum in raft-rs");
    TRANSFER: phrase!("A leader hands over by bringing the other's log up to date and telling it to campaign at once."), phrase!("Raft thesis (Ongaro, 2014), 3.10");
    NEW_LEADER_ENTRY: phrase!("A new leader writes an empty entry of its term: only then does it know what is committed."), phrase!("Raft (Ongaro and Ousterhout, 2014), 8");
    REPLICATE: phrase!("The leader appends an entry to its log and sends it to the others, which accept it if the entry before it matches."), phrase!("Raft (Ongaro and Ousterhout, 2014), 5.3");
    RELAY: phrase!("Entries enter a zone once, by way of a delegate; for the zone's other replicas only headers cross."), phrase!("Follower Replication: tikv/rfcs 98 and raft-rs PR 485");
    FORWARD: phrase!("A delegate rebuilds the leader's append from its own log, if that holds both its ends, and passes it on in the leader's name. Another way for the same bytes."), phrase!("Follower Replication: tikv/rfcs 98; Log Matching, Raft (Ongaro and Ousterhout, 2014), 5.3");
    NACK: phrase!("A delegate whose log does not hold exactly the ends of an append says so and passes nothing on."), phrase!("this model's relay, after tikv/rfcs 98");
    DIRECT: phrase!("When a delegate fails or refuses, the leader sends directly for a while and calls the peer unreachable, so that raft-rs sends again."), phrase!("this model's relay; raft-rs 0.7, report_unreachable");
    BUNDLE: phrase!("A delegate may put its zone's answers into one message, word for word. It never answers for others."), phrase!("Pig relays (Charapko, Ailijiang, Demirbas, 2020); this model's relay");
    DELTA: phrase!("Commands leave without what the receiver knows, and are whole again before they are applied."), phrase!("raft log delta encoding: Reducing Cross-AZ Data Transfer Costs (PingCAP, 2021)");
    COMPRESSION: phrase!("A compressed message costs time at both ends and bytes on neither link."), phrase!("TiKV, grpc-compression-type");
    NEIGHBOUR: phrase!("A replica that lags gets its snapshot from the nearest one that has applied at least what the leader asks for; if that fails, from the leader."), phrase!("CockroachDB, delegated snapshots (42491) and their minimum index (87581)");
    FRAME: phrase!("What cannot be decoded is an error of its connection: it is closed, and what was on it is lost."), phrase!("this model's transport");
    PLACEMENT: phrase!("Stores and leaders report; the placement driver decides by its switches, thresholds and hold-downs, and a decision that another rule forbids is held back."), phrase!("TiKV's PD; this model's placement driver");
    MEMBERS: phrase!("A change of members is an entry in the log; a replica that applies it has the new members. New replicas have new ids."), phrase!("Raft thesis (Ongaro, 2014), 4.1 and 4.2");
    JOINT: phrase!("Between two sets of members decisions need a majority of each."), phrase!("Raft thesis (Ongaro, 2014), 4.3");
    SPLIT: phrase!("A split is an entry of the log: each replica applies it at the same place, and the new range's group begins on the same stores."), phrase!("TiKV, split of a Region");
    MERGE: phrase!("To merge, one range stops writing, all its entries reach its replicas, and its neighbour takes in its keys."), phrase!("TiKV, PrepareMerge and CommitMerge");
    HIBERNATE: phrase!("A range whose replicas all hold everything stops its ticks; a message, a request or a lost store wakes it."), phrase!("TiKV, Hibernate Region");
    DURABLE: phrase!("Term, vote and log are on disk before a replica answers."), phrase!("Raft (Ongaro and Ousterhout, 2014), figure 2");
    COMMIT: phrase!("An entry of the leader's term is committed when a majority has it on disk, and with it all before."), phrase!("Raft (Ongaro and Ousterhout, 2014), 5.3 and 5.4.2");
    LEARN_COMMIT: phrase!("Followers learn how far entries are committed with the next append or heartbeat."), phrase!("Raft (Ongaro and Ousterhout, 2014), 5.3; skip_bcast_commit in raft-rs");
    APPLY: phrase!("Committed entries are applied in the order of the log."), phrase!("Raft (Ongaro and Ousterhout, 2014), 5.3");
    SNAPSHOT: phrase!("A follower that needs entries which were compacted away gets a snapshot."), phrase!("Raft (Ongaro and Ousterhout, 2014), 7");
    READ_INDEX: phrase!("A leader confirms with a majority that it still leads, and answers once it has applied what was committed when it was asked."), phrase!("Raft thesis (Ongaro, 2014), 6.4");
    FOLLOWER_READ: phrase!("A follower asks the leader for the commit index, applies that far, and answers itself."), phrase!("TiKV, Follower Read; Raft thesis (Ongaro, 2014), 6.4");
    READ_REPEAT: phrase!("raft-rs drops a read index request without a word while there is no leader; the store asks again after an election timeout."), phrase!("raft-rs 0.7 and TiKV");
    LEASE: phrase!("A leader answers alone until the last round that a majority acknowledged left so long ago that others may vote again."), phrase!("TiKV, leader lease; Raft thesis (Ongaro, 2014), 6.4.1");
    LEASE_BY_ROLE: phrase!("A leader answers alone while its role says that it leads; it looks at no clock."), phrase!("raft-rs 0.7, ReadOnlyOption::LeaseBased");
    LEADER_UNCHECKED: phrase!("A leader that answers without asking a majority may have been replaced without knowing."), phrase!("Raft (Ongaro and Ousterhout, 2014), 8");
    LOCAL: phrase!("A local read returns what the closest replica has applied, however old."), phrase!("the read mode local of this model");
    ORACLE: phrase!("One oracle gives every timestamp, each greater than all before, so one number orders all commits."), phrase!("Percolator (Peng and Dabek, 2010), 2.3; PD's timestamp oracle");
    ORACLE_AND_INDEX: phrase!("A service beside the oracle draws the timestamp first and asks the leaders for their commit indexes afterwards, so every commit below the timestamp is below the index."), phrase!("one-round-trip reads (PingCAP, 2020); this model's service");
    TWO_PHASES: phrase!("A transaction locks all its rows in every range, then commits with its primary row; the others follow, and a reader that meets a lock asks the primary row."), phrase!("Percolator (Peng and Dabek, 2010), 2.2; TiKV");
    PROXY: phrase!("A store passes a read on to the leader and its rows back to the gateway, which asks the store next door only."), phrase!("the read mode proxy of this model");
    CHECK_LEADER: phrase!("A store that has a timestamp asks the others whether they know it as the leader; where a majority does, nothing older will be written by another."), phrase!("TiKV, resolved_ts and check_leader");
    SAFE_TIME: phrase!("A replica may be read alone up to a safe time, once it has applied all that the leader had then."), phrase!("CockroachDB, closed timestamps; YugabyteDB, safe time; TiKV, resolved_ts");
    HEARS_LEADER: phrase!("A replica follows the leader that sends it appends or heartbeats of its term."), phrase!("Raft (Ongaro and Ousterhout, 2014), 5.2");
    STILL_LEADS: phrase!("A leader that is cut off leads on until it has heard from no majority for an election timeout, or hears of a higher term."), phrase!("Raft thesis (Ongaro, 2014), 6.2; check_quorum in raft-rs");
    WRONG_RANGE: phrase!("A store refuses keys that its replica of the range does not hold (any more); the gateway looks up which range does."), phrase!("TiKV, EpochNotMatch and RegionNotFound");
    LAGGING: phrase!("A replica that is far behind the read index refuses instead of waiting."), phrase!("TiKV, ReadIndexNotReady and follower_read_max_log_gap");
    BUSY: phrase!("A store at which a read would wait longer than it wants to refuses it, and says how long."), phrase!("TiKV, ServerIsBusy; tikv/rfcs 105");
    CONFLICT: phrase!("A transaction may not write a row of which another committed a version after its start."), phrase!("Percolator (Peng and Dabek, 2010), 2.2");
    READ_ONLY: phrase!("Reads of the past belong to sessions that only read."), phrase!("YugabyteDB, follower reads");
    SKEW: phrase!("A bound below twice the greatest clock skew is refused: its moment might be one that another clock has not reached."), phrase!("YugabyteDB, follower reads and max_clock_skew");
    VERSION_READ: phrase!("A replica answers alone if it holds a version that is newer than the transaction's timestamp."), phrase!("local read by version: Doubling System Read Throughput (PingCAP, 2020)");
    NOT_LEADER: phrase!("A store that does not lead refuses and names the leader that it knows; gateways remember."), phrase!("TiKV, NotLeader");
    DROPPED: phrase!("raft-rs drops proposals while leadership is being handed over, and where nobody leads."), phrase!("raft-rs 0.7, ProposalDropped");
    RETRY: phrase!("A gateway tries again what was certainly not done, after a pause that grows with the attempts."), phrase!("this model's gateways, after TiKV's clients");
    TIMEOUT: phrase!("A client waits no longer than its timeout. A write without an answer may have happened."), phrase!("this model's clients");
    CLIENT: phrase!("A client sends a request when it has thought long enough, or when the load's next arrival is due."), phrase!("this scenario's load");
    CUT: phrase!("Over a cut link nothing passes, and what is on it is lost."), phrase!("this model's network");
    LOSS: phrase!("A lost packet is sent again: at once when three later ones tell of it, else after the retransmission timeout, which doubles. What follows on its connection waits."), phrase!("TCP: RFC 6298, RFC 5681; Linux, 200 ms");
    VANISH: phrase!("Where the transport sends nothing again, a message may vanish, and only Raft makes up for it."), phrase!("this model's network, set to \"vanish\"");
    BROKEN: phrase!("A connection ends with either of its machines, and what is under way on it ends with it."), phrase!("TCP; this model's stores");
    BUFFERS: phrase!("What a process does not read waits in its sockets' buffers; when they are full the sender keeps the rest, and lets go of it."), phrase!("TCP flow control; TiKV's Raft client");
    DOWN: phrase!("A machine whose process is gone refuses connections."), phrase!("this model's stores");
    SILENT: phrase!("A gateway asks another replica when a store has not answered a read for as long as an attempt may take."), phrase!("TiDB, tikv_client_read_timeout");
    UNREACHABLE: phrase!("The transport tells Raft that a peer could not be reached or has a snapshot; the leader then sends more carefully, or goes on."), phrase!("raft-rs 0.7, report_unreachable and report_snapshot");
}
