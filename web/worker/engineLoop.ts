/**
 * The worker's command loop over one engine: runs commands in order, answers each once.
 * Wall time decides how far an `advance` gets, never what happens.
 * Must not know WASM loading or the worker's scope: both are handed in, so that tests can replace
 * them. Must not know the page.
 */

import type {
  Action,
  BuildInfo,
  Frame,
  FrameRequest,
  Inspection,
  LoggedAction,
  ScenarioSummary,
  Target,
  World,
} from "@/protocol/engine";
import type { Command, FrameWish, Reply, RunSpec, Update } from "@/protocol/messages";

/** The part of the engine's handle that is used here. */
export interface PlaygroundLike {
  free(): void;
  advance(until_us: number, max_events: number): number;
  step(): void;
  now_us(): number;
  apply(action: Action): LoggedAction;
  replay(action: LoggedAction): void;
  world(): World;
  frame(request: FrameRequest): Frame;
  inspect(target: Target): Inspection | undefined;
  report(): string;
}

export interface EngineLike {
  build_info(): BuildInfo;
  describe_scenario(json: string): ScenarioSummary;
  Playground: new (json: string, variant: string, seed: number | undefined) => PlaygroundLike;
  force_panic?(): void;
}

export interface LoopSurroundings {
  engine: EngineLike;
  /** A clock for budgets only. */
  wallMs(): number;
}

/** Events between two looks at the clock: well under a millisecond of work. */
export const CHUNK_EVENTS = 512;

export class EngineLoop {
  private readonly engine: EngineLike;
  private readonly wallMs: () => number;
  private playground: PlaygroundLike | undefined;
  private trapped: string | undefined;

  constructor({ engine, wallMs }: LoopSurroundings) {
    this.engine = engine;
    this.wallMs = wallMs;
  }

  run(command: Command): Reply {
    if (this.trapped !== undefined) return { type: "panicked", message: this.trapped };
    const said: string[] = [];
    const restore = listenToErrors(said);
    try {
      return this.answer(command);
    } catch (error) {
      if (!isTrap(error)) return { type: "refused", message: messageOf(error) };
      this.trapped = panicMessage(said, error);
      return { type: "panicked", message: this.trapped };
    } finally {
      restore();
    }
  }

  private answer(command: Command): Reply {
    switch (command.type) {
      case "open":
        return this.open(command.spec, command.wish);
      case "validate":
        return { type: "validated", summary: this.engine.describe_scenario(command.scenario) };
      case "advance":
        return this.advance(command.untilUs, command.budgetMs, command.wish);
      case "step":
        this.current.step();
        return { type: "advanced", update: this.update(command.wish, true) };
      case "look":
        return { type: "looked", update: this.update(command.wish, true) };
      case "act": {
        const logged = this.current.apply(command.action);
        // To the action's own instant, so that a paused page shows what it did.
        runTo(this.current, logged.at_us);
        return { type: "acted", logged, update: this.update(command.wish, true) };
      }
      case "inspect":
        return { type: "inspected", inspection: this.current.inspect(command.target) ?? null };
      case "report":
        return { type: "reported", report: this.current.report() };
      case "panic":
        if (this.engine.force_panic === undefined) throw new Error("This build cannot panic.");
        this.engine.force_panic();
        throw new Error("The engine did not panic.");
    }
  }

  /** The old run stays until the new one stands: a refused scenario harms nothing. */
  private open(spec: RunSpec, wish: FrameWish): Reply {
    const began = this.wallMs();
    const summary = this.engine.describe_scenario(spec.scenario);
    const variant = spec.variant || (summary.variants[0]?.id ?? "");
    const fresh = new this.engine.Playground(spec.scenario, variant, spec.seed);
    try {
      for (const action of spec.actions) {
        runTo(fresh, action.at_us - 1);
        fresh.replay(action);
      }
      runTo(fresh, spec.until_us);
    } catch (error) {
      if (!isTrap(error)) fresh.free();
      throw error;
    }
    this.playground?.free();
    this.playground = fresh;
    const world = fresh.world();
    const range = world.ranges.some(({ id }) => id === wish.range)
      ? wish.range
      : (world.ranges[0]?.id ?? 0);
    const update = this.update({ ...wish, range }, true, began);
    return { type: "opened", world, build: this.engine.build_info(), summary, update };
  }

  private advance(untilUs: number, budgetMs: number, wish: FrameWish): Reply {
    const playground = this.current;
    const began = this.wallMs();
    let reached = untilUs < playground.now_us();
    while (!reached) {
      reached = playground.advance(untilUs, CHUNK_EVENTS) < CHUNK_EVENTS;
      if (this.wallMs() - began >= budgetMs) break;
    }
    return { type: "advanced", update: this.update(wish, reached, began) };
  }

  private update(wish: FrameWish, reached: boolean, began = this.wallMs()): Update {
    const { target, ...request } = wish;
    const frame = this.current.frame(request);
    const inspection = target === null ? null : (this.current.inspect(target) ?? null);
    return { frame, inspection, reached, spentMs: this.wallMs() - began };
  }

  private get current(): PlaygroundLike {
    if (this.playground === undefined) throw new Error("No scenario is open.");
    return this.playground;
  }
}

/** The buffers of a reply's typed arrays: handed over to the page, not copied. */
export function buffersOf(reply: Reply): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  if ("update" in reply) collectBuffers(reply.update.frame, found);
  return [...found];
}

function collectBuffers(value: unknown, found: Set<ArrayBuffer>): void {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (Array.isArray(value)) {
    // Of long lists of plain rows only the first can tell whether there is anything to find.
    for (const item of value) {
      if (typeof item !== "object") return;
      collectBuffers(item, found);
    }
  } else if (typeof value === "object" && value !== null) {
    for (const item of Object.values(value)) collectBuffers(item, found);
  }
}

function runTo(playground: PlaygroundLike, untilUs: number): void {
  if (untilUs < playground.now_us()) return;
  while (playground.advance(untilUs, CHUNK_EVENTS) >= CHUNK_EVENTS);
}

/** A trap leaves the instance's memory in the middle of something: it must not be used again. */
function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}

/** While the engine runs, its panic hook speaks through console.error. */
function listenToErrors(said: string[]): () => void {
  // The one use of the console in the page: listening, not writing.
  const channel = console;
  const original = channel.error;
  channel.error = (...words: unknown[]) => {
    said.push(words.map(String).join(" "));
  };
  return () => {
    channel.error = original;
  };
}

/** The hook's text without the stack, which names only generated code. */
function panicMessage(said: string[], error: unknown): string {
  const text = said
    .at(-1)
    ?.split(/\n\s*Stack:/)[0]
    ?.trim();
  return text === undefined || text === "" ? messageOf(error) : text;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
