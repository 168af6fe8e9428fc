/** The glossary: the field's words as this project uses them. Hints, help and docs come from it. */

import { msg, t } from "@/language/words";
import { sentences } from "@/language/written";

export interface Term {
  name: string;
  text: string;
  /** What others call it; empty: the same. */
  elsewhere: string;
}

export interface TermGroup {
  title: string;
  terms: readonly Term[];
}

export const GLOSSARY: readonly TermGroup[] = [
  {
    title: msg("Machines and data"),
    terms: [
      {
        name: msg("zone"),
        text: msg(
          "A failure and price domain: an availability zone, a data centre or a city. Bytes between zones cost money.",
        ),
        elsewhere: msg("AZ, data center"),
      },
      {
        name: msg("store"),
        text: msg("A machine that holds replicas; it has cores, a disk and a clock."),
        elsewhere: msg("TiKV node, CockroachDB store, tserver in YugabyteDB"),
      },
      {
        name: msg("gateway"),
        text: msg(
          "The server where clients’ requests enter. It holds no data: it routes each request to a store.",
        ),
        elsewhere: msg("TiDB server, SQL gateway node in CockroachDB"),
      },
      {
        name: msg("range"),
        text: msg(
          "A part of the table, from one key to another. Each range has copies on several stores, and a Raft group with a leader of its own.",
        ),
        elsewhere: msg("Region in TiKV, range in CockroachDB, tablet in YugabyteDB"),
      },
      {
        name: msg("tablet"),
        text: msg(
          "What YugabyteDB calls a range: a part of the table with copies and a leader of its own.",
        ),
        elsewhere: msg("range"),
      },
      {
        name: msg("replica"),
        text: msg("The copy of a range on one store: a leader, a follower or a learner."),
        elsewhere: msg("peer in TiKV"),
      },
      {
        name: msg("placement driver"),
        text: msg(
          "Knows every store and range, schedules leaders and replicas, and hands out timestamps.",
        ),
        elsewhere: msg("PD in TiDB, master in YugabyteDB, allocator in CockroachDB"),
      },
      {
        name: msg("timestamp oracle"),
        text: msg("Part of the placement driver: hands out timestamps that only grow."),
        elsewhere: msg("TSO in TiDB"),
      },
    ],
  },
  {
    title: msg("Raft"),
    terms: [
      {
        name: msg("leader, follower, candidate"),
        text: msg("The three roles of a voter. One leader at most in a term; it orders the log."),
        elsewhere: msg("Raft paper, 5.1"),
      },
      {
        name: msg("learner"),
        text: msg("A replica that gets the log and has no vote."),
        elsewhere: msg("non-voter, observer, read replica"),
      },
      {
        name: msg("quorum"),
        text: msg(
          "A majority of the voters. While members change (joint consensus), a majority of the old and one of the new.",
        ),
        elsewhere: "",
      },
      {
        name: msg("commit index"),
        text: msg("Entries up to it are on the disks of a quorum and will never be lost."),
        elsewhere: msg("commitIndex in the Raft paper"),
      },
      {
        name: msg("applied index"),
        text: msg("Entries up to it have been carried out on the rows: reads see this much."),
        elsewhere: msg("lastApplied in the Raft paper"),
      },
      {
        name: msg("check quorum"),
        text: msg("A leader that loses contact with a quorum for an election timeout steps down."),
        elsewhere: msg("check_quorum in raft-rs"),
      },
      {
        name: msg("pre-vote"),
        text: msg(
          "A store asks whether it could win before it raises its term, so that one that was cut off does not depose a working leader.",
        ),
        elsewhere: msg("Raft thesis, 9.6"),
      },
      {
        name: msg("hibernate"),
        text: msg("An idle range stops ticking and sends no heartbeats until a request wakes it."),
        elsewhere: msg("hibernate regions in TiKV, quiescence in CockroachDB"),
      },
      {
        name: msg("delegate"),
        text: msg(
          "With Follower Replication: the replica in a zone that gets entries from the leader once and relays them to the others there.",
        ),
        elsewhere: msg("agent in TiKV’s RFC"),
      },
    ],
  },
  {
    title: msg("Reads"),
    terms: [
      {
        name: msg("read mode"),
        text: msg("How a read is served: by which replica, and what it checks first."),
        elsewhere: msg("tidb_replica_read in TiDB"),
      },
      {
        name: msg("read index"),
        text: msg(
          "The place in the log up to which a store must have applied before it may answer: what the leader had committed when the read came.",
        ),
        elsewhere: msg("ReadIndex, Raft thesis 6.4"),
      },
      {
        name: msg("lease"),
        text: msg(
          "The time for which a leader may answer alone, because nobody else can be elected before it ends.",
        ),
        elsewhere: msg("leader lease in TiKV and YugabyteDB"),
      },
      {
        name: msg("safe time"),
        text: msg(
          "Up to this time a replica has everything: it may serve reads of the past alone.",
        ),
        elsewhere: msg(
          "resolved timestamp in TiKV, closed timestamp in CockroachDB, safe time in YugabyteDB",
        ),
      },
      {
        name: msg("linearizable"),
        text: msg(
          "Every read sees all writes that were acknowledged before it was sent, as if there were one copy of the data.",
        ),
        elsewhere: msg("strongly consistent"),
      },
      {
        name: msg("fresh"),
        text: msg(
          "The read missed no write that had been acknowledged before it was sent. Its mode need not promise that: then it was luck.",
        ),
        elsewhere: "",
      },
      {
        name: msg("consistent but old"),
        text: msg("A snapshot of one moment in the past, as the read’s mode promises."),
        elsewhere: msg("bounded stale read, follower read in CockroachDB"),
      },
      {
        name: msg("stale"),
        text: msg("The read missed writes that had been acknowledged before it was sent."),
        elsewhere: "",
      },
      {
        name: msg("broken promise"),
        text: msg(
          "The answer is not what the read’s mode promises: stale where linearizable was promised, or no snapshot of one moment.",
        ),
        elsewhere: msg("consistency violation, anomaly in Jepsen"),
      },
    ],
  },
  {
    title: msg("Faults and bytes"),
    terms: [
      {
        name: msg("cut"),
        text: msg("A link on which nothing arrives, in one direction or both, until it is healed."),
        elsewhere: msg("network partition"),
      },
      {
        name: msg("isolate"),
        text: msg("Cuts every link of a zone or a node."),
        elsewhere: "",
      },
      {
        name: msg("packet loss, message loss"),
        text: msg(
          "A lost packet is retransmitted by TCP and shows as delay; a lost message is gone, as on a transport without TCP.",
        ),
        elsewhere: "",
      },
      {
        name: msg("clock drift"),
        text: msg(
          "How much faster or slower than true time a clock runs. An offset is by how much it is wrong.",
        ),
        elsewhere: msg("clock skew (for the offset)"),
      },
      {
        name: msg("payload, wire"),
        text: msg(
          "The encoded messages alone, and with framing (gRPC, HTTP/2, TCP/IP) and acknowledgements. Clouds bill the wire.",
        ),
        elsewhere: msg("goodput, throughput"),
      },
    ],
  },
  {
    title: msg("Runs"),
    terms: [
      {
        name: msg("run"),
        text: msg(
          "A scenario, a seed and a list of actions, played to an instant. The same three give the same run everywhere.",
        ),
        elsewhere: msg("execution, history in Jepsen"),
      },
      {
        name: msg("action"),
        text: msg(
          "What a person or a scenario does to the world at an instant: a fault, a setting, a request.",
        ),
        elsewhere: msg("nemesis operation in Jepsen"),
      },
      {
        name: msg("variant"),
        text: msg("A second setting of the same scenario, to compare with."),
        elsewhere: "",
      },
      {
        name: msg("branch"),
        text: msg("Begins where somebody acts in the past; what it parted from is kept."),
        elsewhere: "",
      },
      {
        name: msg("expectation"),
        text: msg("What a scenario says of a figure at the end of its run: met or not met."),
        elsewhere: msg("assertion"),
      },
      {
        name: msg("digest"),
        text: msg(
          "A hash of every event in order: two runs with the same digest are the same run.",
        ),
        elsewhere: "",
      },
    ],
  },
];

/** What a word means and what others call it, as one text; empty for a word that is not here. */
export function meaningOf(name: string): string {
  const term = GLOSSARY.flatMap(({ terms }) => terms).find((one) => one.name === name);
  if (term === undefined) return "";
  return term.elsewhere === ""
    ? t(term.text)
    : sentences([t(term.text), t("Elsewhere: {elsewhere}.", { elsewhere: t(term.elsewhere) })]);
}
