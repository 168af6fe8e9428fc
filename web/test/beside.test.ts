import { describe, expect, it } from "vitest";

import type { BesideChoice } from "@/session/beside/besideChoice";
import type { SimState } from "@/session/simState";
import { fakeScenario } from "@/test/fakeEngine";
import { textOf } from "@/test/realEngine";
import { ChancyDesk, Playground, REAL } from "./chancyDesk";

const FILE = {
  kind: "file",
  name: "fake.json",
  text: fakeScenario({ variants: ["off", "on"] }),
} as const;

async function opened(seed: number, choice: BesideChoice): Promise<ChancyDesk> {
  const desk = new ChancyDesk(seed);
  await desk.controller.open(FILE, { variant: "off" });
  await desk.controller.advanceTo(1_234_567);
  expect(await desk.put(choice)).toBeUndefined();
  return desk;
}

const ON: BesideChoice = { kind: "variant", variant: "on" };

describe("a run beside the first", () => {
  it("begins at the first one's instant", async () => {
    const desk = await opened(1, ON);
    expect(desk.second.world?.variant).toBe("on");
    expect(desk.second.frame?.now_us).toBe(1_234_567);
  });

  it("is at the same instant whatever is done, however far each gets at a time", async () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const desk = await opened(seed, ON);
      const { controller, random } = desk;
      for (let turn = 0; turn < 12; turn += 1) {
        const furthestUs = desk.state.furthestUs;
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
            await desk.draw(4);
            controller.pause();
            await desk.draw(2);
          },
        ];
        await verbs[Math.floor(random() * verbs.length)]?.();
        desk.expectOneInstant();
      }
      // The engine in these tests runs alike whatever the variant: same actions, same events.
      await controller.advanceTo(desk.state.furthestUs + 10_000);
      expect(desk.second.frame?.digest, `seed ${seed}`).toBe(desk.state.frame?.digest);
    }
  });

  it("gets every action at the instant at which the first one gets it", async () => {
    const desk = await opened(3, ON);
    await desk.controller.act({ do: "isolate", place: "az1" });
    await desk.controller.advanceTo(2_000_000);
    await desk.controller.travel.to({ us: 1_500_000 });
    await desk.controller.act({ do: "crash", store: "s1" });
    expect(desk.second.narration.map(({ at_us, text }) => [at_us, text])).toEqual(
      desk.state.narration.map(({ at_us, text }) => [at_us, text]),
    );
    expect(desk.state.narration).toHaveLength(2);
  });

  it("keeps the setting that it was chosen for, whatever is set by hand", async () => {
    const desk = await opened(4, { kind: "setting", key: "pre_vote", value: false });
    const settings = { pre_vote: true, check_quorum: false };
    await desk.controller.act({ do: "set", settings });
    // The engine in these tests takes no settings from a file, so both began with pre-vote.
    expect(desk.second.narration.map(({ text }) => text)).toEqual(["Did set."]);
    await desk.controller.act({ do: "set", settings: { pre_vote: false } });
    expect(desk.state.frame?.settings.pre_vote).toBe(false);
    expect(desk.second.frame?.settings).toMatchObject({ pre_vote: true, check_quorum: false });
  });

  it("may be another branch; what is done from now on happens in both", async () => {
    const desk = new ChancyDesk(9);
    await desk.controller.open(FILE, { variant: "off" });
    await desk.controller.advanceTo(1_000_000);
    await desk.controller.act({ do: "isolate", place: "az1" });
    await desk.controller.advanceTo(2_000_000);
    await desk.controller.travel.to({ us: 500_000 });
    await desk.controller.act({ do: "crash", store: "s1" });
    const other = desk.state.session?.branches.find(({ id }) => id !== desk.state.session?.current);
    expect(await desk.put({ kind: "branch", id: other?.id ?? -1 })).toBeUndefined();
    expect(desk.board.getState().beside?.names?.[1]).toBe("First run");
    await desk.controller.advanceTo(3_000_000);
    await desk.controller.act({ do: "isolate", place: "az1" });
    desk.expectOneInstant();
    const told = (state: SimState) => state.narration.map(({ at_us, text }) => `${at_us} ${text}`);
    expect(told(desk.state)).toEqual(["500001 Did crash.", "3000001 Did isolate."]);
    expect(told(desk.second)).toEqual(["1000001 Did isolate.", "3000001 Did isolate."]);
    await desk.controller.branching.switchTo(other?.id ?? -1);
    expect(desk.board.getState().beside).toBeNull();
  });

  it("ends with a sentence when its engine stops, and the session goes on", async () => {
    const desk = await opened(5, ON);
    desk.workers[1]?.onerror?.({ message: "The worker died." } as ErrorEvent);
    await desk.controller.advanceTo(3_000_000);
    expect(desk.board.getState().beside).toBeNull();
    expect(desk.state).toMatchObject({
      phase: "ready",
      frame: { now_us: 3_000_000 },
    });
    expect(desk.board.getState().notice).toMatchObject({
      alert: true,
      text: "The second run was closed; this one goes on. The worker died.",
    });
    await desk.controller.step();
    expect(desk.state.frame?.now_us).toBe(3_001_000);
  });

  it("is started again with the first, and closed by another scenario", async () => {
    const desk = await opened(6, ON);
    await desk.controller.restart({ seed: 9 });
    expect(desk.second).toMatchObject({ world: { seed: 9 }, frame: { now_us: 0 } });
    const text = fakeScenario({ title: "Another" });
    await desk.controller.open({ kind: "file", name: "other.json", text });
    expect(desk.board.getState().beside).toBeNull();
    expect(desk.state).toMatchObject({ world: { title: "Another" } });
    expect(desk.workers[1]?.terminated).toBe(true);
  });

  it("is refused with the engine's sentence", async () => {
    const desk = new ChancyDesk(7);
    await desk.controller.open(FILE);
    const refused = await desk.put({ kind: "variant", variant: "none" });
    expect(refused).toBe('variants: found "none", expected off or on');
    desk.beside?.end();
    await desk.controller.step();
    expect(desk.board.getState().beside).toBeNull();
    expect(desk.state).toMatchObject({ frame: { now_us: 1_000 } });
  });

  it("is the run that a variant with the same setting is, digest for digest", async () => {
    const text = textOf("follower-read");
    const desk = new ChancyDesk(8, REAL);
    const source = { kind: "file", name: "follower-read.json", text } as const;
    await desk.controller.open(source, { variant: "leader" });
    await desk.put({ kind: "setting", key: "read_mode", value: "follower" });
    await desk.controller.advanceTo(2_500_000);
    const fresh = new Playground(text, "follower", undefined);
    while (fresh.advance(2_500_000, 100_000) > 0);
    expect(desk.second.frame?.digest).toBe(
      fresh.frame({ range: 1, notable_after: 0, series_after: -1 }).digest,
    );
    desk.expectOneInstant();
  });
});
