/**
 * Finds the Chromium that runs the browser tests. Playwright's own download is not used: it comes
 * from no package registry.
 */

import fs from "node:fs";
import { onPath } from "./steps.mjs";

/** The headless shell first: it starts faster and draws the same. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chrome",
  "msedge",
];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** @returns {string | null} the path of the program */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return fs.existsSync(chosen) ? chosen : null;
  for (const name of NAMES) {
    const file = onPath(name);
    if (file !== null) return file;
  }
  return PLACES.find((file) => fs.existsSync(file)) ?? null;
}
