/**
 * The glossary: the words of the field as this project uses them, each with what it means and what
 * other systems call it. The page's hints, the help sheet and docs/glossary.md come from it; code
 * uses these names. Pure data. Must not know how words are shown.
 */

export interface Term {
  name: string;
  /** What it means, in a sentence or two. */
  text: string;
  /** What others call it; empty: the same. */
  elsewhere: string;
  /** As it stands in texts, plural included, where the page hints at it; none for known words. */
  pattern?: string;
}

export interface TermGroup {
  title: string;
  terms: readonly Term[];
}

export const GLOSSARY: readonly TermGroup[] = [
  {
    title: "Machines and data",
    terms: [
      {
        name: "zone",
        text: "A failure and price domain: an availability zone, a data centre or a city. Bytes between zones cost money.",
        elsewhere: "AZ, data center",
      },
      {
        name: "store",
        text: "A machine that holds replicas; it has cores, a disk and a clock.",
        elsewhere: "TiKV node, CockroachDB store, tserver in YugabyteDB",
      },
      {
        name: "gateway",
        pattern: "gateways?",
        text: "The server where clients’ requests enter. It holds no data: it routes each request to a store.",
        elsewhere: "TiDB server, SQL gateway node in CockroachDB",
      },
      {
        name: "range",
        pattern: "ranges?",
        text: "A part of the table, from one key to another. Each range has copies on several stores, and a Raft group with a leader of its own.",
        elsewhere: "Region in TiKV, range in CockroachDB, tablet in YugabyteDB",
      },
      {
        name: "tablet",
        pattern: "tablets?",
        text: "What YugabyteDB calls a range: a part of the table with copies and a leader of its own.",
        elsewhere: "range",
      },
      {
        name: "replica",
        text: "The copy of a range on one store: a leader, a follower or a learner.",
        elsewhere: "peer in TiKV",
      },
      {
        name: "placement driver",
        pattern: "placement drivers?|PD",
        text: "Knows every store and range, schedules leaders and replicas, and hands out timestamps.",
        elsewhere: "PD in TiDB, master in YugabyteDB, allocator in CockroachDB",
      },
      {
        name: "timestamp oracle",
        text: "Part of the placement driver: hands out timestamps that only grow.",
        elsewhere: "TSO in TiDB",
      },
    ],
  },
  {
    title: "Raft",
    terms: [
      {
        name: "leader, follower, candidate",
        text: "The three roles of a voter. One leader at most in a term; it orders the log.",
        elsewhere: "Raft paper, 5.1",
      },
      {
        name: "learner",
        text: "A replica that gets the log and has no vote.",
        elsewhere: "non-voter, observer, read replica",
      },
      {
        name: "quorum",
        text: "A majority of the voters. While members change (joint consensus), a majority of the old and one of the new.",
        elsewhere: "",
      },
      {
        name: "commit index",
        text: "Entries up to it are on the disks of a quorum and will never be lost.",
        elsewhere: "commitIndex in the Raft paper",
      },
      {
        name: "applied index",
        text: "Entries up to it have been carried out on the rows: reads see this much.",
        elsewhere: "lastApplied in the Raft paper",
      },
      {
        name: "check quorum",
        text: "A leader that loses contact with a quorum for an election timeout steps down.",
        elsewhere: "check_quorum in raft-rs",
      },
      {
        name: "pre-vote",
        text: "A store asks whether it could win before it raises its term, so that one that was cut off does not depose a working leader.",
        elsewhere: "Raft thesis, 9.6",
      },
      {
        name: "hibernate",
        text: "An idle range stops ticking and sends no heartbeats until a request wakes it.",
        elsewhere: "hibernate regions in TiKV, quiescence in CockroachDB",
      },
      {
        name: "delegate",
        pattern: "delegates?",
        text: "With Follower Replication: the replica in a zone that gets entries from the leader once and relays them to the others there.",
        elsewhere: "agent in TiKV’s RFC",
      },
    ],
  },
  {
    title: "Reads",
    terms: [
      {
        name: "read mode",
        text: "How a read is served: by which replica, and what it checks first.",
        elsewhere: "tidb_replica_read in TiDB",
      },
      {
        name: "read index",
        pattern: "read[ -]index(?:es)?",
        text: "The place in the log up to which a store must have applied before it may answer: what the leader had committed when the read came.",
        elsewhere: "ReadIndex, Raft thesis 6.4",
      },
      {
        name: "lease",
        pattern: "leases?",
        text: "The time for which a leader may answer alone, because nobody else can be elected before it ends.",
        elsewhere: "leader lease in TiKV and YugabyteDB",
      },
      {
        name: "safe time",
        text: "Up to this time a replica has everything: it may serve reads of the past alone.",
        elsewhere:
          "resolved timestamp in TiKV, closed timestamp in CockroachDB, safe time in YugabyteDB",
      },
      {
        name: "linearizable",
        pattern: "linearizable",
        text: "Every read sees all writes that were acknowledged before it was sent, as if there were one copy of the data.",
        elsewhere: "strongly consistent",
      },
      {
        name: "fresh",
        pattern: "fresh",
        text: "The read missed no write that had been acknowledged before it was sent. Its mode need not promise that: then it was luck.",
        elsewhere: "",
      },
      {
        name: "consistent but old",
        text: "A snapshot of one moment in the past, as the read’s mode promises.",
        elsewhere: "bounded stale read, follower read in CockroachDB",
      },
      {
        name: "stale",
        text: "The read missed writes that had been acknowledged before it was sent.",
        elsewhere: "",
      },
      {
        name: "broken promise",
        text: "The answer is not what the read’s mode promises: stale where linearizable was promised, or no snapshot of one moment.",
        elsewhere: "consistency violation, anomaly in Jepsen",
      },
    ],
  },
  {
    title: "Faults and bytes",
    terms: [
      {
        name: "cut",
        text: "A link on which nothing arrives, in one direction or both, until it is healed.",
        elsewhere: "network partition",
      },
      {
        name: "isolate",
        text: "Cuts every link of a zone or a node.",
        elsewhere: "",
      },
      {
        name: "packet loss, message loss",
        text: "A lost packet is retransmitted by TCP and shows as delay; a lost message is gone, as on a transport without TCP.",
        elsewhere: "",
      },
      {
        name: "clock drift",
        text: "How much faster or slower than true time a clock runs. An offset is by how much it is wrong.",
        elsewhere: "clock skew (for the offset)",
      },
      {
        name: "payload, wire",
        text: "The encoded messages alone, and with framing (gRPC, HTTP/2, TCP/IP) and acknowledgements. Clouds bill the wire.",
        elsewhere: "goodput, throughput",
      },
    ],
  },
  {
    title: "Runs",
    terms: [
      {
        name: "run",
        text: "A scenario, a seed and a list of actions, played to an instant. The same three give the same run everywhere.",
        elsewhere: "execution, history in Jepsen",
      },
      {
        name: "action",
        text: "What a person or a scenario does to the world at an instant: a fault, a setting, a request.",
        elsewhere: "nemesis operation in Jepsen",
      },
      {
        name: "variant",
        text: "A second setting of the same scenario, to compare with.",
        elsewhere: "",
      },
      {
        name: "branch",
        text: "Begins where somebody acts in the past; what it parted from is kept.",
        elsewhere: "",
      },
      {
        name: "expectation",
        text: "What a scenario says of a figure at the end of its run: met or not met.",
        elsewhere: "assertion",
      },
      {
        name: "digest",
        text: "A hash of every event in order: two runs with the same digest are the same run.",
        elsewhere: "",
      },
    ],
  },
];

/** What a word means and what others call it, as one text; empty for a word that is not here. */
export function meaningOf(name: string): string {
  const term = GLOSSARY.flatMap(({ terms }) => terms).find((one) => one.name === name);
  if (term === undefined) return "";
  return term.elsewhere === "" ? term.text : `${term.text} Elsewhere: ${term.elsewhere}.`;
}
