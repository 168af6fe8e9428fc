/**
 * The packages' types as documents of the site: TypeDoc reads the sources as a project that installs
 * a package would see them, and writes Markdown, which docs.mjs makes pages of under the page's policy.
 * It must not know the site.
 */

import fs from "node:fs";
import path from "node:path";
import { declare, TYPES } from "./declared.mjs";
import {
  CACHE,
  contentHash,
  filesBelow,
  ROOT,
  readStamp,
  Stop,
  withLock,
  writeStamp,
} from "./steps.mjs";

const MADE = path.join(CACHE, "api");
const STAMP = path.join(CACHE, "api-made-from");

/** Documents that no folder has, by their place among the others. */
export const API = {
  "docs/api/engine.md": { name: "@raft-atlas/engine", from: "web/library/index.ts" },
  "docs/api/element.md": { name: "@raft-atlas/element", from: "web/element/index.ts" },
  "docs/api/react.md": { name: "@raft-atlas/element/react", from: "web/element/react.ts" },
  "docs/api/replay.md": { name: "@raft-atlas/replay", from: "web/replay/index.ts" },
};

/** TypeScript's own faults are found by the build; what is said here is of the documents. */
const OPTIONS = {
  readme: "none",
  disableSources: true,
  excludeExternals: true,
  excludeInternal: true,
  excludePrivate: true,
  skipErrorChecking: true,
  validation: false,
  logLevel: "Error",
  hidePageHeader: true,
  hideBreadcrumbs: true,
  outputFileStrategy: "modules",
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  classPropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
  typeDeclarationFormat: "table",
  propertyMembersFormat: "table",
};

function inputs() {
  const types = Object.values(TYPES).flatMap((files) => files.map((file) => `core/${file}`));
  const sources = filesBelow(["web/library", "web/element", "web/replay"]);
  return [...types, ...sources, "tools/api.mjs", "tools/declared.mjs", "package-lock.json"];
}

/** @returns {string} what they are made from */
export function apiHash() {
  return contentHash(inputs());
}

/** Makes them, unless they are there as they would be made. */
export async function apiReady() {
  if (readStamp(STAMP) !== apiHash()) await withLock("api", make);
}

async function make() {
  const hash = apiHash();
  if (readStamp(STAMP) === hash) return;
  fs.rmSync(MADE, { recursive: true, force: true });
  fs.mkdirSync(MADE, { recursive: true });
  for (const [name, types] of Object.entries(TYPES)) declare(declared(name), types);
  for (const [file, { name, from }] of Object.entries(API)) {
    const out = path.join(MADE, path.basename(file, ".md"));
    const text = cleaned(await typedoc(from, out), name);
    fs.writeFileSync(`${out}.md`, text);
    fs.rmSync(out, { recursive: true, force: true });
  }
  writeStamp(STAMP, hash);
}

/** What crosses from a module, as its package says it. */
function declared(name) {
  return path.join(MADE, `${name}.d.ts`);
}

/** @returns {string} one of them, once they are ready */
export function apiText(file) {
  return fs.readFileSync(path.join(MADE, path.basename(file)), "utf8");
}

async function typedoc(from, out) {
  const { Application, TSConfigReader } = await import("typedoc");
  const { load } = await import("typedoc-plugin-markdown");
  const tsconfig = path.join(ROOT, path.dirname(from), "tsconfig.json");
  const entryPoints = [path.join(ROOT, from)];
  const modules = Object.keys(TYPES).map((name) => [name, [declared(name)]]);
  const paths = { "@/*": [path.join(ROOT, "web", "*")], ...Object.fromEntries(modules) };
  const compilerOptions = { rootDir: ROOT, paths };
  const app = await Application.bootstrapWithPlugins(
    { ...OPTIONS, plugin: [load], tsconfig, compilerOptions, entryPoints, out },
    [new TSConfigReader()],
  );
  const project = await app.convert();
  if (project === undefined) throw new Stop(`TypeDoc could not read ${from}; see above.`);
  await app.generateOutputs(project);
  return fs.readFileSync(path.join(out, "README.md"), "utf8");
}

/** Without HTML and what leads to it, and with the package's name above. */
export function cleaned(text, name) {
  return text
    .replace(/^# .*$/m, `# Types of ${name}`)
    .replaceAll(/<a id="[^"]*"><\/a> ?/g, "")
    .replaceAll(/\[([^\]]*)\]\(#property-[^)]*\)/g, "$1")
    .replaceAll(/ ?<br ?\/?> ?/g, " ");
}
