/** What the inspector says, from the real engine and its record. */

import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";

import type { Target, World } from "@/engine/types";
import type { EngineLike, PlaygroundLike } from "@/engine/worker/engineLike";
import { addTexts, type Catalogue, setWords, t } from "@/language/words";
import { Reel } from "@/session/tape/tape";
import { kindOf, type Teller, tellerOf } from "@/views/inspector/tell/tell";
import type { Description } from "@/views/inspector/tell/types";
import { leadsTo, wordOf } from "@/views/inspector/words";
import { loadEngine, textOf } from "./realEngine";

let engine: EngineLike;
let playground: PlaygroundLike;
let world: World;
const reel = new Reel();

const LOOK = { range: 0, notable_after: 0, series_after: -1 };

beforeAll(() => {
  engine = loadEngine().engine;
  playground = new engine.Playground(textOf("five-replicas"), "", undefined);
  world = playground.world();
  playground.record(true);
  playground.advance(2_500_000, 1e9);
  // To an instant at which something is on its way.
  for (let step = 0; step < 2_000 && playground.frame(LOOK).flights.count === 0; step += 1) {
    playground.step();
  }
  const columns = playground.take_trace();
  const toEvent = playground.events();
  reel.take([
    { afterEvent: -1, afterUs: 0, toEvent, toUs: playground.now_us(), columns: [columns] },
  ]);
});

const KINDS: Target[] = [{ node: 0 }, { range: 0 }, { request: 1 }, { event: 1 }];
const tellers = new Map<string, Teller>();

beforeAll(async () => {
  for (const target of KINDS) tellers.set(kindOf(target), await tellerOf(target));
});

function described(target: Target, withTape = false, hideVerdicts = false): Description | null {
  const tell = tellers.get(kindOf(target));
  if (tell === undefined) throw new Error("all kinds are there");
  return tell(target, {
    world,
    frame: playground.frame(LOOK),
    inspection: playground.inspect(target),
    tape: withTape ? reel.tape() : null,
    hideVerdicts,
  });
}

function value(of: Description | null, name: string): string | undefined {
  return of?.rows.find((row) => row.name === name)?.value;
}

function everyTarget(): Target[] {
  const { requests, flights } = playground.frame(LOOK);
  return [
    { node: 0 },
    { node: 5 },
    { replica: { range: 0, node: 1 } },
    { replica: { range: 0, node: 0 } },
    { range: 0 },
    { entry: { range: 0, index: 5 } },
    { link: { from: 0, to: 1 } },
    { message: flights.id[0] ?? 0 },
    { request: requests[0]?.id ?? 0 },
  ];
}

const PUBLIC = path.join(import.meta.dirname, "../../public");

function catalogue(file: string): Catalogue {
  return JSON.parse(fs.readFileSync(path.join(PUBLIC, "zh-CN", `${file}.json`), "utf8"));
}

const KEPT = ["bit", "epoch", "fsync", "match", "min", "next", "peer", "ppm", "tick"];

/** Lower-case words but names of the run and those that Chinese texts keep. */
function englishIn(text: string): string[] {
  const { zones, nodes, workloads, kinds, message_types } = world;
  const ids = [...zones, ...nodes, ...workloads].map(({ id }) => id);
  // What the engine calls its kinds is held to its Chinese beside its sources.
  const labels = [...kinds, ...message_types].flatMap(({ label }) => label.split(" "));
  const known = new Set([...ids, ...labels, ...KEPT]);
  return (text.match(/\b[a-z][a-z-]{2,}\b/g) ?? []).filter((word) => !known.has(word));
}

