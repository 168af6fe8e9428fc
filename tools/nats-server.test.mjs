/** nats-server is taken from PATH where it is new enough; where nothing is there, that is said. */

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { findNatsServer, installNatsServer } from "./nats-server.mjs";
import { onPath } from "./steps.mjs";

let folder = "";

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "raft-atlas-nats-"));
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** A program that says this version of itself, in a folder that is all of PATH. */
function onlyOnPath(version) {
  const at = path.join(folder, version);
  fs.mkdirSync(at, { recursive: true });
  const file = path.join(at, "nats-server");
  fs.writeFileSync(file, `#!/bin/sh\necho "nats-server: v${version}"\n`, { mode: 0o755 });
  vi.stubEnv("PATH", at);
  return file;
}

// The stand-in is a script, which Windows does not run as a program.
describe.runIf(process.platform !== "win32")("nats-server", () => {
  it("is taken from PATH", async () => {
    const file = onlyOnPath("2.12.1");
    expect(await findNatsServer([onPath("nats-server")])).toBe(file);
  });

  it("is not taken where it is too old, and then the version is said", async () => {
    onlyOnPath("2.9.0");
    expect(await findNatsServer([onPath("nats-server")])).toBeNull();
    await expect(installNatsServer()).rejects.toThrow(
      /needs nats-server 2\.11\.0 or newer: nats-server 2\.9\.0 is on PATH, and Go.*not installed/,
    );
  });
});

it("says what to install where neither it nor Go is there", async () => {
  vi.stubEnv("PATH", path.join(folder, "empty"));
  await expect(installNatsServer()).rejects.toThrow(/it is not installed.*nats\.io.*go\.dev/);
});
