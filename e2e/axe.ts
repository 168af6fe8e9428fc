/** The automatic accessibility rules, for any page at any moment. */

import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** What a theme can break: its colours, and the sizes of a projector. */
const OF_THEMES = [
  "color-contrast",
  "link-in-text-block",
  "scrollable-region-focusable",
  "target-size",
];
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * The broken rules with the elements that break them, short enough to read in a failure; of one part
 * of the page when a selector names it. What keeps a rule is not described, and results are not
 * gathered in a page of their own ("legacy"): both cost more than the rules do, and no page here has
 * a frame of another origin.
 */
export async function brokenRules(page: Page, part?: string): Promise<string[]> {
  return broken(page, (axe) => (part === undefined ? axe : axe.include(part)).withTags(RULES));
}

/** The rules that a theme can break, in each of the themes but the one that the page is in. */
export async function brokenInThemes(page: Page): Promise<string[]> {
  const html = page.locator("html");
  const own = await html.getAttribute("data-theme");
  const found: string[] = [];
  const turn = (theme: string | null) =>
    html.evaluate((element, name) => element.setAttribute("data-theme", name ?? ""), theme);
  for (const theme of ["light", "dark", "projector"].filter((name) => name !== own)) {
    await turn(theme);
    const rules = await broken(page, (axe) => axe.withRules(OF_THEMES));
    found.push(...rules.map((rule) => `${theme}: ${rule}`));
  }
  await turn(own);
  return found;
}

async function broken(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();
  const { violations } = await choose(axe).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
  );
}
