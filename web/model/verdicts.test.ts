import { describe, expect, it } from "vitest";

import type { RequestView } from "@/engine/types";
import { verdictOf } from "./verdicts";

type Read = Parameters<typeof verdictOf>[0];

const read = (changes: Partial<RequestView>): Read => ({
  op: "get",
  mode: "leader",
  outcome: "ok",
  verdict: "fresh",
  reason: "",
  stale_us: 640_000,
  stale_commits: 16,
  ...changes,
});

/** "kind: text", with plain spaces. */
function told(changes: Partial<RequestView>): string | undefined {
  const verdict = verdictOf(read(changes));
  return verdict && `${verdict.kind}: ${verdict.text}`.replace(/\s/g, " ");
}

describe("the verdict on a read", () => {
  it("says linearizable only where that was promised", () => {
    expect(told({})).toBe("linearizable: linearizable");
    expect(told({ mode: "local" })).toBe("linearizable: fresh, by luck");
  });

  it("tells a past that was asked for, a stale answer and a broken promise apart", () => {
    expect(told({ verdict: "past", mode: "local" })).toBe("past: old: 640 ms, 16 commits");
    expect(told({ verdict: "past", mode: "stale" })).toBe(
      "past: consistent but old: 640 ms, 16 commits",
    );
    expect(told({ verdict: "stale", mode: "leader-unchecked" })).toBe(
      "stale: stale by 640 ms, 16 commits, no guarantee in this mode",
    );
    const broken = "stale: broken promise: stale by 640 ms, 16 commits";
    expect(told({ verdict: "stale" })).toBe(broken);
    expect(told({ verdict: "stale", mode: "stale" })).toBe(broken);
  });

  it("gives the reason of a refusal", () => {
    const verdict = verdictOf(read({ outcome: "failed", reason: "No answer after 1 s." }));
    expect(verdict).toMatchObject({
      kind: "refused",
      text: "no answer",
      note: "No answer after 1 s.",
    });
    expect(told({ outcome: "failed", verdict: "refused" })).toBe("refused: refused");
  });

  it("leaves writes, waiting reads and unjudged ones alone", () => {
    expect(told({ op: "put" })).toBeUndefined();
    expect(told({ outcome: "pending", verdict: "none" })).toBeUndefined();
    expect(told({ verdict: "none" })).toBeUndefined();
  });
});
