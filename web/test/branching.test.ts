/** Acting in the past begins a branch, and nothing is lost by it; bookmarks lead back. */

import { beforeEach, describe, expect, it } from "vitest";

import { Desk } from "@/test/desk";
import { fakeScenario } from "@/test/fakeEngine";

const FILE = { kind: "file", name: "fake.json", text: fakeScenario() } as const;

describe("branches of a session", () => {
  let desk: Desk;

  beforeEach(async () => {
    desk = new Desk();
    await desk.controller.open(FILE);
  });

  it("begins a branch when the past is changed, and leads back to the other", async () => {
    await desk.controller.advanceTo(1_000_000);
    await desk.controller.act({ do: "heal" });
    await desk.controller.advanceTo(2_000_000);
    await desk.controller.act({ do: "isolate", place: "az1" });
    await desk.controller.advanceTo(3_000_000);
    const { log } = desk;
    const { frame, notables } = desk.state;
    await desk.controller.travel.to({ us: 500_000 });
    await desk.controller.act({ do: "crash", store: "s1" });
    expect(desk.log).toMatchObject([{ at_us: 500_001 }]);
    expect(desk.state).toMatchObject({ furthestUs: 500_001, notables: [{ id: 1 }] });
    expect(desk.board.getState().notice).toMatchObject({
      text: expect.stringMatching(
        /^You changed the past: .*at 0\.500.000.s\. The other one is kept\.$/,
      ),
      offer: { branch: 0 },
    });
    await desk.controller.advanceTo(3_000_000);
    const other = desk.state.frame?.digest;
    expect(other).not.toBe(frame?.digest);
    await desk.controller.branching.switchTo(0);
    expect(desk.log).toEqual(log);
    expect(desk.state.frame?.digest).toBe(frame?.digest);
    expect(desk.state.notables).toEqual(notables);
    expect(desk.state.session?.branches).toMatchObject([
      { id: 0, parent: -1, furthest_us: 3_000_000 },
      { id: 1, parent: 0, fork_us: 500_000, furthest_us: 3_000_000, actions: [{ at_us: 500_001 }] },
    ]);
    await desk.controller.branching.switchTo(1);
    expect(desk.state.frame?.digest).toBe(other);
  });

  it("goes no further in another branch than that has been", async () => {
    await desk.controller.advanceTo(1_000_000);
    await desk.controller.travel.to({ us: 500_000 });
    await desk.controller.act({ do: "heal" });
    await desk.controller.advanceTo(3_000_000);
    await desk.controller.branching.switchTo(0);
    expect(desk.state.frame?.now_us).toBe(1_000_000);
    expect(desk.board.getState().notice?.text).toMatch(/which ends at 1\.000.000.s\./);
  });

  it("names and deletes branches, but not the present one", async () => {
    await desk.controller.advanceTo(1_000_000);
    await desk.controller.travel.to({ us: 500_000 });
    await desk.controller.act({ do: "heal" });
    desk.controller.branching.rename(0, "  as it was ");
    expect(desk.state.session?.branches[0]?.name).toBe("as it was");
    await desk.controller.branching.remove(1);
    expect(desk.state.session?.branches).toHaveLength(2);
    await desk.controller.branching.remove(0);
    expect(desk.state.session?.branches).toMatchObject([{ id: 1, parent: -1, fork_us: 0 }]);
  });

  it("refuses one branch too many and changes nothing", async () => {
    await desk.controller.advanceTo(1_000_000);
    for (let made = 0; made < 40; made += 1) {
      await desk.controller.travel.to({ us: 500_000 });
      await desk.controller.act({ do: "heal" });
      await desk.controller.advanceTo(600_000);
    }
    expect(desk.state.session?.branches).toHaveLength(32);
    expect(desk.board.getState().notice).toMatchObject({ alert: true });
    expect(desk.board.getState().notice?.text).toContain("already holds 32 branches");
  });

  it("keeps every branch and bookmark over a reload", async () => {
    await desk.controller.advanceTo(1_000_000);
    await desk.controller.act({ do: "heal" });
    await desk.controller.advanceTo(2_000_000);
    const digest = desk.state.frame?.digest;
    await desk.controller.travel.to({ us: 500_000 });
    desk.controller.bookmarks.add();
    await desk.controller.act({ do: "crash", store: "s1" });
    await desk.flushTimers();
    const later = desk.loadedAgain();
    await later.controller.start("first-look", false, {});
    expect(later.state.session).toMatchObject({ current: 1, branches: [{ id: 0 }, { id: 1 }] });
    await later.controller.branching.switchTo(0);
    await later.controller.travel.to({ us: 2_000_000 });
    expect(later.state.frame?.digest).toBe(digest);
    // The bookmark was set before the two parted.
    await later.controller.bookmarks.jump(1);
    expect(later.state).toMatchObject({ frame: { now_us: 500_000 }, session: { current: 0 } });
  });

  it("begins a branch also in a past that only the kept session knows", async () => {
    await desk.controller.advanceTo(2_000_000);
    await desk.controller.travel.to({ us: 500_000 });
    await desk.flushTimers();
    const later = desk.loadedAgain();
    await later.controller.start("first-look", false, {});
    await later.controller.act({ do: "heal" });
    expect(later.state.session?.branches).toMatchObject([{ furthest_us: 2_000_000 }, { id: 1 }]);
  });

  it("marks an instant once, and finds it in its own branch", async () => {
    await desk.controller.advanceTo(1_000_000);
    desk.controller.bookmarks.add();
    desk.controller.bookmarks.add();
    expect(desk.state.session?.bookmarks).toMatchObject([{ id: 1, us: 1_000_000, branch: 0 }]);
    desk.controller.bookmarks.rename(1, "the vote");
    await desk.controller.travel.to({ us: 500_000 });
    await desk.controller.act({ do: "heal" });
    await desk.controller.bookmarks.jump(1);
    expect(desk.state).toMatchObject({ frame: { now_us: 1_000_000 }, session: { current: 0 } });
    desk.controller.bookmarks.remove(1);
    expect(desk.state.session?.bookmarks).toEqual([]);
  });
});
