/** `@raft-atlas/element/vite`: lets a project with Vite serve and build this package's page. */

import { createReadStream, readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** Where the page is, below what is served. */
const FOLDER = "raft-atlas";
const PAGE = fileURLToPath(new URL("../page/", import.meta.url));
/** The module that says where the page is. */
const SAYS_WHERE = slashed(fileURLToPath(new URL("./page.js", import.meta.url)));

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

/** The plug-in: `plugins: [raftAtlas()]`. */
export function raftAtlas(): Plugin {
  let base = "/";
  let isServed = false;
  return {
    name: "raft-atlas",
    enforce: "pre",
    // Bundled with others in advance, the element would be somewhere else than its page.
    config: () => ({ optimizeDeps: { exclude: ["@raft-atlas/element"] } }),
    configResolved(config) {
      base = config.base;
      isServed = config.command === "serve";
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = fileOf(request.url ?? "", base);
        if (file === null) return next();
        response.setHeader("Content-Type", TYPES[extname(file)] ?? "application/octet-stream");
        response.setHeader("Cache-Control", "no-cache");
        createReadStream(file).pipe(response);
      });
    },
    load(id, options) {
      if (id.split("?")[0] !== SAYS_WHERE) return null;
      // A server that renders pages says where they are, and has no files of its own to show.
      if (isServed || options?.ssr === true) {
        return `export const PACKED = ${JSON.stringify(`${base}${FOLDER}/embed.html`)};`;
      }
      let page = "";
      for (const file of filesOf(PAGE)) {
        const source = readFileSync(join(PAGE, file));
        const fileName = `${FOLDER}/${slashed(file)}`;
        const emitted = this.emitFile({ type: "asset", fileName, source });
        if (file === "embed.html") page = emitted;
      }
      return `export const PACKED = import.meta.ROLLUP_FILE_URL_${page};`;
    },
  };
}

/** The page's file that is asked for, or null. */
function fileOf(url: string, base: string): string | null {
  const { pathname } = new URL(url, "http://localhost");
  const place = base.startsWith("/") ? `${base}${FOLDER}/` : `/${FOLDER}/`;
  if (!pathname.startsWith(place)) return null;
  // A URL's path has no "..", so it stays within the folder.
  const file = join(PAGE, ...decodeURIComponent(pathname.slice(place.length)).split("/"));
  const isIts = file.startsWith(PAGE) && statSync(file, { throwIfNoEntry: false })?.isFile();
  return isIts === true ? file : null;
}

/** Without what keeps a page on a device: in somebody else's page it keeps nothing. */
function filesOf(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true }).map(String);
  return files.filter((file) => !/^(?:sw\.js|index\.html)$/.test(file) && isFile(folder, file));
}

function isFile(folder: string, file: string): boolean {
  return statSync(join(folder, file)).isFile();
}

function slashed(file: string): string {
  return file.split(sep).join("/");
}
