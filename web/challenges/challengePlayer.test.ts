/** The player of challenges over a run that is moved by hand. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Action, Challenge, ChallengeRun, Frame, LoggedAction, World } from "@/engine/types";
import type { Assignment } from "@/model/assignment/assignment";
import { assignedStore } from "@/session/assigned";
import { challengeSource } from "@/session/challenges";
import { PageStore } from "@/session/pageStore";
import { runKey, type Session } from "@/session/session";
import { SimStore } from "@/session/simStore";
import { put } from "@/test/put";
import type { Best, Bests } from "./bests";
import { ChallengePlayer } from "./challengePlayer";
import { challengeStore } from "./challengeStore";

const END_US = 10_000_000;
const HEAL: LoggedAction = { at_us: 1_000_001, action: { do: "heal" }, text: "Healed." };

const CHALLENGE = {
  title: "Keep it up",
  variant: null,
  seed: null,
  lasts_us: null,
  acts: 2,
} as unknown as Challenge;

/** A page whose engine gives the score that a test wants. */
class Page {
  readonly store = new SimStore();
  readonly board = new PageStore();
  readonly kept: [string, Best][] = [];
  readonly said: string[] = [];
  readonly sought: number[] = [];
  failsToSeek = false;
  readonly logs: { at_us: number }[][] = [];
  bests: Bests = {};
  value = 5;
  solved = true;
  /** Places in the log of what is refused. */
  refuses: number[] = [];
  restarts = 0;
  nowMs = 0;
  /** Answers wait for it. */
  held: Promise<void> | undefined;
  private timers: (() => void)[] = [];
  readonly player = new ChallengePlayer({
    run: this.store,
    page: this.board,
    shelf: {
      load: async () => this.bests,
      keep: async (id, run) => {
        this.kept.push([id, run]);
        return true;
      },
    },
    fetchText: async () => ({ ok: true, value: "the file" }),
    read: async () => ({ ok: true, value: CHALLENGE }),
    score: async (_, log) => {
      this.logs.push(JSON.parse(log));
      const value = this.scored();
      await this.held;
      return { ok: true, value };
    },
    open: async () => true,
    restart: async () => {
      this.restarts += 1;
      this.run([]);
      this.move(0);
    },
    leaveLesson: async () => {},
    pause: () => put(this.store, { playing: false }),
    seek: async (us) => {
      if (this.failsToSeek) throw new Error("No worker.");
      this.sought.push(us);
      this.move(us);
    },
    notify: (text) => this.said.push(text),
    wallMs: () => this.nowMs,
    dateMs: () => 77,
    later: (callback) => this.timers.push(callback),
  });

  run(actions: LoggedAction[], seed = 3): void {
    const branch = { id: 0, actions } as unknown as Session["branches"][0];
    const session: Session = {
      source: challengeSource("keep"),
      text: JSON.stringify({ seed: 3 }),
      variant: "",
      seed,
      branches: [branch],
      current: 0,
      bookmarks: [],
    };
    const world = { duration_us: END_US } as World;
    put(this.store, { phase: "ready", session, world, playing: true });
    put(this.board, { challenge: "keep" });
  }

  move(us: number): void {
    put(this.store, { frame: { now_us: us, digest: `at ${us}` } as Frame });
  }

