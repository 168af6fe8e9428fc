/** Reads the record of a run for clients' requests: one pass tells the story of each. */

import type { TraceColumns, World } from "@/engine/types";
import { OUTCOMES, REFUSALS } from "@/engine/vocabulary";
import { modeOf, opOf } from "../invoked";
import { OP_INFO } from "../ops";
import { namedKeys, ROW } from "../trace";
import { Attempt, type Phase, type SegmentKind } from "./attempt";
import { RequestStory } from "./story";

const NS_PER_US = 1_000;

const AT_STORE: readonly Phase[] = ["queue", "commit", "index", "apply", "proxy", "service"];
/** In which phase an attempt is when something happens to its read. */
const PHASES_BEFORE: Readonly<Record<number, readonly Phase[]>> = {
  [ROW.PROPOSED]: ["queue"],
  [ROW.READ_INDEX_ASKED]: ["queue"],
  [ROW.READ_INDEX_KNOWN]: ["index"],
  [ROW.SERVED]: ["service", "apply", "queue"],
};

/** Types of the messages between gateways and stores, by their number in the world. */
interface ClientTypes {
  asks: ReadonlySet<number>;
  answers: ReadonlySet<number>;
  /** A store passes a read on to its leader. */
  passes: ReadonlySet<number>;
}

/** What the time before a step of a transaction was spent on (core/model/src/read_fact.rs). */
const SPENT_BEFORE: Readonly<Record<number, SegmentKind>> = {
  0: "prewrite",
  1: "commit",
  5: "lock",
  7: "commit",
};

/** The stories of all requests that the record holds from their call on, oldest first. */
export function readRequests(
  columns: TraceColumns,
  world: World,
  untilEvent: number,
): RequestStory[] {
  const reader = new Reader(columns, world);
  const { event, count } = columns;
  for (let row = 0; row < count && (event[row] ?? 0) <= untilEvent; row += 1) reader.take(row);
  return [...reader.stories.values()];
}

class Reader {
  readonly stories = new Map<number, RequestStory>();
  private readonly columns: TraceColumns;
  private readonly world: World;
  private readonly types: ClientTypes;
  /** Requests without an end yet. */
  private readonly open = new Map<number, RequestStory>();
  /** Messages of attempts on their way. */
  private readonly flights = new Map<number, { story: RequestStory; attempt: Attempt }>();

  private readonly handlers: Readonly<Record<number, (row: number) => void>> = {
    [ROW.INVOKED]: (row) => this.invoked(row),
    [ROW.NAMED]: (row) => this.named(row),
    [ROW.ATTEMPTED]: (row) => this.attempted(row),
    [ROW.SENT]: (row) => this.sent(row),
    [ROW.DELIVERED]: (row) => this.delivered(row),
    [ROW.DIED]: (row) => this.flights.delete(this.columns.flight[row] ?? 0),
    [ROW.COMMITTED]: (row) => this.logged(row),
    [ROW.APPLIED]: (row) => this.logged(row),
    [ROW.PROPOSED]: (row) => this.worked(row),
    [ROW.READ_INDEX_ASKED]: (row) => this.worked(row),
    [ROW.READ_INDEX_KNOWN]: (row) => this.worked(row),
    [ROW.SERVED]: (row) => this.worked(row),
    [ROW.REFUSED]: (row) => this.refused(row),
    [ROW.COMPLETED]: (row) => this.completed(row),
    [ROW.TIMESTAMPED]: (row) => this.timestamped(row),
    [ROW.ROUTED]: (row) => this.routed(row),
    [ROW.TXN]: (row) => this.stepped(row),
    [ROW.BEGAN_ADMITTED]: (row) => this.admitted(row),
  };

  constructor(columns: TraceColumns, world: World) {
    this.columns = columns;
    this.world = world;
    this.types = clientTypes(world);
  }

  take(row: number): void {
    this.handlers[this.columns.what[row] ?? -1]?.(row);
  }

