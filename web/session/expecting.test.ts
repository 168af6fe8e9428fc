/** What a person expects: kept with the session, written into the scenario file. */
import { describe, expect, it } from "vitest";

import { metricOf, withExpectation, withExpects, withoutExpectation } from "./expecting";
import { EXPECTS_MAX, type Session } from "./session";

const SESSION = { expects: [] } as unknown as Session;
const FAST = { metric: "run/workload.gets.p99_us", at_most: 5_000 };

describe("expectations of a person", () => {
  it("come and go, and one bound of a figure has one limit", () => {
    const one = withExpectation(SESSION, FAST);
    expect(one?.expects).toEqual([FAST]);
    const stricter = { ...FAST, at_most: 4_000 };
    const two = withExpectation(one as Session, stricter);
    expect(two?.expects).toEqual([stricter]);
    expect(withoutExpectation(two as Session, stricter).expects).toEqual([]);
  });

  it("are so many at most", () => {
    const full = Array.from({ length: EXPECTS_MAX }, (_, i) => ({
      metric: `run/${i}`,
      at_most: 1,
    }));
    expect(withExpectation({ ...SESSION, expects: full }, FAST)).toBeUndefined();
  });

  it("stand in the scenario file after those of the scenario", () => {
    const text = withExpects('{"title":"t","expect":[{"metric":"run/usd","at_most":1}]}', [FAST]);
    expect(JSON.parse(text).expect).toEqual([{ metric: "run/usd", at_most: 1 }, FAST]);
    expect(withExpects("{}", [])).toBe("{}");
  });

  it("name the variant that is shown", () => {
    expect(metricOf("", "usd")).toBe("run/usd");
    expect(metricOf("leader", "usd")).toBe("leader/usd");
  });
});
