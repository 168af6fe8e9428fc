import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Action, Frame, Judged, Lesson, LoggedAction } from "@/engine/types";
import type { Fetched } from "@/model/fetched";
import { withLog } from "@/session/branches";
import { PageStore } from "@/session/pageStore";
import { freshSession } from "@/session/reduce";
import { logOf, type OpenOptions, type ScenarioSource } from "@/session/session";
import { INITIAL_STATE } from "@/session/simState";
import { SimStore } from "@/session/simStore";
import { judgedOf, lessonOf, TASK } from "@/test/lessons/lessonFixtures";
import { put } from "@/test/put";
import { LessonDesk } from "./lessonDesk";
import { lessonStore } from "./lessonStore";
import { stageOf, stateOf } from "./machine";

const LIST = [{ id: "one", file: "one.json", title: "One", minutes: 5, steps: 1, text: "." }];
const CUT: Action = { do: "cut", from: "a", to: "b" };
const SOLUTION = {
  variant: null,
  actions: [{ at_us: 3_000_000, action: CUT }],
  until_us: 5_000_000,
};

const EXPLAIN = { text: "So it is.", figures: [], since: null };
const PREDICT = {
  question: "What then?",
  answers: [
    { text: "This.", right: true, reply: "Yes." },
    { text: "That.", right: false, reply: "No." },
  ],
};

/** The page's session as far as lessons see it: what they do to it is written down. */
class Page {
  readonly store = new SimStore();
  readonly board = new PageStore();
  readonly kept = new Map<string, string>();
  readonly done: string[] = [];
  readonly told: string[] = [];
  /** Other variants that were brought along, with the instants of what is done in them. */
  readonly beside: string[] = [];
  lesson: Lesson | string = lessonOf({});
  judged: Judged[] = [judgedOf(false)];
  timers: (() => void)[] = [];
  isFull = false;
  isStill = false;
  report = async (): Promise<Fetched<string>> => ({
    ok: true,
    value: '{"variants":{"run":{"count":3}}}',
  });
  nowMs = 0;
  desk: LessonDesk;

  constructor() {
    this.desk = this.visit();
  }

  /** The page is opened again: only storage is left. */
  visit(): LessonDesk {
    lessonStore.setState(lessonStore.getInitialState());
    put(this.store, { ...INITIAL_STATE, phase: "ready" });
    return new LessonDesk({
      run: this.store,
      page: this.board,
      variants: {
        at: async (names, { actions }) => {
          for (const name of names)
            this.beside.push(`${name}: ${actions.map(({ at_us }) => at_us).join(" ")}`);
          return { ok: true, reports: {} };
        },
        close: () => {},
      },
      shadow: { at: async () => ({ ok: true, reports: {} }), close: () => {} },
      storage: () => ({
        getItem: (key) => this.kept.get(key) ?? null,
        setItem: (key, value) => {
          if (this.isFull) throw new Error("full");
          this.kept.set(key, value);
        },
      }),
      wallMs: () => {
        this.nowMs += 300;
        return this.nowMs;
      },
      later: (callback) => this.timers.push(callback),
      judge: async () => ({ ok: true, value: this.judged }),
      read: async () =>
        typeof this.lesson === "string"
          ? { ok: false, message: this.lesson }
          : { ok: true, value: this.lesson },
      open: async (source, options) => this.open(source, options),
      advanceTo: async (us) => this.stand(us),
      act: async (action) => this.act(action),
      setSpeed: (speed) => this.done.push(`speed ${speed}`),
      showView: (view) => this.done.push(`show ${view}`),
      report: () => this.report(),
      playUntil: (us) => {
        this.done.push(`plays until ${us}`);
        put(this.store, { playing: true });
      },
      seek: async (us) => this.stand(us),
      isStill: () => this.isStill,
      play: () => put(this.store, { playing: true }),
      pause: () => put(this.store, { playing: false }),
      bookmark: (us, name) => this.done.push(`mark ${us} ${name}`),
      notify: (text) => this.told.push(text),
    });
  }

  async open(source: ScenarioSource, options: OpenOptions): Promise<boolean> {
    const { variant = "", seed = 1, actions = [], untilUs = 0 } = options;
    const id = source.kind === "builtin" ? source.id : source.name;
    this.done.push(`open ${id} ${variant} ${seed} ${actions.length} ${untilUs}`);
    const spec = { scenario: id, variant, seed, actions, until_us: untilUs };
    put(this.store, { session: freshSession(source, spec, variant, seed) });
    this.stand(untilUs);
    return true;
  }

  stand(us: number): void {
    this.done.push(`at ${us}`);
    put(this.store, { frame: { now_us: us, digest: `at ${us}` } as Frame });
  }

