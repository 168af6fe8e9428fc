/** What the page tells whoever drives it (docs/embedding.md): the run, in every answer. */

import type { LoggedAction, Target } from "./types";

/** The run as it stands. */
export interface Run {
  /** Of what can be asked: "1.1" has all of "1.0" and more. */
  version: string;
  /** "ready" while a run stands. */
  phase: "loading" | "ready" | "bad-scenario" | "panicked";
  /** Its id in the page's list, or the name of a file. */
  scenario: string | null;
  title: string | null;
  variant: string | null;
  seed: number | null;
  /** The instant. */
  us: number;
  furthest_us: number;
  /** Where the run beside it stands; null: there is none. */
  beside_us: number | null;
  duration_us: number;
  events: number;
  /** Of all that happened so far: 16 hex digits. */
  digest: string;
  /** How many actions this branch of the run has had. */
  actions: number;
  /** What is selected on the page. */
  selection: Target | null;
  playing: boolean;
  /** Simulated seconds a second. */
  speed: number;
}

/** One way that the run went; acting in the past begins another. */
export interface Branch {
  id: number;
  name: string;
  /** -1: the first. */
  parent: number;
  fork_us: number;
  cause: string;
  actions: LoggedAction[];
  furthest_us: number;
}
