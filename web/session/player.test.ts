import { describe, expect, it } from "vitest";
import type { Command, Reply } from "@/engine/messages";
import { SimStore } from "@/session/simStore";
import { put } from "@/test/put";
import { PageStore } from "./pageStore";
import { Player } from "./player";
import { updateRequestOf } from "./reduce";
import { INITIAL_STATE } from "./simState";

/** An engine that answers when it is told to, and a screen that draws when it is told to. */
function stage(speed: number) {
  const store = new SimStore({
    ...INITIAL_STATE,
    playing: true,
    phase: "ready",
    speed,
  });
  const asked: { untilUs: number; answer(nowUs: number, reached: boolean): Promise<void> }[] = [];
  let draw: ((wallMs: number) => void) | undefined;
  const player = new Player({
    run: store,
    page: new PageStore(),
    updateRequest: () => updateRequestOf(store.getState()),
    ask: (command: Command) =>
      new Promise<Reply>((resolve) => {
        if (command.type !== "advance") throw new Error(`It asks for ${command.type}.`);
        asked.push({
          untilUs: command.untilUs,
          answer: async (now_us, reached) => {
            resolve({ type: "advanced", update: { frame: { now_us }, reached } } as Reply);
            await Promise.resolve();
            await Promise.resolve();
          },
        });
      }),
    nextFrame: (callback) => {
      draw = callback;
    },
    isTravelling: () => false,
    pause: () => put(store, { playing: false }),
    seek: async () => {},
  });
  player.start();
  return { asked, picture: (wallMs: number) => draw?.(wallMs), store, player };
}

describe("the player", () => {
  it("asks once for each picture, as far as wall time and speed say", async () => {
    const { asked, picture } = stage(1);
    picture(0);
    await asked[0]?.answer(0, true);
    picture(16);
    expect(asked.map(({ untilUs }) => untilUs)).toEqual([0, 16_000]);
  });

  it("asks an engine that is behind again as soon as it has answered", async () => {
    const { asked, picture } = stage(10);
    picture(0);
    await asked[0]?.answer(0, true);
    picture(16);
    picture(32);
    expect(asked).toHaveLength(2);
    await asked[1]?.answer(9_000, false);
    // What it did not reach is not owed: from where it is, for the time that passed.
    expect(asked.map(({ untilUs }) => untilUs)).toEqual([0, 160_000, 169_000]);
  });

  it("rests where it was told to, and plays on from there by hand", async () => {
    const { asked, picture, store, player } = stage(1);
    player.restUs = 20_000;
    picture(0);
    await asked[0]?.answer(0, true);
    picture(16);
    await asked[1]?.answer(16_000, true);
    expect(store.getState().playing).toBe(true);
    picture(32);
    await asked[2]?.answer(20_000, true);
    expect(asked.map(({ untilUs }) => untilUs)).toEqual([0, 16_000, 20_000]);
    expect(store.getState().playing).toBe(false);
    expect(player.restUs).toBeNull();
  });

  it("asks for nothing more once it is stopped", async () => {
    const { asked, picture, store } = stage(10);
    picture(0);
    picture(16);
    put(store, { playing: false });
    await asked[0]?.answer(0, true);
    picture(32);
    expect(asked).toHaveLength(1);
  });
});
