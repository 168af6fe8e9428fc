/** The page's tables for spreadsheets: the one of bytes is the command line's. */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

import { trafficCsv } from "./chartFiles";

const BUCKETS = {
  first: 0,
  count: 2,
  kinds: 2,
  between: Float64Array.from([10, 0, 30, 40]),
  inside: new Float64Array(4),
  ended: new Float64Array(6),
};
const STATE = {
  session: null,
  world: { kinds: [{ id: "read" }, { id: "append" }], series_bucket_us: 100_000 },
  frame: { now_us: 150_000 },
  series: { buckets: BUCKETS },
} as unknown as Parameters<typeof trafficCsv>[0];

describe("the table of bytes", () => {
  it("has a row for each tenth and kind, the last tenth as far as it is shown", () => {
    expect(trafficCsv(STATE)).toBe(
      [
        "variant,from_us,to_us,kind,wire_bytes",
        "run,0,100000,read,10",
        "run,0,100000,append,0",
        "run,100000,150000,read,30",
        "run,100000,150000,append,40",
        "",
      ].join("\n"),
    );
  });

  it("has the head that the command line writes", () => {
    const writer = readFileSync("core/cli/src/csv_files.rs", "utf8");
    const [head] = trafficCsv(STATE).split("\n");
    expect(writer).toContain(
      `[${head
        ?.split(",")
        .map((name) => `"${name}"`)
        .join(", ")}]`,
    );
  });

  it("has no row of a tenth that has just begun", () => {
    const rows = trafficCsv({ ...STATE, frame: { now_us: 100_000 } })
      .trimEnd()
      .split("\n");
    expect(rows).toHaveLength(3);
  });
});
