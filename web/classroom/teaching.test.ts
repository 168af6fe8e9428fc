/** What a teacher's page says of its run. */

import { expect, it, vi } from "vitest";
import { fakeScenario } from "@/test/fakeEngine";
import { settled, TestPage } from "@/test/testPage";
import type { Said } from "./protocol";
import { Teaching } from "./teaching";

/** A teacher's page, what it said, and what it puts off. */
function teachingOf(page: TestPage) {
  const said: Said[] = [];
  const timers: (() => void)[] = [];
  const teaching = new Teaching({
    run: page.store,
    page: page.board,
    saying: { say: (one) => void said.push(one), beat: () => {} },
    wallMs: () => 0,
    later: (callback, ms) => {
      // The beats of a run that stands still come as often.
      if (ms >= 10_000) timers.push(callback);
    },
  });
  return { teaching, said, timers };
}

it("says all of the run anew, once and after a while, when the class lacks something", async () => {
  const page = new TestPage();
  await page.controller.start("first-look", false, {});
  const { teaching, said, timers } = teachingOf(page);
  teaching.begin();
  await settled();
  await page.controller.act({ do: "heal" });
  const isRun = ({ t }: Said) => t === "run";
  expect(said.filter(isRun)).toHaveLength(1);
  teaching.sayAgain();
  teaching.sayAgain();
  expect(said.filter(isRun)).toHaveLength(1);
  for (const timer of timers.splice(0)) timer();
  await settled();
  const [, again, more] = said.filter(isRun);
  // Whoever follows keeps the lesson of before until it is said, also that there is none.
  expect(said.slice(said.indexOf(again as Said))).toContainEqual({ t: "lesson", at: null });
  expect(again).toMatchObject({ t: "run", actions: [{ action: { do: "heal" } }] });
  expect(more).toBeUndefined();
  teaching.end();
});

it("says the run after a while when it could not be packed", async () => {
  const page = new TestPage();
  const text = JSON.stringify(JSON.parse(fakeScenario()));
  await page.controller.open({ kind: "file", name: "mine.json", text });
  const reported = vi.fn();
  vi.stubGlobal("reportError", reported);
  vi.stubGlobal("CompressionStream", undefined);
  const { teaching, said, timers } = teachingOf(page);
  teaching.begin();
  await vi.waitFor(() => expect(reported).toHaveBeenCalledOnce());
  expect(said).toEqual([]);
  vi.unstubAllGlobals();
  for (const timer of timers.splice(0)) timer();
  await vi.waitFor(() => expect(said[0]).toMatchObject({ t: "run", scenario: { kind: "file" } }));
  teaching.end();
});
