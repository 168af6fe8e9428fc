/**
 * A plain file server, as any static host is one: it knows no headers but the type of a file, and
 * has the page in a folder of its own. It can be stopped for real.
 */

import fs from "node:fs";
import http from "node:http";
import path from "node:path";

const DIST = path.join(import.meta.dirname, "..", "..", "dist");

const TYPES: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".xz": "application/x-xz",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

export class StaticHost {
  /** Other files than those of the build, by their path in the folder. */
  readonly instead = new Map<string, string>();
  private readonly folder: string;
  private server: http.Server | undefined;

  /** @param folder where the page is, e.g. `/some/path/` */
  constructor(folder: string) {
    this.folder = folder;
  }

  /** Begins to answer and returns the page's address. */
  async start(): Promise<string> {
    const server = http.createServer((request, response) => this.answer(request, response));
    this.server = server;
    await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("It has no port.");
    return `http://localhost:${address.port}${this.folder}`;
  }

  /** Nobody listens any more, and nobody is still connected. */
  async stop(): Promise<void> {
    const { server } = this;
    if (server === undefined) return;
    this.server = undefined;
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }

  private answer(request: http.IncomingMessage, response: http.ServerResponse): void {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const within = pathname.startsWith(this.folder) ? pathname.slice(this.folder.length) : null;
    const name = within === "" ? "index.html" : within;
    const content = name === null ? undefined : this.contentOf(name);
    if (name === null || content === undefined) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[path.extname(name)] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type }).end(content);
  }

  private contentOf(name: string): Buffer | string | undefined {
    const own = this.instead.get(name);
    if (own !== undefined) return own;
    const file = path.join(DIST, name);
    if (!file.startsWith(DIST) || !fs.existsSync(file)) return undefined;
    return fs.readFileSync(file);
  }
}