  act(action: Action): void {
    const { session, frame } = this.store.getState();
    if (session === null || frame === null) return;
    const logged: LoggedAction = { at_us: frame.now_us + 1, action, text: "" };
    this.done.push(`act ${action.do} ${logged.at_us}`);
    put(this.store, { session: withLog(session, [...logOf(session), logged]) });
  }

  get play() {
    const play = lessonStore.getState().play;
    if (play === null) throw new Error("no lesson");
    return play;
  }
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
}

describe("the player of lessons", () => {
  let page: Page;
  beforeEach(() => {
    vi.stubGlobal("fetch", async (address: string) => ({
      ok: true,
      text: async () => (address.endsWith("index.json") ? JSON.stringify(LIST) : "{}"),
    }));
    page = new Page();
  });

  it("brings the run to where a step begins", async () => {
    page.lesson = lessonOf({ variant: "on", seed: 9, speed: 0.5, show: "events" });
    await page.desk.open("one", null);
    expect(page.done).toEqual([
      "open first-look on 9 0 1000000",
      "at 1000000",
      "speed 0.5",
      "show events",
    ]);
    expect(page.board.getState().lesson).toEqual({
      id: "one",
      step: "step-0",
      began_us: 1_000_000,
    });
  });

  it("goes on with the run, or makes it anew out of the solutions before", async () => {
    page.lesson = lessonOf({ do: TASK, solution: SOLUTION }, { scenario: null, do: TASK });
    await page.desk.open("one", null);
    page.done.length = 0;
    await page.desk.goTo(1);
    expect(page.done).toEqual([]);
    await page.desk.open("one", "step-1");
    expect(page.done).toEqual([
      "open first-look  1 0 1000000",
      "at 1000000",
      "at 2999999",
      "act cut 3000000",
      "at 5000000",
      "at 1000000",
    ]);
  });

  it("begins a step anew with the run as it was then", async () => {
    page.lesson = lessonOf({ do: TASK }, { scenario: null, do: TASK });
    await page.desk.open("one", null);
    page.act(CUT);
    page.stand(4_000_000);
    await page.desk.goTo(1);
    page.act(CUT);
    page.stand(9_000_000);
    page.done.length = 0;
    await page.desk.reset();
    expect(page.done).toEqual(["open first-look  1 1 4000000", "at 4000000"]);
  });

  describe("what a step plays by itself", () => {
    const PLAYS = { play_us: 400_000, explain: EXPLAIN };
    const ASKS = { ...PLAYS, predict: PREDICT };
    const stretch = () => lessonStore.getState().stretch;

    it("is played from where the step begins, once it stands there", async () => {
      page.lesson = lessonOf(PLAYS);
      await page.desk.open("one", null);
      expect(page.done.at(-1)).toBe("plays until 1400000");
      expect(stretch()).toEqual({ fromUs: 1_000_000, toUs: 1_400_000 });
    });

    it("waits for the answer to what is asked first", async () => {
      page.lesson = lessonOf(ASKS);
      await page.desk.open("one", null);
      expect(page.done.at(-1)).toBe("at 1000000");
      expect(stretch()).toBeNull();
      page.stand(3_000_000);
      page.desk.answer(0);
      await settled();
      expect(page.done.slice(-2)).toEqual(["at 1000000", "plays until 1400000"]);
    });

    it("is played once, and again when somebody asks", async () => {
      page.lesson = lessonOf(PLAYS);
      await page.desk.open("one", null);
      page.stand(1_400_000);
      put(page.store, { playing: false });
      await settled();
      expect(page.done.filter((done) => done.startsWith("plays"))).toHaveLength(1);
      await page.desk.stretches.again();
      expect(page.done.slice(-2)).toEqual(["at 1000000", "plays until 1400000"]);
    });

    it("comes with every step that is gone to", async () => {
      page.lesson = lessonOf(PLAYS, { ...PLAYS, start_us: 6_000_000 }, {});
      await page.desk.open("one", null);
      await page.desk.goTo(1);
      expect(page.done.at(-1)).toBe("plays until 6400000");
      await page.desk.goTo(2);
      expect(stretch()).toBeNull();
    });

    it("follows a goal that was met, and no explanation that was asked for without it", async () => {
      page.lesson = lessonOf({ ...PLAYS, do: TASK });
      await page.desk.open("one", null);
      page.desk.reveal();
      await settled();
      expect(stretch()).toBeNull();
      await page.desk.reset();
      page.judged = [judgedOf(true, 1_500_000)];
      page.stand(2_000_000);
      page.timers.splice(0).forEach((ring) => {
        ring();
      });
      await settled();
      expect(page.done.at(-1)).toBe("plays until 2400000");
    });

    it("has no figures until it rests", async () => {
      page.lesson = lessonOf(PLAYS);
      await page.desk.open("one", null);
      await settled();
      expect(lessonStore.getState().reports).toBeNull();
      page.stand(1_400_000);
      put(page.store, { playing: false });
      await settled();
      expect(lessonStore.getState().reportsUs).toBe(1_400_000);
    });

    it("is its end alone where nothing may move by itself", async () => {
      page.isStill = true;
      page.lesson = lessonOf(PLAYS);
      await page.desk.open("one", null);
      expect(page.done.at(-1)).toBe("at 1400000");
      expect(page.store.getState().playing).toBe(false);
    });

    it("is offered, and not played, where an address asks that the run stand still", async () => {
      page.lesson = lessonOf(PLAYS, PLAYS);
      await page.desk.open("one", null, true);
      expect(page.done.at(-1)).toBe("at 1000000");
      expect(stretch()).toEqual({ fromUs: 1_000_000, toUs: 1_400_000 });
      await page.desk.goTo(1);
      expect(page.done.at(-1)).toBe("plays until 1400000");
    });

    it("is offered, and not played, where a run was found again", async () => {
      page.lesson = lessonOf(PLAYS);
      await page.desk.open("one", null);
      page.stand(1_200_000);
      put(page.store, { playing: false });
      page.done.length = 0;
      await page.desk.resume({ id: "one", step: "step-0", began_us: 1_000_000 });
      await settled();
      expect(page.done).toEqual([]);
      expect(stretch()).toEqual({ fromUs: 1_000_000, toUs: 1_400_000 });
    });
  });

  it("stops where a goal is met, marks it and says so", async () => {
    page.lesson = lessonOf({ do: TASK });
    await page.desk.open("one", null);
    await settled();
    put(page.store, { playing: true });
    page.judged = [judgedOf(true, 1_500_000)];
    page.stand(2_000_000);
    page.timers.splice(0).forEach((ring) => {
      ring();
    });
    await settled();
    expect(stateOf(page.play)).toMatchObject({ verdict: "met", atUs: 1_500_000 });
    expect(page.store.getState().playing).toBe(false);
    expect(page.done).toContain("mark 1500000 Goal met: Only");
    expect(page.told).toContain("Goal met at 1.5\u00a0s.");
    expect(lessonStore.getState().reports?.own).toEqual({ count: 3 });
  });

  it("reads figures again where the run went elsewhere meanwhile", async () => {
    const first = await page.report();
    const last: Fetched<string> = { ok: true, value: '{"variants":{"run":{"count":9}}}' };
    let answer = (_: Fetched<string>) => {};
    page.report = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    page.lesson = lessonOf({ explain: EXPLAIN });
    await page.desk.open("one", null);
    page.stand(1_400_000);
    answer(first);
    page.report = async () => last;
    await settled();
    expect(lessonStore.getState().reports?.own).toEqual({ count: 9 });
    expect(lessonStore.getState().reportsUs).toBe(1_400_000);
  });

  it("says of a figure between which instants it came, and keeps the place", async () => {
    page.lesson = lessonOf({ do: TASK });
    await page.desk.open("one", null);
    await settled();
    put(page.store, { playing: true });
    page.stand(2_000_000);
    page.timers.splice(0).forEach((ring) => {
      ring();
    });
    await settled();
    page.judged = [judgedOf(true, null)];
    page.stand(2_250_001);
    page.timers.splice(0).forEach((ring) => {
      ring();
    });
    await settled();
    expect(stateOf(page.play)).toMatchObject({ verdict: "met", atUs: 2_250_001, isSeen: true });
    expect(page.done).toContain("mark 2250001 Goal met, first seen: Only");
    expect(page.told).toContain("Goal met between 2\u00a0s and 2.25\u00a0s.");
  });

  it("reads figures again that could not be read", async () => {
    page.lesson = lessonOf({});
    await page.desk.open("one", null);
    await settled();
    lessonStore.setState({ reports: null });
    page.report = async () => {
      throw new Error("no answer");
    };
    await expect(page.desk.fill()).rejects.toThrow("no answer");
    page.report = async () => ({ ok: true, value: '{"variants":{"run":{"count":4}}}' });
    await page.desk.fill();
    expect(lessonStore.getState().reports?.own).toEqual({ count: 4 });
  });

  it("does in other variants what leads to a step, and nothing that the person does", async () => {
    page.lesson = lessonOf(
      { do: TASK, solution: SOLUTION },
      { scenario: null, do: TASK, variants: ["off"] },
    );
    await page.desk.open("one", "step-1");
    page.act(CUT);
    await page.desk.fill();
    expect(page.beside).toContain("off: 3000000");
  });

  it("does in other variants what the person does, where the step says so", async () => {
    page.lesson = lessonOf({ do: TASK, variants: ["off"], others: "same_actions" });
    await page.desk.open("one", null);
    await settled();
    expect(page.beside.at(-1)).toBe("off: ");
    page.act(CUT);
    await page.desk.fill();
    expect(page.beside.at(-1)).toBe("off: 1000001");
  });

  it("holds verdicts on reads back until the answer is locked in", async () => {
    const predict = {
      question: "What then?",
      answers: [
        { text: "This", right: true, reply: "Yes." },
        { text: "That", right: false, reply: "No." },
      ],
    };
    page.lesson = lessonOf({ predict, do: TASK });
    await page.desk.open("one", null);
    expect(page.board.getState().hideVerdicts).toBe(true);
    page.desk.answer(0);
    expect(page.board.getState().hideVerdicts).toBe(false);
    await page.desk.reset();
    expect(stateOf(page.play).answer).toBe(0);
    expect(page.board.getState().hideVerdicts).toBe(false);
  });

  it("counts from where a step began that went on with the run before it, also after a reload", async () => {
    page.lesson = lessonOf({ do: TASK }, { do: TASK, scenario: null, start_us: null });
    await page.desk.open("one", null);
    page.stand(4_321_000);
    await page.desk.goTo(1);
    const left = page.board.getState().lesson;
    expect(left).toEqual({ id: "one", step: "step-1", began_us: 4_321_000 });
    const { session } = page.store.getState();
    page.desk = page.visit();
    put(page.store, { session });
    page.stand(6_000_000);
    if (left === null) throw new Error("no lesson was left");
    expect(await page.desk.resume(left)).toBe(true);
    expect(lessonStore.getState().beganUs).toBe(4_321_000);
  });

  it("knows which lessons there are, also after a reload, so that its end leads to the next", async () => {
    page.lesson = lessonOf({ do: TASK });
    await page.desk.open("one", null);
    const left = page.board.getState().lesson;
    const { session } = page.store.getState();
    page.desk = page.visit();
    put(page.store, { session });
    expect(lessonStore.getState().list).toBeNull();
    if (left === null) throw new Error("no lesson was left");
    await page.desk.resume(left);
    await settled();
    expect(lessonStore.getState().list).toMatchObject([{ id: "one" }]);
  });

  it("asks again who plays a whole lesson again", async () => {
    const predict = {
      question: "What then?",
      answers: [
        { text: "This", right: true, reply: "Yes." },
        { text: "That", right: false, reply: "No." },
      ],
    };
    page.lesson = lessonOf({ predict });
    await page.desk.open("one", null);
    page.desk.answer(1);
    page.desk.close();
    await page.desk.open("one", null);
    expect(stageOf(page.play)).toBe("predict");
    expect(page.play.steps.map(({ done }) => done)).toEqual([true]);
  });

  it("does not judge a run that is not the step's", async () => {
    page.lesson = lessonOf({ do: TASK });
    await page.desk.open("one", null);
    await settled();
    page.judged = [judgedOf(true)];
    await page.open({ kind: "builtin", id: "other" }, {});
    page.timers.splice(0).forEach((ring) => {
      ring();
    });
    await settled();
    expect(lessonStore.getState().isOwnRun).toBe(false);
    expect(stageOf(page.play)).toBe("do");
  });

  it("goes on at the next visit where it was left, and keeps what was done", async () => {
    page.lesson = lessonOf({}, { do: TASK });
    await page.desk.open("one", null);
    await page.desk.goTo(1);
    page.desk = page.visit();
    await page.desk.open("one", null);
    expect(page.board.getState().lesson?.step).toBe("step-1");
    expect(page.play.steps.map(({ done }) => done)).toEqual([true, false]);
  });

  it("says once that progress is not kept, and plays on", async () => {
    page.isFull = true;
    page.lesson = lessonOf({}, {});
    await page.desk.open("one", null);
    await page.desk.goTo(1);
    expect(page.told).toEqual(["This browser does not store your progress in the lessons."]);
    expect(page.board.getState().lesson?.step).toBe("step-1");
  });

  it("says what is wrong with a lesson, and that there is none of a name", async () => {
    page.lesson = "steps[0]: found nothing, expected a title";
    await page.desk.open("one", null);
    expect(page.told[0]).toBe(
      "The lesson was not opened. steps[0]: found nothing, expected a title",
    );
    await page.desk.open("two", null);
    expect(page.told[1]).toBe(
      "The lesson was not opened. There is no lesson “two” here. There are: one.",
    );
    expect(page.board.getState().lesson).toBeNull();
  });

  it("leaves the run as it is when the lesson is left", async () => {
    await page.desk.open("one", null);
    page.desk.close();
    expect(page.board.getState().lesson).toBeNull();
    expect(page.store.getState().session).not.toBeNull();
  });
});
