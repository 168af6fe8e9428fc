import { describe, expect, it } from "vitest";

import type { BesideChoice } from "@/session/beside/besideChoice";
import type { SimState } from "@/session/simState";
import { fakeScenario } from "@/test/fakeEngine";
import { textOf } from "@/test/realEngine";
import { ChancyPage, Playground, REAL } from "./chancyPage";

const FILE = {
  kind: "file",
  name: "fake.json",
  text: fakeScenario({ variants: ["off", "on"] }),
} as const;

async function opened(seed: number, choice: BesideChoice): Promise<ChancyPage> {
  const page = new ChancyPage(seed);
  await page.controller.open(FILE, { variant: "off" });
  await page.controller.advanceTo(1_234_567);
  expect(await page.put(choice)).toBeUndefined();
  return page;
}

const ON: BesideChoice = { kind: "variant", variant: "on" };

describe("a run beside the first", () => {
  it("begins at the first one's instant", async () => {
    const page = await opened(1, ON);
    expect(page.second.world?.variant).toBe("on");
    expect(page.second.frame?.now_us).toBe(1_234_567);
  });

  it("is at the same instant whatever is done, however far each gets at a time", async () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const page = await opened(seed, ON);
      const { controller, random } = page;
      for (let turn = 0; turn < 12; turn += 1) {
        const furthestUs = page.state.furthestUs;
        const verbs: (() => Promise<unknown>)[] = [
          () => controller.step(),
          () => controller.back(),
          () => controller.travel.to({ us: Math.floor(random() * furthestUs) }),
          () => controller.travel.rounds(random() < 0.5 ? -1 : 1),
          () => controller.advanceTo(Math.floor(furthestUs + random() * 3e6)),
          () => controller.act({ do: "isolate", place: "az1" }),
          async () => {
            controller.setSpeed(50 * random());
            controller.play();
            await page.draw(4);
            controller.pause();
            await page.draw(2);
          },
        ];
        await verbs[Math.floor(random() * verbs.length)]?.();
        page.expectOneInstant();
      }
      // The engine in these tests runs alike whatever the variant: same actions, same events.
      await controller.advanceTo(page.state.furthestUs + 10_000);
      expect(page.second.frame?.digest, `seed ${seed}`).toBe(page.state.frame?.digest);
    }
  });

  it("gets every action at the instant at which the first one gets it", async () => {
    const page = await opened(3, ON);
    await page.controller.act({ do: "isolate", place: "az1" });
    await page.controller.advanceTo(2_000_000);
    await page.controller.travel.to({ us: 1_500_000 });
    await page.controller.act({ do: "crash", store: "s1" });
    expect(page.second.narration.map(({ at_us, text }) => [at_us, text])).toEqual(
      page.state.narration.map(({ at_us, text }) => [at_us, text]),
    );
    expect(page.state.narration).toHaveLength(2);
  });

  it("keeps the setting that it was chosen for, whatever is set by hand", async () => {
    const page = await opened(4, { kind: "setting", key: "pre_vote", value: false });
    const settings = { pre_vote: true, check_quorum: false };
    await page.controller.act({ do: "set", settings });
    // The engine in these tests takes no settings from a file, so both began with pre-vote.
    expect(page.second.narration.map(({ text }) => text)).toEqual(["Did set."]);
    await page.controller.act({ do: "set", settings: { pre_vote: false } });
    expect(page.state.frame?.settings.pre_vote).toBe(false);
    expect(page.second.frame?.settings).toMatchObject({ pre_vote: true, check_quorum: false });
  });

  it("may be another branch; what is done from now on happens in both", async () => {
    const page = new ChancyPage(9);
    await page.controller.open(FILE, { variant: "off" });
    await page.controller.advanceTo(1_000_000);
    await page.controller.act({ do: "isolate", place: "az1" });
    await page.controller.advanceTo(2_000_000);
    await page.controller.travel.to({ us: 500_000 });
    await page.controller.act({ do: "crash", store: "s1" });
    const other = page.state.session?.branches.find(({ id }) => id !== page.state.session?.current);
    expect(await page.put({ kind: "branch", id: other?.id ?? -1 })).toBeUndefined();
    expect(page.board.getState().beside?.names?.[1]).toBe("First run");
    await page.controller.advanceTo(3_000_000);
    await page.controller.act({ do: "isolate", place: "az1" });
    page.expectOneInstant();
    const told = (state: SimState) => state.narration.map(({ at_us, text }) => `${at_us} ${text}`);
    expect(told(page.state)).toEqual(["500001 Did crash.", "3000001 Did isolate."]);
    expect(told(page.second)).toEqual(["1000001 Did isolate.", "3000001 Did isolate."]);
    await page.controller.branching.switchTo(other?.id ?? -1);
    expect(page.board.getState().beside).toBeNull();
  });

  it("ends with a sentence when its engine stops, and the session goes on", async () => {
    const page = await opened(5, ON);
    page.workers[1]?.onerror?.({ message: "The worker died." } as ErrorEvent);
    await page.controller.advanceTo(3_000_000);
    expect(page.board.getState().beside).toBeNull();
    expect(page.state).toMatchObject({
      phase: "ready",
      frame: { now_us: 3_000_000 },
    });
    expect(page.board.getState().notice).toMatchObject({
      alert: true,
      text: "The second run was closed; this one goes on. The worker died.",
    });
    await page.controller.step();
    expect(page.state.frame?.now_us).toBe(3_001_000);
  });

  it("is started again with the first, and closed by another scenario", async () => {
    const page = await opened(6, ON);
    await page.controller.restart({ seed: 9 });
    expect(page.second).toMatchObject({ world: { seed: 9 }, frame: { now_us: 0 } });
    const text = fakeScenario({ title: "Another" });
    await page.controller.open({ kind: "file", name: "other.json", text });
    expect(page.board.getState().beside).toBeNull();
    expect(page.state).toMatchObject({ world: { title: "Another" } });
    expect(page.workers[1]?.terminated).toBe(true);
  });

  it("is refused with the engine's sentence", async () => {
    const page = new ChancyPage(7);
    await page.controller.open(FILE);
    const refused = await page.put({ kind: "variant", variant: "none" });
    expect(refused).toBe('variants: found "none", expected off or on');
    page.beside?.end();
    await page.controller.step();
    expect(page.board.getState().beside).toBeNull();
    expect(page.state).toMatchObject({ frame: { now_us: 1_000 } });
  });

  it("is the run that a variant with the same setting is, digest for digest", async () => {
    const text = textOf("follower-read");
    const page = new ChancyPage(8, REAL);
    const source = { kind: "file", name: "follower-read.json", text } as const;
    await page.controller.open(source, { variant: "leader" });
    await page.put({ kind: "setting", key: "read_mode", value: "follower" });
    await page.controller.advanceTo(2_500_000);
    const fresh = new Playground(text, "follower", undefined);
    while (fresh.advance(2_500_000, 100_000) > 0);
    expect(page.second.frame?.digest).toBe(
      fresh.frame({ range: 1, notable_after: 0, series_after: -1 }).digest,
    );
    page.expectOneInstant();
  });
});
