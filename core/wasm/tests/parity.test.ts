/**
 * The module in Node plays every public scenario to the digest that the native build has pinned.
 */

import { beforeAll, describe, expect, it } from "vitest";

import { type LoadedEngine, loadEngine, pinnedDigests, scenarioText, variantOf } from "./engine";

let loaded: LoadedEngine;

beforeAll(async () => {
  loaded = await loadEngine();
});

describe("the module's runs", () => {
  it.each(pinnedDigests())("%s %s ends with the native digest", (name, variant, digest) => {
    const text = scenarioText(name);
    const playground = new loaded.engine.Playground(text, variantOf(variant), undefined);
    // A variant may last longer than its scenario.
    const { duration_us } = playground.world();
    playground.advance(duration_us, Number.POSITIVE_INFINITY);
    expect(playground.now_us()).toBe(duration_us);
    expect(playground.digest()).toBe(digest);
    const report = JSON.parse(playground.report());
    expect(report.variants[variant].digest).toBe(digest);
    playground.free();
  });

  it("covers every variant of every public scenario", () => {
    const pinned = pinnedDigests();
    for (const name of new Set(pinned.map(([scenario]) => scenario))) {
      const { variants } = loaded.engine.describe_scenario(scenarioText(name));
      const found = pinned.filter(([scenario]) => scenario === name).map(([, variant]) => variant);
      expect(found).toEqual(variants.length === 0 ? ["run"] : variants.map(({ id }) => id));
    }
  });

  it("are the same when a page cuts them into pieces and looks", () => {
    const text = scenarioText("first-look");
    const whole = new loaded.engine.Playground(text, "", undefined);
    whole.advance(4_000_000, Number.POSITIVE_INFINITY);
    const pieces = new loaded.engine.Playground(text, "", undefined);
    for (let until = 16_667; pieces.now_us() < 4_000_000; until += 16_667) {
      while (pieces.now_us() < Math.min(until, 4_000_000)) {
        pieces.advance(Math.min(until, 4_000_000), 7);
      }
      pieces.frame({ range: 0, notable_after: 0, series_after: -1 });
    }
    expect(pieces.digest()).toBe(whole.digest());
  });
});
