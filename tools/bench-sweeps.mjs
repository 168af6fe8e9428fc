/**
 * The figures of the page's view of sweeps, in headless Chromium: how long a file of 100,000 runs
 * takes to open, and frames while a stretch of one of its axes is dragged.
 */

import fs from "node:fs";
import path from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import { openScenario, withBrowser } from "./bench-browser.mjs";
import { CACHE } from "./steps.mjs";

const RUNS = 100_000;
const SEEDS = 5;
const WATCHED_MS = 5_000;
const AXES = { mode: 6, leaders: 3, compression: 2, replicas: 5, batch: 40 };
const FIGURES = ["money.per_month", "workload.west.p99_us", "workload.west.max_staleness_us"];

export async function benchSweeps() {
  return await withBrowser(async (browser, address) => {
    const page = await openScenario(browser, address, null);
    page.setDefaultTimeout(60_000);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Sweeps…" }).click();
    const input = page.getByLabel("Runs of a sweep");
    await input.waitFor({ state: "attached" });
    const file = path.join(CACHE, "bench-runs.parquet");
    fs.writeFileSync(file, Buffer.from(generated()));
    const began = performance.now();
    await input.setInputFiles(file);
    await page
      .getByText("100 000 of", { exact: false })
      .or(page.getByText(`${RUNS} of`))
      .waitFor();
    await page
      .locator('[data-axis="workload.west.p99_us"] .overlay')
      .waitFor({ state: "attached" });
    const openMs = performance.now() - began;
    const { gaps, draws } = await page.evaluate(dragAndWatch, WATCHED_MS);
    await page.context().close();
    const at = (share) => gaps[Math.floor(share * (gaps.length - 1))];
    return [
      {
        what: "sweeps, a file of 100,000 runs opened",
        value: `${(openMs / 1000).toFixed(1)} s`,
        goal: "",
      },
      {
        what: "sweeps, 100,000 runs brushed",
        value: `${(1000 / at(0.5)).toFixed(0)} fps median, p95 frame ${at(0.95).toFixed(1)} ms, ${draws} pictures`,
        goal: "60 fps",
      },
    ];
  });
}

/** Runs whose figures depend on their values, with some chance. */
function generated() {
  let state = 7;
  const draw = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const points = RUNS / SEEDS;
  const rows = Array.from({ length: RUNS }, (_, run) => run);
  const values = Array.from({ length: points }, () =>
    Object.values(AXES).map((count) => Math.floor(draw() * count)),
  );
  const valueAt = (run, axis) => values[Math.floor(run / SEEDS)][axis];
  const figure = (place) =>
    rows.map((run) => {
      const sum = values[Math.floor(run / SEEDS)].reduce(
        (all, one, at) => all + one * (at + place),
        1,
      );
      return sum * (1 + draw()) * 1_000;
    });
  const sweep = {
    title: "Benchmark",
    axes: Object.entries(AXES).map(([name, count]) => ({
      path: name,
      values: Array.from({ length: count }, (_, at) => at),
    })),
    objectives: FIGURES.map((name) => ({ figure: name, aim: "minimize" })),
    limits: [],
  };
  const column = (name, data, type) => ({ name, data, type });
  return parquetWriteBuffer({
    columnData: [
      column(
        "point",
        rows.map((run) => BigInt(Math.floor(run / SEEDS))),
        "INT64",
      ),
      column(
        "seed",
        rows.map((run) => BigInt(run % SEEDS)),
        "INT64",
      ),
      column(
        "digest",
        rows.map((run) => run.toString(16).padStart(16, "0")),
        "STRING",
      ),
      column(
        "verdict",
        rows.map(() => "ok"),
        "STRING",
      ),
      column(
        "kept",
        rows.map((run) => run % 7 !== 0),
        "BOOLEAN",
      ),
      ...Object.keys(AXES).map((name, at) =>
        column(
          `axis.${name}`,
          rows.map((run) => valueAt(run, at)),
          "DOUBLE",
        ),
      ),
      ...FIGURES.map((name, place) => column(name, figure(place), "DOUBLE")),
    ],
    kvMetadata: [
      { key: "sweep", value: JSON.stringify(sweep) },
      { key: "scenario", value: "{}" },
    ],
  });
}

/** Runs in the page: one move of the pointer each frame, and the gaps between frames. */
function dragAndWatch(forMs) {
  const overlay = document.querySelector('[data-axis="workload.west.p99_us"] .overlay');
  const chosen = document.querySelector("[data-testid=chosen-runs]");
  const box = overlay.getBoundingClientRect();
  const say = (type, on, share) =>
    on.dispatchEvent(
      new MouseEvent(type, {
        bubbles: true,
        cancelable: true,
        view: window,
        button: 0,
        clientX: box.left + box.width / 2,
        clientY: box.top + share * box.height,
      }),
    );
  return new Promise((resolve) => {
    say("mousedown", overlay, 0.95);
    const gaps = [];
    const before = Number(chosen.dataset.drawn);
    let last = 0;
    let start = 0;
    let step = 0;
    requestAnimationFrame(function tick(now) {
      if (start === 0) start = now;
      else gaps.push(now - last);
      last = now;
      // To and fro over most of the axis, a fortieth of it each frame.
      const phase = (step++ % 80) / 40;
      say("mousemove", window, 0.9 - 0.8 * (phase < 1 ? phase : 2 - phase));
      if (now - start < forMs) return requestAnimationFrame(tick);
      say("mouseup", window, 0.5);
      gaps.sort((a, b) => a - b);
      resolve({ gaps, draws: Number(chosen.dataset.drawn) - before });
    });
  });
}
