import { describe, expect, it } from "vitest";

import { figuresOf, type ModeFigures } from "@/session/modes/figures";
import type { ModeRow } from "@/session/modes/modesState";
import { worldOf } from "@/test/fixtures";
import { COLUMNS, cellText, csvOf, rowVerdict, shownColumns } from "./rows";

const FIGURES: ModeFigures = {
  reads: 200,
  failed: 3,
  p50_us: 1_500,
  p99_us: 20_000,
  bytes_per_read: 120,
  leader_share: undefined,
  round_trips: undefined,
  stale: 0,
  max_staleness_us: 0,
  went_back: undefined,
  own_missed: undefined,
  violation: "",
  unpromised: false,
};

const LEADER = {
  id: "leader",
  label: "Leader",
  promise: "Linearizable.",
  cost: "",
  linearizable: true,
  switches: null,
} as const;

const row = (changes: Partial<ModeRow>): ModeRow => ({
  mode: "leader",
  also: undefined,
  us: 5,
  onWayUs: -1,
  figures: FIGURES,
  refusal: "",
  ...changes,
});

const verdict = (changes: Partial<ModeFigures>, linearizable: boolean) => {
  const { kind, text } = rowVerdict({ ...FIGURES, ...changes }, { ...LEADER, linearizable });
  return `${kind}: ${text}`;
};

describe("the rows of the table of modes", () => {
  it("say what came of the promise", () => {
    expect(verdict({}, true)).toBe("linearizable: linearizable");
    expect(verdict({}, false)).toBe(
      "linearizable: no stale read, by luck: this mode gives no guarantee",
    );
    expect(verdict({ stale: 2 }, false)).toBe("stale: 2 stale reads");
    const local = { ...LEADER, id: "local", linearizable: false } as const;
    expect(rowVerdict({ ...FIGURES, stale: 1 }, local)).toMatchObject({
      kind: "past",
      text: "1 old read",
    });
    expect(rowVerdict(FIGURES, local).text).toBe(
      "no old read, by luck: this mode may answer with old values",
    );
    expect(verdict({ stale: 2, unpromised: true }, false)).toBe(
      "stale: 2 stale reads, no guarantee in this mode",
    );
    expect(verdict({ violation: "violated at 3s: …" }, true)).toBe("stale: broke its promise");
    expect(verdict({ reads: 0 }, true)).toBe("refused: no answers");
    expect(verdict({ reads: 0, failed: 0 }, true)).toBe("refused: no read yet");
  });

  it("leave out columns of which no run has a figure", () => {
    const ids = (rows: ModeRow[]) => shownColumns(rows).map(({ id }) => id);
    expect(ids([row({})])).toEqual(["p50_us", "p99_us", "bytes_per_read", "max_staleness_us"]);
    expect(ids([row({ figures: undefined })])).toEqual(COLUMNS.map(({ id }) => id));
    expect(COLUMNS.map((column) => cellText(column, undefined))).toEqual(COLUMNS.map(() => "–"));
  });

  it("are a CSV file of raw figures", () => {
    const refused = row({ mode: "local", us: -1, figures: undefined, refusal: 'no, "not" here' });
    expect(csvOf([row({}), refused])).toBe(
      [
        "mode,at_us,reads,failed,p50_us,p99_us,bytes_per_read,round_trips,leader_share,max_staleness_us,went_back,own_missed,stale,verdict",
        "leader,5,200,3,1500,20000,120,,,0,,,0,ok",
        'local,-1,,,,,,,,,,,,"no, ""not"" here"',
        "",
      ].join("\n"),
    );
  });
});

describe("the figures of a report", () => {
  it("are those of the mode where the report tells modes apart", () => {
    const leader = {
      reads: 10,
      failed: 1,
      p50_us: 5,
      p99_us: 9,
      cross_zone_bytes: 500,
      round_trips: 1.5,
      stale: 0,
      max_staleness_us: 0,
      verdict: "violated at 1s: read r1",
    };
    const report = { variants: { run: { modes: { leader }, leader_cpu_share: 0.4 } } };
    expect(figuresOf(JSON.stringify(report), "leader", worldOf({ stores: [1] }))).toMatchObject({
      reads: 10,
      p50_us: 5,
      bytes_per_read: 50,
      round_trips: 1.5,
      leader_share: 0.4,
      violation: "violated at 1s: read r1",
    });
  });
});
