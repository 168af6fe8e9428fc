/** What a swarm found opens in the page, by the link that the command line gives. */

import { expect, test } from "../fixtures";
import { buildCli, swarmByCli } from "../scenarios";

test.beforeAll(async () => {
  test.setTimeout(240_000);
  await buildCli();
});

test("the link of a shrunk run opens at the instant at which it broke its promise", async ({
  atlas,
  page,
  baseURL,
}) => {
  const folder = test.info().outputPath("found");
  const said = await swarmByCli("core/run/testdata/swarm/reads.json", [
    ...["--variant", "raw", "--seeds", "134..135", "--mode", "lease", "--drift-beyond"],
    ...["--faults", "cuts,one-way", "--out", folder, "--page", baseURL ?? ""],
  ]);
  const link = /open it: (\S+)/.exec(said)?.[1] ?? "";
  expect(link.startsWith(`${baseURL}#2`)).toBe(true);
  const [, violated = "", sent = ""] = /at ([\d.]+)s, in [\s\S]*sent at ([\d.]+)s/.exec(said) ?? [];
  expect(Number(sent)).toBeLessThan(Number(violated));

  await page.goto(link.replace("#", "?paused&origin=self#"));
  await atlas.ready();
  await expect(atlas.title).toContainText("linearizable broken");
  await expect.poll(() => atlas.nowUs()).toBe(Math.round(Number(violated) * 1e6));
  await expect(page.getByRole("alert", { name: "A promise is broken" })).toBeVisible();
});
