/**
 * `npm run class`: the page and a server for one class, the teacher's link and the students' link.
 * `--host ADDRESS` lets other machines in, `--port N` begins elsewhere, `--proxies N` says how many
 * proxies of one's own stand before it, `--origin ADDRESS` whose page it may be beside its own.
 * `--config FOLDER` writes nats-server's configuration for a server of one's own (docs/class.md),
 * with links to the page at `--site ADDRESS`, and ends; `--door FILE` with `--nats HOST:PORT` is the door of such a server; `--help` says all this.
 */

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { build } from "./build.mjs";
import { Revival } from "./class-revival.mjs";
import { natsServer, VERSION_AT_LEAST } from "./nats-server.mjs";
import { portOf } from "./serve.mjs";
import { setup } from "./setup.mjs";
import { StaticHost } from "./static-host.mjs";
import { CACHE, isMain, main, Stop } from "./steps.mjs";

/** Loaded late: the clerk and the door need packages, which set-up installs. */
async function classServer() {
  try {
    return await import("./class-server.mjs");
  } catch (error) {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Stop("The npm packages are missing; run: npm run setup");
  }
}

/** A value after its name on the command line, or undefined. */
function optionOf(args, name, what) {
  const at = args.indexOf(name);
  if (at < 0) return undefined;
  const value = args[at + 1];
  if (value !== undefined && !value.startsWith("--")) return value;
  throw new Stop(`${name} asks for ${what}.`);
}

/** Where other machines find this one, when it listens at all its addresses. */
function addressOf(host) {
  if (host !== "0.0.0.0" && host !== "::") return host;
  const known = Object.values(os.networkInterfaces()).flat();
  return known.find((one) => one?.family === "IPv4" && !one.internal)?.address ?? "localhost";
}

/** @param {string} page the page's address @param {{ code: string, token: string }} made */
export function linksOf(page, { code, token }) {
  return { student: `${page}#class=${code}`, teacher: `${page}#class=${code}.${token}` };
}

/** How many proxies stand before the door: the page's own server is one. */
function proxiesOf(args, own) {
  const text = optionOf(args, "--proxies", "how many proxies stand before it") ?? "0";
  if (/^\d$/.test(text)) return own + Number(text);
  throw new Stop(`--proxies: found ${text}, expected 0 to 9.`);
}

function originsOf(args) {
  const origin = optionOf(args, "--origin", "the address of a page, as https://course.example.org");
  return origin === undefined ? [] : [new URL(origin).origin];
}

