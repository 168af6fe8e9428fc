/**
 * `npm run docs`: the documents as a site with a search, under `docs/` of the built page; the build
 * makes it too. Markdown by marked, the search by MiniSearch; what is ours is where links lead, the
 * anchors and the frame. A generator of sites writes scripts and styles into its pages, which the
 * policy of this page forbids (tools/headers.mjs). Every address is relative: it works in any folder.
 */

import fs from "node:fs";
import path from "node:path";
import { Marked } from "marked";
import MiniSearch from "minisearch";
import { API, apiHash, apiReady, apiText } from "./api.mjs";
import { linkOf, pageOf, SECTIONS } from "./docs-pages.mjs";
import { POLICY } from "./headers.mjs";
import { sourcesOf } from "./repository.mjs";
import {
  CACHE,
  contentHash,
  isMain,
  main,
  ROOT,
  readStamp,
  replaceFolder,
  Stop,
  seconds,
  writeStamp,
} from "./steps.mjs";

const STAMP = path.join(CACHE, "docs-made-from");

/** What stands beside the pages as it is. */
const BESIDE = {
  "docs.css": "tools/docs/docs.css",
  "search.js": "tools/docs/search.js",
  "minisearch.js": "node_modules/minisearch/dist/es/index.js",
};

/** How the index is read, too: tools/docs/search.js says the same. */
export const SEARCH = {
  fields: ["heading", "title", "text"],
  storeFields: ["heading", "title", "url"],
};

const escaped = (text) =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign],
  );

