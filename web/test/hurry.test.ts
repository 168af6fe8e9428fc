/** Somebody who is quicker than the engine: what the page holds of a run is what the engine did. */

import { describe, expect, it } from "vitest";

import type { Action } from "@/engine/types";
import { logOf } from "@/session/session";
import { IS_LONG } from "@/test/long";
import { loadEngine, textOf } from "@/test/realEngine";
import { mulberry, runsOf } from "@/test/runs";
import { settled, TestPage } from "@/test/testPage";

const { engine } = loadEngine();
const { straightTo } = runsOf(engine);

const SCENARIOS = ["first-look", "split-and-merge", "stale-leader"];
const SEEDS = Array.from({ length: IS_LONG ? 48 : 8 }, (_, i) => i + 1);
const MOVES = 60;
const SPAN_US = 900_000;

const ACTIONS: Action[] = [
  { do: "crash", store: "s2" },
  { do: "restart", store: "s2" },
  { do: "isolate", place: "s3" },
  { do: "heal" },
  { do: "set", settings: { read_mode: "follower" } },
  { do: "set", settings: { pre_vote: false } },
  { do: "get", from: "g1", key: 1 },
  { do: "put", from: "g1", key: 2, bytes: 100 },
];

/** One thing that a person does; it is not waited for. */
function move(page: TestPage, random: () => number): Promise<unknown> {
  const { controller, state } = page;
  const choice = random();
  const branches = state.session?.branches ?? [];
  const branch = branches[Math.floor(random() * branches.length)]?.id ?? 0;
  const action = ACTIONS[Math.floor(random() * ACTIONS.length)] as Action;
  if (choice < 0.35) return controller.act(action);
  if (choice < 0.45) return controller.step();
  if (choice < 0.6) return controller.back();
  if (choice < 0.75) return controller.travel.to({ us: Math.floor(random() * SPAN_US) });
  if (choice < 0.8) return controller.travel.find(random() < 0.5 ? 1 : -1);
  if (choice < 0.9) return controller.branching.switchTo(branch);
  if (choice < 0.95) return controller.branching.remove(branch);
  return controller.restart();
}

interface End {
  branch: number;
  us: number;
  digest: string;
}

/** Where each branch stands when somebody looks at it. */
async function endsOf(page: TestPage): Promise<End[]> {
  const ends: End[] = [];
  for (const { id } of page.state.session?.branches ?? []) {
    await page.controller.branching.switchTo(id);
    await page.controller.advanceTo(SPAN_US);
    const { frame, session } = page.state;
    expect(session?.current, page.board.getState().notice?.text).toBe(id);
    ends.push({ branch: id, us: frame?.now_us ?? 0, digest: frame?.digest ?? "" });
  }
  return ends;
}

describe("somebody in a hurry", () => {
  it.each(SEEDS)("leaves each branch as its log says, by dice %i", async (seed) => {
    const random = mulberry(seed);
    const text = textOf(SCENARIOS[seed % SCENARIOS.length] ?? "first-look");
    const page = new TestPage(engine);
    await page.controller.open({ kind: "file", name: "run.json", text });
    const moves: Promise<unknown>[] = [];
    for (let i = 0; i < MOVES; i += 1) {
      moves.push(move(page, random));
      if (random() < 0.3) await settled();
    }
    await Promise.all(moves);
    expect(page.state.phase).toBe("ready");
    const ends = await endsOf(page);
    const branches = page.state.session?.branches ?? [];
    for (const { branch, us, digest } of ends) {
      const actions = branches.find(({ id }) => id === branch)?.actions ?? [];
      expect(`${branch} ${digest}`).toBe(`${branch} ${straightTo(text, actions, us).digest}`);
    }
  });

  it("begins two branches one after the other", async () => {
    const page = new TestPage(engine);
    const text = textOf("first-look");
    await page.controller.open({ kind: "file", name: "run.json", text });
    await page.controller.advanceTo(500_000);
    await page.controller.travel.to({ us: 300_000 });
    const { controller } = page;
    const crash = controller.act({ do: "crash", store: "s2" });
    const back = controller.travel.to({ us: 100_000 });
    const heal = controller.act({ do: "heal" });
    await Promise.all([crash, back, heal]);
    const { session } = page.state;
    expect(session?.branches.map(({ id }) => id)).toEqual([0, 1, 2]);
    expect(logOf(session).map(({ action }) => action.do)).toEqual(["heal"]);
  });
});
