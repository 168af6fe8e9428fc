import { describe, expect, it } from "vitest";

import OLD_LINKS from "@/test/oldLinks.json";
import { mutated, randomShare } from "@/test/shares";
import { readShareFile, writeShareFile } from "./file";
import { readFragment, writeFragment } from "./link";
import { pack } from "./packed";
import { FRAGMENT_LENGTH_MAX, isShareFile, type Share } from "./share";

const SIMPLE: Share = {
  scenario: { kind: "builtin", id: "first-look", stamp: "0123456789abcd" },
  variant: "",
  seed: 7,
  at_us: 12_500_000,
  event: 3_456,
  digest: "00c0ffee",
  furthest_us: 12_500_000,
  range: null,
  view: "requests",
  select: "node:1",
  lesson: null,
  bookmarks: [],
  actions: [
    { at_us: 2_000_001, action: { do: "crash", store: "s1" } },
    { at_us: 5_250_001, action: { do: "set", settings: { read_mode: "follower", lease: "5ms" } } },
  ],
  expects: [],
};

const PLAIN =
  "#1;scenario=first-look&stamp=0123456789abcd&seed=7&at=12.5&event=3456&digest=00c0ffee" +
  "&view=requests&select=node:1&do=+2.000001,crash,store:s1" +
  "&do=+3.25,set,settings.read_mode:follower,settings.lease:5ms";

