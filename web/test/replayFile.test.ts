/** Every scenario, in every variant, with acts by hand: its file replays to the same digest. */

import { replay_file } from "engine";
import { describe, expect, it } from "vitest";

import type { Action, LoggedAction, World } from "@/engine/types";
import type { PlaygroundLike } from "@/engine/worker/engineLike";
import { aThirdOf } from "@/test/long";
import { loadEngine, publicScenarios, textOf } from "@/test/realEngine";

const { Playground, describe_scenario } = loadEngine().engine;

/** As far as runs without a script of their own go, and how far after the last scripted action. */
const PLAYED_US = 2_500_000;
const AFTER_US = 400_000;
/** Long scripts are cut here: all that was done by hand lies before. */
const UNTIL_US = 9_000_000;

const VARIANTS = publicScenarios().flatMap(({ id, text }) => {
  const variants = describe_scenario(text).variants.map((variant) => variant.id);
  return (variants.length === 0 ? [""] : variants).map((variant) => ({ id, text, variant }));
});
const CASES = aThirdOf(VARIANTS, 1);

/** What a person might do at different instants; what the run has no place for is refused. */
function actsOf({
  nodes,
  zones,
  ranges,
  workloads,
  duration_us,
}: World): { us: number; action: Action }[] {
  const stores = nodes.filter(({ kind }) => kind === "store").map(({ id }) => id);
  const from = nodes.find(({ kind }) => kind === "gateway")?.id ?? "g1";
  const [first = "s1", second = first, third = second] = stores;
  const key = (ranges.at(-1)?.first_key ?? 0) + 1;
  const [a, b] = zones.map(({ id }) => id);
  // A short run has very many requests: they end before it goes on beyond its own end.
  const loads = duration_us < 1_000_000 ? workloads : [];
  const acts: [number, Action][] = [
    ...loads.map(({ id }): [number, Action] => [260_000, { do: "stop", workload: id }]),
    [300_000, { do: "put", from, key, bytes: 200 }],
    [300_000, { do: "set", settings: { pre_vote: false } }],
    [650_017, { do: "crash", store: third }],
    [650_017, { do: "get", from, key: 1 }],
    [900_000, { do: "set", settings: { check_quorum: false, count_framing: false } }],
    [1_000_000, { do: "isolate", place: b ?? first }],
    [1_200_003, { do: "campaign", store: second, range: 0 }],
    [1_300_000, { do: "scan", from, key: 1, rows: 3 }],
    [1_500_000, { do: "heal" }],
    [1_600_000, { do: "restart", store: third }],
    [1_700_000, { do: "transfer", to: first, range: 0 }],
    [1_900_000, { do: "split", range: 0, key: 2 }],
    [2_100_000, { do: "set_clock", store: first, drift_ppm: 1_000 }],
  ];
  if (a !== undefined && b !== undefined) acts.push([2_200_000, { do: "cut", from: a, to: b }]);
  return acts.map(([us, action]) => ({ us, action }));
}

/** Actions that a script has of its own in this variant, by instant. */
function lastScriptedUs(file: string): number {
  const { actions = [] } = JSON.parse(file) as { actions?: { at: string }[] };
  return Math.max(0, ...actions.map(({ at }) => Number.parseInt(at, 10)));
}

function digestOf(run: PlaygroundLike): string {
  return run.frame({ range: 0, notable_after: 0, series_after: -1, shape: 0 }).digest;
}

describe("the scenario file of a run by hand", () => {
  it.each(CASES)("of $id $variant replays to the same digest", ({ text, variant }) => {
    const bare = replay_file(text, variant, describe_scenario(text).seed + 1, "[]");
    const untilUs = Math.min(UNTIL_US, Math.max(PLAYED_US, lastScriptedUs(bare) + AFTER_US));
    const seed = describe_scenario(text).seed + 1;
    const played = new Playground(text, variant, seed);
    const log: LoggedAction[] = [];
    for (const { us, action } of actsOf(played.world())) {
      played.advance(us, Number.MAX_SAFE_INTEGER);
      try {
        log.push(played.apply(action));
      } catch {
        // Refused: a page would say so, and log nothing.
      }
    }
    played.advance(untilUs, Number.MAX_SAFE_INTEGER);
    expect(log.length).toBeGreaterThan(8);

    const file = replay_file(text, variant, seed, JSON.stringify(log));
    const [known = ""] = describe_scenario(file).variants.map(({ id }) => id);
    expect(known).toBe(variant);
    const replayed = new Playground(file, known, undefined);
    replayed.advance(untilUs, Number.MAX_SAFE_INTEGER);
    expect(digestOf(replayed)).toBe(digestOf(played));
    played.free();
    replayed.free();
  });

  it("may name a range that the placement driver made", () => {
    const text = textOf("split-and-merge");
    const played = new Playground(text, "by-load", undefined);
    const first = played.world().ranges.length;
    played.advance(PLAYED_US, Number.MAX_SAFE_INTEGER);
    for (let us = PLAYED_US; played.world().ranges.length === first; us += 1_000_000) {
      expect(us).toBeLessThan(60_000_000);
      played.advance(us, Number.MAX_SAFE_INTEGER);
    }
    const made = played.world().ranges.at(-1);
    const to = played.world().nodes.find(({ kind }) => kind === "store")?.id ?? "";
    expect(made?.id).toBeGreaterThanOrEqual(first);
    const log = [played.apply({ do: "transfer", to, range: made?.id ?? 0 })];
    const untilUs = played.now_us() + 2_000_000;
    played.advance(untilUs, Number.MAX_SAFE_INTEGER);
    const seed = played.world().seed;
    const replayed = new Playground(
      replay_file(text, "by-load", seed, JSON.stringify(log)),
      "by-load",
      undefined,
    );
    replayed.advance(untilUs, Number.MAX_SAFE_INTEGER);
    expect(digestOf(replayed)).toBe(digestOf(played));
  });

  it("says what no file can hold", () => {
    const log = [{ at_us: 1, action: { do: "crash", store: "nowhere" }, text: "" }];
    expect(() => replay_file(textOf("first-look"), "", 1, JSON.stringify(log))).toThrow(/log\[0\]/);
  });
});
