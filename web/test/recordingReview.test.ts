/**
 * A session becomes a scenario: on the real engine, what was recorded is the same run, and what is
 * said to hold does hold.
 */

import { replay_file } from "engine";
import { describe, expect, it } from "vitest";

import type { Action } from "@/engine/types";
import { WorkerLink } from "@/engine/workerLink";
import { type RecordedSession, Review } from "@/session/recording/review";
import { logOf, type Session } from "@/session/session";
import { loadEngine, textOf } from "@/test/realEngine";
import { TestPage } from "@/test/testPage";

const { engine } = loadEngine();

const ACTS: readonly [number, Action][] = [
  [1_000_000, { do: "crash", store: "s3" }],
  [1_500_000, { do: "put", from: "g1", key: 3 }],
  [2_000_000, { do: "restart", store: "s3" }],
];

async function played(
  id: string,
  acts = ACTS,
  { variant = "", untilUs = 3_000_000 } = {},
): Promise<{ page: TestPage; taken: RecordedSession }> {
  const page = new TestPage(engine);
  const source = { kind: "file", name: `${id}.json`, text: textOf(id) } as const;
  await page.controller.open(source, { variant, seed: 5 });
  for (const [us, action] of acts) {
    await page.controller.advanceTo(us);
    await page.controller.act(action);
  }
  await page.controller.advanceTo(untilUs);
  return { page, taken: takenOf(page) };
}

function takenOf({ state }: TestPage): RecordedSession {
  const { session, frame, world, furthestUs } = state;
  if (session === null || frame === null || world === null) throw new Error("nothing runs");
  const { now_us: nowUs, digest } = frame;
  return { session, nowUs, digest, furthestUs, durationUs: world.duration_us };
}

async function writeReplay(session: Session, untilUs: number): Promise<string> {
  const { text, variant, seed } = session;
  const done = logOf(session).filter(({ at_us }) => at_us <= untilUs);
  return replay_file(text, variant, seed, JSON.stringify(done));
}

function reviewOf(page: TestPage, taken: RecordedSession): Review {
  const makeLink = () => new WorkerLink(page.makeWorker(engine), () => () => {});
  return new Review({ makeLink, writeReplay }, taken);
}

/** The file run as the command line runs it: to its end, and judged. */
function judged(text: string, variant = ""): { digest: string; met: boolean[] } {
  const run = new engine.Playground(text, variant, undefined);
  run.advance(run.world().duration_us, Number.MAX_SAFE_INTEGER);
  const { verdicts } = run.outcome?.("{}", "[]") ?? { verdicts: [] };
  const { digest } = run.frame({ range: 0, notable_after: 0, series_after: -1, shape: 0 });
  return { digest, met: verdicts.map(({ met }) => met) };
}

describe("the review of what was done", () => {
  it("makes a scenario that is the session, and holds to what it expects", async () => {
    const { page, taken } = await played("first-look");
    const review = reviewOf(page, taken);
    await review.begin();
    const { run, goals, ends } = review.store.getState();
    expect(ends).toBe("shown");
    expect(run).toMatchObject({ state: "ran", digest: taken.digest, refused: [] });
    expect(review.isWhole()).toBe(true);
    expect(goals.map(({ goal }) => goal.metric)).toContain("run/elections");
    expect(goals.every(({ verdict }) => verdict?.met)).toBe(true);
    const text = await review.file("Mine", "What I did.");
    expect(JSON.parse(text)).toMatchObject({ title: "Mine", duration: "3s", seed: 5 });
    const came = judged(text);
    expect(came.digest).toBe(taken.digest);
    expect(came.met).toEqual(goals.map(() => true));
  });

  it("leaves an action out, and judges the same limits on the run without it", async () => {
    const { page, taken } = await played("first-look", [
      [1_000_000, { do: "isolate", place: "Ohio" }],
    ]);
    const review = reviewOf(page, taken);
    await review.begin();
    const before = review.store.getState();
    await review.keep(0, false);
    const after = review.store.getState();
    expect(review.isWhole()).toBe(false);
    expect(after.run).toMatchObject({ state: "ran" });
    expect(after.run).not.toEqual(before.run);
    expect(after.goals.map(({ goal }) => goal)).toEqual(before.goals.map(({ goal }) => goal));
    expect(after.limitsAreOlder).toBe(true);
    await review.takeLimits();
    const { goals, limitsAreOlder } = review.store.getState();
    expect(limitsAreOlder).toBe(false);
    const text = await review.file("Without", "");
    expect(JSON.parse(text)).toMatchObject({ actions: [] });
    expect(judged(text).met).toEqual(goals.map(() => true));
  });

  it("records a variant, and keeps what the person expected", async () => {
    const { page, taken } = await played("follower-read", [[400_000, { do: "heal" }]], {
      variant: "follower",
      untilUs: 1_200_000,
    });
    const expects = [{ metric: "follower/elections", at_least: 1_000 }];
    const review = reviewOf(page, { ...taken, session: { ...taken.session, expects } });
    await review.begin();
    const [own, ...offered] = review.store.getState().goals;
    expect(own).toMatchObject({ own: true, verdict: { met: false } });
    if (own === undefined) return;
    review.want(own.goal, false);
    const text = await review.file("Read nearby", "");
    expect(JSON.parse(text)).toMatchObject({ expect: offered.map(({ goal }) => goal) });
    const came = judged(text, "follower");
    expect(came.digest).toBe(taken.digest);
    expect(came.met).toEqual(offered.map(() => true));
  });

  it("records the branch that is shown", async () => {
    const { page } = await played("first-look");
    await page.controller.travel.to({ us: 1_200_000 });
    await page.controller.act({ do: "pause", store: "s1" });
    await page.controller.advanceTo(2_000_000);
    const taken = takenOf(page);
    const review = reviewOf(page, taken);
    expect(review.actions.map(({ action }) => action.do)).toEqual(["crash", "pause"]);
    await review.begin();
    expect(review.store.getState().run).toMatchObject({ digest: taken.digest });
  });

  it("ends where the run has been, when more was done than is shown", async () => {
    const { page } = await played("first-look");
    await page.controller.travel.to({ us: 1_200_000 });
    const review = reviewOf(page, takenOf(page));
    expect(review.store.getState().ends).toBe("furthest");
    await review.endAt("shown");
    expect(review.isWhole()).toBe(true);
    const text = await review.file("Short", "");
    expect(JSON.parse(text)).toMatchObject({ duration: "1.2s", actions: [{ do: "crash" }] });
    await review.endAt("scenario");
    expect(JSON.parse(await review.file("Long", ""))).toMatchObject({ duration: "60s" });
  });

  it("says why there is no run when an action means nothing without another", async () => {
    const { page, taken } = await played("first-look", [
      [1_000_000, { do: "split", range: 0, key: 10 }],
      [2_000_000, { do: "transfer", to: "s2", range: 1 }],
    ]);
    const review = reviewOf(page, taken);
    await review.begin();
    expect(review.store.getState().run).toMatchObject({ digest: taken.digest });
    await review.keep(0, false);
    const { run } = review.store.getState();
    expect(run.state === "ran" ? run.refused : [run]).toHaveLength(1);
    await review.keep(1, false);
    expect(review.store.getState().run).toMatchObject({ state: "ran", refused: [] });
    await review.keep(0, true);
    await review.keep(1, true);
    expect(review.store.getState().run).toMatchObject({ digest: taken.digest });
  });
});
