/**
 * A world and frames made by hand, for tests of pictures only. The engine has no part in it.
 */
import type { FaultView, Flights, Frame, RequestView, Settings, World } from "@/engine/types";
import { EMPTY_SERIES } from "@/model/series/series";

/** Nothing ended, nobody led. */
export const NO_COMPLETIONS: Frame["completions"] = {
  first: 0,
  total: 0,
  ...EMPTY_SERIES.completions.columns,
};
export const NO_LEADS: Frame["leads"] = { first: 0, total: 0, ...EMPTY_SERIES.leads.columns };
export const NO_RESOURCES: Frame["resources"] = {
  servers: new Uint32Array(0),
  used_ppm: new Uint32Array(0),
  queued_us: new Float64Array(0),
};
export const NO_COMMITS: Frame["commits"] = { first: 0, total: 0, ...EMPTY_SERIES.commits.columns };

export const NO_LOGS: Frame["log_terms"] = {
  replica: new Uint32Array(0),
  term: new Float64Array(0),
  last: new Float64Array(0),
};

/** Switches of a run in which everything new is off. */
/** Those that the tests of the page speak of. */
export const SETTINGS = {
  read_mode: "leader",
  check_quorum: true,
  pre_vote: true,
  apply_delay: "0us",
  follower_replication: [],
  compression: "none",
  hibernate: false,
  timestamps: "none",
  lease: "0us",
  safe_time: "off",
} as unknown as Settings;

const KINDS = [
  "read",
  "write",
  "read_index",
  "append",
  "ack",
  "heartbeat",
  "vote",
  "snapshot",
  "tso",
  "schedule",
  "safe_time",
] as const;

const TYPES: readonly [string, string, (typeof KINDS)[number]][] = [
  ["MsgAppend", "Append", "append"],
  ["MsgAppendResponse", "Append answer", "ack"],
  ["MsgHeartbeat", "Heartbeat", "heartbeat"],
  ["MsgHeartbeatResponse", "Heartbeat answer", "heartbeat"],
  ["MsgRequestPreVote", "Pre-vote", "vote"],
  ["MsgRequestPreVoteResponse", "Pre-vote answer", "vote"],
  ["MsgRequestVote", "Vote", "vote"],
  ["MsgRequestVoteResponse", "Vote answer", "vote"],
  ["MsgTimeoutNow", "Timeout now", "vote"],
  ["MsgTransferLeader", "Transfer leader", "vote"],
  ["MsgReadIndex", "Read index", "read_index"],
  ["MsgReadIndexResp", "Read index answer", "read_index"],
  ["MsgSnapshot", "Snapshot", "snapshot"],
  ["ReadRequest", "Read", "read"],
  ["Rows", "Rows", "read"],
  ["WriteRequest", "Write", "write"],
  ["WriteResponse", "Write answer", "write"],
  ["Refusal", "Refusal", "read"],
];

export interface WorldShape {
  /** Stores in each zone. */
  stores: readonly number[];
  /** Gateways in each zone. */
  gateways?: readonly number[];
  ranges?: number;
}

export function worldOf({ stores, gateways = [], ranges = 1 }: WorldShape): World {
  const nodes: World["nodes"] = [];
  stores.forEach((count, zone) => {
    for (let i = 0; i < count; i++)
      nodes.push({
        index: nodes.length,
        id: `s${nodes.length + 1}`,
        kind: "store",
        zone,
        cores: 8,
      });
  });
  const replicas = nodes.map((node) => ({ peer: node.index + 1, node: node.index }));
  let gateway = 0;
  gateways.forEach((count, zone) => {
    for (let i = 0; i < count; i++)
      nodes.push({ index: nodes.length, id: `g${++gateway}`, kind: "gateway", zone, cores: 4 });
  });
  const zones = stores.map((_, index) => ({ index, id: `az${index + 1}`, region: "us-east-1" }));
  const links: World["links"] = [];
  for (const a of zones)
    for (const b of zones)
      links.push({
        from: a.index,
        to: b.index,
        delay_us: a === b ? 50 : 500,
        jitter_us: 0,
        bandwidth_bps: 0,
        loss_ppm: 0,
        vanish_ppm: 0,
        usd_per_gb: 0.01,
      });
  return {
    title: "Fixture",
    text: "",
    attempts: [],
    conclusion: null,
    show: { lanes: [], picture: null, against: "", from_us: 0, beats: [], doors: [] },
    resources: [],
    tunables: [],
    full_ppm: 900_000,
    seed: 7,
    duration_us: 30_000_000,
    checkpoints: 0,
    measure_from_us: 0,
    record_one_in: 1,
    speed: 1,
    variant: "",
    variants: [],
    tick_us: 100_000,
    election_ticks: 10,
    heartbeat_ticks: 2,
    request_ns: 30_000,
    row_ns: 2_000,
    zones,
    nodes,
    links,
    ranges: Array.from({ length: ranges }, (_, i) => ({
      id: i + 1,
      first_key: i * 100,
      last_key: i * 100 + 99,
      replicas,
    })),
    workloads: [],
    kinds: KINDS.map((id) => ({ id, label: id, text: "" })),
    message_types: TYPES.map(([id, label, kind]) => ({ id, label, kind: KINDS.indexOf(kind) })),
    read_modes: [],
    switch_groups: [],
    switches: [],
    settings_at_rest: SETTINGS,
    latency_bucket_upper_us: new Float64Array(),
    series_bucket_us: 250_000,
    busiest_range: 1,
  };
}

