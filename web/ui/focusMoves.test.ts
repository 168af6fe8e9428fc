/** Whether Space presses the button that has the focus, or is the page's own key. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isLeftByPointer, watchFocusMoves } from "./focusMoves";

type Listener = (event: { key?: string; target: unknown }) => void;
const listeners = new Map<string, Listener>();
let end = (): void => {};

/** An element, by what it is and lies in. */
function element(...kinds: string[]): Element {
  const closest = (selector: string) =>
    selector.split(", ").some((one) => kinds.includes(one.replace(/:not.*/, ""))) ? {} : null;
  return { closest } as unknown as Element;
}

const opener = element("button");
const inDialog = element("button", "dialog");

function press(key: string, target: Element): void {
  listeners.get("keydown")?.({ key, target });
}

beforeEach(() => {
  vi.stubGlobal("addEventListener", (type: string, heard: Listener) => listeners.set(type, heard));
  vi.stubGlobal("removeEventListener", (type: string) => listeners.delete(type));
  end = watchFocusMoves();
  listeners.get("pointerdown")?.({ target: opener });
});

afterEach(() => {
  end();
  vi.unstubAllGlobals();
});

it("is the page's where a pointer pressed the button", () => {
  expect(isLeftByPointer(opener)).toBe(true);
});

it("is the page's still after a dialog that keys were used in gave the focus back", () => {
  press("Tab", inDialog);
  press("ArrowDown", inDialog);
  press("Escape", inDialog);
  expect(isLeftByPointer(opener)).toBe(true);
});

it("presses the button that keys led to", () => {
  press("Tab", opener);
  expect(isLeftByPointer(opener)).toBe(false);
});
