/**
 * The worker's command loop: commands in order, each answered once. Wall time decides how far an
 * `advance` gets, never what happens.
 */

import type {
  BranchGoal,
  Command,
  Reply,
  RunSpec,
  SeekGoal,
  Update,
  UpdateRequest,
} from "../messages";
import { type Budget, budgetOf, FOR_EVER } from "./budget";
import type { EngineLike, WorkerDeps } from "./engineLike";
import { BULK_SHARE } from "./history";
import { Run } from "./run";
import { isTrap } from "./trap";

export class EngineLoop {
  private readonly engine: EngineLike;
  private readonly wallMs: () => number;
  private opened: Run | undefined;
  private trapped: string | undefined;

  constructor({ engine, wallMs }: Pick<WorkerDeps, "engine" | "wallMs">) {
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
    if ("updateRequest" in command)
      this.opened?.recorder.want(command.updateRequest.tape_after ?? null);
    switch (command.type) {
      case "open":
        return this.open(command.spec, command.updateRequest);
      case "validate":
        return { type: "validated", summary: this.engine.describe_scenario(command.scenario) };
      case "advance":
        return this.advance(command.untilUs, command.budgetMs, command.updateRequest);
      case "step":
        this.current.step();
        return { type: "advanced", update: this.update(command.updateRequest) };
      case "seek":
        return this.seek(command.to, command.budgetMs, command.updateRequest);
      case "find":
        return this.find(command.direction, command.updateRequest);
      case "rewrite": {
        this.current.rewrite(command.actions, this.budget(Number.POSITIVE_INFINITY));
        return { type: "advanced", update: this.update(command.updateRequest, { jumped: true }) };
      }
      case "retrace":
        this.current.retrace(command.fromUs);
        return { type: "looked", update: this.update(command.updateRequest) };
      case "look":
        return { type: "looked", update: this.update(command.updateRequest) };
      case "act": {
        const done = this.current.act(command.action, command.branch);
        return { type: "acted", ...done, update: this.update(command.updateRequest) };
      }
      case "switch":
        return this.switchTo(command.to, command.updateRequest);
      case "forget":
        this.current.forget(command.branch);
        return { type: "looked", update: this.update(command.updateRequest) };
      case "report":
        return { type: "reported", report: this.current.playground.report(command.since) };
      case "judge":
        return this.judge(command.goals, command.others, command.began);
      case "outcome":
        return this.outcome(command.others, command.own);
      case "lesson": {
        const lesson = this.engine.read_lesson?.(command.text);
        if (lesson === undefined) throw new Error("This engine reads no lessons.");
        return { type: "lesson", lesson };
      }
      case "compare":
      case "challenge":
      case "score":
        throw new Error("Reports are compared and scored by the third module, not by the engine.");
      case "checkpoints":
        return { type: "checkpoints", checkpoints: this.current.playground.checkpoints?.() ?? [] };
    }
  }

  /** The old run stays until the new one stands: a refused scenario harms nothing. */
  private open(spec: RunSpec, updateRequest: UpdateRequest): Reply {
    const { memory: _, ...forgetful } = this.engine;
    const engine = spec.forward === true ? forgetful : this.engine;
    const fresh = new Run(spec, { engine, wallMs: this.wallMs });
    this.opened?.free();
    this.opened = fresh;
    fresh.keepHistory();
    fresh.recorder.want(updateRequest.tape_after ?? null);
    fresh.advance(spec.until_us ?? fresh.playground.world().show.from_us, FOR_EVER);
    const world = fresh.playground.world();
    const range = world.ranges.some(({ id }) => id === updateRequest.range)
      ? updateRequest.range
      : (world.ranges[0]?.id ?? 0);
    const update = this.update({ ...updateRequest, range });
    const { summary, admitted } = fresh;
    const opened = { world, build: this.engine.build_info(), summary, update };
    return { type: "opened", ...opened, ...(admitted === undefined ? {} : { admitted }) };
  }

  private advance(untilUs: number, budgetMs: number, updateRequest: UpdateRequest): Reply {
    const reached = this.current.advance(untilUs, budgetOf(this.wallMs(), budgetMs));
    return { type: "advanced", update: this.update(updateRequest, { reached }) };
  }

  private seek(to: SeekGoal, budgetMs: number, updateRequest: UpdateRequest): Reply {
    const { jumped, reached } = this.current.seek(to, this.budget(budgetMs));
    return { type: "advanced", update: this.update(updateRequest, { jumped, reached }) };
  }

  private find(direction: 1 | -1, updateRequest: UpdateRequest): Reply {
    const found = this.current.find(direction, updateRequest.target, updateRequest.range);
    return { type: "found", found, update: this.update(updateRequest, { jumped: true }) };
  }

  private judge(goals: string, others: string, began: string): Reply {
    const judged = this.current.playground.judge?.(goals, others, began);
    if (judged === undefined) throw new Error("This engine judges no goals.");
    return { type: "judged", judged };
  }

  private outcome(others: string, own: string): Reply {
    const end = this.current.playground.outcome?.(others, own);
    if (end === undefined) throw new Error("This engine tells no outcome.");
    return { type: "outcome", end };
  }

  private switchTo(goal: BranchGoal, updateRequest: UpdateRequest): Reply {
    this.current.switchTo(goal);
    return { type: "advanced", update: this.update(updateRequest, { jumped: true }) };
  }

  private budget(budgetMs: number): Budget {
    return { untilMs: this.wallMs() + budgetMs, share: BULK_SHARE };
  }

  private update(
    updateRequest: UpdateRequest,
    { jumped = false, reached = true }: Partial<UpdateOrigin> = {},
  ): Update {
    const { target, log: logRequest, stale: wantsStale, tape_after: _, ...request } = updateRequest;
    const { playground, memory, recorder } = this.current;
    // After a jump the page has nothing that can be relied on; what it wished for may be older than
    // what it got meanwhile, so the ranges come as well.
    const none = Number.MAX_SAFE_INTEGER;
    const whole = { notable_after: 0, shape: none, faults: none };
    const cut = recorder.takeCut();
    // What the page has of the time after a changed past is not so any more.
    const anew = { series_after: -1, completions_from: 0, leads_from: 0, commits_from: 0 };
    const frame = playground.frame({
      ...request,
      ...(jumped ? whole : {}),
      ...(cut === null ? {} : anew),
    });
    const inspection = target === null ? null : playground.inspect(target);
    const tape = recorder.take();
    const log = logRequest
      ? playground.log(updateRequest.range, logRequest.from, logRequest.count)
      : null;
    const stale = wantsStale ? playground.stale_reads() : null;
    const broken = playground.broken_promise?.() ?? null;
    const found = { inspected: target, inspection, log, stale, broken };
    return { frame, ...found, jumped, reached, memory, tape, cut };
  }

  private get current(): Run {
    if (this.opened === undefined) throw new Error("No scenario is open.");
    return this.opened;
  }
}

/** How an update came about. */
interface UpdateOrigin {
  jumped: boolean;
  reached: boolean;
}

/** The buffers of a reply's typed arrays: handed over to the page, not copied. */
export function buffersOf(reply: Reply): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  if ("update" in reply) {
    const { frame, tape } = reply.update;
    const rows = (tape ?? []).flatMap(({ columns }) => columns);
    collectBuffers([frame, rows], found);
  }
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
