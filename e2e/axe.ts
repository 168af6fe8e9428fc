/** The automatic accessibility rules, for any page at any moment. */

import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * The broken rules with the elements that break them, short enough to read in a failure; of one part
 * of the page when a selector names it. What keeps a rule is not described, and results are not
 * gathered in a page of their own ("legacy"): both cost more than the rules do, and no page here has
 * a frame of another origin.
 */
export async function brokenRules(page: Page, part?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .setLegacyMode()
    .withTags(RULES);
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
  );
}
