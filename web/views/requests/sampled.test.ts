import { describe, expect, it } from "vitest";

import { worldOf } from "@/test/fixtures";
import { recordedWhole, sampledText } from "./Sampled";

describe("reads that are sampled", () => {
  it("are told where not all are recorded, and only there", () => {
    expect(sampledText(worldOf({ stores: [0] }))).toBeNull();
    expect(sampledText({ ...worldOf({ stores: [0] }), record_one_in: 64 })).toBe(
      "1 of 64 reads is recorded and judged; the others are counted in every figure.",
    );
  });

  it("are all recorded when that is asked for, and nothing else of the file changes", () => {
    const file = { format: "raft-atlas/1", record: "auto", seed: 3 };
    expect(JSON.parse(recordedWhole(JSON.stringify(file)))).toEqual({ ...file, record: "all" });
  });
});
