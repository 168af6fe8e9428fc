/** Which rows of the tape are shown. It goes on where it stopped when the tape grows. */

import { type Interval, overlaps } from "@/model/interval";
import { countWhile } from "@/model/search";
import { ROW } from "@/model/trace";
import { Growing } from "@/session/tape/growing";
import { type Context, eventSentence } from "./sentences";
import type { TapeIndex } from "./tapeIndex";

export type Kind =
  | "all"
  | "messages"
  | "roles"
  | "log"
  | "requests"
  | "leases"
  | "decisions"
  | "shape"
  | "saved"
  | "faults"
  | "actions";

export interface Filter {
  kind: Kind;
  /** Node, -1 = every. */
  node: number;
  /** Range, -1 = every. */
  range: number;
  /** Only what happened in it; null = whenever. */
  interval: Interval | null;
  /** Words, "r12" for a request, "#345" for an event. */
  text: string;
}

export const NO_FILTER: Filter = {
  kind: "all",
  node: -1,
  range: -1,
  interval: null,
  text: "",
};

const KINDS: Readonly<Record<Exclude<Kind, "all">, readonly number[]>> = {
  messages: [ROW.SENT, ROW.DELIVERED, ROW.DIED, ROW.HELD_BACK],
  roles: [ROW.ROLE],
  log: [
    ROW.APPENDED,
    ROW.PERSISTED,
    ROW.COMMITTED,
    ROW.APPLIED,
    ROW.SNAPSHOT_INSTALLED,
    ROW.COMPACTED,
  ],
  requests: [
    ROW.INVOKED,
    ROW.NAMED,
    ROW.ATTEMPTED,
    ROW.REFUSED,
    ROW.PROPOSED,
    ROW.READ_INDEX_ASKED,
    ROW.READ_INDEX_KNOWN,
    ROW.SERVED,
    ROW.COMPLETED,
    ROW.TIMESTAMPED,
    ROW.ROUTED,
    ROW.TXN,
  ],
  leases: [ROW.LEASE, ROW.WITHHELD],
  decisions: [ROW.DECIDED],
  shape: [ROW.CHANGED],
  saved: [ROW.SAVED],
  faults: [ROW.FAULT_BEGAN, ROW.FAULT_ENDED, ROW.SETTINGS_CHANGED, ROW.WORKLOAD_SWITCHED],
  actions: [ROW.ACTED],
};

/** What the rows after them say again. */
const REPEATED: readonly number[] = [ROW.BEGAN_ARRIVE, ROW.BEGAN_ACTION];

/** The rows that pass a filter, by their place on the tape. */
export class Matches {
  readonly filter: Filter;
  readonly index: TapeIndex;
  private readonly rows = new Growing({ row: Uint32Array });
  private places: Uint32Array = new Uint32Array();
  private seen = 0;
  private readonly kinds: Set<number> | null;
  private readonly request: number;
  private readonly event: number;
  private readonly words: string;

  constructor(filter: Filter, index: TapeIndex) {
    this.filter = filter;
    this.index = index;
    this.kinds = filter.kind === "all" ? null : new Set(KINDS[filter.kind]);
    const text = filter.text.trim().toLowerCase();
    this.request = numberAfter("r", text);
    this.event = numberAfter("#", text);
    this.words = this.request >= 0 || this.event >= 0 ? "" : text;
  }

  /** Looks at what the tape has more by now. */
  extend(context: Context): this {
    const { count } = this.index;
    for (let row = this.seen; row < count; row += 1) {
      if (!this.passes(context, row)) continue;
      const at = this.rows.count;
      this.places = this.rows.extend(1).row;
      this.places[at] = row;
    }
    this.seen = count;
    return this;
  }

  get count(): number {
    return this.rows.count;
  }

  rowAt(place: number): number {
    return this.places[place] ?? 0;
  }

  /** How many lie before this row of the tape. */
  placeOf(row: number): number {
    return countWhile(this.count, (place) => this.rowAt(place) < row);
  }

  private passes(context: Context, row: number): boolean {
    const { index, filter } = this;
    const what = index.what(row);
    const atUs = index.columns.at_us[row] ?? 0;
    if (!overlaps(filter.interval, atUs, atUs)) return false;
    if (this.kinds === null ? REPEATED.includes(what) : !this.kinds.has(what)) return false;
    if (filter.range >= 0 && index.range(row) !== filter.range) return false;
    const { node } = filter;
    if (node >= 0 && index.node(row) !== node && index.other(row) !== node) return false;
    if (this.request >= 0 && index.request(row) !== this.request) return false;
    if (this.event >= 0 && index.event(row) !== this.event) return false;
    return this.words === "" || eventSentence(context, row).toLowerCase().includes(this.words);
  }
}

/** The number of "r12" or "#12"; -1 when the text is something else. */
function numberAfter(mark: string, text: string): number {
  const digits = text.startsWith(mark) ? text.slice(1) : "";
  return /^\d+$/.test(digits) ? Number(digits) : -1;
}
