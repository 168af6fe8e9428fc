import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

import { leaseText, routeText, stepText, timestampText } from "./readWords";

const ENGINE = path.join(import.meta.dirname, "../../core/model/src/read_fact.rs");

/** The values of an enumeration of the engine, in the order of their numbers. */
function engineValues(name: string): string[] {
  const source = fs.readFileSync(ENGINE, "utf8");
  const body = new RegExp(`enum ${name} \\{([^}]*)\\}`).exec(source)?.[1] ?? "";
  return [...body.matchAll(/^\s*(\w+)(?: = \d+)?,/gm)].map(([, value = ""]) => value);
}

const plain = (text: string): string => text.replace(/\s/g, " ");

describe("words for reads and transactions", () => {
  it("has a reason for each of the engine's choices, in its order", () => {
    const routes = engineValues("Route");
    expect(routes.length).toBeGreaterThan(10);
    const texts = routes.map((_, why) => routeText(why, 0, 0));
    expect(new Set(texts).size).toBe(routes.length);
    expect(texts).not.toContain("it had a choice");
    expect(texts[routes.indexOf("NotSafeThere")]).toContain("not safe");
    expect(texts[routes.indexOf("VersionOld")]).toContain("not new enough");
  });

  it("gives figures their unit and says what they were held against", () => {
    expect(plain(routeText(0, 50_000, 4_096))).toContain("(50 kB and the threshold is 4.1 kB)");
    expect(plain(routeText(4, 900, 14_000))).toContain("(900 µs against 14 ms)");
    expect(plain(routeText(7, 1_000_000, 2_000_000))).toContain("for the read time 2.000 000 s");
  });

  it("has a word for each step of a transaction and each change of a lease", () => {
    const steps = engineValues("TxnStep");
    const texts = steps.map((_, what) => stepText(1, what, 3, 0));
    expect(new Set(texts).size).toBe(steps.length);
    expect(texts.filter((text) => text.includes("took a step"))).toEqual([]);
    expect(texts[steps.indexOf("Committed")]).toBe("r1 is committed.");
    expect(texts[steps.indexOf("Aborted")]).toBe("r1 is aborted.");
    const leases = engineValues("LeaseChange").map((_, what) => leaseText(what, 0));
    expect(new Set(leases).size).toBe(3);
  });

  it("reads a timestamp as the instant that it stands for", () => {
    expect(plain(timestampText(1_500_000 * 4_096 + 7))).toBe("1.500 000 s");
  });
});
