/** What the builder takes out of a shipped scenario leaves one that the engine opens. */

import { describe, expect, it } from "vitest";
import { fieldsOf, itemsOf, networkOf, textOf } from "@/model/builder/network";
import { removed } from "@/model/builder/removal";
import { type DrawnTarget, readValue } from "@/model/builder/steps";
import { loadEngine, publicScenarios } from "./realEngine";

const { engine } = loadEngine();
/** Of a kind; the others of a large cluster are like them. */
const MOST = 10;

/** All but a file's only zone and its only store: without one there is no cluster. */
function targetsOf(value: unknown): DrawnTarget[] {
  const { zones, nodes } = networkOf(value);
  const machines = nodes.filter(({ kind }) => kind === "store" || kind === "gateway");
  const named = <Kind extends "zone" | "node">(kind: Kind, list: readonly { id: string }[]) =>
    list.slice(0, MOST).map(({ id }) => ({ kind, id }));
  const loads = itemsOf(fieldsOf(value).workload).map(
    ({ id }): DrawnTarget => ({ kind: "workload", id: textOf(id) }),
  );
  return [...(zones.length > 1 ? named("zone", zones) : []), ...named("node", machines), ...loads];
}

describe("what is left of a scenario", () => {
  it.each(publicScenarios())("$id, without any one of its things, is opened", ({ text }) => {
    for (const target of targetsOf(readValue(text))) {
      const left = removed(text, target).text;
      expect(() => engine.describe_scenario(left), JSON.stringify(target)).not.toThrow();
    }
  });
});
