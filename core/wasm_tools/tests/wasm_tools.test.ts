/**
 * The third module in Node, fed by the first: what it writes is what the command line writes, and
 * it answers about what the engine recorded.
 */

import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type * as ToolsModule from "wasm_tools";

import { writeRun } from "../../../web/engine/worker/exporting";
import { type LoadedEngine, loadEngine, scenarioText } from "../../wasm_engine/tests/engine";

const GOLDEN = new URL("../../run/testdata/export/", import.meta.url);

let engine: LoadedEngine["engine"];
let tools: typeof ToolsModule;

beforeAll(async () => {
  ({ engine } = await loadEngine());
  tools = await import("wasm_tools");
  const file = fileURLToPath(new URL("../pkg/wasm_tools_bg.wasm", import.meta.url));
  tools.initSync({ module: fs.readFileSync(file) });
});

describe("exports", () => {
  it.each(["jsonl", "perfetto", "shiviz"])("writes %s as the command line does", (format) => {
    const text = scenarioText("first-look");
    const playground = new engine.Playground(text, "", undefined);
    const writer = new tools.Exporter(text, "", undefined, format);
    const parts = writeRun({
      playground,
      writer,
      actions: [],
      untilUs: 60_000,
      onProgress: () => {},
    });
    const golden = fs.readFileSync(new URL(`first-look.${format}.txt`, GOLDEN), "utf8");
    expect(parts.join("")).toBe(golden);
  });

  it("says how far it has come, and carries out what a person did at its instant", () => {
    const text = scenarioText("hundred-ranges");
    const playground = new engine.Playground(text, "", undefined);
    const writer = new tools.Exporter(text, "", undefined, "jsonl");
    const reached: number[] = [];
    const action = { at_us: 300_001, action: { do: "crash", store: "s1" } as const, text: "" };
    const parts = writeRun({
      playground,
      writer,
      actions: [action, { ...action, at_us: 5_900_000 }],
      untilUs: 5_000_000,
      onProgress: (us) => reached.push(us),
    });
    expect(reached.length).toBeGreaterThan(1);
    expect(reached.at(-1)).toBe(5_000_000);
    const crashes = parts.join("").match(/"fault-began"/g);
    expect(crashes).toHaveLength(1);
    expect(parts.join("")).toContain('"at_us":300001');
  });

  it("tells every row that a scan found", () => {
    const text = scenarioText("cross-az-scan");
    const playground = new engine.Playground(text, "", undefined);
    const writer = new tools.Exporter(text, "", undefined, "jsonl");
    const onProgress = () => {};
    const parts = writeRun({ playground, writer, actions: [], untilUs: 3_000_000, onProgress });
    const lines = parts.join("").trimEnd().split("\n");
    const facts = lines.slice(1).map((line) => JSON.parse(line));
    const asked = new Map(facts.flatMap((one) => (one.op === "scan" ? [[one.request, one]] : [])));
    const ended = facts.filter((one) => one.values !== undefined);
    expect(ended.length).toBeGreaterThan(10);
    for (const { request, values } of ended) expect(values).toHaveLength(asked.get(request).rows);
  });

  it("refuses a format that does not exist", () => {
    const make = () => new tools.Exporter(scenarioText("first-look"), "", undefined, "pcap");
    expect(make).toThrow('expected one of "perfetto", "shiviz", "jsonl"');
  });
});

describe("why", () => {
  function asked(question: ToolsModule.Question) {
    const text = scenarioText("first-look");
    const playground = new engine.Playground(text, "", undefined);
    playground.record(true);
    playground.advance(1_000_000, Number.POSITIVE_INFINITY);
    const logged = playground.apply({ do: "crash", store: "s2" });
    playground.advance(6_000_000, Number.POSITIVE_INFINITY);
    const record = new tools.Lens(text, "", undefined);
    record.act(logged.at_us, JSON.stringify(logged.action));
    record.push(playground.take_trace());
    return record.why(question);
  }

  it("follows an election back to what a person did", () => {
    const answer = asked({ no_leader: 0 });
    const actions = answer.steps.filter(({ kind }) => kind === "action");
    expect(actions.map(({ text }) => text.map((part) => part.text).join(""))).toEqual([
      expect.stringContaining("Crash s2."),
    ]);
    expect(answer.wanted_us).toBeNull();
    const instants = answer.steps.map(({ at_us }) => at_us);
    expect(instants).toEqual([...instants].sort((a, b) => a - b));
  });

  it("names things as targets that the page can select", () => {
    const { steps, question } = asked({ message: 1 });
    expect(question).toContainEqual({ text: "a pre-vote request", target: { message: 1 } });
    expect(steps[0]?.kind).toBe("start");
  });

  it("refuses columns that are none", () => {
    const record = new tools.Lens(scenarioText("first-look"), "", undefined);
    expect(() => record.push({} as ToolsModule.TraceColumns)).toThrow("count");
  });
});
