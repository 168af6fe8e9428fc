/** What each field of the inspector means, and which fields are shown first. */

import type { Target, World } from "@/engine/types";
import { msg } from "@/language/words";

interface Word {
  note: string;
  /** Follows from other fields. */
  derived?: true;
}

type Words = Readonly<Record<string, Word>>;

const REPLICA: Words = {
  "quorum slack": {
    note: msg("voters that may still fail before this leader can no longer commit"),
    derived: true,
  },
  "lag behind leader": {
    note: msg("entries of the leader's log that it lacks: difference of their last indexes"),
    derived: true,
  },
  "a local read would miss": {
    note: msg("entries committed at the leader and not applied here"),
    derived: true,
  },
  "a local read would be stale by": {
    note: msg("since the leader committed the first entry that is not applied here"),
    derived: true,
  },
  "commit lag": {
    note: msg(
      "held and not known to be committed: lastLogIndex minus commitIndex in the Raft paper",
    ),
    derived: true,
  },
  "apply lag": {
    note: msg(
      "committed and not applied: commitIndex minus lastApplied in the Raft paper; TiKV's apply log lag",
    ),
    derived: true,
  },
  "since last leader contact": {
    note: msg("by its own ticks: election_elapsed in raft-rs, times the tick"),
    derived: true,
  },
  "election timeout in": {
    note: msg("until it campaigns: election timeout in the Raft paper, 5.2"),
    derived: true,
  },
  role: { note: msg("server state in the Raft paper, 5.1; StateRole in raft-rs") },
  term: { note: msg("currentTerm in the Raft paper; grows with each election") },
  "known leader": { note: msg("leader_id in raft-rs; a hint, not a proof") },
  "voted for": { note: msg("votedFor in the Raft paper, on disk: one vote in each term") },
  peer: { note: msg("its id in the group: peer id in TiKV, id in raft-rs") },
  log: { note: msg("log[] in the Raft paper; entries before are compacted into the snapshot") },
  persisted: { note: msg("RaftLog::persisted in raft-rs: what a crash leaves") },
  committed: { note: msg("commitIndex in the Raft paper; RaftLog::committed in raft-rs") },
  applied: {
    note: msg("lastApplied in the Raft paper; applied_index in TiKV: reads see this much"),
  },
  leads: {
    note: msg(
      "voters that it heard from in its term within an election timeout: check quorum in raft-rs",
    ),
  },
  votes: { note: msg("granted in this term; a majority makes it leader") },
  "election timer": { note: msg("election_elapsed of randomized_election_timeout in raft-rs") },
  lease: {
    note: msg("how long it may serve reads alone, by its store’s clock: TiKV’s leader lease"),
  },
  "lease valid while": {
    note: msg(
      "margin for clock drift: a follower withholds its vote for an election timeout less one tick, and the lease must end before that",
    ),
  },
  "safe time": {
    note: msg("its past is complete up to then: TiKV’s resolved timestamp, YugabyteDB’s safe time"),
  },
  delegate: { note: msg("relays appends to the others of its zone, in the leader's name") },
  members: {
    note: msg("joint consensus in the Raft thesis, 4.3: majorities of the old and the new"),
  },
  hibernates: {
    note: msg("no ticks and no heartbeats until a message or a request wakes it, as in TiKV"),
  },
  vote: {
    note: msg("gets the log and counts towards no majority: ProgressTracker's learners in raft-rs"),
  },
  "pending reads": { note: msg("for a read index or for apply: pending reads in TiKV") },
  follower: { note: msg("matchIndex and nextIndex in the Raft paper; Progress in raft-rs") },
};

const RANGE: Words = {
  "quorum slack": {
    note: msg("running replicas that may still fail before commits stop: running minus a majority"),
    derived: true,
  },
  "commit lag": {
    note: msg("entries in the leader's log that are not committed yet"),
    derived: true,
  },
  leader: { note: msg("of the newest term; TiKV calls a range a Region") },
  term: { note: msg("currentTerm in the Raft paper") },
  committed: { note: msg("commitIndex at its leader") },
  keys: { note: msg("start_key and end_key of a TiKV Region, here with both ends") },
  rows: { note: msg("each key is one row") },
  size: { note: msg("of all its rows, which is what a snapshot carries") },
  replica: { note: msg("first and last index held, commitIndex, lastApplied") },
};

