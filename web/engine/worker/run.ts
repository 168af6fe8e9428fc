/**
 * One run of the engine that can be entered at any instant. Going back forgets nothing; acting in
 * the past begins another branch, and all branches live in the one instance, one at a time.
 */

import type { Admitted, BranchGoal, MemoryUse, RunSpec, SeekGoal } from "../messages";
import type { Action, LoggedAction, ScenarioSummary, Target } from "../types";
import { admitted, opened, sharedPart } from "./actionLog";
import { type Budget, FOR_EVER } from "./budget";
import type { Place } from "./checkpoints";
import type { EngineLike, PlaygroundLike, WorkerDeps } from "./engineLike";
import { History } from "./history";
import { Recorder } from "./recorder";

/** Events between two looks at the clock: well under a millisecond of work. */
export const CHUNK_EVENTS = 512;
/** A checkpoint this close before where a person looks makes the next step back cheap. */
const NEAR_EVENTS = 256;
/** How far a search for the next or previous event of a thing goes. */
export const FIND_EVENTS_MAX = 100_000;
/** A run in which nothing happens is not searched for ever. */
const FIND_US_MAX = 60_000_000;
const SCAN_EVENTS = 8_192;
/** How far back a record is made anew: what takes a moment and not a minute. */
const RETRACE_EVENTS_MAX = 150_000;

export class Run {
  readonly summary: ScenarioSummary;
  /** What was taken of a log from outside. */
  readonly admitted: Admitted | undefined;
  playground: PlaygroundLike;
  readonly recorder = new Recorder(() => this.playground);
  private readonly engine: EngineLike;
  private readonly wallMs: () => number;
  private readonly spec: RunSpec;
  private readonly history: History | undefined;
  private branch: number;
  private log: LoggedAction[];
  private applied = 0;
  /** As far as this branch has been. */
  private furthest = { us: 0, events: 0 };
  /** The branches that are not the present one, as far as they have been here. */
  private readonly others = new Map<number, { us: number; events: number }>();
  private tableLength = 0;

  /** Opens a run at its start. Throws what the engine says about a bad scenario. */
  constructor(spec: RunSpec, { engine, wallMs, bytesMax, spacing }: WorkerDeps) {
    this.engine = engine;
    this.wallMs = wallMs;
    this.summary = engine.describe_scenario(spec.scenario);
    this.spec = { ...spec, variant: spec.variant || (this.summary.variants[0]?.id ?? "") };
    this.branch = spec.branch ?? 0;
    if (spec.lenient === true) this.admitted = admitted(() => this.fresh(), spec.actions);
    this.log = [...(this.admitted?.actions ?? spec.actions)];
    this.furthest.us = spec.furthest_us ?? 0;
    this.playground = opened(() => this.fresh(), this.log);
    const { memory, values } = engine;
    const kept = { values, wallMs, bytesMax, spacing };
    // Whenever the history looks at the memory, no recorded row is in it.
    const drained = (from: { readonly buffer: ArrayBuffer }) => {
      this.recorder.drain();
      return from.buffer;
    };
    this.history = memory && new History({ memory: () => drained(memory), ...kept });
  }

  free(): void {
    this.playground.free();
  }

  /** From here on it can be gone back to the start. Nothing else may live in the instance. */
  keepHistory(): void {
    this.tableLength = this.engine.values?.tableLength() ?? 0;
    this.history?.start(this.place, this.branch);
  }

  get place(): Place {
    return {
      us: this.playground.now_us(),
      events: this.playground.events(),
      applied: this.applied,
    };
  }

  get memory(): MemoryUse {
    const { history } = this;
    return {
      module: this.engine.memory?.buffer.byteLength ?? 0,
      history: history === undefined ? 0 : history.bytes + history.wholeBytes,
    };
  }

  /** Runs on to an instant; false when the budget ran out first. Never goes back. */
  advance(untilUs: number, budget: Budget): boolean {
    if (untilUs < this.playground.now_us()) return true;
    for (;;) {
      const next = this.nextAction(untilUs);
      const stopUs = next === undefined ? untilUs : next.at_us - 1;
      if (!this.runOn(stopUs, budget)) return false;
      if (next === undefined) return true;
      this.replay(next);
    }
  }

  /** Exactly one event, an action of the log included. */
  step(): void {
    const next = this.log[this.applied];
    const dueUs = this.playground.next_event_us();
    if (next !== undefined && (dueUs === undefined || next.at_us <= dueUs)) {
      this.runOn(next.at_us - 1, FOR_EVER);
      // Those of the same instant belong to the same picture of the log.
      for (let due = this.nextAction(next.at_us); due; due = this.nextAction(next.at_us)) {
        this.replay(due);
      }
    }
    this.playground.step();
    this.noteFurthest();
  }

