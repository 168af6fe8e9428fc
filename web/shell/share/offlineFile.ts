/**
 * The whole page as one HTML file that plays without a network. Its loader names a module's
 * imports anew, since a file on a disk has no folder beside it.
 */

import { t } from "@/language/words";
import loader from "@/offline/loader.js?raw";

/** What the build lists (tools/offline-files.mjs). */
interface Listed {
  entry: string[];
  /** Everything, in the order of style sheets. */
  files: string[];
}

/** An address that leads nowhere, by which the page names its own files. */
const BASE = "https://offline.invalid/";
const BINARY = /\.(?:wasm|woff2)$/;
const TYPES = {
  css: "text/css",
  js: "text/javascript",
  json: "application/json",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  woff2: "font/woff2",
};
/** Nothing is fetched, whatever the page asks for; its own parts are blobs. */
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:",
  "style-src 'unsafe-inline' blob:",
  "img-src data: blob:",
  "font-src blob:",
  "connect-src blob:",
  "worker-src blob:",
].join("; ");

export interface OfflineAsk {
  title: string;
  /** What the page opens with: as its address would say it, `?lesson=leader` or `#…`. */
  opens: string;
  home: string;
  read(path: string): Promise<Response>;
}

export async function offlineFile(ask: OfflineAsk): Promise<Blob> {
  const listed = (await (await fetched(ask, "offline.json")).json()) as Listed;
  const texts: Record<string, string> = {};
  const parts: string[] = [];
  await Promise.all(
    listed.files.map(async (path) => {
      // In their place at once: style sheets count in order.
      if (!BINARY.test(path)) texts[path] = "";
      const found = await fetched(ask, path);
      if (!BINARY.test(path)) texts[path] = await found.text();
      else parts.push(part(`data-path="${path}"`, await packed(await found.arrayBuffer())));
    }),
  );
  const what = { base: BASE, home: ask.home, entry: listed.entry, types: TYPES };
  const all = new TextEncoder().encode(JSON.stringify(texts));
  return new Blob(
    [
      `<!doctype html>\n<html lang="en" data-root="${BASE}" data-opens="${escaped(ask.opens)}">\n<head>\n<meta charset="utf-8">\n`,
      `<meta http-equiv="Content-Security-Policy" content="${POLICY}">\n`,
      `<meta name="viewport" content="width=device-width, initial-scale=1">\n`,
      `<meta name="color-scheme" content="light dark">\n<title>${escaped(ask.title)}</title>\n</head>\n`,
      `<body><div id="root"></div>\n`,
      `<script type="application/json" id="what">${JSON.stringify(what).replaceAll("<", "\\u003c")}</script>\n`,
      part(`id="texts"`, await packed(all)),
      ...parts.sort(),
      `<script>${loader}</script>\n</body>\n</html>\n`,
    ],
    { type: "text/html" },
  );
}

async function fetched({ read }: OfflineAsk, path: string): Promise<Response> {
  const found = await read(path);
  if (!found.ok)
    throw new Error(t("{address} answered {status}.", { address: path, status: found.status }));
  return found;
}

function part(name: string, content: string): string {
  return `<script type="text/plain" ${name}>${content}</script>\n`;
}

async function packed(bytes: BufferSource): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  const packedBytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (let at = 0; at < packedBytes.length; at += PIECE)
    letters += String.fromCharCode(...packedBytes.subarray(at, at + PIECE));
  return btoa(letters);
}

/** As many as a call takes. */
const PIECE = 32_768;

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
