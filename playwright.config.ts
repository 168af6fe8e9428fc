/** End-to-end tests: the built page, served as a visitor gets it, in the system's Chromium. */

import { defineConfig } from "@playwright/test";
import { findChromium } from "./tools/chromium.mjs";

// tools/test-e2e.mjs chooses a free port, so that two runs do not meet.
const port = Number(process.env.RAFT_ATLAS_PORT ?? 4174);
const executablePath = findChromium();
// A page lives for seconds here: what V8 gains by optimising the engine's module again it spends on
// that. The digests of the module as a visitor runs it are those of core/wasm/tests/parity.test.ts.
const args = ["--js-flags=--liftoff-only"];

export default defineConfig({
  testDir: "e2e/tests",
  outputDir: "test-results",
  snapshotPathTemplate: "e2e/snapshots/{testFilePath}/{arg}{ext}",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  // What is waited for is a condition; a busy machine may take its time over it.
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    baseURL: `http://localhost:${port}/`,
    // Pictures of every step would double the time of all tests; a failure has its last one.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    screenshot: "only-on-failure",
    // Tests look at what the page asks for; offline.spec.ts lets it be kept.
    serviceWorkers: "block",
    launchOptions: executablePath === null ? { args } : { args, executablePath },
  },
  projects: [{ name: "desktop", use: { viewport: { width: 1280, height: 800 } } }],
  webServer: {
    command: `node tools/serve.mjs --port ${port} --strict`,
    url: `http://localhost:${port}/`,
    reuseExistingServer: false,
    stdout: "ignore",
    stderr: "pipe",
  },
});
