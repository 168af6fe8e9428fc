import { describe, expect, it } from "vitest";

import type { Judged, LessonStep } from "@/engine/types";
import { judgedOf, lessonOf, TASK } from "@/test/lessons/lessonFixtures";
import {
  changed,
  keptOf,
  type LessonEvent,
  type LessonState,
  openedLesson,
  runOf,
  stageOf,
  stateOf,
  stepOf,
} from "./machine";

const PREDICT = {
  question: "What then?",
  answers: [
    { text: "This", right: true, reply: "Yes." },
    { text: "That", right: false, reply: "No." },
  ],
};

function playing(...steps: Partial<LessonStep>[]): LessonState {
  return openedLesson("lesson", lessonOf(...steps), null);
}

function played(state: LessonState, ...events: LessonEvent[]): LessonState {
  return events.reduce(changed, state);
}

type Judging = Extract<LessonEvent, { type: "judged" }>;

/** Where the run ends. */
const END_US = 1_000_000;

const MET: Judging = {
  type: "judged",
  goal: judgedOf(true, 3),
  lost: null,
  nowUs: 5,
  endUs: END_US,
};
const UNMET: Judging = {
  type: "judged",
  goal: judgedOf(false),
  lost: null,
  nowUs: 5,
  endUs: END_US,
};

