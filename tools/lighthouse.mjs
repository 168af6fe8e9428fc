/**
 * `npm run lighthouse`: Google's Lighthouse against the built page, served from here, in the
 * Chromium of the browser tests. Each of the three figures shall be 95 or more. It is fetched into
 * npm's cache for the run and is no package of this project; the page itself needs no network.
 */

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { build } from "./build.mjs";
import { findChromium } from "./chromium.mjs";
import { StaticHost } from "./static-host.mjs";
import { environment, isMain, main, run, Stop } from "./steps.mjs";

const LIGHTHOUSE = "lighthouse@12.8.2";
const LEAST = 95;
const CATEGORIES = ["performance", "accessibility", "best-practices"];
/** As a phone on a slow network, which is its own default, and as a desktop. */
const FORMS = ["mobile", "desktop"];

export async function lighthouse() {
  const chromium = findChromium();
  if (chromium === null) throw new Stop("Chromium is missing; run: npm run setup -- --for-tests");
  await build({ onlyWhenChanged: true });
  const address = await new StaticHost().start();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "lighthouse-"));
  const low = [];
  for (const form of FORMS) {
    const file = path.join(folder, `${form}.json`);
    await measure(address, form, file, chromium);
    const { categories, audits } = JSON.parse(fs.readFileSync(file, "utf8"));
    const scores = CATEGORIES.map((id) => [id, Math.round(categories[id].score * 100)]);
    console.log(`${form}: ${scores.map(([id, score]) => `${id} ${score}`).join(", ")}`);
    for (const id of CATEGORIES) complain(categories[id], audits);
    low.push(...scores.filter(([, score]) => score < LEAST).map(([id]) => `${form} ${id}`));
  }
  if (low.length > 0) throw new Stop(`Below ${LEAST}: ${low.join(", ")}.`);
  console.log(`All are ${LEAST} or more.`);
}

async function measure(address, form, file, chromium) {
  const flags = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage"];
  const how = [
    `--only-categories=${CATEGORIES.join(",")}`,
    `--chrome-flags=${flags.join(" ")}`,
    "--output=json",
    `--output-path=${file}`,
    "--quiet",
    ...(form === "desktop" ? ["--preset=desktop"] : []),
  ];
  const exec = ["exec", "--yes", `--package=${LIGHTHOUSE}`, "--", "lighthouse", address, ...how];
  await run("npm", exec, {
    env: environment({ CHROME_PATH: chromium }),
    sentence: "Lighthouse could not be run; the reason is above.",
  });
}

/** What took points away, and by how much it weighs. */
function complain({ auditRefs }, audits) {
  for (const { id, weight } of auditRefs) {
    const { score, title, displayValue = "" } = audits[id];
    if (weight === 0 || score === null || score >= 0.95) continue;
    console.log(`  ${title}: ${Math.round(score * 100)} of 100, weight ${weight}. ${displayValue}`);
  }
}

if (isMain(import.meta.url)) {
  await main(lighthouse);
  // The server would go on.
  process.exit();
}
