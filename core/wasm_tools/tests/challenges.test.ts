/**
 * The page's modules in Node: the first plays every recorded run of a challenge to the digest that
 * the native build has pinned, and the third gives it the pinned score.
 */

import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type * as ToolsModule from "wasm_tools";

import { type LoadedEngine, loadEngine } from "../../wasm_engine/tests/engine";

const PUBLIC = new URL("../../../public/challenges/", import.meta.url);
const KEPT = new URL("../../run/testdata/", import.meta.url);

interface Act {
  at: string;
  do: string;
}

type Recorded = Record<"solutions" | "wrong", Record<string, Act[]>>;

let loaded: LoadedEngine;
let tools: typeof ToolsModule;

beforeAll(async () => {
  loaded = await loadEngine();
  tools = await import("wasm_tools");
  const file = fileURLToPath(new URL("../pkg/wasm_tools_bg.wasm", import.meta.url));
  tools.initSync({ module: fs.readFileSync(file) });
});

/** As [challenge, run, solved, stars, value, digest]. */
function pinned(): string[][] {
  const text = fs.readFileSync(new URL("challenges.txt", KEPT), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
}

function logOf(id: string, name: string): { at_us: number; action: object }[] {
  const file = fs.readFileSync(new URL(`challenges/${id}.json`, KEPT), "utf8");
  const { solutions, wrong } = JSON.parse(file) as Recorded;
  const acts = { nothing: [], ...solutions, ...wrong }[name] as Act[];
  return acts.map(({ at, ...action }) => ({
    at_us: Math.round(Number(at.replace(/s$/, "")) * 1e6),
    action,
  }));
}

describe("the modules' challenges", () => {
  it.each(pinned())("%s %s: solved %s, %s stars, %s, digest %s", (...line) => {
    const [id = "", name = "", solved, stars, value, digest] = line;
    const text = fs.readFileSync(new URL(`${id}.json`, PUBLIC), "utf8");
    const challenge = tools.read_challenge(text);
    const scenario = JSON.stringify((JSON.parse(text) as { scenario: object }).scenario);
    const playground = new loaded.engine.Playground(scenario, challenge.variant ?? "", undefined);
    const log = logOf(id, name);
    for (const { at_us, action } of log) {
      playground.advance(at_us - 1, Number.POSITIVE_INFINITY);
      playground.replay({ at_us, action, text: "" } as never);
    }
    playground.advance(playground.world().duration_us, Number.POSITIVE_INFINITY);
    const run = tools.challenge_run(text, playground.report(), JSON.stringify(log));
    expect([run.score.solved, run.score.stars, run.score.value, run.digest].map(String)).toEqual([
      solved,
      stars,
      value,
      digest,
    ]);
    playground.free();
  });
});
