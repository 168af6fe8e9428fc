/** The glossary: short, once for each word, and the same in docs/glossary.md. */
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

import { GLOSSARY, meaningOf } from "./glossary";
import { HINTED } from "./glossaryWords";

const PAGE = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, "../../public/zh-CN/page.json"), "utf8"),
) as Record<string, string>;
const ALL = GLOSSARY.flatMap(({ terms }) => terms);

describe("the glossary", () => {
  it("says each word once, in two sentences at most", () => {
    expect(new Set(ALL.map(({ name }) => name)).size).toBe(ALL.length);
    for (const { text } of ALL) {
      expect(text.split(/[.:] /).length, text).toBeLessThanOrEqual(3);
      expect(text.length, text).toBeLessThan(200);
    }
  });

  it("names what others call a word", () => {
    expect(meaningOf("lease")).toContain("Elsewhere: leader lease in TiKV");
    expect(meaningOf("cut")).toContain("network partition");
    expect(meaningOf("no such word")).toBe("");
  });

  it("has every word that the page hints at", () => {
    for (const { name } of HINTED) expect(meaningOf(name), name).not.toBe("");
  });

  it("hints at a word in Chinese as its list names it", () => {
    for (const { name, patterns } of HINTED) {
      const pattern = patterns["zh-CN"];
      if (pattern !== null) expect(pattern, name).toBe(PAGE[name]?.split("（")[0]);
    }
  });

  // After a change that is meant: `npx vitest run -u web/model/glossary.test.ts`.
  it("is docs/glossary.md", async () => {
    const rows = GLOSSARY.map(
      ({ title, terms }) =>
        `## ${title}\n\n| word | meaning | elsewhere |\n|---|---|---|\n${terms
          .map(({ name, text, elsewhere }) => `| ${name} | ${text} | ${elsewhere} |`)
          .join("\n")}\n`,
    );
    const text = `# Glossary\n\nThe words of the page, the documents and the code. Written from\n\`web/model/glossary.ts\` by its test.\n\n${rows.join("\n")}`;
    await expect(text).toMatchFileSnapshot("../../docs/glossary.md");
  });
});
