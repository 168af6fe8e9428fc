import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

import { PRICE_LISTS } from "./priceLists";

const ENGINE = fs.readFileSync(
  path.resolve(import.meta.dirname, "../../../core/documents/src/scenario/prices.rs"),
  "utf8",
);

/** The nano-dollars that the engine has for a list: "PriceList::Gcp => Price(9_313_226)". */
function engineHas(list: string, of: "between_zones" | "between_regions"): number {
  const name = list.charAt(0).toUpperCase() + list.slice(1);
  const body = ENGINE.slice(ENGINE.indexOf(`fn ${of}`));
  const arm = new RegExp(`PriceList::${name}\\b[^=]*=> Price\\(([\\d_]+)\\)`).exec(body);
  return Number((arm?.[1] ?? "NaN").replaceAll("_", ""));
}

describe("lists of prices", () => {
  it("are those of the engine", () => {
    for (const { list, zones, regions } of PRICE_LISTS) {
      expect(Math.round(zones * 1e9)).toBe(engineHas(list, "between_zones"));
      expect(Math.round(regions * 1e9)).toBe(engineHas(list, "between_regions"));
    }
  });

  it("say where each figure stands and when it was read", () => {
    for (const { sources } of PRICE_LISTS) {
      expect(sources.map(({ what }) => what)).toEqual(["Between zones", "Between regions"]);
      for (const { place, read } of sources) {
        expect(place).not.toBe("");
        expect(read).toMatch(/^20\d\d/);
      }
    }
  });
});
