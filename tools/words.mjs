/**
 * `npm run words`: reads what the page says from its code, and brings `public/<language>/page.json`
 * up to it (likewise `sentences.json` to what the engine says: sentences.mjs, and `engine.json` to its
 * tables: engineWords.mjs): a new sentence gets an empty place, one that is said no more goes. What
 * is left out of the mechanism is found by the same reading (words.test.mjs). One walk over
 * TypeScript's own tree:
 * the library's extractor knows its own forms of call alone, and would bring 170 packages.
 */

import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { engineWords } from "./engineWords.mjs";
import { engineSentences } from "./sentences.mjs";
import { filesBelow, isMain, main, ROOT } from "./steps.mjs";
import { isNoWord } from "./wordless.mjs";

/** The catalogues of the page's own sentences. */
export const LANGUAGES = ["zh-CN"];

/** Properties and attributes whose text a person reads or hears. */
const SAID = new Set(
  `aria-description aria-label aria-roledescription aria-valuetext alt caption data-tip heading hint
   label message name note placeholder says shown summary text tip title unit`.split(/\s+/),
);

/** @returns what a file says: `{ said: [{ text, line, values }], left: [{ text, line }], early }` */
export function readFileWords(file) {
  return readWords(file, fs.readFileSync(path.join(ROOT, file), "utf8"));
}

export function readWords(file, text) {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const found = { said: [], left: [], early: [] };
  const lineOf = (node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  const walk = (node, isHidden = false) => {
    if (isSilent(node)) return;
    const isHere = isHidden || isFault(node);
    const message = messageOf(node);
    if (message !== undefined) {
      const [first, values] = node.arguments;
      const line = lineOf(node);
      // Who shows what is only marked gives the values.
      const names = calls(node, "t") ? namesOf(values) : null;
      found.said.push({ text: message, line, values: names });
      if (calls(node, "t") && !isWithinFunction(node)) found.early.push({ text: message, line });
      for (const other of node.arguments) if (other !== first) walk(other, isHere);
      return;
    }
    const words = wordsOf(node);
    if (words !== undefined && !isHere && !isNoWord(file, words)) {
      found.left.push({ text: words, line: lineOf(node) });
    }
    ts.forEachChild(node, (child) => walk(child, isHere));
  };
  walk(source);
  return found;
}

/** The files of web/ that people read from. */
export function wordFiles() {
  return filesBelow(["web"]).filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !/\.test\.tsx?$|^web\/(?:test|library|element|replay|language)\//.test(file) &&
      // Names of the engine’s tables: what they are called stands where they are told.
      file !== "web/engine/vocabulary.ts",
  );
}

/** What all files say, in order, each once. */
export function allMessages(files = wordFiles()) {
  return [...new Set(files.flatMap((file) => readFileWords(file).said.map(({ text }) => text)))];
}

export function catalogueOf(language, file = "page") {
  const whole = path.join(ROOT, "public", language, `${file}.json`);
  return fs.existsSync(whole) ? JSON.parse(fs.readFileSync(whole, "utf8")) : {};
}

/** The message of `t("…")` or `msg("…")`. */
function messageOf(node) {
  if (!(calls(node, "t") || calls(node, "msg"))) return undefined;
  return joined(node.arguments[0]);
}

/** Long sentences are put together from lines. */
function joined(node) {
  if (node === undefined) return undefined;
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  const isSum = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;
  if (!isSum) return undefined;
  const [left, right] = [joined(node.left), joined(node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

function calls(node, name) {
  return (
    ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === name
  );
}

/** The keys of the values that a message is given; null when they are not written there. */
function namesOf(values) {
  if (values === undefined) return [];
  if (!ts.isObjectLiteralExpression(values)) return null;
  if (values.properties.some(ts.isSpreadAssignment)) return null;
  return values.properties.map(({ name }) => name.getText());
}

/** Faults of the program itself are left in English; one that a person reads is said by `t`. */
function isFault(node) {
  return ts.isNewExpression(node) && /Error$/.test(node.expression.getText());
}

/** What nobody reads: types, imports. */
function isSilent(node) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
  if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return true;
  if (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) return true;
  const { parent } = node;
  if (parent === undefined) return false;
  if (ts.isJsxAttribute(node))
    return /^(?:className|key|id|role|data-(?!tip$).*)$/.test(node.name.getText());
  // Keys, cases and comparisons name things of the program.
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true;
  if (ts.isElementAccessExpression(parent) && parent.argumentExpression === node) return true;
  if (ts.isCaseClause(parent) && parent.expression === node) return true;
  return isComparison(parent);
}

function isComparison(node) {
  if (!ts.isBinaryExpression(node)) return false;
  const { EqualsEqualsEqualsToken, ExclamationEqualsEqualsToken } = ts.SyntaxKind;
  return [EqualsEqualsEqualsToken, ExclamationEqualsEqualsToken].includes(node.operatorToken.kind);
}

/** The text of a literal that people read, as far as that can be told from where it stands. */
function wordsOf(node) {
  if (ts.isJsxText(node)) {
    const text = node.text.trim().replace(/\s+/g, " ");
    return /\p{L}/u.test(text) ? text : undefined;
  }
  const text = literalText(node);
  if (text === undefined || !/\p{L}{2}/u.test(text)) return undefined;
  return isSaid(node) || /^[A-Z][a-z]|[a-z,:”] [a-z]{2}|[a-z]{2} “|[a-z]\.$/.test(text)
    ? text
    : undefined;
}

function literalText(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)]
    .map(({ text }) => text)
    .join("{}");
}

/** Whether it is shown as it stands: in an element, or as an attribute or property that is. */
function isSaid(node) {
  const { parent } = node;
  if (ts.isConditionalExpression(parent) && parent.condition !== node) return isSaid(parent);
  if (ts.isParenthesizedExpression(parent) || isChoice(parent)) return isSaid(parent);
  if (ts.isJsxExpression(parent)) {
    return ts.isJsxAttribute(parent.parent) ? isSaid(parent) : true;
  }
  if (ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent)) {
    return SAID.has(parent.name.getText().replace(/^"|"$/g, ""));
  }
  return false;
}

function isChoice(node) {
  if (!ts.isBinaryExpression(node)) return false;
  const { AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken } = ts.SyntaxKind;
  const signs = [AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken];
  return signs.includes(node.operatorToken.kind);
}

function isWithinFunction(node) {
  for (let above = node.parent; above !== undefined; above = above.parent) {
    if (ts.isFunctionLike(above)) return true;
  }
  return false;
}

/** Brings each catalogue up to what is said: the page's own, and the engine's. */
function bringUp() {
  for (const language of LANGUAGES) {
    bringFile(language, "page", allMessages());
    bringFile(language, "sentences", engineSentences());
    bringFile(language, "engine", engineWords());
  }
}

function bringFile(language, name, messages) {
  const before = catalogueOf(language, name);
  const after = Object.fromEntries(messages.map((text) => [text, before[text] ?? ""]));
  const file = path.join(ROOT, "public", language, `${name}.json`);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `${JSON.stringify(after, null, 2)}\n`);
  const open = messages.filter((text) => after[text] === "");
  const gone = Object.keys(before).filter((text) => !(text in after));
  const counts = `${messages.length} sentences, ${gone.length} gone, ${open.length} open`;
  console.log(`${language}/${name}.json: ${counts}.`);
  for (const text of open) console.log(`  ${text}`);
}

if (isMain(import.meta.url)) await main(bringUp);
