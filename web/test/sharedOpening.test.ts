import { beforeEach, describe, expect, it } from "vitest";

import { writeShareFile } from "@/model/share/file";
import { writeFragment } from "@/model/share/link";
import { pack } from "@/model/share/packed";
import type { Share } from "@/model/share/share";
import { stampOf } from "@/model/stamp";
import { formatInstant } from "@/model/units";
import type { PageLayout } from "@/session/pageState";
import { connectPorts } from "@/session/ports";
import { linkOf, shareOf } from "@/session/sharing/made";
import { openFragment, openShareFile, type SharingDeps } from "@/session/sharing/opening";
import { put } from "@/test/put";
import { VIEWS } from "@/views/registry";
import { fakeScenario } from "./fakeEngine";
import { mutated } from "./shares";
import { FIRST, TestPage } from "./testPage";

const SHARE: Share = {
  scenario: { kind: "builtin", id: "first-look", stamp: stampOf(FIRST) },
  variant: "on",
  seed: 9,
  at_us: 3_000_000,
  event: null,
  digest: "",
  furthest_us: 5_000_000,
  range: null,
  view: "events",
  select: "node:0",
  lesson: null,
  expects: [{ metric: "run/elections", at_most: 1 }],
  bookmarks: [{ us: 2_000_000, name: "Crash", note: "who leads?" }],
  actions: [
    { at_us: 1_000_001, action: { do: "crash", store: "s1" } },
    { at_us: 4_000_001, action: { do: "heal" } },
  ],
};

