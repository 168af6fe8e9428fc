/** What a log with vector clocks is once it was read. Types only. */

/** Why lines are no event, or what is odd about one. */
export type ClockProblem = "unread" | "clock" | "own" | "repeated" | "gap" | "unknown" | "circle";

export interface ProblemLine {
  /** From 1. */
  line: number;
  problem: ClockProblem;
  /** The line's beginning, or the host or count that it is about. */
  found: string;
}

export interface ClockLog {
  hosts: string[];
  /** By event, in the order of `depth`: its host, how many events are before it, its line. */
  host: Uint32Array;
  depth: Float64Array;
  line: Uint32Array;
  texts: string[];
  clocks: string[];
  /** Names of further groups of the rule, and by event what they hold. */
  fields: string[];
  values: string[][];
  arrows: { from: Uint32Array; to: Uint32Array };
  /** Executions of the file; the log is of one of them. */
  executions: string[];
  problems: ProblemLine[];
  /** How many there are; the list is cut. */
  problemCount: number;
}

/** The text cannot be read as a whole: what was found on a line. */
export interface BadClockLog {
  line: number;
  bad: "rule" | "parter" | "empty" | "none";
  found: string;
}
