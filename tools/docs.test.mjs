/** The site of the documents: every guide is in it, and all that a page names is there. */

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cleaned } from "./api.mjs";
import { coursePages } from "./course.mjs";
import { rendered, SEARCH, writeDocs } from "./docs.mjs";
import { linkOf, SECTIONS } from "./docs-pages.mjs";
import { POLICY } from "./headers.mjs";
import { repositoryOf, sourcesOf } from "./repository.mjs";
import { ROOT } from "./steps.mjs";

/** As a visitor finds them: in a folder of the page. */
let page = "";
let site = "";

beforeAll(async () => {
  page = fs.mkdtempSync(path.join(os.tmpdir(), "raft-atlas-docs-"));
  site = path.join(page, "docs");
  await writeDocs(site, "");
  // What stands above comes from public/, the course, and the page itself.
  coursePages(page);
  fs.cpSync(path.join(ROOT, "public", "schema"), path.join(page, "schema"), { recursive: true });
  fs.copyFileSync(path.join(ROOT, "public", "icon.svg"), path.join(page, "icon.svg"));
  fs.writeFileSync(path.join(page, "index.html"), "");
  fs.mkdirSync(path.join(page, "gallery"));
  fs.writeFileSync(path.join(page, "gallery", "index.html"), "");
}, 300_000);

afterAll(() => fs.rmSync(page, { recursive: true, force: true }));

function pages() {
  const names = fs.readdirSync(site, { recursive: true }).map((name) => String(name));
  return names.filter((name) => name.endsWith(".html"));
}

const htmlOf = (name) => fs.readFileSync(path.join(site, name), "utf8");

/** What an address of a page leads to: nothing is wrong, or what. */
function faultOf(name, address) {
  const [asked, anchor] = address.split("#");
  const [to] = asked.split("?");
  let file = to === "" ? path.join(site, name) : path.join(site, path.dirname(name), to);
  if (fs.existsSync(file) && fs.statSync(file).isDirectory()) file = path.join(file, "index.html");
  if (!fs.existsSync(file)) return `${name}: ${address} is not there`;
  if (anchor === undefined || fs.readFileSync(file, "utf8").includes(`id="${anchor}"`)) return null;
  return `${name}: ${address} has no such heading`;
}

