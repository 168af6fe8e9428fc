/**
 * Serves dist/ by sirv, as a visitor gets it: what the build compressed is sent so, under the
 * page's headers. It can lie in a folder and be stopped for real. The WebSocket of a class is handed
 * on from the page's own address, so that the page's policy names no other. Must not know what asks.
 */

import fs from "node:fs";
import http from "node:http";
import net from "node:net";
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
  #classPort;

  /**
   * @param {{ folder?: string, plain?: boolean, classPort?: number }} options folder: where the
   * page is, e.g. `/some/path/`; plain: without the page's headers, as a host that knows none of
   * them; classPort: of a class's door on this machine, found at `class` in the folder
   */
  constructor({ folder = "/", plain = false, classPort } = {}) {
    this.#folder = folder;
    this.#classPort = classPort;
    this.#headers = plain ? () => ({}) : headersOf;
  }

  /**
   * Begins to answer.
   * @param {{ port?: number, strict?: boolean, host?: string }} options a taken port is passed over
   * unless strict
   * @returns {Promise<string>} the page's address
   */
  async start({ port = 0, strict = false, host = "localhost" } = {}) {
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
    if (this.#classPort !== undefined) {
      server.on("upgrade", (request, socket, head) => this.#handOn(request, socket, head));
    }
    this.#server = server;
    return `http://localhost:${await listen(server, port, strict, host)}${this.#folder}`;
  }

  /** Where it listens. */
  get port() {
    return this.#server.address().port;
  }

  /** Nobody listens any more, and nobody is still connected. */
  async stop() {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
      for (const socket of this.#handedOn) socket.destroy();
    });
  }

  /** Sockets that are handed on, which the server no longer counts as its own. */
  #handedOn = new Set();

  /** A WebSocket of the class: the same bytes, there and back, and who asks. */
  #handOn(request, socket, head) {
    const [, place, query = ""] = /^([^?]*)(\?.*)?$/.exec(request.url ?? "") ?? [];
    if (place !== `${this.#folder}class`) {
      socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n");
      return;
    }
    const onward = net.connect(this.#classPort, "127.0.0.1", () => {
      const forwarded = [request.headers["x-forwarded-for"], socket.remoteAddress];
      const lines = [`GET /${query} HTTP/1.1`];
      for (let i = 0; i < request.rawHeaders.length; i += 2) {
        const [name, value] = request.rawHeaders.slice(i, i + 2);
        if (name.toLowerCase() !== "x-forwarded-for") lines.push(`${name}: ${value}`);
      }
      lines.push(`X-Forwarded-For: ${forwarded.filter(Boolean).join(", ")}`);
      onward.write(`${lines.join("\r\n")}\r\n\r\n`);
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    for (const one of [socket, onward]) {
      one.setNoDelay(true);
      this.#handedOn.add(one);
      one.on("error", () => one.destroy());
      one.on("close", () => {
        this.#handedOn.delete(one);
        socket.destroy();
        onward.destroy();
      });
    }
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
function listen(server, first, strict, host) {
  return new Promise((resolve, reject) => {
    let port = first;
    server.on("error", (error) => {
      const isTaken = error.code === "EADDRINUSE" && !strict && port < 65_535;
      if (!isTaken) return reject(new Stop(`The page could not be served: ${error.message}`));
      port += 1;
      server.listen(port, host);
    });
    server.on("listening", () => resolve(server.address().port));
    server.listen(port, host);
  });
}
