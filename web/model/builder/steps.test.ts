import fs from "node:fs";
import { describe, expect, test } from "vitest";

import { changed } from "./document";
import { fieldsOf, itemsOf, networkOf, textOf, valueAt } from "./network";
import { freeId, type ReferenceKind, referencesTo } from "./references";
import { goesAlong, removed } from "./removal";
import {
  addLink,
  addNode,
  addWorkload,
  addZone,
  type DrawnTarget,
  moveNode,
  pairWithout,
  readValue,
  renamed,
  swapZones,
  takenIds,
} from "./steps";

const FOLDER = "public/scenarios";
const SHIPPED = fs
  .readdirSync(FOLDER)
  .filter((name) => name !== "index.json")
  .map((name): [string, string] => [name, fs.readFileSync(`${FOLDER}/${name}`, "utf8")]);

const FIRST = fs.readFileSync(`${FOLDER}/first-look.json`, "utf8");

test("a new name is the next number that nobody has", () => {
  expect(freeId("az3", new Set(["az4"]))).toBe("az5");
  expect(freeId("oslo", new Set(["oslo"]))).toBe("oslo1");
  expect(freeId("s", new Set(["s1", "s2"]))).toBe("s3");
});

test("from an empty file a network is drawn", () => {
  let text = '{ "format": "raft-atlas/1", "title": "Mine" }';
  for (let i = 0; i < 3; i += 1) text = addZone(text).text;
  for (const zone of ["az1", "az2", "az3"]) text = addNode(text, "store", zone).text;
  text = addNode(text, "gateway", "az2").text;
  text = addWorkload(text).text;
  expect(pairWithout(text, "az3")).toEqual(["az1", "az3"]);
  text = addLink(text, "az1", "az3").text;
  expect(JSON.parse(text)).toEqual({
    format: "raft-atlas/1",
    title: "Mine",
    topology: {
      zones: [{ id: "az1" }, { id: "az2" }, { id: "az3" }],
      stores: [
        { id: "s1", zone: "az1" },
        { id: "s2", zone: "az2" },
        { id: "s3", zone: "az3" },
      ],
      gateways: [{ id: "g1", zone: "az2" }],
      links: { between: [{ zones: ["az1", "az3"], rtt: "1ms" }] },
    },
    workload: [{ id: "load1", from: "g1", op: "get", clients: 1, think: "200ms" }],
  });
});

test("a store moves to another zone, and back", () => {
  const at = (text: string) => {
    const node = networkOf(readValue(text)).nodes.find(({ id }) => id === "s1");
    if (node === undefined) throw new Error("There is no s1.");
    return node;
  };
  const there = moveNode(FIRST, at(FIRST), "Ohio");
  expect(there.said).toBe("Store s1 was moved from Oregon to Ohio.");
  expect(moveNode(there.text, at(there.text), "Oregon").text).toBe(FIRST);
});

test("zones change places as they are written", () => {
  const other = swapZones(FIRST, "Oregon", "Virginia").text;
  expect(networkOf(readValue(other)).zones.map(({ id }) => id)).toEqual([
    "Virginia",
    "Ohio",
    "Oregon",
  ]);
  expect(swapZones(other, "Oregon", "Virginia").text).toBe(FIRST);
});

test("a zone goes with all that stands in it, and says so", () => {
  const zone: DrawnTarget = { kind: "zone", id: "Virginia" };
  expect(goesAlong(readValue(FIRST), zone)).toEqual([
    "store s3",
    "gateway g3",
    "link Oregon–Virginia",
    "link Ohio–Virginia",
    "load gets",
    "replicas beyond 2",
    "what is expected of it",
  ]);
  const { text, said } = removed(FIRST, zone);
  expect(said).toContain("Zone Virginia was removed. With it: store s3, gateway g3,");
  const { topology, data, workload } = JSON.parse(text);
  expect(topology.zones.map(({ id }: { id: string }) => id)).toEqual(["Oregon", "Ohio"]);
  expect(topology.links.between).toEqual([]);
  expect(data.replicas).toBe(2);
  expect(workload).toHaveLength(1);
});

