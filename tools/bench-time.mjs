/**
 * The figures of going back in time, in headless Chromium: from the wish to the picture's data on
 * the page. What is drawn then is measured elsewhere, as frames per second.
 */

import { openScenario, withBrowser } from "./bench-browser.mjs";

const RUN_US = 600_000_000;
const HOUR_US = 3_600_000_000;
const SEEKS = 200;
const PLACES = 20;
const STEPS_AT_PLACE = 20;
const BRANCHES = 20;
const QUIET_FROM_US = 100_000_000;
const MIB = 1024 * 1024;

/** @param {{ pace: string, quiet: string }} documents scenario files of the benchmark */
export async function benchTime({ pace, quiet }) {
  return await withBrowser(async (browser, address) => {
    const rows = [];
    await withPage(browser, address, pace, async (page) => {
      await page.evaluate((us) => window.atlas.ask({ do: "advance", us }), RUN_US);
      const seeks = await page.evaluate(timeSeeks, { untilUs: RUN_US, count: SEEKS });
      rows.push(
        timeRow(
          `seek to one of ${SEEKS} random instants of 600 s at 100 writes/s`,
          seeks,
          "p95 under 40 ms",
        ),
      );
      const asked = { untilUs: RUN_US, places: PLACES, steps: STEPS_AT_PLACE };
      const { first, next } = await page.evaluate(timeBacks, asked);
      rows.push(timeRow("step back one event, same run", [...first, ...next], "p95 under 14 ms"));
      rows.push(timeRow("of these, the first at each place", first, ""));
      const { began, back } = await page.evaluate(timeBranches, {
        untilUs: RUN_US,
        count: BRANCHES,
      });
      rows.push(timeRow("new branch up to 10 minutes in, same run", began, "under 100 ms"));
      rows.push(timeRow("switch to another branch, same instant", back, ""));
    });
    await withPage(browser, address, quiet, async (page) => {
      // Growth only: whole copies, of which there are at most a few, do not grow with time.
      await page.evaluate((us) => window.atlas.ask({ do: "advance", us }), QUIET_FROM_US);
      const before = await page.evaluate(() => window.atlas.query("memory"));
      await page.evaluate((us) => window.atlas.ask({ do: "advance", us }), RUN_US);
      const after = await page.evaluate(() => window.atlas.query("memory"));
      const seconds = (RUN_US - QUIET_FROM_US) / 1e6;
      rows.push({
        what: "history, quiet cluster, growth per simulated second to 600 s",
        value: `${((after.history - before.history) / seconds / 1024).toFixed(2)} KiB; ${(after.history / MIB).toFixed(1)} MiB in all, module ${(after.module / MIB).toFixed(1)} MiB`,
        goal: "under 10 KB",
      });
    });
    await withPage(browser, address, pace, async (page) => {
      await page.evaluate((us) => window.atlas.ask({ do: "advance", us }), HOUR_US);
      const { history, module } = await page.evaluate(() => window.atlas.query("memory"));
      const heap = await page.evaluate(() => performance.memory.usedJSHeapSize);
      rows.push({
        what: "memory after an hour at 100 writes/s",
        value: `${((history + module + heap) / MIB).toFixed(0)} MiB (module ${(module / MIB).toFixed(0)}, history ${(history / MIB).toFixed(0)}, page ${(heap / MIB).toFixed(0)})`,
        goal: "under 300 MB",
      });
    });
    return rows;
  });
}

async function withPage(browser, address, text, use) {
  const page = await openScenario(browser, address, text);
  await use(page);
  await page.context().close();
}

/** Runs in the page. */
async function timeSeeks({ untilUs, count }) {
  let state = 1;
  const times = [];
  for (let i = 0; i < count; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const us = Math.floor((state / 2 ** 32) * untilUs);
    const began = performance.now();
    const arrived = await window.atlas.ask({ do: "seek", us });
    times.push(performance.now() - began);
    if (arrived.us !== us) throw new Error(`sought ${us}, is at ${arrived.us}`);
  }
  return times;
}

/** Runs in the page: some steps back at places over the whole run. */
async function timeBacks({ untilUs, places, steps }) {
  const first = [];
  const next = [];
  for (let place = places; place > 0; place--) {
    let { events } = await window.atlas.ask({
      do: "seek",
      us: Math.floor((untilUs * place) / places),
    });
    for (let step = 0; step < steps; step++) {
      const began = performance.now();
      const back = await window.atlas.ask({ do: "step", by: -1 });
      (step === 0 ? first : next).push(performance.now() - began);
      if (back.events !== events - 1) throw new Error("stepped elsewhere");
      events = back.events;
    }
  }
  return { first, next };
}

/** Runs in the page: acts at places of the past, goes back to the first run, and on to the next. */
async function timeBranches({ untilUs, count }) {
  const began = [];
  const back = [];
  for (let made = 0; made < count; made++) {
    const fromUs = Math.floor(untilUs * (1 - made / count)) - 1_000;
    await window.atlas.ask({ do: "seek", us: fromUs });
    let start = performance.now();
    const action = { do: "set", settings: { pre_vote: made % 2 === 0 } };
    await window.atlas.ask({ do: "act", action });
    began.push(performance.now() - start);
    const { branches, current } = await window.atlas.query("branches");
    if (branches.length !== made + 2 || current === 0) throw new Error("no branch began");
    await window.atlas.ask({ do: "advance", us: fromUs + 500_000 });
    for (const to of [0, current, 0]) {
      start = performance.now();
      await window.atlas.ask({ do: "branch", branch: to });
      back.push(performance.now() - start);
      if ((await window.atlas.query("branches")).current !== to)
        throw new Error("switched elsewhere");
    }
  }
  return { began, back };
}

function timeRow(what, times, goal) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.floor(share * (sorted.length - 1))].toFixed(1);
  return { what, value: `${at(0.5)} ms median, p95 ${at(0.95)} ms, longest ${at(1)} ms`, goal };
}
