/**
 * The page's figures in headless Chromium: frames per second and time to the first leader.
 * Frames are counted by requestAnimationFrame in the page itself.
 */

import { chromium } from "@playwright/test";
import { findChromium } from "./chromium.mjs";
import { serve } from "./serve.mjs";
import { Stop } from "./steps.mjs";

const WATCHED_MS = 10_000;
const VIEW = { width: 1280, height: 800 };

/** @param {{ manyInFlight: string }} documents scenario files that are not among the page's own */
export async function benchPage({ manyInFlight }) {
  const executablePath = findChromium();
  if (executablePath === null)
    throw new Stop("Chromium is missing; run: npm run setup -- --for-tests");
  const address = await serve();
  const browser = await chromium.launch({ executablePath });
  try {
    const rows = [await startRow(browser, address)];
    const first = await watchFrames(browser, address, null);
    rows.push(frameRow("page, first-look at 1×", first));
    const many = await watchFrames(browser, address, manyInFlight);
    rows.push(frameRow(`page, ${many.inFlight} messages in flight at 1×`, many));
    return rows;
  } finally {
    await browser.close();
  }
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
  // Playwright waits by evaluating text, which the page's content policy forbids.
  const context = await browser.newContext({ viewport: VIEW, bypassCSP: true });
  const page = await context.newPage();
  if (text !== null) {
    await page.route("**/scenarios/index.json", (route) =>
      route.fulfill({ json: [{ id: "bench", file: "bench.json" }] }),
    );
    await page.route("**/scenarios/bench.json", (route) => route.fulfill({ body: text }));
  }
  await page.goto(`${address}?e2e${text === null ? "" : "&scenario=bench"}`);
  await page.waitForFunction(
    () => (window.simApi?.frame()?.now_us ?? 0) >= 0 && window.simApi?.frame(),
  );
  await page.evaluate(() => window.simApi.setSpeed(1));
  await page.evaluate(() => window.simApi.play());
  await page.waitForFunction(() => window.simApi.frame().now_us > 2_000_000);
  const watched = await page.evaluate(countFrames, WATCHED_MS);
  await context.close();
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
