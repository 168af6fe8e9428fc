/**
 * A stand-in for the engine in tests: one event each millisecond, actions at their instants, a digest
 * over what happened. It knows no Raft; it only keeps the contract of the handle.
 */

import type {
  Action,
  BrokenPromise,
  BuildInfo,
  Frame,
  FrameRequest,
  Inspection,
  LoggedAction,
  LogView,
  Notable,
  ScenarioSummary,
  Settings,
  StaleRead,
  Target,
  TraceColumns,
  World,
} from "@/engine/types";

import {
  flightsOf,
  NO_COMMITS,
  NO_COMPLETIONS,
  NO_LEADS,
  NO_LOGS,
  NO_RESOURCES,
  SETTINGS,
} from "./fixtures";
import { traceColumns } from "./traces";

const EVENT_US = 1_000;
const KINDS = ["read", "write", "read_index", "append", "ack", "heartbeat", "vote"] as const;

interface FakeFile {
  title: string;
  seed: number;
  durationUs: number;
  variants: string[];
  /** Where it opens for whoever watches. */
  opensUs: number;
  /** When a promise breaks; 0 = never. */
  brokenUs: number;
}

export function fakeScenario(changes: Partial<FakeFile> = {}): string {
  return JSON.stringify({
    title: "Fake",
    seed: 7,
    durationUs: 10_000_000,
    variants: [],
    opensUs: 0,
    brokenUs: 0,
    ...changes,
  });
}

function parse(json: string): FakeFile {
  let file: unknown;
  try {
    file = JSON.parse(json);
  } catch {
    throw new Error("line 1: found text that is not JSON, expected a scenario");
  }
  const { title, seed, durationUs, variants = [] } = file as Partial<FakeFile>;
  const { opensUs = 0, brokenUs = 0 } = file as Partial<FakeFile>;
  if (typeof title !== "string") throw new Error("title: found nothing, expected text");
  const duration = durationUs ?? 1_000_000;
  return { title, seed: seed ?? 1, durationUs: duration, variants, opensUs, brokenUs };
}

export class FakePlayground {
  freed = false;
  private readonly file: FakeFile;
  private readonly variant: string;
  private readonly seed: number;
  private now = 0;
  private done = 0;
  private hash = 17;
  private pending: LoggedAction[] = [];
  private recorded: number[] | null = null;
  private readonly notables: Notable[] = [];
  private settings: Settings = SETTINGS;

  constructor(json: string, variant: string, seed?: number | null) {
    this.file = parse(json);
    if (variant !== "" && !this.file.variants.includes(variant)) {
      throw new Error(`variants: found "${variant}", expected ${this.file.variants.join(" or ")}`);
    }
    this.variant = variant;
    this.seed = seed ?? this.file.seed;
    this.hash = this.seed;
  }

  free(): void {
    this.freed = true;
  }

  advance(until_us: number, max_events: number): number {
    let done = 0;
    while (done < max_events) {
      const next = this.nextUs();
      if (next > until_us) {
        this.now = Math.max(this.now, until_us);
        return done;
      }
      this.runEvent(next);
      done += 1;
    }
    return done;
  }

  step(): void {
    this.runEvent(this.nextUs());
  }

  /** Every event touches the store; nothing touches anything else. */
  scan(
    target: Target | undefined,
    _range: number,
    until_us: number,
    max_events: number,
    stop_at_first: boolean,
  ): number {
    const before = this.done;
    const isTouched = target === undefined || "node" in target;
    this.advance(until_us, isTouched && stop_at_first ? 1 : max_events);
    return isTouched && this.done > before ? this.done : 0;
  }

  events(): number {
    return this.done;
  }

  next_event_us(): number {
    return this.nextUs();
  }

  now_us(): number {
    return this.now;
  }

  apply(action: Action): LoggedAction {
    const at_us = this.now + 1;
    return { at_us, action, text: this.replay({ at_us, action, text: "" }) };
  }

  replay({ at_us, action }: LoggedAction): string {
    if (action.do === "crash" && action.store === "trap") trap();
    if (action.do === "crash" && action.store !== "s1") {
      throw new Error(`store: found "${action.store}", expected s1`);
    }
    const text = `Did ${action.do}.`;
    this.pending.push({ at_us, action, text });
    return text;
  }

  world(): World {
    const { title, durationUs, variants } = this.file;
    return {
      title,
      text: "One sentence. Another sentence.",
      attempts: [],
      conclusion: null,
      show: {
        lanes: [],
        picture: null,
        against: "",
        from_us: this.file.opensUs,
        beats: [],
        doors: [],
      },
      seed: this.seed,
      duration_us: durationUs,
      checkpoints: 0,
      measure_from_us: 0,
      record_one_in: 1,
      speed: 1,
      variant: this.variant,
      variants: variants.map((id) => ({ id, title: id, text: `The variant ${id}.` })),
      tick_us: 100_000,
      election_ticks: 10,
      heartbeat_ticks: 2,
      request_ns: 30_000,
      row_ns: 2_000,
      zones: [{ index: 0, id: "az1", region: "here" }],
      nodes: [{ index: 0, id: "s1", kind: "store", zone: 0, cores: 4 }],
      links: [],
      resources: [],
      tunables: [],
      full_ppm: 900_000,
      ranges: [
        { id: 1, first_key: 0, last_key: 9, replicas: [{ peer: 1, node: 0 }] },
        { id: 2, first_key: 10, last_key: 19, replicas: [{ peer: 2, node: 0 }] },
      ],
      workloads: [],
      kinds: KINDS.map((id) => ({ id, label: id, text: id })),
      message_types: [],
      read_modes: [],
      switch_groups: [],
      switches: [],
      settings_at_rest: SETTINGS,
      latency_bucket_upper_us: new Float64Array([100, 1_000]),
      series_bucket_us: 100_000,
      busiest_range: 1,
    };
  }

