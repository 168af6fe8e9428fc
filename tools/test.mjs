/**
 * `npm test`: everything of every day, from a clean clone, ending with the first failure.
 * `-- --quick`: what a change of a few files needs, where all is set up and compiled already.
 * `npm run test:long`: what a release needs: the same, all that is long and random, and more seeds.
 */

import { setup } from "./setup.mjs";
import { sideBySide, stages } from "./stages.mjs";
import { isMain, main } from "./steps.mjs";
import { testE2e } from "./test-e2e.mjs";

/**
 * Two processors, two lanes: what one waits for (a linker, the optimiser of one module, a cluster
 * that starts) the other has them for. The core's lane fills `target/debug`, the page's fills
 * `target/wasm32-unknown-unknown`; clippy comes last, when nothing waits for cargo's lock, and where
 * it makes the lanes as long as each other.
 */
const CLIPPY = ["clippy, native", ["tools/check.mjs", "clippy, native"]];
const CORE = [
  ["core", ["tools/test-rust.mjs"]],
  ["python", ["tools/test-python.mjs", "--with-core"]],
];
const PAGE = [
  ["static checks", ["tools/check.mjs", "--without", "clippy"]],
  ["build", ["tools/build.mjs", "--when-changed"]],
  ["imports of the modules", ["tools/check-wasm.mjs"]],
  ["weight of the page", ["tools/check-size.mjs"]],
  ["units", ["tools/test-unit.mjs"]],
  CLIPPY,
];

/** Code for wasm32 alone is a few lines, which the build compiles: their lints can wait. */
const PAGE_LONG = [["clippy, wasm32", ["tools/check.mjs", "clippy, wasm32"]], ...PAGE];

async function whole({ isLong }) {
  if (isLong) process.env.RAFT_ATLAS_LONG = "yes";
  await stages(isLong ? "test:long" : "test", [
    ["set-up", () => setup({ forTests: true })],
    ["core and page", () => sideBySide("test", [CORE, isLong ? PAGE_LONG : PAGE])],
    ["in the browser", () => testE2e()],
  ]);
}

/** Without a browser, a Python cluster or what no change has touched. */
async function quick() {
  await stages("test --quick", [
    ["set-up", () => setup({ forTests: true, forBrowser: false })],
    [
      "core and page",
      () =>
        sideBySide("test --quick", [
          [CLIPPY, ["core", ["tools/test-rust.mjs", "--changed"]]],
          [
            ["static checks", ["tools/check.mjs", "--without", "clippy"]],
            ["units", ["tools/test-unit.mjs"]],
          ],
        ]),
    ],
  ]);
}

if (isMain(import.meta.url)) {
  await main((args) =>
    args.includes("--quick") ? quick() : whole({ isLong: args.includes("--long") }),
  );
}
