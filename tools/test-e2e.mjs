/** `npm run test:e2e`: the built page in Chromium; arguments go to playwright test. */

import net from "node:net";
import { build } from "./build.mjs";
import { findChromium } from "./chromium.mjs";
import { environment, isMain, main, run, runPackage, Stop } from "./steps.mjs";
import { WHOLE_CORE } from "./test-rust.mjs";

export async function testE2e(args = []) {
  if (findChromium() === null) {
    throw new Stop("Chromium for the browser tests is missing; run: npm run setup -- --for-tests");
  }
  await build({ onlyWhenChanged: true });
  // Some tests compare the page with the command line. That it has to be compiled is not their time:
  // before all tests it is taken from what the tests of the core were compiled to, a few on their
  // own compile it alone.
  const isAll = args.length === 0;
  if (isAll) {
    await run("cargo", [...WHOLE_CORE, "--no-run", "--quiet"], {
      sentence: "The command line tool was not built; the reason stands above.",
    });
  }
  const env = environment({
    RAFT_ATLAS_PORT: String(await freePort()),
    ...(isAll ? { RAFT_ATLAS_CLI_STANDS: "yes" } : {}),
  });
  await runPackage("@playwright/test", ["test", ...args], {
    bin: "playwright",
    env,
    sentence:
      "Browser tests failed; they are named above, and their last pictures are in test-results (npm run test:e2e -- --trace on FILE records each step).",
  });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.on("error", reject);
    server.listen(0, "localhost", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

if (isMain(import.meta.url)) await main(testE2e);
