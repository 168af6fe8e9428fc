/** `npm test`: everything, from a clean clone, stopping at the first failure. */

import { build } from "./build.mjs";
import { check } from "./check.mjs";
import { checkSize } from "./check-size.mjs";
import { checkWasm } from "./check-wasm.mjs";
import { setup } from "./setup.mjs";
import { stages } from "./stages.mjs";
import { main } from "./steps.mjs";
import { testE2e } from "./test-e2e.mjs";
import { testPython } from "./test-python.mjs";
import { testRust } from "./test-rust.mjs";
import { testUnit } from "./test-unit.mjs";

await main(() =>
  stages("test", [
    ["set-up", () => setup({ forTests: true })],
    ["static checks", () => check()],
    ["core", () => testRust()],
    ["python", () => testPython([], { all: true })],
    ["build", () => build({ onlyWhenChanged: true })],
    ["imports of the module", checkWasm],
    ["weight of the page", checkSize],
    ["units", () => testUnit()],
    ["page", () => testE2e()],
  ]),
);
