/** What the compiler does not see of the page's sources: who writes a store, and who writes numbers. */

import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const WEB = path.resolve(import.meta.dirname, "..");

interface Source {
  /** From web/, with slashes. */
  file: string;
  text: string;
}

const SOURCES = fs
  .readdirSync(WEB, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^test\//.test(file))
  .map((file): Source => ({ file, text: fs.readFileSync(path.join(WEB, file), "utf8") }));

/** Writes of a store beside the folder that owns it, or where something is drawn. */
function foreignWrites(sources: readonly Source[]): string[] {
  const owners = new Map<string, string>();
  for (const { file, text } of sources) {
    for (const [, name = ""] of text.matchAll(/^export const (\w+) = createStore/gm))
      owners.set(name, path.posix.dirname(file));
  }
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(/(\w+)\.setState\b/g)].flatMap(([write, store = ""]) => {
      const owner = owners.get(store);
      // A class writes its own store; a component its own state.
      const isOwn = owner === undefined && /\bthis\.(\w+\.)?setState\b/.test(text);
      const isHere = owner === path.posix.dirname(file) && !file.endsWith(".tsx");
      return isOwn || isHere ? [] : [`${file}: ${write}`];
    }),
  );
}

describe("a store", () => {
  it("is written by functions of the folder that owns it, and nowhere else", () => {
    expect(foreignWrites(SOURCES)).toEqual([]);
  });

  it("that another folder or a component writes is found", () => {
    const declared = { file: "a/store.ts", text: "export const aStore = createStore(() => ({}));" };
    const write = "aStore.setState({ one: 1 });";
    expect(
      foreignWrites([
        declared,
        { file: "a/desk.ts", text: write },
        { file: "a/Panel.tsx", text: write },
        { file: "b/desk.ts", text: write },
        { file: "b/page.ts", text: "page.store.setState({});" },
      ]),
    ).toEqual([
      "a/Panel.tsx: aStore.setState",
      "b/desk.ts: aStore.setState",
      "b/page.ts: store.setState",
    ]);
  });
});

it("numbers, dates and lists are written by web/language, in the language of the page", () => {
  const found = SOURCES.filter(({ file }) => !file.startsWith("language/")).flatMap(
    ({ file, text }) =>
      [...text.matchAll(/\.toLocale\w*String\(|\bIntl\.\w+/g)].map(([of]) => `${file}: ${of}`),
  );
  expect(found).toEqual([]);
});

/** Functions that fetch a part of the page, called where nobody is told when that fails. */
function untold(sources: readonly Source[]): string[] {
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(/^(?:export )?async function (\w+)\([\s\S]*?\n}$/gm)].flatMap(
      ([body, name = ""]) => {
        const fetches = /\bimport\(/.test(body) && !/\bcatch\b/.test(body);
        const call = new RegExp(`\\bvoid ${name}\\(`).exec(text);
        return fetches && call !== null ? [`${file}: ${call[0]}`] : [];
      },
    ),
  );
}

describe("a press for which a part of the page is fetched", () => {
  it("says so when that fails: it goes by `pressed` or `tried`", () => {
    // The opening itself: each of its steps is tried.
    const opening = ["main.tsx: void begin("];
    expect(untold(SOURCES).filter((found) => !opening.includes(found))).toEqual([]);
  });

  it("that leaves it to nobody is found", () => {
    const show = 'async function show() {\n  (await import("./a")).show();\n}\n';
    const one = (call: string): string[] => untold([{ file: "a.ts", text: `${show}${call}` }]);
    expect(one("onClick={() => void show()}")).toEqual(["a.ts: void show("]);
    expect(one("onClick={() => pressed(show)}")).toEqual([]);
  });
});
