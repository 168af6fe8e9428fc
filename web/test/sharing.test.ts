import { describe, expect, it } from "vitest";

import { readFragment } from "@/model/share/link";
import { SHARED_NAME_LENGTH_MAX, type Share, type SharedAction } from "@/model/share/share";
import { fileOf, isSame, linkOf } from "@/session/sharing/made";
import { chanceOf, randomShare } from "./shares";

const PLACE = "https://raft-atlas.example.org/play/";
const STORES = ["ohio-1", "ohio-2", "oregon-1", "oregon-2", "virginia-1", "virginia-2"];
const ZONES = ["Ohio", "Oregon", "Virginia"];

type Choose = <T>(items: readonly [T, ...T[]] | readonly T[]) => T;

/** What people do in a lesson, each verb with places, numbers and switches of its own. */
const VERBS: readonly ((choose: Choose) => SharedAction["action"])[] = [
  (choose) => ({ do: "cut", from: choose(ZONES), to: choose(ZONES), one_way: true }),
  (choose) => ({ do: "cut", from: choose(ZONES), to: choose(ZONES) }),
  (choose) => ({ do: "isolate", place: choose(STORES) }),
  (choose) => ({
    do: "degrade",
    from: choose(ZONES),
    to: choose(ZONES),
    delay: choose(["80ms", "250ms"]),
    jitter: "5ms",
    loss: choose([0.01, 0.25]),
  }),
  (choose) => ({ do: "heal", fault: `f${choose([1, 2, 3, 14, 27])}` }),
  (choose) => ({ do: "crash", store: choose(STORES) }),
  (choose) => ({ do: "restart", store: choose(STORES) }),
  (choose) => ({ do: "pause", store: choose(STORES) }),
  (choose) => ({ do: "resume", store: choose(STORES) }),
  (choose) => ({ do: "campaign", store: choose(STORES), range: choose([1, 2, 3]) }),
  (choose) => ({ do: "transfer", to: choose(STORES), range: choose([1, 2, 3]) }),
  (choose) => ({ do: "get", from: choose(["g1", "g2", "g3"]), key: choose([7, 42, 811]) }),
  (choose) => ({ do: "put", from: choose(["g1", "g2"]), key: choose([3, 512]), bytes: 4_096 }),
  (choose) => ({ do: "scan", from: "g2", key: 100, rows: choose([16, 64]), read_mode: "follower" }),
  (choose) => ({ do: "set", settings: { read_mode: choose(["lease", "follower", "stale"]) } }),
  (choose) => ({ do: "set", settings: { check_quorum: choose([true, false]) } }),
  (choose) => ({ do: "set", settings: { apply_delay: choose(["0us", "5ms", "200ms"]) } }),
  () => ({ do: "set", settings: { follower_replication: ["Ohio", "Oregon"] } }),
  (choose) => ({ do: "set_clock", store: choose(STORES), drift_ppm: choose([-400, 20_000]) }),
  (choose) => ({ do: choose(["start", "stop"]), workload: choose(["reads", "writes"]) }),
];

/** Ten minutes with 50 actions, in a lesson, with bookmarks and notes. */
function session(seed: number): Share {
  const chance = chanceOf(seed);
  const choose: Choose = (items) => {
    const item = items[Math.floor(chance() * items.length)];
    if (item === undefined) throw new Error("nothing to choose from");
    return item;
  };
  // Whoever clicks does not hit whole milliseconds.
  const instants = Array.from({ length: 50 }, () => Math.floor(chance() * 600_000_000));
  return {
    scenario: { kind: "builtin", id: "stale-leader", stamp: "1e3aa5ffd3a6cd" },
    variant: "leader-unchecked",
    seed: 7,
    at_us: 600_000_000 - Math.floor(chance() * 1_000_000),
    event: 123_456,
    digest: "8570fb1f",
    furthest_us: 601_234_567,
    range: 2,
    view: "requests",
    select: "replica:1:2",
    lesson: { id: "the-old-leader-that-lies", step: "cut-the-leader-off" },
    expects: [],
    bookmarks: [
      { us: 12_345_678, name: "The old leader is cut off", note: "Ask: who leads now?" },
      { us: 98_765_432, name: "First stale read", note: "" },
      { us: 400_000_000, name: "Healed", note: "It learns the term and steps down." },
    ],
    actions: instants
      .toSorted((a, b) => a - b)
      .map((at_us) => ({ at_us, action: choose(VERBS)(choose) })),
  };
}

describe("a link of a 10-minute session with 50 actions", () => {
  it("has fewer than 2,000 characters, for 100 sessions of different actions", async () => {
    const lengths: number[] = [];
    for (let seed = 1; seed <= 100; seed += 1) {
      const made = await linkOf(session(seed), PLACE);
      if (made.kind !== "link") throw new Error(`no link: ${JSON.stringify(made)}`);
      lengths.push(made.address.length);
    }
    lengths.sort((a, b) => a - b);
    if (process.env.SHOW_LENGTHS)
      process.stdout.write(`lengths ${lengths[0]}, ${lengths[50]}, ${lengths[99]}\n`);
    expect(lengths.at(-1)).toBeLessThan(2_000);
  });
});

describe("a link that is offered", () => {
  it("was read back and is the same", async () => {
    for (let seed = 0; seed < 100; seed += 1) {
      const share = randomShare(seed);
      const made = await linkOf(share, PLACE);
      if (made.kind !== "link") continue;
      const read = await readFragment(made.address.slice(PLACE.length));
      expect(isSame(read.share, share)).toBe(true);
    }
  });

  it("is none when something would be lost on the way, and says where", async () => {
    const share = session(1);
    expect(await linkOf({ ...share, at_us: 0.5 }, PLACE)).toMatchObject({ kind: "not-whole" });
    expect(await linkOf({ ...share, seed: -1 }, PLACE)).toEqual({
      kind: "not-whole",
      where: "seed",
    });
    const marks = (name: string) => [{ us: 5, name, note: "" }];
    const long = marks("x".repeat(SHARED_NAME_LENGTH_MAX + 1));
    expect((await linkOf({ ...share, bookmarks: long }, PLACE)).kind).toBe("not-whole");
    const half = marks("half a letter \ud83d");
    expect((await linkOf({ ...share, bookmarks: half }, PLACE)).kind).toBe("link");
  });

  it("is none when it is longer than 8,000 characters; a file has a name of its own", async () => {
    const chance = chanceOf(3);
    const text = Array.from({ length: 9_000 }, () => String.fromCharCode(33 + chance() * 90)).join(
      "",
    );
    const share: Share = { ...session(1), scenario: { kind: "file", name: "Käse (2).json", text } };
    expect((await linkOf(share, PLACE)).kind).toBe("too-long");
    expect(fileOf(share).name).toBe("k-se-2-shared.json");
  });
});
