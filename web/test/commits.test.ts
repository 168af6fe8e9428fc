/**
 * Whoever listens to the run or the page sees a whole: after each commit of a monkey's doings all
 * that is there fits together, in both stores and in the run beside.
 */

import { describe, expect, it } from "vitest";
import type { Action, Target, World } from "@/engine/types";
import type { PageState } from "@/session/pageState";
import type { SimState } from "@/session/simState";
import { ChancyPage, REAL } from "./chancyPage";
import { textOf } from "./realEngine";

const TURNS = 60;

/** What does not fit together, in words. */
function torn(run: SimState, page: PageState): string[] {
  const { session, world, frame } = run;
  const found: string[] = [];
  const holds = (what: string, isSo: boolean): void => {
    if (!isSo) found.push(what);
  };
  holds("who stopped says why", run.phase !== "panicked" || run.problem !== null);
  if (run.phase !== "ready") return found;
  if (session === null || world === null || frame === null) return ["a run without its parts"];
  holds("the instant is known", frame.now_us <= run.furthestUs);
  holds("the variant is the run's", world.variant === session.variant);
  const branches = session.branches.map(({ id }) => id);
  holds("the branch is there", branches.includes(session.current));
  const { offer } = page.notice ?? {};
  holds(
    "the branch offered is there",
    offer === undefined || !("branch" in offer) || branches.includes(offer.branch),
  );
  holds(
    "the range is there",
    world.ranges.some(({ id }) => id === run.range),
  );
  holds("what is selected is there", isIn(world, page.selection));
  holds(
    "what was told has happened",
    run.narration.every(({ at_us }) => at_us <= frame.now_us),
  );
  holds(
    "marks are of the known run",
    run.notables.every(({ at_us }) => at_us <= run.furthestUs),
  );
  holds("the promise broke in the known run", (run.broken?.at_us ?? 0) <= run.furthestUs);
  holds(
    "the log is of the frame",
    run.log === null || run.log.replicas.length === frame.replicas.node.length,
  );
  const second = page.beside?.store.getState().frame;
  holds("both runs are at one instant", second === undefined || second?.now_us === frame.now_us);
  return found;
}

function isIn({ nodes, zones }: World, target: Target | null): boolean {
  if (target === null) return true;
  if ("node" in target) return target.node < nodes.length;
  if ("link" in target) return Math.max(target.link.from, target.link.to) < zones.length;
  return true;
}

/** Listens to all there is; what was torn, and when. */
function listen(page: ChancyPage): { commits: number; torn: Set<string> } {
  const seen = { commits: 0, torn: new Set<string>() };
  const look = (): void => {
    seen.commits += 1;
    for (const what of torn(page.store.getState(), page.board.getState())) seen.torn.add(what);
  };
  page.store.subscribe(look);
  let second: unknown;
  page.board.subscribe(({ beside }) => {
    look();
    if (beside?.store === second) return;
    second = beside?.store;
    beside?.store.subscribe(look);
  });
  return seen;
}

const ACTS: Action[] = [
  { do: "crash", store: "s1" },
  { do: "restart", store: "s1" },
  { do: "heal" },
  { do: "set", settings: { pre_vote: false } },
];

/** One thing that a person may do. */
async function anything(page: ChancyPage, text: string): Promise<void> {
  const { controller, random, state } = page;
  const { world, session, furthestUs } = state;
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const ids = session?.branches.map(({ id }) => id) ?? [0];
  const variants = world?.variants.map(({ id }) => id) ?? [];
  const verbs: (() => unknown)[] = [
    () => controller.step(),
    () => controller.back(),
    () => controller.travel.to({ us: Math.floor(random() * furthestUs) }),
    () => controller.travel.rounds(random() < 0.5 ? -1 : 1),
    () => controller.travel.find(random() < 0.5 ? -1 : 1),
    () => controller.advanceTo(Math.floor(furthestUs + random() * 4e5)),
    () => controller.act(one(ACTS)),
    () => controller.act(one(ACTS)),
    () => controller.branching.switchTo(one(ids)),
    () => controller.branching.toParent(),
    () => controller.branching.remove(one(ids)),
    () => controller.branching.startAgain("Again."),
    () => controller.bookmarks.add(),
    () => controller.setRange(one(world?.ranges ?? [])?.id ?? 1),
    () => controller.select({ node: Math.floor(random() * (world?.nodes.length ?? 1)) }),
    () => controller.select(null),
    () => page.store.watchLog(random() < 0.5 ? null : { from: -1, count: 8 }),
    () => controller.restart(variants.length > 1 ? { variant: one(variants) } : {}),
    () => controller.open({ kind: "file", name: "again", text }, { variant: one(variants) ?? "" }),
    () => page.saved && controller.runs.restore(page.saved),
    () => controller.recover(random() < 0.5 ? "instant" : "start"),
    () => controller.sayAgain(),
    () => page.workers.at(-1)?.onerror?.({ message: "It died." } as ErrorEvent),
    () => controller.reject("mine", "It is not JSON."),
    async () => {
      controller.setSpeed(5 * random());
      controller.play();
      await page.pictures(3);
      controller.pause();
      await page.pictures(1);
    },
    async () => {
      page.beside?.end();
      await page.put({ kind: "setting", key: "check_quorum", value: false });
    },
    () => page.beside?.end(),
  ];
  const done = one(verbs)();
  // Often the next thing is done before this one has come to its end.
  if (random() < 0.7) await done;
}

describe("whoever listens", () => {
  it.each([
    ["first-look", 1],
    ["first-look", 2],
    ["split-and-merge", 3],
    ["follower-read", 4],
  ])("never sees a half: %s, seed %i", async (scenario, seed) => {
    const text = textOf(scenario);
    const page = new ChancyPage(seed, REAL);
    const seen = listen(page);
    await page.controller.open({ kind: "file", name: scenario, text });
    for (let turn = 0; turn < TURNS; turn += 1) {
      await anything(page, text);
      await page.pictures(1);
      expect([...seen.torn], `turn ${turn}`).toEqual([]);
    }
    expect(seen.commits).toBeGreaterThan(TURNS);
  });
});
