import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { closeTop, isOpen, type OverlayKind, openOverlay } from "./overlays";

/** A key event as far as it is looked at. */
class Key extends Event {
  readonly isComposing = false;
  readonly key: string;
  readonly repeat: boolean;

  constructor(key: string, repeat = false) {
    super("keydown", { cancelable: true });
    this.key = key;
    this.repeat = repeat;
  }
}

describe("what lies over the page", () => {
  const closed: string[] = [];
  const taken: (() => void)[] = [];

  beforeEach(() => {
    vi.stubGlobal("window", new EventTarget());
    closed.length = 0;
  });

  afterEach(() => {
    for (const take of taken.splice(0)) take();
    vi.unstubAllGlobals();
  });

  function open(name: string, kind: OverlayKind = "panel"): void {
    const take = openOverlay({
      kind,
      close: () => {
        closed.push(name);
        take();
      },
    });
    taken.push(take);
  }

  function press(key: string, repeat = false): boolean {
    return window.dispatchEvent(new Key(key, repeat));
  }

  it("is closed from the innermost out, one with each Escape", () => {
    open("inspector");
    open("dialog", "modal");
    open("popover", "anchored");
    press("Escape");
    expect(closed).toEqual(["popover"]);
    press("Escape");
    press("Escape");
    expect(closed).toEqual(["popover", "dialog", "inspector"]);
    expect(press("Escape")).toBe(true);
  });

  it("keeps the ground for the last, although it came later", () => {
    open("inspector");
    open("presentation", "ground");
    press("Escape");
    expect(closed).toEqual(["inspector"]);
    expect(closeTop()).toBe(false);
    press("Escape");
    expect(closed).toEqual(["inspector", "presentation"]);
  });

  it("keeps a panel that came late under what hangs over the page", () => {
    open("popover", "anchored");
    open("inspector");
    press("Escape");
    expect(closed).toEqual(["popover"]);
  });

  it("leaves alone a key that is held, one that a widget took, and other keys", () => {
    open("inspector");
    press("Escape", true);
    press("Enter");
    const took = new Key("Escape");
    took.preventDefault();
    window.dispatchEvent(took);
    expect(closed).toEqual([]);
  });

  it("knows what keeps keys from the page", () => {
    open("popover", "anchored");
    expect(isOpen("modal")).toBe(false);
    expect(isOpen("modal", "anchored")).toBe(true);
  });
});
