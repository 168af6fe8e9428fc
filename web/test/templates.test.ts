import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { EngineLike } from "@/engine/worker/engineLike";
import { type Catalogue, setWords } from "@/language/words";
import { draftOfTemplate } from "@/session/editing/templates";
import { loadEngine } from "./realEngine";

describe("a template of the editor", () => {
  let engine: EngineLike;

  beforeAll(() => {
    engine = loadEngine().engine;
  });

  for (const name of ["blank", "regions"] as const) {
    test(`“${name}” is a scenario that runs and answers its clients`, () => {
      const { text } = draftOfTemplate(name);
      const run = new engine.Playground(text, "", undefined);
      run.advance(5_000_000, Number.MAX_SAFE_INTEGER);
      const { workload } = Object.values(
        (JSON.parse(run.report()) as { variants: Record<string, Loads> }).variants,
      )[0] as Loads;
      expect(Object.keys(workload)).not.toEqual([]);
      for (const load of Object.values(workload)) expect(load.ok).toBeGreaterThan(0);
    });
  }

  test.each(["blank", "empty", "regions"] as const)("“%s” is the same in Chinese words", (name) => {
    const english = draftOfTemplate(name);
    setWords("zh-CN", readJson("public/zh-CN/page.json"));
    const chinese = draftOfTemplate(name);
    setWords("en", {});
    expect(proseOf(chinese.text).every((text) => /\p{Script=Han}/u.test(text))).toBe(true);
    expect(withoutProse(chinese.text)).toEqual(withoutProse(english.text));
  });
});

function readJson(file: string): Catalogue {
  const whole = path.join(import.meta.dirname, "../..", file);
  return JSON.parse(fs.readFileSync(whole, "utf8")) as Catalogue;
}

/** What is empty is there for a person to write. */
const PROSE = /^ *"(?:title|text)": (".+"),?$/gm;

function proseOf(text: string): string[] {
  return [...text.matchAll(PROSE)].map(([, said = ""]) => said);
}

function withoutProse(text: string): unknown {
  return JSON.parse(text, (key, value) => (key === "title" || key === "text" ? null : value));
}

interface Loads {
  workload: Record<string, { ok: number }>;
}
