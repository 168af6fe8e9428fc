import { describe, expect, it } from "vitest";

import type { Command, Reply } from "@/engine/messages";
import { EngineLoop } from "@/engine/worker/engineLoop";
import { loadEngine, textOf } from "@/test/realEngine";

const { engine } = loadEngine();
const REQUEST = { range: 0, notable_after: 0, series_after: -1, target: null };

/** The loop of a worker in which a scenario has run for some seconds. */
function opened(): EngineLoop {
  const loop = new EngineLoop({ engine, wallMs: () => 0 });
  const scenario = textOf("first-look");
  const spec = { scenario, variant: "", seed: 7, actions: [], until_us: 3_000_000 };
  answer(loop, { type: "open", spec, updateRequest: REQUEST });
  return loop;
}

function answer(loop: EngineLoop, command: Command): Reply {
  const reply = loop.run(command);
  if (reply.type === "panicked") throw new Error(reply.message);
  return reply;
}

function judge(loop: EngineLoop, goals: unknown, others: unknown = {}, began: unknown = {}) {
  return answer(loop, {
    type: "judge",
    goals: JSON.stringify(goals),
    others: JSON.stringify(others),
    began: JSON.stringify(began),
  });
}

describe("judging goals", () => {
  it("tells of each goal whether it is met, and what is so", () => {
    const reply = judge(opened(), [
      { metric: "simulated_us", at_least: 3_000_000 },
      { all: [{ metric: "elections", at_least: 1_000 }, { not: { happened: "crashed" } }] },
    ]);
    if (reply.type !== "judged") throw new Error(reply.type);
    const [time, both] = reply.judged;
    expect(time).toEqual({
      standing: "met",
      text: "Time of the run: 3.000\u00a0s",
      found: "Time of the run: 3.000\u00a0s.",
      begun: true,
      at_us: 3_000_000,
      parts: [],
    });
    expect(both?.standing).toBe("not_yet");
    expect(both?.parts.map(({ standing }) => standing)).toEqual(["not_yet", "so_far"]);
  });

  it("compares with reports of other variants", () => {
    const goal = { metric: "simulated_us", at_most: 2, times: "half/simulated_us" };
    const missing = judge(opened(), [goal]);
    const there = judge(opened(), [goal], { half: { simulated_us: 1_500_000 } });
    expect([missing, there].map((reply) => "judged" in reply && reply.judged[0]?.standing)).toEqual(
      ["undecided", "met"],
    );
  });

  it("counts from where it began", () => {
    const goal = { metric: "elections", at_least: 1 };
    const began = { "": { elections: 1 } };
    const whole = judge(opened(), [goal]);
    const since = judge(opened(), [goal], {}, began);
    expect([whole, since].map((reply) => "judged" in reply && reply.judged[0]?.standing)).toEqual([
      "met",
      "not_yet",
    ]);
  });

  it("refuses what is no goal, in words, and goes on", () => {
    const loop = opened();
    const reply = judge(loop, [{ happened: "crashed", where: "nowhere" }]);
    expect(reply).toMatchObject({ type: "refused" });
    expect("message" in reply && reply.message).toContain('[0].where: found "nowhere"');
    expect(judge(loop, []).type).toBe("judged");
  });
});

describe("reading lessons", () => {
  it("gives instants in microseconds and goals as they are judged", () => {
    const step = {
      id: "a",
      title: "A",
      scenario: "first-look",
      start: "5s",
      do: { text: "Do it.", goal: { happened: "elected" }, by: "9s" },
      solution: { actions: [{ at: "6s", do: "crash", node: "s1" }], until: "8s" },
    };
    const head = { format: "raft-atlas-lesson/1", title: "T", minutes: 5, text: "Text." };
    const text = JSON.stringify({ ...head, steps: [step] });
    const reply = answer(opened(), { type: "lesson", text });
    if (reply.type !== "lesson") throw new Error(JSON.stringify(reply));
    const [read] = reply.lesson.steps;
    expect(read).toMatchObject({
      start_us: 5_000_000,
      variant: null,
      do: { by_us: 9_000_000, lost: null, hints: [] },
      solution: {
        variant: null,
        until_us: 8_000_000,
        actions: [{ at_us: 6_000_000, action: { do: "crash", node: "s1" } }],
      },
      variants: [],
    });
    expect(judge(opened(), [read?.do?.goal]).type).toBe("judged");
  });

  it("says what is wrong with a lesson", () => {
    const reply = answer(opened(), { type: "lesson", text: "{}" });
    expect(reply).toMatchObject({ type: "refused" });
    expect("message" in reply && reply.message).toContain(
      'found nothing, expected the key "format"',
    );
  });
});
