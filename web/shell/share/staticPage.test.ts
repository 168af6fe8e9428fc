import { describe, expect, it } from "vitest";
import type { Share } from "@/model/share/share";
import { type Beginning, foundStaticPage, staticPageOf } from "./staticPage";

const SHARE: Share = {
  scenario: { kind: "builtin", id: "stale-leader", stamp: "x" },
  variant: "leader-unchecked",
  seed: 7,
  at_us: 9_000_000,
  event: null,
  digest: "",
  furthest_us: 9_000_000,
  range: null,
  view: "",
  select: "",
  lesson: null,
  bookmarks: [],
  actions: [],
  expects: [],
};
const BEGINNING: Beginning = { variant: "leader-unchecked", seed: 7, beganUs: 4_000_000 };
const CUT = { at_us: 3_000_000, action: { do: "cut" } };

const pathOf = (changes: Partial<Share>) =>
  staticPageOf({ ...SHARE, ...changes }, BEGINNING)?.path ?? null;

describe("the static page of what is shown", () => {
  it("is the scenario's, wherever its run stands", () => {
    expect(pathOf({})).toBe("s/stale-leader/");
    expect(pathOf({ at_us: 0, select: "node:1" })).toBe("s/stale-leader/");
  });

  it("is asked for another variant or seed besides", () => {
    expect(pathOf({ variant: "leader" })).toBe("s/stale-leader/?variant=leader");
    expect(pathOf({ seed: 9 })).toBe("s/stale-leader/?seed=9");
  });

  it("is the step's in a lesson, with what was done before the step", () => {
    const lesson = { id: "old-leader", step: "lie" };
    expect(pathOf({ lesson })).toBe("story/old-leader/lie/");
    expect(pathOf({ lesson, actions: [CUT] })).toBe("story/old-leader/lie/");
    expect(pathOf({ lesson, actions: [{ ...CUT, at_us: 5_000_000 }] })).toBeNull();
  });

  it("is none once something was done by hand, or of a file of one's own", () => {
    expect(pathOf({ actions: [CUT] })).toBeNull();
    expect(pathOf({ expects: [{ metric: "usd", at_most: 1 }] })).toBeNull();
    expect(pathOf({ scenario: { kind: "file", name: "own.json", text: "{}" } })).toBeNull();
  });
});

describe("its address", () => {
  const page = { path: "story/old-leader/lie/", asks: "lesson=old-leader&step=lie" };
  const at = (text: string, status = 200, home = "https://atlas.example/raft/") =>
    foundStaticPage(page, home, async () => new Response(text, { status }));

  it("is offered where the page is there and leads to what is shown", async () => {
    const text = '<html data-go="lesson=old-leader&amp;step=lie" data-up="../../../">';
    expect(await at(text)).toBe("https://atlas.example/raft/story/old-leader/lie/");
  });

  it("is not where another page answers, none does, or nothing is served", async () => {
    expect(await at('<html data-root="">')).toBeNull();
    expect(await at(' data-go="lesson=old-leader&amp;step=lie"', 404)).toBeNull();
    expect(await at("", 200, "file:///home/atlas.html")).toBeNull();
    const fails = () => Promise.reject(new Error("no network"));
    expect(await foundStaticPage(page, "https://atlas.example/", fails)).toBeNull();
  });
});