test("what is done to a thing goes with it, and a leader that is gone leads nothing", () => {
  const text = changed(
    FIRST,
    ["actions"],
    [
      { at: "1s", do: "crash", store: "s2" },
      { at: "2s", do: "cut", from: "Oregon", to: "Virginia" },
    ],
  );
  const after = JSON.parse(removed(text, { kind: "node", id: "s2" }).text);
  expect(after.actions).toEqual([{ at: "2s", do: "cut", from: "Oregon", to: "Virginia" }]);
  expect(after.data.leaders).toEqual([]);
});

test("a beat whose act has lost its place goes, and what is said after it", () => {
  const beat = (title: string, isolate?: string) => ({
    title,
    ...(isolate === undefined ? {} : { act: { text: "Cut it off", isolate } }),
  });
  const beats = [beat("Before."), beat("Act.", "Ohio"), beat("After.")];
  const text = changed(FIRST, ["show", "beats"], beats);
  const beatsWithout = (id: string) =>
    JSON.parse(removed(text, { kind: "zone", id }).text).show.beats;
  expect(beatsWithout("Ohio")).toEqual([beat("Before.")]);
  expect(beatsWithout("Virginia")).toEqual(beats);
  expect(goesAlong(readValue(text), { kind: "zone", id: "Ohio" })).toContain(
    "what is said while it plays",
  );
  const renamedText = renamed(text, { kind: "zone", id: "Ohio" }, "iowa")?.text ?? "";
  expect(JSON.parse(renamedText).show.beats[1].act.isolate).toBe("iowa");
});

test("a load is renamed in figures and sentences too", () => {
  const next = renamed(FIRST, { kind: "workload", id: "puts" }, "writes");
  expect(next?.text).toContain("{{workload.writes.ok|count}}");
  expect(next?.text).toContain('"run/workload.writes.ok"');
  expect(next?.text).not.toMatch(/workload\.puts|"puts"/);
});

test("the placement driver of a zone that goes stands in another one", () => {
  const text = fs.readFileSync(`${FOLDER}/lose-a-zone.json`, "utf8");
  const zone = textOf(valueAt(readValue(text), ["topology", "pd", "zone"]));
  const step = removed(text, { kind: "zone", id: zone });
  const other = textOf(valueAt(readValue(step.text), ["topology", "pd", "zone"]));
  expect(networkOf(readValue(step.text)).zones.map(({ id }) => id)).toContain(other);
  expect(step.said).toContain(`the placement driver, now ${other}`);
});

test("what is expected, asked, concluded and to be tried goes with what it names", () => {
  const text = JSON.stringify({
    topology: { zones: [{ id: "a" }, { id: "b" }], gateways: [{ id: "g", zone: "a" }] },
    workload: [{ id: "puts", from: "g" }],
    expect: [
      { metric: "run/workload.puts.ok", at_least: 1 },
      { metric: "run/elections", equals: 1 },
    ],
    checkpoints: [{ at: "1s", cut: ["a", "b"] }],
    try: {
      goal: { happened: "cut", where: "b" },
      next: { goal: { happened: "crashed", where: "g" } },
    },
    conclusion: { text: "{{workload.puts.ok}} writes", figure: { metric: "elections" } },
    variants: {
      more: { workload: [{ id: "puts", from: "b" }], conclusion: { against: "run" } },
    },
  });
  const left = (target: DrawnTarget): unknown => readValue(removed(text, target).text);
  // The load is still there in a variant, and can be expected of that.
  expect(left({ kind: "node", id: "g" })).toMatchObject({
    workload: [],
    expect: [{}, {}],
    try: { goal: { where: "b" } },
    variants: { more: { workload: [{ id: "puts" }] } },
  });
  expect(valueAt(left({ kind: "node", id: "g" }), ["try", "next"])).toBeUndefined();
  expect(left({ kind: "zone", id: "b" })).toEqual({
    topology: { zones: [{ id: "a" }], gateways: [{ id: "g", zone: "a" }] },
    workload: [{ id: "puts", from: "g" }],
    expect: [
      { metric: "run/workload.puts.ok", at_least: 1 },
      { metric: "run/elections", equals: 1 },
    ],
    checkpoints: [],
    conclusion: { text: "{{workload.puts.ok}} writes", figure: { metric: "elections" } },
    variants: { more: { workload: [], conclusion: { against: "run" } } },
  });
});

