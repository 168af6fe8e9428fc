/**
 * `npm run setup`: everything that the build needs, from package registries only, into this
 * folder. Every step is skipped when it is done, and is done beside its place and then renamed,
 * so that a failed or interrupted step leaves nothing half done.
 */

import fs from "node:fs";
import path from "node:path";
import { findChromium } from "./chromium.mjs";
import { findNatsServer, installNatsServer } from "./nats-server.mjs";
import {
  indented,
  PARTIAL,
  protocDone,
  protocInstall,
  STAMPS,
  wasmProgramsDone,
  wasmProgramsInstall,
} from "./setup-programs.mjs";
import {
  compareVersions,
  contentHash,
  EXE,
  environment,
  isMain,
  main,
  onPath,
  output,
  ROOT,
  readStamp,
  Stop,
  seconds,
  TOOLS_BIN,
  withLock,
  writeStamp,
} from "./steps.mjs";

const NODE_AT_LEAST = "20.19.0";

/**
 * @param {{ forTests?: boolean, forBrowser?: boolean, forCli?: boolean }} options forCli: only what
 * compiling the command line needs
 */
export async function setup({ forTests = false, forBrowser = forTests, forCli = false } = {}) {
  checkNode();
  await withLock("setup", async () => {
    const began = performance.now();
    fs.mkdirSync(TOOLS_BIN, { recursive: true });
    const rust = await step(
      "Rust and its wasm32 target",
      () => rustDone(forTests),
      () => rustReady(forTests),
    );
    const steps = [step("protoc", protocDone, protocInstall)];
    if (!forCli) {
      steps.push(step("npm packages", npmDone, npmInstall));
      steps.push(step("wasm-pack and wasm-bindgen", wasmProgramsDone, wasmProgramsInstall));
    }
    if (forBrowser) steps.push(step("Chromium for the tests", chromiumDone, chromiumInstall));
    if (forTests) {
      steps.push(step("nats-server for the tests", natsDone, installNatsServer));
      steps.push(step("zsh and fish for the tests", shellsDone, shellsInstall));
    }
    // All run at once, and all come to their end before the first failure is told.
    const results = [rust, ...(await Promise.all(steps))];
    const failed = results.filter((result) => result.error !== null);
    if (failed.length > 0) throw failed[0].error;
    fs.rmSync(PARTIAL, { recursive: true, force: true });
    const done = results.every((result) => result.skipped);
    console.log(done ? "Set-up: all is in place." : `Set-up is done (${seconds(began)}).`);
  });
}

/** Runs one step unless it is done, and says how it went. */
async function step(name, isDone, work) {
  const began = performance.now();
  try {
    if (await isDone()) return { skipped: true, error: null };
    console.log(`  … ${name}`);
    const note = await work();
    console.log(`  ✓ ${name}${note ? `: ${note}` : ""} (${seconds(began)})`);
    return { skipped: false, error: null };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.log(`  ✗ ${name} (${seconds(began)})`);
    return { skipped: false, error };
  }
}

function checkNode() {
  if (compareVersions(process.versions.node, NODE_AT_LEAST) >= 0) return;
  throw new Stop(
    `Node ${process.versions.node} is too old: install Node ${NODE_AT_LEAST} or newer (https://nodejs.org), then run: npm run setup`,
  );
}

// --- Rust -----------------------------------------------------------------------------------

function toolchainHash() {
  return contentHash(["rust-toolchain.toml"]);
}

/** The stamp holds the hash of rust-toolchain.toml and the folder of the toolchain. */
function rustDone(forTests) {
  const [hash, sysroot] = (readStamp(path.join(STAMPS, "rust")) ?? "").split("\n");
  if (hash !== toolchainHash() || sysroot === undefined || !hasTarget(sysroot)) return false;
  return !forTests || hasCheckers(sysroot);
}

/** Clippy and rustfmt, which only the checks need. */
function hasCheckers(sysroot) {
  return ["cargo-clippy", "cargo-fmt"].every((bin) =>
    fs.existsSync(path.join(sysroot, "bin", bin + EXE)),
  );
}

function hasTarget(sysroot) {
  return fs.existsSync(path.join(sysroot, "lib", "rustlib", "wasm32-unknown-unknown", "lib"));
}

async function rustReady(forTests) {
  const channel = /channel = "([^"]+)"/.exec(
    fs.readFileSync(path.join(ROOT, "rust-toolchain.toml"), "utf8"),
  )[1];
  if (onPath("cargo") === null) {
    throw new Stop(
      "Rust is not installed: install rustup from https://rustup.rs, open a new terminal, then run: npm run setup",
    );
  }
  let sysroot = await rustSysroot();
  if (sysroot === null && onPath("rustup") !== null) {
    await output("rustup", ["toolchain", "install", channel, "--profile", "minimal"]);
    sysroot = await rustSysroot();
  }
  if (sysroot === null) {
    throw new Stop(
      `Rust ${channel} is not installed; run: rustup toolchain install ${channel}, then: npm run setup`,
    );
  }
  if (!hasTarget(sysroot)) await rustup(["target", "add", "wasm32-unknown-unknown"]);
  if (forTests && !hasCheckers(sysroot)) await rustup(["component", "add", "clippy", "rustfmt"]);
  writeStamp(path.join(STAMPS, "rust"), `${toolchainHash()}\n${sysroot}`);
  return channel;
}

