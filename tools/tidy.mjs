/**
 * House rules that neither Biome nor clippy knows: every module says what it is, files stay short, nothing is
 * left for later, the core keeps away from clocks, files and floats that differ between targets.
 */

import fs from "node:fs";
import path from "node:path";
import { isMain, main, output, ROOT, Stop } from "./steps.mjs";
import { stylesTroubles } from "./styles.mjs";

const LINES_MAX = { rs: 600, ts: 400, tsx: 400, mjs: 400 };
const COLUMNS_MAX = 100;

/** The page goes by rows of the engine's tables, and asks for none of them by its name. */
const BY_ITS_ROW = {
  where: /^web\/(?!test\/|.*\.test\.)/,
  cure: "go by its row: web/model/acts/table.ts, ops.ts, roles.ts, or a Record over all of them",
};

/** Words with what to do instead. `where` is a path pattern; `only` the kind of file. */
const BANNED = [
  { word: /\b(FIXME|TODO|XXX)\b/, where: /\.(rs|tsx?|mjs|css)$/, cure: "do it or open an issue" },
  { word: /\bdbg!\s*\(/, where: /\.rs$/, cure: "remove the trace" },
  { word: /#\[ignore\b/, where: /\.rs$/, cure: "a test runs or is deleted" },
  {
    word: /\.(ln|log2|log10|exp|exp2|sin|cos|tan|tanh|powf|cbrt)\(/,
    where: /^core\/(?!cli\/|linear\/|wasm_(?:engine|tools)\/)\w+\/src\//,
    cure: "differs between native and WebAssembly; use an integer table",
  },
  {
    word: /\bstd::(time|fs|net|env|process)\b/,
    where: /^core\/(?!cli\/|experiments\/src\/folder\/|linear\/|wasm_tools\/|walls\/)\w+\/src\//,
    cure: "the engine knows no clock, no file and no system; core/cli and experiments/src/folder do",
  },
  {
    word: /\bMath\.random\(/,
    where: /^web\/(?!.*\.test\.)/,
    cure: "the seed decides; ask the engine",
  },
  {
    word: /\b(setTimeout|setInterval)\(/,
    where: /^web\/views\//,
    cure: "a picture is a function of simulation time",
  },
  {
    word: /\bnew (?:Shared)?Worker\(/,
    where: /^(?!web\/engine\/)(web|e2e)\//,
    cure: "only web/engine starts a worker",
  },
  {
    word: new RegExp(
      `\\b(do|op|role|mode|read_mode)\\)?\\s*[!=]==\\s*"(${tableWords().join("|")})"`,
    ),
    ...BY_ITS_ROW,
  },
  { word: /\bswitch \((?!request\.do\b)[\w.?]*\b(do|op|role|mode|read_mode)\)/, ...BY_ITS_ROW },
  {
    word: /\bwaitForTimeout\(/,
    where: /^e2e\//,
    cure: "wait for what is expected, not for time",
  },
];

/** Acts, requests, roles, faults and read modes. */
function tableWords() {
  const read = (file) => fs.readFileSync(path.join(ROOT, file), "utf8");
  const vocabulary = read("web/engine/vocabulary.ts");
  const tables = ["OPS", "ROLES", "FAULT_KINDS", "READ_MODES"].map(
    (name) => vocabulary.split(`const ${name} = `)[1]?.split(" as const")[0] ?? "",
  );
  const acts = read("core/wasm_engine/src/dto/action.d.ts").matchAll(/\bdo: "(\w+)"/g);
  const rows = tables.join("\n").matchAll(/^ {2}"([\w-]+)"/gm);
  return [...acts, ...rows].map(([, word]) => word);
}

const SKIP =
  /^(target|node_modules|dist)\/|\/testdata\/|\/src\/types\.d\.ts$|^tools\/tidy\.(test\.)?mjs$/;

/**
 * @param {string} file path from the root, with slashes
 * @param {string} text its content
 * @returns {string[]} one sentence per broken rule
 */
export function tidyFile(file, text) {
  if (SKIP.test(file)) return [];
  const lines = text.split("\n");
  return [
    ...opening(file, lines),
    ...length(file, lines),
    ...words(file, lines),
    ...columns(file, lines),
    ...titles(file, lines),
  ];
}

/** Every module opens with what it is; a unit test stands beside what it tests. */
function opening(file, lines) {
  if (/\.test\.(tsx?|mjs)$/.test(file)) return [];
  const first = lines.find((line) => line.trim() !== "" && !line.startsWith("#!")) ?? "";
  if (/^(core|tools)\/.*\.rs$/.test(file)) {
    if (first.startsWith("//!")) return [];
    return [`${file}:1: a module opens with //! and a sentence that says what it is`];
  }
  if (/^(web|e2e|tools|core)\/.*\.(tsx?|mjs)$/.test(file)) {
    if (first.startsWith("/**")) return [];
    return [`${file}:1: a module opens with /** … */ that says what it is`];
  }
  return [];
}

/** Tests do not count: those in a Rust file stand at its end, the others have files of their own. */
function length(file, lines) {
  const cap = LINES_MAX[path.posix.extname(file).slice(1)];
  if (cap === undefined || isTest(file)) return [];
  const tests = lines.findIndex((line) => line.trim() === "#[cfg(test)]");
  const count = tests < 0 ? lines.length - 1 : tests;
  if (count <= cap) return [];
  return [`${file}: ${count} lines, at most ${cap} (tests not counted): split it`];
}

function isTest(file) {
  return /\.(test|spec)\.(tsx?|mjs)$/.test(file) || /^core\/[^/]+\/(tests|benches)\//.test(file);
}

function words(file, lines) {
  const rules = BANNED.filter((rule) => rule.where.test(file));
  return lines.flatMap((line, index) =>
    rules
      .filter((rule) => rule.word.test(line))
      .map((rule) => `${file}:${index + 1}: ${rule.word.exec(line)[0]} — ${rule.cure}`),
  );
}

/** rustfmt leaves long comments and strings as they are. */
function columns(file, lines) {
  if (!/\.rs$/.test(file)) return [];
  return lines
    .map((line, index) => ({ line, at: index + 1 }))
    .filter(({ line }) => [...line].length > COLUMNS_MAX && !/https?:\/\/|"/.test(line))
    .map(({ at }) => `${file}:${at}: longer than ${COLUMNS_MAX} columns`);
}

/** A document has one title, on its first line. */
function titles(file, lines) {
  if (!/^[^/]*\.md$/.test(file)) return [];
  let fenced = false;
  const found = lines.filter((line) => {
    if (line.startsWith("```")) fenced = !fenced;
    return !fenced && line.startsWith("# ");
  });
  if (found.length === 1 && lines[0]?.startsWith("# ")) return [];
  return [`${file}:1: a document has one "# Title", on its first line`];
}

/** Files that git knows or would take, from the root, with slashes. */
export async function ownFiles() {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { code, out } = await output("git", args);
  if (code !== 0) throw new Stop("This check lists files with git; run it in a git checkout.");
  const files = out.split("\0").filter((file) => file !== "");
  return files.filter((file) => fs.existsSync(path.join(ROOT, file))).sort();
}

export async function tidy() {
  const files = (await ownFiles()).filter((file) => /\.(rs|tsx?|mjs|md|css)$/.test(file));
  const texts = new Map(
    files.map((file) => [file, fs.readFileSync(path.join(ROOT, file), "utf8")]),
  );
  const found = [
    ...[...texts].flatMap(([file, text]) => tidyFile(file, text)),
    ...stylesTroubles(texts),
  ];
  if (found.length > 0) {
    console.log(found.join("\n"));
    throw new Stop(`${found.length} house rules are broken; they are listed above.`);
  }
  console.log(`${files.length} files keep the house rules.`);
}

if (isMain(import.meta.url)) await main(tidy);
