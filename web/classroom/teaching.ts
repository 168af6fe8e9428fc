/** Leads a class: sees what the page's run is and says what changed of it. */

import { pack } from "@/model/share/packed";
import { stampOf } from "@/model/stamp";
import { targetKey } from "@/model/targets";
import { logOf, type Session } from "@/session/session";
import { linkedView } from "@/session/sharing/views";
import type { SimState } from "@/session/simState";
import { logChange } from "./classRun";
import type { ClassDeps } from "./deps";
import { partOf, type SaidAction, type SaidRun, SPEED_LEAST } from "./protocol";
import type { Saying } from "./saying";

/** While it plays, and while it stands. */
const BEAT_PLAYING_MS = 2_000;
const BEAT_STANDING_MS = 10_000;
/** Who drags the scrubber is not followed at every picture. */
const BEAT_LEAST_MS = 100;
/** A server that refused something is not asked again at once. */
const SAY_AGAIN_MS = 10_000;
/** So far ahead of where it should be is a jump. */
const JUMP_MS = 1_000;
/** Over less time how fast it went is chance. */
const GAUGED_MS_MIN = 500;
/** Who followed at the speed that was wished would soon be ahead. */
const SLOWER_SHARE = 0.98;

type TeachingDeps = Pick<ClassDeps, "run" | "page" | "wallMs" | "later"> & {
  saying: Pick<Saying, "say" | "beat">;
};

interface SaidBeat {
  ms: number;
  us: number;
  playing: boolean;
  /** As fast as it was wished, and as it went. */
  speed: number;
  rate: number;
  moment: string;
}

export class Teaching {
  private readonly deps: TeachingDeps;
  private run: Pick<Session, "text" | "variant" | "seed"> | null = null;
  /** The list of the state that was last said, and what was said of it. */
  private seenLog: unknown = null;
  private log: readonly SaidAction[] = [];
  private look = "";
  private lesson = "";
  private names = false;
  private last: SaidBeat | null = null;
  private keptMs = Number.NEGATIVE_INFINITY;
  /** A run's text is packed: what comes meanwhile is said after it. */
  private packing = false;
  private isDue = false;
  private isToSayAgain = false;
  private over = false;
  private stops: (() => void)[] = [];

  constructor(deps: TeachingDeps) {
    this.deps = deps;
  }

  /** `names`: students are asked for theirs already. */
  begin(names = false): void {
    const { run, page } = this.deps;
    this.names = names;
    this.stops = [
      run.subscribe((state, before) => {
        const isSame =
          state.session === before.session &&
          state.frame === before.frame &&
          state.playing === before.playing &&
          state.speed === before.speed &&
          state.range === before.range;
        if (!isSame) this.tell();
      }),
      page.subscribe((state, before) => {
        const isSame =
          state.selection === before.selection &&
          state.layout === before.layout &&
          state.lesson === before.lesson;
        if (!isSame) this.tell();
      }),
    ];
    this.tell();
    this.beatNow();
  }

  /** Nothing more is said; the class is not told that it ends. */
  stop(): void {
    this.over = true;
    for (const stop of this.stops) stop();
  }

  end(): void {
    this.stop();
    this.deps.saying.say({ t: "end" });
  }

  askNames(ask: boolean): void {
    this.names = ask;
    this.deps.saying.say({ t: "names", ask });
  }

  /** Something that was said did not reach the class: all of it is said anew, after a while. */
  sayAgain(): void {
    if (this.isToSayAgain) return;
    this.isToSayAgain = true;
    this.deps.later(() => {
      this.isToSayAgain = false;
      this.sayAnew();
    }, SAY_AGAIN_MS);
  }

  /** All of it, now. */
  sayAnew(): void {
    this.run = null;
    this.tell();
  }

  private tell(): void {
    const state = this.deps.run.getState();
    const { session, frame, phase } = state;
    if (this.over || this.packing || phase !== "ready" || session === null || frame === null)
      return;
    if (!this.isSaidRun(session)) {
      void this.sayRun(session);
      return;
    }
    this.sayLog(session);
    this.sayLook(state);
    this.sayLesson();
    this.beatIfDue(state);
  }

  private isSaidRun({ text, variant, seed }: Session): boolean {
    const { run } = this;
    return run !== null && run.text === text && run.variant === variant && run.seed === seed;
  }

  private async sayRun(session: Session): Promise<void> {
    const { text, variant, seed } = session;
    const scenario = await this.packed(session);
    if (this.over || scenario === null) return;
    this.run = { text, variant, seed };
    const log = saidActions(session);
    const { build } = this.deps.run.getState();
    const actions = partOf(log);
    const told = build === null ? "" : `${build.version} ${build.profile}`;
    this.deps.saying.say({ t: "run", scenario, variant, seed, build: told, actions });
    this.seenLog = null;
    this.log = actions;
    // What was said of the run before holds for it alone.
    this.look = "";
    this.lesson = "";
    this.last = null;
    if (this.names) this.deps.saying.say({ t: "names", ask: true });
    this.tell();
  }