  private invoked(row: number): void {
    const { columns } = this;
    const id = columns.request[row] ?? 0;
    const flags = columns.flags[row] ?? 0;
    const workload = columns.c[row] ?? -1;
    const story = new RequestStory({
      id,
      gateway: columns.node[row] ?? 0,
      workload: workload < 0 ? null : workload,
      op: opOf(flags),
      mode: this.world.read_modes[modeOf(flags)]?.id ?? "local",
      key: columns.a[row] ?? 0,
      rows: columns.b[row] ?? 0,
      keys: [],
      range: columns.range[row] ?? 0,
      // Below 0 it says how often its client asked before.
      parent: Math.max(0, columns.e[row] ?? 0),
      at_us: this.at(row),
      row,
    });
    this.stories.set(id, story);
    this.stories.get(story.asked.parent)?.parts.push(story);
    this.open.set(id, story);
  }

  private named(row: number): void {
    this.storyOf(row)?.asked.keys.push(...namedKeys(this.columns, row));
  }

  private attempted(row: number): void {
    const story = this.storyOf(row);
    story?.attempts.push(new Attempt(this.columns.other[row] ?? 0, this.at(row)));
  }

  private sent(row: number): void {
    const { columns, types } = this;
    const story = this.storyOf(row);
    if (story === undefined) return;
    const type = (columns.flags[row] ?? 0) & 255;
    const [from, to] = [columns.node[row] ?? 0, columns.other[row] ?? 0];
    if (types.passes.has(type)) story.at(from, ["queue"])?.enter("proxy", this.at(row));
    const isAnswer = types.answers.has(type);
    if (!isAnswer && !types.asks.has(type)) return;
    const attempt = isAnswer ? story.at(from, AT_STORE) : story.at(to, ["out"]);
    if (attempt === undefined) return;
    const at_us = this.at(row);
    if (isAnswer) attempt.enter("back", at_us);
    const flight = columns.flight[row] ?? 0;
    attempt.sent({ flight, from, to, sent_us: at_us, end_us: columns.c[row] ?? at_us });
    this.flights.set(flight, { story, attempt });
  }

  private delivered(row: number): void {
    const flight = this.columns.flight[row] ?? 0;
    const under = this.flights.get(flight);
    if (under === undefined) return;
    this.flights.delete(flight);
    const { story, attempt } = under;
    const { trip } = attempt;
    if (trip === null) return;
    const isAnswer = trip.to === story.asked.gateway && attempt.phase === "back";
    attempt.arrived(this.at(row), this.delayUs(trip.from, trip.to));
    if (isAnswer) {
      story.answered = attempt;
      return;
    }
    attempt.phase = "queue";
  }

  /** What happens to a store's log moves the puts and reads that wait for it there. */
  private logged(row: number): void {
    const { columns } = this;
    const what = columns.what[row];
    const [node, range, index] = [columns.node[row], columns.range[row], columns.a[row] ?? 0];
    for (const story of this.open.values()) {
      if (story.asked.range !== range) continue;
      for (const attempt of story.attempts) {
        if (attempt.store === node) move(story, attempt, what, index, this.at(row));
      }
    }
  }

  /** A store did something for a request. */
  private worked(row: number): void {
    const { columns } = this;
    const story = this.storyOf(row);
    const what = columns.what[row];
    const attempt = story?.at(columns.node[row] ?? 0, PHASES_BEFORE[what ?? 0] ?? []);
    if (story === undefined || attempt === undefined) return;
    const at_us = this.at(row);
    const [index, applied] = [columns.a[row] ?? 0, columns.b[row] ?? 0];
    if (what === ROW.PROPOSED) {
      // Calls of a transaction are told apart by its steps.
      if (!OP_INFO[story.asked.op].isEntry) return;
      attempt.enter("commit", at_us);
      attempt.index = index;
    } else if (what === ROW.READ_INDEX_ASKED) {
      attempt.enter("index", at_us);
    } else if (what === ROW.READ_INDEX_KNOWN) {
      attempt.enter(applied >= index ? "service" : "apply", at_us);
      attempt.index = index;
    } else {
      const cost_ns = this.world.request_ns + story.asked.rows * this.world.row_ns;
      attempt.served(at_us, Math.ceil(cost_ns / NS_PER_US));
    }
  }

