/** Jumps, steps and actions at random, with the real engine: the end is that of a fresh run. */

import { describe, expect, it } from "vitest";
import { IS_LONG } from "@/test/long";
import { loadEngine, textOf } from "@/test/realEngine";
import { LOOK, mulberry, runsOf } from "@/test/runs";
import type { Action, LoggedAction } from "../types";
import { FOR_EVER } from "./budget";
import type { Run } from "./run";

const { open, withRun, straightTo } = runsOf(loadEngine().engine);

describe("wandering by seed", () => {
  /** More in the long run (`npm run test:long`), which begins with the same ones. */
  const SEQUENCES = IS_LONG ? 1_000 : 150;
  const SPAN_US = 1_200_000;
  const ACTIONS: Action[] = [
    { do: "crash", store: "s2" },
    { do: "restart", store: "s2" },
    { do: "pause", store: "s1" },
    { do: "resume", store: "s1" },
    { do: "set", settings: { read_mode: "follower" } },
    { do: "set", settings: { pre_vote: false } },
    { do: "isolate", place: "s3" },
    { do: "heal" },
  ];
  const wandered = ["first-look", "stale-leader", "follower-read", "one-way-cut", "two-cities"];

  /** The logs of all branches by number, and which of them the run is in. */
  interface Branches {
    logs: Map<number, LoggedAction[]>;
    current: number;
    made: number;
  }

  it(`ends as a fresh run does, ${SEQUENCES} times, in every branch`, () => {
    let branches = 0;
    for (let seed = 1; seed <= SEQUENCES; seed += 1) {
      const scenario = textOf(wandered[seed % wandered.length] ?? "first-look");
      const random = mulberry(seed);
      const kept: Branches = { logs: new Map([[0, []]]), current: 0, made: 0 };
      // A tight budget for every other one, so that checkpoints are merged too.
      const tight = seed % 2 === 0 ? { bytesMax: 400_000 } : {};
      withRun(open(scenario, [], tight), (run) => {
        for (let move = 0; move < 10; move += 1) wander(run, random, kept);
        run.seek({ us: SPAN_US }, FOR_EVER);
        const ends = [[kept.current, run.playground.frame(LOOK).digest]] as [number, string][];
        for (const [branch, log] of kept.logs) {
          if (branch === kept.current || ends.length > 1) continue;
          run.switchTo({ branch: branch, actions: log, furthestUs: 0, us: SPAN_US });
          ends.push([branch, run.playground.frame(LOOK).digest]);
        }
        branches += kept.logs.size;
        run.free();
        for (const [branch, digest] of ends) {
          const straight = straightTo(scenario, kept.logs.get(branch) ?? [], SPAN_US);
          expect(`${seed} ${branch} ${digest}`).toBe(`${seed} ${branch} ${straight.digest}`);
        }
        run.playground = open(scenario).playground;
      });
    }
    expect(branches).toBeGreaterThan(1.5 * SEQUENCES);
  }, 360_000);

  /** One move: a jump, some events, an action, another branch, or one branch less. */
  function wander(run: Run, random: () => number, kept: Branches): void {
    const choice = random();
    if (choice < 0.3) run.seek({ us: Math.floor(random() * SPAN_US) }, FOR_EVER);
    else if (choice < 0.4) run.seek({ event: Math.floor(random() * run.place.events) }, FOR_EVER);
    else if (choice < 0.5) run.step();
    else if (choice < 0.55) run.find(random() < 0.5 ? 1 : -1, { node: 1 }, 0);
    else if (choice < 0.7) changeBranch(run, random, kept);
    else if (run.place.us < SPAN_US) act(run, random, kept);
  }

  function act(run: Run, random: () => number, kept: Branches): void {
    try {
      const action = ACTIONS[Math.floor(random() * ACTIONS.length)] as Action;
      const before = kept.logs.get(kept.current) ?? [];
      const { logged, dropped, changedPast } = run.act(action, kept.made + 1);
      if (changedPast) {
        kept.made += 1;
        kept.current = kept.made;
      }
      kept.logs.set(kept.current, [...before.slice(0, before.length - dropped.length), logged]);
    } catch (error) {
      // Refused: a store that does not run cannot be paused, and so on.
      expect(error).not.toBeInstanceOf(WebAssembly.RuntimeError);
      expect(String(error)).not.toContain("branch");
    }
  }

  function changeBranch(run: Run, random: () => number, kept: Branches): void {
    const others = [...kept.logs.keys()].filter((branch) => branch !== kept.current);
    const other = others[Math.floor(random() * others.length)];
    if (other === undefined) return;
    const log = kept.logs.get(other) ?? [];
    if (random() < 0.2) {
      // What is freed can still be run again from its log.
      run.forget(other);
      if (random() < 0.5) kept.logs.delete(other);
    } else {
      run.switchTo({
        branch: other,
        actions: log,
        furthestUs: 0,
        us: Math.floor(random() * SPAN_US),
      });
      kept.current = other;
    }
  }
});
