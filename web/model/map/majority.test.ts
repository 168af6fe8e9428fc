/** Who has the newest entry: each voter by itself, and how many it takes. */
import { describe, expect, test } from "vitest";
import { frameOf, type MessageShape, type ReplicaShape, worldOf } from "@/test/fixtures";
import { majorityOf, whoHasIt } from "./majority";

const FOLLOWER = 0;
const LEADER = 3;
const LEARNER = 4;
const WORLD = worldOf({ stores: [1, 1, 1, 1] });

/** s1 leads in term 2 and has put entry 8 into its log; only 7 are committed. */
const LEADS: ReplicaShape = {
  node: 0,
  role: LEADER,
  term: 2,
  commit: 7,
  last: 8,
  log: [
    [1, 5],
    [2, 8],
  ],
};

function follower(node: number, last: number, shape: Partial<ReplicaShape> = {}): ReplicaShape {
  const log =
    last > 5
      ? ([
          [1, 5],
          [2, last],
        ] as const)
      : ([[1, last]] as const);
  return { node, role: FOLLOWER, term: 2, commit: Math.min(7, last), last, log, ...shape };
}

function askedOf(replicas: readonly ReplicaShape[], messages: readonly MessageShape[] = []) {
  return whoHasIt(WORLD, frameOf(WORLD, { nowUs: 1_000, replicas, messages }));
}

function answer(from: number, index: number, shape: Partial<MessageShape> = {}): MessageShape {
  const type = "MsgAppendResponse";
  return { type, from, to: 0, sentUs: 900, arriveUs: 1_400, index, ...shape };
}

test("a majority is more than half", () => {
  expect([1, 2, 3, 4, 5].map(majorityOf)).toEqual([1, 2, 2, 3, 3]);
});

describe("who has the leader's newest entry", () => {
  test("is asked of each voter: the leader has it, others have it or not", () => {
    expect(askedOf([LEADS, follower(1, 8), follower(2, 7)])).toEqual({
      entry: 8,
      leader: 0,
      term: 2,
      voters: [
        { node: 0, holds: "yes" },
        { node: 1, holds: "yes" },
        { node: 2, holds: "no" },
      ],
    });
  });

  test("is not known to the leader while the answer is on its way", () => {
    const asked = askedOf([LEADS, follower(1, 8), follower(2, 8)], [answer(1, 8), answer(2, 7)]);
    expect(asked?.voters.map(({ holds }) => holds)).toEqual(["yes", "answering", "yes"]);
  });

  test("is not answered by a refusal, nor by an answer to somebody else", () => {
    const others = [answer(1, 8, { reject: true }), answer(1, 8, { to: 2 })];
    const asked = askedOf([LEADS, follower(1, 8)], others);
    expect(asked?.voters[1]).toEqual({ node: 1, holds: "yes" });
  });

  test("is answered by terms, not by lengths: an entry of an old term is another one", () => {
    const old = follower(1, 8, { term: 1, log: [[1, 8]] });
    expect(askedOf([LEADS, old])?.voters[1]?.holds).toBe("no");
  });

  test("is not asked of learners", () => {
    const asked = askedOf([LEADS, follower(1, 8), follower(2, 8, { role: LEARNER })]);
    expect(asked?.voters.map(({ node }) => node)).toEqual([0, 1]);
  });

  test("is asked for the leader of the newest term, where an old one still believes in itself", () => {
    const old: ReplicaShape = { ...LEADS, node: 1, term: 1, last: 9, log: [[1, 9]] };
    expect(askedOf([old, LEADS])).toMatchObject({ leader: 0, term: 2, entry: 8 });
  });

  test("is no question once all is committed, nor without a leader", () => {
    expect(askedOf([{ ...LEADS, commit: 8 }, follower(1, 8)])).toBeNull();
    expect(askedOf([follower(0, 8), follower(1, 8)])).toBeNull();
  });
});
