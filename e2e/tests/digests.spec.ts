/**
 * The same scenario gives the same run in the page as natively: every variant of every scenario,
 * through the page's worker with its checkpoints. That the module in Node plays the same is its own
 * test (core/wasm/tests/parity.test.ts).
 */

import { expect, test } from "../fixtures";
import { type CliReport, listScenarios, pinnedDigests } from "../scenarios";

/** As many variants in one page as fit: loading a page takes longer than most runs. */
const TEST_MS_MAX = 180_000;
const PINNED = pinnedDigests();

for (const { id, variants } of listScenarios()) {
  test(`${id}: the page ends with the native digests`, async ({ atlas }) => {
    test.setTimeout(TEST_MS_MAX);
    const pinned = PINNED.get(id) ?? new Map<string, string>();
    expect([...pinned.keys()].toSorted()).toEqual(
      variants.length === 0 ? ["run"] : variants.toSorted(),
    );
    await atlas.open({ scenario: id });
    await atlas.openView("Metrics");
    for (const [run, expected] of pinned) {
      if (variants.length > 0) await atlas.openVariant(id, run);
      const { duration_us } = await atlas.world();
      await atlas.advanceTo(duration_us);
      const { us, digest } = await atlas.run();
      expect([run, us, digest]).toEqual([run, duration_us, expected]);
      await expect(atlas.meters.getByText(expected)).toBeVisible();
      const inPage = (await atlas.report()) as unknown as CliReport;
      expect(inPage.variants[run]?.digest).toBe(expected);
    }
  });
}

test("looking at a run in small steps does not change it", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(4_000_000);
  const atOnce = await atlas.digest();
  await atlas.open({ scenario: "first-look" });
  for (let us = 0; us <= 4_000_000; us += 313_000) await atlas.advanceTo(us);
  await atlas.button("Next event").click();
  await atlas.advanceTo(4_000_000);
  expect(await atlas.digest()).toBe(atOnce);
});
