/** The table of acts is the engine's: fields, bounds and what stands without them are the schema's. */

import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import type { Action, FaultView } from "@/engine/types";
import { FAULT_KINDS } from "@/engine/vocabulary";
import { frameOf, worldOf } from "@/test/fixtures";
import { everyAction } from "../targetActions";
import type { ActKind } from "./act";
import { faultMade, fieldsOf, makesBarrier, offeredIn, rowOf } from "./acts";
import { actionText, actText, enteredKey, firstAct, refusal, targetOf } from "./filled";
import { type Names, namesInRun, namesOf } from "./names";
import { ACTS } from "./table";

interface Shape {
  properties: Record<
    string,
    { const?: string; minimum?: number; maximum?: number; default?: unknown }
  >;
  required: string[];
}

const schema = JSON.parse(readFileSync("public/schema/scenario.json", "utf8")) as {
  $defs: { ScriptedAction: { oneOf: Shape[] } };
};
const SHAPES = schema.$defs.ScriptedAction.oneOf;
const KINDS = Object.keys(ACTS) as ActKind[];

describe("the table of acts", () => {
  it("has the acts of the schema, each with its fields, and needs what that needs", () => {
    const shapes = SHAPES.map(({ properties, required }) => [
      properties.do?.const,
      Object.keys(properties)
        .filter((key) => key !== "do" && key !== "at")
        .sort(),
      required.filter((key) => key !== "do").sort(),
    ]);
    const rows = KINDS.map((kind) => {
      const fields = fieldsOf(kind);
      const needed = fields.filter(([, { optional }]) => !optional);
      return [kind, fields.map(([name]) => name).sort(), needed.map(([name]) => name).sort()];
    });
    expect(rows.sort()).toEqual(shapes.sort());
  });

  it.each(KINDS)("%s has the bounds of the schema, and what stands without a number", (kind) => {
    const { properties } = SHAPES.find((shape) => shape.properties.do?.const === kind) as Shape;
    for (const [name, { bounds, atRest, is }] of fieldsOf(kind)) {
      const known = properties[name];
      const isOwn = known?.maximum !== undefined && is !== "range" && is !== "share";
      if (isOwn) expect([name, bounds]).toEqual([name, { min: known.minimum, max: known.maximum }]);
      if (typeof known?.default === "number" && is !== "range")
        expect([name, atRest]).toEqual([name, known.default]);
    }
  });

  it.each(KINDS)("%s names fields that it has, and says itself without a gap", (kind) => {
    const { says } = rowOf(kind);
    const names = [...says.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(fieldsOf(kind).map(([name]) => name)).toEqual(expect.arrayContaining(names));
    const act = firstAct(kind, NAMES) as unknown as Action;
    expect(actionText(act)).not.toMatch(/[{}]|undefined|, do /);
  });

  it("makes each kind of fault by an act of its name", () => {
    for (const kind of Object.keys(FAULT_KINDS) as (keyof typeof FAULT_KINDS)[]) {
      expect(rowOf(kind).does).toBe("breaks");
      const action = firstAct(kind, NAMES) as unknown as Action;
      expect(faultMade(action)?.startsWith(`${kind}:`)).toBe(true);
      expect(makesBarrier(action)).toBe(FAULT_KINDS[kind].blocks);
    }
  });

  it("says of every act that the menus of the map offer that they do", () => {
    const world = worldOf({ stores: [2, 1], gateways: [1, 0] });
    const offered = new Set(
      everyAction(world, frameOf(world, { nowUs: 0 }), 0).map(({ do: kind }) => kind),
    );
    expect(offered.size).toBeGreaterThan(4);
    for (const kind of offered) expect(offeredIn("map")).toContain(kind);
  });
});

const NAMES: Names = namesOf({
  topology: {
    zones: [{ id: "az1" }, { id: "az2" }],
    stores: [
      { id: "s1", zone: "az1" },
      { id: "s2", zone: "az2" },
    ],
    gateways: [{ id: "g1", zone: "az1" }],
  },
  workload: [{ id: "gets" }],
  data: { rows: 100, ranges: 2 },
});

function filled(kind: ActKind, fields: Record<string, unknown>) {
  const rows = Object.fromEntries(fieldsOf(kind));
  const entered = Object.entries(fields).map(([name, value]) => {
    const row = rows[name];
    if (row === undefined) throw new Error(`${kind} has no ${name}`);
    return [enteredKey(name, row), value];
  });
  return firstAct(kind, NAMES, Object.fromEntries(entered));
}

describe("an act as a form fills it in", () => {
  it("begins with the first of what it needs, and a link with two ends", () => {
    expect(firstAct("cut", NAMES)).toEqual({ do: "cut", from: "az1", to: "az2" });
    expect(firstAct("degrade", NAMES)).toEqual({
      ...{ do: "degrade", from: "az1", to: "az2", delay: "20ms" },
    });
    expect(firstAct("merge", NAMES)).toEqual({ do: "merge", range: 0, into: 1 });
    expect(firstAct("split", NAMES)).toEqual({ do: "split", key: 25 });
  });

  it("is of the range that is shown, where one is", () => {
    const names = { ...NAMES, range: 1 };
    expect(firstAct("campaign", names)).toEqual({ do: "campaign", store: "s1", range: 1 });
    expect(firstAct("merge", names)).toEqual({ do: "merge", range: 1, into: 0 });
  });

  it("takes what was entered, and takes it over to an act of the same fields", () => {
    expect(filled("crash", { store: "g1" })).toEqual({ do: "crash", store: "g1" });
    const entered = { "machine store": "g1", "place from": "s1" };
    expect(firstAct("restart", NAMES, entered)).toEqual({ do: "restart", store: "g1" });
    expect(firstAct("pause", NAMES, entered), "no store").toEqual({ do: "pause", store: "s1" });
    expect(filled("degrade", { delay: undefined, loss: 0.05 })).toEqual({
      ...{ do: "degrade", from: "az1", to: "az2", loss: 0.05 },
    });
  });

  it("says why the engine would not take it", () => {
    expect(refusal("cut", filled("cut", { to: "az1" }))).toBe("A link has two different ends.");
    expect(refusal("degrade", filled("degrade", { delay: undefined }))).toContain("Give a delay");
    expect(refusal("merge", filled("merge", { into: 0 }))).toBe("A range goes into another one.");
    expect(refusal("move_replica", filled("move_replica", { to: "s1" }))).toContain(
      "another store",
    );
    for (const kind of KINDS) expect(refusal(kind, firstAct(kind, NAMES)), kind).toBeNull();
  });
});

test("an act in words has what its sentence does not name behind it", () => {
  expect(actText("cut", { from: "a", to: "b" })).toBe("Cut a from b");
  expect(actText("cut", { from: "a", to: "b", one_way: true })).toBe("Cut a from b, one way only");
  expect(actText("degrade", { from: "a", to: "b", delay: "20ms", loss: 0.05 })).toBe(
    "Degrade the link from a to b, delay 20 ms, packet loss 5 %",
  );
  expect(actText("heal", {})).toBe("Heal all links");
  expect(actText("heal", { fault: "cut:a:b" })).toBe("Heal cut:a:b");
  expect(actionText({ do: "campaign", store: "s1", range: 0 }, 1)).toBe("Start an election at s1");
  expect(actionText({ do: "campaign", store: "s1", range: 0 })).toContain("s1, range 0");
  expect(actText("crash", {}), "of a file that is not ready").toBe("Crash …");
  expect(actText("crash", { store: "s1", when: 3 })).toBe("Crash s1, when 3");
  expect(actText("insert", { from: "g1", keys: [1, 5], bytes: 64 })).toBe(
    "Insert keys 1, 5 through g1, bytes of each value 64",
  );
});

test("an act is done to the same thing from either end of a link, and to one store alone", () => {
  expect(targetOf({ do: "cut", from: "b", to: "a" })).toBe(
    targetOf({ do: "cut", from: "a", to: "b", one_way: true }),
  );
  expect(targetOf({ do: "crash", store: "s1" })).not.toBe(targetOf({ do: "crash", store: "s2" }));
  expect(targetOf({ do: "move_replica", from: "s1", to: "s2" })).not.toBe(
    targetOf({ do: "move_replica", from: "s2", to: "s1" }),
  );
});

test("a fault is named as the engine names it", () => {
  const faultIdOf = (action: Action): FaultView["id"] | null => faultMade(action);
  expect(faultIdOf({ do: "cut", from: "a", to: "b" })).toBe("cut:a:b");
  expect(faultIdOf({ do: "degrade", from: "a", to: "b", one_way: true, delay: "1ms" })).toBe(
    "degrade:a:b:one-way",
  );
  expect(faultIdOf({ do: "isolate", place: "a" })).toBe("isolate:a");
  expect(faultIdOf({ do: "pause", store: "s1" })).toBe("pause:s1");
  expect(faultIdOf({ do: "restart", store: "s1" })).toBeNull();
});

test("a run's names are those of what stands in it", () => {
  const world = worldOf({ stores: [1, 1], gateways: [1, 0] });
  const names = namesInRun(world, 0);
  expect(names.zones).toHaveLength(2);
  expect(names.nodes.map(({ kind }) => kind)).toEqual(["store", "store", "gateway"]);
});
