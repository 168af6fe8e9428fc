/**
 * `npm run build:wasm`: core/wasm to core/wasm/pkg (engine.js, engine.d.ts, engine_bg.wasm),
 * by wasm-pack with the wasm-bindgen of set-up and binaryen's wasm-opt. Skipped when nothing that
 * it is made from has changed.
 */

import fs from "node:fs";
import path from "node:path";
import {
  CACHE,
  contentHash,
  EXE,
  environment,
  filesBelow,
  isMain,
  main,
  onPath,
  ROOT,
  readStamp,
  replaceFolder,
  run,
  Stop,
  seconds,
  TOOLS_BIN,
  withLock,
  writeStamp,
} from "./steps.mjs";

export const PKG = path.join(ROOT, "core", "wasm", "pkg");
const STAMP = path.join(PKG, ".made-from");
const PARTS = ["engine.js", "engine.d.ts", "engine_bg.wasm"];

/** What the module is made from. */
export function wasmHash() {
  const crates = ["sim", "cluster", "scenario", "wasm"].flatMap((name) => [
    `core/${name}/Cargo.toml`,
    `core/${name}/build.rs`,
    `core/${name}/src`,
  ]);
  const whole = ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", ".cargo/config.toml"];
  return contentHash(filesBelow([...crates, ...whole, "tools/build-wasm.mjs"]));
}

function isBuilt(hash) {
  return readStamp(STAMP) === hash && PARTS.every((file) => fs.existsSync(path.join(PKG, file)));
}

/** @returns {Promise<boolean>} whether anything was built */
export async function buildWasm() {
  return withLock("build-wasm", async () => {
    const hash = wasmHash();
    if (isBuilt(hash)) {
      console.log("The WebAssembly module is up to date.");
      return false;
    }
    const began = performance.now();
    checkTools();
    const partial = path.join(CACHE, "wasm-pkg");
    fs.rmSync(partial, { recursive: true, force: true });
    const args = [
      "build",
      "core/wasm",
      "--target",
      "web",
      "--profile",
      "page",
      "--mode",
      "no-install",
    ];
    const names = ["--out-dir", partial, "--out-name", "engine", "--no-pack"];
    await run("wasm-pack", [...args, ...names, "--", "--locked"], {
      env: environment(),
      sentence: "The WebAssembly module could not be built; the reason is above.",
    });
    // Written last: a folder without a stamp is built again.
    writeStamp(path.join(partial, path.basename(STAMP)), hash);
    replaceFolder(partial, PKG);
    const { size } = fs.statSync(path.join(PKG, "engine_bg.wasm"));
    console.log(`WebAssembly module: ${Math.round(size / 1024)} KiB (${seconds(began)})`);
    return true;
  });
}

function checkTools() {
  for (const name of ["wasm-pack", "wasm-bindgen"]) {
    if (fs.existsSync(path.join(TOOLS_BIN, name + EXE)) || onPath(name) !== null) continue;
    throw new Stop(`${name} is missing; run: npm run setup`);
  }
  if (!fs.existsSync(path.join(ROOT, "node_modules", ".bin"))) {
    throw new Stop("The npm packages are missing; run: npm run setup");
  }
}

if (isMain(import.meta.url)) await main(() => buildWasm());