  /** Lets wall time pass, promises settle and timers ring. */
  async settle(): Promise<void> {
    for (let i = 0; i < 5; i += 1) {
      this.nowMs += 1_000;
      for (const callback of this.timers.splice(0)) callback();
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }

  private scored(): ChallengeRun {
    const over = this.store.getState().frame?.now_us === END_US;
    const score = {
      ...{ solved: this.solved && over, over, lost: false, conditions: [], points: [] },
      ...{ label: "Acts", value: this.value, told: `${this.value} acts`, better: "less" },
      ...{ stars: 2, asked: ["at most 3", "at most 1"] },
    } as unknown as ChallengeRun["score"];
    const refused = this.refuses.map((index) => ({ index, at_us: 1, text: "Not allowed." }));
    return { score, end_us: END_US, now_us: 0, acts: 1, refused, digest: `run ${this.value}` };
  }
}

let page: Page;

beforeEach(async () => {
  challengeStore.setState(challengeStore.getInitialState(), true);
  page = new Page();
  page.run([HEAL]);
  page.move(2_000_000);
});

/** Followed, and played to its end. */
async function played(): Promise<void> {
  await page.player.follow("keep");
  await page.settle();
  page.move(END_US);
  await page.settle();
}

describe("a run that comes to its end", () => {
  it("is told, and kept as the best with its acts", async () => {
    await played();
    expect(page.said).toEqual(["Solved: 5 acts, 2 stars. Your first solution."]);
    expect(page.kept).toHaveLength(1);
    expect(page.kept[0]?.[1]).toMatchObject({ value: 5, stars: 2, digest: "run 5", at_ms: 77 });
    expect(page.kept[0]?.[1].acts).toEqual([HEAL]);
    expect(page.store.getState().playing).toBe(false);
  });

  it("is kept when it is better than the best, and not else", async () => {
    await played();
    page.value = 6;
    page.move(3_000_000);
    await page.settle();
    page.move(END_US);
    await page.settle();
    expect(page.kept).toHaveLength(1);
    expect(page.said.at(-1)).toBe("Solved: 6 acts, 2 stars. Your best: 5 acts.");
    page.value = 1;
    page.move(3_000_000);
    await page.settle();
    page.move(END_US);
    await page.settle();
    expect(page.kept.map(([, best]) => best.value)).toEqual([5, 1]);
    expect(page.said.at(-1)).toBe("Solved: 1 acts, 2 stars. Better than your 5 acts.");
  });

  it("is told when it was left and comes again before the answer about it", async () => {
    await page.player.follow("keep");
    await page.settle();
    let release = (): void => {};
    page.held = new Promise((resolve) => {
      release = resolve;
    });
    page.nowMs += 1_000;
    page.move(END_US);
    page.move(2_000_000);
    release();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(challengeStore.getState().ended).toBeNull();
    page.move(END_US);
    await page.settle();
    expect(challengeStore.getState().ended?.run.digest).toBe("run 5");
  });

  it("is not kept when it is not solved", async () => {
    page.solved = false;
    await played();
    expect(page.kept).toEqual([]);
    expect(page.said[0]).toMatch(/^Not solved/);
  });

  it("is not kept when it came by a link", async () => {
    const { session } = page.store.getState();
    put(page.board, { sharedRunKey: runKey(session as Session) });
    await played();
    expect(page.kept).toEqual([]);
    expect(page.said[0]).toContain("came by a link");
  });

  it("is not kept when nobody played it here", async () => {
    page.move(END_US);
    await page.player.follow("keep");
    await page.settle();
    expect(challengeStore.getState().ended?.run.digest).toBe("run 5");
    expect(page.kept).toEqual([]);
  });

  it("is measured against no best of another text", async () => {
    await played();
    const best = page.kept[0]?.[1] as Best;
    page = new Page();
    challengeStore.setState(challengeStore.getInitialState(), true);
    page.bests = { keep: { ...best, stamp: "another", value: 0 } };
    page.run([HEAL]);
    page.move(2_000_000);
    await played();
    expect(page.said).toEqual(["Solved: 5 acts, 2 stars. Your first solution."]);
  });
});

describe("the time of a challenge", () => {
  it("ends where it ends: what ran past it is brought back", async () => {
    await page.player.follow("keep");
    await page.settle();
    page.move(END_US + 5);
    await page.settle();
    expect(page.sought).toEqual([END_US]);
    expect(challengeStore.getState().ended).not.toBeNull();
  });

  it("is asked for again after a way back that failed", async () => {
    const told = vi.fn();
    vi.stubGlobal("reportError", told);
    await page.player.follow("keep");
    await page.settle();
    page.failsToSeek = true;
    page.move(END_US + 5);
    await page.settle();
    expect(told).toHaveBeenCalled();
    page.failsToSeek = false;
    page.move(END_US + 6);
    await page.settle();
    expect(page.sought).toEqual([END_US]);
    vi.unstubAllGlobals();
  });

  it("begins anew with “Try again”", async () => {
    await played();
    await page.player.again();
    await page.settle();
    expect(page.restarts).toBe(1);
    expect(challengeStore.getState().ended).toBeNull();
    expect(page.store.getState().playing).toBe(false);
  });
});

describe("an act", () => {
  const act: Action = { do: "heal" };

  it("is refused in the engine's words, after those before it alone", async () => {
    const later = { ...HEAL, at_us: 9_000_000 };
    page.run([HEAL, later]);
    await page.player.follow("keep");
    await page.settle();
    page.refuses = [1];
    expect(await page.player.refusal(act)).toBe("Not allowed.");
    expect(page.logs.at(-1)?.map(({ at_us }) => at_us)).toEqual([1_000_001, 2_000_001]);
    page.refuses = [0];
    expect(await page.player.refusal(act)).toBeNull();
  });

  it("comes too late at the end", async () => {
    await played();
    expect(await page.player.refusal(act)).toContain("The time of this challenge is over.");
  });
});

it("another seed is another run: it has no score", async () => {
  page.run([], 4);
  await page.player.follow("keep");
  await page.settle();
  expect(challengeStore.getState().isOther).toBe(true);
  expect(page.logs).toEqual([]);
});

it("the challenge goes with its run", async () => {
  await played();
  put(page.board, { challenge: null });
  expect(challengeStore.getState().play).toBeNull();
});

describe("an assignment", () => {
  const assignment: Assignment = {
    format: "raft-atlas-assignment/1",
    of: { kind: "challenge", id: "keep" },
    ...{ due_ms: null, least: 1, words: false, hints: true, salt: "01234567", seeds: [77] },
  };
  const assign = (name: string, id = "keep") =>
    assignedStore.setState({
      assigned: {
        token: "",
        assignment: { ...assignment, of: { kind: "challenge", id } },
        name,
      },
    });
  afterEach(() => assignedStore.setState({ assigned: null }));

  it("has no score before somebody says a name, and then in the seed of that name", async () => {
    assign("");
    await page.player.follow("keep");
    await page.settle();
    expect(challengeStore.getState().isOther).toBe(true);
    await page.player.again();
    expect(page.said).toEqual(["Say who you are first: “Assignment…”."]);
    assign("Ada");
    page.run([HEAL], 77);
    await page.settle();
    expect(challengeStore.getState().isOther).toBe(false);
    page.run([HEAL]);
    await page.settle();
    expect(challengeStore.getState().isOther).toBe(true);
  });

  it("is told when it is solved, and is nobody's best: its run is another one", async () => {
    assign("Ada");
    page.run([HEAL], 77);
    await played();
    expect(page.said).toEqual(["Solved: 5 acts, 2 stars. Your first solution."]);
    expect(page.kept).toEqual([]);
  });

  it("of another challenge changes nothing here", async () => {
    assign("Ada", "other");
    await played();
    expect(page.kept).toHaveLength(1);
  });
});
