/** Opening something else takes nothing from anybody. */

import { beforeEach, describe, expect, it } from "vitest";

import { KEPT_MAX, tooMany } from "@/session/keep/keptSessions";
import { logOf, type SavedSession } from "@/session/session";
import { fakeScenario } from "@/test/fakeEngine";
import { FIRST, settled, TestPage } from "@/test/testPage";

const FILE = { kind: "file", name: "fake.json", text: fakeScenario() } as const;
const OTHER = fakeScenario({ title: "Other", variants: ["off", "on"] });
const ELSEWHERE = { kind: "file", name: "other.json", text: OTHER } as const;

describe("a session that another takes the place of", () => {
  let page: TestPage;

  beforeEach(async () => {
    page = new TestPage();
    await page.controller.open(FILE);
  });

  async function work(): Promise<SavedSession["bookmarks"]> {
    await page.controller.act({ do: "heal" });
    await page.controller.advanceTo(2_000_000);
    page.controller.bookmarks.add();
    page.controller.bookmarks.annotate(1, "Who leads now?");
    await page.controller.advanceTo(3_000_000);
    await page.controller.travel.to({ us: 2_500_000 });
    await page.controller.act({ do: "isolate", place: "az1" });
    return page.state.session?.bookmarks ?? [];
  }

  it("is kept with its bookmarks, notes and branches, and says so", async () => {
    const bookmarks = await work();
    await page.controller.open(ELSEWHERE);
    expect(page.board.getState().notice).toMatchObject({
      text: "Your session of “Fake” is kept: 2 actions, 1 bookmark, 2 branches.",
      offer: { session: page.shelf[0]?.id },
    });
    expect(page.shelf).toMatchObject([{ bookmarks, branches: [{ id: 0 }, { id: 1 }] }]);
  });

  it("comes back as it was left, and the other is kept in its turn", async () => {
    await work();
    const { log } = page;
    const { frame, session } = page.state;
    await page.controller.open(ELSEWHERE);
    await page.controller.act({ do: "heal" });
    await page.controller.runs.takeUp(page.shelf[0]?.id ?? "");
    expect(page.state.session).toMatchObject({
      bookmarks: session?.bookmarks,
      current: session?.current,
    });
    expect(page.log).toEqual(log);
    expect(page.state.frame?.digest).toBe(frame?.digest);
    expect(page.shelf.map(({ text }) => text)).toEqual([OTHER]);
  });

  it("is offered when the same run is opened again", async () => {
    await work();
    await page.controller.open(ELSEWHERE);
    await page.controller.open(FILE);
    await settled();
    const { notice } = page.board.getState();
    expect(notice?.text).toBe("You were here before: 2 actions, 1 bookmark, 2 branches.");
    expect(notice?.offer).toEqual({ session: page.shelf[0]?.id });
  });

  it("is kept over another variant and another seed too", async () => {
    await page.controller.open(ELSEWHERE);
    await page.controller.act({ do: "heal" });
    page.controller.bookmarks.add();
    await page.controller.restart({ variant: "on" });
    expect(page.board.getState().notice?.text).toBe(
      'Started again as "on". Your session of “Other” is kept: 1 action, 1 bookmark.',
    );
    page.controller.bookmarks.add();
    await page.controller.restart({ seed: 12 });
    expect(page.shelf.map(({ variant }) => variant)).toEqual(["on", "off"]);
  });

  it("is kept once: going on with it makes no second one", async () => {
    await work();
    await page.controller.open(ELSEWHERE);
    const id = page.shelf[0]?.id ?? "";
    await page.controller.runs.takeUp(id);
    await page.controller.act({ do: "heal" });
    await page.controller.open(ELSEWHERE);
    expect(page.shelf).toHaveLength(1);
    expect(page.shelf[0]?.id).toBe(id);
    expect(logOf(page.shelf[0] ?? null)).toHaveLength(3);
  });

  it("is not kept where nobody did anything", async () => {
    await page.controller.advanceTo(2_000_000);
    await page.controller.open(ELSEWHERE);
    expect(page.shelf).toEqual([]);
    expect(page.board.getState().notice).toBeNull();
  });

  it("is not kept of a lesson, which sets its own bookmarks, but with a note of one's own", async () => {
    await page.controller.open(FILE, { ofLesson: true });
    await page.controller.act({ do: "heal" });
    page.controller.bookmarks.addAt(1, "Goal met: Crash it");
    await page.controller.open(FILE, { ofLesson: true });
    expect(page.shelf).toEqual([]);
    page.controller.bookmarks.add();
    await page.controller.open(FILE, { ofLesson: true });
    expect(page.shelf).toHaveLength(1);
  });

  it("is kept when the address names another scenario", async () => {
    await work();
    await page.flushTimers();
    const later = page.loadedAgain();
    await later.controller.start("first-look", true, {});
    expect(later.state.session?.text).toBe(FIRST);
    expect(later.shelf).toMatchObject([{ bookmarks: [{ note: "Who leads now?" }] }]);
    expect(later.board.getState().notice?.text).toMatch(/^Your session of “Fake” is kept/);
  });

  it("says when this browser does not keep it", async () => {
    await work();
    page.storageWorks = false;
    await page.controller.open(ELSEWHERE);
    await settled();
    expect(page.board.getState().notice).toMatchObject({ alert: true });
  });
});

describe("the shelf", () => {
  it("gives up what has only actions before it gives up bookmarks", () => {
    const session = (id: number, bookmarks: unknown[]) =>
      ({ id: `${id}`, bookmarks, branches: [{}] }) as unknown as SavedSession;
    const listed = Array.from({ length: KEPT_MAX + 2 }, (_, i) =>
      session(i, i > KEPT_MAX - 1 ? [{}] : []),
    );
    expect(tooMany(listed).map(({ id }) => id)).toEqual([`${KEPT_MAX - 2}`, `${KEPT_MAX - 1}`]);
    expect(tooMany(listed.slice(0, KEPT_MAX))).toEqual([]);
  });
});

describe("a session that a closed tab left", () => {
  async function left(): Promise<SavedSession> {
    const other = new TestPage();
    await other.controller.open(ELSEWHERE);
    await other.controller.act({ do: "heal" });
    await other.flushTimers();
    if (other.saved === undefined) throw new Error("nothing was saved");
    return other.saved;
  }

  it("is offered when the page begins, beside what it says of its own", async () => {
    const page = new TestPage();
    page.leftNews = await left();
    await page.controller.start("first-look", false, {});
    await settled();
    expect(page.board.getState().notice).toMatchObject({
      text: "A closed tab left “Other”: 1 action.",
      offer: { session: page.leftNews.id },
    });
  });

  it("becomes a session of its own where another tab took it meanwhile", async () => {
    const page = new TestPage();
    const taken = await left();
    page.shelf = [taken];
    await page.controller.open(FILE);
    const underWay = page.controller.runs.takeUp(taken.id);
    await Promise.resolve();
    page.shelf = [];
    expect(await underWay).toBe(true);
    await page.flushTimers();
    await page.flushTimers();
    expect(logOf(page.state.session)).toHaveLength(1);
    expect(page.saved?.id).not.toBe(taken.id);
  });
});
