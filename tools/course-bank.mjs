/**
 * The bank of questions, docs/course/questions.json: read and checked, and written as Markdown, Moodle
 * XML and a QTI 2.1 package. Must not know where they are kept.
 */

import fs from "node:fs";
import path from "node:path";
import { DOMImplementation, XMLSerializer } from "@xmldom/xmldom";
import { strToU8, zipSync } from "fflate";
import { ROOT, Stop } from "./steps.mjs";

export const BANK = "docs/course/questions.json";

const LETTERS = ["A", "B", "C", "D", "E"];
const QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1";
const CONTENT = "http://www.imsglobal.org/xsd/imscp_v1p1";
const SCHEMA = "http://www.w3.org/2001/XMLSchema-instance";
/** A package of the same questions is the same bytes. */
const MADE = new Date(2026, 0, 1);

const KINDS = ["scenario", "lesson", "challenge"];
const FIELDS = new Set(
  "id topic question options right answer unit why shown_by figures".split(" "),
);

export function readBank() {
  const { format, questions } = JSON.parse(fs.readFileSync(path.join(ROOT, BANK), "utf8"));
  if (format !== "raft-atlas-questions/1") {
    throw new Stop(`${BANK}: format: found ${format}, expected raft-atlas-questions/1.`);
  }
  const faults = questions.flatMap(faultsOf);
  if (faults.length > 0) throw new Stop(`${BANK}:\n${faults.join("\n")}`);
  return questions;
}

/** @returns {string[]} what is wrong with the shape of a question, one sentence each */
export function faultsOf(question) {
  const { id, topic, options, right, answer, unit, shown_by: shown } = question;
  const faults = Object.keys(question)
    .filter((key) => !FIELDS.has(key))
    .map((key) => `${key} is unknown`);
  if (!/^[a-z][a-z0-9-]*$/.test(id ?? "")) faults.push("id: expected small letters and hyphens");
  for (const key of ["question", "why", "topic"]) {
    if (typeof question[key] !== "string" || question[key] === "") faults.push(`${key} is missing`);
  }
  if (topic !== undefined && !/^[a-z-]+$/.test(topic)) faults.push("topic: expected a lesson’s id");
  if (options === undefined) {
    if (typeof answer !== "number") faults.push("answer: expected a number, or options");
    if (typeof unit !== "string") faults.push("unit: expected what the number counts");
  } else {
    const isCount = options.length >= 3 && options.length <= LETTERS.length;
    if (!isCount) faults.push(`options: found ${options.length}, expected 3 to 5`);
    if (new Set(options).size < options.length) faults.push("options: two are the same");
    if (options[right] === undefined) faults.push(`right: found ${right}, expected an option`);
    if (answer !== undefined) faults.push("answer stands beside options");
  }
  const kinds = Object.keys(shown ?? {}).filter((key) => KINDS.includes(key));
  if (kinds.length !== 1) faults.push(`shown_by: expected one of ${KINDS.join(", ")}`);
  return faults.map((fault) => `question ${id}: ${fault}`);
}

/** The query of the address that shows it. */
export function queryOf({ scenario, variant, lesson, step, challenge }) {
  const parts = challenge === undefined ? { scenario, variant, lesson, step } : {};
  if (challenge !== undefined) parts.scenario = `challenge.${challenge}`;
  const asked = Object.entries(parts).filter(([, value]) => value !== undefined);
  return `?${new URLSearchParams(asked)}`;
}

/** Scales of the units that a quoted figure may have, of what the engine writes. */
const SCALES = { "": 1, B: 1, kB: 1e3, MB: 1e6, ms: 1e3, s: 1e6, "%": 0.01 };

/**
 * Whether a quoted text is what a file's value comes to, rounded as the text is: “8.3 ms” of 8,317 µs.
 * @param {string} text
 * @param {number | string} value
 */
export function isQuoteOf(text, value) {
  if (typeof value === "string") return value.includes(text);
  const [, number, , decimals = "", unit] =
    /^(\d[\d,]*(\.(\d+))?) ?(\D*)$/.exec(text)?.map((part) => part ?? "") ?? [];
  if (number === undefined || !(unit in SCALES)) return false;
  const said = Number(number.replaceAll(",", ""));
  const step = 10 ** -(decimals === "" ? 0 : decimals.length);
  return Math.abs(value / SCALES[unit] - said) <= step / 2 + 1e-9;
}

/** @returns the value that a path leads to: `a/b`, and `rows/ID` a row by its id */
export function valueAt(data, where) {
  return where
    .split("/")
    .reduce((at, key) => (Array.isArray(at) ? at.find(({ id }) => id === key) : at?.[key]), data);
}

