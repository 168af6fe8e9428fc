/**
 * `npm run pack -- lms`: lessons and challenges as packages for a learning platform (docs/lms.md): the
 * built page, and a manifest that says with what it opens. Must not know what the page reports.
 */

import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { DOMImplementation, XMLSerializer } from "@xmldom/xmldom";
import { strToU8, zipSync } from "fflate";
import { build, DIST } from "./build.mjs";
import { POLICY } from "./headers.mjs";
import { CACHE, ROOT, Stop } from "./steps.mjs";
import { versionOf } from "./version.mjs";

const USAGE = `npm run pack -- lms [all | --lesson ID | --challenge ID] [--format scorm | xapi] [--endpoint ORIGIN]
Writes .cache/lms/raft-atlas-<id>-<format>.zip, of a challenge raft-atlas-challenge-<id>-<format>.zip:
SCORM 2004 (4th edition) unless xapi is asked for.
  --lesson ID, --challenge ID   one of them, again and again; without any: all
  --format scorm|xapi           may be given twice
  --endpoint https://lrs.example   of an xAPI store that is not on the platform's own origin
docs/lms.md tells the rest.`;

const OUT = path.join(CACHE, "lms");
const FORMATS = ["scorm", "xapi"];

/** A package of the same page is the same bytes. */
const MADE = new Date(2026, 0, 1);
/** Fonts are packed already. */
const STORED = /\.woff2$/;

const CP = "http://www.imsglobal.org/xsd/imscp_v1p1";
const ADLCP = "http://www.adlnet.org/xsd/adlcp_v1p3";
const IMSSS = "http://www.imsglobal.org/xsd/imsss";
const TINCAN = "http://projecttincan.com/tincan.xsd";
const XMLNS = "http://www.w3.org/2000/xmlns/";

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

/** A lesson and a challenge may have the same id. */
export function nameOf({ kind, id }) {
  return kind === "lesson" ? `raft-atlas-${id}` : `raft-atlas-challenge-${id}`;
}

/** What the page is opened with. */
export function addressOf({ kind, id }, format) {
  const what = kind === "lesson" ? `lesson=${id}` : `scenario=challenge.${id}`;
  return `?lms=${format}&${what}`;
}

/** By which an xAPI store knows it; the page names its questions below it. */
export function activityOf({ kind, id }) {
  return `urn:raft-atlas:${kind}:${id}`;
}

function manifestsOf(content, format, page) {
  const name = format === "scorm" ? "imsmanifest.xml" : "tincan.xml";
  const text = format === "scorm" ? scormManifest(content, Object.keys(page)) : tincan(content);
  return { [name]: strToU8(text) };
}

function zipped(files) {
  const entries = Object.entries(files).map(([name, bytes]) => [
    name,
    [bytes, { level: STORED.test(name) ? 0 : 6 }],
  ]);
  return zipSync(Object.fromEntries(entries), { mtime: MADE });
}

/** One SCO: the platform takes completion and success as the page says them. */
export function scormManifest(content, files) {
  const { title, text, goals } = content;
  const { document, node } = xml(CP, "manifest");
  const root = document.documentElement;
  root.setAttribute("identifier", nameOf(content));
  root.setAttribute("version", versionOf());
  root.setAttributeNS(XMLNS, "xmlns:adlcp", ADLCP);
  root.setAttributeNS(XMLNS, "xmlns:imsss", IMSSS);
  const objectives = [
    node([IMSSS, "imsss:primaryObjective"], {
      objectiveID: goals.length > 0 ? "goals" : "solved",
      satisfiedByMeasure: "false",
    }),
    ...goals.map((goal) =>
      node([IMSSS, "imsss:objective"], {
        objectiveID: `goal.${goal}`,
        satisfiedByMeasure: "false",
      }),
    ),
  ];
  const sequencing = node([IMSSS, "imsss:sequencing"], {}, [
    node([IMSSS, "imsss:objectives"], {}, objectives),
    node([IMSSS, "imsss:deliveryControls"], {
      completionSetByContent: "true",
      objectiveSetByContent: "true",
    }),
  ]);
  const parameters = addressOf(content, "scorm");
  const item = node("item", { identifier: "item", identifierref: "page", parameters }, [
    node("title", {}, title),
    sequencing,
  ]);
  const resource = { identifier: "page", type: "webcontent", href: "index.html" };
  const entries = files.toSorted().map((href) => node("file", { href }));
  const page = node("resource", resource, entries);
  page.setAttributeNS(ADLCP, "adlcp:scormType", "sco");
  const parts = [
    document.createComment(` ${text.replaceAll("--", "-")} `),
    node("metadata", {}, [
      node("schema", {}, "ADL SCORM"),
      node("schemaversion", {}, "2004 4th Edition"),
    ]),
    node("organizations", { default: "organization" }, [
      node("organization", { identifier: "organization" }, [node("title", {}, title), item]),
    ]),
    node("resources", {}, [page]),
  ];
  for (const part of parts) root.appendChild(part);
  return written(document);
}

export function tincan(content) {
  const { document, node } = xml(TINCAN, "tincan");
  const type = content.kind === "lesson" ? "lesson" : "simulation";
  const activity = { id: activityOf(content), type: `http://adlnet.gov/expapi/activities/${type}` };
  document.documentElement.appendChild(
    node("activities", {}, [
      node("activity", activity, [
        node("name", {}, content.title),
        node("description", { lang: "en-US" }, content.text),
        node("launch", { lang: "en-US" }, `index.html${addressOf(content, "xapi")}`),
      ]),
    ]),
  );
  return written(document);
}

/** A document, and how its elements are made; a name without a namespace has the document's. */
function xml(namespace, name) {
  const document = new DOMImplementation().createDocument(namespace, name);
  const node = (called, attributes = {}, inside = []) => {
    const [space, own] = typeof called === "string" ? [namespace, called] : called;
    const made = document.createElementNS(space, own);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    const children = typeof inside === "string" ? [document.createTextNode(inside)] : inside;
    for (const child of children) made.appendChild(child);
    return made;
  };
  return { document, node };
}

function written(document) {
  const text = new XMLSerializer().serializeToString(document);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`;
}