/** Where the page of a server elsewhere is: it ends with a slash. */
function siteOf(args) {
  const site = optionOf(args, "--site", "the page’s address, as https://class.example.org/");
  if (site === undefined) return "https://YOUR-HOST/";
  if (URL.canParse(site) && /^https?:$/.test(new URL(site).protocol)) {
    return new URL(site).href.replace(/\/*$/, "/");
  }
  throw new Stop(`--site: found ${site}, expected an address, as https://class.example.org/`);
}

/** For a server that stands elsewhere: the same accounts, at the ports that containers expect. */
async function writeConfig(folder, args) {
  const { classConfig, IN_CONTAINER, newClass } = await classServer();
  const made = newClass();
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, "nats-server.conf");
  fs.writeFileSync(file, classConfig({ ...made, ...IN_CONTAINER }), { mode: 0o644 });
  // What the door and its clerk need to know; it holds the class's secrets.
  fs.writeFileSync(path.join(folder, "class.json"), JSON.stringify(made), { mode: 0o600 });
  const links = linksOf(siteOf(args), made);
  console.log(`${file}\n  teacher:  ${links.teacher}\n  students: ${links.student}`);
}

/** The door and the clerk of a server that stands elsewhere. */
async function openDoor(file, args) {
  const { DOOR_PORT, openDoorOf } = await classServer();
  const made = JSON.parse(fs.readFileSync(file, "utf8"));
  const nats = new URL(
    `http://${optionOf(args, "--nats", "HOST:PORT of nats-server’s WebSocket") ?? "localhost:8080"}`,
  );
  const port = Number(optionOf(args, "--port", "a port") ?? DOOR_PORT);
  const host = optionOf(args, "--host", "an address of this machine") ?? "127.0.0.1";
  const options = { made, proxies: proxiesOf(args, 1), origins: originsOf(args) };
  await openDoorOf({
    ...options,
    nats: { host: nats.hostname, port: Number(nats.port || 80) },
    host,
    port,
  });
  console.log(`The door of the class ${made.code} is at ${host}:${port}.`);
}

const HELP = `npm run class -- [options]

  Starts a server for one class, serves the page, and prints the teacher's link and the students'
  link. Ctrl+C ends the class. Needs nats-server ${VERSION_AT_LEAST} or newer on PATH, or Go, which builds it.

  --host ADDRESS    where it listens: 127.0.0.1 (this machine alone) unless told; 0.0.0.0 lets a room in
  --port N          the first port that is tried: 4173 unless told
  --proxies N       how many proxies of your own stand before it: 0 unless told
  --origin ADDRESS  a page that is served elsewhere and may speak to the class
  --config FOLDER   only writes the configuration for a server of your own, with new links
  --site ADDRESS    where the page of such a server is, for these links
  --door FILE       only opens the door of such a server: its class.json; --nats HOST:PORT is the server
  --help            this

  docs/class.md tells the rest.`;

/** What the command line may say, and whether a value follows. */
const OPTIONS = new Map([
  ...["--host", "--port", "--proxies", "--origin", "--config", "--site", "--door", "--nats"].map(
    (name) => [name, true],
  ),
  ["--help", false],
  ["-h", false],
]);

/** @throws {Stop} where something is said that means nothing */
export function checkArguments(args) {
  for (let at = 0; at < args.length; at += 1) {
    const takesValue = OPTIONS.get(args[at]);
    if (takesValue === undefined) {
      throw new Stop(
        `npm run class: found ${args[at]}; npm run class -- --help lists the options.`,
      );
    }
    if (takesValue) at += 1;
  }
}

/** Keeps the class up while its server fails now and then; ends all when that is in vain. */
function keepUp(server, folder, stopPage) {
  const revival = new Revival({
    start: () => server.start(),
    said: (sentence) => console.log(`\n  ${sentence}`),
    gaveUp: (sentence) => {
      console.error(`\n  ${sentence}\n  The class is over. What it stored stays in ${folder}.`);
      void stopPage().then(() => process.exit(1));
    },
    nowMs: () => performance.now(),
    later: (callback, ms) => void setTimeout(callback, ms),
  });
  server.died = (why) => revival.died(why);
  return revival;
}

async function openClass(args) {
  const host = optionOf(args, "--host", "an address of this machine") ?? "127.0.0.1";
  const port = portOf(args);
  const program = await natsServer();
  await setup();
  await build({ onlyWhenChanged: true });
  const { ClassServer, newClass } = await classServer();
  const made = newClass();
  const folder = path.join(CACHE, "class", made.code);
  const outside = { proxies: proxiesOf(args, 1), origins: originsOf(args) };
  const server = await ClassServer.prepare({ program, folder, ...outside, ...made });
  await server.start();
  const page = new StaticHost({ classPort: server.wsPort });
  await page.start({ port, host });
  const revival = keepUp(server, folder, () => page.stop());
  const { student, teacher } = linksOf(`http://${addressOf(host)}:${page.port}/`, made);
  console.log(`
  The class is open; its code is ${made.code}
  Teacher:   ${teacher}
  Students:  ${student}
  ${host === "127.0.0.1" ? "Only this machine reaches it; --host 0.0.0.0 lets others in." : "Who has the teacher’s link leads the class: give away the students’ link only."}
  Ctrl+C ends it, and forgets all of it.
`);
  const end = async () => {
    revival.end();
    await page.stop();
    await server.close();
    fs.rmSync(folder, { recursive: true, force: true });
    process.exit(0);
  };
  process.once("SIGINT", () => void end());
  process.once("SIGTERM", () => void end());
}

async function classCommand(args) {
  if (args.includes("--help") || args.includes("-h")) return console.log(HELP);
  checkArguments(args);
  const config = optionOf(args, "--config", "a folder");
  if (config !== undefined) return writeConfig(config, args);
  const door = optionOf(args, "--door", "the file class.json that --config wrote");
  if (door !== undefined) return openDoor(door, args);
  return openClass(args);
}

if (isMain(import.meta.url)) await main(classCommand);
