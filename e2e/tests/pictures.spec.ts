/**
 * The map and each lane as pictures, at fixed instants. A picture that shall be another one is taken
 * anew by `npm run test:e2e -- --update-snapshots=all tests/pictures.spec.ts`, and looked at.
 */

import { expect, test } from "../fixtures";

/** Letters are smoothed a little differently from machine to machine. */
const ALIKE = { maxDiffPixelRatio: 0.02, animations: "disabled" } as const;

/** A scenario, the instant at which it tells, and the lanes that it shows then. */
const TELLING = [
  ["stale-leader", 9_000_000, ["commit", "requests", "leaders"]],
  ["staleness-during-partition", 22_000_000, ["ages"]],
  ["busy-local-store", 9_000_000, ["between", "inside"]],
] as const;

for (const [scenario, us, lanes] of TELLING) {
  test(`the map and the lanes of ${scenario} look as they did`, async ({ atlas, page }) => {
    await atlas.open({ scenario });
    await atlas.advanceTo(us);
    // The run that it is held against has come as far.
    await expect(page.locator("[data-figure]").filter({ hasText: "vs" })).not.toHaveCount(0);
    await expect(atlas.map).toHaveScreenshot(`${scenario}-map.png`, ALIKE);
    for (const lane of lanes) {
      const picture = page.locator(`[data-lane="${lane}"]`);
      await expect(picture).toHaveScreenshot(`${scenario}-${lane}.png`, ALIKE);
    }
  });
}
