/**
 * The same scenario gives the same run in the page as natively, through the page's worker with its
 * checkpoints: the first few scenarios here, all of them in the long suite. That the same code plays
 * every variant to its digest in Node is a unit test (web/engine/worker/digests.test.ts).
 */

import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";
import { type CliReport, type Listed, listScenarios, pinnedDigests } from "../scenarios";

/** As many scenarios in one page as fit: loading a page takes longer than most runs. */
const SCENARIOS = 6;
const TEST_MS_MAX = 180_000;
const PINNED = pinnedDigests();

async function endsAsNatively(atlas: AtlasPage, { id, variants }: Listed): Promise<void> {
  const pinned = PINNED.get(id) ?? new Map<string, string>();
  const known = variants.length === 0 ? ["run"] : variants.toSorted();
  expect([id, ...[...pinned.keys()].toSorted()]).toEqual([id, ...known]);
  for (const [run, expected] of pinned) {
    await atlas.openVariant(id, variants.length > 0 ? run : undefined);
    const { duration_us } = await atlas.world();
    await atlas.advanceTo(duration_us);
    const { us, digest } = await atlas.run();
    expect([id, run, us, digest]).toEqual([id, run, duration_us, expected]);
    await expect(atlas.meters.getByText(expected)).toBeVisible();
    const inPage = (await atlas.report()) as unknown as CliReport;
    expect([id, inPage.variants[run]?.digest]).toEqual([id, expected]);
  }
}

const ALL = listScenarios();
for (let from = 0; from < ALL.length; from += SCENARIOS) {
  const some = ALL.slice(from, from + SCENARIOS);
  const [first] = some;
  const ids = some.map(({ id }) => id).join(", ");
  const tag = from === 0 ? [] : "@long";
  test(`the page ends with the native digests: ${ids}`, { tag }, async ({ atlas }) => {
    test.setTimeout(TEST_MS_MAX);
    await atlas.open({ scenario: first?.id ?? "" });
    await atlas.openView("Metrics");
    for (const scenario of some) await endsAsNatively(atlas, scenario);
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
