import { describe, expect, it } from "vitest";
import type { CommandForm } from "@/engine/types";
import { bytesOf, linesOf } from "./entryForms";

/** A tag, two bytes of a prefix, two of a value. */
const full: CommandForm = {
  length: 5,
  compressed: 7,
  spans: [
    { field: "shape", start: 0, length: 1 },
    { field: "prefix", start: 1, length: 2 },
    { field: "value", start: 3, length: 2 },
  ],
  bytes: Uint8Array.of(0x0a, 0x74, 0x51, 0x68, 0x69),
};

describe("a form of an entry", () => {
  it("says how many of its bytes say what", () => {
    expect([bytesOf(full, "prefix"), bytesOf(full, "row")]).toEqual([2, 0]);
  });

  it("are written in lines, each byte in the piece of its field", () => {
    expect(linesOf(full, 4, 100)).toEqual([
      {
        at: 0,
        pieces: [
          { start: 0, field: "shape", hex: "0a", text: "." },
          { start: 1, field: "prefix", hex: "74 51", text: "tQ" },
          { start: 3, field: "value", hex: "68", text: "h" },
        ],
      },
      { at: 4, pieces: [{ start: 4, field: "value", hex: "69", text: "i" }] },
    ]);
    expect(linesOf(full, 4, 2)).toHaveLength(1);
  });
});
