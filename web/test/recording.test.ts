/** Recording with the real engine: it changes nothing, and what it brings is what happened. */

import { describe, expect, it } from "vitest";
import type { Action, LoggedAction, TraceColumns } from "@/engine/types";
import { FOR_EVER } from "@/engine/worker/budget";
import type { Run } from "@/engine/worker/run";
import { ROW } from "@/model/trace";
import { Reel } from "@/session/tape/tape";
import { aThirdOf } from "@/test/long";
import { loadEngine, publicScenarios, textOf } from "@/test/realEngine";
import { LOOK, mulberry, runsOf } from "@/test/runs";

const { engine } = loadEngine();
const { open, withRun, straightTo } = runsOf(engine);

/** Rows as text, so that a difference is readable. */
function rowsOf(columns: TraceColumns): string[] {
  const { count, event, cause, at_us, what, flags, node, other, range, flight, request } = columns;
  const { a, b, c, d, e, f } = columns;
  return Array.from({ length: count }, (_, i) =>
    [event, cause, at_us, what, flags, node, other, range, flight, request, a, b, c, d, e, f]
      .map((column) => column[i])
      .join(" "),
  );
}

/** Everything that happens on the straight way to an instant. */
function straightRows(scenario: string, actions: LoggedAction[], us: number): string[] {
  return withRun(open(scenario, actions), (run) => {
    run.recorder.want(-1);
    run.advance(us, FOR_EVER);
    const pieces = run.recorder.take() ?? [];
    return pieces.flatMap(({ columns }) => columns.flatMap(rowsOf));
  });
}

function eventOf(row: string): number {
  return Number(row.slice(0, row.indexOf(" ")));
}

/** What a page does with each reply. */
function takeTape(run: Run, reel: Reel): void {
  const cut = run.recorder.takeCut();
  const pieces = run.recorder.take();
  if (cut !== null) reel.cut(cut);
  if (pieces !== null) reel.take(pieces);
}

function wish(run: Run, reel: Reel): void {
  run.recorder.want(reel.tape()?.toEvent ?? -1);
}

describe("recording", () => {
  it.each(aThirdOf(publicScenarios(), 0))("changes nothing in $id", ({ text }) => {
    const wholeUs = Math.min(2_000_000, engine.describe_scenario(text).duration_us);
    // Of a short run with very many requests the first of them are enough.
    const endUs = wholeUs < 1_000_000 ? 230_000 : wholeUs;
    const { digest } = straightTo(text, [], endUs);
    const recorded = withRun(open(text), (run) => {
      run.recorder.want(-1);
      run.advance(endUs, FOR_EVER);
      return run.playground.frame(LOOK).digest;
    });
    expect(recorded).toBe(digest);
  });

  it("leaves no rows in the copies of the memory that history keeps", () => {
    const wentOn = (after: number | null) =>
      withRun(open(textOf("follower-read")), (run) => {
        run.recorder.want(after);
        run.advance(2_000_000, FOR_EVER);
        run.recorder.take();
        const before = run.memory.history;
        run.advance(6_000_000, FOR_EVER);
        const pieces = run.recorder.take() ?? [];
        const rows = pieces
          .flatMap(({ columns }) => columns)
          .reduce((n, { count }) => n + count, 0);
        return { bytes: run.memory.history - before, rowBytes: rows * 100 };
      });
    const plain = wentOn(null);
    const recorded = wentOn(-1);
    // Rows in the copies would make them heavier by all of their bytes; a quarter is not reached.
    expect(recorded.rowBytes).toBeGreaterThan(plain.bytes);
    expect(recorded.bytes - plain.bytes).toBeLessThan(recorded.rowBytes / 4);
  });

  it("hands over the start of the run where it begins there", () => {
    const rows = straightRows(textOf("first-look"), [], 10_000);
    expect(rows.some((row) => row.startsWith("0 0 0 "))).toBe(true);
  });

  it("brings the same rows again when the past is recorded anew", () => {
    const scenario = textOf("stale-leader");
    const straight = straightRows(scenario, [], 3_000_000);
    withRun(open(scenario), (run) => {
      run.advance(3_000_000, FOR_EVER);
      const { digest, events } = run.playground.frame(LOOK);
      for (const fromUs of [2_900_000, 1_000_000, 0]) {
        run.recorder.want(-1);
        run.retrace(fromUs);
        const piece = run.recorder.take()?.at(-1);
        expect(piece?.afterUs).toBeLessThanOrEqual(fromUs);
        expect(piece?.toEvent).toBe(events);
        const rows = piece?.columns.flatMap(rowsOf) ?? [];
        expect(rows).toEqual(straight.filter((row) => eventOf(row) > (piece?.afterEvent ?? 0)));
        expect(run.playground.frame(LOOK).digest).toBe(digest);
        run.recorder.want(null);
      }
    });
  });

  it("says where the past was changed, and sends what happens instead", () => {
    withRun(open(textOf("first-look")), (run) => {
      const reel = new Reel();
      wish(run, reel);
      run.advance(2_000_000, FOR_EVER);
      takeTape(run, reel);
      run.seek({ us: 1_000_000 }, FOR_EVER);
      takeTape(run, reel);
      expect(reel.tape()?.toUs).toBe(2_000_000);
      const { events } = run.place;
      run.act({ do: "crash", store: "s1" }, 1);
      takeTape(run, reel);
      const tape = reel.tape();
      expect(tape?.toEvent).toBe(run.place.events);
      const acted = tape?.columns.what.indexOf(ROW.ACTED) ?? -1;
      expect(tape?.columns.event[acted]).toBe(events + 1);
    });
  });
});

