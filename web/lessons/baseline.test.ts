import { describe, expect, it } from "vitest";

import type { LoggedAction } from "@/engine/types";
import type { Others, Shared } from "@/session/variantRuns";
import { Baseline } from "./baseline";

const CUT = (at_us: number): LoggedAction => ({
  at_us,
  action: { do: "cut", from: "a", to: "b" },
  text: "",
});
const RUN = { text: "scenario", variant: "on", seed: 7, actions: [CUT(1_000)] };
const NOBODY = { variants: [], actions: [] };

/** A run that stands at an instant, and runs beside it that are brought anywhere. */
function runAt(standsAtUs: number) {
  const brought: string[] = [];
  const at = async (names: readonly string[], { actions }: Shared, us: number): Promise<Others> => {
    brought.push(`${names.join(" ")} to ${us}, ${actions.length} done`);
    const reports = names.map((name) => [name, { simulated_us: us, name }] as const);
    return { ok: true, reports: Object.fromEntries(reports) };
  };
  const own = { simulated_us: standsAtUs, name: "shown" };
  const value = JSON.stringify({ variants: { on: own } });
  const report = async () => ({ ok: true, value }) as const;
  return { brought, deps: { report, shadow: { at }, variants: { at } } };
}

async function reports(baseline: Baseline, run = RUN, beside = NOBODY as Beside) {
  const answer = await baseline.reports(run, beside, () => true);
  if (answer?.ok !== true) throw new Error("no answer");
  return JSON.parse(answer.json) as Record<string, { name: string }>;
}

type Beside = Parameters<Baseline["reports"]>[1];

describe("how runs stood where a step began", () => {
  it("is read from the run that is shown while it stands there", async () => {
    const { deps, brought } = runAt(5_000);
    const baseline = new Baseline(deps, 5_000, RUN, true);
    expect((await reports(baseline))[""]?.name).toBe("shown");
    expect(brought).toEqual([]);
  });

  it("is played again when the run had gone on before it was read", async () => {
    const { deps, brought } = runAt(5_200);
    const baseline = new Baseline(deps, 5_000, RUN, true);
    expect((await reports(baseline))[""]?.name).toBe("on");
    expect(brought).toEqual(["on to 5000, 1 done"]);
  });

  it("is played again when somebody changed what was before it, and only then", async () => {
    const { deps, brought } = runAt(5_000);
    const baseline = new Baseline(deps, 5_000, RUN, true);
    const later = { ...RUN, actions: [CUT(1_000), CUT(6_000)] };
    expect((await reports(baseline, later))[""]?.name).toBe("shown");
    const earlier = { ...RUN, actions: [CUT(500), CUT(1_000), CUT(6_000)] };
    expect((await reports(baseline, earlier))[""]?.name).toBe("on");
    await reports(baseline, earlier);
    expect(brought).toEqual(["on to 5000, 2 done"]);
  });

  it("is of each variant that a goal speaks of, with what was done in it by then", async () => {
    const { deps, brought } = runAt(5_000);
    const baseline = new Baseline(deps, 5_000, RUN, true);
    const beside = { variants: ["off"], actions: [CUT(1_000), CUT(6_000)] };
    expect(Object.keys(await reports(baseline, RUN, beside))).toEqual(["off", ""]);
    await reports(baseline, RUN, beside);
    expect(brought).toEqual(["off to 5000, 1 done"]);
  });
});
