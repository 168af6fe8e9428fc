/**
 * Uses every control that it finds, by the dice of a seed. Runs inside the page as one function, so
 * that thousands of acts cost no way between two programs.
 */

export interface Dice {
  seed: number;
  acts: number;
}

/** Resolves with what was done, the latest last, once all acts are done. */
export async function wander({ seed, acts }: Dice): Promise<string[]> {
  let state = seed >>> 0;
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const one = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const done: string[] = [];

  const keys =
    " |.|ArrowLeft|ArrowRight|ArrowUp|ArrowDown|Escape|Home|End|PageDown|PageUp|Enter|m|n|p|r|b|w|+|-|?".split(
      "|",
    );
  const values = ["", "0", "1", "-1", "3.7", "17", "1e9", "az1", "Oregon", "{", "x".repeat(200)];
  const CONTROLS =
    "button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [role=button], " +
    "[role=menuitem], [role=menuitemradio], [role=slider], [role=option], td, canvas";

  const controls = (): HTMLElement[] => {
    const modal = [...document.querySelectorAll("dialog[open], [aria-modal=true]")].at(-1);
    const found = (modal ?? document).querySelectorAll<HTMLElement>(CONTROLS);
    return [...found].filter((at) => at.checkVisibility() && at.closest("[inert]") === null);
  };
  const nextTask = (): Promise<void> =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });

  const press = (at: Element): void => {
    const { left, top, width, height } = at.getBoundingClientRect();
    const clientX = left + width * random();
    const clientY = top + height * random();
    const how = { bubbles: true, cancelable: true, clientX, clientY, button: 0, pointerId: 1 };
    at.dispatchEvent(new PointerEvent("pointermove", how));
    at.dispatchEvent(new PointerEvent("pointerdown", how));
    at.dispatchEvent(new PointerEvent("pointerup", how));
    at.dispatchEvent(new MouseEvent("click", how));
  };
  const fill = (at: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): void => {
    const kind = Object.getPrototypeOf(at) as object;
    const isChoice = at instanceof HTMLSelectElement;
    const given = isChoice ? one([...at.options])?.value : one(values);
    const isRange = at instanceof HTMLInputElement && at.type === "range";
    const value = isRange
      ? `${Number(at.min) + random() * (Number(at.max) - Number(at.min))}`
      : given;
    Object.getOwnPropertyDescriptor(kind, "value")?.set?.call(at, value ?? "");
    at.dispatchEvent(new Event("input", { bubbles: true }));
    at.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const key = (at: Element, name: string): void => {
    const shiftKey = random() < 0.1;
    const altKey = random() < 0.1;
    const how = { key: name, bubbles: true, cancelable: true, shiftKey, altKey };
    at.dispatchEvent(new KeyboardEvent("keydown", how));
    at.dispatchEvent(new KeyboardEvent("keyup", how));
  };
  const nameOf = (at: Element): string => {
    const name = at.getAttribute("aria-label") ?? at.textContent ?? "";
    return `${at.tagName.toLowerCase()} ${name.slice(0, 40)}`;
  };

  const act = (): string => {
    const at = document.activeElement ?? document.body;
    if (random() < 0.15) {
      const name = one(keys) ?? " ";
      key(at, name);
      return `key ${name} at ${nameOf(at)}`;
    }
    const found = one(controls());
    if (found === undefined) {
      key(at, "Escape");
      return "key Escape: there was no control";
    }
    const isPressed =
      found instanceof HTMLInputElement && /^(checkbox|radio|file)$/.test(found.type);
    found.focus();
    if (found.matches("input, textarea, select") && !isPressed) {
      fill(found as HTMLInputElement);
      if (random() < 0.5) key(found, "Enter");
      return `fill ${nameOf(found)}`;
    }
    press(found);
    return `press ${nameOf(found)}`;
  };

  for (let i = 0; i < acts; i += 1) {
    done.push(act());
    if (done.length > 40) done.shift();
    await nextTask();
    // Pictures are drawn now and then, as for a person who is quick.
    if (i % 10 === 9) await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return done;
}
