/** The glossary: short, once for each word, and the same in docs/glossary.md. */
import { describe, expect, it } from "vitest";

import { GLOSSARY, meaningOf } from "./glossary";
import { HINTED } from "./glossaryWords";

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
