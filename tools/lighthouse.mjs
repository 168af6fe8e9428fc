/**
 * `npm run lighthouse`: Google's Lighthouse, by its own program for continuous integration, against
 * the built page and its gallery in the Chromium of the browser tests. Each of the three figures shall
 * be 95 or more. It is fetched into npm's cache for the run and is no package of this project.
 */

import fs from "node:fs";
import path from "node:path";
import { build } from "./build.mjs";
import { findChromium } from "./chromium.mjs";
import { StaticHost } from "./static-host.mjs";
import { CACHE, environment, isMain, main, run, Stop } from "./steps.mjs";

const PROGRAM = "@lhci/cli@0.15.1";
const LEAST = 95;
const CATEGORIES = ["performance", "accessibility", "best-practices"];
/** As a phone on a slow network, which is its own default, and as a desktop. */
const FORMS = [
  ["phone", {}],
  ["desktop", { preset: "desktop" }],
];

export async function lighthouse() {
  const chromium = findChromium();
  if (chromium === null) throw new Stop("Chromium is missing; run: npm run setup -- --for-tests");
  await build({ onlyWhenChanged: true });
  const host = new StaticHost();
  const url = await host.start();
  try {
    for (const [form, settings] of FORMS) await measure(url, chromium, form, settings);
  } finally {
    await host.stop();
  }
}

/** Three times; it writes its reports to the folder in which it runs. */
async function measure(url, chromium, form, settings) {
  const cwd = path.join(CACHE, "lighthouse", form);
  fs.rmSync(cwd, { recursive: true, force: true });
  fs.mkdirSync(cwd, { recursive: true });
  fs.writeFileSync(path.join(cwd, "lighthouserc.json"), JSON.stringify({ ci: how(url, settings) }));
  console.log(`As on a ${form}:`);
  await run("npm", ["exec", "--yes", `--package=${PROGRAM}`, "--", "lhci", "autorun"], {
    cwd,
    env: environment({ CHROME_PATH: chromium }),
    sentence: `Lighthouse found less than ${LEAST}, or could not run; its reports are in ${cwd}`,
  });
}

function how(url, settings) {
  const chromeFlags = "--headless=new --no-sandbox --disable-dev-shm-usage";
  const least = ["error", { minScore: LEAST / 100 }];
  return {
    collect: {
      url: [url, new URL("gallery/", url).href],
      settings: { ...settings, chromeFlags, onlyCategories: CATEGORIES },
    },
    assert: {
      aggregationMethod: "median",
      assertions: Object.fromEntries(CATEGORIES.map((id) => [`categories:${id}`, least])),
    },
    upload: { target: "filesystem", outputDir: "." },
  };
}

if (isMain(import.meta.url)) await main(lighthouse);
