import { expect, test } from "vitest";

import type { AdvicePlan, LensCommand, LensReply } from "@/engine/lens";
import { jobsOf, type LensLike, runAll } from "./pool";

const PLAN = {
  scenario: "{}",
  seeds: [1, 2],
  settings: [{ set: ["a=1"] }, { set: ["a=2"] }, { set: ["a=3"] }],
} as unknown as AdvicePlan;

/** Answers when it is told to, with the setting and the seed that it was asked for. */
class Fake implements LensLike {
  onmessage: LensLike["onmessage"] = null;
  onerror: LensLike["onerror"] = null;
  isOver = false;
  asked: LensCommand | null = null;
  private readonly answer: (command: LensCommand) => LensReply | null;

  constructor(answer: (command: LensCommand) => LensReply | null) {
    this.answer = answer;
  }

  postMessage(command: LensCommand): void {
    this.asked = command;
    const reply = this.answer(command);
    if (reply === null) return;
    void Promise.resolve().then(() => this.onmessage?.({ data: reply } as MessageEvent<LensReply>));
  }

  terminate(): void {
    this.isOver = true;
  }
}

function pool(workers: number, answer: (command: LensCommand) => LensReply | null) {
  const started: Fake[] = [];
  const start = (): Fake => {
    const fake = new Fake(answer);
    started.push(fake);
    return fake;
  };
  return { started, pool: { workers, start } };
}

const ran = (command: LensCommand): LensReply =>
  command.type === "run_point"
    ? { type: "ran", report: `${command.set.join()} ${command.seed}` }
    : { type: "failed", message: "Nothing else is asked." };

test("every setting is run with its first seed before any with its second", () => {
  expect(jobsOf(PLAN).map(({ setting, seed }) => [seed, setting])).toEqual([
    [1, 0],
    [1, 1],
    [1, 2],
    [2, 0],
    [2, 1],
    [2, 2],
  ]);
});

test("the runs are shared among the workers, and each is made once", async () => {
  const { started, pool: two } = pool(2, ran);
  const done: number[] = [];
  const reports = await runAll(
    PLAN,
    (count) => done.push(count),
    new AbortController().signal,
    two,
  );
  expect(started).toHaveLength(2);
  expect(started.every(({ isOver }) => isOver)).toBe(true);
  expect(done).toEqual([1, 2, 3, 4, 5, 6]);
  expect(reports.map(({ report }) => report).toSorted()).toEqual([
    "a=1 1",
    "a=1 2",
    "a=2 1",
    "a=2 2",
    "a=3 1",
    "a=3 2",
  ]);
});

test("there are no more workers than runs", async () => {
  const { started, pool: many } = pool(64, ran);
  await runAll(PLAN, () => {}, new AbortController().signal, many);
  expect(started).toHaveLength(6);
});

test("ended by hand, it gives what is there", async () => {
  const own = new AbortController();
  const { started, pool: one } = pool(1, ran);
  const end = (done: number): void => {
    if (done === 2) own.abort();
  };
  const reports = await runAll(PLAN, end, own.signal, one);
  expect(reports).toHaveLength(2);
  expect(started[0]?.isOver).toBe(true);
});

test("who works when it is ended is not waited for", async () => {
  const own = new AbortController();
  const { started, pool: one } = pool(1, () => null);
  const over = runAll(PLAN, () => {}, own.signal, one);
  own.abort();
  expect(await over).toEqual([]);
  expect(started[0]?.isOver).toBe(true);
});

test("what a worker could not do is said", async () => {
  const { pool: one } = pool(1, () => ({ type: "failed", message: "No engine." }));
  const failed = runAll(PLAN, () => {}, new AbortController().signal, one);
  await expect(failed).rejects.toThrow("No engine.");
});
