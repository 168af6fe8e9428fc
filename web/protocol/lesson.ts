/**
 * A lesson as the engine's reader makes it from a file, and what the engine says of goals. Types
 * only. Goals are JSON text: only the engine knows what they mean.
 */

/** What a goal asks, and what is so. */
export interface Judged {
  met: boolean;
  text: string;
  found: string;
  /** The instant at which it came true, where the engine knows it. */
  at_us: number | null;
  parts: Judged[];
}

export interface Lesson {
  title: string;
  minutes: number;
  /** Markdown. */
  text: string;
  sources: LessonSource[];
  steps: LessonStep[];
}

export interface LessonSource {
  id: string;
  title: string;
  by: string;
  year: number | null;
}

export interface LessonStep {
  id: string;
  title: string;
  /** What there is to know before: Markdown. */
  text: string | null;
  /** Null: the run of the step before goes on. */
  scenario: string | null;
  variant: string | null;
  seed: number | null;
  start_us: number | null;
  speed: number | null;
  /** A view of the dock. */
  show: string | null;
  /** A fold of the controls. */
  open: string | null;
  predict: LessonPredict | null;
  do: LessonTask | null;
  explain: LessonExplain | null;
  solution: LessonRecorded | null;
  wrong: LessonRecorded | null;
  /** Variants, besides the run's own, that goals and figures name. */
  variants: string[];
}

export interface LessonPredict {
  question: string;
  answers: { text: string; right: boolean; reply: string }[];
}

export interface LessonTask {
  text: string;
  goal: string;
  lost: string | null;
  by_us: number | null;
  hints: string[];
}

export interface LessonExplain {
  /** Markdown, with figures of the run as {{metric|unit}}. */
  text: string;
  figures: LessonFigure[];
}

export interface LessonFigure {
  label: string;
  metric: string;
  /** The figure is a share of this one. */
  over: string | null;
  unit: "us" | "bytes" | "count" | "usd" | "ratio" | "percent";
  published: { text: string; value: number | null; source: string } | null;
}

/** What was done, at instants of the run. */
export interface LessonRecorded {
  variant: string | null;
  actions: { at_us: number; action: Record<string, unknown> }[];
  until_us: number;
}