const ENTRY: Words = {
  "known committed by": {
    note: msg(
      "replicas that know it: they learn it from the leader's next message (Raft paper 5.3)",
    ),
    derived: true,
  },
  "persisted by": {
    note: msg(
      "replicas that keep this very entry through a crash; a majority commits it if its term is the leader's (5.4.2)",
    ),
    derived: true,
  },
  term: {
    note: msg("of the leader that made it; index and term name an entry (Log Matching, 5.3)"),
  },
  kind: { note: msg("EntryType in raft-rs; a new leader begins with an empty entry (8)") },
  size: { note: msg("length of its protobuf encoding") },
  "written by request": { note: msg("the client's put that it carries") },
  on: { note: msg("what this replica holds at this index") },
};

const MESSAGE: Words = {
  "arrives in": { note: msg("until the link delivers it, or loses it"), derived: true },
  "in flight for": { note: msg("since its sender handed it to the network"), derived: true },
  took: { note: msg("from its departure to its end"), derived: true },
  "delayed for": {
    note: msg("later than without packet loss: of its own packets, or of earlier ones"),
  },
  "packets retransmitted": { note: msg("by TCP; 0: it waited behind others'") },
  type: { note: msg("MessageType in raft-rs's eraftpb; clients' messages have names of ours") },
  size: { note: msg("length of its protobuf encoding") },
  framing: {
    note: msg(
      "RaftMessage wrapper, gRPC, HTTP/2, TCP and IP around it: size and framing are the wire",
    ),
  },
  term: { note: msg("the sender's currentTerm; an older one is refused (Raft paper 5.1)") },
  "follows entry": {
    note: msg("prevLogIndex in the Raft paper: the receiver must hold it to take those after it"),
  },
  entries: { note: msg("entries[] in the Raft paper; none only tells the commit index") },
  "refuses after": { note: msg("its log differs there: the leader goes back (nextIndex, 5.3)") },
  "holds up to": { note: msg("matchIndex at the leader, and on the follower's disk") },
  "last entry": {
    note: msg("lastLogIndex: voters refuse a candidate whose log is behind (5.4.1)"),
  },
  vote: { note: msg("voteGranted in the Raft paper") },
  "read index": { note: msg("the reader must have applied this far (Raft thesis 6.4)") },
  saved: { note: msg("would have been sent without the feature") },
  "serves request": { note: msg("the client's request on whose behalf it travels") },
  "caused by event": { note: msg("the event in which it was sent was scheduled by this one") },
};

const STORE: Words = {
  busy: { note: msg("share of its cores over the last second"), derived: true },
  queue: { note: msg("wait for a core"), derived: true },
  leads: {
    note: msg("by its own belief: a leader that was cut off may still believe so"),
    derived: true,
  },
  zone: { note: msg("failure and price domain; a store label in TiKV") },
  status: { note: msg("TiKV's PD calls a silent store Disconnected, later Down") },
  replicas: { note: msg("ranges that have a copy here: region_count in PD") },
  cores: { note: msg("serve requests and messages, one at a time each") },
  fsync: { note: msg("a write survives a crash after it; writes that wait share one") },
  disk: { note: msg("write bandwidth") },
  "clock offset": { note: msg("against true time, at the start") },
  "clock drift": { note: msg("against true time; its ticks follow its clock") },
};

const GATEWAY: Words = {
  zone: { note: msg("requests enter here and are routed; a TiDB server") },
  "clock offset": { note: msg("against true time, now; stale reads go by this clock") },
  "clock drift": { note: msg("against true time") },
  "knows range": { note: msg("learned from answers and refusals; the region cache in TiDB") },
  duties: { note: msg("a place on the map: PD in TiKV") },
};

