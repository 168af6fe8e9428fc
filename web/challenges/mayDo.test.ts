import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { VERB_WORDS } from "@/model/acts/words";
import { allowedIn } from "./mayDo";

test("what a challenge allows leads to the action that does it, where the form has one", () => {
  const text = JSON.stringify({ may: [{ do: "set_clock" }, { do: "set", settings: {} }] });
  const allowed = ["Set a clock’s drift", "Set “Pre-vote”"];
  expect(allowedIn(text, { allowed })).toEqual([
    { words: "Set a clock’s drift", verb: "set_clock" },
    { words: "Set “Pre-vote”", verb: undefined },
  ]);
});

test("challenges call an action as its control is called", () => {
  const acts = readFileSync("core/documents/src/challenge/acts.rs", "utf8");
  const named = new Map(
    [...acts.matchAll(/\("(\w+)", phrase!\("([^"]+)"\)\)/g)].map(([, act, words]) => [act, words]),
  );
  const labels = Object.entries(VERB_WORDS);
  for (const [verb, { label }] of labels) expect(named.get(verb), verb).toBe(label);
});
