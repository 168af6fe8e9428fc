import { describe, expect, it } from "vitest";

import { loadProgress, saveProgress, type TextStorage } from "./progress";

const PROGRESS = { one: { step: "b", done: false, steps: { a: { answer: 1, done: true } } } };

class Drawer implements TextStorage {
  text: string | null = null;
  getItem = () => this.text;
  setItem = (_: string, value: string) => {
    this.text = value;
  };
}

describe("progress in lessons", () => {
  it("is there again after a visit", () => {
    const drawer = new Drawer();
    expect(loadProgress(() => drawer)).toEqual({ progress: {}, trouble: "" });
    expect(saveProgress(() => drawer, PROGRESS)).toBe(true);
    expect(loadProgress(() => drawer)).toEqual({ progress: PROGRESS, trouble: "" });
  });

  it.each(["", "{", "null", "[]", '{"format":"raft-atlas-lessons/9","lessons":{}}'])(
    "starts afresh and says so when what was kept is %j",
    (text) => {
      const drawer = new Drawer();
      drawer.text = text;
      const { progress, trouble } = loadProgress(() => drawer);
      expect(progress).toEqual({});
      expect(trouble).toContain("could not be read");
    },
  );

  it("leaves what another tab has kept of another lesson meanwhile", () => {
    const drawer = new Drawer();
    const { one } = PROGRESS;
    saveProgress(() => drawer, { one });
    saveProgress(() => drawer, { two: one });
    expect(loadProgress(() => drawer).progress).toEqual({ one, two: one });
  });

  it("survives storage that is blocked or full", () => {
    const blocked = (): TextStorage => {
      throw new Error("denied");
    };
    expect(loadProgress(blocked).trouble).toContain("does not let the page store");
    expect(saveProgress(blocked, PROGRESS)).toBe(false);
    const full = new Drawer();
    full.setItem = () => {
      throw new Error("quota");
    };
    expect(saveProgress(() => full, PROGRESS)).toBe(false);
  });
});
