/** One run of a scenario. Time only goes forward; a branch goes through the same past again. */

import type {
  Action,
  BrokenPromise,
  Checkpoint,
  EndOfRun,
  Frame,
  Inspection,
  LoggedAction,
  LogView,
  Playground,
  StaleRead,
  Target,
  World,
} from "engine";
import type { Answer, Lens, Question } from "wasm_tools";
import type { Figures, Report } from "./report.ts";

/** More events than any run has between two instants. */
const WITHOUT_END = Number.MAX_SAFE_INTEGER;

/** From the first on: nobody has seen any of it. */
const ALL = { notable_after: 0, series_after: -1, completions_from: 0 };

/** @internal How a run begins, and begins again. */
export interface Beginning {
  open(): Playground;
  isRecorded: boolean;
  /** What is asked about a record. */
  lens(): Promise<Lens>;
}

export class Run {
  readonly #beginning: Beginning;
  #open: Playground | null;
  /** What was done by hand, in order. */
  readonly #done: LoggedAction[] = [];
  #lens: Promise<Lens> | null = null;
  /** How many actions the lens has heard of. */
  #told = 0;

  /** @internal */
  constructor(beginning: Beginning) {
    this.#beginning = beginning;
    this.#open = beginning.open();
    if (beginning.isRecorded) this.#open.record(true);
  }

  /** Refuses in words what a closed run is asked. */
  get #run(): Playground {
    if (this.#open === null) throw new Error("This run is closed; open the scenario again.");
    return this.#open;
  }

  /** The instant, in simulated microseconds. */
  get us(): number {
    return this.#run.now_us();
  }

  /** How many events have happened. */
  get events(): number {
    return this.#run.events();
  }

  /** Of all that happened so far: 16 hex digits, equal on every machine and on the command line. */
  digest(): string {
    return this.#run.digest();
  }

  /**
   * Goes on to an instant, in simulated microseconds from the run's start, and returns how many
   * events happened on the way.
   */
  advanceTo(us: number): number {
    if (!(Number.isSafeInteger(us) && us >= this.us)) {
      throw new RangeError(`us: found ${us}, expected a whole number, at least ${this.us}.`);
    }
    return this.#run.advance(us, WITHOUT_END);
  }

  /** Goes to the next event, and returns its instant. */
  step(): number {
    this.#run.step();
    return this.us;
  }

  /**
   * Does what scenario files call an action, without `at`: it happens 1 µs after this instant.
   * Returns it as a scenario file would have it, and says what it does. Throws an `Error` where it
   * names what is not there.
   */
  act(action: Action): LoggedAction {
    const logged = this.#run.apply(action);
    this.#done.push(logged);
    return logged;
  }

  /** All that was done by hand, in order. */
  actions(): readonly LoggedAction[] {
    return [...this.#done];
  }

  /**
   * Another run that stands at an instant of this one's past, this one's own by default, with all
   * that was done up to there. It computes that past again; from there on the two are apart.
   */
  branch(us = this.us): Run {
    const isHere = us === this.us;
    if (!(Number.isSafeInteger(us) && us >= 0 && us <= this.us)) {
      throw new RangeError(`us: found ${us}, expected a whole number, 0 to ${this.us}.`);
    }
    const other = new Run(this.#beginning);
    for (const logged of this.#done) {
      // What was done here and now happens 1 µs later, and is part of what stands here.
      if (!isHere && logged.at_us > us) break;
      other.#run.replay(logged);
      other.#done.push(logged);
    }
    // Of one instant this one may have had only some events.
    if (isHere) other.#run.advance(us, this.events);
    if (other.us < us || !isHere) other.#run.advance(us, WITHOUT_END);
    return other;
  }

  /**
   * Why something happened, or did not: "why did this request take so long", "why is there no
   * leader", by the facts and their causes. Only of a run that was opened with `record: true`; the
   * module that answers is loaded when it is first asked.
   */
  async why(question: Question): Promise<Answer> {
    if (!this.#beginning.isRecorded) {
      throw new Error("Nothing is recorded of this run; open it with record: true.");
    }
    this.#lens ??= this.#beginning.lens();
    const lens = await this.#lens;
    for (const { at_us, action } of this.#done.slice(this.#told)) {
      lens.act(at_us, JSON.stringify(action));
    }
    this.#told = this.#done.length;
    lens.push(this.#run.take_trace());
    return lens.why(question);
  }

  /** Names and numbers of zones, nodes, links, ranges and kinds: constant during a run. */
  world(): World {
    return this.#run.world();
  }

  /** All that a picture of this instant is drawn from, with the replicas of one range. */
  frame(range = 0): Frame {
    return this.#run.frame({ range, ...ALL });
  }

  /** All that is known of one thing; null when it does not exist any more. */
  inspect(target: Target): Inspection | null {
    return this.#run.inspect(target);
  }

  /** The logs of a range's replicas: `count` entries from an index on, or the last ones. */
  log(range: number, count: number, from = -1): LogView | null {
    return this.#run.log(range, from, count);
  }

  /** Figures so far: what `raft-atlas run --json` writes, of this one variant. */
  report(): Report {
    return JSON.parse(this.#run.report()) as Report;
  }

  /** The report's part that is of this run. */
  figures(): Figures {
    const [figures] = Object.values(this.report().variants);
    if (figures === undefined) throw new Error("The report has no run in it.");
    return figures;
  }

  /** The first read that broke what its mode promises, with the operations that show it. */
  brokenPromise(): BrokenPromise | null {
    return this.#run.broken_promise();
  }

  /** The last reads that missed an acknowledged write, oldest first. */
  staleReads(): StaleRead[] {
    return this.#run.stale_reads();
  }

  /** The scenario's `expect`, judged, and the actions that could not be done. */
  outcome(): EndOfRun {
    return this.#run.outcome("{}", "[]");
  }

  /** The scenario's `checkpoints`; of this instant, whether each is met. */
  checkpoints(): Checkpoint[] {
    return this.#run.checkpoints();
  }

  /** Gives its memory back; nothing can be asked of it any more. Closing it again does nothing. */
  close(): void {
    this.#open?.free();
    this.#open = null;
    const lens = this.#lens;
    this.#lens = null;
    void lens?.then((loaded) => loaded.free()).catch(() => {});
  }
}
