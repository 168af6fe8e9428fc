import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { offeredIn, rowOf } from "@/model/acts/acts";
import { allowedIn } from "./mayDo";

test("what a challenge allows leads to the action that does it, where the form has one", () => {
  const text = JSON.stringify({ may: [{ do: "set_clock" }, { do: "set", settings: {} }] });
  const allowed = ["Set a clock’s drift", "Set “Pre-vote”"];
  expect(allowedIn(text, { allowed })).toEqual([
    { words: "Set a clock’s drift", act: "set_clock" },
    { words: "Set “Pre-vote”", act: undefined },
  ]);
});

test("challenges call an action as its control is called", () => {
  const acts = readFileSync("core/documents/src/challenge/acts.rs", "utf8");
  const named = new Map(
    [...acts.matchAll(/\("(\w+)", phrase!\("([^"]+)"\)\)/g)].map(([, act, words]) => [act, words]),
  );
  for (const kind of offeredIn("form")) expect(named.get(kind), kind).toBe(rowOf(kind).label);
});
