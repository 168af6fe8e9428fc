/**
 * What the page asks of the third module's worker, and what that answers. Types only.
 */

import type {
  AdviceAnswer,
  AdviceForm,
  AdvicePlan,
  AdviceProblem,
  AdviceRow,
  AdviceSpread,
  AdviceVerdict,
  Advised,
  Answer,
  LoadCurve,
  Question,
  Step,
} from "lens";

import type { LoggedAction, TraceColumns } from "./types";

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
  LoadCurve,
  Question,
  Step,
};

/** One load of a sweep. */
export type LoadPoint = LoadCurve["points"][number];

/** Part of a sentence, and the thing that it names. */
export type Part = Answer["short"][number];

/** Everything that makes a run. */
export interface RunParts {
  scenario: string;
  variant: string;
  seed: number;
  actions: LoggedAction[];
}

/** A run that a form asks for. */
export interface AdviceJob {
  /** The setting, by its place in the plan. */
  setting: number;
  seed: number;
}

/** Such a run, and the report of it. */
export interface AdviceReport extends AdviceJob {
  report: string;
}

export type ExportFormat = "perfetto" | "shiviz" | "jsonl";

export type LensCommand =
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
  | { type: "advice"; form: string; reports: AdviceReport[] };

export type LensReply =
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
  | { type: "failed"; message: string };
