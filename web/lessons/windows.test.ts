import { describe, expect, it } from "vitest";

import type { LessonExplain, LoggedAction } from "@/engine/types";
import type { RunReport } from "@/model/reportFigures";
import type { Others, Shared } from "@/session/variantRuns";
import { ownWindows } from "./windows";

const SET = (at_us: number): LoggedAction => ({
  at_us,
  action: { do: "set", settings: { group_commit: true } },
  text: "",
});
const EXPLAIN: LessonExplain = {
  text: "It was {{before/commit.p50_us|us}}.",
  figures: [],
  since: null,
};
const RUN = { text: '{"title":"t"}', variant: "off", seed: 7, actions: [SET(500), SET(3_000)] };

/** Runs beside the one that is shown: what they were asked for. */
function shadowRuns() {
  const asked: string[] = [];
  const at = async (
    names: readonly string[],
    { text }: Shared,
    us: number,
    _isWanted: () => boolean,
    since?: RunReport,
  ): Promise<Others> => {
    const { measure_from = "its own" } = JSON.parse(text) as { measure_from?: string };
    const from = since === undefined ? "" : `, counted from ${since.simulated_us}`;
    asked.push(`${names.join(" ")} at ${us}, measured from ${measure_from}${from}`);
    const report = { simulated_us: us };
    return { ok: true, reports: Object.fromEntries(names.map((name) => [name, report])) };
  };
  return { asked, shadow: { at } };
}

const step = (changes: { run?: typeof RUN; own?: RunReport } = {}) => ({
  run: RUN,
  own: {},
  beganUs: 1_000,
  nowUs: 9_000,
  ...changes,
});

describe("the windows of a step's run", () => {
  it("end and begin at what was set in the step", async () => {
    const { asked, shadow } = shadowRuns();
    const windows = await ownWindows(shadow, EXPLAIN, step(), () => true);
    expect(asked).toEqual([
      "off at 2999, measured from its own",
      "off at 3000, measured from 3000us",
      "off at 9000, measured from 3000us, counted from 3000",
    ]);
    const reports = { before: { simulated_us: 2_999 }, since: { simulated_us: 9_000 } };
    expect(windows).toEqual({ ok: true, reports });
  });

  it("measure the last quarter of the time before, where the warm-up leaves less", async () => {
    const measured = async (from_us: number) => {
      const { asked, shadow } = shadowRuns();
      await ownWindows(shadow, EXPLAIN, step({ own: { window: { from_us } } }), () => true);
      return asked[0];
    };
    expect(await measured(2_000)).toBe("off at 2999, measured from its own");
    expect(await measured(2_999)).toBe("off at 2999, measured from 2249us");
    expect(await measured(8_000)).toBe("off at 2999, measured from 2249us");
  });

  it("wait for what follows from the switch, where the step says so", async () => {
    const { asked, shadow } = shadowRuns();
    const own = { moments: { moved_leader: { count: 4, last_us: 8_500 } } };
    const explain: LessonExplain = { ...EXPLAIN, since: "moved_leader" };
    await ownWindows(shadow, explain, step({ own }), () => true);
    expect(asked[1]).toBe("off at 8500, measured from 8500us");
  });

  it("are none while nothing was set, and where nobody speaks of them", async () => {
    const { asked, shadow } = shadowRuns();
    const none = { ok: true, reports: {} };
    const untouched = step({ run: { ...RUN, actions: [SET(500)] } });
    expect(await ownWindows(shadow, EXPLAIN, untouched, () => true)).toEqual(none);
    const silent = { ...EXPLAIN, text: "Nothing." };
    expect(await ownWindows(shadow, silent, step(), () => true)).toEqual(none);
    expect(asked).toEqual([]);
  });
});
