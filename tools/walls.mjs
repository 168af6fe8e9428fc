/**
 * Who may import whom in web/ and e2e/. One table, resolved on real paths, so that a relative
 * import cannot climb around it. biome.json says the same in the editor; walls.test.mjs checks
 * that the two agree.
 */

import fs from "node:fs";
import path from "node:path";

/** folder -> folders that it may import from, beside itself. */
export const MAY_IMPORT = {
  lib: [],
  protocol: ["lib"],
  worker: ["protocol", "lib"],
  store: ["protocol", "lib"],
  ui: ["lib"],
  views: ["store", "protocol", "ui", "lib"],
  lessons: ["views", "store", "protocol", "ui", "lib"],
  app: ["lessons", "views", "store", "protocol", "ui", "lib"],
};

/** Packages that only some folders may import. */
const WITHOUT_REACT = ["lib", "protocol", "worker"];
const WITHOUT_PAGE_STATE = ["lib", "protocol", "worker", "ui"];
const REACT = /^(react|react-dom|radix-ui|@radix-ui\/.*)(\/.*)?$/;
const PAGE_STATE = /^(zustand|idb-keyval)(\/.*)?$/;
/** D3 modules that touch the page: one imperative leaf at a time. */
const D3_DOM = /^d3-(selection|zoom|drag|axis|brush)$/;
const D3_DOM_FILES = /(Scene\.tsx?|\/Axis\.tsx)$/;
/** Pictures are functions of simulation time; these two bring a clock of their own. */
const D3_CLOCK = /^(d3|d3-transition|d3-timer)$/;

const SPECIFIER =
  /(?:^|[\n;])\s*(?<head>import|export)(?<type>\s+type\b)?(?<names>[^"';]*?)["'](?<from>[^"'\n]+)["']|\bimport\s*\(\s*["'](?<dynamic>[^"'\n]+)["']|\bnew\s+URL\s*\(\s*["'](?<url>[^"'\n]+)["']\s*,\s*import\.meta\.url/g;

/**
 * @param {string} source the text of a module
 * @returns {{ specifier: string, typeOnly: boolean, url: boolean }[]}
 */
export function importsOf(source) {
  const text = source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  return [...text.matchAll(SPECIFIER)]
    .map(({ groups }) => ({
      specifier: groups.from ?? groups.dynamic ?? groups.url,
      typeOnly: groups.type !== undefined || onlyTypeNames(groups.names),
      url: groups.url !== undefined,
      bare: groups.head === "export" && !/\bfrom\s*$/.test(groups.names ?? ""),
    }))
    .filter((found) => !found.bare)
    .map(({ specifier, typeOnly, url }) => ({ specifier, typeOnly, url }));
}

/** `import { type A, type B } from` imports nothing at run time. */
function onlyTypeNames(names) {
  const inner = /^\s*\{([^}]*)\}\s*from\s*$/.exec(names ?? "")?.[1];
  if (inner === undefined) return false;
  const parts = inner.split(",").map((part) => part.trim());
  return parts.filter(Boolean).every((part) => part.startsWith("type "));
}

/**
 * @param {string} file path from the repository's root, with slashes
 * @param {string} source the file's text
 * @returns {string[]} one sentence per import that crosses a wall
 */
export function wallsCrossed(file, source) {
  const from = placeOf(file);
  if (from === null) return [];
  return importsOf(source)
    .map((found) => crossing(file, from, found))
    .filter((reason) => reason !== null)
    .map((reason) => `${file}: ${reason}`);
}

/** The wall that one import crosses, or null. */
function crossing(file, from, { specifier, typeOnly, url }) {
  if (!/^(\.|@\/)/.test(specifier)) return packageCrossing(file, from, specifier, typeOnly);
  const target = specifier.startsWith("@/")
    ? `web/${specifier.slice(2)}`
    : path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
  const own = /^core\/(wasm|lens)\/pkg/.exec(target)?.[1];
  if (own !== undefined) return `import "${own === "wasm" ? "engine" : own}", not ${specifier}`;
  const to = placeOf(target);
  if (to === null) return null;
  if (from.folder === "e2e") {
    if (to.folder === "e2e" || (to.folder === "protocol" && typeOnly)) return null;
    return `e2e sees the page as a visitor does and may import types of web/protocol only, not ${specifier}`;
  }
  if (from.folder === "worker" || from.folder === to.folder) {
    const sameView = from.folder !== "views" || from.view === to.view;
    if (from.folder === to.folder && sameView) return null;
    if (from.folder === to.folder) return `a view may not import another view: ${specifier}`;
  }
  if (to.folder === "worker") {
    if (url && from.folder === "store") return null;
    return `only web/store names the worker, by new URL(…): ${specifier}`;
  }
  if (MAY_IMPORT[from.folder]?.includes(to.folder)) return null;
  return `web/${from.folder} may not import web/${to.folder}: ${specifier}`;
}

function packageCrossing(file, from, specifier, typeOnly) {
  const module = /^(engine|reader|lens)(\/|$)/.exec(specifier)?.[1];
  if (module !== undefined) {
    if (from.folder === "worker" || (from.folder === "protocol" && typeOnly)) return null;
    return `only web/worker imports the ${module} (web/protocol: its types): ${specifier}`;
  }
  if (D3_CLOCK.test(specifier)) {
    return `${specifier} brings a clock of its own; pictures are functions of simulation time`;
  }
  if (D3_DOM.test(specifier) && !typeOnly && !D3_DOM_FILES.test(file)) {
    return `${specifier} touches the page: only *Scene.ts and Axis.tsx may import it`;
  }
  if (REACT.test(specifier) && WITHOUT_REACT.includes(from.folder)) {
    return `web/${from.folder} knows nothing of React: ${specifier}`;
  }
  if (PAGE_STATE.test(specifier) && WITHOUT_PAGE_STATE.includes(from.folder)) {
    return `web/${from.folder} keeps no state: ${specifier}`;
  }
  return null;
}

/** The folder (and the view) that a path belongs to; null where no wall stands. */
function placeOf(file) {
  if (/^e2e(\/|$)/.test(file)) return { folder: "e2e", view: null };
  const match = /^web\/([^/]+)(?:\/([^/]+))?/.exec(file);
  if (match === null || !(match[1] in MAY_IMPORT)) return null;
  return { folder: match[1], view: match[1] === "views" ? (match[2] ?? null) : null };
}

/**
 * @param {string} root the repository's root
 * @param {string[]} files paths from the root
 */
export function checkWalls(root, files) {
  return files
    .filter((file) => /^(web|e2e)\/.*\.tsx?$/.test(file))
    .flatMap((file) => wallsCrossed(file, fs.readFileSync(path.join(root, file), "utf8")));
}
