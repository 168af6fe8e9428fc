/**
 * A learning platform for tests: it serves an unzipped package beside a kept SCORM runtime, hands out a
 * launch by the rules of cmi5, and has a record store that notes every statement that is not valid.
 */

import fs from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import validate from "@learninglocker/xapi-validation";
import { strFromU8, unzipSync } from "fflate";
import { SESSION, type Statement } from "../web/test/cmi5Store";

const RUNTIMES = path.join(import.meta.dirname, "..", "node_modules", "scorm-again", "dist");
const KINDS: Record<string, string> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  json: "application/json",
  css: "text/css",
  svg: "image/svg+xml",
  wasm: "application/wasm",
};
/** The page of the platform: its runtime, with what the attempt left, and the content in a frame. */
const PLATFORM = `<!doctype html><html lang="en"><title>Platform</title>
<body><script src="/runtime.js"></script><script src="/platform.js"></script></body></html>`;
const SCRIPT_2004 = "window.API_1484_11 = new Scorm2004API(options); const api = API_1484_11;";
const SCRIPT_12 = "window.API = new Scorm12API(options); const api = API;";
const PLATFORM_SCRIPT = `
const left = sessionStorage.getItem("left");
if (left !== null) api.loadFromJSON(JSON.parse(left), "cmi");
const frame = document.createElement("iframe");
frame.title = "Content";
frame.width = 1200;
frame.height = 760;
frame.src = "/content/" + new URLSearchParams(location.search).get("opens");
document.body.append(frame);
window.say = (asks, origin) => frame.contentWindow.postMessage(asks, origin);`;
/** As a store says it that lets pages of other origins speak to it. */
const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, PUT, POST",
  "Access-Control-Allow-Headers": "authorization, content-type, x-experience-api-version",
};

/** What the platform says of a launch by the rules of cmi5. */
export const CMI5 = {
  activity: "https://lms.example/unit/7",
  registration: "6bd1f1a2-5f0c-4c8e-9d53-0a5d4f1b2c3d",
  session: "session-1",
};
const LAUNCH_DATA = {
  launchMode: "Normal",
  moveOn: "Passed",
  contextTemplate: {
    contextActivities: { grouping: [{ id: "urn:raft-atlas:lesson:old-leader:unit" }] },
    extensions: { [SESSION]: CMI5.session },
  },
};

/** A platform: the package's files, its own page, and a record store under /xapi/. */
export class Platform {
  readonly statements: Statement[] = [];
  state: string | null = null;
  readonly faults: unknown[] = [];
  private fetched = 0;
  private readonly files: Record<string, Uint8Array>;
  private readonly server: Server;

  constructor(zip: string) {
    this.files = unzipSync(new Uint8Array(fs.readFileSync(zip)));
    this.server = createServer((request, response) => {
      const url = new URL(request.url ?? "/", "http://localhost");
      const { pathname } = url;
      if (pathname === "/token") {
        response.writeHead(200, { "Content-Type": "application/json" }).end(this.token());
        return;
      }
      if (pathname.startsWith("/xapi/")) {
        const parts: Buffer[] = [];
        request.on("data", (part: Buffer) => parts.push(part));
        request.on("end", () => {
          const told = this.stored(url, request.method ?? "", String(Buffer.concat(parts)));
          response.writeHead(told === null ? 404 : 200, CORS).end(told);
        });
        return;
      }
      const [kind, body] = this.fileAt(pathname);
      if (body === undefined) response.writeHead(404).end();
      else response.writeHead(200, { "Content-Type": KINDS[kind] ?? "font/woff2" }).end(body);
    });
  }

  /** The text of a file of the package. */
  text(name: string): string {
    return strFromU8(this.files[name] ?? new Uint8Array());
  }

  get names(): string[] {
    return Object.keys(this.files);
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "localhost", resolve));
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  get verbs(): (string | undefined)[] {
    return this.statements.map(({ verb }) => verb.display["en-US"]);
  }

  private fileAt(pathname: string): [kind: string, body: string | Uint8Array | undefined] {
    if (pathname === "/platform.html") return ["html", PLATFORM];
    const is12 = this.text("imsmanifest.xml").includes("<schemaversion>1.2<");
    const options = "const options = { autocommit: false, logLevel: 5 };";
    const script = `${options}${is12 ? SCRIPT_12 : SCRIPT_2004}${PLATFORM_SCRIPT}`;
    const runtime = is12 ? "scorm12.min.js" : "scorm2004.min.js";
    if (pathname === "/platform.js") return ["js", script];
    if (pathname === "/runtime.js") return ["js", fs.readFileSync(path.join(RUNTIMES, runtime))];
    const kind = path.extname(pathname).slice(1);
    return [kind, this.files[pathname.replace("/content/", "")]];
  }

  /** Once, as the rules say. */
  private token(): string {
    this.fetched += 1;
    const again = { "error-code": "1", "error-text": "The key was fetched before." };
    return JSON.stringify(this.fetched === 1 ? { "auth-token": "YTpi" } : again);
  }

  private stored(url: URL, method: string, body: string): string | null {
    if (method === "OPTIONS") return "";
    if (url.pathname === "/xapi/agents/profile") return null;
    if (url.searchParams.get("stateId") === "LMS.LaunchData") return JSON.stringify(LAUNCH_DATA);
    if (url.pathname === "/xapi/statements") {
      for (const one of JSON.parse(body) as Statement[]) {
        this.faults.push(...validated(one));
        if (!this.statements.some(({ id }) => id === one.id)) this.statements.push(one);
      }
      return "[]";
    }
    if (method === "PUT") this.state = body;
    return this.state;
  }
}

/** The package is CommonJS: how its function is found is the importer's. */
function validated(statement: unknown): unknown[] {
  const check = typeof validate === "function" ? validate : Reflect.get(validate, "default");
  return Reflect.apply(check, undefined, [statement]);
}
