/**
 * Share pages: for every scenario a static page at `s/<id>/`, for every lesson one at `story/<id>/` and
 * for each of its steps one below, whose title, description and picture a crawler reads without a
 * script, and which leads a person into the page. Made into the built folder from the gallery's files. `RAFT_ATLAS_SITE`, the address at which the folder will be served, makes
 * addresses absolute, as crawlers want those of pictures; without it they are relative.
 */

import fs from "node:fs";
import path from "node:path";
import { POLICY } from "./headers.mjs";
import { cardPng } from "./share-card.mjs";
import { ROOT, seconds } from "./steps.mjs";

/** A question of fewer letters needs the lesson's sentence beside it. */
const QUESTION_LEAST = 40;
const PUBLIC = path.join(ROOT, "public");

/** What leads on: the page, with whatever the address asks for besides. */
const GO = `const { go, up } = document.documentElement.dataset;
const query = new URLSearchParams(location.search);
for (const [key, value] of new URLSearchParams(go)) query.set(key, value);
location.replace(\`\${up}?\${query}\${location.hash}\`);
`;

/** @returns the site's address with a slash at its end, or "" */
export function siteOf({ RAFT_ATLAS_SITE = "" } = process.env) {
  return RAFT_ATLAS_SITE === "" ? "" : RAFT_ATLAS_SITE.replace(/\/*$/, "/");
}

/**
 * What is told of every scenario, in the order of the list. `folder`: where its page stands; `query`:
 * what leads on; `card`: the folder of its picture.
 */
export function tellings() {
  const cards = new Map(readJson("gallery/index.json").map((card) => [card.id, card]));
  return readJson("scenarios/index.json").map(({ id, file, title }) => {
    const { sentence, figure } = cards.get(id);
    const [first] = readJson(`scenarios/${file}`).text.split(/(?<=[.?!]) /);
    const folder = `s/${id}`;
    const of = { folder, card: folder, query: `scenario=${id}` };
    return { ...of, title, first, sentence, figure, drawing: drawingOf(id) };
  });
}

/** The same of every lesson, each followed by its steps, which have its picture. */
export function stories() {
  return readJson("lessons/index.json").flatMap(({ id, file, text, scenarios }) => {
    const { title, takeaway, steps } = readJson(`lessons/${file}`);
    const folder = `story/${id}`;
    const of = { card: folder, figure: null, drawing: drawingOf(scenarios[0]) };
    const lesson = { ...of, folder, query: `lesson=${id}`, title, first: text, sentence: takeaway };
    const places = steps.map((step) => ({
      ...of,
      folder: `${folder}/${step.id}`,
      query: `lesson=${id}&step=${step.id}`,
      title: `${title}: ${step.title}`,
      first: asksAlone(step)
        ? step.predict.question
        : [step.predict?.question, text].join(" ").trim(),
      sentence: text,
    }));
    return [lesson, ...places];
  });
}

/** Whether a step's question says what it is about: “And now?” does not. */
function asksAlone({ predict }) {
  return (predict?.question.length ?? 0) >= QUESTION_LEAST;
}

function drawingOf(scenario) {
  return fs.readFileSync(path.join(PUBLIC, "gallery", `${scenario}.svg`), "utf8");
}

function readJson(file) {
  return JSON.parse(fs.readFileSync(path.join(PUBLIC, file), "utf8"));
}

/** The figure as a sentence: “Old answers: 168.” */
function figureSentence({ label, text }) {
  return `${label.slice(0, 1).toUpperCase()}${label.slice(1)}: ${text}.`;
}

export function descriptionOf({ first, figure }) {
  return figure === null ? first : `${first} ${figureSentence(figure)}`;
}

/** @param {ReturnType<typeof tellings>[number]} telling */
export function pageOf(telling, site = siteOf()) {
  const { folder, card, query, title, sentence } = telling;
  const up = "../".repeat(folder.split("/").length);
  const description = escaped(descriptionOf(telling));
  const address = site === "" ? "./" : `${site}${folder}/`;
  const picture = `${up}${card}/card.png`;
  const image = site === "" ? picture : `${site}${card}/card.png`;
  const name = escaped(`${title} · Raft Atlas`);
  const canonical = site === "" ? "" : `\n    <link rel="canonical" href="${address}" />`;
  return `<!doctype html>
<html lang="en" data-go="${escaped(query)}" data-up="${up}">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${escaped(POLICY)}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${name}</title>
    <meta name="description" content="${description}" />${canonical}
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="Raft Atlas" />
    <meta property="og:title" content="${escaped(title)}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:url" content="${address}" />
    <meta property="og:image" content="${image}" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="${escaped(`${title}: ${sentence}`)}" />
    <meta name="twitter:card" content="summary_large_image" />
    <link rel="icon" type="image/svg+xml" href="${up}icon.svg" />
    <script src="${up}s/go.js"></script>
  </head>
  <body>
    <h1>${escaped(title)}</h1>
    <p>${description}</p>
    <p>${escaped(sentence)}</p>
    <p><a href="${up}?${escaped(query)}">Play it in Raft Atlas</a></p>
    <p><img src="${picture}" width="600" height="315" alt="" /></p>
  </body>
</html>
`;
}

function escaped(text) {
  const signs = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (sign) => signs[sign]);
}

/** Writes all of them into a built folder. */
export async function sharePages(folder, site = siteOf()) {
  const began = performance.now();
  fs.mkdirSync(path.join(folder, "s"), { recursive: true });
  fs.writeFileSync(path.join(folder, "s", "go.js"), GO);
  for (const telling of [...tellings(), ...stories()]) {
    const own = path.join(folder, telling.folder);
    fs.mkdirSync(own, { recursive: true });
    fs.writeFileSync(path.join(own, "index.html"), pageOf(telling, site));
    if (telling.card !== telling.folder) continue;
    fs.writeFileSync(path.join(own, "card.png"), await cardPng(telling));
  }
  console.log(`Share pages: s/, story/ (${seconds(began)})`);
}
