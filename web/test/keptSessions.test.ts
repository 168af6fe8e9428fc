/** Opening something else takes nothing from anybody. */

import { beforeEach, describe, expect, it } from "vitest";

import { KEPT_MAX, tooMany } from "@/session/keep/keptSessions";
import { logOf, type SavedSession } from "@/session/session";
import { Desk, FIRST, settled } from "@/test/desk";
import { fakeScenario } from "@/test/fakeEngine";

const FILE = { kind: "file", name: "fake.json", text: fakeScenario() } as const;
const OTHER = fakeScenario({ title: "Other", variants: ["off", "on"] });
const ELSEWHERE = { kind: "file", name: "other.json", text: OTHER } as const;

describe("a session that another takes the place of", () => {
  let desk: Desk;

  beforeEach(async () => {
    desk = new Desk();
    await desk.controller.open(FILE);
  });

  async function work(): Promise<SavedSession["bookmarks"]> {
    await desk.controller.act({ do: "heal" });
    await desk.controller.advanceTo(2_000_000);
    desk.controller.bookmarks.add();
    desk.controller.bookmarks.annotate(1, "Who leads now?");
    await desk.controller.advanceTo(3_000_000);
    await desk.controller.travel.to({ us: 2_500_000 });
    await desk.controller.act({ do: "isolate", place: "az1" });
    return desk.state.session?.bookmarks ?? [];
  }

  it("is kept with its bookmarks, notes and branches, and says so", async () => {
    const bookmarks = await work();
    await desk.controller.open(ELSEWHERE);
    expect(desk.board.getState().notice).toMatchObject({
      text: "Your session of “Fake” is kept: 2 actions, 1 bookmark, 2 branches.",
      offer: { session: desk.shelf[0]?.id },
    });
    expect(desk.shelf).toMatchObject([{ bookmarks, branches: [{ id: 0 }, { id: 1 }] }]);
  });

  it("comes back as it was left, and the other is kept in its turn", async () => {
    await work();
    const { log } = desk;
    const { frame, session } = desk.state;
    await desk.controller.open(ELSEWHERE);
    await desk.controller.act({ do: "heal" });
    await desk.controller.runs.takeUp(desk.shelf[0]?.id ?? "");
    expect(desk.state.session).toMatchObject({
      bookmarks: session?.bookmarks,
      current: session?.current,
    });
    expect(desk.log).toEqual(log);
    expect(desk.state.frame?.digest).toBe(frame?.digest);
    expect(desk.shelf.map(({ text }) => text)).toEqual([OTHER]);
  });

  it("is offered when the same run is opened again", async () => {
    await work();
    await desk.controller.open(ELSEWHERE);
    await desk.controller.open(FILE);
    await settled();
    const { notice } = desk.board.getState();
    expect(notice?.text).toBe("You were here before: 2 actions, 1 bookmark, 2 branches.");
    expect(notice?.offer).toEqual({ session: desk.shelf[0]?.id });
  });

  it("is kept over another variant and another seed too", async () => {
    await desk.controller.open(ELSEWHERE);
    await desk.controller.act({ do: "heal" });
    desk.controller.bookmarks.add();
    await desk.controller.restart({ variant: "on" });
    expect(desk.board.getState().notice?.text).toBe(
      'Started again as "on". Your session of “Other” is kept: 1 action, 1 bookmark.',
    );
    desk.controller.bookmarks.add();
    await desk.controller.restart({ seed: 12 });
    expect(desk.shelf.map(({ variant }) => variant)).toEqual(["on", "off"]);
  });

  it("is kept once: going on with it makes no second one", async () => {
    await work();
    await desk.controller.open(ELSEWHERE);
    const id = desk.shelf[0]?.id ?? "";
    await desk.controller.runs.takeUp(id);
    await desk.controller.act({ do: "heal" });
    await desk.controller.open(ELSEWHERE);
    expect(desk.shelf).toHaveLength(1);
    expect(desk.shelf[0]?.id).toBe(id);
    expect(logOf(desk.shelf[0] ?? null)).toHaveLength(3);
  });

  it("is not kept where nobody did anything", async () => {
    await desk.controller.advanceTo(2_000_000);
    await desk.controller.open(ELSEWHERE);
    expect(desk.shelf).toEqual([]);
    expect(desk.board.getState().notice).toBeNull();
  });

  it("is not kept of a lesson, which sets its own bookmarks, but with a note of one's own", async () => {
    await desk.controller.open(FILE, { ofLesson: true });
    await desk.controller.act({ do: "heal" });
    desk.controller.bookmarks.addAt(1, "Goal met: Crash it");
    await desk.controller.open(FILE, { ofLesson: true });
    expect(desk.shelf).toEqual([]);
    desk.controller.bookmarks.add();
    await desk.controller.open(FILE, { ofLesson: true });
    expect(desk.shelf).toHaveLength(1);
  });

  it("is kept when the address names another scenario", async () => {
    await work();
    await desk.flushTimers();
    const later = desk.loadedAgain();
    await later.controller.start("first-look", true, {});
    expect(later.state.session?.text).toBe(FIRST);
    expect(later.shelf).toMatchObject([{ bookmarks: [{ note: "Who leads now?" }] }]);
    expect(later.board.getState().notice?.text).toMatch(/^Your session of “Fake” is kept/);
  });

  it("says when this browser does not keep it", async () => {
    await work();
    desk.storageWorks = false;
    await desk.controller.open(ELSEWHERE);
    await settled();
    expect(desk.board.getState().notice).toMatchObject({ alert: true });
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
    const other = new Desk();
    await other.controller.open(ELSEWHERE);
    await other.controller.act({ do: "heal" });
    await other.flushTimers();
    if (other.saved === undefined) throw new Error("nothing was saved");
    return other.saved;
  }

  it("is offered when the page begins, beside what it says of its own", async () => {
    const desk = new Desk();
    desk.leftNews = await left();
    await desk.controller.start("first-look", false, {});
    await settled();
    expect(desk.board.getState().notice).toMatchObject({
      text: "A closed tab left “Other”: 1 action.",
      offer: { session: desk.leftNews.id },
    });
  });

  it("becomes a session of its own where another tab took it meanwhile", async () => {
    const desk = new Desk();
    const taken = await left();
    desk.shelf = [taken];
    await desk.controller.open(FILE);
    const underWay = desk.controller.runs.takeUp(taken.id);
    await Promise.resolve();
    desk.shelf = [];
    expect(await underWay).toBe(true);
    await desk.flushTimers();
    await desk.flushTimers();
    expect(logOf(desk.state.session)).toHaveLength(1);
    expect(desk.saved?.id).not.toBe(taken.id);
  });
});