test("a name that is taken, or is none, is refused", () => {
  expect(renamed(FIRST, { kind: "node", id: "s1" }, "s2")).toBeNull();
  expect(renamed(FIRST, { kind: "node", id: "s1" }, "")).toBeNull();
  expect(renamed(FIRST, { kind: "node", id: "s1" }, "two words")).toBeNull();
});

describe.each(SHIPPED)("%s", (_name, text) => {
  const value = readValue(text);
  const { zones, nodes } = networkOf(value);

  test("every zone and machine is renamed and renamed back to the same bytes", () => {
    const things: DrawnTarget[] = [
      ...zones.map(({ id }): DrawnTarget => ({ kind: "zone", id })),
      ...nodes
        .filter(({ kind }) => kind !== "pd")
        .map(({ id }): DrawnTarget => ({ kind: "node", id })),
    ];
    for (const target of things.slice(0, 12)) {
      const there = renamed(text, target, "another-name");
      expect(referencesTo(readValue(there?.text ?? ""), "node", idOf(target))).toEqual([]);
      const back = renamed(
        there?.text ?? "",
        { ...target, id: "another-name" } as DrawnTarget,
        idOf(target),
      );
      expect(back?.text).toBe(text);
    }
  });

  test("what is added and removed again leaves the same bytes", () => {
    const zone = addZone(text);
    expect(removed(zone.text, zone.target as DrawnTarget).text).toBe(text);
    const store = addNode(text, "store", zones[0]?.id ?? "");
    expect(removed(store.text, store.target as DrawnTarget).text).toBe(text);
    const load = addWorkload(text);
    expect(removed(load.text, load.target as DrawnTarget).text).toBe(text);
  });

  test("when a thing is gone nothing names it, nor what went with it", () => {
    const loads = [...new Set(loadsOf(value))];
    const gone = (target: DrawnTarget): void => {
      const left = readValue(removed(text, target).text);
      const ids = goneIds(value, target);
      for (const id of ids) expect(namedIn(left, "node", id)).toEqual([]);
      const stillThere = new Set(loadsOf(left));
      for (const id of loads) {
        if (!stillThere.has(id)) expect(namedIn(left, "workload", id)).toEqual([]);
      }
    };
    for (const { id } of zones.slice(0, 4)) gone({ kind: "zone", id });
    for (const { kind, id } of nodes.slice(0, 12)) if (kind !== "pd") gone({ kind: "node", id });
    for (const id of loads) gone({ kind: "workload", id });
  });

  test("when a zone is gone nothing stands in it", () => {
    const id = zones[0]?.id ?? "";
    const left = readValue(removed(text, { kind: "zone", id }).text);
    expect(takenIds(left).has(id)).toBe(false);
    expect(networkOf(left).nodes.every(({ zone }) => zone !== id)).toBe(true);
  });
});

/** Ids of loads, of the file and of its variants. */
function loadsOf(value: unknown): string[] {
  const variants = Object.values(fieldsOf(fieldsOf(value).variants));
  return [value, ...variants].flatMap((part) =>
    itemsOf(fieldsOf(part).workload).map(({ id }) => textOf(id)),
  );
}

function goneIds(value: unknown, target: DrawnTarget): string[] {
  if (target.kind === "workload") return [];
  const inside = networkOf(value).nodes.filter(
    ({ kind, zone }) => kind !== "pd" && target.kind === "zone" && zone === target.id,
  );
  return [idOf(target), ...inside.map(({ id }) => id)];
}

function namedIn(value: unknown, kind: ReferenceKind, id: string): string[] {
  return referencesTo(value, kind, id).map(({ path }) => path.join("."));
}

function idOf(target: DrawnTarget): string {
  return target.kind === "link" ? "" : target.id;
}
