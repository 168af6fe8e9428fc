/**
 * Documents of docs/course as pages of HTML, and its deck as one file: no script, nothing of another
 * host. Must not know where pages are put.
 */

import fs from "node:fs";
import path from "node:path";
import { Marked } from "marked";
import { POLICY } from "./headers.mjs";
import { ROOT } from "./steps.mjs";

export const FOLDER = "docs/course";

/** A file that is opened from a disk: it may use what is in it, and ask for nothing. */
const ALONE = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/**
 * @typedef {object} Place where a page will be
 * @property {string | null} atlas address of Raft Atlas from there; null: nobody knows
 * @property {string | null} css address of the style sheet; null: it is put into the page
 */

/** @param {Place} place */
export function pageOf(markdown, place, kind = "page") {
  const [, title = "Raft Atlas"] = /^# (.+)$/m.exec(markdown) ?? [];
  const body =
    kind === "deck" ? deckOf(markdown, place) : `<main>${rendered(markdown, place)}</main>`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${place.css === null ? ALONE : POLICY}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(title)} · Raft Atlas</title>
    ${styleOf(place)}
  </head>
  <body class="${kind}">
${body}
  </body>
</html>
`;
}

export function cssText() {
  return fs.readFileSync(path.join(ROOT, "tools/course.css"), "utf8");
}

/** The slides of a deck: its title is one, and each section is one. */
export function slidesOf(markdown) {
  return markdown.split(/^(?=## )/m).map((slide) => slide.trim());
}

/** Addresses of the page that a document names: code that is a query, without a place for an id. */
export function queriesIn(markdown) {
  return [...markdown.matchAll(/`([^`]+)`/g)].map(([, code]) => code).filter(isQuery);
}

const isQuery = (code) => /^\?[^\s…]+$/.test(code);

function deckOf(markdown, place) {
  const slides = slidesOf(markdown);
  const section = (slide, at) =>
    `<section>${rendered(slide, place)}<footer>${at + 1} / ${slides.length}</footer></section>`;
  return `<main>\n${slides.map(section).join("\n")}\n</main>`;
}

function styleOf({ css }) {
  if (css === null) return `<style>\n${cssText()}</style>`;
  return `<link rel="stylesheet" href="${css}" />`;
}

/** @param {Place} place */
function rendered(markdown, { atlas }) {
  const renderer = {
    codespan({ text }) {
      const code = `<code>${escaped(text)}</code>`;
      if (atlas === null || !isQuery(text)) return code;
      return `<a href="${escaped(atlas + text)}">${code}</a>`;
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      const to = linkFrom(href);
      return to === null ? text : `<a href="${escaped(to)}">${text}</a>`;
    },
    image({ href, text }) {
      return `<img src="${pictureData(href)}" alt="${escaped(text)}" />`;
    },
  };
  return new Marked({ renderer }).parse(markdown);
}

/** What is of the course stands side by side; other documents are in the repository alone. */
function linkFrom(href) {
  if (/^(https?:|#)/.test(href) || /^[\w.-]+\.(html|xml|zip)$/.test(href)) return href;
  const [, file, anchor = ""] = /^([^#]*)(#.*)?$/.exec(href);
  if (file.includes("/") || !file.endsWith(".md")) return null;
  return `${file === "README.md" ? "index" : file.slice(0, -".md".length)}.html${anchor}`;
}

function pictureData(href) {
  const file = path.join(ROOT, FOLDER, href);
  return `data:image/svg+xml;base64,${fs.readFileSync(file).toString("base64")}`;
}

function escaped(text) {
  const signs = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (sign) => signs[sign]);
}
