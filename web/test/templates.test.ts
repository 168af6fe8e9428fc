import { beforeAll, describe, expect, test } from "vitest";
import type { EngineLike } from "@/engine/worker/engineLike";
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
});

interface Loads {
  workload: Record<string, { ok: number }>;
}
