/**
 * The page's figures in headless Chromium: frames per second and time to the first leader.
 * Frames are counted by requestAnimationFrame in the page itself.
 */

import { openScenario, VIEW, withBrowser } from "./bench-browser.mjs";

const WATCHED_MS = 10_000;

/** @param {{ manyInFlight: string }} documents scenario files that are not among the page's own */
export async function benchPage({ manyInFlight }) {
  return await withBrowser(async (browser, address) => {
    const rows = [await startRow(browser, address)];
    const first = await watchFrames(browser, address, null);
    rows.push(frameRow("page, first-look at 1×", first));
    const many = await watchFrames(browser, address, manyInFlight);
    rows.push(frameRow(`page, ${many.inFlight} messages in flight at 1×`, many));
    return rows;
  });
}

async function startRow(browser, address) {
  const times = [];
  for (let round = 0; round < 5; round++) {
    const context = await browser.newContext({ viewport: VIEW });
    const page = await context.newPage();
    const start = performance.now();
    await page.goto(address, { waitUntil: "commit" });
    await page
      .getByRole("button", { name: /leader of range/i })
      .first()
      .waitFor();
    times.push(performance.now() - start);
    await context.close();
  }
  times.sort((a, b) => a - b);
  const [least, , median, , most] = times.map((ms) => ms.toFixed(0));
  return {
    what: "start: navigation to the first elected leader on the map",
    value: `${median} ms median of 5 (${least} to ${most})`,
    goal: "under 1,500 ms",
  };
}

async function watchFrames(browser, address, text) {
  const page = await openScenario(browser, address, text);
  await page.evaluate(() => window.simApi.setSpeed(1));
  await page.evaluate(() => window.simApi.play());
  await page.waitForFunction(() => window.simApi.frame().now_us > 2_000_000);
  const watched = await page.evaluate(countFrames, WATCHED_MS);
  await page.context().close();
  return watched;
}

/** Runs in the page: the gaps between frames, and how many messages were in flight. */
function countFrames(forMs) {
  return new Promise((resolve) => {
    const gaps = [];
    const flights = [];
    const start = performance.now();
    const startUs = window.simApi.frame().now_us;
    let last = start;
    requestAnimationFrame(function tick(now) {
      gaps.push(now - last);
      flights.push(window.simApi.frame().flights.total);
      last = now;
      if (now - start < forMs) return requestAnimationFrame(tick);
      gaps.sort((a, b) => a - b);
      flights.sort((a, b) => a - b);
      const at = (share) => gaps[Math.floor(share * (gaps.length - 1))];
      const simulatedMs = (window.simApi.frame().now_us - startUs) / 1000;
      resolve({
        median: at(0.5),
        p95: at(0.95),
        pace: simulatedMs / (now - start),
        inFlight: flights[Math.floor(flights.length / 2)],
      });
    });
  });
}

function frameRow(what, { median, p95, pace }) {
  return {
    what,
    value: `${(1000 / median).toFixed(0)} fps median, p95 frame ${p95.toFixed(1)} ms, ${pace.toFixed(2)} simulated s per wall s`,
    goal: "60 fps, p95 under 25 ms",
  };
}
