import { describe, expect, it } from "vitest";

import type { World } from "@/engine/types";
import { type GatewayInspection, knowledgeRows } from "./tell/knowledge";

const world = { nodes: [{ id: "s1" }, { id: "s2" }, { id: "s3" }, { id: "g1" }] } as World;

type Known = GatewayInspection["known"][number];

const member = (node: number, learner = false) => ({ peer: node + 1, node, learner });
const members = [member(0), member(1)];
const keys = { first_key: 0, end_key: 400 };
const right: Known = {
  ...{ ...keys, range: 0, epoch: { keys: 1, members: 0 }, members, leader: 0 },
  truth: { ...keys, range: 0, members, leader: 0 },
  wrong: { keys: false, members: false, leader: false },
};

function rowsOf(known: Known[], clock_offset_us = 0, drift_ppm = 0) {
  return knowledgeRows({ kind: "gateway", clock_offset_us, drift_ppm, known }, world);
}

describe("what a gateway knows of ranges", () => {
  it("is told with leader, members and epoch as TiKV counts it", () => {
    const rows = rowsOf([right]);
    expect(rows).toEqual([
      {
        name: "knows range",
        value: "0, keys 0–399, leader s1, on s1 s2, epoch 2.1",
        note: "",
      },
    ]);
  });

  it("stands beside what is so where it is out of date, and that comes first", () => {
    const moved = [member(1), member(2, true)];
    const wrong: Known = {
      ...right,
      ...{ first_key: 400, end_key: 1000 },
      truth: { range: 3, first_key: 400, end_key: 900, members: moved, leader: 2 },
      wrong: { keys: true, members: true, leader: true },
    };
    const rows = rowsOf([right, wrong], -250_000, 40);
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
    const entry: Known = {
      ...right,
      truth: { ...right.truth, members: [member(0)], leader: null },
      wrong: { keys: false, members: true, leader: false },
    };
    const rows = rowsOf(Array.from({ length: 15 }, () => entry));
    expect(rows).toHaveLength(13);
    expect(rows.at(-1)?.value).toBe("3 ranges");
    expect(rows[0]?.note).toContain("replicas on");
  });
});
