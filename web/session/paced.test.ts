import { describe, expect, it } from "vitest";

import type { Frame } from "@/engine/types";
import { mayWait } from "./paced";
import { INITIAL_STATE, type SimState } from "./simState";

const frame = {} as Frame;
const playing: SimState = { ...INITIAL_STATE, phase: "ready", playing: true, frame };

describe("the store at reading speed", () => {
  it("lets the next frame of a playing run wait a tenth of a second", () => {
    expect(mayWait(playing, { ...playing, frame: {} as Frame }, 16)).toBe(true);
    expect(mayWait(playing, { ...playing, frame: {} as Frame }, 100)).toBe(false);
  });

  it("lets nothing wait once the run stands still, the last frame included", () => {
    expect(mayWait(playing, { ...playing, playing: false }, 1)).toBe(false);
    const paused = { ...playing, playing: false };
    expect(mayWait(paused, { ...paused, frame: {} as Frame }, 1)).toBe(false);
  });

  it("shows what a person did at once", () => {
    expect(mayWait(playing, { ...playing, range: 2 }, 1)).toBe(false);
    expect(mayWait({ ...playing, frame: null }, playing, 1)).toBe(false);
  });
});
