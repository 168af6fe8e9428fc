/** Serves dist/ as a visitor gets it: with the headers of vite.config.ts. */

import fs from "node:fs";
import path from "node:path";
import { isMain, main, ROOT, Stop } from "./steps.mjs";

/**
 * @param {{ port?: number, strict?: boolean }} options a taken port is skipped unless strict
 * @returns {Promise<string>} the address
 */
export async function serve({ port = 4173, strict = false } = {}) {
  if (!fs.existsSync(path.join(ROOT, "dist", "index.html"))) {
    throw new Stop("The page is not built; run: npm run build");
  }
  const { preview } = await vite();
  const server = await preview({
    root: ROOT,
    logLevel: "warn",
    preview: { port, strictPort: strict, open: false },
  }).catch((error) => {
    throw new Stop(`The page could not be served: ${error.message}`);
  });
  const address = server.resolvedUrls?.local[0];
  if (address === undefined) throw new Stop("The server named no address.");
  return address;
}

async function vite() {
  try {
    return await import("vite");
  } catch {
    throw new Stop("The npm packages are missing; run: npm run setup");
  }
}

/** The number that follows a flag on the command line. */
export function numberAfter(args, flag, otherwise) {
  const at = args.indexOf(flag);
  if (at < 0) return otherwise;
  const value = Number(args[at + 1]);
  if (Number.isInteger(value) && value > 0 && value < 65_536) return value;
  throw new Stop(`${flag} asks for a port number.`);
}

if (isMain(import.meta.url)) {
  await main(async (args) => {
    const port = numberAfter(args, "--port", 4173);
    const address = await serve({ port, strict: args.includes("--strict") });
    console.log(address);
  });
}
