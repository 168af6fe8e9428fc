/** The same scenario gives the same run in the page and in the command line tool. */

import { expect, test } from "../fixtures";
import { buildCli, type CliReport, listScenarios, runByCli } from "../scenarios";

const COMPILE_MS_MAX = 600_000;

// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
test.beforeAll(async ({}, testInfo) => {
  testInfo.setTimeout(COMPILE_MS_MAX);
  await buildCli();
});

/** One run of the tool per file, however many variants are compared with it. */
const reports = new Map<string, Promise<CliReport>>();

function reportOf(file: string): Promise<CliReport> {
  const report = reports.get(file) ?? runByCli(file);
  reports.set(file, report);
  return report;
}

for (const { id, file, variants } of listScenarios()) {
  for (const variant of variants.length === 0 ? [undefined] : variants) {
    const run = variant ?? "run";
    test(`${id}, ${run}: the page ends with the command line's digest`, async ({ atlas }) => {
      const report = reportOf(file);
      await atlas.open({ scenario: id, ...(variant === undefined ? {} : { variant }) });
      const expected = (await report).variants[run];
      if (expected === undefined) throw new Error(`The report has no variant ${run}.`);
      await atlas.advanceTo(expected.simulated_us);
      expect(await atlas.nowUs()).toBe(expected.simulated_us);
      expect(await atlas.digest()).toBe(expected.digest);
      await expect(atlas.meters.getByText(expected.digest)).toBeVisible();
      const inPage = JSON.parse(await atlas.report()) as CliReport;
      expect(inPage.variants[run]?.digest).toBe(expected.digest);
    });
  }
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
