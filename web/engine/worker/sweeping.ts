/** Runs a scenario at a series of loads and draws the curve through them. */

import type { LoadCurve, RunParts } from "../lens";

/** Events between two looks at the clock. */
const PIECE_EVENTS = 100_000;

/** The parts of the engine's handle that are used here. */
export interface Swept {
  advance(until_us: number, max_events: number): number;
  world(): { duration_us: number };
  report(since: undefined): string;
  free(): void;
}

export interface SweepTools {
  open(scenario: string, variant: string, seed: number): Swept;
  /** Loads in percent of the file's. */
  loads(points: number): Iterable<number>;
  at_load(scenario: string, variant: string, seed: number, log: string, percent: number): string;
  load_curve(percents: Uint32Array, reports: string[]): LoadCurve;
}

/** All loads, each to the end of its file; `onPoint` gets the curve so far. */
export function sweep(
  { scenario, variant, seed, actions }: RunParts,
  points: number,
  tools: SweepTools,
  onPoint: (done: number, of: number, curve: LoadCurve) => void,
): LoadCurve {
  const log = JSON.stringify(actions);
  const loads = [...tools.loads(points)];
  const reports: string[] = [];
  const curve = (): LoadCurve =>
    tools.load_curve(Uint32Array.from(loads.slice(0, reports.length)), reports);
  for (const percent of loads) {
    const file = tools.at_load(scenario, variant, seed, log, percent);
    const playground = tools.open(file, variant, seed);
    const { duration_us } = playground.world();
    while (playground.advance(duration_us, PIECE_EVENTS) >= PIECE_EVENTS);
    reports.push(playground.report(undefined));
    playground.free();
    onPoint(reports.length, loads.length, curve());
  }
  return curve();
}