  /** Goes to an instant or a number of events, back or forward; says whether it went back. */
  seek(goal: SeekGoal, budget: Budget): { jumped: boolean; reached: boolean } {
    if ("event" in goal) {
      const event = Math.max(0, Math.min(goal.event, this.furthest.events));
      const jumped = this.approach((place) => place.events < event, event <= this.place.events);
      return { jumped, reached: this.runToEvent(event, budget) };
    }
    const isBehind = goal.us < this.playground.now_us();
    const jumped = this.approach((place) => place.us <= goal.us, isBehind);
    return { jumped, reached: this.advance(goal.us, budget) };
  }

  /** Does something now. What lay after this instant stays that branch's; here begins another. */
  act(
    action: Action,
    newBranch: number,
  ): { logged: LoggedAction; changedPast: boolean; dropped: LoggedAction[] } {
    const here = this.place;
    const { us, events } = here;
    const isBefore = this.furthest.us > us || this.furthest.events > events;
    const changedPast = isBefore || this.applied < this.log.length;
    // What can be refused is refused before anything is done.
    if (changedPast) this.history?.mustBeNew(newBranch);
    // Where branches part both can be entered at once.
    if (changedPast) this.history?.record(here);
    const logged = this.playground.apply(action);
    const dropped = this.log.slice(this.applied);
    this.log = [...this.log.slice(0, this.applied), logged];
    if (changedPast) {
      this.recorder.cut(events);
      this.others.set(this.branch, this.furthest);
      this.branch = newBranch;
      this.history?.fork(newBranch, this.lastBefore(here));
    } else {
      // A branch that has not been so far may share what lies ahead with the one it parted from.
      this.history?.forgetAfter(this.lastBefore(here));
    }
    this.applied += 1;
    this.furthest = { us, events };
    // To the action's own instant, so that a paused page shows what it did.
    this.advance(logged.at_us, FOR_EVER);
    return { logged, changedPast, dropped };
  }

  /** Takes another log and stays at the instant; what differs from the old one happens again. */
  rewrite(actions: LoggedAction[], budget: Budget): boolean {
    const { us } = this.place;
    const isShared = sharedPart(this.log, actions);
    const jumped = !isShared(this.place) && this.approach(isShared, true);
    this.recorder.cut(this.place.events);
    this.log = [...actions];
    this.history?.forgetAfter(this.history.before(isShared));
    this.furthest = { us: this.place.us, events: this.place.events };
    this.advance(us, { ...budget, untilMs: Number.POSITIVE_INFINITY });
    return jumped;
  }

  /** Records anew what happened since an instant, as far back as is quickly done, and is here again. */
  retrace(fromUs: number): void {
    const origin = this.place;
    const least = origin.events - RETRACE_EVENTS_MAX;
    this.approach(
      ({ us, events }) => events < origin.events && (us <= fromUs || events <= least),
      true,
    );
    this.returnTo(origin, false);
  }

  /** Another branch, at an instant; nothing of this one is lost. */
  switchTo({ branch, actions, furthestUs, us }: BranchGoal): void {
    const isShared = sharedPart(this.log, actions);
    // Coming back is then one restore.
    this.history?.record(this.place);
    this.others.set(this.branch, this.furthest);
    const part = this.history?.before(isShared) ?? 0;
    const { place } = this;
    this.recorder.cut(isShared(place) ? place.events : (this.history?.placeOf(part).events ?? -1));
    if (this.history?.look(branch) === false) this.history.fork(branch, part);
    this.branch = branch;
    this.log = [...actions];
    const been = this.others.get(branch) ?? { us: 0, events: 0 };
    this.furthest = { ...been, us: Math.max(been.us, furthestUs) };
    this.others.delete(branch);
    if (isShared(place) && place.us <= us) this.noteFurthest();
    else this.approach((known) => known.us <= us, true);
    this.advance(us, FOR_EVER);
  }

  /** Frees what only this branch holds. */
  forget(branch: number): void {
    this.others.delete(branch);
    this.history?.forget(branch);
  }

  /** Goes to the previous or next event that touches a thing; stays where it was without one. */
  find(direction: 1 | -1, target: Target | null, range: number): boolean {
    const origin = this.place;
    const found =
      direction === 1 ? this.findNext(target, range) : this.findPrevious(target, range, origin);
    if (found) return true;
    this.returnTo(origin);
    return false;
  }

  private findNext(target: Target | null, range: number): boolean {
    const untilEvents = this.playground.events() + FIND_EVENTS_MAX;
    const untilUs = this.playground.now_us() + FIND_US_MAX;
    return this.scan(target, range, { untilEvents, untilUs }, true) !== 0;
  }

