/** Six seconds of a run as whoever watches saw them, played again instant by instant. */

import type { Link } from "@/engine/workerLink";
import { type RunReport, reportOf } from "@/model/reportFigures";
import { firstUpdateRequest, updateRequestOf } from "../reduce";
import { logOf, type Session } from "../session";
import { SideRun } from "../sideRun";
import { INITIAL_STATE, type SimState } from "../simState";
import { SimStore } from "../simStore";

const LOOP_S = 6;
const PICTURES_A_SECOND = 15;
export const PICTURES = LOOP_S * PICTURES_A_SECOND;
export const PICTURE_S = 1 / PICTURES_A_SECOND;

export interface LoopDeps {
  makeLink(): Link;
  isWanted(): boolean;
  /** The run at one of the instants, in order. */
  each(state: SimState, report: RunReport | null): Promise<void>;
}

/**
 * The instants, oldest first: from the last of the run that is shown backwards, each picture as much
 * earlier as the run goes on meanwhile. Where there is not that much before, it goes on after it.
 */
export function loopInstants(nowUs: number, durationUs: number, paceAt: (us: number) => number) {
  const stepUs = (us: number) => PICTURE_S * 1e6 * paceAt(us);
  const before: number[] = [Math.min(nowUs, durationUs)];
  while (before.length < PICTURES) {
    const [first = 0] = before;
    if (first - stepUs(first) < 0) break;
    before.unshift(first - stepUs(first));
  }
  while (before.length < PICTURES) {
    const last = before.at(-1) ?? 0;
    before.push(Math.min(durationUs, last + stepUs(last)));
  }
  return before.map(Math.round);
}

/** Why it could not be played; "" when all of it was, or nobody wants it any more. */
export async function playLoop(
  session: Session,
  instants: readonly number[],
  { makeLink, isWanted, each }: LoopDeps,
): Promise<string> {
  const side = new SideRun(makeLink());
  const store = new SimStore();
  const [first = 0] = instants;
  const { text: scenario, variant, seed, source } = session;
  const run = { scenario, variant, seed, actions: [...logOf(session)], forward: true };
  const spec = { ...run, until_us: first };
  try {
    const opened = await side.open(spec, {
      updateRequest: () => firstUpdateRequest(INITIAL_STATE),
    });
    if (opened?.ok !== true) return opened?.message ?? "";
    store.opened(source, spec, opened.value);
    const updateRequest = () => updateRequestOf(store.getState());
    for (const us of instants) {
      const going = {
        isWanted,
        updateRequest,
        took: (update: Parameters<SimStore["took"]>[0]) => store.took(update),
      };
      const came = await side.seek(us, going);
      if (came?.ok !== true) return came?.message ?? "";
      const reported = await side.report();
      const report = reported?.ok === true ? (reportOf(reported.value) ?? null) : null;
      await each(store.getState(), report);
    }
    return "";
  } finally {
    side.close("");
  }
}
