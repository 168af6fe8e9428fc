import { describe, expect, test } from "vitest";

import { NOTHING_ASKED, problemsText, readAddress } from "./address";
import type { Address } from "./addressTypes";

const read = (search: string, hash = ""): Promise<Address> => readAddress({ search, hash }, true);

describe("the page's address", () => {
  test("without a query asks for nothing", async () => {
    expect(await read("")).toEqual(NOTHING_ASKED);
    expect(await read("?")).toEqual(NOTHING_ASKED);
  });

  test("names a run", async () => {
    const asked = await read("?scenario=stale-leader&variant=read-index&seed=7");
    expect(asked).toEqual({
      ...NOTHING_ASKED,
      scenario: "stale-leader",
      variant: "read-index",
      seed: 7,
    });
  });

  test("names a lesson and a step", async () => {
    const { lesson, step } = await read("?lesson=old-leader&step=cut");
    expect([lesson, step]).toEqual(["old-leader", "cut"]);
  });

  test("names a step by its id, number or title, and a second run", async () => {
    expect((await read("?lesson=old-leader&step=2")).step).toBe("2");
    expect((await read("?lesson=old-leader&step=Ask+first")).step).toBe("Ask first");
    expect((await read("?beside=variant:leader")).beside).toEqual({
      kind: "variant",
      variant: "leader",
    });
    const { beside, problems } = await read("?beside=leader");
    expect([beside, problems.map(({ where }) => where)]).toEqual([null, ["beside"]]);
  });

  test("stages the page: panels in their order, each once, and what is locked", async () => {
    expect((await read("?panels=time,map,map")).panels).toEqual(["map", "time"]);
    expect((await read("?lock")).lock).toBe("controls");
    expect((await read("?lock=controls")).lock).toBe("controls");
    expect((await read("?lock=all")).lock).toBe("all");
    expect((await read("?theme=dark")).theme).toBe("dark");
    expect((await read("?present&paused")).present).toBe(true);
    expect((await read("?present&paused")).paused).toBe(true);
  });

  test("names who may speak to it, as an origin and nothing more", async () => {
    expect((await read("?origin=https://example.org")).origin).toBe("https://example.org");
    expect((await read("?origin=http://localhost:4200")).origin).toBe("http://localhost:4200");
    expect((await read("?origin=self")).origin).toBe("self");
    for (const bad of ["*", "null", "https://example.org/", "https://a.b/c", "javascript:1", ""]) {
      const { origin, problems } = await read(`?origin=${encodeURIComponent(bad)}`);
      expect(origin).toBeNull();
      expect(problems.map(({ where }) => where)).toEqual(["origin"]);
    }
  });

  test("lets nobody but the page itself speak where it was not made to be framed", async () => {
    const outside = (search: string) => readAddress({ search, hash: "" }, false);
    expect(await outside("?origin=self")).toMatchObject({ origin: "self", problems: [] });
    const asked = await outside("?origin=https://example.org");
    expect(asked.origin).toBeNull();
    expect(problemsText(asked, 1)).toBe(
      "The address says origin=https://example.org; expected self: another page may speak to embed.html alone. No other page is heard.",
    );
  });

  test("hands on what follows the hash", async () => {
    expect((await read("", "#1;scenario=first-look")).fragment).toBe("1;scenario=first-look");
    expect((await read("?seed=3", "#1z;abc")).fragment).toBe("1z;abc");
  });

  test("says what it does not understand, and what it does instead", async () => {
    const asked = await read("?seed=seven&panels=map,moon&lock=door&scenario=../secret");
    expect(asked).toMatchObject({ seed: null, panels: null, lock: "none", scenario: null });
    expect(asked.problems.map(({ where }) => where)).toEqual([
      "scenario",
      "seed",
      "panels",
      "lock",
    ]);
    expect(problemsText(await read("?seed=seven"), 5)).toBe(
      "The address says seed=seven; expected a whole number from 0 to 9007199254740991. The run has seed 5.",
    );
  });

  test("leaves alone what is not its own", async () => {
    expect(await read("?utm=x&fbclid=1")).toEqual(NOTHING_ASKED);
  });

  test("seeds beyond what a number holds exactly are refused", async () => {
    expect((await read("?seed=9007199254740991")).seed).toBe(9_007_199_254_740_991);
    expect((await read("?seed=9007199254740992")).seed).toBeNull();
    expect((await read("?seed=-1")).seed).toBeNull();
    expect((await read("?seed=1e3")).seed).toBeNull();
  });
});
