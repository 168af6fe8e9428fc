/**
 * Futures as the page plays them, on the real engine: the native ones, in whatever order and from
 * whatever instants they are asked for.
 */

import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

import { loadEngine, ROOT, textOf } from "@/test/realEngine";
import type { Chance } from "../lens";
import type { LoggedAction } from "../types";
import { FuturePlayer, redraw } from "./futurePlayer";

const { engine } = loadEngine();
const S = 1_000_000;
const ALL: readonly Chance[] = ["network", "elections", "arrivals", "service"];
const PINNED = fs
  .readFileSync(path.join(ROOT, "core", "run", "testdata", "futures.txt"), "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split(" "));

/** Plays in a run that is alone in the instance. */
function withPlayer<T>(
  {
    name,
    variant = "",
    actions = [],
  }: { name: string; variant?: string; actions?: LoggedAction[] },
  use: (player: FuturePlayer) => T,
): T {
  const playground = new engine.Playground(textOf(name), variant, undefined);
  const memory = (): ArrayBuffer => engine.memory?.buffer ?? new ArrayBuffer(0);
  try {
    return use(new FuturePlayer(playground, { memory, values: engine.values }, actions));
  } finally {
    playground.free();
  }
}

it("plays the futures that the native build has pinned", () => {
  const runs = new Set(PINNED.map(([name, variant]) => `${name} ${variant}`));
  for (const run of runs) {
    const [name = "", id = ""] = run.split(" ");
    const pinned = PINNED.filter(([scenario, variant]) => scenario === name && variant === id);
    withPlayer({ name, variant: id === "run" ? "" : id }, (player) => {
      for (const [, , stream, digest] of pinned) {
        const ended = player.future(5 * S, redraw(Number(stream), ALL), 8 * S);
        expect(ended.digest).toBe(digest);
        expect(ended.action.at_us).toBe(5 * S + 1);
      }
    });
  }
});

it("plays the same future whatever was played before it, and the run itself beside it", () => {
  const digestOf = (player: FuturePlayer, atUs: number, stream: number): string =>
    player.future(atUs, redraw(stream, ALL), 7 * S).digest;
  const run = { name: "stale-leader", variant: "check-quorum" };
  const asked = [
    [4 * S, 1],
    [4 * S, 2],
    [6 * S, 1],
    [2 * S, 1],
  ] as const;
  const alone = asked.map(([atUs, stream]) =>
    withPlayer(run, (player) => digestOf(player, atUs, stream)),
  );
  const own = withPlayer(run, (player) => player.own(7 * S).digest);
  expect(new Set([...alone, own]).size).toBe(5);
  withPlayer(run, (player) => {
    const there = [...asked].reverse().map(([atUs, stream]) => digestOf(player, atUs, stream));
    expect(there.reverse()).toEqual(alone);
    expect(player.own(7 * S).digest).toBe(own);
    expect(digestOf(player, 4 * S, 2)).toBe(alone[1]);
  });
});

it("has futures of a branch that is itself a future, with what was done in it", () => {
  const run = { name: "first-look" };
  const first = withPlayer(run, (player) => player.future(3 * S, redraw(7, ALL), 6 * S));
  const crash: LoggedAction = { at_us: 4 * S, action: { do: "crash", store: "s2" }, text: "" };
  const branch = { ...run, actions: [first.action, crash] };
  const [twice, later] = withPlayer(branch, (player) => [
    player.future(5 * S, redraw(7, ALL), 6 * S),
    // The crash lies ahead of this instant, and happens in its futures too.
    player.future(3 * S + 10, redraw(8, ALL), 6 * S),
  ]);
  if (twice === undefined || later === undefined) throw new Error("two were asked for");
  const digests = [first.digest, twice.digest, later.digest];
  expect(new Set(digests).size).toBe(3);
  for (const { notables } of [twice, later])
    expect(notables.some(({ kind, at_us }) => kind === "store" && at_us === 4 * S)).toBe(true);
  // As a log it is the same future.
  const log = [...branch.actions, twice.action];
  expect(withPlayer({ ...run, actions: log }, (player) => player.own(6 * S).digest)).toBe(
    twice.digest,
  );
});
