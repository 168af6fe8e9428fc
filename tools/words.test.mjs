/**
 * No string of the page is left out: what people read goes through `t`, every sentence has its
 * translation with the same values, and no catalogue keeps what nobody says.
 */

import fs from "node:fs";
import path from "node:path";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { describe, expect, it } from "vitest";
import { readMessage } from "@/language/icu";
import { engineLeft, engineSentences, leftIn, sentencesIn } from "./sentences.mjs";
import { filesBelow, ROOT } from "./steps.mjs";
import {
  allMessages,
  catalogueOf,
  LANGUAGES,
  readFileWords,
  readWords,
  wordFiles,
} from "./words.mjs";

/** What is read on the command line or by other programs alone. */
const NOT_SAID = [
  "core/explain/src/export",
  "core/futures/src/by_name.rs",
  "core/explain/src/faults",
  "core/report/src/summary/checks.rs",
  "core/run/src/fidelity/check.rs",
];
const listed = (file, found) => found.map(({ text, line }) => `${file}:${line}: ${text}`);

describe("the page's words", () => {
  const files = wordFiles().map((file) => [file, readFileWords(file)]);

  it("are all said through t", () => {
    expect(files.flatMap(([file, { left }]) => listed(file, left))).toEqual([]);
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

  it("do not ask which language is spoken: what differs is a column of its row", () => {
    const asks = (file) =>
      /[!=]== "(?:en|zh|zh-CN|en-XA)"|startsWith\("(?:en|zh)/.test(
        fs.readFileSync(path.join(ROOT, file), "utf8"),
      );
    const files = filesBelow(["web"]).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
    expect(files.filter(asks)).toEqual([]);
  });

  it("are read as the library reads them", () => {
    for (const text of allMessages()) expect(readMessage(text), text).toEqual(compileMessage(text));
  });
});

describe("the engine's words", () => {
  it("are all said with their templates", () => {
    expect(engineLeft(NOT_SAID)).toEqual([]);
  });

  it("are put together past the macros where the list says so", () => {
    const left = engineLeft();
    const idle = NOT_SAID.filter((entry) => !left.some((found) => found.startsWith(entry)));
    expect(idle).toEqual([]);
  });

  it("are read as the library reads them", () => {
    for (const text of engineSentences()) {
      expect(readMessage(text), text).toEqual(compileMessage(text));
    }
  });

  it.each([
    ['say!("Cut the {link}.", link)', ["Cut the {link}."]],
    ['say!(\n    "Two \\\n        lines {n}.",\n    n)', ["Two lines {n}."]],
    ['counted!(rows, "1 row", "{n} rows")', ["1 row", "{n} rows"]],
    ['phrase!("it is \\"nearest\\"")', ['it is "nearest"']],
  ])("are found in %s", (code, found) => expect(sentencesIn(code)).toEqual(found));

  it.each([
    ['format!("Cut the {link}.")', ["Cut the {link}."]],
    ['"it is nearest".to_string()', ["it is nearest"]],
    ['format!("{at}.{key}")', []],
    ['format!("r{request}")', []],
  ])("are found left out in %s", (code, found) =>
    expect(leftIn(code).map(({ said }) => said)).toEqual(found),
  );
});

describe.each(LANGUAGES)("%s", (language) => {
  describe.each([
    ["page", allMessages()],
    ["sentences", engineSentences()],
  ])("%s.json", (file, messages) => {
    const catalogue = catalogueOf(language, file);

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

  it("finds a sentence that a fault says", () => {
    const { said, left } = readWords("web/ui/a.ts", 'const a = () => new Error(t("No file."));');
    expect([said.map(({ text }) => text), left]).toEqual([["No file."], []]);
  });

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
