/**
 * protoc, which a build script of raft-proto calls: taken from the machine, or from a crate that
 * ships it. Must not know the other steps of set-up.
 */

import fs from "node:fs";
import path from "node:path";
import {
  compareVersions,
  contentHash,
  EXE,
  environment,
  filesBelow,
  onPath,
  output,
  readStamp,
  Stop,
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

export function indented(text) {
  return text
    .trim()
    .split("\n")
    .slice(-30)
    .map((line) => `    ${line}`)
    .join("\n");
}
