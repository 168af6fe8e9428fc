import { describe, expect, it } from "vitest";

import type { World } from "@/protocol/engine";
import { knowledgeRows } from "./tell/knowledge";

const world = { nodes: [{ id: "s1" }, { id: "s2" }, { id: "s3" }, { id: "g1" }] } as World;

/** A range on the first two stores, led by the first. */
const group = [0, 2, 0, 0, 1, 0];
const right = [0, 400, 0, 1, 0, ...group, 0, 0, 400, 0, ...group];

describe("what a gateway knows of ranges", () => {
  it("is told with leader, members and epoch as TiKV counts it", () => {
    const rows = knowledgeRows(Float64Array.of(0, 0, 1, ...right), world);
    expect(rows).toEqual([
      {
        name: "knows range",
        value: "0, keys 0–399, leader s1, on s1 s2, epoch 2.1",
        note: "",
      },
    ]);
  });

  it("stands beside what is so where it is out of date, and that comes first", () => {
    const moved = [2, 2, 1, 0, 2, 1];
    const wrong = [400, 1000, 0, 0, 0, ...group, 7, 400, 900, 3, ...moved];
    const rows = knowledgeRows(Float64Array.of(-250_000, 40, 2, ...right, ...wrong), world);
    expect(rows.map(({ name }) => name)).toEqual([
      "clock offset",
      "clock drift",
      "knows range",
      "knows range",
    ]);
    expect(rows[2]?.note).toBe(
      "Out of date: range 3 has keys 400–899, s3 leads, replicas on s2 s3 (learner)",
    );
    expect(rows[3]?.note).toBe("");
  });

  it("says that nobody leads, and how many ranges are left out", () => {
    const nobody = [-1, 2, 0, 0, 1, 0];
    const entry = [0, 400, 0, 0, 0, ...group, 2, 0, 400, 0, ...nobody];
    const many = Array.from({ length: 15 }, () => entry).flat();
    const rows = knowledgeRows(Float64Array.of(0, 0, 15, ...many), world);
    expect(rows).toHaveLength(13);
    expect(rows.at(-1)?.value).toBe("3 ranges");
    expect(rows[0]?.note).toContain("replicas on");
  });
});
