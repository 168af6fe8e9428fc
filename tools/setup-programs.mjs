/**
 * The programs that a build calls, taken from the machine or made from the Rust registry: protoc,
 * for a build script of raft-proto; wasm-pack and wasm-bindgen, for the page's modules.
 */

import fs from "node:fs";
import path from "node:path";
import {
  compareVersions,
  contentHash,
  EXE,
  environment,
  filesBelow,
  lockedCrate,
  onPath,
  output,
  readStamp,
  Stop,
  seconds,
  TOOLS,
  TOOLS_BIN,
  writeStamp,
} from "./steps.mjs";

export const PARTIAL = path.join(TOOLS, "partial");
export const STAMPS = path.join(TOOLS, "stamps");
const PROTOC = path.join(TOOLS_BIN, `protoc${EXE}`);

function protocHash() {
  return contentHash(filesBelow(["tools/protoc"], (file) => file.endsWith("/target")));
}

export function protocDone() {
  return fs.existsSync(PROTOC) && readStamp(path.join(STAMPS, "protoc")) === protocHash();
}

/** raft-proto's build script calls protoc; .cargo/config.toml points it to this file. */
export async function protocInstall() {
  const note = (await protocFromPath()) ?? (await protocFromCrate());
  if (note === null) {
    throw new Stop(
      "protoc is missing and no crate ships it for this system: install protobuf's compiler so that `protoc --version` works (Debian: apt-get install protobuf-compiler), then run: npm run setup",
    );
  }
  writeStamp(path.join(STAMPS, "protoc"), protocHash());
  return note;
}

async function protocFromPath() {
  const file = onPath("protoc");
  if (file === null || !(await isProtoc(file))) return null;
  const placed = await place(file, { link: process.platform !== "win32" });
  return placed ? `from ${file}` : null;
}

async function protocFromCrate() {
  const { code, out } = await output(
    "cargo",
    ["run", "--quiet", "--locked", "--manifest-path", "tools/protoc/Cargo.toml"],
    { env: environment({ CARGO_TARGET_DIR: path.join(PARTIAL, "protoc-target") }) },
  );
  if (code !== 0) return null;
  return (await place(out.trim(), { link: false })) ? "from the crate protoc-bin-vendored" : null;
}

/** Puts the program in place once it has shown, from beside its place, that it runs. */
async function place(file, { link }) {
  fs.mkdirSync(PARTIAL, { recursive: true });
  const partial = path.join(PARTIAL, `protoc${EXE}`);
  fs.rmSync(partial, { force: true });
  if (link) fs.symlinkSync(file, partial);
  else fs.copyFileSync(file, partial);
  if (!link && EXE === "") fs.chmodSync(partial, 0o755);
  if (!(await isProtoc(partial))) return false;
  fs.renameSync(partial, PROTOC);
  return true;
}

/** raft-proto's messages are proto3 and need nothing newer than 3.1. */
async function isProtoc(file) {
  const { code, out } = await output(file, ["--version"]);
  const version = /^libprotoc (\d+\.\d+)/.exec(out)?.[1];
  return code === 0 && version !== undefined && compareVersions(version, "3.1.0") >= 0;
}

// --- wasm-pack and wasm-bindgen -------------------------------------------------------------

const PROGRAMS = "tools/programs";
const PROGRAMS_STAMP = path.join(STAMPS, "programs");
const TELL_EVERY_MS = 10_000;

/**
 * The two programs, what they are called as crates (rustc refuses one that is called wasm-bindgen and
 * is not), and their versions: wasm-bindgen has to be of the version of the crate in the workspace.
 */
export function wasmPrograms() {
  return [
    { bin: "wasm-pack", crate: "pack", version: lockedCrate("wasm-pack", PROGRAMS) },
    { bin: "wasm-bindgen", crate: "bindgen", version: lockedCrate("wasm-bindgen") },
  ];
}

function programsHash() {
  const files = filesBelow([PROGRAMS], (file) => file.endsWith("/target"));
  return contentHash(files, ...wasmPrograms().map(({ bin, version }) => `${bin} ${version}`));
}

/** The stamp holds the hash of what they are made from and where each of them is. */
export function wasmProgramsDone() {
  const [hash, ...files] = (readStamp(PROGRAMS_STAMP) ?? "").split("\n");
  return hash === programsHash() && files.every((file) => fs.existsSync(file));
}

export async function wasmProgramsInstall() {
  const programs = wasmPrograms();
  let files = await Promise.all(programs.map(findProgram));
  const isFound = files.every((file) => file !== null);
  if (!isFound) {
    await compilePrograms(programs);
    files = programs.map(({ bin }) => path.join(TOOLS_BIN, bin + EXE));
  }
  writeStamp(PROGRAMS_STAMP, [programsHash(), ...files].join("\n"));
  const names = programs.map(({ version }) => version).join(" and ");
  return isFound ? `${names}, from ${files.join(" and ")}` : names;
}

/** @returns {Promise<string | null>} a program of this version on PATH, not one of an earlier set-up */
async function findProgram({ bin, version }) {
  const file = onPath(bin);
  if (file === null) return null;
  const { code, out } = await output(file, ["--version"]);
  const found = /(\d+\.\d+\.\d+)/.exec(out)?.[1];
  return code === 0 && found === version ? file : null;
}

async function compilePrograms(programs) {
  const bound = lockedCrate("wasm-bindgen-cli-support", PROGRAMS);
  const { version } = programs.find(({ bin }) => bin === "wasm-bindgen");
  if (bound !== version) {
    throw new Stop(
      `${PROGRAMS}/Cargo.toml asks for wasm-bindgen ${bound} and Cargo.lock for ${version}: set the first to ${version}.`,
    );
  }
  // The target folder stays where it is when the step is interrupted: the next run goes on.
  const target = path.join(PARTIAL, "programs");
  const args = ["build", "--locked", "--manifest-path", `${PROGRAMS}/Cargo.toml`];
  const tell = progress("wasm-pack and wasm-bindgen");
  const { code, err } = await output("cargo", args, {
    env: environment({ CARGO_TARGET_DIR: target }),
    onLine: tell.line,
  });
  tell.end();
  if (code !== 0) {
    console.log(indented(err));
    throw new Stop(
      `wasm-pack and wasm-bindgen could not be compiled (the reason is above); run: cargo ${args.join(" ")}, then: npm run setup`,
    );
  }
  for (const { bin, crate } of programs) {
    fs.renameSync(path.join(target, "debug", crate + EXE), path.join(TOOLS_BIN, bin + EXE));
  }
}

/** Says now and then how many crates are compiled, since this takes a minute. */
function progress(name) {
  const began = performance.now();
  let compiled = 0;
  const timer = setInterval(() => {
    console.log(`    ${name}: ${compiled} crates compiled (${seconds(began)})`);
  }, TELL_EVERY_MS);
  return {
    line: (line) => {
      if (line.startsWith("Compiling ")) compiled += 1;
    },
    end: () => clearInterval(timer),
  };
}

// --------------------------------------------------------------------------------------------

export function indented(text) {
  return text
    .trim()
    .split("\n")
    .slice(-30)
    .map((line) => `    ${line}`)
    .join("\n");
}
