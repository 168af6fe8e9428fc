/** What the page says, against the ranges of its font files. */

import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const WEB = path.resolve(import.meta.dirname, "..");
const [said = [], seldom = [], serif = []] = [
  ...fs.readFileSync(path.join(WEB, "shell/font.css"), "utf8").matchAll(/unicode-range:([^;]+);/g),
].map((match) => rangesOf(match[1] ?? ""));

describe("the font that is loaded at first", () => {
  it("has every Latin sign that stands in the page's own words", () => {
    const missing = new Set<string>();
    for (const file of sources(WEB)) {
      for (const sign of fs.readFileSync(file, "utf8")) {
        if (sign > "~" && isIn(sign, seldom)) missing.add(`${sign} in ${path.relative(WEB, file)}`);
      }
    }
    expect([...missing]).toEqual([]);
  });

  it("shares no sign with the file that is fetched when a name needs it", () => {
    for (const [from, to] of said) {
      for (let code = from; code <= to; code += 1) {
        expect(isIn(String.fromCodePoint(code), seldom)).toBe(false);
      }
    }
    expect(isIn("A", said)).toBe(true);
    expect(isIn("é", seldom)).toBe(true);
  });
});

describe("the font of titles and captions", () => {
  it("has the same signs as the one that is loaded at first", () => {
    expect(serif.length).toBeGreaterThan(0);
    expect(serif).toEqual(said);
  });
});

function rangesOf(text: string): [number, number][] {
  return text.split(",").map((range) => {
    const [from = "", to = from] = range.trim().replace("U+", "").split("-");
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
}

function isIn(sign: string, ranges: readonly [number, number][]): boolean {
  const code = sign.codePointAt(0) ?? 0;
  return ranges.some(([from, to]) => code >= from && code <= to);
}

/** What is said to people: tests and what they stand on say nothing. */
function sources(folder: string): string[] {
  if (folder === import.meta.dirname) return [];
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) return sources(full);
    return /\.tsx?$/.test(entry.name) && !entry.name.includes(".test.") ? [full] : [];
  });
}
