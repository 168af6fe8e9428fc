/** Unit tests: pure functions in Node, and the engine's package loaded in Node. */

import { defineConfig } from "vitest/config";
import { aliases } from "./vite.config.ts";

export default defineConfig({
  resolve: { alias: aliases },
  test: {
    environment: "node",
    include: [
      "web/**/*.test.{ts,tsx}",
      "tools/**/*.test.mjs",
      "core/{wasm_engine,wasm_tools}/tests/**/*.test.ts",
    ],
    maxWorkers: 2,
    testTimeout: 120_000,
    // A snapshot is written on purpose, never by a run that was meant to check it.
    update: false,
  },
});
