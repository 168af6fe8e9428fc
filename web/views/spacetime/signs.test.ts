/** Leases and decisions in the picture: from real runs, where they must be and where not. */
import { describe, expect, it } from "vitest";
import { loadEngine, textOf } from "@/test/realEngine";
import { ASKED, pictureOf, recordedSources, themeLook } from "@/test/spacetime";
import { svgOf } from "./exportPicture";
import { overtaken } from "./leases";
import type { Over } from "./paintOver";

const { engine } = loadEngine();
const STILL: Over = { nowUs: 0, selected: [], isPath: false, hovered: -1, nodes: [] };

/** What is written in a picture. */
function texts(svg: string): string[] {
  return [...svg.matchAll(/>([^<]+)<\/text>/g)].map(([, text]) => text ?? "");
}

function recorded(scenario: string, variant: string, untilUs: number) {
  return recordedSources(engine, textOf(scenario), untilUs, variant);
}

describe("a lease in the picture", () => {
  it("has ended when another store leads, where it counts what clocks may differ", () => {
    for (const [scenario, variant] of [
      ["lease-unsafe", "lease"],
      ["lease-and-drift", "within"],
      ["lease-and-restart", "right"],
      ["lease-and-transfer", "right"],
    ] as const) {
      const { leases, spans } = pictureOf(recorded(scenario, variant, 12_000_000), null);
      expect(new Set(leases.map(({ node }) => node)).size, scenario).toBeGreaterThan(1);
      expect(overtaken(leases, spans), scenario).toEqual([]);
    }
  });

  it("is red while another leads, where a promise is broken, and says so", () => {
    for (const [scenario, variant] of [
      ["lease-and-drift", "beyond"],
      ["lease-and-drift", "too-long"],
      ["lease-and-restart", "wrong"],
      ["lease-and-transfer", "wrong"],
    ] as const) {
      const { leases, spans } = pictureOf(recorded(scenario, variant, 12_000_000), null);
      expect(overtaken(leases, spans), `${scenario} ${variant}`).toHaveLength(1);
    }
    const sources = recorded("lease-and-drift", "beyond", 12_000_000);
    const drawn = svgOf(pictureOf(sources, null), STILL, themeLook("light"));
    expect(texts(drawn)).toContain("lease, another leads");
    const hidden = pictureOf(sources, null, { ...ASKED, showsLeases: false });
    expect(texts(svgOf(hidden, STILL, themeLook("light")))).not.toContain("lease");
  });
});

describe("a decision in the picture", () => {
  it("is a flag with its words on the lane of whoever decided", () => {
    const sources = recorded("affinity-flapping", "swinging-at-once", 20_000_000);
    const picture = pictureOf(sources, null);
    expect(picture.decisions.length).toBeGreaterThan(0);
    const view = { leftUs: 7_500_000, usPerPx: 5_000 };
    const drawn = svgOf(pictureOf(sources, view), STILL, themeLook("light"));
    const of = "pd transfers leadership of range 0 from s2 to s1: 65.2\u202f% of its requests come";
    expect(texts(drawn).some((text) => text.startsWith(of.slice(0, 40)))).toBe(true);
    const hidden = pictureOf(sources, null, { ...ASKED, showsDecisions: false });
    expect(hidden.decisions).toEqual([]);
  });
});
