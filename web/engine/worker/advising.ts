/** Advice in a worker: what is to be run for a form, one of its runs, and what runs tell. */

import type { LensCommand, LensReply } from "../lens";
import { startEngine } from "./engineInstance";
import { loadLens } from "./lens";

/** Events between two looks at how far it is. */
const PIECE_EVENTS = 100_000;

type Of<T extends LensCommand["type"]> = Extract<LensCommand, { type: T }>;

export async function advise({ form }: Of<"advise">): Promise<LensReply> {
  const { advised } = await loadLens();
  return { type: "advised", advised: advised(form) };
}

/** The same file as whoever opens the run later, so that it is the same run. */
export async function runPoint({ scenario, seed, set }: Of<"run_point">): Promise<LensReply> {
  const { at_point } = await loadLens();
  const { engine } = await startEngine();
  const file = at_point(scenario, "", seed, set, "");
  const playground = new engine.Playground(file, "", seed);
  const { duration_us } = playground.world();
  while (playground.advance(duration_us, PIECE_EVENTS) >= PIECE_EVENTS);
  const report = playground.report(undefined);
  playground.free();
  return { type: "ran", report };
}

export async function answerOf({ form, reports }: Of<"advice">): Promise<LensReply> {
  const { advice_answer } = await loadLens();
  const answer = advice_answer(
    form,
    Uint32Array.from(reports, ({ setting }) => setting),
    Float64Array.from(reports, ({ seed }) => seed),
    reports.map(({ report }) => report),
  );
  return { type: "advice", answer };
}
