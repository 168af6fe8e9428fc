/** Follows a class: brings the page's run to what the class has said, and compares digests. */

import type { LoggedAction } from "@/engine/types";
import { t } from "@/language/words";
import type { Fetched } from "@/model/fetched";
import { unpack } from "@/model/share/packed";
import { INFLATED_BYTES_MAX } from "@/model/share/share";
import { stampOf } from "@/model/stamp";
import { keyTarget } from "@/model/targets";
import type { LedRun } from "@/session/following";
import { logOf, type ScenarioSource, type Session } from "@/session/session";
import { linkedViews } from "@/session/sharing/views";
import type { SimState } from "@/session/simState";
import { type ClassRun, NOTHING_SAID } from "./classRun";
import { Comparing } from "./comparing";
import type { ClassDeps } from "./deps";
import { Pace } from "./pace";
import type { SaidAction, SaidRun } from "./protocol";

type FollowerDeps = Pick<
  ClassDeps,
  "run" | "page" | "following" | "lessons" | "fetchScenario" | "wallMs" | "told" | "troubled"
>;

export class Follower {
  private readonly deps: FollowerDeps;
  private readonly pace: Pace;
  private readonly comparing: Comparing;
  private wanted: ClassRun = NOTHING_SAID;
  private working: Promise<void> | undefined;
  private isOn = false;
  /** The run of the class that this page opened, by the number of what said it. */
  private opened: { runSeq: number; session: Pick<Session, "text" | "variant" | "seed"> } | null =
    null;
  /** What was said and is done already. */
  private done: Partial<Pick<ClassRun, "log" | "look" | "lesson" | "beat">> = {};
  /** The log of the class as this page last took it. */
  private known: readonly LoggedAction[] = [];
  private branch = 0;
  private refusedSeq = -1;
  private unsubscribe = () => {};

  constructor(deps: FollowerDeps) {
    this.deps = deps;
    this.pace = new Pace(deps.wallMs);
    this.comparing = new Comparing((same) => this.compared(same));
  }

  /** What the class has said so far. */
  hear(state: ClassRun): void {
    const isNewBeat = state.beat !== this.wanted.beat;
    if (state.log !== this.wanted.log) {
      // What was said of an instant may not be so in another past.
      this.comparing.forget();
      const done = state.log.at(-1);
      if (done !== undefined && done !== this.wanted.log.at(-1)) this.pace.hearDone(done.at_us);
    }
    this.wanted = state;
    if (state.beat !== null && isNewBeat) {
      this.pace.hear(state.beat);
      this.comparing.expect(state.beat);
    }
    this.kick();
  }

  /** From now on. What this page did on its own stays as a branch. */
  async follow(): Promise<void> {
    this.isOn = true;
    this.done = {};
    this.controller.setLead((wallMs) => this.pace.untilUs(wallMs, this.nowUs));
    this.unsubscribe();
    this.unsubscribe = this.deps.run.subscribe((state, before) => {
      if (state.frame !== before.frame) this.look(state);
    });
    this.kick();
    await this.working;
  }

  /** The run is the person's own from here. */
  leave(): void {
    this.isOn = false;
    this.unsubscribe();
    this.controller.setLead(null);
  }

  private kick(): void {
    if (!this.isOn || this.working !== undefined) return;
    this.working = this.work().finally(() => {
      this.working = undefined;
    });
  }

  /** Until the page is where the class is, as far as it is known. */
  private async work(): Promise<void> {
    for (;;) {
      const { wanted } = this;
      if (!this.isOn || wanted.run === null || wanted.runSeq === this.refusedSeq) return;
      if (!(await this.bring(wanted, wanted.run))) return;
      if (wanted === this.wanted) return;
    }
  }

  /** False: it was given up. */
  private async bring(wanted: ClassRun, run: SaidRun): Promise<boolean> {
    const session = this.state.session;
    if (this.opened?.runSeq !== wanted.runSeq || !this.isOpened(session)) {
      if (!(await this.open(wanted, run))) return false;
    }
    if (this.isOn && this.done.log !== wanted.log) await this.takeLog(wanted);
    if (this.isOn && this.done.lesson !== wanted.lesson) await this.takeLesson(wanted);
    if (this.isOn && this.done.look !== wanted.look) this.takeLook(wanted);
    if (this.isOn && this.done.beat !== wanted.beat) await this.takeBeat(wanted);
    return this.isOn;
  }

