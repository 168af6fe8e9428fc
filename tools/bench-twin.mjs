/**
 * What a second run beside the first costs, in headless Chromium: simulated seconds per wall second
 * of each of the two, against one run alone, on the way to an instant and while the page plays.
 */

import { openScenario, waitForRun, withBrowser } from "./bench-browser.mjs";

const ROUNDS = 3;
const WAY_US = 120_000_000;
const PLAYED_MS = 3_000;
const SPEED_MAX = 100;

/** @param {{ pace: string }} documents a scenario file of the benchmark */
export async function benchTwin({ pace }) {
  return await withBrowser(async (browser, address) => {
    // In turns, so that what else the machine does falls on both alike; each time on a page of its
    // own, so that both go the same stretch: an older run has its checkpoints and is quicker.
    const ways = { one: [], twin: [] };
    const plays = { one: [], twin: [] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const runs of ["one", "twin"]) {
        const page = await openScenario(browser, address, pace);
        if (runs === "twin") await putBeside(page);
        ways[runs].push(await page.evaluate(paceOnTheWay, WAY_US));
        plays[runs].push(
          await page.evaluate(paceOfPlaying, { speed: SPEED_MAX, forMs: PLAYED_MS }),
        );
        await page.context().close();
      }
    }
    return [
      row("twin runs on the way to an instant, each against one run", ways, "at least 0.45"),
      row(`twin runs while playing at ${SPEED_MAX}×, each against one run`, plays, "at least 0.45"),
    ];
  });
}

/** As a person does it; the two differ in a setting that changes nothing in a healthy run. */
async function putBeside(page) {
  await page.keyboard.press("b");
  await page.getByRole("button", { name: /^Beside: Pre-vote/ }).click();
  await waitForRun(page, ({ beside_us }) => beside_us !== null);
}

/** Runs in the page: simulated seconds per wall second. */
async function paceOnTheWay(wayUs) {
  const fromUs = (await window.atlas.run()).us;
  const began = performance.now();
  await window.atlas.ask({ do: "advance", us: fromUs + wayUs });
  const ms = performance.now() - began;
  return wayUs / 1000 / ms;
}

/** Runs in the page: how far it gets when it plays as fast as it may. */
async function paceOfPlaying({ speed, forMs }) {
  const fromUs = (await window.atlas.run()).us;
  const began = performance.now();
  await window.atlas.ask({ do: "play", speed });
  await new Promise((resolve) => setTimeout(resolve, forMs));
  const gotUs = (await window.atlas.run()).us - fromUs;
  const ms = performance.now() - began;
  await window.atlas.ask({ do: "pause" });
  return gotUs / 1000 / ms;
}

/** The best of each: noise only slows. */
function row(what, { one, twin }, goal) {
  const [alone, beside] = [Math.max(...one), Math.max(...twin)];
  return {
    what,
    value: `${(beside / alone).toFixed(2)} (${beside.toFixed(0)} simulated s per wall s, ${alone.toFixed(0)} alone)`,
    goal,
  };
}
