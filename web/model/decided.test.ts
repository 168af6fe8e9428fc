/** Decisions and changes in words: sentences that name the figures. */
import { expect, test } from "vitest";
import type { Decision, Deed, Reason } from "@/engine/types";
import { CHANGES, DEEDS, REASONS } from "@/engine/vocabulary";
import { worldOf } from "@/test/fixtures";
import { changeSentence, decisionSentence, notableSentence } from "./decided";

const world = worldOf({ stores: [1, 2] });

function decided(what: Deed, why: Reason, more: Partial<Decision> = {}): Decision {
  const nobody = { subject: null, other: null, figure: 0, limit: 0 };
  return { by: 0, range: 0, what, why, ...nobody, ...more };
}

test("a decision says who, what and why, with both figures", () => {
  const chose = decided("chose_delegate", "NearestToHead", { subject: 2, figure: 12, limit: 14 });
  expect(decisionSentence(world, chose)).toBe(
    "s1 chooses s3 as delegate in az2: its log ends at 12, the leader’s at 14.",
  );
  const held = decided("held_back", "HoldDown", { figure: 2_000_000, limit: 10_000_000 });
  expect(decisionSentence(world, held)).toMatch(/^s1 leaves range 0 unchanged: .*2\s?s ago/);
});

test("every deed and every reason has its words", () => {
  for (const deed of DEEDS)
    for (const reason of REASONS) {
      const text = decisionSentence(world, decided(deed, reason, { subject: 1, other: 2 }));
      expect(text).toMatch(/^s1 .+: .+\.$/);
      expect(text).not.toMatch(/undefined|NaN/);
    }
});

test("every change has its words", () => {
  for (const what of CHANGES) {
    const text = changeSentence(world, { range: 0, what, a: 4, b: 2 });
    expect(text).toMatch(/^[A-Zs].+\.$/);
    expect(text).not.toMatch(/undefined|NaN|Something/);
  }
});

test("what the engine told without words is the same sentence", () => {
  const decision = decided("sent_direct", "NearestToHead", { subject: 1, figure: 3, limit: 9 });
  const sentence = decisionSentence(world, decision);
  expect(notableSentence(world, { fact: { decision }, node: 0 })).toBe(sentence);
  const split = { range: 0, what: "Split", a: 1, b: 50 } as const;
  expect(notableSentence(world, { fact: { change: split }, node: 2 })).toBe(
    "Range 0 is split: from k50 on the keys are range 1’s.",
  );
  const gone = { range: 0, what: "ReplicaDestroyed", a: 0, b: 0 } as const;
  expect(notableSentence(world, { fact: { change: gone }, node: 2 })).toBe(
    "The replica is gone from s3.",
  );
});