describe("opening what was shared", () => {
  let page: TestPage;
  let sharing: SharingDeps;
  const resumed: string[] = [];

  beforeEach(() => {
    connectPorts({ views: VIEWS });
    page = new TestPage();
    const fetchScenario = (id: string) => page.fetchScenario(id);
    sharing = {
      controller: page.controller,
      run: page.store,
      page: page.board,
      storage: page.storage,
      fetchScenario,
      lessons: {
        resume: async ({ id, step }) => {
          resumed.push(`${id}/${step}`);
          return id === "leases" && step === "first";
        },
        leave: async () => {
          put(page.board, { lesson: null });
        },
      },
    };
  });

  const open = async (changes: Partial<Share> = {}) =>
    openFragment(sharing, await writeFragment({ ...SHARE, ...changes }));
  const show = (changes: Partial<PageLayout>) =>
    put(page.board, { layout: { ...page.board.getState().layout, ...changes } });
  const problems = () => page.board.getState().linkReport?.problems.map(({ where }) => where) ?? [];

  it("brings the run to the instant, paused, with its log, future included", async () => {
    expect(await open()).toBe(true);
    expect(page.board.getState().linkReport).toBeNull();
    expect(page.state).toMatchObject({ playing: false, furthestUs: 5_000_000 });
    expect(page.board.getState().ownSessionParked).toBe(false);
    expect(page.state.frame?.now_us).toBe(3_000_000);
    expect(page.state.session).toMatchObject({
      variant: "on",
      seed: 9,
      bookmarks: [{ us: 2_000_000, name: "Crash", note: "who leads?", branch: 0 }],
    });
    expect(page.log).toMatchObject([
      { at_us: 1_000_001, text: "Did crash." },
      { at_us: 4_000_001, text: "Did heal." },
    ]);
    expect(page.board.getState().layout.view).toBe("events");
    expect(page.board.getState().selection).toEqual({ node: 0 });
  });

  it("gives the same link again, and the same run as the one that was shared", async () => {
    await open();
    const share = shareOf(page.state, page.board.getState());
    if (share === undefined) throw new Error("nothing to share");
    expect({ ...share, event: null, digest: "" }).toEqual(SHARE);
    const made = await linkOf(share, "https://a.example/");
    if (made.kind !== "link") throw new Error("no link");
    const other = new TestPage();
    await openFragment(
      {
        ...{ ...sharing, controller: other.controller, storage: other.storage },
        run: other.store,
        page: other.board,
      },
      new URL(made.address).hash,
    );
    expect(other.board.getState().linkReport).toBeNull();
    expect(other.state.frame?.digest).toBe(page.state.frame?.digest);
  });

  it("leaves out what the engine refuses, and says which and why", async () => {
    const actions = [
      { at_us: 5, action: { do: "crash", store: "s77" } },
      ...SHARE.actions,
      { at_us: 4_500_000, action: { do: "crash", store: "s78" } },
    ];
    expect(await open({ actions, variant: "garden" })).toBe(true);
    expect(problems()).toEqual([
      "variant",
      `action 1, crash at ${formatInstant(5)}`,
      `action 4, crash at ${formatInstant(4_500_000)}`,
    ]);
    expect(page.board.getState().linkReport?.problems[1]?.found).toBe(
      'store: found "s77", expected s1.',
    );
    expect(page.log).toHaveLength(2);
    expect(page.state.session?.variant).toBe("off");
  });

  it("says when the scenario is another by now, and when the run is", async () => {
    const stamp = "00000000000000";
    await open({ scenario: { kind: "builtin", id: "first-look", stamp }, digest: "ffffffff" });
    expect(problems()).toEqual(["stamp", "digest"]);
    expect(page.board.getState().linkReport?.opened).toBe(true);
  });

  it("leaves the page as it is when the scenario is refused, unknown or missing", async () => {
    await page.controller.open({ kind: "builtin", id: "first-look" });
    await page.controller.advanceTo(700_000);
    const before = page.state.frame?.digest;
    for (const scenario of [
      { kind: "file", name: "x", text: "{" },
      { kind: "builtin", id: "nowhere", stamp: "" },
    ] as const) {
      expect(await open({ scenario })).toBe(false);
      expect(page.board.getState().linkReport).toMatchObject({ opened: false });
      expect(page.state.frame?.digest).toBe(before);
      expect(page.board.getState().ownSessionParked).toBe(false);
    }
  });

  it("keeps the session of the person: the shared run is not saved over it", async () => {
    await page.controller.open({ kind: "builtin", id: "first-look" }, { variant: "off" });
    await page.controller.advanceTo(700_000);
    await page.flushTimers();
    await open();
    await page.controller.advanceTo(6_000_000);
    await page.flushTimers();
    expect(page.board.getState().ownSessionParked).toBe(true);
    for (const kept of [page.saved, page.left]) {
      expect(kept).toMatchObject({ variant: "off", now_us: 700_000 });
    }
    put(page.board, { ownSessionParked: false });
    page.controller.leave();
    expect(page.left).toMatchObject({ variant: "on", now_us: 6_000_000 });
  });

  it("leads back to the person's session, which a save that was still to come does not write over", async () => {
    await page.controller.open({ kind: "builtin", id: "first-look" }, { variant: "off" });
    await page.controller.advanceTo(700_000);
    await page.flushTimers();
    await open();
    await page.controller.advanceTo(6_000_000);
    if (page.saved === undefined) throw new Error("nothing was saved");
    page.restored = { kind: "session", saved: page.saved };
    const back = page.controller.start("first-look", false, { play: false });
    await page.flushTimers();
    expect(page.saved).toMatchObject({ variant: "off", now_us: 700_000 });
    await back;
    await page.flushTimers();
    expect(page.board.getState().ownSessionParked).toBe(false);
    expect(page.state).toMatchObject({ frame: { now_us: 700_000 } });
    expect(page.saved).toMatchObject({ variant: "off", now_us: 700_000 });
  });

  it("goes on in the lesson at its step, and says when there is none", async () => {
    await open({ lesson: { id: "leases", step: "first" } });
    expect(resumed.splice(0)).toEqual(["leases/first"]);
    expect(problems()).toEqual([]);
    await open({ lesson: { id: "leases", step: "gone" } });
    expect(problems()).toEqual(["lesson"]);
    await open({ lesson: { id: "unknown", step: "" } });
    expect(problems()).toEqual(["lesson"]);
  });

  it("closes the lesson that was open: it must not judge a run that is not its own", async () => {
    put(page.board, { lesson: { id: "leases", step: "first" } });
    await open();
    expect(page.board.getState().lesson).toBeNull();
    expect(page.board.getState().notice?.text).toContain("The lesson is closed");
  });

  it("leaves the open lesson alone when nothing is opened", async () => {
    put(page.board, { lesson: { id: "leases", step: "first" } });
    expect(await openFragment(sharing, "1;scenario=nowhere")).toBe(false);
    expect(page.board.getState().lesson).toEqual({ id: "leases", step: "first" });
  });

  it("leaves the sheets of a narrow page closed, and shares the one that is opened there", async () => {
    await open();
    show({ narrow: true, sheet: "selected" });
    expect(shareOf(page.state, page.board.getState())?.view).toBe("");
    await open({ view: "spacetime" });
    expect(page.board.getState().layout.sheet).toBe("shut");
    expect(shareOf(page.state, page.board.getState())?.view).toBe("");
    show({ sheet: "view" });
    expect(shareOf(page.state, page.board.getState())?.view).toBe("spacetime");
  });

  it("chooses the view that it names, also one that stands: a second run leaves it there", async () => {
    await open();
    const { view, choices } = page.board.getState().layout;
    await open({ view });
    expect(page.board.getState().layout).toMatchObject({ view, choices: choices + 1 });
  });

  it("does not share a view that is closed", async () => {
    await open();
    show({ view: "events", size: "closed" });
    expect(shareOf(page.state, page.board.getState())?.view).toBe("");
  });

  it("takes a file with a scenario of somebody's own", async () => {
    const text = fakeScenario({ title: "Mine" });
    const share: Share = {
      ...SHARE,
      variant: "",
      scenario: { kind: "file", name: "mine.json", text },
    };
    expect(await openShareFile(sharing, writeShareFile(share))).toBe(true);
    expect(page.state.world?.title).toBe("Mine");
    expect(page.state.session?.source).toMatchObject({ kind: "file", name: "mine.json" });
    expect(await openShareFile(sharing, "{")).toBe(false);
    expect(page.board.getState().linkReport).toMatchObject({ what: "file", opened: false });
  });

  it("of 500 mutated links leaves the page able to go on each time", async () => {
    const old =
      `#1;scenario=first-look&stamp=${stampOf(FIRST)}&variant=on&seed=9&at=3&until=5&view=events` +
      "&select=node:0&mark=2,Crash,who%20leads%3F&do=+1.000001,crash,store:s1&do=+3,heal";
    const json = JSON.stringify(SHARE);
    const other = JSON.stringify({
      ...SHARE,
      scenario: { kind: "file", name: "fake.json", text: fakeScenario({ variants: ["on"] }) },
    });
    const link = await writeFragment(SHARE);
    // The letters of a link of today and of one of the first kind, and what a link says.
    const ways = [
      async (seed: number) => mutated(link, old, seed),
      async (seed: number) => mutated(old, link, seed),
      async (seed: number) => `#2${await pack(mutated(json, other, seed), "deflate")}`,
      async (seed: number) => `#2${await pack(mutated(other, json, seed), "deflate")}`,
    ];
    let opened = 0;
    for (let seed = 0; seed < 500; seed += 1) {
      const broken = (await ways[seed % ways.length]?.(seed)) ?? link;
      // A day of simulated time is a long way for a test; the page goes it in pieces.
      if (await openFragment(sharing, broken.replace(/at=\d{3,}/, "at=9"))) opened += 1;
      if (page.state.phase !== "ready") continue;
      const now = page.state.frame?.now_us ?? 0;
      await page.controller.advanceTo(now + 1_000);
      expect(page.state.frame?.now_us).toBe(now + 1_000);
    }
    expect(opened).toBeGreaterThan(50);
  }, 60_000);
});
