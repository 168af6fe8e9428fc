/**
 * The page's classes: what a part asks of a sheet is in it, what a sheet has is asked for, and what is
 * taken from the sheet that all share is there. Must not know what any class looks like.
 */

import path from "node:path";

export const SHARED = "web/ui/shared.css";
/** The base has names for all as well. */
const BASE = "web/shell/theme.css";

const IMPORT = /^import (\w+) from "([^"]+\.module\.css)";$/gm;
const COMPOSES = /composes: ([\w -]+) from global;/g;

/**
 * @param {Map<string, string>} texts sheets and modules of the page, by their path from the root
 * @returns {string[]} one sentence per broken rule
 */
export function stylesTroubles(texts) {
  const modules = [...texts].filter(([file]) => /^web\/.*(?<!\.test)\.tsx?$/.test(file));
  const sheets = [...texts].filter(([file]) => /^web\/.*\.module\.css$/.test(file));
  const uses = modules.flatMap(([file, text]) => usesOf(file, text));
  const found = sheets.flatMap(([sheet, text]) => {
    const own = uses.filter((use) => use.sheet === sheet);
    return ofSheet(sheet, text, own);
  });
  return [...found, ...ofShared(texts, modules, sheets)];
}

/** Each sheet that a module imports, with the classes that it asks for. */
function usesOf(file, text) {
  return [...text.matchAll(IMPORT)].map(([, name, from]) => ({
    file,
    sheet: from.startsWith("@/")
      ? `web/${from.slice(2)}`
      : path.posix.join(path.posix.dirname(file), from),
    asked: namesIn(text, new RegExp(`\\b${name}\\.(\\w+)`, "g")),
    sought: namesIn(text, new RegExp(`\\.\\$\\{${name}\\.(\\w+)\\}`, "g")),
    // By a name that is only known when it runs.
    asksAny: text.includes(`${name}[`),
  }));
}

function ofSheet(sheet, text, uses) {
  const own = classesOf(text);
  const asked = new Set(uses.flatMap((use) => [...use.asked]));
  const asksAny = uses.some((use) => use.asksAny);
  const missing = uses.flatMap(({ file, asked: names }) =>
    [...names]
      .filter((name) => !own.has(name))
      .map((name) => `${file}: asks ${sheet} for .${name}, which it has not`),
  );
  const idle = [...own].filter((name) => !asksAny && !asked.has(name));
  const severalNames = uses.flatMap(({ file, sought }) =>
    [...sought]
      .filter((name) => new RegExp(`\\.${name}(,[^{]*)? \\{\\s*composes:`).test(text))
      .map((name) => `${file}: looks for .${name}, which has several names: ${sheet} composes it`),
  );
  return [
    ...missing,
    ...idle.map((name) => `${sheet}: nobody asks for .${name}: take it out`),
    ...severalNames,
  ];
}

function ofShared(texts, modules, sheets) {
  const shared = classesOf(texts.get(SHARED) ?? "");
  const known = new Set([...shared, ...classesOf(texts.get(BASE) ?? "")]);
  const taken = sheets.flatMap(([sheet, text]) =>
    [...text.matchAll(COMPOSES)].flatMap(([, names]) =>
      names.split(" ").map((name) => ({ sheet, name })),
    ),
  );
  const names = new Set(taken.map(({ name }) => name));
  const isWritten = (name) => {
    const word = new RegExp(`"([\\w -]+ )?${name}( [\\w -]+)?"`);
    return modules.some(([, text]) => word.test(text));
  };
  return [
    ...taken
      .filter(({ name }) => !known.has(name))
      .map(({ sheet, name }) => `${sheet}: composes .${name}, which ${SHARED} has not`),
    ...[...shared]
      .filter((name) => !names.has(name) && !isWritten(name))
      .map((name) => `${SHARED}: nobody takes .${name}: take it out`),
  ];
}

/** The classes of a sheet's own; those of others stand in :global(…). */
function classesOf(text) {
  const selectors = text
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/:global\((?:[^()]|\([^()]*\))*\)/g, "")
    .match(/[^{};]+(?=\{)/g);
  return new Set(
    (selectors ?? [])
      .filter((selector) => !selector.trim().startsWith("@"))
      .flatMap((selector) => [...namesIn(selector, /\.(-?[A-Za-z_][\w-]*)/g)]),
  );
}

function namesIn(text, pattern) {
  return new Set(
    [...text.matchAll(pattern)].map(([, name]) => name).filter((name) => name !== "module"),
  );
}