describe("a lesson", () => {
  it("asks first, then lets do, then explains", () => {
    const asked = playing({ predict: PREDICT, do: TASK });
    expect(stageOf(asked)).toBe("predict");
    const told = played(asked, { type: "answered", answer: 1 });
    expect(stageOf(told)).toBe("do");
    expect(stageOf(played(told, UNMET))).toBe("do");
    const met = played(told, UNMET, { ...MET, goal: judgedOf(true, 6), nowUs: 8 });
    expect(stageOf(met)).toBe("explain");
    expect(stateOf(met)).toMatchObject({ verdict: "met", atUs: 6, done: true });
  });

  it("keeps an answer locked", () => {
    const state = playing({ predict: PREDICT, do: TASK });
    const twice = played(state, { type: "answered", answer: 1 }, { type: "answered", answer: 0 });
    expect(stateOf(twice).answer).toBe(1);
    expect(stateOf(played(state, { type: "answered", answer: 7 })).answer).toBeNull();
  });

  it("judges nothing before the question is answered", () => {
    const state = playing({ predict: PREDICT, do: TASK });
    expect(played(state, MET)).toBe(state);
  });

  it("stays met, and stays lost, until the step is reset", () => {
    const met = played(playing({ do: TASK }), MET, UNMET);
    expect(stateOf(met).verdict).toBe("met");
    const task = { ...TASK, by_us: 4 };
    const lost = played(playing({ do: task }), UNMET, MET);
    expect(stateOf(lost)).toMatchObject({ verdict: "lost", atUs: 4, done: false });
    const again = played(lost, { type: "reset" });
    expect(stateOf(again)).toMatchObject({ verdict: "open", judged: null });
    expect(stateOf(played(again, MET)).verdict).toBe("met");
  });

  it("keeps its prediction when the step begins anew, so that nothing is asked twice", () => {
    const state = playing({ predict: PREDICT, do: { ...TASK, by_us: 4 } });
    const lost = played(state, { type: "answered", answer: 1 }, UNMET);
    const again = played(lost, { type: "reset" });
    expect(stateOf(again)).toMatchObject({ answer: 1, verdict: "open" });
    expect(stageOf(again)).toBe("do");
  });

  it("is met by what happened in time, even when it is judged later", () => {
    const task = { ...TASK, by_us: 4 };
    expect(stateOf(played(playing({ do: task }), MET)).verdict).toBe("met");
    const late: LessonEvent = {
      type: "judged",
      goal: judgedOf(true, 5),
      lost: null,
      nowUs: 5,
      endUs: END_US,
    };
    expect(stateOf(played(playing({ do: task }), late)).verdict).toBe("lost");
  });

  it("is lost by what must not come first, and by nothing that came after the goal", () => {
    const state = playing({ do: TASK });
    const event = (lostUs: number): LessonEvent => {
      const lost = judgedOf(true, lostUs);
      return { type: "judged", goal: judgedOf(true, 3), lost, nowUs: 5, endUs: END_US };
    };
    expect(stateOf(played(state, event(2)))).toMatchObject({ verdict: "lost", atUs: 2 });
    expect(stateOf(played(state, event(4)))).toMatchObject({ verdict: "met", atUs: 3 });
  });

  it("is lost at the end of the run, since nothing can come any more", () => {
    const end: LessonEvent = { ...UNMET, nowUs: END_US };
    expect(stateOf(played(playing({ do: TASK }), UNMET)).verdict).toBe("open");
    const lost = { verdict: "lost", loss: "end", atUs: END_US };
    expect(stateOf(played(playing({ do: TASK }), UNMET, end))).toMatchObject(lost);
  });

  it("is lost as soon as the goal can no longer come true", () => {
    const goal: Judged = { ...judgedOf(false), standing: "broken", at_us: 4 };
    const broken: LessonEvent = { ...UNMET, goal };
    const lost = { verdict: "lost", loss: "broken", atUs: 4, lostBy: null };
    expect(stateOf(played(playing({ do: TASK }), broken))).toMatchObject(lost);
  });

  it("is not met by what was so all the while, nor by what cannot be said yet", () => {
    for (const standing of ["so_far", "undecided", "not_yet"] as const) {
      const event: LessonEvent = { ...UNMET, goal: { ...judgedOf(false), standing } };
      expect(stateOf(played(playing({ do: TASK }), event)).verdict).toBe("open");
    }
  });

  it("keeps the hints that were asked for when the step begins anew", () => {
    const task = { ...TASK, by_us: 4, hints: ["Look there."] };
    const lost = played(playing({ do: task }), UNMET, { type: "hinted" });
    expect(stateOf(played(lost, { type: "reset" }))).toMatchObject({ verdict: "open", hints: 1 });
  });

  it("says why it was lost", () => {
    const task = { ...TASK, by_us: 4 };
    expect(stateOf(played(playing({ do: task }), UNMET)).loss).toBe("time");
    const event: LessonEvent = { ...UNMET, lost: judgedOf(true, 3) };
    const lost = { loss: "happened", lostBy: { standing: "met" } };
    expect(stateOf(played(playing({ do: task }), event))).toMatchObject(lost);
  });

  it("marks the instant shown when the engine knows no better one", () => {
    const event: LessonEvent = {
      type: "judged",
      goal: judgedOf(true),
      lost: null,
      nowUs: 5,
      endUs: END_US,
    };
    expect(stateOf(played(playing({ do: TASK }), event)).atUs).toBe(5);
  });

  it("is met when the engine says, and lost where its time ends sooner", () => {
    const event: LessonEvent = { ...MET, goal: judgedOf(true, 8_000_000), nowUs: 8_100_000 };
    const until = (by_us: number | null) => playing({ do: { ...TASK, by_us } });
    expect(stateOf(played(until(null), event))).toMatchObject({ verdict: "met", atUs: 8_000_000 });
    expect(stateOf(played(until(7_000_000), event))).toMatchObject({ loss: "time" });
  });

  it("is not met at an instant at which it was looked at and open", () => {
    const late = stateOf(played(playing({ do: TASK }), { ...UNMET, nowUs: 4 }, MET));
    expect(late).toMatchObject({ verdict: "met", atUs: 5, isSeen: true });
  });

  it("explains without the goal when that is asked for, and does not call it done", () => {
    const shown = played(playing({ do: TASK }), { type: "revealed" });
    expect(stageOf(shown)).toBe("explain");
    expect(stateOf(shown).done).toBe(false);
  });

  it("gives hints one by one, as many as there are", () => {
    const state = playing({ do: { ...TASK, hints: ["one", "two"] } });
    const hint: LessonEvent = { type: "hinted" };
    expect(stateOf(played(state, hint)).hints).toBe(1);
    expect(stateOf(played(state, hint, hint, hint)).hints).toBe(2);
  });

  it("calls a step with nothing to do done once it was read, after its question", () => {
    expect(stateOf(playing({})).done).toBe(true);
    const asked = playing({ predict: PREDICT });
    expect(stateOf(asked).done).toBe(false);
    expect(stateOf(played(asked, { type: "answered", answer: 0 })).done).toBe(true);
  });

  it("goes to any step and to no other", () => {
    const state = playing({ do: TASK }, { do: TASK });
    expect(stepOf(played(state, { type: "went", to: 1 })).id).toBe("step-1");
    expect(played(state, { type: "went", to: 2 })).toBe(state);
  });

  it("goes on with the run of the nearest step before that names a scenario", () => {
    const none = { scenario: null };
    const state = playing({ id: "a" }, { id: "b" }, { id: "c", ...none }, { id: "d", ...none });
    const { base, before } = runOf(state, 3);
    expect(base?.id).toBe("b");
    expect(before.map(({ id }) => id)).toEqual(["b", "c"]);
  });

  it("comes back with what was answered and done, at the step where it was left", () => {
    const steps = [{ predict: PREDICT, do: TASK }, { do: TASK }] as const;
    const left = played(playing(...steps), { type: "answered", answer: 1 }, MET, {
      type: "went",
      to: 1,
    });
    const back = openedLesson("lesson", lessonOf(...steps), "step-1", keptOf(left));
    expect(back.at).toBe(1);
    expect(back.steps.map(({ answer, done }) => [answer, done])).toEqual([
      [1, true],
      [null, false],
    ]);
  });

  it("opens at its first step when it has no such step, whatever was kept of others", () => {
    const kept = { gone: { answer: 3, done: true }, "step-0": { answer: 9, done: false } };
    const state = openedLesson("lesson", lessonOf({ predict: PREDICT }), "gone", kept);
    expect(state.at).toBe(0);
    expect(stateOf(state).answer).toBeNull();
  });
});
