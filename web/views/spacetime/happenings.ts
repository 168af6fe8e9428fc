/** What happens on lanes and to the whole world, besides messages, read from the record. */

import type { Decision, LoggedAction, Notable } from "@/engine/types";
import { decisionOf } from "@/model/decisionRow";
import { targetOf } from "@/model/faults";
import { roleOf } from "@/model/roles";
import { NO_NODE, NO_RANGE, ROW } from "@/model/trace";
import { type Lease, LeaseReader } from "./leases";
import type { LaneState, Rows, Span } from "./spans";

/** Commits and applies, in order of time; the columns may be longer than the count. */
export interface Ticks {
  count: number;
  us: Float64Array;
  node: Uint16Array;
  /** 1 = applied, 0 = committed. */
  applied: Uint8Array;
  index: Float64Array;
}

/** What a store or the placement driver decided of the range, or of all. */
export interface Decided {
  us: number;
  decision: Decision;
}

export interface Happenings {
  spans: Span[];
  ticks: Ticks;
  leases: readonly Lease[];
  /** In order of time; the list may grow. */
  decisions: readonly Decided[];
  /** Instants at which something of this kind happens, in order: no fold goes over them. */
  marksUs: readonly number[];
}

export interface Scope {
  /** How many rows there are; the columns may be longer. */
  count: number;
  /** Range whose roles and ticks are wanted. */
  range: number;
  /** Stores that have a replica of it. */
  stores: readonly number[];
  fromUs: number;
  toUs: number;
  /** What a store is that no row speaks of, by node. */
  otherwise(node: number): { state: LaneState; term: number };
}

/**
 * Reads a record as it grows: what was read before is not read again, as long as it is the same
 * record with more rows at its end.
 */
export class HappeningsReader {
  private reader: Reader | null = null;
  private lineage: readonly unknown[] = [];
  private count = 0;
  private lastEvent = 0;

  /** `lineage`: when one of these is another, the record is another. */
  read(rows: Rows, scope: Scope, lineage: readonly unknown[]): Happenings {
    const grows =
      this.reader !== null &&
      scope.count >= this.count &&
      (this.count === 0 || rows.event[this.count - 1] === this.lastEvent) &&
      [...lineage, scope.range].every((part, i) => Object.is(part, this.lineage[i]));
    if (!grows || this.reader === null) {
      this.reader = new Reader(scope);
      this.count = 0;
      this.lineage = [...lineage, scope.range];
    }
    for (let i = this.count; i < scope.count; i++) this.reader.read(rows, i);
    this.count = scope.count;
    this.lastEvent = rows.event[scope.count - 1] ?? 0;
    return this.reader.happenings(scope);
  }
}

interface Now {
  state: LaneState;
  term: number;
  sinceUs: number;
  /** A fault hides its role. */
  fault: "down" | "paused" | null;
}

class Reader {
  private readonly range: number;
  private readonly now = new Map<number, Now>();
  private readonly spans: Span[] = [];
  private readonly marksUs: number[] = [];
  private readonly leases = new LeaseReader();
  private readonly decisions: Decided[] = [];
  private ticks = roomFor(1_024);
  private count = 0;

  constructor(scope: Scope) {
    this.range = scope.range;
    for (const node of scope.stores)
      this.now.set(node, { state: "unknown", term: 0, sinceUs: scope.fromUs, fault: null });
  }

  read(rows: Rows, i: number): void {
    const what = rows.what[i] as number;
    switch (what) {
      case ROW.ROLE:
        if (rows.range[i] === this.range) this.role(rows, i);
        return;
      case ROW.COMMITTED:
      case ROW.APPLIED:
        if (rows.range[i] !== this.range) return;
        this.tick(rows, i, what === ROW.APPLIED ? 1 : 0);
        this.marksUs.push(rows.at_us[i] as number);
        return;
      case ROW.FAULT_BEGAN:
      case ROW.FAULT_ENDED:
        this.fault(rows, i, what === ROW.FAULT_BEGAN);
        return;
      case ROW.LEASE:
        if (rows.range[i] === this.range) this.leases.read(rows, i);
        return;
      case ROW.DECIDED:
        this.decided(rows, i);
        return;
      case ROW.SETTINGS_CHANGED:
      case ROW.WORKLOAD_SWITCHED:
      case ROW.ACTED:
        this.marksUs.push(rows.at_us[i] as number);
        return;
      default:
    }
  }