/** Of all lessons, in their order. */
export function topics() {
  const file = path.join(ROOT, "public/lessons/index.json");
  return JSON.parse(fs.readFileSync(file, "utf8"));
}

/** @param {{ answers: boolean, site: string }} options `site`: the page’s address, or "" */
export function asMarkdown(bank, { answers, site }) {
  const lines = [`# ${bank.length} questions${answers ? ", with answers" : ""}`, ""];
  let number = 0;
  for (const { id, title } of topics()) {
    lines.push(`## ${title}`, "");
    for (const question of bank.filter(({ topic }) => topic === id)) {
      number += 1;
      lines.push(...markdownOf(question, number, { answers, site }));
    }
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

function markdownOf({ question, options, right, answer, unit, why, shown_by }, number, told) {
  const lines = [`**${number}.** ${question}`, ""];
  if (options === undefined) lines.push(`Answer: ____________ (${unit})`, "");
  else lines.push(...options.map((text, at) => `- ${LETTERS[at]}. ${text}`), "");
  if (!told.answers) return lines;
  const said = options === undefined ? numberText(answer, unit) : `${LETTERS[right]}.`;
  const query = queryOf(shown_by);
  const link = told.site === "" ? `\`${query}\`` : `[${query}](${told.site}${query})`;
  return [...lines, `*${said}* ${why} Shown by ${link}`, ""];
}

const numberText = (answer, unit) => `${answer.toLocaleString("en-US")} ${unit}.`;

/** What Moodle’s question bank takes: Import, Moodle XML format. */
export function asMoodle(bank, { site }) {
  const xml = builder(null, "quiz");
  for (const { id, title } of topics()) {
    const category = `$course$/top/Raft Atlas/${title.replaceAll("/", "//")}`;
    const own = bank.filter(({ topic }) => topic === id);
    if (own.length === 0) continue;
    xml.add(xml.el("question", { type: "category" }, moodleText("category", category)));
    xml.add(...own.map((question) => moodleQuestion(question)));
  }
  return xml.text();

  function moodleText(name, text, attributes = {}) {
    return xml.el(name, attributes, xml.el("text", {}, text));
  }

  function moodleQuestion({ id, question, options, right, answer, unit, why, shown_by }) {
    const html = { format: "html" };
    const asked = options === undefined ? `${question} (${unit})` : question;
    const common = [
      moodleText("name", id),
      moodleText("questiontext", `<p>${htmlOf(asked)}</p>`, html),
      moodleText("generalfeedback", `<p>${htmlOf(why)}</p>${linkHtml(shown_by, site)}`, html),
      xml.el("defaultgrade", {}, "1"),
      xml.el("penalty", {}, "0.3333333"),
      xml.el("hidden", {}, "0"),
    ];
    if (options === undefined) {
      const text = xml.el("text", {}, String(answer));
      const exact = xml.el("answer", { fraction: "100" }, text, xml.el("tolerance", {}, "0"));
      return xml.el("question", { type: "numerical" }, ...common, exact);
    }
    const answers = options.map((option, at) =>
      moodleText("answer", htmlOf(option), { fraction: at === right ? "100" : "0", ...html }),
    );
    return xml.el(
      "question",
      { type: "multichoice" },
      ...common,
      xml.el("single", {}, "true"),
      xml.el("shuffleanswers", {}, "true"),
      xml.el("answernumbering", {}, "abc"),
      ...answers,
    );
  }
}

/** The files of a QTI 2.1 content package, by name. */
export function qtiFiles(bank, { site }) {
  const files = { "imsmanifest.xml": manifestOf(bank) };
  for (const question of bank) files[itemFile(question)] = itemOf(question, site);
  return files;
}

export function asQti(bank, options) {
  const files = Object.entries(qtiFiles(bank, options));
  const packed = files.map(([name, text]) => [name, [strToU8(text), { mtime: MADE }]]);
  return zipSync(Object.fromEntries(packed));
}

const itemFile = ({ id }) => `items/${id}.xml`;

function manifestOf(bank) {
  const xml = builder(CONTENT, "manifest");
  xml.root.setAttribute("identifier", "raft-atlas-questions");
  const resources = bank.map((question) =>
    xml.el(
      "resource",
      { identifier: question.id, type: "imsqti_item_xmlv2p1", href: itemFile(question) },
      xml.el("file", { href: itemFile(question) }),
    ),
  );
  const kind = [xml.el("schema", {}, "QTIv2.1 Package"), xml.el("schemaversion", {}, "1.0.0")];
  xml.add(
    xml.el("metadata", {}, ...kind),
    xml.el("organizations"),
    xml.el("resources", {}, ...resources),
  );
  return xml.text();
}

function itemOf(question, site) {
  const { id, options, why, shown_by } = question;
  const xml = builder(QTI, "assessmentItem");
  const { root, el } = xml;
  root.setAttributeNS(
    SCHEMA,
    "xsi:schemaLocation",
    `${QTI} http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd`,
  );
  const named = { identifier: id, title: id, adaptive: "false", timeDependent: "false" };
  for (const [key, value] of Object.entries(named)) root.setAttribute(key, value);
  const isChoice = options !== undefined;
  const value = isChoice ? LETTERS[question.right] : String(question.answer);
  const declared = { identifier: "RESPONSE", cardinality: "single" };
  const single = { cardinality: "single" };
  xml.add(
    el(
      "responseDeclaration",
      { ...declared, baseType: isChoice ? "identifier" : "float" },
      el("correctResponse", {}, el("value", {}, value)),
    ),
    el(
      "outcomeDeclaration",
      { identifier: "SCORE", ...single, baseType: "float" },
      el("defaultValue", {}, el("value", {}, "0")),
    ),
    el("outcomeDeclaration", { identifier: "FEEDBACK", ...single, baseType: "identifier" }),
    el("itemBody", {}, ...(isChoice ? [choiceOf(xml, question)] : numberOf(xml, question))),
    processingOf(xml, isChoice),
    el(
      "modalFeedback",
      { outcomeIdentifier: "FEEDBACK", identifier: "WHY", showHide: "show" },
      ...inline(xml, why),
      ` (${site}${queryOf(shown_by)})`,
    ),
  );
  return xml.text();
}

function choiceOf(xml, { question, options }) {
  const choices = options.map((text, at) =>
    xml.el("simpleChoice", { identifier: LETTERS[at] }, ...inline(xml, text)),
  );
  return xml.el(
    "choiceInteraction",
    { responseIdentifier: "RESPONSE", shuffle: "true", maxChoices: "1" },
    xml.el("prompt", {}, ...inline(xml, question)),
    ...choices,
  );
}

function numberOf(xml, { question, unit }) {
  const field = xml.el("textEntryInteraction", {
    responseIdentifier: "RESPONSE",
    expectedLength: "12",
  });
  return [xml.el("p", {}, ...inline(xml, question)), xml.el("p", {}, field, ` ${unit}`)];
}

/** One point for the right answer; what there is to know is shown either way. */
function processingOf({ el }, isChoice) {
  const variable = el("variable", { identifier: "RESPONSE" });
  const correct = el("correct", { identifier: "RESPONSE" });
  const same = isChoice
    ? el("match", {}, variable, correct)
    : el("equal", { toleranceMode: "exact" }, variable, correct);
  const set = (identifier, baseType, value) =>
    el("setOutcomeValue", { identifier }, el("baseValue", { baseType }, value));
  return el(
    "responseProcessing",
    {},
    el(
      "responseCondition",
      {},
      el("responseIf", {}, same, set("SCORE", "float", "1")),
      el("responseElse", {}, set("SCORE", "float", "0")),
    ),
    set("FEEDBACK", "identifier", "WHY"),
  );
}

/** A document with one root, and how elements of its kind are made; the library escapes. */
function builder(namespace, name) {
  const made = new DOMImplementation().createDocument(namespace, name, null);
  const root = made.documentElement;
  const el = (kind, attributes = {}, ...children) => {
    const element = made.createElementNS(namespace, kind);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    add(element, ...children);
    return element;
  };
  const add = (to, ...children) => {
    for (const child of children) {
      to.appendChild(typeof child === "string" ? made.createTextNode(child) : child);
    }
  };
  const text = () =>
    `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(made)}\n`;
  return { root, el, text, add: (...children) => add(root, ...children) };
}

/** A question’s text: plain, but for `code` between backticks. */
function parts(text) {
  return text.split("`").map((part, at) => ({ part, isCode: at % 2 === 1 }));
}

function inline({ el }, text) {
  return parts(text).map(({ part, isCode }) => (isCode ? el("code", {}, part) : part));
}

function htmlOf(text) {
  const escaped = (part) =>
    part.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return parts(text)
    .map(({ part, isCode }) => (isCode ? `<code>${escaped(part)}</code>` : escaped(part)))
    .join("");
}

function linkHtml(shown, site) {
  const query = htmlOf(queryOf(shown));
  if (site === "") return `<p>Shown by <code>${query}</code></p>`;
  return `<p>Shown by <a href="${htmlOf(site)}${query}">${query}</a></p>`;
}