describe("the site of the documents", () => {
  it("has every guide and every design note", () => {
    const guides = ["docs", "docs/design"].flatMap((folder) =>
      fs
        .readdirSync(path.join(ROOT, folder))
        .filter((name) => name.endsWith(".md"))
        .map((name) => `${folder}/${name}`),
    );
    const listed = SECTIONS.flatMap(({ files }) => files);
    expect(guides.filter((file) => !listed.includes(file))).toEqual([]);
    expect(pages()).toHaveLength(listed.length);
  });

  it("leads to what is there, on every page", () => {
    const faults = pages().flatMap((name) =>
      [...htmlOf(name).matchAll(/ (?:href|src)="([^"]*)"/g)]
        .map(([, address]) => address.replaceAll("&amp;", "&"))
        .filter((address) => !/^\w+:/.test(address))
        .map((address) => faultOf(name, address)),
    );
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
  });

  it("keeps the page’s policy: no script or style in a page, no address from the root", () => {
    for (const name of pages()) {
      const html = htmlOf(name);
      expect(html, name).toContain(`content="${POLICY}"`);
      expect(html, name).not.toMatch(/<script(?![^>]* src=)|<style| style="| on\w+="| src="\w+:/);
      expect(html, name).not.toMatch(/(?:href|src)="\//);
    }
    const scripts = ["search.js", "minisearch.js"].map((name) => htmlOf(name)).join("");
    expect(scripts).not.toMatch(
      /\beval\(|new Function|https?:\/\/(?!\w+\.wikipedia)[^\s*`)"]*["`']/,
    );
  });

  it("finds a word of a text by the heading above it", async () => {
    const { default: MiniSearch } = await import("minisearch");
    const index = MiniSearch.loadJSON(htmlOf("search.json"), SEARCH);
    const [first] = index.search("linearizable history jepsen", {
      prefix: true,
      combineWith: "AND",
    });
    expect(first.url).toMatch(/^histories\.html#/);
  });

  it("has the types of every package, with what their sources say of them", () => {
    expect(htmlOf("api/engine.html")).toContain("<h1");
    expect(htmlOf("api/engine.html")).toMatch(/Types of @raft-atlas\/engine/);
    expect(htmlOf("api/engine.html")).toContain('id="advanceto"');
    expect(htmlOf("api/element.html")).toContain("RaftAtlas");
    expect(htmlOf("api/react.html")).toContain('id="atlas"');
    expect(htmlOf("api/replay.html")).toContain('id="expect"');
  });

  it("reads its index as it was made", () => {
    const [, said] = /const SEARCH = (\{.*\});/.exec(htmlOf("search.js"));
    expect(JSON.parse(said.replaceAll(/(\w+):/g, '"$1":'))).toEqual(SEARCH);
  });
});

describe("the types of a package", () => {
  it("come without HTML, since the site refuses it", () => {
    const text = '# x\n\n| <a id="property-a"></a> `a` | see [b](#property-b)<br />[C](#c) |\n';
    expect(cleaned(text, "@e/x")).toBe("# Types of @e/x\n\n| `a` | see b [C](#c) |\n");
  });
});

describe("a document’s page", () => {
  const inside = (text, sources) => rendered("docs/sweeps.md", text, sources).html.trim();

  it("leads to pages, to what is served beside them, and to sources where they can be read", () => {
    expect(inside("[a](advice.md#b)")).toBe('<p><a href="advice.html#b">a</a></p>');
    expect(inside("[a](design/why.md)")).toBe('<p><a href="design/why.html">a</a></p>');
    expect(inside("[a](../public/schema/sweep.json)")).toContain('href="../schema/sweep.json"');
    expect(inside("[a](course/README.md)")).toContain('href="../course/index.html"');
    expect(inside("[a](../web/element/channel.ts)")).toBe("<p>a</p>");
    expect(inside("[a](../web/element/channel.ts)", "https://e.org/")).toContain(
      'href="https://e.org/web/element/channel.ts"',
    );
  });

  it("leads out of a folder", () => {
    expect(linkOf("docs/design/why.md", "../csv.md", "")).toEqual({ href: "../csv.html" });
    expect(linkOf("docs/design/why.md", "../../public/schema/lesson.json", "")).toEqual({
      href: "../../schema/lesson.json",
    });
    const run = "?scenario=stale-leader&variant=leader";
    expect(linkOf("docs/track-record.md", `../index.html${run}`, "")).toEqual({
      href: `../${run}`,
    });
  });

  it("numbers headings of the same words, as GitHub does", () => {
    expect(inside("## The page\n\n## The page")).toBe(
      '<h2 id="the-page">The page</h2>\n<h2 id="the-page-1">The page</h2>',
    );
  });

  it("refuses HTML", () => {
    expect(() => inside("a <b>c</b>")).toThrow("docs/sweeps.md: found HTML");
  });
});

describe("where sources can be read", () => {
  it("is what the build says, or GitHub, or nowhere", () => {
    expect([repositoryOf({}), sourcesOf({})]).toEqual(["", ""]);
    const said = { RAFT_ATLAS_REPOSITORY: "https://e.org/atlas/" };
    expect(repositoryOf(said)).toBe("https://e.org/atlas");
    expect(sourcesOf(said)).toBe("https://e.org/atlas/blob/main/");
    const github = {
      GITHUB_SERVER_URL: "https://g.org",
      GITHUB_REPOSITORY: "a/b",
      GITHUB_SHA: "1",
    };
    expect(sourcesOf(github)).toBe("https://g.org/a/b/blob/1/");
  });
});