  private findPrevious(target: Target | null, range: number, origin: Place): boolean {
    const least = Math.max(0, origin.events - FIND_EVENTS_MAX);
    let untilEvents = origin.events - 1;
    while (untilEvents > least) {
      const end = untilEvents;
      this.approach((place) => place.events < end, true);
      const from = this.playground.events();
      const last = this.scan(target, range, { untilEvents, untilUs: origin.us }, false);
      if (last !== 0) {
        this.seek({ event: last }, FOR_EVER);
        return true;
      }
      untilEvents = from;
    }
    return false;
  }

  /** Runs on and returns the number of the first or last event that touched the thing, or 0. */
  private scan(
    target: Target | null,
    range: number,
    limit: { untilEvents: number; untilUs: number },
    stopAtFirst: boolean,
  ): number {
    const { playground } = this;
    let last = 0;
    for (;;) {
      const next = this.nextAction(limit.untilUs);
      const stopUs = next === undefined ? limit.untilUs : next.at_us - 1;
      const from = playground.events();
      const events = Math.min(limit.untilEvents - from, SCAN_EVENTS);
      const hit = playground.scan(target ?? undefined, range, stopUs, events, stopAtFirst);
      if (hit !== 0) last = hit;
      if (playground.events() >= limit.untilEvents || (hit !== 0 && stopAtFirst)) break;
      this.recorder.pass();
      if (playground.events() - from === events) continue;
      if (next === undefined) break;
      playground.advance(stopUs, CHUNK_EVENTS);
      this.replay(next);
    }
    this.noteFurthest();
    return last;
  }

  /** Back to a place exactly, also when it lies between two events of one instant. */
  private returnTo(origin: Place, isShortest = true): void {
    if (isShortest) this.approach((place) => place.events < origin.events, true);
    this.runToEvent(origin.events, FOR_EVER);
    if (this.playground.now_us() < origin.us) this.advance(origin.us, FOR_EVER);
  }

  /** To the latest checkpoint before a goal, unless running on from here is no further. */
  private approach(isBefore: (place: Place) => boolean, mustGoBack: boolean): boolean {
    const { history } = this;
    if (history === undefined || this.tableLength !== (this.engine.values?.tableLength() ?? 0)) {
      if (mustGoBack) this.reopen();
      return mustGoBack;
    }
    const index = history.before(isBefore);
    const isAhead = history.placeOf(index).events > this.playground.events();
    if (!mustGoBack && !isAhead) return false;
    const near = history.restoreNear(index, isBefore);
    this.applied = (near ?? history.restore(index)).applied;
    this.recorder.restarted();
    return true;
  }

  /** Where no checkpoint can be used: from the start. */
  private reopen(): void {
    const fresh = this.fresh();
    this.recorder.drain();
    this.playground.free();
    this.playground = fresh;
    this.recorder.restarted();
    this.applied = 0;
    this.keepHistory();
  }

  private fresh(): PlaygroundLike {
    const { scenario, variant, seed } = this.spec;
    return new this.engine.Playground(scenario, variant, seed);
  }

  /** Right after an event of the past, by its number. */
  private runToEvent(event: number, budget: Budget): boolean {
    const { playground } = this;
    while (playground.events() < event - 1) {
      const left = event - 1 - playground.events();
      const next = this.nextAction(this.furthest.us);
      const stopUs = next === undefined ? this.furthest.us : next.at_us - 1;
      const events = left > NEAR_EVENTS ? Math.min(CHUNK_EVENTS, left - NEAR_EVENTS) : left;
      const done = playground.advance(stopUs, events);
      if (done < events) {
        if (next === undefined) break;
        this.replay(next);
      } else if (left - done === NEAR_EVENTS) {
        this.history?.recordNear(this.place);
      }
      this.recorder.pass();
      if (this.wallMs() >= budget.untilMs) return false;
    }
    if (playground.events() < event) this.step();
    return true;
  }

  private runOn(untilUs: number, budget: Budget): boolean {
    while (this.playground.advance(untilUs, CHUNK_EVENTS) >= CHUNK_EVENTS) {
      this.noteFurthest();
      this.recorder.pass();
      this.history?.offer(this.place, budget.share);
      if (this.wallMs() >= budget.untilMs) return false;
    }
    this.noteFurthest();
    this.history?.offer(this.place, budget.share);
    return true;
  }

  private nextAction(untilUs: number): LoggedAction | undefined {
    const next = this.log[this.applied];
    return next !== undefined && next.at_us <= untilUs ? next : undefined;
  }

  private replay(action: LoggedAction): void {
    this.playground.replay(action);
    this.applied += 1;
  }

  /** The last checkpoint that does not lie after a place. */
  private lastBefore(now: Place): number {
    const isPast = ({ us, events, applied }: Place) =>
      events <= now.events && us <= now.us && applied <= now.applied;
    return this.history?.before(isPast) ?? 0;
  }

  private noteFurthest(): void {
    const { us, events } = this.place;
    if (events > this.furthest.events) this.furthest.events = events;
    if (us > this.furthest.us) this.furthest.us = us;
  }
}
