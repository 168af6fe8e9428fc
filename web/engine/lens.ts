/** What the page asks of the third module's worker, and what that answers. Types only. */

import type {
  AdviceAnswer,
  Advised,
  Answer,
  FutureAnswer,
  FutureChange,
  FutureSearched,
  FutureShare,
  HistoryAnswer,
  ImportAnswer,
  LoadCurve,
  Question,
  RoleLog,
} from "wasm_tools";

import type { BadClockLog, ClockLog } from "./clocks";
import type { Action, Frame, LoggedAction, Notable, TraceColumns } from "./types";

export type {
  AdviceAnswer,
  AdviceForm,
  AdvicePlan,
  AdviceProblem,
  AdviceRow,
  AdviceSpread,
  AdviceVerdict,
  Advised,
  Answer,
  FutureAnswer,
  FutureChange,
  FuturePoint,
  FutureSearched,
  FutureShare,
  HistoryAnswer,
  HistoryOperation,
  ImportAnswer,
  ImportNote,
  ImportNoteKind,
  ImportSpot,
  LoadCurve,
  Question,
  RoleEvent,
  RoleLog,
  Step,
} from "wasm_tools";

export type LoadPoint = LoadCurve["points"][number];

/** Part of a sentence, and the thing that it names. */
export type Part = Answer["short"][number];

export interface RunParts {
  scenario: string;
  variant: string;
  seed: number;
  actions: LoggedAction[];
}

export interface NamedText {
  name: string;
  text: string;
}

export interface AdviceJob {
  /** The setting, by its place in the plan. */
  setting: number;
  seed: number;
}

export interface AdviceReport extends AdviceJob {
  report: string;
}

export type Chance = NonNullable<Extract<Action, { do: "redraw" }>["of"]>[number];

/** Who began (1) or ceased (0) to lead which range when, as columns. */
export type LeadChanges = Omit<Frame["leads"], "first" | "total">;

/** A future that was played to its end; number 0 is the run itself. */
export interface PlayedFuture {
  stream: number;
  digest: string;
  answer: FutureAnswer;
  /** What draws its chance anew; the run itself has none. */
  action?: LoggedAction;
  /** Of the range that is looked at. */
  leads: LeadChanges;
  /** What was told of the run itself. */
  notables?: Notable[];
}

export type FuturesCommand =
  /** Takes up a run whose futures end at an instant; `range` and these figures are looked at. */
  | {
      type: "futures";
      run: RunParts;
      of: Chance[];
      endUs: number;
      range: number;
      figures: string[];
    }
  /** Plays the run itself; what happens counts from an instant on. */
  | { type: "own"; sinceUs: number }
  | { type: "play"; sinceUs: number; atUs: number; streams: number[] }
  /** The runs that differ from one in one act or switch before an instant. */
  | { type: "changes"; run: RunParts; beforeUs: number }
  /** By how much shares with something exceed those without it. */
  | { type: "differences"; with: number[]; without: number[]; runs: number }
  /** So many of so many, with intervals. */
  | { type: "shares"; came: number[]; runs: number[] }
  /** Begins a search for the point of no return. */
  | {
      type: "search";
      fromUs: number;
      untilUs: number;
      futures: number;
      runs: number;
      stepUs: number;
    }
  /** What was found at instants of that search. */
  | { type: "found"; points: { atUs: number; came: number; runs: number }[] };

export type FuturesReply =
  | { type: "asked"; outcomes: { id: string; text: string }[] }
  | { type: "played"; played: PlayedFuture[] }
  | { type: "changes"; changes: FutureChange[] }
  /** The lower and the upper end of each, from -1 to 1. */
  | { type: "differences"; differences: [low: number, high: number][] }
  | { type: "shares"; shares: FutureShare[] }
  | { type: "searched"; searched: FutureSearched };

export type ExportFormat = "perfetto" | "shiviz" | "jsonl";

export type LensCommand =
  | FuturesCommand
  /**
   * Answers a question about an instant, right after an event, from what was recorded up to it, or
   * by running again from the start.
   */
  | {
      type: "why";
      run: RunParts;
      columns: TraceColumns | null;
      us: number;
      events: number;
      question: Question;
    }
  /** Runs from the start to an instant and writes everything down. */
  | { type: "export"; run: RunParts; untilUs: number; format: ExportFormat }
  /** Writes a run by hand down as a scenario file of its own; nothing runs. */
  | { type: "replay"; run: RunParts }
  /** Runs the scenario at so many loads, one after the other. */
  | { type: "sweep"; run: RunParts; points: number }
  /** Writes the scenario at so many percent of its load; nothing runs. */
  | { type: "at_load"; run: RunParts; percent: number }
  /** Writes the scenario with these values, each as `path=value`; nothing runs. */
  | { type: "at_point"; run: RunParts; set: string[]; label: string }
  /** Says what is to be run for a form, or what is wrong with it; nothing runs. */
  | { type: "advise"; form: string }
  /** Runs a scenario with these values to its end. */
  | { type: "run_point"; scenario: string; seed: number; set: string[] }
  /** Says what the runs of a form tell; nothing runs. */
  | { type: "advice"; form: string; reports: AdviceReport[] }
  /**
   * Makes a scenario of the files of a cluster and of measured round trips, or says what is wrong
   * with them. The name of a measurement may begin with its pair of places, `FROM:TO=`.
   */
  | { type: "import"; files: NamedText[]; latencies: NamedText[] }
  /** Judges a history of clients, in one file or one for each client. */
  | { type: "history"; files: NamedText[] }
  /** Reads what members said of their roles in the logs of servers. */
  | { type: "roles"; files: NamedText[] }
  /** Reads an execution of a log with vector clocks; the module is not needed for it. */
  | { type: "clocks"; text: string; execution: number };

export type LensReply =
  | FuturesReply
  | { type: "answer"; answer: Answer }
  /** An export has come as far as this. */
  | { type: "progress"; us: number }
  /** A sweep has come so far: loads that are done, of how many, and what they tell. */
  | { type: "sweeping"; done: number; of: number; curve: LoadCurve }
  | { type: "swept"; curve: LoadCurve }
  | { type: "exported"; text: Blob }
  | { type: "written"; text: string }
  | { type: "advised"; advised: Advised }
  | { type: "ran"; report: string }
  | { type: "advice"; answer: AdviceAnswer }
  | { type: "imported"; answer: ImportAnswer }
  | { type: "judged"; answer: HistoryAnswer }
  | { type: "roles"; log: RoleLog }
  | { type: "clocks"; log: ClockLog | BadClockLog }
  | { type: "failed"; message: string };
