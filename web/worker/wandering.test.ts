/** Jumps, steps and actions at random, with the real engine: the end is that of a fresh run. */

import { describe, expect, it } from "vitest";

import type { Action, LoggedAction } from "@/protocol/engine";
import { loadEngine, textOf } from "@/test/realEngine";
import { LOOK, mulberry, runsOf } from "@/test/runs";
import { FOR_EVER, type Run } from "./run";

const { open, withRun, straightTo } = runsOf(loadEngine().engine);

describe("wandering by seed", () => {
  const SEQUENCES = 500;
  const SPAN_US = 1_500_000;
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

  it(`ends as a fresh run does, ${SEQUENCES} times`, () => {
    for (let seed = 1; seed <= SEQUENCES; seed += 1) {
      const scenario = textOf(wandered[seed % wandered.length] ?? "first-look");
      const random = mulberry(seed);
      let log: LoggedAction[] = [];
      // A tight budget for every other one, so that checkpoints are merged too.
      const bytesMax = seed % 2 === 0 ? 400_000 : undefined;
      const digest = withRun(open(scenario, [], bytesMax), (run) => {
        for (let move = 0; move < 8; move += 1) log = wander(run, random, log);
        run.seek({ us: SPAN_US }, FOR_EVER);
        return run.playground.frame(LOOK).digest;
      });
      expect(`${seed} ${straightTo(scenario, log, SPAN_US).digest}`).toBe(`${seed} ${digest}`);
    }
  }, 60_000);

  /** One move: a jump, some events, or an action; returns the log that stands afterwards. */
  function wander(run: Run, random: () => number, log: LoggedAction[]): LoggedAction[] {
    const choice = random();
    if (choice < 0.35) run.seek({ us: Math.floor(random() * SPAN_US) }, FOR_EVER);
    else if (choice < 0.5) run.seek({ event: Math.floor(random() * run.place.events) }, FOR_EVER);
    else if (choice < 0.6) run.step();
    else if (choice < 0.65) run.find(random() < 0.5 ? 1 : -1, { node: 1 }, 0);
    else if (run.place.us < SPAN_US) {
      try {
        const action = ACTIONS[Math.floor(random() * ACTIONS.length)] as Action;
        const { logged, dropped } = run.act(action);
        return [...log.slice(0, log.length - dropped.length), logged];
      } catch (error) {
        // Refused: a store that does not run cannot be paused, and so on.
        expect(error).not.toBeInstanceOf(WebAssembly.RuntimeError);
      }
    }
    return log;
  }
});
