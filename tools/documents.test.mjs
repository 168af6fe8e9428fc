/** The documents lead to what exists, and the two that everybody reads first stay short. */

import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "./steps.mjs";
import { ownFiles } from "./tidy.mjs";

const BYTES_MAX = { "CONTRIBUTING.md": 10_000, "ARCHITECTURE.md": 8_192 };
const TOPS = "core|web|tools|public|docs|e2e|python";

const documents = (await ownFiles()).filter((file) => file.endsWith(".md"));
const read = (file) => fs.readFileSync(path.join(ROOT, file), "utf8");
const exists = (file) => fs.existsSync(path.join(ROOT, file));

describe("a document", () => {
  it.each(documents)("links to what is there: %s", (file) => {
    expect(linksIn(read(file)).filter((link) => !leads(file, link))).toEqual([]);
  });

  it.each(documents)("names files that are there: %s", (file) => {
    expect(pathsIn(read(file)).filter((named) => !exists(named))).toEqual([]);
  });

  it.each(Object.entries(BYTES_MAX))("is short enough to read: %s", (file, most) => {
    expect(Buffer.byteLength(read(file))).toBeLessThan(most);
  });
});

describe("CONTRIBUTING.md", () => {
  it("opens with a first change", () => {
    expect(/^## .*/m.exec(read("CONTRIBUTING.md"))[0]).toBe("## Your first change in ten minutes");
  });

  it("has every command, itself or in its list of the others", () => {
    const text = read("CONTRIBUTING.md") + read("docs/design/tooling.md");
    const scripts = Object.keys(JSON.parse(read("package.json")).scripts);
    const isNamed = (name) => new RegExp(`(?:npm (?:run )?|\`)${name}(?![\\w:])`).test(text);
    expect(scripts.filter((name) => !isNamed(name))).toEqual([]);
  });
});

describe("reading a document", () => {
  it("finds links, but no example of one", () => {
    const text = "[a](b.md#c), [web](https://d.e), `[words](#source)`\n```\n[f](g.md)\n```\n";
    expect(linksIn(text)).toEqual(["b.md#c"]);
  });

  it("finds paths, each of several that are written together, and no placeholder", () => {
    const text = "`core/a/{b,c/d}.rs`, `web/e.ts`, `core/ID.json`, `web/x`";
    expect(pathsIn(text)).toEqual(["core/a/b.rs", "core/a/c/d.rs", "web/e.ts"]);
  });

  it("knows a heading by the anchor that its page gives it", () => {
    expect(anchorsIn("## A link, [written](x.md) `so`\n```\n# none\n```\n")).toEqual([
      "a-link-written-so",
    ]);
  });
});

/** Links within the repository. */
function linksIn(text) {
  const plain = withoutBlocks(text).replace(/`[^`\n]*`/g, "");
  const links = [...plain.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link);
  return links.filter((link) => !/^\w+:/.test(link));
}

/** Whether a link of a document leads to a file, and to a heading where it names one. */
function leads(file, link) {
  const [address, anchor] = link.split("#");
  const [to] = address.split("?");
  const target = to === "" ? file : path.posix.join(path.posix.dirname(file), to);
  if (!exists(target)) return false;
  return anchor === undefined || anchorsIn(read(target)).includes(anchor);
}

/** Files named from the root; capitals stand for a name of the reader's. */
function pathsIn(text) {
  const named = new RegExp(`\`((?:${TOPS})/[\\w./{},-]+\\.[a-z]+)\``, "g");
  const found = [...text.matchAll(named)].flatMap(([, pattern]) => expanded(pattern));
  return found.filter((file) => !/\/[A-Z]+\./.test(file));
}

function expanded(pattern) {
  const braces = /^(.*)\{([^{}]*)\}(.*)$/.exec(pattern);
  if (braces === null) return [pattern];
  const [, before, choices, after] = braces;
  return choices.split(",").flatMap((choice) => expanded(before + choice + after));
}

function anchorsIn(text) {
  return [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-"),
  );
}

function withoutBlocks(text) {
  return text.replace(/^```[\s\S]*?^```/gm, "");
}
