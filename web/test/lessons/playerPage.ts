/** A page as far as lessons see it: what they do to it is written down. */

import { vi } from "vitest";
import type { Action, Frame, Judged, Lesson, LoggedAction } from "@/engine/types";
import { LessonPlayer } from "@/lessons/lessonPlayer";
import { lessonStore } from "@/lessons/lessonStore";
import type { Fetched } from "@/model/fetched";
import { withLog } from "@/session/branches";
import { PageStore } from "@/session/pageStore";
import { freshSession } from "@/session/reduce";
import { logOf, type OpenOptions, type ScenarioSource } from "@/session/session";
import { INITIAL_STATE } from "@/session/simState";
import { SimStore } from "@/session/simStore";
import { judgedOf, lessonOf } from "@/test/lessons/lessonFixtures";
import { put } from "@/test/put";

const LIST = [{ id: "one", file: "one.json", title: "One", minutes: 5, steps: 1, text: "." }];
export const CUT: Action = { do: "cut", from: "a", to: "b" };
export const SOLUTION = {
  variant: null,
  actions: [{ at_us: 3_000_000, action: CUT }],
  until_us: 5_000_000,
};

export const EXPLAIN = { text: "So it is.", figures: [], since: null };
export const PREDICT = {
  question: "What then?",
  answers: [
    { text: "This.", right: true, reply: "Yes." },
    { text: "That.", right: false, reply: "No." },
  ],
};

/** The page's session as far as lessons see it: what they do to it is written down. */
export class PlayerPage {
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
  player: LessonPlayer;

  constructor() {
    this.player = this.visit();
  }

  /** The page is opened again: only storage is left. */
  visit(): LessonPlayer {
    lessonStore.setState(lessonStore.getInitialState());
    put(this.store, { ...INITIAL_STATE, phase: "ready" });
    return new LessonPlayer({
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

export async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
}

/** Files beside the page: a list of one lesson, and nothing else. */
export function stubLessons(): void {
  vi.stubGlobal("fetch", async (address: string) => ({
    ok: true,
    text: async () => (address.endsWith("index.json") ? JSON.stringify(LIST) : "{}"),
  }));
}
