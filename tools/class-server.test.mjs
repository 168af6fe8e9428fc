/** nats-server takes the configuration of a server of one's own; the files around it: recipes.test.mjs. */

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { classAccounts, classConfig, IN_CONTAINER, newClass } from "./class-server.mjs";
import { natsServer } from "./nats-server.mjs";
import { output } from "./steps.mjs";

const made = newClass();
/** In a store that the test may write to. */
const STORE_LINE = /store_dir: "[^"]*"/;
let folder = "";
let program = "";

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "raft-atlas-class-config-"));
  program = await natsServer();
}, 300_000);

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** nats-server's own judgement of a configuration: "" while it is valid. */
async function faultOf(text) {
  const file = path.join(folder, "nats-config", "nats.conf");
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text.replace(STORE_LINE, `store_dir: "${folder}"`));
  const { code, out, err } = await output(program, ["-t", "-c", file]);
  return code === 0 ? "" : `${out}${err}` || `exit code ${code}`;
}

describe("the configuration of a class's server", () => {
  it("is valid as it is written for a container, and trips where it is not", async () => {
    const config = classConfig({ ...made, ...IN_CONTAINER });
    expect(config).toContain(classAccounts(made));
    expect(await faultOf(config)).toBe("");
    expect(await faultOf(config.replace("accounts: [ LEARN ]", "accounts: [ NOBODY ]"))).not.toBe(
      "",
    );
  });
});
