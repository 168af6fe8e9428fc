/**
 * `npm run build:wasm`: the three modules of the page, each to its `pkg` folder, by wasm-pack with the
 * wasm-bindgen of set-up and binaryen's wasm-opt: core/wasm, the engine; core/reader, which reads
 * texts and is fetched once the first picture stands; core/lens, which is asked about runs. Then the
 * page's own scenarios, read. What is made from nothing that has changed is skipped.
 */

import fs from "node:fs";
import path from "node:path";
import { cutFile } from "./cut-wasm.mjs";
import { prepareScenarios } from "./prepare-scenarios.mjs";
import { reorder } from "./reorder-wasm.mjs";
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
  runPackage,
  Stop,
  seconds,
  TOOLS_BIN,
  withLock,
  writeStamp,
} from "./steps.mjs";
import { onlyTheLoggerShowsFractions } from "./wasm-callers.mjs";

/**
 * Inlining stops early (the compiler's own bound is 225): 18 KiB less to load, packed, at the speed
 * that level 3 had before.
 */
const INLINING = "-C llvm-args=-inline-threshold=50";

/**
 * Places are written as a fixed distance from a pointer wherever that is shorter: nothing lies so
 * low in the memory that a sum could wrap around to it (the stack ends there). 2 KiB less, packed.
 */
const SHRINK = ["-Os", "--low-memory-unused", "--optimize-added-constants-propagate"];

const ENGINE = "wasm";

/** The engine as the linker leaves it, before wasm-bindgen. */
const LINKED = path.join(
  process.env.CARGO_TARGET_DIR ?? path.join(ROOT, "target"),
  "wasm32-unknown-unknown",
  "page",
  `${ENGINE}.wasm`,
);

/** Crate -> name of its package. */
export const MODULES = [
  { crate: ENGINE, name: "engine" },
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
  const crates = ["sim", "cluster", "scenario", crate].flatMap((name) => [
    `core/${name}/Cargo.toml`,
    `core/${name}/build.rs`,
    `core/${name}/src`,
  ]);
  const whole = ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", ".cargo/config.toml"];
  const tools = ["build", "cut", "reorder"].map((verb) => `tools/${verb}-wasm.mjs`);
  tools.push("tools/wasm-callers.mjs");
  return contentHash(filesBelow([...crates, ...whole, ...tools]));
}

function isBuilt({ crate, name }, hash) {
  const parts = [`${name}.js`, `${name}.d.ts`, `${name}_bg.wasm`];
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
  if (crate === ENGINE) await cutAndOptimise(file);
  await reorder(file);
  // Written last: a folder without a stamp is built again.
  writeStamp(path.join(partial, path.basename(stampOf(crate))), hash);
  replaceFolder(partial, packageOf(crate));
  const { size } = fs.statSync(path.join(packageOf(crate), `${name}_bg.wasm`));
  console.log(`Module ${name}: ${Math.round(size / 1024)} KiB (${seconds(began)})`);
  return true;
}

/** As wasm-pack would, but first cut, while functions still have the names that it takes away. */
async function cutAndOptimise(file) {
  onlyTheLoggerShowsFractions(LINKED);
  cutFile(file);
  await runPackage("binaryen", [file, ...SHRINK, "-o", file], {
    bin: "wasm-opt",
    sentence: "The module could not be optimised; the reason is above.",
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
