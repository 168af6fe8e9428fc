/**
 * The card of a share page as a picture of 1200 by 630: the gallery's drawing beside the title, the
 * figure and what it comes to. Drawn by resvg, in the page's fonts, and kept by what it is drawn from.
 */

import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { CACHE, ROOT } from "./steps.mjs";

const KEPT = path.join(CACHE, "share-cards");
const SIZE = { w: 1200, h: 630 };
/** What the words take at the left, and their margin. */
const WORDS = { w: 470, x: 56 };
/** A letter's width against its height, in the mean. */
const SERIF_LETTER = 0.49;
/** A title of so many letters is set smaller. */
const LONG = 34;

/** The page's fonts, and the files that have the rest of Latin. */
const FONTS = {
  Newsreader:
    "node_modules/@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2",
  Inter: "node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
};

/** As its file names itself. */
const SERIF = "Newsreader 16pt 16pt";

/** Signs that these fonts have not, as others of the same meaning. */
const SIGNS = { "\u202f": "\u2009", "→": "to", "✗": "no", "✓": "yes" };

/** @returns {Promise<Buffer>} */
export async function cardPng(telling) {
  const svg = cardSvg(telling);
  const made = fs.readFileSync(import.meta.filename);
  const hash = createHash("sha256").update(made).update(svg).digest("hex").slice(0, 24);
  const file = path.join(KEPT, `${hash}.png`);
  if (fs.existsSync(file)) return fs.readFileSync(file);
  const png = await drawn(svg);
  fs.mkdirSync(KEPT, { recursive: true });
  fs.writeFileSync(file, png);
  return png;
}

let fonts;

async function drawn(svg) {
  const { Resvg } = await import("@resvg/resvg-js");
  fonts ??= await fontFiles();
  const options = { fontFiles: fonts, loadSystemFonts: false, defaultFontFamily: "Inter" };
  return Buffer.from(new Resvg(svg, { font: options }).render().asPng());
}

/** As files of a form that resvg reads. */
async function fontFiles() {
  const { decompress } = await import("woff2-encoder");
  fs.mkdirSync(KEPT, { recursive: true });
  return Promise.all(
    Object.entries(FONTS).map(async ([name, source]) => {
      const file = path.join(KEPT, `${name}.ttf`);
      const packed = fs.readFileSync(path.join(ROOT, source));
      if (!fs.existsSync(file)) fs.writeFileSync(file, await decompress(packed));
      return file;
    }),
  );
}

/** @param {{ title: string, sentence: string, figure: { label: string, text: string } | null, drawing: string }} telling */
export function cardSvg({ title, sentence, figure, drawing }) {
  const colour = themeColours();
  const px = title.length > LONG ? 43 : 52;
  const heading = lines(title, px, { y: 92, step: px + 4 });
  const below = 92 + heading.count * (px + 4) + 24;
  const number = figure === null ? { text: "", count: 0 } : figureOf(figure, below, colour);
  const said = lines(sentence, 27, { y: below + number.count, step: 37 });
  const picture = { x: WORDS.w, w: SIZE.w - WORDS.w };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.w} ${SIZE.h}" width="${SIZE.w}" height="${SIZE.h}">
<path fill="${colour("bg")}" d="M0 0h${SIZE.w}v${SIZE.h}H0z"/>
<path fill="${colour("sea")}" d="M${picture.x} 0h${picture.w}v${SIZE.h}h-${picture.w}z"/>
<path fill="${colour("raised")}" d="${paperBelow(drawing, picture)}"/>
<svg x="${picture.x}" y="0" width="${picture.w}" height="${SIZE.h}" viewBox="0 0 640 400" font-family="Inter">${inner(drawing, colour)}</svg>
<g font-family="${SERIF}"><g fill="${colour("ink")}" font-size="${px}">${heading.text}</g>${number.text}
<g fill="${colour("ink2")}" font-size="27">${said.text}</g>
${brand(colour)}</g></svg>`;
  return svg.replace(/[\u202f→✗✓]/g, (sign) => SIGNS[sign]);
}

/** A drawing that ends in paper, or is all paper, is not left as a stripe in the sea. */
function paperBelow(drawing, { x, w }) {
  if (!drawing.includes("var(--raised)")) return "";
  const y = drawing.includes("var(--sea)") ? SIZE.h / 2 : 0;
  return `M${x} ${y}h${w}v${SIZE.h - y}h-${w}z`;
}

function figureOf({ label, text }, y, colour) {
  const named = lines(label, 25, { y: y + 96, step: 30 });
  return {
    text: `<text x="${WORDS.x}" y="${y + 56}" font-size="76" fill="${colour("term-1")}">${escaped(text)}</text>
<g fill="${colour("ink2")}" font-size="25">${named.text}</g>`,
    count: 96 + named.count * 30 + 26,
  };
}

/** The atlas's sign and name. */
function brand(colour) {
  const [line, disc] = [colour("ink"), colour("term-1")];
  return `<g transform="translate(${WORDS.x} 548) scale(1.3)"><path d="M12 5.5 5.5 17.5M12 5.5l6.5 12" stroke="${line}" stroke-width="1.4"/><circle cx="12" cy="5.5" r="3.8" fill="${disc}"/><g fill="${colour("bg")}" stroke="${disc}" stroke-width="1.6"><circle cx="5.5" cy="17.5" r="3"/><circle cx="18.5" cy="17.5" r="3"/></g></g>
<text x="${WORDS.x + 44}" y="572" font-size="25" fill="${line}">Raft Atlas</text>`;
}

/** A text in lines of the words' width. */
function lines(text, px, { y, step }) {
  const most = Math.floor((WORDS.w - WORDS.x - 28) / (px * SERIF_LETTER));
  const found = [];
  for (const word of text.split(" ")) {
    const last = found.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= most)
      found.push(`${found.pop()} ${word}`);
    else found.push(word);
  }
  const shown = found.map(
    (line, i) => `<text x="${WORDS.x}" y="${y + i * step}">${escaped(line)}</text>`,
  );
  return { text: shown.join(""), count: found.length };
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** What is drawn, with colours in the place of their names. */
function inner(drawing, colour) {
  return drawing
    .replace(/<svg[^>]*>/, "")
    .replace("</svg>", "")
    .replace(/<style>.*?<\/style>/, "")
    .replaceAll("var(--serif)", SERIF)
    .replace(/var\(--([\w-]+)\)/g, (_, name) => colour(name));
}

/** Of the light theme. */
function themeColours() {
  const theme = fs.readFileSync(path.join(ROOT, "web", "shell", "theme.css"), "utf8");
  return (name) => new RegExp(`--${name}: (#[0-9a-f]+);`).exec(theme)?.[1] ?? "#000";
}
