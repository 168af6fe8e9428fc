/**
 * `npm run course`: the course pack (docs/course) as files that a teacher uses: the questions as
 * Markdown, Moodle XML and QTI, solutions of the challenges, and the deck as one page, into
 * docs/course/made.
 * `-- --site https://atlas.example.org/` makes the addresses in them absolute, as does RAFT_ATLAS_SITE.
 */

import fs from "node:fs";
import path from "node:path";
import { asMarkdown, asMoodle, asQti, readBank } from "./course-bank.mjs";
import { cssText, FOLDER, pageOf } from "./course-pages.mjs";
import { asSolutions } from "./course-solutions.mjs";
import { siteOf } from "./share-pages.mjs";
import { isMain, main, ROOT, Stop, seconds } from "./steps.mjs";

const MADE = path.join(ROOT, FOLDER, "made");
const DECK = "slides.md";

/** What a learning platform imports, by name. */
function imports(bank, site) {
  return {
    "questions.moodle.xml": asMoodle(bank, { site }),
    "questions.qti.zip": asQti(bank, { site }),
  };
}

/** The documents of the course, the deck among them. */
export function courseDocuments() {
  const folder = path.join(ROOT, FOLDER);
  const files = fs.readdirSync(folder).filter((file) => file.endsWith(".md"));
  return files.sort().map((file) => ({
    file,
    kind: file === DECK ? "deck" : "page",
    text: fs.readFileSync(path.join(folder, file), "utf8"),
  }));
}

/**
 * What a teacher takes along, by name.
 * @param {string} site the page’s address with a slash at its end, or ""
 */
export function madeFiles(site) {
  const bank = readBank();
  const deck = courseDocuments().find(({ kind }) => kind === "deck");
  const atlas = site === "" ? null : site;
  return {
    "questions.md": asMarkdown(bank, { answers: false, site }),
    "questions-with-answers.md": asMarkdown(bank, { answers: true, site }),
    ...imports(bank, site),
    "solutions.md": asSolutions({ site }),
    "slides.html": pageOf(deck.text, { atlas, css: null }, "deck"),
  };
}

/** What stands below the index of the pages, where the files exist. */
const HERE = `
## Files here

- [Questions](questions.html), [with answers](questions-with-answers.html)
- [Questions for Moodle](questions.moodle.xml), [as a QTI 2.1 package](questions.qti.zip)
- [Slides](slides.html)
`;

/** The same pack as pages beside a built page, in its `course/`. */
export function hostedFiles(site) {
  const bank = readBank();
  const place = { atlas: "../", css: "course.css" };
  const files = { "course.css": cssText(), ...imports(bank, site) };
  for (const { file, text, kind } of courseDocuments()) {
    const isIndex = file === "README.md";
    const name = isIndex ? "index" : path.basename(file, ".md");
    files[`${name}.html`] = pageOf(isIndex ? text + HERE : text, place, kind);
  }
  for (const answers of [false, true]) {
    const text = asMarkdown(bank, { answers, site: "" });
    files[`questions${answers ? "-with-answers" : ""}.html`] = pageOf(text, place);
  }
  return files;
}

/** Writes the pages of the course into a built folder. */
export function coursePages(folder, site = siteOf()) {
  const began = performance.now();
  write(path.join(folder, "course"), hostedFiles(site));
  console.log(`Course pack: course/ (${seconds(began)})`);
}

function write(folder, files) {
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    fs.writeFileSync(path.join(folder, name), content);
  }
}

function siteFrom(args) {
  const [flag, site, ...more] = args;
  if (flag === undefined) return siteOf();
  if (flag !== "--site" || more.length > 0 || !/^https?:\/\//.test(site ?? "")) {
    throw new Stop(
      `npm run course: found ${args.join(" ")}, expected --site and an address with https://`,
    );
  }
  return siteOf({ RAFT_ATLAS_SITE: site });
}

function course(args) {
  const files = madeFiles(siteFrom(args));
  write(MADE, files);
  for (const name of Object.keys(files)) console.log(path.join(FOLDER, "made", name));
}

if (isMain(import.meta.url)) await main(course);
