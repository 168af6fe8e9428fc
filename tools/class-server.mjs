/**
 * The server of one class: a nats-server of its own behind a door (class-door.mjs), with a clerk
 * (class-clerk.mjs). Teacher and students are in two accounts: nothing that a student sends becomes
 * a message of the class, and none of it is stored unless the clerk passes it on. Must not know the
 * page.
 */

import { spawn } from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { Clerk, newSigner } from "./class-clerk.mjs";
import { ClassDoor } from "./class-door.mjs";
import { Stop } from "./steps.mjs";

/** No vowels, nothing that looks like another letter: a code is read aloud and typed. */
const LETTERS = "23456789BCDFGHJKMNPQRSTVWXZ";
const CODE_LENGTH = 8;
/** The largest message of the protocol (web/classroom/protocol.ts), and room for its headers. */
const PAYLOAD_BYTES_MAX = 131_072;
const READY_MS_MAX = 10_000;

/**
 * @typedef {{ code: string, token: string, clerk: string, seed: string, issuer: string }} MadeClass
 * code: what students type; token: what only the teacher has; clerk: the clerk's password; seed:
 * what the clerk signs with; issuer: by which the server knows that
 */

/** @returns {MadeClass} */
export function newClass() {
  const letters = Array.from(
    { length: CODE_LENGTH },
    () => LETTERS[crypto.randomInt(LETTERS.length)],
  );
  const secret = () => crypto.randomBytes(16).toString("hex");
  return { code: letters.join(""), token: secret(), clerk: secret(), ...newSigner() };
}

/** Where a container has the server's ports and its store: docs/class/ says the same. */
export const IN_CONTAINER = { folder: "/data", port: 4222, wsPort: 8080, host: "0.0.0.0" };
/** Where the door listens there. */
export const DOOR_PORT = 8090;

/**
 * What each side may do. Students have no rights here: the clerk gives each connection its own.
 * @param {MadeClass} made
 */
export function classAccounts({ code, token, clerk, issuer }) {
  return `accounts {
  TEACH {
    jetstream: enabled
    users: [ { user: teacher, password: "${token}", permissions: {
      publish: [ "class.${code}.say.*", "class.${code}.said.beat",
        "class.${code}.said.here", "$JS.API.INFO",
        "$JS.API.STREAM.*.CLASS", "$JS.API.STREAM.*.ANSWERS",
        "$JS.API.DIRECT.GET.CLASS", "$JS.API.DIRECT.GET.ANSWERS" ]
      subscribe: [ "_INBOX_TEACHER.>", "class.${code}.said.*",
        "class.${code}.kept.*", "class.${code}.present.*" ] } }
      { user: clerk, password: "${clerk}", permissions: {
      publish: [ "class.${code}.kept.*", "class.${code}.present.*" ]
      subscribe: [ "_INBOX_CLERK.>", "$SYS.REQ.USER.AUTH",
        "class.${code}.answer.*", "class.${code}.here.*" ]
      allow_responses: { max: 1, expires: "1m" } } } ]
    exports: [
      { stream: "class.${code}.said.*", accounts: [ LEARN ] }
      { service: "$JS.API.DIRECT.GET.CLASS", response_type: stream, accounts: [ LEARN ] }
      { service: "class.${code}.answer.*", accounts: [ LEARN ] }
      { service: "class.${code}.here.*", accounts: [ LEARN ] } ]
  }
  LEARN {
    # Far above what a student sends, since it bounds a WebSocket message as a whole:
    # what waited while the server was gone comes in one.
    limits: { max_payload: 32768, max_subscriptions: 16 }
    imports: [
      { stream: { account: TEACH, subject: "class.${code}.said.*" } }
      { service: { account: TEACH, subject: "$JS.API.DIRECT.GET.CLASS" } }
      { service: { account: TEACH, subject: "class.${code}.answer.*" } }
      { service: { account: TEACH, subject: "class.${code}.here.*" } } ]
  }
}
authorization { timeout: 20, auth_callout { issuer: "${issuer}", account: TEACH, auth_users: [ teacher, clerk ] } }
`;
}

/**
 * @param {MadeClass & { folder: string, port: number, wsPort: number, host?: string }} options
 * host: where it listens; browsers come through the page's own host and the door
 */
