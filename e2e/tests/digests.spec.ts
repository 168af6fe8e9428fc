/** The same scenario gives the same run in the page and in the command line tool. */

import { expect, test } from "../fixtures";
import { buildCli, type CliReport, listScenarios, runByCli } from "../scenarios";

const COMPILE_MS_MAX = 600_000;

// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
test.beforeAll(async ({}, testInfo) => {
  testInfo.setTimeout(COMPILE_MS_MAX);
  await buildCli();
});

/** As many variants in one page as fit: loading a page takes longer than most runs. */
const TEST_MS_MAX = 180_000;

for (const { id, file, variants } of listScenarios()) {
  test(`${id}: the page ends with the command line's digests`, async ({ atlas }) => {
    test.setTimeout(TEST_MS_MAX);
    const report: CliReport = await runByCli(file);
    const runs = Object.entries(report.variants);
    expect(Object.keys(report.variants)).toEqual(
      variants.length === 0 ? ["run"] : variants.toSorted(),
    );
    await atlas.open({ scenario: id });
    for (const [run, expected] of runs) {
      if (variants.length > 0) await atlas.openVariant(id, run);
      await atlas.advanceTo(expected.simulated_us);
      expect(await atlas.nowUs()).toBe(expected.simulated_us);
      expect(await atlas.digest(), run).toBe(expected.digest);
      await atlas.openView("Metrics");
      await expect(atlas.meters.getByText(expected.digest)).toBeVisible();
      const inPage = (await atlas.report()) as unknown as CliReport;
      expect(inPage.variants[run]?.digest).toBe(expected.digest);
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
