/** Serves the page that is packed with this package, to this machine alone. */

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

export interface Host {
  /** Ends with a slash. */
  address: string;
  stop(): Promise<void>;
}

/** On a free port of this machine. */
export async function serve(folder: URL): Promise<Host> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    // A URL's path has no "..", so it stays within the folder.
    const file = new URL(`.${pathname === "/" ? "/index.html" : pathname}`, folder);
    try {
      const content = await readFile(file);
      const type = TYPES[extname(pathname === "/" ? "index.html" : pathname)];
      response.writeHead(200, { "Content-Type": type ?? "application/octet-stream" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.on("error", reject);
    server.listen(0, "localhost", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://localhost:${port}/`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** The page beside the package's scripts. */
export const PACKED = new URL("../page/", import.meta.url);
