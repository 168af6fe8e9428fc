/** nats-server takes the configuration of a server of one's own, and docs/class/ agrees with it. */

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { classAccounts, classConfig, DOOR_PORT, IN_CONTAINER, newClass } from "./class-server.mjs";
import { natsServer } from "./nats-server.mjs";
import { output, ROOT } from "./steps.mjs";

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

function docs(name) {
  return fs.readFileSync(path.join(ROOT, "docs", "class", name), "utf8");
}

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

  it("is at the places that compose.yaml and the Caddyfile name", () => {
    const { wsPort, folder: data } = IN_CONTAINER;
    // Nobody comes to the server but through its door.
    expect(docs("Caddyfile")).toContain(`reverse_proxy door:${DOOR_PORT}`);
    expect(docs("Caddyfile")).not.toMatch(/reverse_proxy nats/);
    const compose = docs("compose.yaml");
    expect(compose).toContain(`"--nats", "nats:${wsPort}"`);
    expect(compose.match(/ports:/g)).toHaveLength(1);
    expect(compose).toContain(`- class-data:${data}`);
    expect(compose).toContain("./made/nats-server.conf:/etc/nats/nats-server.conf:ro");
    expect(compose).toContain(`command: ["-c", "/etc/nats/nats-server.conf"]`);
    // The page is found at the port that the compose file opens.
    expect(docs("Caddyfile")).toMatch(/^:8173 \{/m);
    expect(compose).toContain(`ports: ["8173:8173"]`);
  });

  it("is valid as the Helm chart puts it together from values.yaml", async () => {
    const values = docs("values.yaml");
    const [, payload] = /max_payload: (\d+)/.exec(values) ?? [];
    const [, connections] = /max_connections: (\d+)/.exec(values) ?? [];
    const [, port] = /websocket:\s+enabled: true\s+port: (\d+)/.exec(values) ?? [];
    const config = classConfig({ ...made, ...IN_CONTAINER });
    expect(config).toContain(`max_payload: ${payload}\n`);
    expect(config).toContain(`max_connections: ${connections}\n`);
    expect(Number(port)).toBe(IN_CONTAINER.wsPort);
    const [, accounts] = /00\$include: (\S+)/.exec(values) ?? [];
    const [, mounted] = /mountPath: \/etc\/([\w-]+)/.exec(values) ?? [];
    fs.mkdirSync(path.join(folder, mounted));
    fs.writeFileSync(path.join(folder, mounted, "accounts.conf"), classAccounts(made));
    // As the chart's templates make it: without TLS, the accounts from their secret.
    const chart = `include ${accounts};
      port: 4222
      max_payload: ${payload}
      max_connections: ${connections}
      websocket { port: ${port}, no_tls: true, compression: true }
      jetstream { max_memory_store: 0, store_dir: "/data" }`;
    expect(await faultOf(chart)).toBe("");
  });
});
