/**
 * What the page asks of the third module's worker, and what that answers. Types only.
 */

import type { Answer, Question, Step } from "lens";

import type { LoggedAction, TraceColumns } from "./types";

export type { Answer, Question, Step };

/** Part of a sentence, and the thing that it names. */
export type Part = Answer["short"][number];

/** Everything that makes a run. */
export interface RunParts {
  scenario: string;
  variant: string;
  seed: number;
  actions: LoggedAction[];
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
  | { type: "replay"; run: RunParts };

export type LensReply =
  | { type: "answer"; answer: Answer }
  /** An export has come as far as this. */
  | { type: "progress"; us: number }
  | { type: "exported"; text: Blob }
  | { type: "written"; text: string }
  | { type: "failed"; message: string };
