/**
 * No string of the page is left out: what people read goes through `t`, every sentence has its
 * translation with the same values, and no catalogue keeps what nobody says. Folders that are not
 * done yet stand in web/language/undone.ts alone, and each must have something left to do.
 */

import { compileMessage } from "@lingui/message-utils/compileMessage";
import { describe, expect, it } from "vitest";
import { readMessage } from "@/language/icu";
import { UNDONE } from "@/language/undone";
import { filesBelow } from "./steps.mjs";
import {
  allMessages,
  catalogueOf,
  LANGUAGES,
  readFileWords,
  readWords,
  wordFiles,
} from "./words.mjs";

const undone = UNDONE.filter((entry) => entry.startsWith("web/"));
const listed = (file, found) => found.map(({ text, line }) => `${file}:${line}: ${text}`);

describe("the page's words", () => {
  const files = wordFiles().map((file) => [file, readFileWords(file)]);
  const done = new Set(wordFiles(undone));

  it("are all said through t in folders that are done", () => {
    const left = files.flatMap(([file, { left }]) => (done.has(file) ? listed(file, left) : []));
    expect(left).toEqual([]);
  });

  it("are not done where the list says so", () => {
    const idle = undone.filter((folder) => {
      const of = files.filter(([file]) => file === folder || file.startsWith(`${folder}/`));
      return of.every(([, { left }]) => left.length === 0);
    });
    expect(idle).toEqual([]);
  });

  it("are never said before a language is chosen", () => {
    expect(files.flatMap(([file, { early }]) => listed(file, early))).toEqual([]);
  });

  it("get the values that they name", () => {
    const wrong = files.flatMap(([file, { said }]) =>
      listed(
        file,
        said.filter(({ text, values }) => values !== null && !same(values, namesIn(text))),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it("are read as the library reads them", () => {
    for (const text of allMessages()) expect(readMessage(text), text).toEqual(compileMessage(text));
  });
});

describe.each(LANGUAGES)("%s", (language) => {
  const messages = allMessages();
  const catalogue = catalogueOf(language);

  it("has a translation of every sentence, and nothing that is not said", () => {
    expect(messages.filter((text) => !catalogue[text])).toEqual([]);
    expect(Object.keys(catalogue).filter((text) => !messages.includes(text))).toEqual([]);
  });

  it("names the same values and elements", () => {
    const wrong = Object.entries(catalogue).filter(
      ([english, said]) =>
        !same(namesIn(english), namesIn(said)) || !same(partsIn(english), partsIn(said)),
    );
    expect(wrong).toEqual([]);
    for (const said of Object.values(catalogue)) {
      expect(readMessage(said), said).toEqual(compileMessage(said));
    }
  });

  it("has catalogues of texts that are flat and whole", () => {
    for (const file of filesBelow([`public/${language}`])) {
      const texts = Object.entries(catalogueOf(language, file.replace(/^.*\/|\.json$/g, "")));
      expect(texts.filter(([, said]) => typeof said !== "string" || said === "")).toEqual([]);
    }
  });
});

describe("reading words", () => {
  const leftIn = (text, file = "web/ui/A.tsx") =>
    readWords(file, text).left.map(({ text }) => text);

  it.each([
    ["<p>Some words</p>", ["Some words"]],
    ['<p title="it">{t("Some words")}</p>', ["it"]],
    ['<p className="some words" key="some">{isOn ? "onward" : t("off")}</p>', ["onward"]],
    ["const a = { label: `seed $" + "{n}` };", ["seed {}"]],
    ['<p data-tip="Some words" data-node="some words" />', ["Some words"]],
    ['throw new Error("Nobody reads this.");', []],
    ['if (event.key === "Enter key") go();', []],
  ])("finds what is left out of %s", (text, left) => expect(leftIn(text)).toEqual(left));

  it("finds a sentence that is said too early", () => {
    expect(readWords("web/ui/a.ts", 'const a = t("Early");').early).toHaveLength(1);
    expect(readWords("web/ui/a.ts", 'const a = () => t("Late");').early).toEqual([]);
  });
});

/** The values that a message names. */
function namesIn(text) {
  const names = new Set();
  const walk = (tokens) => {
    if (!Array.isArray(tokens)) return;
    for (const token of tokens.filter(Array.isArray)) {
      names.add(token[0]);
      for (const one of Object.values(token[2] ?? {})) walk(one);
    }
  };
  walk(compileMessage(text));
  return [...names];
}

function partsIn(text) {
  return [...new Set([...text.matchAll(/<(\d)>/g)].map(([, part]) => part))];
}

function same(a, b) {
  return a.length === b.length && a.every((one) => b.includes(one));
}
