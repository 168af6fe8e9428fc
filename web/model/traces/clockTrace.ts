/** A log with vector clocks as a trace: lanes of hosts, arrows between them, and its faults. */

import type { BadClockLog, ClockLog, ClockProblem } from "@/engine/clocks";
import { msg, t } from "@/language/words";
import { type Detail, TONES, type Trace } from "./trace";

export function clockTrace(log: ClockLog): Trace {
  const { hosts, host, depth, line, texts, clocks, fields, values, arrows } = log;
  const loud = new Uint8Array(host.length);
  for (const mark of arrows.from) loud[mark] = 1;
  for (const mark of arrows.to) loud[mark] = 1;
  return {
    lanes: hosts.map((name) => ({ name, group: "" })),
    lane: host,
    start: depth,
    end: depth,
    tone: new Uint8Array(host.length).fill(TONES.indexOf("event")),
    open: new Uint8Array(host.length),
    loud,
    arrows,
    isTime: false,
    short: (mark) => texts[mark] ?? "",
    brief: () => "",
    text: (mark) =>
      [hosts[host[mark] ?? 0], texts[mark], clocks[mark], ...(values[mark] ?? [])].join("\n"),
    details: (mark): readonly Detail[] => [
      [t("Host"), hosts[host[mark] ?? 0] ?? ""],
      [t("Event"), texts[mark] ?? ""],
      ...fields.map((name, at): Detail => [name, values[mark]?.[at] ?? ""]),
      [t("Clock"), clocks[mark] ?? ""],
      [t("Line"), String(line[mark] ?? 0)],
    ],
  };
}

const PROBLEMS: Record<ClockProblem, string> = {
  unread: msg("part of no event: {found}"),
  clock: msg("found {found}, expected a clock: an object of hosts with whole numbers"),
  own: msg("the clock lacks the count of its own host {found}"),
  repeated: msg("a count stands twice and the second is left out: {found}"),
  gap: msg("events before this one are missing: {found}"),
  unknown: msg("the clock knows an event that the log does not have: {found}"),
  circle: msg("clocks know each other in a circle, which was cut here: {found}"),
};

export function problemWords(problem: ClockProblem, found: string): string {
  return t(PROBLEMS[problem], { found });
}

export function badClockLogWords({ bad, line, found }: BadClockLog, name: string): string {
  const values = { name, line, found };
  switch (bad) {
    case "empty":
      return t("{name}: found an empty file, expected a log with vector clocks.", values);
    case "rule":
      return t(
        "{name}, line {line}: found {found}, expected a regular expression with the groups clock and event.",
        values,
      );
    case "parter":
      return t(
        "{name}, line {line}: found {found}, expected an empty line, an event, or a regular expression that parts executions.",
        values,
      );
    case "none":
      return t(
        "{name}, line {line}: found {found}, expected an event: a host with its clock, such as {example}, and its text on the next line.",
        { ...values, example: 'node {"node":1}' },
      );
  }
}
