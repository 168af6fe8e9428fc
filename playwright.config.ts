/** End-to-end tests: the built page, served as a visitor gets it, in the system's Chromium. */

import { defineConfig } from "@playwright/test";
import { findChromium } from "./tools/chromium.mjs";
import { IS_LONG } from "./web/test/long";

// tools/test-e2e.mjs chooses a free port, so that two runs do not meet.
const port = Number(process.env.RAFT_ATLAS_PORT ?? 4174);
const executablePath = findChromium();
// A page lives for seconds here: what V8 gains by optimising the engine's module again it spends on
// that. Where whole runs are played, the module runs as a visitor runs it.
const UNOPTIMISED = ["--js-flags=--liftoff-only"];
const WHOLE_RUNS = "digests.spec.ts";

function browser(args: string[]) {
  const viewport = { width: 1280, height: 800 };
  return {
    viewport,
    launchOptions: executablePath === null ? { args } : { args, executablePath },
  };
}

export default defineConfig({
  testDir: "e2e/tests",
  outputDir: "test-results",
  snapshotPathTemplate: "e2e/snapshots/{testFilePath}/{arg}{ext}",
  fullyParallel: true,
  // One for each of two processors: three took as long, and each test half as long again.
  workers: 2,
  retries: 0,
  // What takes long and rarely finds anything alone is for `npm run test:long`.
  ...(IS_LONG ? {} : { grepInvert: /@long/ }),
  forbidOnly: true,
  timeout: 60_000,
  // What is waited for is a condition; a busy machine may take its time over it.
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    baseURL: `http://localhost:${port}/`,
    // A trace, even without pictures, is a twentieth of the time of all tests: a failure has its last
    // picture, and what led to it is seen by a run with `--trace on`.
    trace: "off",
    screenshot: "only-on-failure",
    // Tests look at what the page asks for; offline.spec.ts lets it be kept.
    serviceWorkers: "block",
  },
  projects: [
    { name: "desktop", testIgnore: WHOLE_RUNS, use: browser(UNOPTIMISED) },
    { name: "whole runs", testMatch: WHOLE_RUNS, use: browser([]) },
  ],
  webServer: {
    command: `node tools/serve.mjs --port ${port} --strict`,
    url: `http://localhost:${port}/`,
    reuseExistingServer: false,
    stdout: "ignore",
    stderr: "pipe",
  },
});
