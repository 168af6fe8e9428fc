/** Finds texts that cannot be read: those that lie over each other, and those that are cut off. */

import type { Locator } from "@playwright/test";

/** Of what a person sees of this part, each told with the words that it is about. */
export function unreadable(part: Locator): Promise<string[]> {
  return part.evaluate((root) => {
    interface Box {
      left: number;
      top: number;
      right: number;
      bottom: number;
    }
    interface Text extends Box {
      words: string;
      of: Element;
    }
    const within = (a: Box, b: Box): Box => ({
      left: Math.max(a.left, b.left),
      top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right),
      bottom: Math.min(a.bottom, b.bottom),
    });
    /** What is left of an element by itself and by what is around it. */
    const seenOf = (element: Element): Box => {
      let seen: Box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
      for (let at: Element | null = element; at !== null; at = at.parentElement)
        if (getComputedStyle(at).overflow !== "visible")
          seen = within(seen, at.getBoundingClientRect());
      return seen;
    };
    const texts: Text[] = [];
    const found: string[] = [];
    const look = (node: Node, of: Element): void => {
      const words = node.textContent?.trim() ?? "";
      if (words === "" || !of.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        return;
      const seen = seenOf(of);
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        const { left, top, right, bottom } = within(seen, box);
        // A pixel is what a letter may hang over; and what is scrolled away is not seen.
        if (right - left < 2 || bottom - top < 4) continue;
        const isCut = box.left < seen.left - 1 || box.right > seen.right + 1;
        // The title is told whole in the controls, and tabs scroll.
        if (isCut && of.closest("[data-testid=scenario-title], [role=tablist]") === null)
          found.push(`cut off: ${words}`);
        texts.push({ left, top, right, bottom, words, of });
      }
    };
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node.parentElement !== null) look(node, node.parentElement);
    texts.forEach((one, i) => {
      for (const other of texts.slice(i + 1)) {
        const { left, top, right, bottom } = within(one, other);
        if (one.of !== other.of && right - left >= 3 && bottom - top >= 5)
          found.push(`over each other: ${one.words} / ${other.words}`);
      }
    });
    return [...new Set(found)];
  });
}