export interface MessageShape {
  type: string;
  from: number;
  to: number;
  sentUs: number;
  arriveUs: number;
  bytes?: number;
  fate?: 0 | 1 | 2;
  reject?: boolean;
  range?: number;
  term?: number;
  index?: number;
}

export function flightsOf(messages: readonly MessageShape[]): Flights {
  const count = messages.length;
  const typeOf = (id: string) => TYPES.findIndex(([type]) => type === id);
  return {
    count,
    total: count,
    id: Float64Array.from(messages, (_, i) => i + 1),
    type: Uint8Array.from(messages, (m) => typeOf(m.type)),
    kind: Uint8Array.from(messages, (m) => KINDS.indexOf(TYPES[typeOf(m.type)]?.[2] ?? "read")),
    from: Uint16Array.from(messages, (m) => m.from),
    to: Uint16Array.from(messages, (m) => m.to),
    sent_us: Float64Array.from(messages, (m) => m.sentUs),
    arrive_us: Float64Array.from(messages, (m) => m.arriveUs),
    bytes: Float64Array.from(messages, (m) => m.bytes ?? 60),
    range: Uint32Array.from(messages, (m) => m.range ?? 1),
    fate: Uint8Array.from(messages, (m) => m.fate ?? 0),
    reject: Uint8Array.from(messages, (m) => (m.reject ? 1 : 0)),
    request: new Float64Array(count),
    term: Float64Array.from(messages, (m) => m.term ?? 0),
    index: Float64Array.from(messages, (m) => m.index ?? 0),
    entries: new Uint32Array(count),
  };
}

export interface ReplicaShape {
  node: number;
  role?: number;
  term?: number;
  leaderPeer?: number;
  votes?: number;
  leads?: number;
  first?: number;
  /** That of the commit, where it is not given. */
  last?: number;
  /** The stretches of its log, each as its term and its last index. */
  log?: readonly (readonly [term: number, last: number])[];
  commit?: number;
  applied?: number;
  elapsed?: number;
  marks?: number;
}

export interface FrameShape {
  nowUs: number;
  replicas?: readonly ReplicaShape[];
  messages?: readonly MessageShape[];
  requests?: readonly RequestView[];
  faults?: readonly FaultView[];
  down?: Record<number, "crashed" | "paused">;
  bytes?: Float64Array;
}

