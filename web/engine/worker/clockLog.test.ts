/** Logs with vector clocks: what is read, and what is said of damage. */

import fs from "node:fs";
import { describe, expect, test } from "vitest";
import type { BadClockLog, ClockLog, ClockProblem } from "../clocks";
import { PROBLEMS_MAX, readClockLog } from "./clockLog";

function read(text: string, execution = 0): ClockLog {
  const log = readClockLog(text, execution);
  if ("bad" in log) throw new Error(`Found ${log.bad} on line ${log.line}, expected a log.`);
  return log;
}

/** Arrows as "host text > host text". */
function arrowsOf({ arrows, hosts, host, texts }: ClockLog): string[] {
  const named = (event: number) => `${hosts[host[event] ?? 0]} ${texts[event]}`;
  return [...arrows.from].map((from, arrow) => `${named(from)} > ${named(arrows.to[arrow] ?? 0)}`);
}

const example = () =>
  fs.readFileSync(new URL("../../../docs/examples/vector-clocks.log", import.meta.url), "utf8");

describe("a log of pairs of lines", () => {
  test("has hosts, events after all that they depend on, and arrows between hosts", () => {
    const log = read(example());
    expect(log.hosts).toEqual(["client", "server", "store"]);
    expect(log.texts).toHaveLength(13);
    expect(log.problemCount).toBe(0);
    expect(arrowsOf(log)).toEqual([
      "client sends put x=1 > server receives put x=1",
      "server sends x=1 to the store > store writes x=1",
      "store acknowledges x=1 > server receives the acknowledgement",
      "server answers the client > client put x=1 is done",
    ]);
    const { from, to } = log.arrows;
    for (const [arrow, sender] of from.entries())
      expect(log.depth[to[arrow] ?? 0]).toBeGreaterThan(log.depth[sender] ?? 0);
    expect([...log.depth]).toEqual([...log.depth].sort((a, b) => a - b));
  });

  test("may tell its hosts one after the other", () => {
    const log = read('b {"a":1,"b":1}\ngets\na {"a":1}\nsends\n');
    expect(arrowsOf(log)).toEqual(["a sends > b gets"]);
    expect([...log.line]).toEqual([3, 1]);
  });

  test("has no arrow from whom another sender had told of", () => {
    const log = read('a {"a":1}\nsays\nb {"a":1,"b":1}\npasses on\nc {"a":1,"b":1,"c":1}\nhears\n');
    expect(arrowsOf(log)).toEqual(["a says > b passes on", "b passes on > c hears"]);
  });
});

describe("a rule of its own", () => {
  const ruled = (...lines: string[]) => lines.join("\n");

  test("gives fields their names", () => {
    const rule = String.raw`(?<date>\S+) (?<host>\w+) (?<clock>{.*}) (?<event>.*)`;
    const log = read(ruled(rule, "", '2024 a {"a":1} starts', '2025 a {"a":2} ends'));
    expect(log.fields).toEqual(["date"]);
    expect(log.values).toEqual([["2024"], ["2025"]]);
    expect([...log.line]).toEqual([3, 4]);
  });

  test("may part executions, of which one is read", () => {
    const rule = String.raw`(?<host>\w+) (?<clock>{.*})\n(?<event>.*)`;
    const parts = ["=== one ===", 'a {"a":1}', "first", "=== two ===", 'a {"a":1}', "second"];
    const text = ruled(rule, "=== (?<trace>.*) ===", ...parts);
    expect(read(text).executions).toEqual(["one", "two"]);
    expect(read(text).texts).toEqual(["first"]);
    expect(read(text, 1).texts).toEqual(["second"]);
    expect([...read(text, 1).line]).toEqual([7]);
  });
});

describe("damage", () => {
  const bad: [what: string, text: string, told: BadClockLog][] = [
    ["nothing", "", { line: 0, bad: "empty", found: "" }],
    ["blanks", "\n \n", { line: 0, bad: "empty", found: "" }],
    ["a rule that is none", "(?<clock>(\n\n", { line: 1, bad: "rule", found: "(?<clock>(" }],
    ["a rule without events", "(?<clock>.*)\n\n", { line: 1, bad: "rule", found: "(?<clock>.*)" }],
    [
      "a parter that is none",
      "(?<host>x)(?<clock>y)(?<event>z)\n(((\n",
      { line: 2, bad: "parter", found: "(((" },
    ],
    ["no event", "hello\n", { line: 1, bad: "none", found: "hello" }],
    ["clocks that are none", "a {b}\nx\n", { line: 1, bad: "none", found: "a {b}" }],
  ];
  test.each(bad)("%s is told with its line", (_, text, told) => {
    expect(readClockLog(text, 0)).toEqual(told);
  });

  const good = 'a {"a":1}\nstarts\n';
  const odd: [what: string, text: string, line: number, problem: ClockProblem, found: string][] = [
    ["a line of another kind", `${good}hello\n`, 3, "unread", "hello"],
    ["a line in front", `hello\n${good}`, 1, "unread", "hello"],
    ["a clock that is cut off", `${good}a {"a":2,}\nx\n`, 3, "clock", '{"a":2,}'],
    ["a count that is a text", `${good}a {"a":"2"}\nx\n`, 3, "clock", '{"a":"2"}'],
    ["a count below nothing", `${good}a {"a":-2}\nx\n`, 3, "clock", '{"a":-2}'],
    ["a clock without its host", `${good}a {"b":2}\nx\n`, 3, "own", "a"],
    ["a count twice", `${good}a {"a":1}\nagain\n`, 3, "repeated", "a: 1"],
    ["a count left out", `${good}a {"a":3}\nx\n`, 3, "gap", "a: 3"],
    ["an event that is not there", `${good}b {"a":7,"b":1}\nx\n`, 3, "unknown", "a: 7"],
    ["a circle", 'a {"a":1,"b":1}\nx\nb {"a":1,"b":1}\ny\n', 1, "circle", "x"],
  ];
  test.each(odd)("%s is listed with its line", (_, text, line, problem, found) => {
    const { problems, problemCount } = read(text);
    expect(problems[0]).toEqual({ line, problem, found });
    expect(problemCount).toBe(1);
  });

  test("is counted in full and listed up to a bound", () => {
    const { problems, problemCount } = read(good + "hello\n".repeat(PROBLEMS_MAX + 5));
    expect(problems).toHaveLength(PROBLEMS_MAX);
    expect(problemCount).toBe(PROBLEMS_MAX + 5);
  });
});
