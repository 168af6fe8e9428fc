/**
 * The page's figures in headless Chromium: frames per second and time to the first leader.
 * Frames are counted by requestAnimationFrame in the page itself.
 */

import { openScenario, VIEW, waitForRun, withBrowser } from "./bench-browser.mjs";

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
  await page.evaluate(() => window.atlas.ask({ do: "play", speed: 1 }));
  await waitForRun(page, ({ us }) => us > 2_000_000);
  const watched = await page.evaluate(countFrames, WATCHED_MS);
  await page.context().close();
  return watched;
}

/** Runs in the page: the gaps between frames, and how many messages were in flight. */
async function countFrames(forMs) {
  const gaps = [];
  const startUs = (await window.atlas.run()).us;
  const start = performance.now();
  let last = start;
  await new Promise((done) => {
    requestAnimationFrame(function tick(now) {
      gaps.push(now - last);
      last = now;
      if (now - start < forMs) requestAnimationFrame(tick);
      else done();
    });
  });
  const { now_us, flights } = await window.atlas.query("frame");
  gaps.sort((a, b) => a - b);
  const at = (share) => gaps[Math.floor(share * (gaps.length - 1))];
  return {
    median: at(0.5),
    p95: at(0.95),
    pace: (now_us - startUs) / 1000 / (last - start),
    // At the end, which is as good as any other instant: to ask on the way would take its time.
    inFlight: flights.total,
  };
}

function frameRow(what, { median, p95, pace }) {
  return {
    what,
    value: `${(1000 / median).toFixed(0)} fps median, p95 frame ${p95.toFixed(1)} ms, ${pace.toFixed(2)} simulated s per wall s`,
    goal: "60 fps, p95 under 25 ms",
  };
}
