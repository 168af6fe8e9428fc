/** Serves dist/ as a visitor gets it; `--port N` begins elsewhere, `--strict` nowhere else. */

import { StaticHost } from "./static-host.mjs";
import { isMain, main, Stop } from "./steps.mjs";

/** The port that a command line asks for. */
export function portOf(args) {
  const at = args.indexOf("--port");
  if (at < 0) return 4173;
  const port = Number(args[at + 1]);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Stop("--port asks for a port number.");
}

if (isMain(import.meta.url)) {
  await main(async (args) => {
    const host = new StaticHost();
    console.log(await host.start({ port: portOf(args), strict: args.includes("--strict") }));
  });
}
