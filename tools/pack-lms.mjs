/**
 * `npm run pack -- lms`: lessons and challenges as packages for a learning platform (docs/lms.md): the
 * built page, and a manifest that says with what it opens. Must not know what the page reports.
 */

import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { strToU8, zipSync } from "fflate";
import { build, DIST } from "./build.mjs";
import { POLICY } from "./headers.mjs";
import { MANIFESTS, nameOf } from "./lms-manifests.mjs";
import { CACHE, ROOT, Stop } from "./steps.mjs";

const USAGE = `npm run pack -- lms [all | --lesson ID | --challenge ID] [--format FORMAT] [--endpoint ORIGIN]
Writes .cache/lms/raft-atlas-<id>-<format>.zip, of a challenge raft-atlas-challenge-<id>-<format>.zip.
  --lesson ID, --challenge ID   one of them, again and again; without any: all
  --format scorm|scorm12|xapi|cmi5   again and again; scorm (2004, 4th edition) without any
  --endpoint https://lrs.example   of an xAPI store that is not on the platform's own origin
docs/lms.md tells the rest.`;

const OUT = path.join(CACHE, "lms");
const FORMATS = ["scorm", "scorm12", "xapi", "cmi5"];

/** A package of the same page is the same bytes. */
const MADE = new Date(2026, 0, 1);
/** Fonts are packed already. */
const STORED = /\.woff2$/;

/**
 * @param {string[]} args after the word lms
 * @returns {Promise<string[]>} the files that were written
 */
export async function packLms(args) {
  const asked = readArgs(args);
  if (asked === null) {
    console.log(USAGE);
    return [];
  }
  await build({ onlyWhenChanged: true });
  const page = pageFiles(DIST, asked.endpoint);
  fs.mkdirSync(OUT, { recursive: true });
  return asked.contents.flatMap((content) =>
    asked.formats.map((format) => {
      const file = path.join(OUT, `${nameOf(content)}-${format}.zip`);
      fs.writeFileSync(file, zipped({ ...page, ...manifestsOf(content, format, page) }));
      return file;
    }),
  );
}

/** @returns what is asked for; null: only how to ask */
export function readArgs(args) {
  const { values, positionals } = parsed(args);
  if (values.help) return null;
  const wrong = [
    ...positionals.filter((word) => word !== "all"),
    ...(values.format ?? []).filter((format) => !FORMATS.includes(format)),
  ];
  if (wrong.length > 0) throw new Stop(`lms: found ${wrong.join(", ")}; expected:\n${USAGE}`);
  const known = contents();
  const named = [
    ...(values.lesson ?? []).map((id) => found(known, "lesson", id)),
    ...(values.challenge ?? []).map((id) => found(known, "challenge", id)),
  ];
  return {
    contents: named.length > 0 ? named : known,
    formats: values.format ?? ["scorm"],
    endpoint: originOf(values.endpoint),
  };
}

function parsed(args) {
  const several = { type: "string", multiple: true };
  const options = {
    lesson: several,
    challenge: several,
    format: several,
    endpoint: { type: "string" },
    help: { type: "boolean" },
  };
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new Stop(`lms: ${error.message}\n${USAGE}`);
  }
}

/** An origin and nothing else, for a policy names no more than that. */
function originOf(given) {
  if (given === undefined) return null;
  if (!URL.canParse(given) || new URL(given).origin !== given || !given.startsWith("http"))
    throw new Stop(
      `lms: --endpoint: found ${given}; expected an origin such as https://lrs.example, without a path.`,
    );
  return given;
}

/** All that can be packed: `{ kind, id, title, text, goals }`. */
export function contents() {
  const read = (...place) =>
    JSON.parse(fs.readFileSync(path.join(ROOT, "public", ...place), "utf8"));
  const listed = (kind) =>
    read(`${kind}s`, "index.json").map(({ id, file, title, text }) => {
      const steps = kind === "lesson" ? read(`${kind}s`, file).steps : [];
      const goals = steps.filter((step) => step.do !== undefined).map((step) => step.id);
      return { kind, id, title, text, goals };
    });
  return [...listed("lesson"), ...listed("challenge")];
}

function found(known, kind, id) {
  const one = known.find((content) => content.kind === kind && content.id === id);
  if (one !== undefined) return one;
  const ids = known.filter((content) => content.kind === kind).map((content) => content.id);
  throw new Stop(`lms: --${kind}: found ${id}; expected one of ${ids.join(", ")}.`);
}

/**
 * What the page needs, as tools/offline-files.mjs lists it, and its document.
 * @returns {Record<string, Uint8Array>}
 */
export function pageFiles(folder, endpoint) {
  const { files } = JSON.parse(fs.readFileSync(path.join(folder, "offline.json"), "utf8"));
  const html = fs.readFileSync(path.join(folder, "index.html"), "utf8");
  const page = { "index.html": strToU8(packaged(html, endpoint)) };
  for (const file of files) page[file] = new Uint8Array(fs.readFileSync(path.join(folder, file)));
  return page;
}

/** Nothing is installed from a platform; and its policy names the store, where that is elsewhere. */
export function packaged(html, endpoint) {
  const plain = html.replace(/<link rel="manifest"[^>]*>/, "");
  if (endpoint === null) return plain;
  const quoted = (policy) => policy.replaceAll("'", "&#39;");
  const wider = POLICY.replace("connect-src 'self'", `connect-src 'self' ${endpoint}`);
  if (!plain.includes(quoted(POLICY)))
    throw new Stop("index.html of the built page: its policy is not that of tools/headers.mjs.");
  return plain.replace(quoted(POLICY), quoted(wider));
}

function manifestsOf(content, format, page) {
  const [name, text] = MANIFESTS[format](content, Object.keys(page));
  return { [name]: strToU8(text) };
}

function zipped(files) {
  const entries = Object.entries(files).map(([name, bytes]) => [
    name,
    [bytes, { level: STORED.test(name) ? 0 : 6 }],
  ]);
  return zipSync(Object.fromEntries(entries), { mtime: MADE });
}