async function rustSysroot() {
  const { code, out } = await output("rustc", ["--print", "sysroot"]);
  return code === 0 ? out.trim() : null;
}

async function rustup(args) {
  const command = ["rustup", ...args].join(" ");
  const { code, err } = await output("rustup", args);
  if (code === 0) return;
  throw new Stop(
    `A part of the Rust toolchain could not be added (${lastLine(err)}); run: ${command}, then: npm run setup`,
  );
}

// --- npm packages ---------------------------------------------------------------------------

const NPM_STAMP = path.join(ROOT, "node_modules", ".set-up");

function npmHash() {
  const manifest = JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8"));
  const named = JSON.stringify([manifest.dependencies, manifest.devDependencies]);
  return contentHash(["package-lock.json"], named, process.platform, process.arch);
}

function npmDone() {
  return readStamp(NPM_STAMP) === npmHash();
}

async function npmInstall() {
  // Under `npm run` this is npm's own file, which needs no shell on Windows.
  const cli = process.env.npm_execpath;
  const byNode = cli !== undefined && /\.[cm]?js$/.test(cli);
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const env = environment({ PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1" });
  const { code, err, out } = byNode
    ? await output(process.execPath, [cli, ...args], { env })
    : await output(npmProgram(), args, { env });
  if (code !== 0) {
    console.log(indented(err || out));
    throw new Stop("The npm packages could not be installed (the reason is above); run: npm ci");
  }
  writeStamp(NPM_STAMP, npmHash());
}

function npmProgram() {
  if (process.platform !== "win32") return "npm";
  throw new Stop("Start set-up through npm: npm run setup");
}

// --- nats-server ----------------------------------------------------------------------------

async function natsDone() {
  return (await findNatsServer()) !== null;
}

// --- Shells, whose completions are tested ---------------------------------------------------

const SHELLS = ["zsh", "fish"];

function shellsDone() {
  return SHELLS.every((shell) => onPath(shell) !== null);
}

/** Where they cannot be installed their tests say so and pass, but not where nothing may be left out. */
async function shellsInstall() {
  if (onPath("apt-get") !== null && process.getuid?.() === 0) await aptInstall(SHELLS);
  if (shellsDone()) return "by apt";
  const missing = SHELLS.filter((shell) => onPath(shell) === null).join(" and ");
  if (process.env.RAFT_ATLAS_SKIP_NOTHING) {
    throw new Stop(`${missing} for the tests is missing: install it, then run: npm test`);
  }
  return `${missing} is not here, and its completions are not tested`;
}

/** @returns {Promise<{ code: number, err: string }>} waits for others that install */
async function aptInstall(names) {
  const env = environment({ DEBIAN_FRONTEND: "noninteractive" });
  const wait = ["-o", "DPkg::Lock::Timeout=300", "-qq"];
  await aptUpdated(env, wait);
  const args = ["install", "-y", "--no-install-recommends", ...names];
  return output("apt-get", [...wait, ...args], { env });
}

let updating = null;

/** Once for all that is installed. */
function aptUpdated(env, wait) {
  updating ??= output("apt-get", [...wait, "update"], { env });
  return updating;
}

// --- Chromium -------------------------------------------------------------------------------

function chromiumDone() {
  if (process.env.CHROMIUM_PATH && findChromium() === null) {
    throw new Stop(
      `CHROMIUM_PATH names no file (${process.env.CHROMIUM_PATH}); set it to the path of a Chromium and run: npm test`,
    );
  }
  return findChromium() !== null;
}

async function chromiumInstall() {
  const cure =
    "Chromium for the browser tests is missing: install it (Debian: sudo apt-get install chromium-headless-shell) or set CHROMIUM_PATH to a Chromium or Chrome, then run: npm test";
  if (onPath("apt-get") === null || process.getuid?.() !== 0) throw new Stop(cure);
  let reason = "";
  for (const name of ["chromium-headless-shell", "chromium"]) {
    const { code, err } = await aptInstall([name]);
    if (code === 0 && findChromium() !== null) return findChromium();
    reason = err;
  }
  console.log(indented(reason));
  throw new Stop(cure);
}

// --------------------------------------------------------------------------------------------

function lastLine(text) {
  return text.trim().split("\n").at(-1) ?? "";
}

if (isMain(import.meta.url)) {
  await main((args) =>
    setup({ forTests: args.includes("--for-tests"), forCli: args.includes("--for-cli") }),
  );
}
