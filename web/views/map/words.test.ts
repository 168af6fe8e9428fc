/** What stores, messages and reads say of themselves. */
import { expect, test } from "vitest";
import { frameOf, requestOf, worldOf } from "@/test/fixtures";
import { verdictWords } from "./cardWords";
import { messageLine } from "./messageWords";
import { leadsNoMajority, replicaOn, standing, storeName } from "./words";

const world = worldOf({ stores: [1, 1, 1], gateways: [1] });
const frame = frameOf(world, {
  nowUs: 1_000,
  replicas: [
    { node: 0, role: 3, term: 2, leads: 1, commit: 41 },
    { node: 1, role: 3, term: 3, leads: 2, commit: 57 },
    { node: 2, role: 0, term: 3, leaderPeer: 2, commit: 56, applied: 55 },
  ],
  messages: [{ type: "MsgAppend", from: 1, to: 2, sentUs: 900, arriveUs: 1_400, bytes: 2_118 }],
});

function nameOf(node: number): string {
  return storeName(world, node, "up", replicaOn(frame, node), 1);
}

test("a leader says whom it leads", () => {
  expect(nameOf(1)).toBe(
    "Store s2 in zone az2, up, leader of range 1, heard by 2 of 3, term 3, commit 57, applied 57",
  );
});

test("a leader whom no majority hears only believes that it leads", () => {
  const replica = replicaOn(frame, 0);
  expect(replica && leadsNoMajority(replica)).toBe(true);
  expect(replica && standing(world, replica)).toBe("leader without a majority");
  expect(nameOf(0)).toContain("believes that it leads range 1");
});

test("who stands for election says its votes", () => {
  const replica = replicaOn(frame, 0);
  if (replica === null) throw new Error("There is no replica.");
  const asks = { ...replica, role: "pre-candidate", votes: 2 } as const;
  expect(standing(world, asks)).toBe("pre-vote 2/3");
});

test("a follower says whom it follows", () => {
  const replica = replicaOn(frame, 2);
  expect(replica && standing(world, replica)).toBe("follows s2");
});

test("a message says its ends, its bytes and when it lands", () => {
  expect(messageLine(world, frame, 0)).toBe(
    "Append s2 → s3 · 2\u202f118 B · arrives in 400\u00a0µs",
  );
});

test("a stale read says by how much", () => {
  const aged = { verdict: "stale", stale_us: 640_000, stale_commits: 16 } as const;
  const request = requestOf({ ...aged, mode: "leader-unchecked" });
  const words = verdictWords(world, request, 1_000);
  expect(words.title).toBe("Stale by 640\u00a0ms, 16 commits, no guarantee in this mode");
  expect([words.short, words.shorter, words.brief]).toEqual([
    "Stale by 640\u00a0ms, 16 commits",
    "Stale by 640\u00a0ms",
    "stale",
  ]);
  expect(words.tone).toBe("bad");
});

test("a fresh read says what, how long and from whom", () => {
  const words = verdictWords(world, requestOf({ server: 1, mode: "leader-unchecked" }), 1_000);
  expect([words.title, words.text, words.tone]).toEqual([
    "read k3 = 41",
    "fresh · 600\u00a0µs · from s2",
    "good",
  ]);
});

test("a request without an answer says after how long, in few words", () => {
  const failed = verdictWords(world, requestOf({ outcome: "failed", value: "" }), 1_000);
  expect([failed.title, failed.text]).toEqual(["read k3: no answer", "given up after 600\u00a0µs"]);
  const unknown = verdictWords(world, requestOf({ op: "put", outcome: "unknown" }), 1_000);
  expect([unknown.title, unknown.text]).toEqual([
    "write k3: outcome unknown",
    "after 600\u00a0µs; it may have happened",
  ]);
});