export function frameOf(world: World, shape: FrameShape): Frame {
  const stores = world.nodes.filter((node) => node.kind === "store");
  const size = world.zones.length ** 2 * world.kinds.length;
  return {
    now_us: shape.nowUs,
    next_event_us: shape.nowUs + 10,
    finished: false,
    events: 0,
    messages: 0,
    elections: 0,
    stores: stores.map((node) => ({
      node: node.index,
      status: shape.down?.[node.index] ?? "up",
      leaders: 0,
      replicas: world.ranges.length,
      busy_ppm: 0,
      queued_us: 0,
      drift_ppm: 0,
    })),
    shape: 0,
    ranges: [],
    replicas: replicasOf(stores.length, shape.replicas ?? stores.map((n) => ({ node: n.index }))),
    log_terms: logsOf(shape.replicas ?? []),
    range_leaders: new Uint16Array(0),
    flights: flightsOf(shape.messages ?? []),
    bytes: shape.bytes ?? new Float64Array(size),
    framing: new Float64Array(size),
    warm_bytes: new Float64Array(0),
    warm_framing: new Float64Array(0),
    usd: 0,
    writes: 0,
    recent_bytes: new Float64Array(0),
    recent_framing: new Float64Array(0),
    recent_us: 0,
    peak_pair_bytes: 0,
    saved: new Float64Array(36),
    series: {
      first: 0,
      kinds: world.kinds.length,
      values: new Float64Array(),
      inside: new Float64Array(),
      reads: new Float64Array(),
      writes: new Float64Array(),
      unanswered: new Float64Array(),
    },
    completions: NO_COMPLETIONS,
    leads: NO_LEADS,
    commits: NO_COMMITS,
    fault_spans: [],
    workloads: [],
    requests: [...(shape.requests ?? [])],
    attempts: [],
    faults_mark: 0,
    faults: [...(shape.faults ?? [])],
    refused: 0,
    settings: SETTINGS,
    count_framing: true,
    notables: [],
    violations: [],
    unjudged: [],
    resources: NO_RESOURCES,
    sizes: new Float64Array(0),
    limit: null,
    digest: "0",
  };
}

function logsOf(replicas: readonly ReplicaShape[]): Frame["log_terms"] {
  const rows = replicas.flatMap(({ log = [] }, replica) =>
    log.map(([term, last]) => ({ replica, term, last })),
  );
  return {
    replica: Uint32Array.from(rows, ({ replica }) => replica),
    term: Float64Array.from(rows, ({ term }) => term),
    last: Float64Array.from(rows, ({ last }) => last),
  };
}

function replicasOf(voters: number, replicas: readonly ReplicaShape[]): Frame["replicas"] {
  const column = (read: (replica: ReplicaShape) => number) => replicas.map(read);
  const wide = (read: (replica: ReplicaShape) => number) => Float64Array.from(column(read));
  const whole = (read: (replica: ReplicaShape) => number) => Uint32Array.from(column(read));
  return {
    count: replicas.length,
    node: whole((r) => r.node),
    peer: whole((r) => r.node + 1),
    role: Uint8Array.from(column((r) => r.role ?? 0)),
    term: wide((r) => r.term ?? 2),
    leader_peer: whole((r) => r.leaderPeer ?? 0),
    voted_for: whole(() => 0),
    votes: whole((r) => r.votes ?? 0),
    voters: whole(() => voters),
    leads: whole((r) => r.leads ?? 0),
    first: wide((r) => r.first ?? 1),
    last: wide((r) => r.last ?? r.commit ?? 0),
    persisted: wide((r) => r.commit ?? 0),
    commit: wide((r) => r.commit ?? 0),
    applied: wide((r) => r.applied ?? r.commit ?? 0),
    election_elapsed: whole((r) => r.elapsed ?? 0),
    election_timeout: whole(() => 14),
    pending_reads: whole(() => 0),
    marks: Uint8Array.from(column((r) => r.marks ?? 0)),
    safe_lag_us: wide(() => -1),
    lease_state: Uint8Array.from(column(() => 0)),
    lease_left_us: wide(() => 0),
  };
}

export function requestOf(shape: Partial<RequestView>): RequestView {
  return {
    id: 1,
    node: 0,
    workload: null,
    op: "get",
    key: 3,
    rows: 1,
    keys: [],
    mode: "leader",
    invoked_us: 0,
    completed_us: 600,
    outcome: "ok",
    reason: "",
    value: "k3 = 41",
    verdict: "fresh",
    stale_us: 0,
    stale_commits: 0,
    server: 0,
    hops: [],
    round_trips: 1,
    ...shape,
  };
}

export function faultOf(shape: Partial<FaultView> & Pick<FaultView, "kind" | "from">): FaultView {
  return {
    id: "f1",
    text: "",
    since_us: 0,
    to: "",
    one_way: false,
    delay_us: 0,
    jitter_us: 0,
    loss_ppm: 0,
    vanish_ppm: 0,
    bandwidth_bps: 0,
    ...shape,
  };
}