export function classConfig({ folder, port, wsPort, host = "127.0.0.1", ...made }) {
  const store = JSON.stringify(folder.replaceAll("\\", "/"));
  return `# The server of one class; what each line is for: docs/class.md
server_name: "raft-atlas-class"
listen: "${host}:${port}"
max_payload: ${PAYLOAD_BYTES_MAX}
max_connections: 2000
websocket { listen: "${host}:${wsPort}", no_tls: true, compression: true }
jetstream { store_dir: ${store}, max_memory_store: 16MB, max_file_store: 256MB }
${classAccounts(made)}`;
}

/** A running nats-server: stopped with what it wrote kept, so that it can start again. */
export class ClassServer {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #child;
  #program;
  #config;
  #made;
  #clerk;
  /** Told with its last words when the server ends and nobody asked it to. @type {(why: string) => void} */
  died = () => {};
  /** Of the server itself: past the door, for tests of what holds without it. */
  natsPort;
  door;
  /** Of the door. */
  wsPort = 0;

  constructor({ program, config, made, natsPort, door }) {
    this.#program = program;
    this.#config = config;
    this.#made = made;
    this.natsPort = natsPort;
    this.door = door;
  }

  /**
   * Writes the configuration into a folder; nothing runs yet.
   * @param {MadeClass & { program: string, folder: string, proxies?: number,
   * origins?: readonly string[] }} options proxies, origins: as the door has them
   */
  static async prepare({ program, folder, proxies, origins, ...made }) {
    fs.mkdirSync(folder, { recursive: true });
    const [port, wsPort] = await freePorts(2);
    const config = path.join(folder, "nats-server.conf");
    const options = { ...made, folder: path.join(folder, "store"), port, wsPort };
    // It holds the teacher's token.
    fs.writeFileSync(config, classConfig(options), { mode: 0o600 });
    const nats = { host: "127.0.0.1", port: wsPort };
    const door = new ClassDoor({ code: made.code, nats, proxies, origins });
    const server = new ClassServer({ program, config, made, natsPort: wsPort, door });
    server.wsPort = await door.listen();
    return server;
  }

  /** Starts it, and waits until it takes connections. */
  async start() {
    await this.#startServer();
    if (this.#clerk === undefined) {
      const address = `ws://127.0.0.1:${this.natsPort}`;
      this.#clerk = await Clerk.open({ address, made: this.#made, door: this.door });
    }
    // After a pause the clerk comes back by itself.
    while (!this.door.isOpen) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  /** The number of its process; undefined while none runs. */
  get pid() {
    return this.#child?.pid;
  }

  /** For good: nobody is at the door, either. */
  async close() {
    await this.#clerk?.close();
    await this.door.stop();
    await this.stop();
  }

  async #startServer() {
    const child = spawn(this.#program, ["-c", this.#config], {
      stdio: ["ignore", "ignore", "pipe"],
      windowsHide: true,
    });
    this.#child = child;
    let said = "";
    child.stderr.setEncoding("utf8");
    let isReady = false;
    await new Promise((resolve, reject) => {
      const failed = (why) => reject(new Stop(`nats-server did not start: ${why}`));
      const timer = setTimeout(() => failed("it is not ready after 10 s."), READY_MS_MAX);
      child.stderr.on("data", (text) => {
        said = (said + text).slice(-20_000);
        if (isReady || !said.includes("Server is ready")) return;
        isReady = true;
        clearTimeout(timer);
        resolve(undefined);
      });
      child.once("error", (error) => failed(error.message));
      child.once("exit", (code, signal) => {
        clearTimeout(timer);
        const why = lastWords(said, code, signal);
        failed(why);
        // Who stops it takes it away first.
        if (this.#child !== child) return;
        this.#child = undefined;
        if (isReady) this.died(why);
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

/** Why it ended, as far as it said so. */
function lastWords(said, code, signal) {
  if (signal !== null) return `it was stopped by ${signal}`;
  const fatal = said.split("\n").findLast((line) => /\[(FTL|ERR)\]/.test(line));
  return fatal?.replace(/^.*\[(FTL|ERR)\]\s*/, "").trim() || `exit code ${code}`;
}

/**
 * Opens the door of a server that stands elsewhere, with its clerk.
 * @param {{ made: MadeClass, nats: { host: string, port: number }, host: string, port: number,
 * proxies: number, origins: readonly string[] }} options
 */
export async function openDoorOf({ made, nats, host, port, proxies, origins }) {
  const door = new ClassDoor({ code: made.code, nats, proxies, origins });
  await door.listen({ host, port });
  await Clerk.open({ address: `ws://${nats.host}:${nats.port}`, made, door });
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