/** A heading's anchor, as GitHub makes it. */
export function anchorOf(title) {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

/**
 * A document as the inside of a page.
 * @param {string} file from the root
 * @param {string} text
 * @returns {{ title: string, html: string, sections: { heading: string, anchor: string,
 * text: string }[], copies: string[] }}
 */
export function rendered(file, text, sources = "") {
  const copies = [];
  const used = new Map();
  const sections = [];
  const parser = new Marked({ gfm: true });
  const link = (href) => {
    const { href: to, copy } = linkOf(file, href, sources);
    if (copy !== undefined) copies.push(copy);
    return to;
  };
  parser.use({
    renderer: {
      heading({ tokens, depth }) {
        const words = this.parser.parseInline(tokens, this.parser.textRenderer);
        const plain = anchorOf(words);
        const times = used.get(plain) ?? 0;
        used.set(plain, times + 1);
        const anchor = times === 0 ? plain : `${plain}-${times}`;
        sections.push({ heading: words, anchor, text: "" });
        return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const to = link(href);
        const inside = this.parser.parseInline(tokens);
        return to === null ? inside : `<a href="${escaped(to)}">${inside}</a>`;
      },
      image({ href, text: alternative }) {
        return `<img src="${escaped(link(href) ?? "")}" alt="${escaped(alternative)}" />`;
      },
      code({ text: code }) {
        return `<pre tabindex="0"><code>${escaped(code)}</code></pre>\n`;
      },
      table(token) {
        const row = (cells, tag) =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
        const body = token.rows.map((cells) => row(cells, "td")).join("\n");
        return `<div class="table" tabindex="0"><table><thead>${row(token.header, "th")}</thead>\n<tbody>${body}</tbody></table></div>\n`;
      },
      html({ text: written }) {
        throw new Stop(
          `${file}: found HTML, ${JSON.stringify(written.trim())}, expected Markdown alone`,
        );
      },
    },
  });
  const html = parser.parse(text);
  gatherTexts(parser.lexer(text), sections);
  return { title: sections[0]?.heading ?? file, html, sections, copies };
}

/** Gives each section the words below its heading. */
function gatherTexts(tokens, sections) {
  let at = -1;
  for (const token of tokens) {
    if (token.type === "heading") at += 1;
    else if (at >= 0) sections[at].text += ` ${wordsOf(token)}`;
  }
}

function wordsOf(token) {
  const inside = [token.tokens, token.items, token.header, ...(token.rows ?? [])];
  const parts = inside.flatMap((list) => list ?? []);
  if (parts.length > 0) return parts.map(wordsOf).join(" ");
  return token.text ?? "";
}

/** The list of all pages, as a page in this folder sees it. */
function listOf(titles, current) {
  const from = path.posix.dirname(current);
  return SECTIONS.map(({ title, files }) => {
    const items = files.map((file) => {
      const page = pageOf(file);
      const here = page === current ? ' aria-current="page"' : "";
      return `<li><a href="${path.posix.relative(from, page)}"${here}>${titles.get(file)}</a></li>`;
    });
    return `<h2>${title}</h2>\n<ul>\n${items.join("\n")}\n</ul>`;
  }).join("\n");
}

function framed({ title, html, page, list }) {
  const root = path.posix.relative(path.posix.dirname(page), ".") || ".";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${escaped(POLICY)}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${title} · Raft Atlas</title>
<link rel="icon" type="image/svg+xml" href="${root}/../icon.svg" />
<link rel="stylesheet" href="${root}/docs.css" />
<script type="module" src="${root}/search.js"></script>
</head>
<body>
<a class="skip" href="#text">To the text</a>
<header>
<a class="home" href="${root}/../">Raft Atlas</a>
<div role="search"><input id="search" type="search" aria-label="Search the documents" aria-controls="found" placeholder="Search ( / )" autocomplete="off" /></div>
</header>
<section id="found" aria-label="Found" hidden><p role="status"></p><ol></ol></section>
<div class="columns">
<nav aria-label="Documents"><details open><summary>Documents</summary>
${list}
</details></nav>
<main id="text" tabindex="-1">
${html}</main>
</div>
</body>
</html>
`;
}

/** Writes the whole site into an empty folder. @returns {Promise<number>} how many pages it has */
export async function writeDocs(folder, sources = sourcesOf()) {
  await apiReady();
  const files = SECTIONS.flatMap((section) => section.files);
  const pages = files.map((file) => {
    const text = isOwn(file) ? fs.readFileSync(path.join(ROOT, file), "utf8") : apiText(file);
    return { file, page: pageOf(file), ...rendered(file, text, sources) };
  });
  const titles = new Map(pages.map(({ file, title }) => [file, title]));
  const write = (name, content) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content);
  };
  for (const { page, title, html, copies } of pages) {
    write(page, framed({ title, html, page, list: listOf(titles, page) }));
    for (const copy of copies) {
      write(copy.replace(/^docs\//, ""), fs.readFileSync(path.join(ROOT, copy)));
    }
  }
  for (const [name, from] of Object.entries(BESIDE)) {
    const text = fs.readFileSync(path.join(ROOT, from), "utf8");
    write(name, text.replace(/^\/\/# sourceMappingURL=.*$/m, ""));
  }
  write("search.json", JSON.stringify(indexOf(pages)));
  return pages.length;
}

/** Whether a person wrote it, and not TypeDoc. */
function isOwn(file) {
  return !Object.hasOwn(API, file);
}

/** What the search looks through: every heading of a person's with the words below it. */
function indexOf(pages) {
  const index = new MiniSearch(SEARCH);
  for (const { page, title, sections } of pages.filter(({ file }) => isOwn(file))) {
    for (const { heading, anchor, text } of sections) {
      const url = `${page}#${anchor}`;
      index.add({ id: url, url, title, heading, text });
    }
  }
  return index;
}

/** What the site is made from. */
function docsHash(sources) {
  const documents = SECTIONS.flatMap(({ files }) => files).filter(isOwn);
  const own = ["tools/docs.mjs", "tools/docs-pages.mjs", "tools/headers.mjs"];
  return contentHash([...documents, ...own, ...Object.values(BESIDE)], sources, apiHash());
}

/**
 * Puts the site into a built page.
 * @param {string} dist
 * @param {{ onlyWhenChanged?: boolean }} options nothing is touched where it is as it would be made
 */
export async function docsInto(dist, { onlyWhenChanged = false } = {}) {
  const began = performance.now();
  const sources = sourcesOf();
  const hash = docsHash(sources);
  const made = path.join(dist, "docs");
  if (onlyWhenChanged && readStamp(STAMP) === hash && fs.existsSync(made)) return;
  const partial = path.join(CACHE, "docs");
  fs.rmSync(partial, { recursive: true, force: true });
  const pages = await writeDocs(partial, sources);
  replaceFolder(partial, made);
  writeStamp(STAMP, hash);
  console.log(`Documents: ${pages} pages in docs/ of the page (${seconds(began)})`);
}

if (isMain(import.meta.url)) await main(() => docsInto(path.join(ROOT, "dist")));