  // --- the run --------------------------------------------------------------------------------------

  private isOpened(session: Session | null): boolean {
    const ours = this.opened?.session;
    return (
      ours !== undefined &&
      session?.text === ours.text &&
      session.variant === ours.variant &&
      session.seed === ours.seed
    );
  }

  private async open(wanted: ClassRun, run: SaidRun): Promise<boolean> {
    const source = await this.sourceOf(run);
    if (!source.ok) return this.refused(wanted, source.message);
    const { text } = source.value;
    const session = this.state.session;
    const isThere =
      session?.text === text && session.variant === run.variant && session.seed === run.seed;
    // The teacher's page was loaded again: it is the same run as before.
    if (this.opened !== null && isThere) {
      this.opened = { runSeq: wanted.runSeq, session };
      return true;
    }
    const actions = loggedOf(wanted.log);
    const { variant, seed } = run;
    const led: LedRun = { ...source.value, variant, seed, actions };
    return this.begin(wanted, led);
  }

  private async begin(wanted: ClassRun, led: LedRun): Promise<boolean> {
    const reply = await this.deps.following.open(led, this.aimUs(wanted));
    const { session } = this.state;
    if (reply.type === "refused") return this.refused(wanted, reply.message);
    if (reply.type !== "opened" || session === null) return false;
    this.deps.troubled("");
    this.opened = { runSeq: wanted.runSeq, session };
    this.branch = session.current;
    this.known = logOf(session);
    this.done = { log: wanted.log };
    return true;
  }

  private async sourceOf({
    scenario,
  }: SaidRun): Promise<Fetched<{ source: ScenarioSource; text: string }>> {
    if (scenario.kind === "file") {
      const unpacked = await unpack(scenario.packed, "deflate", INFLATED_BYTES_MAX);
      if (unpacked.kind !== "whole")
        return { ok: false, message: t("The teacher’s scenario did not arrive whole.") };
      const { text } = unpacked;
      const source: ScenarioSource = { kind: "file", name: scenario.name, text };
      return { ok: true, value: { source, text } };
    }
    const { id, stamp } = scenario;
    const text = await this.deps.fetchScenario(id);
    if (!text.ok) return text;
    if (stamp !== "" && stampOf(text.value) !== stamp) {
      const message = t(
        "The scenario “{id}” of this page is not the teacher’s: load the page again.",
        { id },
      );
      return { ok: false, message };
    }
    return { ok: true, value: { source: { kind: "builtin", id }, text: text.value } };
  }

  /** It is not tried again until the class is about another run. */
  private refused(wanted: ClassRun, why: string): false {
    this.refusedSeq = wanted.runSeq;
    this.deps.troubled(why);
    return false;
  }

  /** What the teacher did; what was done here alone stays, as a branch. */
  private async takeLog(wanted: ClassRun): Promise<void> {
    const { branching } = this.controller;
    const { session } = this.state;
    if (session === null) return;
    const isThere = session.branches.some(({ id }) => id === this.branch);
    const classLog = session.branches.find(({ id }) => id === this.branch)?.actions ?? [];
    const isOwn = session.current !== this.branch || !sameLog(classLog, this.known);
    const actions = loggedOf(wanted.log);
    if (isOwn) {
      const isClean = isThere && sameLog(classLog, this.known);
      if (isClean) await branching.switchTo(this.branch, this.aimUs(wanted));
      else if (!(await branching.fork(actions, this.aimUs(wanted), t("Back to the class.")))) {
        this.opened = null;
        if (wanted.run !== null) await this.open(wanted, wanted.run);
        return;
      }
      this.branch = this.state.session?.current ?? this.branch;
    }
    if (!sameLog(logOf(this.state.session), actions)) await branching.takeLog(actions);
    this.known = actions;
    this.done = { ...this.done, log: wanted.log };
  }

  // --- what is looked at ----------------------------------------------------------------------------

  private takeLook({ look }: ClassRun): void {
    this.done = { ...this.done, look };
    const { world } = this.state;
    if (look === null || world === null) return;
    if (world.ranges.some(({ id }) => id === look.range)) this.controller.setRange(look.range);
    const target = keyTarget(look.select);
    const nodes = target !== null && "node" in target ? target.node : 0;
    if (nodes < world.nodes.length) this.controller.select(target);
    if (!linkedViews().includes(look.view) || this.deps.page.getState().layout.narrow) return;
    this.deps.page.showView(look.view);
  }