  private refused(row: number): void {
    const story = this.storyOf(row);
    const by = this.columns.node[row] ?? 0;
    const why = REFUSALS[this.columns.flags[row] ?? 0] ?? "unavailable";
    story?.refused(this.at(row), by, why);
  }

  private timestamped(row: number): void {
    const story = this.storyOf(row);
    if (story === undefined) return;
    story.timestamp = this.columns.a[row] ?? 0;
    story.marks.push({ kind: "timestamp", us: this.at(row) });
  }

  private routed(row: number): void {
    const { flags, other, a, b } = this.columns;
    const [to, why] = [other[row] ?? 0, flags[row] ?? 0];
    this.storyOf(row)?.routings.push({ to, why, figure: a[row] ?? 0, limit: b[row] ?? 0 });
  }

  private stepped(row: number): void {
    const { request, flags, a } = this.columns;
    const what = flags[row] ?? -1;
    const step = { us: this.at(row), what, key: a[row] ?? 0 };
    this.stories.get(request[row] ?? 0)?.steps.push(step);
    const kind = SPENT_BEFORE[what];
    if (kind !== undefined) this.storyOf(row)?.marks.push({ kind, us: this.at(row) });
  }

  /** It came through its balancer, or its gateway had a core for it. */
  private admitted(row: number): void {
    const story = this.storyOf(row);
    if (story === undefined) return;
    const { workload } = story.asked;
    const through = workload !== null && (this.world.workloads[workload]?.through ?? false);
    const first = story.marks.length === 0;
    story.marks.push({ kind: through && first ? "balancer" : "gateway", us: this.at(row) });
  }

  private completed(row: number): void {
    const { columns } = this;
    const story = this.storyOf(row);
    if (story === undefined) return;
    this.open.delete(story.asked.id);
    story.outcome = OUTCOMES[columns.flags[row] ?? 0] ?? "unknown";
    story.completed_us = this.at(row);
    story.completedRow = row;
    const server = columns.node[row] ?? 0;
    story.server = server < this.world.nodes.length ? server : null;
    story.value = columns.a[row] ?? 0;
  }

  private storyOf(row: number): RequestStory | undefined {
    return this.open.get(this.columns.request[row] ?? 0);
  }

  private at(row: number): number {
    return this.columns.at_us[row] ?? 0;
  }

  /** The link's own delay, without faults. */
  private delayUs(from: number, to: number): number {
    const { nodes, links, zones } = this.world;
    const [a, b] = [nodes[from]?.zone ?? 0, nodes[to]?.zone ?? 0];
    return links[a * zones.length + b]?.delay_us ?? 0;
  }
}

function clientTypes(world: World): ClientTypes {
  const numbers = (ids: readonly string[]): Set<number> =>
    new Set(ids.map((id) => world.message_types.findIndex((type) => type.id === id)));
  return {
    asks: numbers(["ReadRequest", "WriteRequest"]),
    answers: numbers(["Rows", "WriteResponse", "Refusal"]),
    passes: numbers(["ForwardedRead"]),
  };
}

/** An attempt goes on when its store commits or applies what it waits for. */
function move(
  story: RequestStory,
  attempt: Attempt,
  what: number | undefined,
  index: number,
  at_us: number,
): void {
  if (index < attempt.index) return;
  if (what === ROW.COMMITTED && attempt.phase === "commit") {
    attempt.enter("apply", at_us);
  } else if (
    what === ROW.APPLIED &&
    attempt.phase === "apply" &&
    !OP_INFO[story.asked.op].isEntry
  ) {
    attempt.enter("service", at_us);
  }
}
