/** What is taken away from the page is what other programs read, and what the command line runs. */

import fs from "node:fs";
import * as v from "valibot";

import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";
import { buildCli, runByCli } from "../scenarios";
import { SHIVIZ, traceFile } from "../traceEvents";

async function played(atlas: AtlasPage): Promise<void> {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(1_500_000);
  await atlas.act({ do: "crash", store: "s2" });
  await atlas.advanceTo(4_000_000);
  await atlas.more("Export…");
}

async function downloaded(atlas: AtlasPage, name: string): Promise<string> {
  const [download] = await Promise.all([
    atlas.page.waitForEvent("download"),
    atlas.button(name).click(),
  ]);
  return fs.readFileSync(await download.path(), "utf8");
}

test("the Perfetto trace keeps to the published format, and every arrow has two ends", async ({
  atlas,
}) => {
  await played(atlas);
  const text = await downloaded(atlas, "Download: Perfetto trace");
  const { traceEvents } = v.parse(traceFile, JSON.parse(text));
  const tracks = traceEvents.filter(({ ph, name }) => ph === "M" && name === "thread_name");
  const names = tracks.map(({ args }) => (args !== undefined && "name" in args ? args.name : ""));
  for (const store of ["s1", "s2", "s3"]) expect(names).toContain(`store ${store}`);
  const slices = new Set<string>();
  const open = new Map<string, number>();
  for (const event of traceEvents) {
    if (event.ph === "X") slices.add(`${event.pid} ${event.tid} ${event.ts}`);
    if (event.ph !== "s" && event.ph !== "f") continue;
    const arrow = `${event.cat} ${event.id}`;
    open.set(arrow, (open.get(arrow) ?? 0) + (event.ph === "s" ? 1 : -1));
  }
  expect([...open.values()].filter((ends) => ends !== 0)).toEqual([]);
  const loose = traceEvents.filter(
    (event) =>
      "ts" in event &&
      event.cat === "message" &&
      !slices.has(`${event.pid} ${event.tid} ${event.ts}`),
  );
  expect(loose).toEqual([]);
  expect(open.size).toBeGreaterThan(100);
});

test("ShiViz's expression reads the whole log, and clocks only grow", async ({ atlas }) => {
  await played(atlas);
  const text = await downloaded(atlas, "Download: ShiViz log");
  const events = [...text.matchAll(SHIVIZ)];
  expect(events.length * 2).toBe(text.trimEnd().split("\n").length);
  const last = new Map<string, Record<string, number>>();
  for (const { groups } of events) {
    const clock = JSON.parse(groups?.clock ?? "") as Record<string, number>;
    const host = groups?.host ?? "";
    const before = last.get(host) ?? {};
    expect(clock[host]).toBe((before[host] ?? 0) + 1);
    for (const [other, count] of Object.entries(before)) {
      expect(clock[other] ?? 0).toBeGreaterThanOrEqual(count);
    }
    last.set(host, clock);
  }
  expect(last.size).toBeGreaterThan(4);
});

test("the JSON lines hold what a person did, with its instant", async ({ atlas }) => {
  await played(atlas);
  const text = await downloaded(atlas, "Download: JSON lines");
  const lines = text.trimEnd().split("\n");
  const facts = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(facts[0]?.format).toBe("raft-atlas-facts/1");
  const began = facts.find(({ fact }) => fact === "fault-began");
  expect(began).toMatchObject({ fault: "crash:s2", at_us: 1_500_001 });
});

test("the scenario file runs to the same digest on the command line", async ({ atlas }) => {
  // The command line may have to be compiled first.
  test.setTimeout(240_000);
  await played(atlas);
  const text = await downloaded(atlas, "Download: Scenario file");
  const file = test.info().outputPath("replay.json");
  fs.writeFileSync(file, text);
  await buildCli();
  const report = await runByCli(file, 4_000_000);
  expect(report.variants.run?.digest).toBe(await atlas.digest());
});

test("charts are pictures and tables", { tag: "@long" }, async ({ atlas }) => {
  await played(atlas);
  const svg = await downloaded(atlas, "Traffic between zones: SVG");
  expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  expect(svg).not.toContain("class=");
  const png = await downloaded(atlas, "Traffic between zones: PNG");
  expect(png.slice(1, 4)).toBe("PNG");
  const traffic = await downloaded(atlas, "Traffic, CSV");
  expect(traffic).toMatch(/^from_us,to_us,[a-z_,-]+\r\n0,/);
  const latency = await downloaded(atlas, "Latency, CSV");
  expect(latency.split("\r\n").length).toBeGreaterThan(10);
});

test("an export that takes long can be ended", { tag: "@long" }, async ({ atlas }) => {
  await atlas.open({ scenario: "hundred-ranges" });
  await atlas.advanceTo(20_000_000);
  await atlas.more("Export…");
  await atlas.button("Download: Perfetto trace").click();
  await atlas.button("Stop").click();
  await expect(atlas.button("Download: Perfetto trace")).toBeVisible();
});