  private async takeLesson({ lesson }: ClassRun): Promise<void> {
    this.done = { ...this.done, lesson };
    const { lessons } = this.deps;
    const { lesson: now } = this.deps.page.getState();
    if (lesson === null) {
      if (now !== null) await lessons.leave();
      return;
    }
    // That the same step has begun somewhere else is the teacher’s doing, not a new question.
    if (now?.id === lesson.id && now.step === lesson.step && now.began_us === lesson.began_us)
      return;
    const { id, step, began_us } = lesson;
    await lessons.resume({ id, step, ...(began_us === null ? {} : { began_us }) });
  }

  // --- where it stands ------------------------------------------------------------------------------

  private async takeBeat(wanted: ClassRun): Promise<void> {
    const { controller } = this;
    const { beat } = wanted;
    this.done = { ...this.done, beat };
    if (beat === null) return;
    if (beat.playing) {
      if (this.state.speed !== beat.speed) controller.setSpeed(beat.speed);
      if (this.pace.isFar(this.nowUs)) await controller.travel.to({ us: this.aimUs(wanted) });
      this.pace.followed();
      if (this.isOn && wanted.beat === this.wanted.beat && !this.state.playing) controller.play();
      return;
    }
    if (this.state.playing) controller.pause();
    await this.toMoment(beat);
    if (wanted.beat === this.wanted.beat) this.look(this.state, true);
  }

  /** Of one instant, so many of its events. */
  private async toMoment({ us, events }: { us: number; events: number }): Promise<void> {
    const { controller } = this;
    const isThere = (): boolean => this.nowUs === us && this.state.frame?.events === events;
    if (isThere()) return;
    await controller.travel.to({ us });
    if (isThere() || !this.isOn || (this.state.frame?.events ?? 0) <= events) return;
    await controller.travel.to({ event: events });
    if (this.nowUs !== us) await controller.travel.to({ us });
  }

  /** Where to go at once: a little behind the teacher while it plays. */
  private aimUs({ beat }: ClassRun): number {
    if (beat === null) return 0;
    if (!beat.playing) return beat.us;
    return Math.max(0, Math.floor(this.pace.untilUs(this.deps.wallMs(), 0)));
  }

  private get controller(): FollowerDeps["following"]["controller"] {
    return this.deps.following.controller;
  }

  private get state(): SimState {
    return this.deps.run.getState();
  }

  private get nowUs(): number {
    return this.state.frame?.now_us ?? 0;
  }

  // --- whether it is the teacher's run -----------------------------------------------------------------

  private look({ frame }: SimState, isSettled = false): void {
    if (!this.isOn || frame === null || this.done.log !== this.wanted.log) return;
    this.comparing.look(frame, isSettled);
  }

  private compared(result: "same" | "other" | "still-other"): void {
    if (result === "same") this.deps.told(this.comparing.healed ? "healed" : "yes");
    else if (result === "still-other") this.deps.told("no");
    else void this.heal();
  }

  /** From its beginning, with the class's log: there is nothing else to a run. */
  private async heal(): Promise<void> {
    await this.working;
    const { wanted } = this;
    if (!this.isOn || wanted.run === null) return;
    this.deps.page.notify(t("This run was no longer the teacher’s. It is replayed."), true);
    const run = wanted.run;
    this.working = (async () => {
      const source = await this.sourceOf(run);
      const { variant, seed } = run;
      const actions = loggedOf(wanted.log);
      if (source.ok) await this.begin(wanted, { ...source.value, variant, seed, actions });
      this.comparing.replayed();
      await this.work();
    })().finally(() => {
      this.working = undefined;
      if (this.wanted !== wanted) this.kick();
    });
  }
}

/** What an action means the engine judges; it was read as data. */
function loggedOf(log: readonly SaidAction[]): LoggedAction[] {
  return log.map(({ at_us, action, text }) => ({
    at_us,
    action: action as unknown as LoggedAction["action"],
    text,
  }));
}

function sameLog(a: readonly LoggedAction[], b: readonly LoggedAction[]): boolean {
  if (a.length !== b.length) return false;
  return a.every((one, at) => {
    const other = b[at];
    return (
      one.at_us === other?.at_us && JSON.stringify(one.action) === JSON.stringify(other.action)
    );
  });
}
