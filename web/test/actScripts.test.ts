/** Actions of a file: a change at one of them, and its inverse gives the same bytes. */

import { problems as problemsOf } from "engine";
import { describe, expect, it } from "vitest";

import type { Action } from "@/engine/types";
import type { ActKind, Row } from "@/model/acts/act";
import { fieldsOf } from "@/model/acts/acts";
import { firstAct } from "@/model/acts/filled";
import { variantsOf } from "@/model/acts/names";
import { rowsOf, snapped, stepOf } from "@/model/acts/rows";
import {
  moved,
  type Script,
  scriptedText,
  scriptOf,
  withAct,
  withField,
  withOwnActs,
  withoutAct,
  withoutOwnActs,
} from "@/model/acts/script";
import { ACTS } from "@/model/acts/table";
import { changed } from "@/model/builder/document";
import { loadEngine, publicScenarios } from "@/test/realEngine";

const FILES = publicScenarios().flatMap(({ id, text }) =>
  ["", ...variantsOf(JSON.parse(text)).map((variant) => variant.id)].map((variant) => ({
    id,
    text,
    variant,
  })),
);

function read(text: string, variant: string): Script {
  const script = scriptOf(text, variant);
  if (script === null) throw new Error("no JSON");
  return script;
}

describe("a shipped scenario", () => {
  it.each(FILES)("$id $variant comes back as it was", ({ text, variant }) => {
    const script = read(text, variant);
    expect(variant === "" && script.inherits).toBe(false);
    const own = script.inherits ? withOwnActs(text, script) : text;
    if (script.inherits) {
      expect(read(own, variant).inherits).toBe(false);
      expect(withoutOwnActs(own, script)).toBe(text);
    }
    const { text: added, index } = withAct(own, script, 1_230_000, { do: "heal" });
    const more = read(added, variant);
    expect(more.acts).toHaveLength(script.acts.length + 1);
    const later = moved(added, more, index, 2_000_000);
    expect(read(later, variant).acts.find((act) => act.index === index)?.atUs).toBe(2_000_000);
    expect(moved(later, more, index, 1_230_000)).toBe(added);
    const named = withField(added, more, index, "fault", "cut:a:b");
    expect(withField(named, more, index, "fault", undefined)).toBe(added);
    const back = withoutAct(added, more, index);
    const hadList = script.acts.length > 0 || listIsThere(own, variant);
    expect(hadList ? back : changed(back, script.path, undefined)).toBe(own);
  });

  it.each(FILES)("$id $variant says what each action does", ({ text, variant }) => {
    for (const act of read(text, variant).acts) {
      expect(act.atUs).toBeGreaterThanOrEqual(0);
      expect(scriptedText(act)).toMatch(/^[A-Z]\w+/);
    }
  });
});

function listIsThere(text: string, variant: string): boolean {
  const file = JSON.parse(text) as { actions?: unknown; variants?: Record<string, unknown> };
  const holder = variant === "" ? file : file.variants?.[variant];
  return (holder as { actions?: unknown }).actions !== undefined;
}

describe("a new action", () => {
  loadEngine();
  const FILE = publicScenarios().find(({ id }) => id === "cross-az-scan")?.text ?? "";
  const kinds = Object.keys(ACTS) as ActKind[];

  it.each(kinds)("of the kind %s is one that the engine reads", (kind) => {
    const script = read(FILE, "");
    const act = firstAct(kind, script.names);
    const { text } = withAct(FILE, script, 1_000_000, act);
    // A choice is made where nothing can be assumed.
    const open = kind === "merge" ? ["range"] : [];
    const problems = JSON.parse(problemsOf(text)) as { path: string }[];
    const unexpected = problems.filter(({ path }) => !open.some((word) => path.includes(word)));
    expect(unexpected.filter(({ path }) => path.startsWith("actions"))).toEqual([]);
    expect(fieldsOf(kind).length).toBeGreaterThan(0);
  });

  it("of a kind or with a field that there is not does not compile", () => {
    // @ts-expect-error: a field is left out.
    const lacking: Row<"isolate"> = { ...ACTS.isolate, fields: {} };
    // @ts-expect-error: no such kind.
    const none: ActKind = "explode";
    const made: Action = { do: "isolate", place: "az1" };
    expect([lacking.fields, none, made.do]).toHaveLength(3);
  });
});

describe("marks on the time line", () => {
  it("of one instant stand below each other", () => {
    expect(rowsOf([10, 10, 12, 40, 41, 90], 24)).toEqual([0, 1, 2, 0, 1, 0]);
  });

  it("move by ten milliseconds, a tenth of a second, a second", () => {
    expect(stepOf("ArrowRight", false, false)).toBe(10_000);
    expect(stepOf("ArrowLeft", true, false)).toBe(-100_000);
    expect(stepOf("ArrowRight", false, true)).toBe(1_000_000);
    expect(stepOf("PageDown", false, false)).toBe(-1_000_000);
    expect(stepOf("a", false, false)).toBeUndefined();
    expect(snapped(-5, 100)).toBe(0);
    expect(snapped(1_234_567, 2_000_000)).toBe(1_230_000);
    expect(snapped(3_000_000, 2_000_000)).toBe(2_000_000);
  });
});
