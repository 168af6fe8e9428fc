/** The engine's worker: gone without a word, slower than was wished, and what runs leave behind. */

import { expect, test } from "../fixtures";

test("a worker that is gone without a word is started again, with all that was done", {
  tag: "@long",
}, async ({ atlas, page }) => {
  await page.addInitScript(() => {
    const made: Worker[] = [];
    window.Worker = class extends Worker {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        made.push(this);
      }
    };
    // Ended by hand there is no event: as when the browser takes its memory.
    Object.assign(window, { endWorkers: () => made.map((worker) => worker.terminate()) });
  });
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(1_000_000);
  await atlas.act({ do: "crash", store: "s2" });
  await atlas.advanceTo(2_000_000);
  const digest = await atlas.digest();
  await page.evaluate(() => (window as unknown as { endWorkers(): void }).endWorkers());
  await atlas.button("Next event").click();
  await expect(atlas.notice).toContainText(
    /The engine was gone and was started again\. .* 1 action replayed/,
    { timeout: 40_000 },
  );
  expect(await atlas.digest()).toBe(digest);
  await atlas.advanceBy(500_000);
  expect(await atlas.digest()).not.toBe(digest);
});

test("the speed that is reached is shown where it is less than was wished", async ({ atlas }) => {
  await atlas.open({ scenario: "hundred-ranges" });
  // Past its end a run stops nowhere, however long somebody takes to look.
  await atlas.advanceTo(30_000_000);
  await atlas.play(100);
  const speed = atlas.button("Speed 100×");
  await expect(speed).toContainText("set to 100×");
  await expect(speed).toContainText(/\d× now/);
  await atlas.button("Pause").click();
  await expect(speed).toHaveText("100×");
});

test("130 scenarios in one visit leave nothing behind", { tag: "@long" }, async ({
  atlas,
  page,
}) => {
  test.setTimeout(180_000);
  const small = ["first-look", "two-cities", "stale-leader", "one-way-cut"];
  const ids = ["hundred-ranges", ...small, ...small, "first-look"];
  await atlas.open({ scenario: "first-look" });
  let most = 0;
  for (let i = 0; i < 130; i += 1) {
    await atlas.ask({ do: "load", scenario: ids[i % ids.length] });
    await atlas.advanceTo(i % ids.length === 0 ? 3_000_000 : 100_000);
    const { module, history } = await atlas.memory();
    // Right after a run that is small itself.
    if (i % ids.length !== 0) most = Math.max(most, module + history);
  }
  // An engine that a large run left behind has 20 MB, and so has each copy of it.
  expect(most).toBeLessThan(30_000_000);
  await page.requestGC();
  const browser = await page.context().newCDPSession(page);
  await browser.send("Performance.enable");
  const { metrics } = await browser.send("Performance.getMetrics");
  const heap = metrics.find(({ name }) => name === "JSHeapUsedSize");
  expect(heap?.value).toBeLessThan(40_000_000);
});
