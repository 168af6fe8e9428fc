/** How an update from the worker changes the state. Pure. */

import type { Reply, RunSpec, Update, UpdateRequest } from "@/engine/messages";
import type { Frame, Inspection, Target } from "@/engine/types";
import { freshNarration, mergeNarration, mergeNotables, notableAfter } from "@/model/narration";
import { rangeOfKey } from "@/model/ranges";
import { sameData } from "@/model/sameData";
import { EMPTY_SERIES, mergeSeries, seriesRequest, WHOLE_SERIES } from "@/model/series/series";
import { sameTarget } from "@/model/targets";
import { firstBranch } from "./branches";
import type { ScenarioSource, Session } from "./session";
import type { EarlierRun, SimState } from "./simState";

/** What the next update should hold, given what the page already has and what is selected there. */
export function updateRequestOf(state: SimState, target: Target | null = null): UpdateRequest {
  return {
    range: state.range,
    notable_after: notableAfter(state.narration),
    ...seriesRequest(state.series),
    target,
    tape_after: state.taping ? (state.tape?.toEvent ?? -1) : null,
    log: state.logRequest,
    stale: state.wantsStale,
    shape: state.frame?.shape ?? 0,
    faults: state.frame?.faults_mark ?? 0,
  };
}

/** What the first update of a run should hold: the page has nothing of it. */
export function firstUpdateRequest({ taping }: SimState): UpdateRequest {
  const tape_after = taping ? -1 : null;
  return { range: 0, notable_after: 0, ...WHOLE_SERIES, shape: 0, target: null, tape_after };
}

export function applyUpdate(state: SimState, update: Update): Partial<SimState> {
  const before = state.frame;
  const frame = update.frame;
  if (before !== null) {
    // Parts that rarely change keep their identity, so that panels need not render again.
    frame.settings = reuseIfEqual(before.settings, frame.settings);
    // The engine sends faults when they are others: they may be many, and change rarely.
    if (frame.faults_mark === before.faults_mark) frame.faults = before.faults;
    frame.violations = reuseIfEqual(before.violations, frame.violations);
    frame.unjudged = reuseIfEqual(before.unjudged, frame.unjudged);
    frame.stores = reuseIfEqual(before.stores, frame.stores);
  }
  const { jumped, memory } = update;
  const { notables } = frame;
  return {
    frame,
    earlier: metAt(cutAt(state.earlier, update.cut), frame),
    ...rangesOf(state, frame),
    memory,
    furthestUs: Math.max(state.furthestUs, frame.now_us),
    ...inspectedOf(state, update),
    log: update.log ?? null,
    stale: update.stale ?? null,
    broken: reuseIfEqual(state.broken, update.broken ?? null),
    narration: jumped ? freshNarration(notables) : mergeNarration(state.narration, notables),
    notables: mergeNotables(state.notables, notables),
    series: mergeSeries(state.series, frame, update.cut !== null),
  };
}

/** The run before, with this picture beside it if that is of the same instant. */
export function metAt(earlier: EarlierRun | null, frame: Frame | null): EarlierRun | null {
  if (earlier === null || frame?.now_us !== earlier.frame.now_us) return earlier;
  return { ...earlier, met: frame };
}

/** Where the past was changed before that, the run may come to something else there. */
function cutAt(earlier: EarlierRun | null, cut: number | null): EarlierRun | null {
  const isOther = cut !== null && earlier?.met != null && cut < earlier.met.events;
  return isOther ? { ...earlier, met: null } : earlier;
}

/** What the engine said of a thing: nothing while its last answer is of another one. */
export function knownOf(
  { inspected, inspection }: Pick<SimState, "inspected" | "inspection">,
  target: Target,
): Inspection | null {
  return sameTarget(target, inspected) ? inspection : null;
}

function inspectedOf({ inspected, inspection }: SimState, update: Update) {
  const isSame = inspected !== null && sameTarget(inspected, update.inspected);
  return {
    inspected: isSame ? inspected : update.inspected,
    inspection: isSame ? reuseIfEqual(inspection, update.inspection) : update.inspection,
  };
}

/** Ranges split and merge, and replicas move: the world is then another one. */
function rangesOf(state: SimState, { ranges }: Frame): Partial<SimState> {
  const { world, range } = state;
  if (world === null || ranges.length === 0) return {};
  const changed = { world: { ...world, ranges } };
  if (ranges.some(({ id }) => id === range)) return changed;
  // What was shown was merged away: its keys are shown on.
  const gone = world.ranges.find(({ id }) => id === range);
  return { ...changed, range: rangeOfKey(ranges, gone?.first_key ?? 0) };
}

/** A run that has just been opened: nothing of the one before stays. */
export function openedState(
  before: SimState,
  source: ScenarioSource,
  spec: RunSpec,
  reply: Extract<Reply, { type: "opened" }>,
): Partial<SimState> {
  const { world, build, update } = reply;
  const { variant, seed } = world;
  const fresh: Partial<SimState> = {
    phase: "ready",
    problem: null,
    session: freshSession(source, { ...spec, ...reply.admitted }, variant, seed),
    world,
    build,
    frame: null,
    openedUs: update.frame.now_us,
    furthestUs: 0,
    range: world.busiest_range,
    earlier: null,
    inspected: null,
    inspection: null,
    broken: null,
    narration: [],
    notables: [],
    series: EMPTY_SERIES,
    tape: null,
  };
  return { ...fresh, ...applyUpdate({ ...before, ...fresh }, update) };
}

export function freshSession(
  source: ScenarioSource,
  { scenario: text, actions }: RunSpec,
  variant: string,
  seed: number,
): Session {
  const branches = [firstBranch(actions)];
  return { source, text, variant, seed, branches, current: 0, bookmarks: [] };
}

/** The old value when the new one equals it deeply. */
function reuseIfEqual<T>(before: T, after: T): T {
  return sameData(before, after) ? before : after;
}