  /** What is known so far, with what still lasts as long as the record does. */
  happenings(scope: Scope): Happenings {
    const spans = [...this.spans];
    for (const [node, { state, term, sinceUs, fault }] of this.now) {
      const isUnknown = state === "unknown" && fault === null;
      const is = isUnknown ? scope.otherwise(node) : { state: fault ?? state, term };
      if (scope.toUs > sinceUs) spans.push({ node, ...is, fromUs: sinceUs, toUs: scope.toUs });
    }
    spans.sort((a, b) => a.node - b.node || a.fromUs - b.fromUs);
    return {
      spans,
      ticks: { ...this.ticks, count: this.count },
      leases: this.leases.leases(scope.toUs),
      decisions: this.decisions.slice(),
      marksUs: this.marksUs,
    };
  }

  private decided(rows: Rows, i: number): void {
    const range = rows.range[i];
    if (range !== this.range && range !== NO_RANGE) return;
    const decision = decisionOf(rows, i);
    if (decision === undefined) return;
    const us = rows.at_us[i] as number;
    this.decisions.push({ us, decision });
    this.marksUs.push(us);
  }

  private tick(rows: Rows, i: number, applied: number): void {
    if (this.count === this.ticks.us.length) this.ticks = widened(this.ticks);
    const { us, node, index } = this.ticks;
    us[this.count] = rows.at_us[i] as number;
    node[this.count] = rows.node[i] as number;
    this.ticks.applied[this.count] = applied;
    index[this.count] = rows.a[i] as number;
    this.count++;
  }

  private role(rows: Rows, i: number): void {
    const node = rows.node[i] as number;
    const now = this.now.get(node);
    if (now === undefined) return;
    const at = rows.at_us[i] as number;
    const state = roleOf(((rows.flags[i] as number) >> 16) & 0xff);
    const term = rows.a[i] as number;
    this.marksUs.push(at);
    if (state === now.state && term === now.term) return;
    if (now.fault === null) this.end(node, now, at);
    now.state = state;
    now.term = term;
  }

  private fault(rows: Rows, i: number, began: boolean): void {
    const at = rows.at_us[i] as number;
    this.marksUs.push(at);
    const node = rows.node[i] as number;
    const target = targetOf((rows.flags[i] as number) & 0xff);
    if (node === NO_NODE || (target !== "server" && target !== "store")) return;
    // What a server loses its power by ends its leases; a store that stands still keeps them.
    const isDown = target === "server";
    if (began && isDown) this.leases.end(node, at);
    const now = this.now.get(node);
    if (now === undefined) return;
    this.end(node, now, at);
    now.fault = began ? (isDown ? "down" : "paused") : null;
    // A store that comes back follows until it is told otherwise.
    if (!began && isDown) now.state = "follower";
  }

  private end(node: number, now: Now, atUs: number): void {
    if (atUs > now.sinceUs) {
      const { term, sinceUs } = now;
      this.spans.push({ node, state: now.fault ?? now.state, term, fromUs: sinceUs, toUs: atUs });
    }
    now.sinceUs = atUs;
  }
}

type TickColumns = Omit<Ticks, "count">;

function roomFor(count: number): TickColumns {
  return {
    us: new Float64Array(count),
    node: new Uint16Array(count),
    applied: new Uint8Array(count),
    index: new Float64Array(count),
  };
}

function widened(ticks: TickColumns): TickColumns {
  const wider = roomFor(ticks.us.length * 2);
  wider.us.set(ticks.us);
  wider.node.set(ticks.node);
  wider.applied.set(ticks.applied);
  wider.index.set(ticks.index);
  return wider;
}

/** Something that is said over the whole height. */
export interface Flag {
  us: number;
  text: string;
  /** bad: broken or violated; good: whole again; plain: anything else that was done. */
  tone: "bad" | "good" | "plain";
}

const NARRATED = ["fault", "store", "violation", "setting"];

/** What was told, and what was done without being told of, in order of time. */
export function flagsOf(
  notables: readonly Notable[],
  actions: readonly LoggedAction[],
  toUs: number,
): Flag[] {
  const flags: Flag[] = [];
  const said = new Set<number>();
  for (const { at_us, kind, alert, text } of notables) {
    if (at_us > toUs || !NARRATED.includes(kind)) continue;
    said.add(at_us);
    const heals = kind === "fault" || kind === "store";
    flags.push({ us: at_us, text, tone: alert ? "bad" : heals ? "good" : "plain" });
  }
  for (const { at_us, text } of actions)
    if (at_us <= toUs && !said.has(at_us)) flags.push({ us: at_us, text, tone: "plain" });
  return flags.sort((a, b) => a.us - b.us);
}
