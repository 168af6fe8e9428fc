/** What the map, the lanes and the controls of every scenario say can be read. */

import fs from "node:fs";
import { IS_LONG } from "../../web/test/long";
import { expect, test } from "../fixtures";
import { listScenarios, readScenario } from "../scenarios";
import { unreadable } from "../texts";

const SECONDS = { ms: 0.001, s: 1, m: 60 } as const;

/** While the first lines are short, and when most of what is to be seen has happened. */
const INSTANTS = [0.1, 0.6];

function durationUs(id: string): number {
  const written = String(readScenario(id).duration);
  const [, number = "", unit = ""] = /^([\d.]+)(ms|s|m)$/.exec(written) ?? [];
  return Number(number) * SECONDS[unit as keyof typeof SECONDS] * 1_000_000;
}

/** Every day each theme has a third of the scenarios, not the same ones; in the long run all. */
const SHARE = IS_LONG ? 1 : 3;

for (const [first, theme] of ["light", "projector"].entries())
  test(`in the scenarios, ${theme}`, async ({ atlas }) => {
    test.setTimeout(240_000);
    const { page } = atlas;
    await page.addInitScript((name) => localStorage.setItem("raft-atlas/theme", name), theme);
    await atlas.open({ scenario: "first-look" });
    for (const { id } of listScenarios().filter((_, place) => place % SHARE === first % SHARE)) {
      await atlas.openVariant(id);
      for (const part of INSTANTS) {
        await atlas.advanceTo(Math.round(durationUs(id) * part));
        // Its words are fetched when there is the first decision.
        await expect(page.locator("[data-decision]:empty")).toHaveCount(0);
        expect.soft(await unreadable(page.locator("body")), `${id}, ${part}`).toEqual([]);
      }
    }
  });

test("the metrics of a large load, on a projector", async ({ atlas }) => {
  const { page } = atlas;
  await page.addInitScript(() => localStorage.setItem("raft-atlas/theme", "projector"));
  await atlas.open({ scenario: "million-reads" });
  await atlas.advanceTo(360_000);
  await page.getByRole("tab", { name: "Metrics", exact: true }).click();
  await expect(atlas.meters.getByRole("table").first()).toBeVisible();
  expect(await unreadable(atlas.meters)).toEqual([]);
});

test("zones and stores on a phone", async ({ atlas }) => {
  const { page } = atlas;
  await page.setViewportSize({ width: 390, height: 844 });
  await atlas.open({ scenario: "follower-replication-3x3" });
  for (const id of ["follower-replication-3x3", "five-replicas", "two-cities"]) {
    await atlas.openVariant(id);
    await atlas.advanceBy(300_000);
    expect.soft(await unreadable(atlas.map), id).toEqual([]);
  }
});

/** Weights of theme.css, normal and on a projector, and how its figures stand. */
const TYPES = {
  regular: { weights: ["400", "450"], numerics: ["normal", "tabular-nums"] },
  strong: { weights: ["620", "680"], numerics: ["normal"] },
};

for (const [name, type] of Object.entries(TYPES))
  test(`the page’s font is as wide as it is reckoned, ${name}`, async ({ atlas }) => {
    const { page } = atlas;
    await atlas.open({ scenario: "first-look" });
    const file = new URL("../../web/model/fontWidths.json", import.meta.url);
    const reckoned = JSON.parse(fs.readFileSync(file, "utf8"));
    const known: Record<string, number> = reckoned[name];
    const measured = await page.evaluate(
      async ([characters, { weights, numerics }]) => {
        const probe = document.createElement("span");
        probe.style.cssText = "position: fixed; white-space: pre; font-size: 100px";
        document.body.append(probe);
        const widest: Record<string, number> = {};
        for (const weight of weights) {
          await document.fonts.load(`${weight} 100px "Inter Variable"`);
          probe.style.fontWeight = weight;
          for (const numeric of numerics) {
            probe.style.fontVariantNumeric = numeric;
            for (const character of characters) {
              probe.textContent = character;
              const { width } = probe.getBoundingClientRect();
              widest[character] = Math.max(widest[character] ?? 0, width);
            }
          }
        }
        return widest;
      },
      [Object.keys(known), type] as const,
    );
    const others = Object.entries(known).flatMap(([character, px]) => {
      const inFont = measured[character] ?? 0;
      return Math.abs(inFont - px) > 1 ? [`${character}: ${inFont}, reckoned ${px}`] : [];
    });
    expect(others).toEqual([]);
  });

test("a text over another is told, and one that is cut off", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await page.getByRole("main").evaluate((main) => {
    for (const words of ["one line", "another"]) {
      const line = document.createElement("p");
      line.textContent = words;
      line.style.cssText = "position: fixed; left: 400px; top: 300px; z-index: 99; margin: 0";
      main.append(line);
    }
    const narrow = document.createElement("p");
    narrow.textContent = "wider than it may be";
    narrow.style.cssText = "position: fixed; left: 800px; top: 300px; width: 40px; margin: 0";
    narrow.style.overflow = "hidden";
    narrow.style.whiteSpace = "nowrap";
    main.append(narrow);
  });
  const told = await unreadable(page.getByRole("main"));
  expect(told).toContain("over each other: one line / another");
  expect(told).toContain("cut off: wider than it may be");
});
