/** The same scenario gives the same run in the page and in the command line tool. */

import { expect, test } from "../fixtures";
import { type CliReport, listScenarios, runByCli } from "../scenarios";

for (const { id, file, variants } of listScenarios()) {
  test(`${id} ends in the page with the digest of the command line tool`, async ({ atlas }) => {
    const cli: Promise<CliReport> = runByCli(file);
    const runs = variants.length === 0 ? [undefined] : variants;
    for (const variant of runs) {
      await atlas.open({ scenario: id, ...(variant === undefined ? {} : { variant }) });
      const expected = (await cli).variants[variant ?? "run"];
      if (expected === undefined) throw new Error(`The report has no variant ${variant ?? "run"}.`);
      await atlas.advanceTo(expected.simulated_us);
      expect(await atlas.nowUs()).toBe(expected.simulated_us);
      expect(await atlas.digest(), `variant ${variant ?? "run"}`).toBe(expected.digest);
      await expect(atlas.meters.getByText(expected.digest)).toBeVisible();
    }
  });
}

test("looking at a run in small steps does not change it", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(4_000_000);
  const atOnce = await atlas.digest();
  await atlas.open({ scenario: "first-look" });
  for (let us = 0; us <= 4_000_000; us += 313_000) await atlas.advanceTo(us);
  await atlas.button("Step one event").click();
  await atlas.advanceTo(4_000_000);
  expect(await atlas.digest()).toBe(atOnce);
});
