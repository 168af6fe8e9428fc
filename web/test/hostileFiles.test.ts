/**
 * Files that are no scenario, as the page takes a person's file, on the real engine: each gets one
 * short message that names the place, and the run that stands goes on. That the message is shown, and
 * that a file can be dropped, is for e2e/tests/hostile-files.spec.ts.
 */

import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { pageStore } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { simStore } from "@/session/simStore";
import { openFile } from "@/shell/openFile";
import { publicText, startPage } from "./nodePage";

vi.mock("@/engine/workers", () => import("./nodeWorkers"));

type Scenario = Record<string, unknown>;

const good = (): Scenario => JSON.parse(publicText("scenarios/first-look.json"));
const topologyOf = (scenario: Scenario): Scenario => scenario.topology as Scenario;

/** A copy of a good scenario with one thing changed. */
function changed(change: (scenario: Scenario) => void): string {
  const scenario = good();
  change(scenario);
  return JSON.stringify(scenario);
}

const HOSTILE: readonly { name: string; content: () => string; says: RegExp }[] = [
  { name: "not-json.json", content: () => "{ this is no JSON", says: /JSON|expected|line/i },
  { name: "empty.json", content: () => "", says: /JSON|empty|expected|end/i },
  { name: "a-list.json", content: () => "[1, 2, 3]", says: /expected/i },
  {
    name: "unknown-key.json",
    content: () => changed((s) => Object.assign(topologyOf(s), { colour: "blue" })),
    says: /topology.*colour|colour.*topology/s,
  },
  {
    name: "wrong-unit.json",
    content: () => changed((s) => Object.assign(s, { duration: "30 parsecs" })),
    says: /duration.*30 parsecs|30 parsecs.*duration/s,
  },
  {
    name: "unknown-zone.json",
    content: () =>
      changed((s) => {
        const stores = topologyOf(s).stores as Scenario[];
        Object.assign(stores[0] ?? {}, { zone: "atlantis" });
      }),
    says: /atlantis/,
  },
  {
    name: "no-replicas.json",
    content: () => changed((s) => Object.assign(s.data as Scenario, { replicas: 0 })),
    says: /replicas/,
  },
  {
    name: "seed-too-large.json",
    content: () => JSON.stringify(good()).replace(/"seed":\s*\d+/, '"seed": 9007199254740993'),
    says: /seed/,
  },
  {
    name: "negative-seed.json",
    content: () => changed((s) => Object.assign(s, { seed: -1 })),
    says: /seed/,
  },
  {
    name: "noise.json",
    content: noise,
    says: /^The file has 10(\.\d+)?\sMB; a scenario has at most/,
  },
];

/** Ten megabytes of printable noise, the same every time. */
function noise(): string {
  const bytes = Buffer.alloc(10_000_000);
  let state = 12_345;
  for (let i = 0; i < bytes.length; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[i] = 32 + ((state >>> 16) % 95);
  }
  return bytes.toString("latin1");
}

describe("a file that is no scenario", () => {
  beforeAll(startPage);
  beforeEach(async () => {
    sim.dismissRejected();
    await sim.open({ kind: "builtin", id: "first-look" }, { play: false });
    await sim.advanceTo(1_000_000);
  });

  it.each(HOSTILE)(
    "$name is refused in words, and the run goes on",
    async ({ name, content, says }) => {
      const { frame, world } = simStore.getState();
      await openFile(new File([content()], name));
      const { frame: after, world: same, phase } = simStore.getState();
      const { rejected } = pageStore.getState();
      expect(rejected?.name).toBe(name);
      expect(rejected?.message).toMatch(says);
      expect(rejected?.message.length).toBeLessThan(900);
      expect(after?.digest).toBe(frame?.digest);
      expect(same?.title).toBe(world?.title);
      expect(phase).toBe("ready");
      await sim.advanceTo(1_500_000);
      expect(simStore.getState().frame?.now_us).toBe(1_500_000);
    },
  );

  it("is told from one that is: that is opened at its beginning", async () => {
    const text = changed((s) => Object.assign(s, { title: "My own network" }));
    await openFile(new File([text], "mine.json"));
    const { world, session } = simStore.getState();
    const { rejected } = pageStore.getState();
    expect(rejected).toBeNull();
    expect(world?.title).toBe("My own network");
    expect(session?.source).toMatchObject({ kind: "file", name: "mine.json" });
  });
});
