import { describe, expect, test } from "vitest";

import { readChoice, writeChoice } from "./besideAddress";
import type { BesideChoice } from "./besideChoice";

describe("a second run in an address", () => {
  test("comes back as it was written", () => {
    const choices: BesideChoice[] = [
      { kind: "variant", variant: "leader-10" },
      { kind: "setting", key: "read_mode", value: "follower" },
      { kind: "setting", key: "pre_vote", value: false },
    ];
    for (const choice of choices) expect(readChoice(writeChoice(choice) ?? "")).toEqual(choice);
  });

  test("is no branch: those are not in a link", () => {
    expect(writeChoice({ kind: "branch", id: 2 })).toBeNull();
  });

  test("is refused where it names nothing", () => {
    for (const bad of ["", "leader", "variant:", ":true", "Pre vote:true"]) {
      expect(readChoice(bad)).toBeUndefined();
    }
  });
});
