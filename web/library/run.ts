/**
 * One run of a scenario: it goes on, is acted on and looked at. Simulated time only ever goes
 * forward; to see the past, open the scenario again and do the same actions.
 */

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
  Target,
  World,
} from "engine";

/** More events than any run has between two instants. */
const WITHOUT_END = Number.MAX_SAFE_INTEGER;

/** From the first on: nobody has seen any of it. */
const ALL = { notable_after: 0, series_after: -1, completions_from: 0 };

export class Run {
  readonly #run: Playground;

  /** @internal */
  constructor(run: Playground) {
    this.#run = run;
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
    return this.#run.apply(action);
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

  /** Figures so far: what `raft-atlas run --json` writes for one variant. */
  report(): unknown {
    return JSON.parse(this.#run.report());
  }

  /** The first read that broke what its mode promises, with the operations that show it. */
  brokenPromise(): BrokenPromise | null {
    return this.#run.broken_promise();
  }

  /** The scenario's `expect`, judged, and the actions that could not be done. */
  outcome(): EndOfRun {
    return this.#run.outcome("{}", "[]");
  }

  /** The scenario's `checkpoints`; of this instant, whether each is met. */
  checkpoints(): Checkpoint[] {
    return this.#run.checkpoints();
  }

  /** Gives its memory back; nothing can be asked of it any more. */
  close(): void {
    this.#run.free();
  }
}