  /** Null: it could not be packed, and is tried again after a while. */
  private async packed(session: Session): Promise<SaidRun["scenario"] | null> {
    this.packing = true;
    try {
      const scenario = await scenarioOf(session);
      this.packing = false;
      return scenario;
    } catch (error) {
      reportError(error);
      this.deps.later(() => {
        this.packing = false;
        this.tell();
      }, SAY_AGAIN_MS);
      return null;
    }
  }

  private sayLog(session: Session): void {
    const list = logOf(session);
    if (list === this.seenLog) return;
    this.seenLog = list;
    const log = saidActions(session);
    const change = logChange(this.log, log);
    this.log = log;
    if (change === null) return;
    let { keep } = change;
    let rest = change.add;
    do {
      const add = partOf(rest);
      this.deps.saying.say({ t: "log", keep, add });
      keep += add.length;
      rest = rest.slice(add.length);
    } while (rest.length > 0);
  }

  private sayLook({ range }: SimState): void {
    const { selection, layout } = this.deps.page.getState();
    const look = { range, select: targetKey(selection), view: linkedView(layout) };
    const key = JSON.stringify(look);
    if (key === this.look) return;
    this.look = key;
    this.deps.saying.say({ t: "look", ...look });
  }

  private sayLesson(): void {
    const { lesson } = this.deps.page.getState();
    // A lesson of the teacher's own file is nowhere else.
    const isPage = lesson !== null && !lesson.id.includes(":");
    const { id, step, began_us: began } = lesson ?? {};
    const at = isPage ? { id: id ?? "", step: step ?? "", began_us: began ?? null } : null;
    const key = JSON.stringify(at);
    if (key === this.lesson) return;
    this.lesson = key;
    this.deps.saying.say({ t: "lesson", at });
  }

  // --- where the run stands -----------------------------------------------------------------------

  private beatIfDue(state: SimState): void {
    const { last } = this;
    const nowMs = this.deps.wallMs();
    if (last === null || this.hasTurned(state, last, nowMs)) {
      const waitMs = last === null ? 0 : last.ms + BEAT_LEAST_MS - nowMs;
      if (waitMs <= 0) this.beat(state);
      else this.beatLater(waitMs);
    }
  }

  /** Whether it goes on otherwise than was said. */
  private hasTurned(state: SimState, last: SaidBeat, nowMs: number): boolean {
    const { playing, frame } = state;
    if (playing !== last.playing) return true;
    if (!playing) return momentOf(state) !== last.moment;
    const passedMs = nowMs - last.ms;
    const nowUs = frame?.now_us ?? 0;
    const aheadMs = (nowUs - last.us) / (1_000 * last.rate) - passedMs;
    const isJump = nowUs < last.us || aheadMs > JUMP_MS;
    return state.speed !== last.speed || isJump || passedMs >= BEAT_PLAYING_MS;
  }

  private beatLater(ms: number): void {
    if (this.isDue) return;
    this.isDue = true;
    this.deps.later(() => {
      this.isDue = false;
      this.tell();
    }, ms);
  }

  /** That it stands still where it is, now and then. */
  private beatNow(): void {
    if (this.over) return;
    const state = this.deps.run.getState();
    if (!state.playing && this.last !== null) this.beat(state);
    this.deps.later(() => this.beatNow(), BEAT_STANDING_MS);
  }

  private beat(state: SimState): void {
    const { frame, playing } = state;
    if (frame === null) return;
    const { now_us: us, events, digest } = frame;
    // What only goes on is told to those who are there; of what turns latecomers must know.
    const ms = this.deps.wallMs();
    const rate = this.rateAt(us, ms, state);
    const isTurn = !playing || this.last?.playing !== true || this.last.speed !== state.speed;
    const isKept = isTurn || ms - this.keptMs >= BEAT_STANDING_MS;
    if (isKept) this.keptMs = ms;
    const { speed } = state;
    this.last = { ms, us, playing, rate, speed, moment: momentOf(state) };
    const slower = rate < speed * SLOWER_SHARE ? { rate } : {};
    this.deps.saying.beat({ us, events, digest, playing, speed, ...slower }, isKept);
  }

  /** As fast as it really goes: as it went since the last beat, or as the page knows it. */
  private rateAt(us: number, ms: number, { speed, reachedSpeed }: SimState): number {
    const { last } = this;
    const goesOn = last?.playing === true && last.speed === speed && us > last.us;
    const isGauged = goesOn && ms - last.ms >= GAUGED_MS_MIN;
    const went = isGauged ? (us - last.us) / 1_000 / (ms - last.ms) : (reachedSpeed ?? speed);
    return Number(Math.min(speed, Math.max(SPEED_LEAST, went)).toPrecision(3));
  }
}

function momentOf({ frame }: SimState): string {
  return frame === null ? "" : `${frame.now_us} ${frame.events} ${frame.digest}`;
}

function saidActions(session: Session): SaidAction[] {
  return logOf(session).map(({ at_us, action, text }) => ({
    at_us,
    action: JSON.parse(JSON.stringify(action)) as SaidAction["action"],
    text: text.slice(0, 400),
  }));
}

async function scenarioOf({ source, text }: Session): Promise<SaidRun["scenario"]> {
  if (source.kind === "builtin") return { kind: "builtin", id: source.id, stamp: stampOf(text) };
  return { kind: "file", name: source.name.slice(0, 200), packed: await pack(text, "deflate") };
}
