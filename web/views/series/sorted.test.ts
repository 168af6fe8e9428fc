import { describe, expect, it } from "vitest";
import { Sorted } from "./sorted";

describe("numbers in their order", () => {
  it("are the same whether they came at once or one after the other", () => {
    // Small multiples of a prime: in no order, with repeats, and more than there is room for at first.
    const all = Array.from({ length: 5_000 }, (_, i) => (i * 7_919) % 1_009);
    const once = new Sorted();
    once.add(Float64Array.from(all));
    const bit = new Sorted();
    for (let from = 0; from < all.length; from += 137)
      bit.add(Float64Array.from(all.slice(from, from + 137)));
    for (const share of [0.01, 0.5, 0.99, 1]) expect(bit.at(share)).toBe(once.at(share));
    expect(bit.at(1)).toBe(1_008);
    expect(bit.count).toBe(5_000);
  });

  it("have no middle where there are none", () => {
    expect(new Sorted().at(0.5)).toBeUndefined();
  });
});