describe("the inspector in Chinese", () => {
  afterEach(() => setWords("en", {}));

  it("says titles, names and values without an English word", () => {
    setWords("zh-CN", catalogue("page"));
    for (const file of ["engine", "scenarios"]) addTexts(catalogue(file));
    const passed = described({ message: reel.tape()?.messages.flight[20] ?? 0 }, true);
    const event = { event: Number(value(passed, "caused by event")) };
    for (const target of [...everyTarget(), event]) {
      const said = described(target, true);
      expect(said, JSON.stringify(target)).not.toBeNull();
      const texts = said?.rows.flatMap(({ name, values, value }) => [t(name, values), value]) ?? [];
      for (const text of [said?.title ?? "", ...texts]) expect(englishIn(text), text).toEqual([]);
      for (const { name } of said?.rows ?? []) {
        const { note } = wordOf(target, world, name);
        if (note !== "") expect(t(note)).toMatch(/\p{Script=Han}/u);
      }
    }
  });
});

describe("the inspector", () => {
  it("has a word for nearly every field of everything", () => {
    for (const target of everyTarget()) {
      const shown = described(target);
      expect(shown, JSON.stringify(target)).not.toBeNull();
      const rows = shown?.rows ?? [];
      expect(rows.length, shown?.title).toBeGreaterThan(1);
      const named = rows.filter(({ name }) => wordOf(target, world, name).note !== "");
      expect(named.length, shown?.title).toBeGreaterThan(0);
      expect(rows.every((row) => row.value !== "")).toBe(true);
      const derived = rows.map(({ name }) => wordOf(target, world, name).derived === true);
      expect(derived.indexOf(false), "derived values come first").toBe(
        derived.filter(Boolean).length,
      );
    }
  });

  it("derives what a replica's numbers mean for a reader and for the group", () => {
    const frame = playground.frame(LOOK);
    const leader = [...frame.replicas.role].indexOf(3);
    const leads = described({ replica: { range: 0, node: frame.replicas.node[leader] ?? 0 } });
    expect(value(leads, "role")).toBe("leader");
    expect(value(leads, "quorum slack")).toBe("2");
    const follower = described({
      replica: { range: 0, node: frame.replicas.node[leader === 0 ? 1 : 0] ?? 0 },
    });
    expect(value(follower, "a local read would miss")).toMatch(/^\d+ entr(y|ies)$/);
    expect(value(follower, "election timeout in")).toMatch(/s$/);
    expect(value(follower, "quorum slack")).toBeUndefined();
    expect(value(described({ range: 0 }), "quorum slack")).toBe("2");
  });

  it("says of an entry where it is and who wrote it, and leads there", () => {
    const entry = described({ entry: { range: 0, index: 5 } });
    expect(value(entry, "persisted by")).toBe("5 of 5");
    const request = value(entry, "written by request") ?? "";
    expect(leadsTo("written by request", request)).toEqual({ request: Number(request.slice(1)) });
    expect(described({ entry: { range: 0, index: 99_999 } })).toBeNull();
  });

  it("tells of what is past from the record, and of nothing that is to come", () => {
    const tape = reel.tape();
    const flight = tape?.messages.flight[20] ?? 0;
    expect(described({ message: flight })).toBeNull();
    const message = described({ message: flight }, true);
    expect(value(message, "took")).toBeDefined();
    const event = Number(value(message, "caused by event"));
    expect(described({ event }, true)?.title).toBe(`Event ${event}`);
    expect(described({ event: playground.events() + 1 }, true)).toBeNull();
    const request = described({ request: 3 }, true);
    expect(request?.title).toMatch(/request r3$/);
    expect(
      value(request, "waited for commit") ?? value(request, "waited for the read index"),
    ).toBeDefined();
  });

  it("keeps a verdict to itself while a lesson waits for an answer", () => {
    const judged = playground.frame(LOOK).requests.find(({ verdict }) => verdict === "fresh");
    const target: Target = { request: judged?.id ?? 0 };
    expect(value(described(target), "verdict")).toBeDefined();
    expect(value(described(target, false, true), "verdict")).toBeUndefined();
    expect(value(described(target, false, true), "outcome")).toBe(
      value(described(target), "outcome"),
    );
  });
});
