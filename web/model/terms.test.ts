import { describe, expect, it } from "vitest";

import { piecesOf } from "./terms";

const explained = (text: string, told?: Set<string>) =>
  piecesOf(text, told)
    .filter(({ term }) => term !== null)
    .map(({ text: word, term }) => [word, term?.name]);

describe("terms in a text", () => {
  it("are explained where they stand first, in the form in which they stand", () => {
    expect(explained("Ranges have leaders. A range is led by one, by its lease.")).toEqual([
      ["Ranges", "range"],
      ["lease", "lease"],
    ]);
    expect(explained("The placement driver (PD) asks the gateway g1.")).toEqual([
      ["placement driver", "placement driver"],
      ["gateway", "gateway"],
    ]);
  });

  it("are whole words: parts of others are not", () => {
    expect(explained("arranged, released, refreshed, g-west, re-range")).toEqual([]);
    expect(explained("A read-index, two read indexes")).toEqual([["read-index", "read index"]]);
  });

  it("lose nothing of the text", () => {
    const text = "A tablet is linearizable; the delegate is fresh.";
    expect(
      piecesOf(text)
        .map((piece) => piece.text)
        .join(""),
    ).toBe(text);
  });

  it("are told once in several texts that belong together", () => {
    const told = new Set<string>();
    expect(explained("a gateway", told)).toHaveLength(1);
    expect(explained("the gateway", told)).toHaveLength(0);
  });
});
