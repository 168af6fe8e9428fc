/**
 * Which documents are pages of the site under `docs/`, in the order in which a reader finds them, and
 * where a link of one leads there. User guides come first, what only builders need after them.
 */

import fs from "node:fs";
import path from "node:path";
import { API } from "./api.mjs";
import { ROOT } from "./steps.mjs";

const guide = (...names) => names.map((name) => `docs/${name}.md`);

/** Sections of the site's list: documents from the root. */
const ARRANGED = [
  { title: "Start", files: guide("index", "glossary") },
  { title: "Learn and teach", files: guide("lessons", "challenges", "class", "reports", "lms") },
  { title: "Your own runs", files: guide("import", "builder", "recording", "editor", "ids") },
  {
    title: "Measure and search",
    files: guide("command-line", "figures", "advice", "sweeps", "campaigns", "futures", "csv"),
  },
  {
    title: "Histories and facts",
    files: guide("track-record", "real", "histories", "logs", "facts", "transcripts"),
  },
  {
    title: "In your pages and projects",
    files: [
      ...guide("hosting", "embedding"),
      "web/element/README.md",
      "web/library/README.md",
      ...guide("replay"),
    ],
  },
  { title: "Types of the packages", files: Object.keys(API) },
  {
    title: "Contribute",
    files: ["CONTRIBUTING.md", ...guide("adding", "languages"), "ARCHITECTURE.md", "CHANGELOG.md"],
  },
  { title: "Design notes", files: designNotes() },
];

function designNotes() {
  return documentsIn("docs/design");
}

function documentsIn(folder) {
  const files = fs.readdirSync(path.join(ROOT, folder)).sort();
  return files.filter((file) => file.endsWith(".md")).map((file) => `${folder}/${file}`);
}

/** A guide that nobody has given a place yet can be found all the same. */
function others() {
  const placed = ARRANGED.flatMap(({ files }) => files);
  return documentsIn("docs").filter((file) => !placed.includes(file));
}

/** What the site has, in its order: sections that have anything. */
export const SECTIONS = [...ARRANGED, { title: "More", files: others() }].filter(
  ({ files }) => files.length > 0,
);

/** What a package's README is called beside the others. */
const RENAMED = {
  "web/element/README.md": "element.html",
  "web/library/README.md": "engine.html",
  // Its guide has all of it.
  "web/replay/README.md": "replay.html",
};

/** @returns {string | null} a document's page, from the site's folder */
export function pageOf(file) {
  if (Object.hasOwn(RENAMED, file)) return RENAMED[file];
  if (!SECTIONS.some(({ files }) => files.includes(file))) return null;
  const name = file.replace(/^docs\//, "").replace(/\.md$/, ".html");
  return name.toLowerCase();
}

/**
 * Where a link of a document leads on its page.
 * @param {string} file the document, from the root
 * @param {string} href as it is written
 * @param {string} repository the address of the sources’ folder, or ""
 * @returns {{ href: string | null, copy?: string }} null: to a source, where no repository is known;
 * copy: a file that belongs beside the pages
 */
export function linkOf(file, href, repository) {
  if (/^\w+:/.test(href)) return { href };
  const [to, anchor] = href.split("#");
  const hash = anchor === undefined ? "" : `#${anchor}`;
  if (to === "") return { href: hash };
  const target = path.posix.join(path.posix.dirname(file), to).replace(/\/$/, "");
  const from = path.posix.dirname(pageOf(file));
  const page = pageOf(target);
  if (page !== null) return { href: `${relative(from, page)}${hash}` };
  // What the page itself is served with stands above the site's folder.
  const served = /^public\/(.+\.\w+)$/.exec(target)?.[1];
  if (served !== undefined) return { href: `${relative(from, "..")}/${served}` };
  // So does the page itself, with what an address asks of it, and the gallery.
  const [, run] = /^index\.html(\?.*)$/.exec(target) ?? [];
  if (run !== undefined) return { href: `${relative(from, "..")}/${run}` };
  if (target === "gallery/index.html") return { href: `${relative(from, "..")}/gallery/` };
  // So do the pages of the course (tools/course.mjs).
  const lesson = /^docs\/course\/(.+)\.md$/.exec(target)?.[1];
  if (lesson !== undefined) {
    const name = lesson === "README" ? "index" : lesson;
    return { href: `${relative(from, "..")}/course/${name}.html${hash}` };
  }
  const beside = /^docs\/(.+\.(?:gif|png|svg))$/.exec(target)?.[1];
  if (beside !== undefined) return { href: relative(from, beside), copy: target };
  return { href: repository === "" ? null : `${repository}${target}${hash}` };
}

function relative(from, to) {
  return path.posix.relative(from, to);
}
