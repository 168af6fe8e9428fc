/**
 * nats-server, on which a class runs: from PATH, from .tools/bin, or from the Go module proxy into
 * .tools/bin. Must not know what a class is. Node's own modules only: set-up runs before any package
 * is installed.
 */

import fs from "node:fs";
import path from "node:path";
import {
  compareVersions,
  EXE,
  environment,
  onPath,
  output,
  Stop,
  TOOLS,
  TOOLS_BIN,
} from "./steps.mjs";

/** What is installed where none is there. */
const VERSION = "2.15.2";
/** The first that gives many messages of a stream at once. */
export const VERSION_AT_LEAST = "2.11.0";
const MODULE = `github.com/nats-io/nats-server/v2@v${VERSION}`;
const OWN = path.join(TOOLS_BIN, `nats-server${EXE}`);

/**
 * @param {readonly (string | null)[]} places of earlier set-up, and PATH
 * @returns {Promise<string | null>} the program, if one is there that is new enough
 */
export async function findNatsServer(places = [OWN, onPath("nats-server")]) {
  for (const file of places) {
    const version = await versionOf(file);
    if (version !== null && compareVersions(version, VERSION_AT_LEAST) >= 0) return file;
  }
  return null;
}

/** @returns {Promise<string | null>} what it says of itself; null where there is none */
async function versionOf(file) {
  if (file === null || !fs.existsSync(file)) return null;
  const { code, out } = await output(file, ["--version"]);
  return code === 0 ? (/v?(\d+\.\d+\.\d+)/.exec(out)?.[1] ?? null) : null;
}

/** @returns {Promise<string>} the program that was made */
export async function installNatsServer() {
  if (onPath("go") === null) {
    const old = await versionOf(onPath("nats-server"));
    const found = old === null ? "it is not installed" : `nats-server ${old} is on PATH`;
    throw new Stop(
      `A class needs nats-server ${VERSION_AT_LEAST} or newer: ${found}, and Go, which would build it, is not installed either. Put nats-server on PATH (https://nats.io/download) or install Go (https://go.dev/dl).`,
    );
  }
  // Beside its place, and then renamed: what is interrupted leaves nothing half done.
  const partial = path.join(TOOLS, "partial-nats-server");
  fs.mkdirSync(TOOLS_BIN, { recursive: true });
  const env = environment({ GOBIN: partial, GOFLAGS: "-trimpath" });
  const { code, err } = await output("go", ["install", "-ldflags=-s -w", MODULE], { env });
  if (code !== 0) {
    const reason = err.trim().split("\n").at(-1);
    throw new Stop(`nats-server could not be built (${reason}); run: go install ${MODULE}`);
  }
  fs.renameSync(path.join(partial, `nats-server${EXE}`), OWN);
  fs.rmSync(partial, { recursive: true, force: true });
  return OWN;
}

/** @returns {Promise<string>} the program, installed if it must be */
export async function natsServer() {
  const found = await findNatsServer();
  if (found !== null) return found;
  console.log(`  … nats-server ${VERSION}, by Go (about half a minute)`);
  return installNatsServer();
}