  frame(request: FrameRequest): Frame {
    const bucket = Math.floor(this.now / 100_000);
    const first = Math.min(bucket, Math.max(0, request.series_after + 1));
    return {
      now_us: this.now,
      next_event_us: this.nextUs(),
      finished: this.now >= this.file.durationUs,
      events: this.done,
      messages: 0,
      elections: 0,
      stores: [
        { node: 0, status: "up", leaders: 1, replicas: 2, busy_ppm: 0, queued_us: 0, drift_ppm: 0 },
      ],
      replicas: emptyReplicas(),
      shape: 0,
      ranges: [],
      log_terms: NO_LOGS,
      range_leaders: new Uint16Array(),
      flights: flightsOf([]),
      bytes: new Float64Array(KINDS.length),
      framing: new Float64Array(KINDS.length),
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
        first,
        kinds: KINDS.length,
        values: new Float64Array((bucket - first + 1) * KINDS.length).fill(this.now),
        inside: new Float64Array((bucket - first + 1) * KINDS.length),
        reads: new Float64Array(bucket - first + 1),
        writes: new Float64Array(bucket - first + 1),
        unanswered: new Float64Array(bucket - first + 1),
      },
      completions: NO_COMPLETIONS,
      leads: NO_LEADS,
      commits: NO_COMMITS,
      fault_spans: [],
      workloads: [],
      requests: [],
      attempts: [],
      faults_mark: 0,
      faults: [],
      refused: 0,
      settings: { ...this.settings },
      count_framing: true,
      notables: this.notables.filter(({ id }) => id > request.notable_after).slice(0, 64),
      violations: [],
      unjudged: [],
      resources: NO_RESOURCES,
      sizes: new Float64Array(0),
      limit: null,
      digest: this.digest(),
    };
  }

  /** Whatever is there tells the instant. */
  inspect(target: Target): Inspection | null {
    const isThere = "node" in target && target.node === 0;
    return isThere ? { kind: "link", window_bytes: this.now } : null;
  }

  record(on: boolean): void {
    this.recorded = on ? [] : null;
  }

  /** Every event switches a setting. */
  take_trace(): TraceColumns {
    const events = this.recorded ?? [];
    this.recorded &&= [];
    return traceColumns(events.map((event) => ({ event, atUs: event * EVENT_US })));
  }

  stale_reads(): StaleRead[] {
    return [];
  }

  broken_promise(): BrokenPromise | null {
    const { brokenUs: at_us } = this.file;
    if (at_us <= 0 || this.now < at_us) return null;
    const read = { request: 9, key: 3, value: 1, broken: { how: "replaced", by: 2 } as const };
    return { at_us, read, operations: [] };
  }

  log(): LogView | null {
    return null;
  }

  digest(): string {
    return (this.hash >>> 0).toString(16).padStart(16, "0");
  }

  report(): string {
    return JSON.stringify({ digest: this.digest() });
  }

  private nextUs(): number {
    const tick = (Math.floor(this.now / EVENT_US) + 1) * EVENT_US;
    return Math.min(tick, ...this.pending.map(({ at_us }) => at_us));
  }

  private runEvent(atUs: number): void {
    this.now = atUs;
    this.done += 1;
    this.recorded?.push(this.done);
    this.hash = Math.imul(this.hash ^ atUs, 16_777_619) + 1;
    const due = this.pending.filter(({ at_us }) => at_us <= atUs);
    this.pending = this.pending.filter(({ at_us }) => at_us > atUs);
    for (const { action, text } of due) {
      this.hash = Math.imul(this.hash ^ action.do.length, 16_777_619) + 3;
      if (action.do === "set") this.settings = { ...this.settings, ...action.settings };
      this.notables.push({
        id: this.notables.length + 1,
        at_us: atUs,
        kind: "fault",
        text,
        fact: null,
        node: null,
        alert: false,
      });
    }
  }
}

function trap(): never {
  // biome-ignore lint/suspicious/noConsole: the engine's panic hook speaks there
  console.error(
    "panicked at core/wasm_engine/src/lib.rs:1:1:\nforced\n\nStack:\n\nError\n    at x",
  );
  throw new WebAssembly.RuntimeError("unreachable");
}

/** The engine's functions around the handle. */
export const fakeEngine = {
  Playground: FakePlayground,
  build_info: (): BuildInfo => ({ version: "0.0.0", raft: "0.7.0", profile: "test" }),
  describe_scenario(json: string): ScenarioSummary {
    const { title, seed, durationUs, variants } = parse(json);
    return {
      title,
      text: "One sentence. Another sentence.",
      seed,
      duration_us: durationUs,
      variants: variants.map((id) => ({ id, title: id, text: id })),
      zones: 1,
      stores: 1,
      ranges: 2,
    };
  },
};

function emptyReplicas(): Frame["replicas"] {
  const whole = (): Uint32Array<ArrayBuffer> => new Uint32Array();
  const float = (): Float64Array<ArrayBuffer> => new Float64Array();
  return {
    count: 0,
    node: whole(),
    peer: whole(),
    role: new Uint8Array(),
    term: float(),
    leader_peer: whole(),
    voted_for: whole(),
    votes: whole(),
    voters: whole(),
    leads: whole(),
    first: float(),
    last: float(),
    persisted: float(),
    commit: float(),
    applied: float(),
    election_elapsed: whole(),
    election_timeout: whole(),
    pending_reads: whole(),
    marks: new Uint8Array(),
    safe_lag_us: float(),
    lease_state: new Uint8Array(),
    lease_left_us: new Float64Array(),
  };
}