const LINK: Words = {
  "messages on it": { note: msg("on their way now, in this direction"), derived: true },
  "bytes on it": { note: msg("payload of these"), derived: true },
  delay: { note: msg("propagation, one way, without faults") },
  jitter: { note: msg("added to each message's delay; messages of a connection do not overtake") },
  bandwidth: { note: msg("shared by all connections, first in first out") },
  window: { note: msg("bytes that one connection may have in flight: TCP's window") },
  "packet loss": {
    note: msg("of packets; TCP retransmits them, and what follows on the connection waits"),
  },
  "message loss": { note: msg("of whole messages; nothing below Raft retransmits them") },
  price: { note: msg("a GB is 10^9 bytes") },
  "active fault": { note: msg("may meet this link") },
  "bytes so far": { note: msg("payload, booked when it leaves") },
  "framing so far": { note: msg("beside it on the wire: headers, TCP's acknowledgements") },
};

const REQUEST: Words = {
  latency: { note: msg("from the client's call to its answer, or to now"), derived: true },
  "queued for": {
    note: msg("at stores whose cores were busy, or whose process was paused"),
    derived: true,
  },
  "waited for commit": { note: msg("until a majority had the entry on disk"), derived: true },
  "waited for the read index": {
    note: msg("until the leader knew that it still leads"),
    derived: true,
  },
  "waited for apply": { note: msg("until the store had applied far enough"), derived: true },
  "waited for a timestamp": {
    note: msg("from the oracle, before anything was read"),
    derived: true,
  },
  "forwarded to the leader for": {
    note: msg("the replica relayed the leader’s rows"),
    derived: true,
  },
  "waited for a lock": {
    note: msg("of another transaction, until it was resolved"),
    derived: true,
  },
  "redirected after": { note: msg("a replica refused and another one was asked"), derived: true },
  "sent to": { note: msg("where the gateway had a choice, and why") },
  timestamp: { note: msg("what was committed before it is seen: start_ts in Percolator and TiDB") },
  "retry backoff": { note: msg("at the gateway, after refusals"), derived: true },
  "round trips": {
    note: msg("between zones that its answer waited for, in sequence"),
    derived: true,
  },
  "read mode": { note: msg("tidb_replica_read in TiDB decides between leader and follower") },
  outcome: { note: msg("unknown: the write may have happened or may still happen") },
  value: { note: msg("values are named by the request that wrote them; 0 is the first value") },
  verdict: {
    note: msg("from the clients' history alone: whether it missed an acknowledged write"),
  },
  messages: { note: msg("that name it, or carry its entry") },
  "read index asked": { note: msg("up to where must it be applied? ReadIndex, Raft thesis 6.4") },
  "read index": { note: msg("the commit index that the leader confirmed") },
  "rows read": { note: msg("what the store had applied then: the read's linearization point") },
};

const EVENT: Words = {
  cause: { note: msg("the event that scheduled it; 0 = the start or an action") },
};

/** Fields whose name goes on with whom they are about: "replica on s1". */
const FAMILIES: readonly string[] = ["replica", "follower", "on", "saved"];

const NONE: Word = { note: "" };

export function wordOf(target: Target, world: World, name: string): Word {
  const words = wordsOf(target, world);
  const word = Object.hasOwn(words, name) ? words[name] : undefined;
  if (word !== undefined) return word;
  const family = FAMILIES.find((first) => name.startsWith(`${first} `));
  return (family === undefined ? undefined : words[family]) ?? NONE;
}

function wordsOf(target: Target, world: World): Words {
  if ("replica" in target) return REPLICA;
  if ("range" in target) return RANGE;
  if ("entry" in target) return ENTRY;
  if ("message" in target) return MESSAGE;
  if ("link" in target) return LINK;
  if ("request" in target) return REQUEST;
  if ("event" in target) return EVENT;
  return world.nodes[target.node]?.kind === "store" ? STORE : GATEWAY;
}

/** What a field's value leads to: the request that it names. */
export function leadsTo(name: string, value: string): Target | null {
  const number = Number(/^r?(\d+)$/.exec(value)?.[1]);
  if (!Number.isFinite(number)) return null;
  if (name === "serves request" || name === "written by request") return { request: number };
  if (name === "range") return { range: number };
  if (name === "cause" || name === "caused by event") return number > 0 ? { event: number } : null;
  if (name === "message") return { message: number };
  return null;
}
