/**
 * `npm run class`: the page and a server for one class, the teacher's link and the students' link.
 * `--host ADDRESS` lets other machines in, `--port N` begins elsewhere, `--config FOLDER` writes
 * nats-server's configuration for a server of one's own (docs/class.md) and ends.
 */

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { build } from "./build.mjs";
import {
  ClassServer,
  classAccounts,
  classConfig,
  IN_CONTAINER,
  newClass,
} from "./class-server.mjs";
import { natsServer } from "./nats-server.mjs";
import { portOf } from "./serve.mjs";
import { setup } from "./setup.mjs";
import { StaticHost } from "./static-host.mjs";
import { CACHE, main, Stop } from "./steps.mjs";

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

/** For a server that stands elsewhere: the same accounts, at the ports that containers expect. */
function writeConfig(folder) {
  const made = newClass();
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, "nats-server.conf");
  fs.writeFileSync(file, classConfig({ ...made, ...IN_CONTAINER }), { mode: 0o644 });
  fs.writeFileSync(path.join(folder, "accounts.conf"), classAccounts(made), { mode: 0o644 });
  const links = linksOf("https://YOUR-HOST/", made);
  console.log(`${file}\n  teacher:  ${links.teacher}\n  students: ${links.student}`);
}

await main(async (args) => {
  const config = optionOf(args, "--config", "a folder");
  if (config !== undefined) return writeConfig(config);
  const host = optionOf(args, "--host", "an address of this machine") ?? "127.0.0.1";
  const port = portOf(args);
  const program = await natsServer();
  await setup();
  await build({ onlyWhenChanged: true });
  const made = newClass();
  const folder = path.join(CACHE, "class", made.code);
  const server = await ClassServer.prepare({ program, folder, ...made });
  await server.start();
  const page = new StaticHost({ classPort: server.wsPort });
  await page.start({ port, host });
  const { student, teacher } = linksOf(`http://${addressOf(host)}:${page.port}/`, made);
  console.log(`
  The class is open; its code is ${made.code}
  Teacher:   ${teacher}
  Students:  ${student}
  ${host === "127.0.0.1" ? "Only this machine reaches it; --host 0.0.0.0 lets others in." : "Who has the teacher’s link leads the class: give away the students’ link only."}
  Ctrl+C ends it, and forgets all of it.
`);
  const end = async () => {
    await page.stop();
    await server.stop();
    fs.rmSync(folder, { recursive: true, force: true });
    process.exit(0);
  };
  process.once("SIGINT", () => void end());
  process.once("SIGTERM", () => void end());
});
