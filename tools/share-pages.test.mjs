/** Share pages as a crawler reads them: without a script, in a folder of their own. */

import { describe, expect, it } from "vitest";
import { cardPng } from "./share-card.mjs";
import { descriptionOf, pageOf, siteOf, stories, tellings } from "./share-pages.mjs";

const all = tellings();
const stale = all.find(({ folder }) => folder === "s/stale-leader");
const SITE = "https://atlas.example/raft/";

/** What stands in <meta>, by name or property. */
function metaOf(html) {
  const found = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g);
  return Object.fromEntries([...found].map(([, name, content]) => [name, content]));
}

describe("a share page", () => {
  it("says to a crawler what the scenario is and what it comes to", () => {
    const html = pageOf(stale, SITE);
    const meta = metaOf(html);
    expect(html).toContain("<title>The leader that does not know · Raft Atlas</title>");
    expect(meta["og:title"]).toBe("The leader that does not know");
    expect(meta.description).toMatch(/^At 5 s .* Stale answers: \d+\.$/);
    expect(meta["og:description"]).toBe(meta.description);
    expect(meta["og:image"]).toBe(`${SITE}s/stale-leader/card.png`);
    expect(meta["twitter:card"]).toBe("summary_large_image");
    expect(html).toContain(`<link rel="canonical" href="${SITE}s/stale-leader/" />`);
  });

  it("leads on by a plain link, and by a script of its own origin alone", () => {
    const html = pageOf(stale, SITE);
    expect(html).toContain('<a href="../../?scenario=stale-leader">');
    expect([...html.matchAll(/<script[^>]*>(.*?)<\/script>/g)].map(([, inline]) => inline)).toEqual(
      [""],
    );
    expect(html).not.toContain('http-equiv="refresh"');
  });

  it("has no canonical address where nobody says where the site is", () => {
    const html = pageOf(stale, siteOf({}));
    expect(html).not.toContain("canonical");
    expect(metaOf(html)["og:image"]).toBe("../../s/stale-leader/card.png");
    expect(siteOf({ RAFT_ATLAS_SITE: "https://atlas.example/raft" })).toBe(SITE);
  });

  it("takes what is written in a scenario as text", () => {
    const html = pageOf({ ...stale, title: '"<b>&' }, SITE);
    expect(html).toContain("<h1>&quot;&lt;b&gt;&amp;</h1>");
  });

  it("is there for every scenario, with a description of its own", () => {
    expect(new Set(all.map(descriptionOf)).size).toBe(all.length);
  });
});

describe("a lesson's share page", () => {
  const lessons = stories();
  const placeOf = (folder) => lessons.find((one) => one.folder === folder);

  it("says what the lesson leaves one with, and leads to it", () => {
    const html = pageOf(placeOf("story/old-leader"), SITE);
    expect(metaOf(html)["og:title"]).toBe("The old leader");
    expect(html).toContain("A leader cannot know by itself that it still leads.");
    expect(html).toContain('<a href="../../?lesson=old-leader">');
    expect(html).toContain(`<link rel="canonical" href="${SITE}story/old-leader/" />`);
  });

  it("is there for each step, with the question that it asks and the lesson's picture", () => {
    const html = pageOf(placeOf("story/old-leader/how-often"), SITE);
    expect(metaOf(html).description).toBe(
      "In how many of 200 futures of this moment is a read stale?",
    );
    expect(metaOf(html)["og:image"]).toBe(`${SITE}story/old-leader/card.png`);
    expect(html).toContain('<a href="../../../?lesson=old-leader&amp;step=how-often">');
    expect(html).toContain('data-up="../../../"');
  });
});

describe("every page, as a crawler sees it", () => {
  const pages = [...all, ...stories()];
  const cards = new Set(pages.filter(({ card, folder }) => card === folder).map((one) => one.card));

  it.each(pages)("$folder has a title, a description, its address, and a picture's", (telling) => {
    const html = pageOf(telling, SITE);
    const meta = metaOf(html);
    expect(/<title>([^<]+)<\/title>/.exec(html)?.[1]).toMatch(/\S · Raft Atlas$/);
    expect(meta.description.length).toBeGreaterThanOrEqual(40);
    expect(meta).toMatchObject({
      "og:description": meta.description,
      "og:url": `${SITE}${telling.folder}/`,
      "og:image": `${SITE}${telling.card}/card.png`,
      "og:image:width": "1200",
      "og:image:height": "630",
      "twitter:card": "summary_large_image",
    });
    expect(meta["og:title"]).toBeTruthy();
    expect(meta["og:image:alt"]).toBeTruthy();
    expect(html).toContain(`<link rel="canonical" href="${SITE}${telling.folder}/" />`);
    expect(cards, "its picture is made").toContain(telling.card);
  });
});

it("the card is a picture of 1200 by 630", async () => {
  const png = await cardPng(stale);
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
});
