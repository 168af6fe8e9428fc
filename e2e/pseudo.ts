/**
 * The page in `en-XA`, accented and a third longer: what on it is still plain English, and what has no
 * room. Its catalogues are made here, for nobody else fetches them.
 */

import type { Locator, Page } from "@playwright/test";

import { pseudoCatalogue } from "../tools/pseudo.mjs";

export async function speakPseudo(page: Page): Promise<void> {
  await page.route("**/en-XA/*.json", (route) => {
    const file = new URL(route.request().url()).pathname.replace(/^.*\/|\.json$/g, "");
    return route.fulfill({ json: pseudoCatalogue(file) });
  });
}

/** Texts whose letters do not fit where they stand and that nobody can scroll to. */
export function cutOffIn(part: Locator): Promise<string[]> {
  return part.evaluate((root) => {
    const isClipped = (node: Element, side: "x" | "y"): boolean => {
      const style = getComputedStyle(node);
      const flow = side === "x" ? style.overflowX : style.overflowY;
      if (flow !== "hidden" && flow !== "clip") return false;
      // A card of the map and the scenario's button say that there is more, and have it when pressed.
      if (style.textOverflow === "ellipsis" && node.closest("button, [data-card]") !== null)
        return false;
      // A fraction of a pixel is rounding.
      return side === "x"
        ? node.scrollWidth > node.clientWidth + 1
        : node.scrollHeight > node.clientHeight + 1;
    };
    const found = new Set<string>();
    for (const node of root.querySelectorAll("*")) {
      if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const ownText = [...node.childNodes].some(
        (child) => child.nodeType === Node.TEXT_NODE && (child.textContent ?? "").trim() !== "",
      );
      if (!ownText || node.closest("svg, select, option") !== null) continue;
      for (let up: Element | null = node; up !== null && up !== root; up = up.parentElement) {
        const box = up.getBoundingClientRect();
        // Words for screen readers alone.
        if (box.width <= 2 || box.height <= 2) break;
        if (up === node ? isClipped(up, "x") || isClipped(up, "y") : isClipped(up, "x")) {
          const inner = node.getBoundingClientRect();
          if (up === node || inner.right > box.right + 1 || inner.left < box.left - 1)
            found.add(`${(node.textContent ?? "").trim().slice(0, 80)} in ${up.className}`);
          break;
        }
      }
    }
    return [...found];
  });
}
