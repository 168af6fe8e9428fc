/**
 * The server of one class: a nats-server of its own, with what each side may do written into its
 * configuration. Teacher and students are in two accounts: whatever a student sends, nothing of it
 * becomes a message of the class. Must not know the page.
 */

import { spawn } from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { Stop } from "./steps.mjs";

/** No vowels, nothing that looks like another letter: a code is read aloud and typed. */
const LETTERS = "23456789BCDFGHJKMNPQRSTVWXZ";
const CODE_LENGTH = 8;
/** The largest message of the protocol (web/classroom/protocol.ts), and room for its headers. */
const PAYLOAD_BYTES_MAX = 131_072;
const READY_MS_MAX = 10_000;

/** @returns {{ code: string, token: string }} what students type, and what only the teacher has */
export function newClass() {
  const letters = Array.from(
    { length: CODE_LENGTH },
    () => LETTERS[crypto.randomInt(LETTERS.length)],
  );
  return { code: letters.join(""), token: crypto.randomBytes(16).toString("hex") };
}

/** Where a container has the server's ports and its store: docs/class/ says the same. */
export const IN_CONTAINER = { folder: "/data", port: 4222, wsPort: 8080, host: "0.0.0.0" };

/**
 * What each side may do.
 * @param {{ code: string, token: string }} made
 */
export function classAccounts({ code, token }) {
  return `accounts {
  TEACH {
    jetstream: enabled
    users: [ { user: teacher, password: "${token}", permissions: {
      publish: [ "class.${code}.say.*", "class.${code}.said.beat", "$JS.API.INFO",
        "$JS.API.STREAM.*.CLASS", "$JS.API.STREAM.*.ANSWERS",
        "$JS.API.DIRECT.GET.CLASS", "$JS.API.DIRECT.GET.ANSWERS" ]
      subscribe: [ "_INBOX_TEACHER.>", "class.${code}.said.*",
        "class.${code}.answer.*", "class.${code}.here.*" ] } } ]
    exports: [
      { stream: "class.${code}.said.*", accounts: [ LEARN ] }
      { service: "$JS.API.DIRECT.GET.CLASS", response_type: stream, accounts: [ LEARN ] }
      { service: "class.${code}.answer.*", accounts: [ LEARN ] }
      { service: "class.${code}.here.*", accounts: [ LEARN ] } ]
  }
  LEARN {
    users: [ { user: student, password: "${code}", permissions: {
      publish: [ "$JS.API.DIRECT.GET.CLASS", "class.${code}.answer.*", "class.${code}.here.*" ]
      subscribe: [ "_INBOX_STUDENT.>", "class.${code}.said.*" ] } } ]
    imports: [
      { stream: { account: TEACH, subject: "class.${code}.said.*" } }
      { service: { account: TEACH, subject: "$JS.API.DIRECT.GET.CLASS" } }
      { service: { account: TEACH, subject: "class.${code}.answer.*" } }
      { service: { account: TEACH, subject: "class.${code}.here.*" } } ]
  }
}
`;
}

/**
 * @param {{ code: string, token: string, folder: string, port: number, wsPort: number,
 * host?: string }} options host: where it listens; browsers come through the page's own host
 */
export function classConfig({ code, token, folder, port, wsPort, host = "127.0.0.1" }) {
  const store = JSON.stringify(folder.replaceAll("\\", "/"));
  return `# The server of one class; what each line is for: docs/class.md
server_name: "raft-atlas-class"
listen: "${host}:${port}"
max_payload: ${PAYLOAD_BYTES_MAX}
max_connections: 2000
websocket { listen: "${host}:${wsPort}", no_tls: true, compression: true }
jetstream { store_dir: ${store}, max_memory_store: 16MB, max_file_store: 256MB }
${classAccounts({ code, token })}`;
}

/** A running nats-server: stopped with what it wrote kept, so that it can start again. */
export class ClassServer {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #child;
  #program;
  #config;
  wsPort;

  constructor(program, config, wsPort) {
    this.#program = program;
    this.#config = config;
    this.wsPort = wsPort;
  }

  /**
   * Writes the configuration into a folder; nothing runs yet.
   * @param {{ program: string, folder: string, code: string, token: string }} options
   */
  static async prepare({ program, folder, code, token }) {
    fs.mkdirSync(folder, { recursive: true });
    const [port, wsPort] = await freePorts(2);
    const config = path.join(folder, "nats-server.conf");
    const options = { code, token, folder: path.join(folder, "store"), port, wsPort };
    // It holds the teacher's token.
    fs.writeFileSync(config, classConfig(options), { mode: 0o600 });
    return new ClassServer(program, config, wsPort);
  }

  /** Starts it, and waits until it takes connections. */
  async start() {
    const child = spawn(this.#program, ["-c", this.#config], {
      stdio: ["ignore", "ignore", "pipe"],
      windowsHide: true,
    });
    this.#child = child;
    let said = "";
    child.stderr.setEncoding("utf8");
    await new Promise((resolve, reject) => {
      const failed = (why) => reject(new Stop(`nats-server did not start: ${why}`));
      const timer = setTimeout(() => failed("it is not ready after 10 s."), READY_MS_MAX);
      child.stderr.on("data", (text) => {
        if (said.length < 20_000) said += text;
        if (!said.includes("Server is ready")) return;
        clearTimeout(timer);
        resolve(undefined);
      });
      child.once("error", (error) => failed(error.message));
      child.once("exit", (code) => {
        clearTimeout(timer);
        failed(said.trim().split("\n").at(-1) || `exit code ${code}`);
      });
    });
  }

  /** @param {NodeJS.Signals} signal SIGKILL: as when a machine loses its power */
  async stop(signal = "SIGTERM") {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await gone;
  }
}

/** Ports that were free a moment ago. @returns {Promise<number[]>} */
async function freePorts(count) {
  const servers = Array.from({ length: count }, () => net.createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise((resolve, reject) => {
          server.once("error", reject);
          server.listen(0, "127.0.0.1", () => resolve(server.address().port));
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
