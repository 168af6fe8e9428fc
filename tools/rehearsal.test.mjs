/** A rehearsed class is judged by its log: each promise that is broken is said. */

import { describe, expect, it } from "vitest";
import { counted, judge } from "./rehearsal/judge.mjs";
import { rowsOf } from "./rehearse-class.mjs";

const LEAD = (n) => `You lead the class AB: ${n} students follow.`;
const FILE = [{ lesson: "a", step: "b", student: "1", name: "Ann", answer: "2" }];

/** A class in which all went well. */
const GOOD = [
  { ms: 0, who: "Ann", kind: "there", is: true },
  { ms: 100, who: "Ben", kind: "there", is: true },
  { ms: 500, who: "teacher 1", kind: "says", text: LEAD(2) },
  { ms: 20_000, who: "Ann", kind: "answers", lesson: "a", step: "b", answer: 1 },
  { ms: 30_000, who: "Ben", kind: "there", is: false },
  { ms: 30_000, who: "Ben", kind: "deaf" },
  { ms: 34_900, who: "Ben", kind: "says", text: "following; server not reached" },
  { ms: 39_000, who: "teacher 1", kind: "says", text: LEAD(1) },
  { ms: 60_000, who: "Ben", kind: "there", is: true },
  { ms: 60_200, who: "Ben", kind: "says", text: "following" },
  { ms: 61_000, who: "teacher 1", kind: "says", text: LEAD(2) },
  { ms: 80_000, who: "teacher 1", kind: "act", text: "goes back" },
  { ms: 80_100, who: "Ann", kind: "jump", from: 9e6, to: 1e6 },
  { ms: 90_000, who: "teacher 1", kind: "ends" },
  { ms: 90_100, who: "Ann", kind: "says", text: "The class has ended." },
  { ms: 90_100, who: "Ben", kind: "says", text: "The class has ended." },
];

const broken = (log, rows = FILE) =>
  judge(
    [...log].sort((a, b) => a.ms - b.ms),
    rows,
  ).filter(({ kept }) => !kept);
const without = (text) => GOOD.filter((one) => one.text !== text);

describe("a class", () => {
  it("in which all went well has kept all", () => {
    expect(broken(GOOD)).toEqual([]);
  });

  it.each([
    [
      "a jump without a word",
      [...GOOD, { ms: 70_000, who: "Ann", kind: "jump", from: 1e6, to: 9e6 }],
      "nobody jumped without a word",
    ],
    ["a count that stays", without(LEAD(1)), "counts are right within 10 s"],
    ["silence", without("following; server not reached"), "silence is told within 5 s"],
    [
      "an end that somebody missed",
      GOOD.filter(({ ms, who }) => ms < 90_000 || who !== "Ben"),
      "everybody is told the end",
    ],
    [
      "an error",
      [...GOOD, { ms: 1, who: "Ann", kind: "error", text: "x" }],
      "no page had an error",
    ],
  ])("with %s has not", (_, log, promise) => {
    expect(broken(log).map((one) => one.promise)).toEqual([promise]);
  });

  it("has not kept its answers where one is lost, changed, or there twice", () => {
    const lost = "all answers that were handed in are in the file";
    expect(broken(GOOD, []).map((one) => one.promise)).toEqual([lost]);
    const [row] = FILE;
    expect(broken(GOOD, [{ ...row, answer: "1" }]).map((one) => one.promise)).toEqual([lost]);
    expect(broken(GOOD, [row, { ...row, student: "2" }])).toMatchObject([
      { promise: "nobody’s answers are there twice", found: expect.stringContaining("Ann a/b") },
    ]);
  });
});

it("counts who follows and who is alone, and nobody where the page does not lead", () => {
  expect(counted(LEAD(28).replace(".", ", 2 on their own."))).toBe(30);
  expect(counted("You lead the class AB: 1 student follows.")).toBe(1);
  expect(counted("Another page leads this class.")).toBeNull();
});

it("reads the file of answers, with quoted words in it", () => {
  expect(rowsOf('name,text\r\nAnn,"a ""b"", c"\r\n"x, y",\r\n')).toEqual([
    { name: "Ann", text: 'a "b", c' },
    { name: "x, y", text: "" },
  ]);
});
