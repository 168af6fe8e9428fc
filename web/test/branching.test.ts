/** Acting in the past begins a branch, and nothing is lost by it; bookmarks lead back. */

import { beforeEach, describe, expect, it } from "vitest";
import { fakeScenario } from "@/test/fakeEngine";
import { TestPage } from "@/test/testPage";

const FILE = { kind: "file", name: "fake.json", text: fakeScenario() } as const;

describe("branches of a session", () => {
  let page: TestPage;

  beforeEach(async () => {
    page = new TestPage();
    await page.controller.open(FILE);
  });

  it("begins a branch when the past is changed, and leads back to the other", async () => {
    await page.controller.advanceTo(1_000_000);
    await page.controller.act({ do: "heal" });
    await page.controller.advanceTo(2_000_000);
    await page.controller.act({ do: "isolate", place: "az1" });
    await page.controller.advanceTo(3_000_000);
    const { log } = page;
    const { frame, notables } = page.state;
    await page.controller.travel.to({ us: 500_000 });
    await page.controller.act({ do: "crash", store: "s1" });
    expect(page.log).toMatchObject([{ at_us: 500_001 }]);
    expect(page.state).toMatchObject({ furthestUs: 500_001, notables: [{ id: 1 }] });
    expect(page.board.getState().notice).toMatchObject({
      text: expect.stringMatching(
        /^You changed the past: .*at 0\.500.000.s\. The other one is kept\.$/,
      ),
      offer: { branch: 0 },
    });
    await page.controller.advanceTo(3_000_000);
    const other = page.state.frame?.digest;
    expect(other).not.toBe(frame?.digest);
    await page.controller.branching.switchTo(0);
    expect(page.log).toEqual(log);
    expect(page.state.frame?.digest).toBe(frame?.digest);
    expect(page.state.notables).toEqual(notables);
    expect(page.state.session?.branches).toMatchObject([
      { id: 0, parent: -1, furthest_us: 3_000_000 },
      { id: 1, parent: 0, fork_us: 500_000, furthest_us: 3_000_000, actions: [{ at_us: 500_001 }] },
    ]);
    await page.controller.branching.switchTo(1);
    expect(page.state.frame?.digest).toBe(other);
  });

  it("goes no further in another branch than that has been", async () => {
    await page.controller.advanceTo(1_000_000);
    await page.controller.travel.to({ us: 500_000 });
    await page.controller.act({ do: "heal" });
    await page.controller.advanceTo(3_000_000);
    await page.controller.branching.switchTo(0);
    expect(page.state.frame?.now_us).toBe(1_000_000);
    expect(page.board.getState().notice?.text).toMatch(/which ends at 1\.000.000.s\./);
  });

  it("names and deletes branches, but not the present one", async () => {
    await page.controller.advanceTo(1_000_000);
    await page.controller.travel.to({ us: 500_000 });
    await page.controller.act({ do: "heal" });
    page.controller.branching.rename(0, "  as it was ");
    expect(page.state.session?.branches[0]?.name).toBe("as it was");
    await page.controller.branching.remove(1);
    expect(page.state.session?.branches).toHaveLength(2);
    await page.controller.branching.remove(0);
    expect(page.state.session?.branches).toMatchObject([{ id: 1, parent: -1, fork_us: 0 }]);
  });

  it("refuses one branch too many and changes nothing", async () => {
    await page.controller.advanceTo(1_000_000);
    for (let made = 0; made < 40; made += 1) {
      await page.controller.travel.to({ us: 500_000 });
      await page.controller.act({ do: "heal" });
      await page.controller.advanceTo(600_000);
    }
    expect(page.state.session?.branches).toHaveLength(32);
    expect(page.board.getState().notice).toMatchObject({ alert: true });
    expect(page.board.getState().notice?.text).toContain("already holds 32 branches");
  });

  it("keeps every branch and bookmark over a reload", async () => {
    await page.controller.advanceTo(1_000_000);
    await page.controller.act({ do: "heal" });
    await page.controller.advanceTo(2_000_000);
    const digest = page.state.frame?.digest;
    await page.controller.travel.to({ us: 500_000 });
    page.controller.bookmarks.add();
    await page.controller.act({ do: "crash", store: "s1" });
    await page.flushTimers();
    const later = page.loadedAgain();
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
    await page.controller.advanceTo(2_000_000);
    await page.controller.travel.to({ us: 500_000 });
    await page.flushTimers();
    const later = page.loadedAgain();
    await later.controller.start("first-look", false, {});
    await later.controller.act({ do: "heal" });
    expect(later.state.session?.branches).toMatchObject([{ furthest_us: 2_000_000 }, { id: 1 }]);
  });

  it("marks an instant once, and finds it in its own branch", async () => {
    await page.controller.advanceTo(1_000_000);
    page.controller.bookmarks.add();
    page.controller.bookmarks.add();
    expect(page.state.session?.bookmarks).toMatchObject([{ id: 1, us: 1_000_000, branch: 0 }]);
    page.controller.bookmarks.rename(1, "the vote");
    await page.controller.travel.to({ us: 500_000 });
    await page.controller.act({ do: "heal" });
    await page.controller.bookmarks.jump(1);
    expect(page.state).toMatchObject({ frame: { now_us: 1_000_000 }, session: { current: 0 } });
    page.controller.bookmarks.remove(1);
    expect(page.state.session?.bookmarks).toEqual([]);
  });
});
