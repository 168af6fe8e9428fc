/**
 * `npm run build:wasm`: the three modules of the page, each to its `pkg` folder, by wasm-pack with the
 * wasm-bindgen of set-up and binaryen's wasm-opt: core/wasm, the engine; core/reader, which reads
 * texts and is fetched once the first picture stands; core/lens, which is asked about runs. Beside
 * each lies the same packed, which is what the page loads (web/worker/unpack.ts). Then the page's
 * own scenarios, read. What is made from nothing that has changed is skipped.
 */

import fs from "node:fs";
import path from "node:path";
import { prepareScenarios } from "./prepare-scenarios.mjs";
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

/**
 * Inlining stops early (the compiler's own bound is 225): 18 KiB less to load, packed, at the speed
 * that level 3 had before.
 */
const INLINING = "-C llvm-args=-inline-threshold=50";

/** Crate -> name of its package. */
export const MODULES = [
  { crate: "wasm", name: "engine" },
  { crate: "reader", name: "reader" },
  { crate: "lens", name: "lens" },
];

/** Where the package of a crate is. */
export function packageOf(crate) {
  return path.join(ROOT, "core", crate, "pkg");
}

export const PKG = packageOf("wasm");

/** The page's own scenarios as the engine takes them. */
export const PREPARED = path.join(packageOf("reader"), "prepared");
const PREPARED_STAMP = path.join(PREPARED, ".made-from");

/** What the modules are made from, as the page's stamp names it. */
export function builtFrom() {
  return MODULES.map(({ crate }) => readStamp(stampOf(crate)) ?? "").join(" ");
}

/** What the prepared scenarios are made from: the module that reads them, and their texts. */
function preparedHash() {
  const from = ["public/scenarios", "tools/prepare-scenarios.mjs"];
  return contentHash(filesBelow(from), wasmHash("reader"));
}

function stampOf(crate) {
  return path.join(packageOf(crate), ".made-from");
}

/** What a module is made from. */
export function wasmHash(crate = "wasm") {
  const crates = ["sim", "model", "kv", "cluster", "scenario", crate].flatMap((name) => [
    `core/${name}/Cargo.toml`,
    `core/${name}/build.rs`,
    `core/${name}/src`,
  ]);
  const whole = ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", ".cargo/config.toml"];
  const tools = ["tools/build-wasm.mjs", "tools/packer/src", "tools/packer/Cargo.lock"];
  return contentHash(filesBelow([...crates, ...whole, ...tools]));
}

function isBuilt({ crate, name }, hash) {
  const parts = [`${name}.js`, `${name}.d.ts`, `${name}_bg.wasm`, `${name}_bg.wasm.xz`];
  const folder = packageOf(crate);
  return (
    readStamp(stampOf(crate)) === hash &&
    parts.every((file) => fs.existsSync(path.join(folder, file)))
  );
}

/** @returns {Promise<boolean>} whether anything was built */
export async function buildWasm() {
  return withLock("build-wasm", async () => {
    let any = false;
    for (const module of MODULES) any = (await buildModule(module)) || any;
    any = (await buildPrepared()) || any;
    if (!any) console.log("The WebAssembly modules are up to date.");
    return any;
  });
}

async function buildPrepared() {
  const hash = preparedHash();
  if (readStamp(PREPARED_STAMP) === hash) return false;
  const partial = path.join(CACHE, "prepared");
  fs.rmSync(partial, { recursive: true, force: true });
  await prepareScenarios(packageOf("reader"), partial);
  writeStamp(path.join(partial, path.basename(PREPARED_STAMP)), hash);
  replaceFolder(partial, PREPARED);
  return true;
}

async function buildModule(module) {
  const { crate, name } = module;
  const hash = wasmHash(crate);
  if (isBuilt(module, hash)) return false;
  const began = performance.now();
  checkTools();
  const partial = path.join(CACHE, `${crate}-pkg`);
  fs.rmSync(partial, { recursive: true, force: true });
  const how = ["--target", "web", "--profile", "page", "--mode", "no-install"];
  const names = ["--out-dir", partial, "--out-name", name, "--no-pack"];
  await run("wasm-pack", ["build", `core/${crate}`, ...how, ...names, "--", "--locked"], {
    env: environment({ CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: INLINING }),
    sentence: `The module ${name} could not be built; the reason is above.`,
  });
  const file = path.join(partial, `${name}_bg.wasm`);
  await run("packer", [file, `${file}.xz`], {
    env: environment({}),
    sentence: `The module ${name} could not be packed; the reason is above.`,
  });
  // Written last: a folder without a stamp is built again.
  writeStamp(path.join(partial, path.basename(stampOf(crate))), hash);
  replaceFolder(partial, packageOf(crate));
  const packed = path.join(packageOf(crate), `${name}_bg.wasm.xz`);
  const kib = Math.round(fs.statSync(packed).size / 1024);
  console.log(`Module ${name}: ${kib} KiB, packed (${seconds(began)})`);
  return true;
}

function checkTools() {
  for (const name of ["wasm-pack", "wasm-bindgen", "packer"]) {
    if (fs.existsSync(path.join(TOOLS_BIN, name + EXE)) || onPath(name) !== null) continue;
    throw new Stop(`${name} is missing; run: npm run setup`);
  }
  if (!fs.existsSync(path.join(ROOT, "node_modules", ".bin"))) {
    throw new Stop("The npm packages are missing; run: npm run setup");
  }
}

if (isMain(import.meta.url)) await main(() => buildWasm());
