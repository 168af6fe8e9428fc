/**
 * What the third module says of futures, in Node: outcomes of the first module's runs, shares, the
 * search, and the runs that differ in one thing.
 */

import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import type * as ToolsModule from "wasm_tools";

import { type LoadedEngine, loadEngine, scenarioText } from "../../wasm_engine/tests/engine";

const S = 1_000_000;

let engine: LoadedEngine["engine"];
let tools: typeof ToolsModule;

beforeAll(async () => {
  ({ engine } = await loadEngine());
  tools = await import("wasm_tools");
  const file = fileURLToPath(new URL("../pkg/wasm_tools_bg.wasm", import.meta.url));
  tools.initSync({ module: fs.readFileSync(file) });
});

/** A run's report at an instant, and its leaders so far. */
function playedTo(variant: string, us: number) {
  const playground = new engine.Playground(scenarioText("stale-leader"), variant, undefined);
  playground.advance(us, Number.MAX_SAFE_INTEGER);
  const look = { range: 0, notable_after: 0, series_after: -1, leads_from: 0 };
  const { leads } = playground.frame(look);
  const report = playground.report(undefined);
  playground.free();
  return { report, leads };
}

it("says what came of a run, from an instant on", () => {
  const text = scenarioText("stale-leader");
  const { seed } = JSON.parse(text);
  const paths = ["workload.reads.ok", "workload.nobody.ok"];
  const asked = new tools.Futures(text, "leader-unchecked", seed, 10 * S, paths);
  const words = asked.outcomes();
  const ids = words.filter((_, place) => place % 2 === 0);
  expect(ids).toEqual(["stale-read", "broken-promise", "failed-request", "no-leader", "no-commit"]);
  expect(words[1]).toBe("a read was stale");
  const { report, leads } = playedTo("leader-unchecked", 10 * S);
  asked.count_since(4 * S, playedTo("leader-unchecked", 4 * S).report);
  const { came, came_us, figures } = asked.answer(report, leads.at_us, leads.range, leads.began);
  expect(came).toEqual([true, false, true, false, true]);
  expect(came_us[0]).toBeGreaterThan(5 * S);
  expect(figures[0]).toBeGreaterThan(0);
  expect(figures[1]).toBeNull();
  asked.free();
});

it("knows shares as well as so many runs can tell", () => {
  const [none, half, all] = tools.future_shares(
    Uint32Array.of(0, 100, 200),
    Uint32Array.of(200, 200, 200),
  );
  expect([none?.low, all?.high]).toEqual([0, 1]);
  expect(half?.low).toBeCloseTo(0.431, 3);
  expect(half?.high).toBeCloseTo(0.569, 3);
  const [low, high] = tools.future_differences(Uint32Array.of(0), Uint32Array.of(200), 200);
  expect(low).toBe(-1);
  expect(high).toBeLessThan(-0.98);
});

it("looks for the instant from which on an outcome is certain", () => {
  const certainUs = 4_321_000;
  const search = new tools.FutureSearch(0, 10 * S, 100, 3_000, 10_000);
  let known = search.take(new Float64Array(), new Uint32Array(), new Uint32Array());
  while (known.wanted_us.length > 0) {
    const at = Float64Array.from(known.wanted_us);
    const came = Uint32Array.from(known.wanted_us, (us) => (us < certainUs ? 25 : 100));
    known = search.take(at, came, new Uint32Array(at.length).fill(100));
  }
  search.free();
  const [before, after] = known.jump ?? [];
  expect(before?.at_us).toBeLessThan(certainUs);
  expect(after?.at_us).toBeGreaterThanOrEqual(certainUs);
  expect((after?.at_us ?? 0) - (before?.at_us ?? 0)).toBeLessThanOrEqual(10_000);
  expect(known.certain).toEqual(after);
  expect(known.escaped).toEqual(before);
});

it("names the runs that differ in one act or switch", () => {
  const text = scenarioText("stale-leader");
  const { seed } = JSON.parse(text);
  const found = tools.future_changes(text, "leader-unchecked", seed, "[]", 10 * S);
  expect(found.length).toBeGreaterThan(1);
  for (const { scenario, variant } of found) new engine.Playground(scenario, variant, seed).free();
  expect(() => tools.future_changes("{}", "", seed, "[]", 0)).toThrow("format");
});
