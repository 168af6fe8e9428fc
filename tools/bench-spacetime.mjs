/**
 * The figures of the space-time diagram, in headless Chromium: frames while a window of 20,000
 * messages is dragged and zoomed.
 */

import { openScenario, withBrowser } from "./bench-browser.mjs";

const MESSAGES = 20_000;
const STEP_US = 2_000_000;
const LONGEST_US = 120_000_000;
const WATCHED_MS = 5_000;

/** @param {{ pace: string, flights: string }} documents scenario files of the benchmark */
export async function benchSpaceTime({ pace, flights }) {
  return await withBrowser(async (browser, address) => {
    const rows = [];
    for (const [name, text] of [
      ["100 writes/s", pace],
      ["long ways, many at a time", flights],
    ]) {
      for (const move of ["drag", "zoom"]) {
        const { gaps, messages } = await watch(browser, address, text, move);
        const at = (share) => gaps[Math.floor(share * (gaps.length - 1))];
        rows.push({
          what: `space-time, ${move}, ${messages} messages in the window, ${name}`,
          value: `${(1000 / at(0.5)).toFixed(0)} fps median, p95 frame ${at(0.95).toFixed(1)} ms`,
          goal: "60 fps, p95 under 25 ms",
        });
      }
    }
    return rows;
  });
}

async function watch(browser, address, text, move) {
  const page = await openScenario(browser, address, text);
  await page.getByRole("tab", { name: "Space-time" }).click();
  await page.getByRole("button", { name: "Open to half of the page" }).click();
  await page.getByTestId("space-time").waitFor();
  const inWindow = () =>
    page.evaluate(() =>
      Number(
        document.querySelector("[data-testid=space-time] canvas:last-of-type")?.dataset.arrows ?? 0,
      ),
    );
  const whole = page.getByRole("button", { name: "Whole run" });
  for (let us = STEP_US; us <= LONGEST_US; us += STEP_US) {
    await page.evaluate((until) => window.atlas.ask({ do: "advance", us: until }), us);
    await whole.click();
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    // A little more than asked, so that there is something to drag to.
    if ((await inWindow()) >= MESSAGES * 1.25) break;
  }
  const watched = await page.evaluate(moveAndWatch, { move, forMs: WATCHED_MS });
  await page.context().close();
  return watched;
}

/** Runs in the page: one move each frame, to and fro, and the gaps between frames. */
function moveAndWatch({ move, forMs }) {
  const canvas = document.querySelector("[data-testid=space-time] canvas:last-of-type");
  const bounds = canvas.getBoundingClientRect();
  const wheel = (changes) =>
    canvas.dispatchEvent(
      new WheelEvent("wheel", {
        bubbles: true,
        cancelable: true,
        clientX: bounds.left + bounds.width / 2,
        clientY: bounds.top + bounds.height / 2,
        ...changes,
      }),
    );
  return new Promise((resolve) => {
    wheel({ deltaY: -110 });
    const gaps = [];
    const counts = [];
    let last = 0;
    let start = 0;
    let step = 0;
    requestAnimationFrame(function tick(now) {
      if (start === 0) start = now;
      else gaps.push(now - last);
      last = now;
      counts.push(Number(canvas.dataset.arrows));
      const way = Math.floor(step++ / 20) % 2 === 0 ? 1 : -1;
      if (move === "drag") wheel({ deltaX: way * 6 });
      else wheel({ deltaY: way * -8 });
      if (now - start < forMs) return requestAnimationFrame(tick);
      gaps.sort((a, b) => a - b);
      counts.sort((a, b) => a - b);
      resolve({ gaps, messages: counts[Math.floor(counts.length / 2)] });
    });
  });
}
