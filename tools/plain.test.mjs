/** What people read is plain English: a list of words that are refused, each with its cure. */

import { describe, expect, it } from "vitest";
import { STUMBLES, stumbles } from "./plain.mjs";

describe("what people read", () => {
  it("holds no word that makes a native reader stumble", () => {
    expect(stumbles()).toEqual([]);
  });

  it("is refused with each of these words, and told what to say instead", () => {
    const wrong = [
      "This spares a crossing.",
      "Three copies bear one loss.",
      "A replica, be it the leader or not.",
      "Whoever asks twice waits.",
      "Two tenths of a per mille.",
      "stale, not promised",
      "one way there and back",
      "The run that it is held against.",
      "At second 5 it is cut off.",
      "-900000 ppm fast",
    ];
    expect(wrong.map((text) => stumbles([text]).length)).toEqual(STUMBLES.map(() => 1));
    expect(stumbles(["The cores have time to spare."])).toEqual([]);
  });
});
