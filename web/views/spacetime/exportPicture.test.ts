/** The picture as a file: from a real run, exact, and nothing but vectors. */
import { describe, expect, it } from "vitest";
import { loadEngine, textOf } from "@/test/realEngine";
import { ASKED, pictureOf, recordedSources, themeLook } from "@/test/spacetime";
import { svgOf } from "./exportPicture";
import type { Over } from "./paintOver";

const { engine } = loadEngine();
const STILL: Over = { nowUs: 0, selected: [], isPath: false, hovered: -1, nodes: [] };

describe("a picture as a file", () => {
  const sources = recordedSources(engine, textOf("first-look"), 3_000_000);
  const view = { leftUs: 900_000, usPerPx: 700 };

  it("is the same file for the same run, window and instant", async () => {
    const picture = pictureOf(sources, view);
    const over = { ...STILL, nowUs: 1_700_000, selected: [60] };
    const text = svgOf(picture, over, themeLook("light"));
    expect(text).toBe(svgOf(pictureOf(sources, view), over, themeLook("light")));
    await expect(text).toMatchFileSnapshot("golden/first-look.svg");
  });

  it("names the run and the stretch of time, and needs nothing from outside", () => {
    const text = svgOf(pictureOf(sources, view), STILL, themeLook("dark"));
    expect(text).toContain("<title>First look, seed 1</title>");
    expect(text).toMatch(/<desc>Messages between the nodes from .* of simulated time\.<\/desc>/);
    expect(text).not.toMatch(/href|url\((?!#)|var\(--|NaN|undefined|Infinity/);
    expect(text).toContain(">append</text>");
  });

  it("has no number that is none, in any window of any run", () => {
    const busy = recordedSources(engine, textOf("stale-leader"), 9_000_000);
    for (const usPerPx of [1, 40, 900, 20_000])
      for (const leftUs of [0, 2_500_000, 8_990_000]) {
        const asked = { ...ASKED, width: 390 };
        const picture = pictureOf(busy, { leftUs, usPerPx }, asked);
        const text = svgOf(picture, { ...STILL, nowUs: 5_000_000 }, themeLook("projector"));
        expect(text).not.toMatch(/NaN|undefined|Infinity|\de-\d/);
      }
  });
});