describe("a link", () => {
  it("comes back as it was, whatever it carries: 1,000 shares", async () => {
    for (let seed = 0; seed < 1_000; seed += 1) {
      const share = randomShare(seed);
      const link = await writeFragment(share);
      expect(link).toMatch(/^#2[\w-]+$/);
      expect(await readFragment(link), link).toEqual({ share, problems: [] });
      expect(await readFragment(link.slice(1)), link).toEqual({ share, problems: [] });
      expect(readShareFile(writeShareFile(share))).toEqual({ share, problems: [] });
    }
  });

  it("of the first kind opens as it did, readable or packed", async () => {
    expect(await readFragment(PLAIN)).toEqual({ share: SIMPLE, problems: [] });
    expect(OLD_LINKS.length).toBeGreaterThan(20);
    for (const [seed, link] of OLD_LINKS as [number, string][]) {
      expect(await readFragment(link), link).toEqual({ share: randomShare(seed), problems: [] });
    }
  });

  it("10,000 mutated links by seed: each gives a share or says why not, in bounded words", async () => {
    let opened = 0;
    let refused = 0;
    let warned = 0;
    const links = [PLAIN, ...OLD_LINKS.map(([, link]) => String(link))];
    for (let seed = 0; seed < 20; seed += 1) links.push(await writeFragment(randomShare(seed)));
    for (let seed = 0; seed < 10_000; seed += 1) {
      const link = links[seed % links.length] ?? PLAIN;
      const other = links[seed % 7] ?? PLAIN;
      const { share, problems } = await readFragment(mutated(link, other, seed));
      if (share === null) refused += 1;
      else opened += 1;
      if (problems.length > 0) warned += 1;
      if (share === null) expect(problems.length).toBeGreaterThan(0);
      expect(problems.length).toBeLessThan(60);
      for (const problem of problems) {
        expect(problem.where.length + problem.found.length + problem.instead.length).toBeLessThan(
          600,
        );
      }
    }
    expect(opened + refused).toBe(10_000);
    expect(opened).toBeGreaterThan(1_000);
    expect(refused).toBeGreaterThan(1_000);
    expect(warned).toBeGreaterThan(5_000);
  }, 120_000);

  it("tells of every letter that was changed", async () => {
    const link = await writeFragment(randomShare(5));
    for (let at = 2; at < link.length; at += 1) {
      const letter = link[at] === "A" ? "B" : "A";
      const broken = link.slice(0, at) + letter + link.slice(at + 1);
      const { share, problems } = await readFragment(broken);
      // The last letter may hold bits that mean nothing.
      if (at < link.length - 1) expect(problems.length, broken).toBeGreaterThan(0);
      else if (problems.length === 0) expect(share).toEqual(randomShare(5));
    }
  });
});

describe("a broken link", () => {
  const problemsOf = async (link: string) => (await readFragment(link)).problems;

  it("that was cut off is not opened, and says so", async () => {
    const link = await writeFragment(SIMPLE);
    for (const length of [2, 3, 10, link.length / 2, link.length - 1]) {
      const half = await readFragment(link.slice(0, length));
      expect(half.share).toBeNull();
      expect(half.problems[0]?.found).toContain("is incomplete");
    }
  });

  it("of the first kind that was cut off is opened as far as it goes, and says so", async () => {
    const text = `check=none&scenario=first-look&seed=7${"&do=+1.5,crash,store:s1".repeat(400)}`;
    const letters = Array.from({ length: 400 }, (_, i) => `&do=+${(i * i * 7_919) % 97},heal`);
    const link = `#1z${await pack(text + letters.join(""), "deflate-raw")}`;
    const half = await readFragment(link.slice(0, (link.length * 3) / 4));
    expect(half.problems[0]).toMatchObject({ where: "link" });
    expect(half.problems[0]?.found).toContain("is incomplete");
    expect(half.share?.seed).toBe(7);
    expect(half.share?.actions.length).toBeGreaterThan(50);
  });

  it("keeps what is good: each bad part has a place, what was found, what was taken", async () => {
    const link = PLAIN.replace("seed=7", "seed=seven")
      .replace("at=12.5", "at=-1")
      .replace("crash,store:s1", "Crash")
      .replace("view=requests", "view=a%20garden&colour=red&seed=8");
    const { share, problems } = await readFragment(link);
    expect(share).toMatchObject({ seed: null, at_us: 0, view: "", event: 3_456 });
    expect(share?.actions).toHaveLength(1);
    expect(problems.map(({ where }) => where)).toEqual([
      "“colour”",
      "seed",
      "action 1",
      "at",
      "seed",
      "view",
    ]);
    expect(problems.find(({ where }) => where === "at")).toEqual({
      where: "at",
      found: "“-1” was found; an instant of at most 24 h was expected.",
      instead: "It was opened at 0 s.",
    });
  });

  it("of another version, of nothing, or without a scenario is not opened", async () => {
    for (const link of [
      "#",
      "#2;scenario=a",
      "#2",
      "#3abc",
      "#1;seed=7",
      "#1z",
      "#1z!!",
      "#hello",
      "#1;",
    ]) {
      const { share, problems } = await readFragment(link);
      expect(share, link).toBeNull();
      expect(problems.at(-1)?.instead, link).toBe("Nothing was opened.");
    }
  });

  it("cannot reach anything but its own members", async () => {
    const link = `${PLAIN}&do=+1,set,__proto__.polluted:1&do=+1,~%7B%22do%22:%22set%22,%22__proto__%22:%7B%22polluted%22:1%7D%7D`;
    const { share } = await readFragment(link);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(
      share?.actions.every(({ action }) => Object.getPrototypeOf(action) === Object.prototype),
    ).toBe(true);
  });

  it("of more letters than the bound is not looked at", async () => {
    const problems = await problemsOf(`#1;scenario=a&name=${"x".repeat(FRAGMENT_LENGTH_MAX)}`);
    expect(problems[0]?.found).toContain("65536");
  });

  it("that unpacks without end stops at 2 MB: a bomb of 30 MB in few letters", async () => {
    const own = `#2${await pack("a".repeat(30_000_000), "deflate")}`;
    expect((await problemsOf(own))[0]?.found).toContain("more than 2 MB");
    const bomb = `#1z${await pack("a".repeat(30_000_000), "deflate-raw")}`;
    expect(bomb.length).toBeLessThan(FRAGMENT_LENGTH_MAX);
    const began = performance.now();
    expect((await problemsOf(bomb))[0]?.found).toContain("more than 2 MB");
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it("with more actions than a run may have gives the first 20,000", async () => {
    const text = `scenario=a${"&do=+1,heal".repeat(150_000)}`;
    const { share, problems } = await readFragment(`#1z${await pack(text, "deflate-raw")}`);
    expect(share?.actions.length).toBeLessThanOrEqual(20_000);
    expect(problems.some(({ found }) => found.includes("parts"))).toBe(true);
  });

  it("nested deeper than any action loses that action", async () => {
    const deep = `${"[".repeat(9_000)}${"]".repeat(9_000)}`;
    const link = `#1z${await pack(`scenario=a&do=+1,put,from:~${deep}&do=+1,heal`, "deflate-raw")}`;
    const { share, problems } = await readFragment(link);
    expect(share?.actions.map(({ action }) => action.do)).toEqual(["heal"]);
    expect(problems.some(({ where }) => where === "action 1")).toBe(true);
  });
});

describe("a file of a share", () => {
  it("is known by its first member, and says what is wrong with it", () => {
    expect(isShareFile(writeShareFile(SIMPLE).slice(0, 200))).toBe(true);
    expect(isShareFile('{ "format": "raft-atlas/1" }')).toBe(false);
    for (const text of [
      "{",
      "[]",
      "7",
      '{"format":"raft-atlas-share/9"}',
      '{"format":"raft-atlas-share/1"}',
    ]) {
      const { share, problems } = readShareFile(text);
      expect(share).toBeNull();
      expect(problems).toHaveLength(1);
    }
  });

  it("whose actions stand in another order is put in order, and says so", () => {
    const actions = [...SIMPLE.actions].reverse();
    const { share, problems } = readShareFile(writeShareFile({ ...SIMPLE, actions }));
    expect(share?.actions).toEqual(SIMPLE.actions);
    expect(problems.map(({ where }) => where)).toEqual(["actions"]);
  });
});
