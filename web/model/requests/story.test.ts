import { describe, expect, it } from "vitest";

import { Attempt } from "./attempt";
import { type Invocation, RequestStory } from "./story";

const GATEWAY = 9;

function storyOf(
  changes: Partial<Invocation> = {},
  completed_us: number | null = 100,
): RequestStory {
  const story = new RequestStory({
    id: 1,
    gateway: GATEWAY,
    workload: 0,
    op: "get",
    mode: "follower",
    key: 3,
    rows: 1,
    keys: [],
    range: 0,
    parent: 0,
    at_us: 0,
    row: 0,
    ...changes,
  });
  story.outcome = "ok";
  story.completed_us = completed_us;
  return story;
}

/** An attempt that was served at one instant and answered at another. */
function served(story: RequestStory, store: number, at: readonly [number, number, number]): void {
  const [from_us, served_us, to_us] = at;
  const attempt = new Attempt(store, from_us);
  attempt.phase = "queue";
  attempt.served(served_us, served_us - from_us);
  attempt.sent({ flight: 1, from: store, to: GATEWAY, sent_us: served_us, end_us: to_us });
  attempt.arrived(to_us, to_us - served_us);
  story.attempts.push(attempt);
  story.answered = attempt;
}

/** "kind from-to@node". */
function told(story: RequestStory, now_us = 1_000): string[] {
  return story
    .segments(now_us)
    .map(({ kind, from_us, to_us, node }) => `${kind} ${from_us}-${to_us}@${node}`);
}

describe("where the time of a request went", () => {
  it("is the timestamp's before the first attempt", () => {
    const story = storyOf();
    story.marks.push({ kind: "timestamp", us: 40 });
    served(story, 2, [40, 60, 100]);
    expect(told(story)).toEqual(["timestamp 0-40@9", "service 40-60@2", "travel 60-100@9"]);
  });

  it("is spent on being sent elsewhere after a refusal of a replica that was not safe", () => {
    const story = storyOf();
    const first = new Attempt(2, 0);
    first.phase = "queue";
    first.served(20, 20);
    story.attempts.push(first);
    story.refused(30, 2, "not_safe_yet");
    served(story, 3, [50, 70, 100]);
    expect(told(story)).toEqual([
      "service 0-20@2",
      "lost 20-30@2",
      "redirect 30-50@9",
      "service 50-70@3",
      "travel 70-100@9",
    ]);
    expect(story.lastRefusal).toEqual({ by: 2, why: "not_safe_yet" });
  });

  it("is a lock's from the refusal until it is resolved", () => {
    const story = storyOf();
    const first = new Attempt(2, 0);
    first.phase = "queue";
    first.served(20, 20);
    story.attempts.push(first);
    story.refused(20, 2, "locked");
    served(story, 2, [80, 90, 100]);
    expect(told(story).slice(0, 2)).toEqual(["service 0-20@2", "lock 20-80@9"]);
  });

  it("is that of its parts, one after the other, and of the gateway between them", () => {
    const story = storyOf({ op: "statement" }, 100);
    story.marks.push({ kind: "timestamp", us: 10 });
    const first = storyOf({ id: 2, parent: 1, at_us: 10 }, 50);
    served(first, 2, [10, 30, 50]);
    const second = storyOf({ id: 3, parent: 1, at_us: 55 }, 100);
    served(second, 3, [55, 80, 100]);
    story.parts.push(first, second);
    expect(told(story)).toEqual([
      "timestamp 0-10@9",
      "service 10-30@2",
      "travel 30-50@9",
      "retry 50-55@9",
      "service 55-80@3",
      "travel 80-100@9",
    ]);
  });

  it("is that of the part that was waited for where parts overlap", () => {
    const story = storyOf({ op: "statement" }, 90);
    const [first, second] = [storyOf({ id: 2, parent: 1 }, 40), storyOf({ id: 3, parent: 1 }, 90)];
    served(first, 2, [0, 20, 40]);
    served(second, 3, [0, 60, 90]);
    story.parts.push(first, second);
    expect(told(story)).toEqual([
      "service 0-20@2",
      "travel 20-40@9",
      "service 40-60@3",
      "travel 60-90@9",
    ]);
  });

  it("is prewriting and committing where a transaction writes", () => {
    const story = storyOf({ op: "transfer" }, 100);
    story.marks.push({ kind: "timestamp", us: 20 }, { kind: "prewrite", us: 60 });
    story.marks.push({ kind: "prewrite", us: 70 }, { kind: "commit", us: 100 });
    expect(told(story)).toEqual(["timestamp 0-20@9", "prewrite 20-70@9", "commit 70-100@9"]);
    // What has not happened by now is not told.
    story.completed_us = null;
    expect(told(story, 65).at(-1)).toBe("commit 60-65@9");
  });
});
