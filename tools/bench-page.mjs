/**
 * The page's figures in headless Chromium: frames per second, while it plays and under somebody's
 * hands, and time to the first leader. Frames are counted by requestAnimationFrame in the page itself.
 */

import { openScenario, VIEW, waitForRun, withBrowser } from "./bench-browser.mjs";

const WATCHED_MS = 10_000;

const LONG_US = 600_000_000;
/** A second, in a run of ten minutes: 100,000 requests. */
const MANY_REQUESTS = 170;
const HOVERS = 30;

/**
 * @param {{ manyInFlight: string, pace: string }} documents scenario files that are not among the
 * page's own
 */
export async function benchPage({ manyInFlight, pace }) {
  return await withBrowser(async (browser, address) => {
    const rows = [await startRow(browser, address)];
    const first = await watchFrames(browser, address, null);
    rows.push(frameRow("page, first-look at 1×", first));
    const many = await watchFrames(browser, address, manyInFlight);
    rows.push(frameRow(`page, ${many.inFlight} messages in flight at 1×`, many));
    rows.push(...(await handRows(browser, address, pace)));
    rows.push(await dotRow(browser, address));
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

/** A long run under somebody's hands: a brush drawn over it, a zoom, a link pointed at. */
async function handRows(browser, address, pace) {
  const document = JSON.parse(pace);
  document.workload[0].rate = MANY_REQUESTS;
  const page = await openScenario(browser, address, JSON.stringify(document));
  await page.evaluate((us) => window.atlas.ask({ do: "advance", us }), LONG_US);
  const { workloads } = await page.evaluate(() => window.atlas.query("frame"));
  const lanes = page.getByRole("application", { name: "The run over time" });
  const box = await lanes.boundingBox();
  const many = `a run of ${LONG_US / 60e6} minutes with ${workloads[0].ok} requests`;
  const axisY = box.y + box.height - 8;
  const brush = await framesWhile(page, async () => {
    await page.mouse.move(box.x + 20, axisY);
    await page.mouse.down();
    for (let x = 20; x < box.width - 20; x += 6) await page.mouse.move(box.x + x, axisY);
    await page.mouse.up();
  });
  const zoom = await framesWhile(page, async () => {
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    for (let turn = 0; turn < 80; turn++) await page.mouse.wheel(0, turn < 40 ? -60 : 60);
  });
  const hover = await hoverMs(page, await linkPlace(page), '[data-pointed="true"]');
  await page.context().close();
  return [
    handRow(`brush over ${many}`, brush),
    handRow(`zoom in ${many}`, zoom),
    hoverRow("a link: from the pointer to the highlighted picture", hover),
  ];
}

/** A request that no frame tells of any more: the first time its run is recorded. */
async function dotRow(browser, address) {
  const page = await openScenario(browser, address, null);
  await page.evaluate((us) => window.atlas.ask({ do: "advance", us }), 20_000_000);
  const dots = await page.locator('[data-lane="requests"] canvas').boundingBox();
  const at = { x: dots.x + dots.width / 12, y: dots.y };
  const ring = page.locator('[data-lane="requests"] [data-request]');
  while (at.y < dots.y + dots.height && (await ring.count()) === 0) {
    at.y += 6;
    await page.mouse.move(at.x, at.y);
  }
  const hover = await hoverMs(page, at, "[data-way]");
  await page.context().close();
  return hoverRow("a request's dot: from the pointer to its way on the map", hover);
}

function hoverRow(what, { median, most, times }) {
  return {
    what: `pointing at ${what}`,
    value: `${median.toFixed(0)} ms median of ${times}, ${most.toFixed(0)} at most`,
    goal: "under 32 ms",
  };
}

function handRow(what, gaps) {
  const at = (share) => gaps[Math.floor(share * (gaps.length - 1))];
  return {
    what,
    value: `${(1000 / at(0.5)).toFixed(0)} fps median, p95 frame ${at(0.95).toFixed(1)} ms`,
    goal: "60 fps, p95 under 25 ms",
  };
}

/** The gaps between frames while something is done, shortest first. */
async function framesWhile(page, act) {
  await page.evaluate(() => {
    window.gaps = [];
    let last = performance.now();
    const tick = (now) => {
      if (window.gaps === null) return;
      window.gaps.push(now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await act();
  return await page.evaluate(() => {
    const gaps = window.gaps.sort((a, b) => a - b);
    window.gaps = null;
    return gaps;
  });
}

/** From a pointer's event to the frame after the page shows what it points at. */
async function hoverMs(page, at, shown) {
  await page.evaluate((selector) => {
    window.hovers = [];
    let since = null;
    window.addEventListener("pointerover", () => (since = performance.now()), { capture: true });
    new MutationObserver(() => {
      if (since === null || document.querySelector(selector) === null) return;
      const from = since;
      since = null;
      requestAnimationFrame((now) => window.hovers.push(Math.max(now, performance.now()) - from));
    }).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ["data-pointed"],
    });
  }, shown);
  for (let round = 0; round < HOVERS; round++) {
    await page.mouse.move(5, 5);
    await page.mouse.move(at.x, at.y);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  }
  const times = await page.evaluate(() => window.hovers.sort((a, b) => a - b));
  return { median: times[Math.floor(times.length / 2)], most: times.at(-1), times: times.length };
}

async function linkPlace(page) {
  return await page.evaluate(() => {
    const road = document.querySelector("[data-pointed]");
    const place = road.getPointAtLength(road.getTotalLength() / 2);
    const { x, y } = place.matrixTransform(road.getScreenCTM());
    return { x, y };
  });
}

/** Runs in the page: the gaps between frames, and how many messages were in flight. */
export async function countFrames(forMs) {
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

export function frameRow(what, { median, p95, pace }) {
  return {
    what,
    value: `${(1000 / median).toFixed(0)} fps median, p95 frame ${p95.toFixed(1)} ms, ${pace.toFixed(2)} simulated s per wall s`,
    goal: "60 fps, p95 under 25 ms",
  };
}
