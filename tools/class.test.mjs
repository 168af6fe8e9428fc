/** The command line of a class: it helps, and says what it does not know. */

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { checkArguments } from "./class.mjs";
import { output, ROOT } from "./steps.mjs";

const run = (...args) => output(process.execPath, [path.join(ROOT, "tools", "class.mjs"), ...args]);

it.each(["--help", "-h"])("says with %s what it can do, and starts nothing", async (option) => {
  const { code, out } = await run(option);
  expect(code).toBe(0);
  for (const name of ["--host", "--port", "--config", "--door", "nats-server 2.11.0"])
    expect(out).toContain(name);
  expect(out).not.toContain("Teacher:");
});

it("says what it does not know, before it starts anything", async () => {
  const { code, err } = await run("--hots", "0.0.0.0");
  expect([code, err.trim()]).toEqual([
    1,
    "npm run class: found --hots; npm run class -- --help lists the options.",
  ]);
  expect(() => checkArguments(["--host", "0.0.0.0", "--port", "80"])).not.toThrow();
});

it("writes a class for a server elsewhere, with links to its page", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "raft-atlas-class-made-"));
  try {
    const { out } = await run("--config", folder, "--site", "https://class.example.org");
    const { code, token } = JSON.parse(fs.readFileSync(path.join(folder, "class.json"), "utf8"));
    expect(out).toContain(`teacher:  https://class.example.org/#class=${code}.${token}\n`);
    expect(fs.readdirSync(folder).sort()).toEqual(["class.json", "nats-server.conf"]);
    const { err } = await run("--config", folder, "--site", "class.example.org");
    expect(err).toContain("--site: found class.example.org, expected an address");
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
