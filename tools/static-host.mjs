/**
 * Serves dist/ by sirv, as a visitor gets it: what the build compressed is sent so, under the
 * page's headers. It can lie in a folder and be stopped for real. Must not know what asks.
 */

import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { DIST } from "./build.mjs";
import { headersOf } from "./headers.mjs";
import { Stop } from "./steps.mjs";

export class StaticHost {
  /** Scripts in place of those of the build, by their path in the folder. */
  instead = new Map();
  #folder;
  #headers;
  #server;

  /**
   * @param {{ folder?: string, plain?: boolean }} options folder: where the page is, e.g.
   * `/some/path/`; plain: without the page's headers, as a host that knows none of them
   */
  constructor({ folder = "/", plain = false } = {}) {
    this.#folder = folder;
    this.#headers = plain ? () => ({}) : headersOf;
  }

  /**
   * Begins to answer.
   * @param {{ port?: number, strict?: boolean }} options a taken port is passed over unless strict
   * @returns {Promise<string>} the page's address
   */
  async start({ port = 0, strict = false } = {}) {
    if (!fs.existsSync(path.join(DIST, "index.html"))) {
      throw new Stop("The page is not built; run: npm run build");
    }
    const files = (await sirv())(DIST, {
      // Looked up at each request: a page that is built anew is served at once.
      dev: true,
      etag: true,
      brotli: true,
      gzip: true,
      setHeaders: (response, pathname) => setAll(response, this.#headers(pathname)),
    });
    const server = http.createServer((request, response) => {
      this.#answer(request, response, files);
    });
    this.#server = server;
    return `http://localhost:${await listen(server, port, strict)}${this.#folder}`;
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

  #answer(request, response, files) {
    const asked = request.url ?? "/";
    if (!asked.startsWith(this.#folder)) {
      response.writeHead(404).end();
      return;
    }
    request.url = asked.slice(this.#folder.length - 1);
    const script = this.instead.get(request.url.slice(1));
    if (script === undefined) files(request, response);
    else response.writeHead(200, { "Content-Type": "text/javascript" }).end(script);
  }
}

/** Loaded late: `npm start` names this module before any package is installed. */
async function sirv() {
  try {
    return (await import("sirv")).default;
  } catch {
    throw new Stop("The npm packages are missing; run: npm run setup");
  }
}

function setAll(response, headers) {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** @returns {Promise<number>} the port that was free */
function listen(server, first, strict) {
  return new Promise((resolve, reject) => {
    let port = first;
    server.on("error", (error) => {
      const isTaken = error.code === "EADDRINUSE" && !strict && port < 65_535;
      if (!isTaken) return reject(new Stop(`The page could not be served: ${error.message}`));
      port += 1;
      server.listen(port, "localhost");
    });
    server.on("listening", () => resolve(server.address().port));
    server.listen(port, "localhost");
  });
}
