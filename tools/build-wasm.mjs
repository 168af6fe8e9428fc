/**
 * `npm run build:wasm`: the two modules of the page, each to its `pkg` folder, by wasm-pack with the
 * wasm-bindgen of set-up and binaryen's wasm-opt: core/wasm_engine, the engine; core/wasm_tools,
 * which is asked about recorded runs. What is made from nothing that has changed is skipped.
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

/** Crate -> name of its package. */
export const MODULES = [
  { crate: "wasm_engine", name: "engine" },
  { crate: "wasm_tools", name: "wasm_tools" },
];

/** Where the package of a crate is. */
export function packageOf(crate) {
  return path.join(ROOT, "core", crate, "pkg");
}

export const PKG = packageOf("wasm_engine");

/** What the modules are made from, as the page's stamp names it. */
export function builtFrom() {
  return MODULES.map(({ crate }) => readStamp(stampOf(crate)) ?? "").join(" ");
}

function stampOf(crate) {
  return path.join(packageOf(crate), ".made-from");
}

/** A crate and those of the workspace that it is made of, each once. */
function cratesOf(crate, found = new Set()) {
  if (found.has(crate)) return found;
  found.add(crate);
  const manifest = fs.readFileSync(path.join(ROOT, "core", crate, "Cargo.toml"), "utf8");
  const [, needed = ""] = manifest.split("\n[dependencies]\n");
  const named = needed.split("\n[")[0].matchAll(/^(\w+)(?:\.workspace| = )/gm);
  for (const [, name] of named) {
    if (fs.existsSync(path.join(ROOT, "core", name, "Cargo.toml"))) cratesOf(name, found);
  }
  return found;
}

/** What a module is made from. */
export function wasmHash(crate = "wasm_engine") {
  const crates = [...cratesOf(crate)].flatMap((name) => [
    `core/${name}/Cargo.toml`,
    `core/${name}/build.rs`,
    `core/${name}/src`,
  ]);
  const whole = ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", ".cargo/config.toml"];
  return contentHash(filesBelow([...crates, ...whole, "tools/build-wasm.mjs"]));
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
    // At once: cargo lets one wait for the other, but to optimise a finished module takes one core.
    const built = await Promise.allSettled(MODULES.map(buildModule));
    const failed = built.find(({ status }) => status === "rejected");
    if (failed !== undefined) throw failed.reason;
    const any = built.some(({ value }) => value);
    if (!any) console.log("The WebAssembly modules are up to date.");
    return any;
  });
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
    env: environment({}),
    sentence: `The module ${name} could not be built; the reason is above.`,
  });
  // Written last: a folder without a stamp is built again.
  writeStamp(path.join(partial, path.basename(stampOf(crate))), hash);
  replaceFolder(partial, packageOf(crate));
  const { size } = fs.statSync(path.join(packageOf(crate), `${name}_bg.wasm`));
  console.log(`Module ${name}: ${Math.round(size / 1024)} KiB (${seconds(began)})`);
  return true;
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
