/**
 * A plain server of dist/, as any static host is one: it knows no headers but the type of a file,
 * and how long it may be kept where that is wished. It can be stopped for real. (`serve.mjs` is the
 * one with the page's own headers.)
 */

import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import zlib from "node:zlib";
import { DIST } from "./build.mjs";

const TYPES = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};
/** They are as small as they get. */
const SMALL_ALREADY = new Set([".png", ".woff2"]);

export class StaticHost {
  /** Other files than those of the build, by their path in the folder. */
  instead = new Map();
  #folder;
  #isCompressed;
  #server;
  /** Compressed contents by file. */
  #compressed = new Map();

  /**
   * @param {string} folder where the page is, e.g. `/some/path/`
   * @param {{ compressed?: boolean }} options compressed: gzip, and files may be kept for a year,
   * as hosts do it and Vite's preview does not
   */
  constructor(folder = "/", { compressed = false } = {}) {
    this.#folder = folder;
    this.#isCompressed = compressed;
  }

  /** Begins to answer and returns the page's address. */
  async start() {
    const server = http.createServer((request, response) => this.#answer(request, response));
    this.#server = server;
    await new Promise((resolve) => server.listen(0, "localhost", resolve));
    return `http://localhost:${server.address().port}${this.#folder}`;
  }

  /** Nobody listens any more, and nobody is still connected. */
  async stop() {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  }

  #answer(request, response) {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const isWithin = pathname.startsWith(this.#folder);
    const name = pathname.slice(this.#folder.length) || "index.html";
    const content = isWithin ? this.#contentOf(name) : undefined;
    if (content === undefined) {
      response.writeHead(404).end();
      return;
    }
    const ending = path.extname(name);
    const headers = { "content-type": TYPES[ending] ?? "application/octet-stream" };
    if (!this.#isCompressed) {
      response.writeHead(200, headers).end(content);
      return;
    }
    headers["cache-control"] = "max-age=31536000";
    const isSmall = SMALL_ALREADY.has(ending);
    if (!isSmall) headers["content-encoding"] = "gzip";
    response.writeHead(200, headers).end(isSmall ? content : this.#compress(name, content));
  }

  #contentOf(name) {
    const own = this.instead.get(name);
    if (own !== undefined) return own;
    const file = path.join(DIST, name);
    const isThere = fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true;
    return file.startsWith(DIST) && isThere ? fs.readFileSync(file) : undefined;
  }

  #compress(name, content) {
    const known = this.#compressed.get(name);
    if (known !== undefined) return known;
    const compressed = zlib.gzipSync(content);
    this.#compressed.set(name, compressed);
    return compressed;
  }
}