describe("a tape after wandering", () => {
  const SEQUENCES = 200;
  const SPAN_US = 1_200_000;
  const ACTIONS: Action[] = [
    { do: "crash", store: "s2" },
    { do: "restart", store: "s2" },
    { do: "pause", store: "s1" },
    { do: "resume", store: "s1" },
    { do: "set", settings: { read_mode: "follower" } },
    { do: "isolate", place: "s3" },
    { do: "heal" },
  ];
  const scenarios = ["first-look", "stale-leader", "follower-read", "one-way-cut"].map(textOf);

  it(`holds exactly what a straight run records, ${SEQUENCES} times`, () => {
    for (let seed = 1; seed <= SEQUENCES; seed += 1) {
      const { digests, rows } = wandered(seed);
      expect(`${seed} ${digests.found}`).toBe(`${seed} ${digests.straight}`);
      expect([seed, ...rows.found]).toEqual([seed, ...rows.straight]);
    }
  }, 60_000);

  // Canaries: a recorder that is broken on purpose must be found out.
  it("is found wrong when a change of the past is not told", () => {
    const isFound = (seed: number) =>
      isWrong(
        wandered(seed, ({ recorder }) => {
          recorder.cut = () => undefined;
        }),
      );
    expect(firstOf(isFound)).toBeGreaterThan(0);
  });

  it("is found wrong when the engine goes on recording after a jump as if there were none", () => {
    const isFound = (seed: number) =>
      isWrong(
        wandered(seed, ({ recorder, playground }) => {
          recorder.want(-1);
          recorder.restarted = () => playground.record(true);
        }),
      );
    expect(firstOf(isFound)).toBeGreaterThan(0);
  });

  interface Wandered {
    digests: { found: string; straight: string };
    rows: { found: string[]; straight: string[] };
  }

  /** A run that was wandered through, and what a straight one with the same log says. */
  function wandered(seed: number, harm?: (run: Run) => void): Wandered {
    const scenario = scenarios[seed % scenarios.length] ?? "";
    const random = mulberry(seed);
    // Some tapes are so short that they lose their beginning on the way.
    const reel = new Reel(seed % 3 === 0 ? 400 : undefined);
    const kept: Branches = { logs: new Map([[0, []]]), current: 0 };
    const found = withRun(open(scenario), (run) => {
      harm?.(run);
      for (let move = 0; move < 14; move += 1) {
        wander(run, reel, random, kept);
        takeTape(run, reel);
      }
      wish(run, reel);
      run.seek({ us: SPAN_US }, FOR_EVER);
      takeTape(run, reel);
      return run.playground.frame(LOOK).digest;
    });
    const log = kept.logs.get(kept.current) ?? [];
    const tape = reel.tape();
    // It may know more than the instant shown: the way back forgets nothing.
    const all = straightRows(scenario, log, Math.max(SPAN_US, tape?.toUs ?? 0));
    const { fromEvent = 0, toEvent = 0 } = tape ?? {};
    const straight = all.filter((row) => eventOf(row) >= fromEvent && eventOf(row) <= toEvent);
    return {
      digests: { found, straight: straightTo(scenario, log, SPAN_US).digest },
      rows: { found: tape === null ? [] : rowsOf(tape.columns), straight },
    };
  }

  function isWrong({ rows }: Wandered): boolean {
    return JSON.stringify(rows.found) !== JSON.stringify(rows.straight);
  }

  /** The first seed for which it holds, 0 when there is none. */
  function firstOf(holds: (seed: number) => boolean): number {
    for (let seed = 1; seed <= SEQUENCES; seed += 1) if (holds(seed)) return seed;
    return 0;
  }

  interface Branches {
    logs: Map<number, LoggedAction[]>;
    current: number;
  }

  function wander(run: Run, reel: Reel, random: () => number, kept: Branches): void {
    const choice = random();
    const us = Math.floor(random() * SPAN_US);
    wish(run, reel);
    if (choice < 0.3) run.seek({ us }, FOR_EVER);
    else if (choice < 0.4) run.seek({ event: Math.floor(random() * run.place.events) }, FOR_EVER);
    else if (choice < 0.5) run.step();
    else if (choice < 0.55) run.find(random() < 0.5 ? 1 : -1, { node: 1 }, 0);
    else if (choice < 0.65) {
      run.recorder.want(-1);
      run.retrace(us);
    } else if (choice < 0.7) {
      // Nobody looks for a while.
      run.recorder.want(null);
      run.advance(run.place.us + 50_000, FOR_EVER);
    } else if (choice < 0.78) {
      const branches = [...kept.logs.keys()];
      const branch = branches[Math.floor(random() * branches.length)] ?? 0;
      if (branch === kept.current) return;
      run.switchTo({ branch, actions: kept.logs.get(branch) ?? [], furthestUs: 0, us });
      kept.current = branch;
    } else if (choice < 0.82) {
      const log = kept.logs.get(kept.current) ?? [];
      const shorter = log.slice(0, Math.floor(random() * log.length));
      run.rewrite(shorter, FOR_EVER);
      kept.logs.set(kept.current, shorter);
    } else if (run.place.us < SPAN_US) act(run, random, kept);
  }

  function act(run: Run, random: () => number, kept: Branches): void {
    try {
      const action = ACTIONS[Math.floor(random() * ACTIONS.length)] as Action;
      const log = kept.logs.get(kept.current) ?? [];
      const { logged, changedPast, dropped } = run.act(action, kept.logs.size);
      if (changedPast) kept.current = kept.logs.size;
      kept.logs.set(kept.current, [...log.slice(0, log.length - dropped.length), logged]);
    } catch (error) {
      // Refused: a store that does not run cannot be paused, and so on.
      expect(error).not.toBeInstanceOf(WebAssembly.RuntimeError);
    }
  }
});
