import { describe, expect, it } from "vitest";
import { bytesOf, linesOf, readForms } from "./entryForms";

/** Five bytes in full (a tag, two of a prefix, two of a value), three encoded. */
const NUMBERS = Float64Array.of(
  ...[5, 3, 7, 4, 3, 2],
  ...[0, 0, 1, 2, 1, 2, 6, 3, 2],
  ...[1, 0, 1, 6, 1, 2],
  ...[0x0a, 0x74, 0x51, 0x68, 0x69],
  ...[1, 0x68, 0x69],
);

describe("an entry's forms", () => {
  it("are read with their spans and bytes", () => {
    const { full, encoded } = readForms(NUMBERS);
    expect([full.length, full.compressed, full.bytes.length]).toEqual([5, 7, 5]);
    expect([encoded.length, encoded.compressed]).toEqual([3, 4]);
    expect(encoded.spans).toEqual([
      { field: "form", start: 0, length: 1 },
      { field: "value", start: 1, length: 2 },
    ]);
    expect([bytesOf(full, "prefix"), bytesOf(encoded, "prefix")]).toEqual([2, 0]);
  });

  it("are written in lines, each byte in the piece of its field", () => {
    const { full } = readForms(NUMBERS);
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
