/** Plays a challenge: asks how its run stands, stops it in time, keeps the best run. */

import type { Action, Challenge, ChallengeRun, LoggedAction } from "@/engine/types";
import { t } from "@/language/words";
import type { Fetched } from "@/model/fetched";
import { stampOf } from "@/model/stamp";
import { assignedSeed } from "@/session/assigned";
import { challengeSource } from "@/session/challenges";
import type { PageStore } from "@/session/pageStore";
import { logOf, type OpenOptions, runKey, type ScenarioSource } from "@/session/session";
import type { SimState } from "@/session/simState";
import type { SimStore } from "@/session/simStore";
import { Throttle } from "@/session/throttle";
import { BEST_FORMAT, type Best, type BestShelf } from "./bests";
import { fetchChallenges } from "./catalog";
import { challengeStore, type Played } from "./challengeStore";
import { isBetter, resultWords } from "./words";

export interface ChallengeDeps {
  run: SimStore;
  page: PageStore;
  shelf: BestShelf;
  fetchText(id: string): Promise<Fetched<string>>;
  read(text: string): Promise<Fetched<Challenge>>;
  score(challenge: string, log: string): Promise<Fetched<ChallengeRun>>;
  open(source: ScenarioSource, options: OpenOptions): Promise<boolean>;
  restart(): Promise<void>;
  leaveLesson(): Promise<void>;
  pause(): void;
  seek(us: number): Promise<unknown>;
  notify(text: string, alert?: boolean): void;
  wallMs(): number;
  /** By the calendar, for when a run was kept. */
  dateMs(): number;
  later(callback: () => void, ms: number): void;
}

export class ChallengePlayer {
  private readonly deps: ChallengeDeps;
  private isReturning = false;
  private readonly questions: Throttle;
  /** The instant and the log of the last answer. */
  private answered = "";
  /** The run was seen before its end: whoever is here has played it there. */
  private sawBefore = false;
  private bestsRead: Promise<void> | undefined;
  private unsubscribe = () => {};

  constructor(deps: ChallengeDeps) {
    this.deps = deps;
    const { wallMs, later } = deps;
    const isDue = () => this.isDue;
    const ask = () => this.scoreNow().then(() => this.lookAtRun());
    this.questions = new Throttle({ wallMs, later, isDue, ask });
  }

  /** Reads the list and the best runs, once. */
  async list(): Promise<void> {
    void this.readBests();
    if (challengeStore.getState().list !== null) return;
    const read = await fetchChallenges();
    if (read.ok) challengeStore.setState({ list: read.value, trouble: "" });
    else challengeStore.setState({ trouble: read.message });
  }

  /** From its start, standing still. */
  async open(id: string): Promise<void> {
    this.drop();
    if (this.deps.page.getState().lesson !== null) await this.deps.leaveLesson();
    await this.deps.open(challengeSource(id), { play: false, untilUs: 0 });
  }

  /** The run of this challenge is shown, or that of none. */
  async follow(id: string | null): Promise<void> {
    if (id === challengeStore.getState().play?.id) return;
    this.drop();
    if (id === null) return;
    void this.readBests();
    const text = await this.deps.fetchText(id);
    const read = text.ok ? await this.deps.read(text.value) : text;
    if (this.deps.page.getState().challenge !== id) return;
    if (!text.ok || !read.ok) {
      const why = read.ok ? "" : read.message;
      challengeStore.setState({ trouble: why });
      this.deps.notify(t("The challenge is not played. {why}", { why }), true);
      return;
    }
    const play: Played = {
      id,
      text: text.value,
      stamp: stampOf(text.value),
      challenge: read.value,
    };
    challengeStore.setState({ play, trouble: "" });
    this.watch();
  }

  /** The run stays, without its challenge. */
  leave(): void {
    this.drop();
    this.deps.page.leaveChallenge();
  }

  /** From 0 s without any act; what was done stays as a branch. */
  async again(): Promise<void> {
    const { isOther, play } = challengeStore.getState();
    if (play === null) return;
    this.forget();
    this.deps.pause();
    if (isOther) await this.openOwn(play, { untilUs: 0, play: false });
    else await this.deps.restart();
    this.deps.pause();
    this.kick();
  }

  /** The best run, played from its start. */
  async watchBest(): Promise<void> {
    const { play, bests } = challengeStore.getState();
    const best = play === null ? undefined : bests[play.id];
    if (play === null || best === undefined) return;
    this.forget();
    const actions = best.acts as LoggedAction[];
    await this.openOwn(play, { actions, untilUs: 0, play: true });
    this.kick();
  }

  /** The run of an assignment, from its start, in the seed of whoever does it. */
  async begin(id: string): Promise<void> {
    const seed = assignedSeed(id);
    const options = { play: false, untilUs: 0, ...(seed === null ? {} : { seed }) };
    await this.deps.open(challengeSource(id), options);
    this.forget();
    this.kick();
  }

  private openOwn({ id, challenge }: Played, options: OpenOptions): Promise<boolean> {
    const { variant } = challenge;
    const seed = assignedSeed(id) ?? challenge.seed;
    if (Number.isNaN(seed)) {
      this.deps.notify(t("Say who you are first: “Assignment…”."), true);
      return Promise.resolve(false);
    }
    return this.deps.open(challengeSource(id), {
      ...options,
      ...(variant === null ? {} : { variant }),
      ...(seed === null ? {} : { seed }),
    });
  }

  hint(): void {
    challengeStore.setState(({ hints }) => ({ hints: hints + 1 }));
  }

  /** Why an act is not allowed now, in a sentence; null: it is. */
  async refusal(action: Action): Promise<string | null> {
    const { play, run, isOther } = challengeStore.getState();
    const { session, frame } = this.deps.run.getState();
    if (play === null || session === null || frame === null || isOther) return null;
    const at_us = frame.now_us + 1;
    if (run !== null && at_us > run.end_us) {
      return t("The time of this challenge is over. Go back in time, or try again.");
    }
    // Acts that come later in this branch are not done once this one is.
    const before = logOf(session).filter((done) => done.at_us <= frame.now_us);
    const log = [...before, { at_us, action }];
    const scored = await this.deps.score(play.text, JSON.stringify(log));
    if (!scored.ok) return scored.message;
    return scored.value.refused.find(({ index }) => index === log.length - 1)?.text ?? null;
  }

  // --- watching ---------------------------------------------------------------------------------

  private watch(): void {
    this.unsubscribe();
    const { run, page } = this.deps;
    const isOver = (): boolean => page.getState().challenge !== challengeStore.getState().play?.id;
    const stopPage = page.subscribe(() => isOver() && this.drop());
    const stopRun = run.subscribe((state, before) => {
      if (isOver()) return this.drop();
      const isMoved = state.frame !== before.frame || state.playing !== before.playing;
      if (isMoved || state.session !== before.session) this.kick();
    });
    this.unsubscribe = () => {
      stopPage();
      stopRun();
    };
    this.kick();
  }

  /** Nothing is played any more. */
  private drop(): void {
    this.unsubscribe();
    this.unsubscribe = () => {};
    this.forget();
    challengeStore.setState({ play: null, hints: 0, isOther: false });
  }

  /** What is known of the run is of another one now. */
  private forget(): void {
    this.answered = "";
    this.sawBefore = false;
    challengeStore.setState({ run: null, ended: null, unjudged: "" });
  }

  private kick(): void {
    this.lookAtRun();
    this.questions.kick();
  }

  /** Whether it is the challenge's own run, and within its time. */
  private lookAtRun(): void {
    const { play, isOther: was, run } = challengeStore.getState();
    const { session, world, frame } = this.deps.run.getState();
    if (play === null || session === null || world === null || frame === null) return;
    const { variant } = play.challenge;
    const seed = assignedSeed(play.id) ?? play.challenge.seed;
    const isOther =
      (variant !== null && session.variant !== variant) ||
      (seed !== null ? session.seed !== seed : session.seed !== ownSeed(session.text));
    if (isOther !== was) challengeStore.setState({ isOther });
    const endUs = run?.end_us ?? play.challenge.lasts_us ?? world.duration_us;
    if (frame.now_us < endUs) {
      this.sawBefore = true;
    } else if (frame.now_us > endUs && !this.isReturning && !isOther) void this.toEnd(endUs);
  }

  /** Its time is over: what came later is no part of it. After a failure the next frame asks again. */
  private async toEnd(endUs: number): Promise<void> {
    this.isReturning = true;
    try {
      this.deps.pause();
      await this.deps.seek(endUs);
    } catch (error) {
      reportError(error);
      return;
    } finally {
      this.isReturning = false;
    }
    this.kick();
  }

  /** Whether something has happened since the last answer. */
  private get isDue(): boolean {
    const { phase, session, frame } = this.deps.run.getState();
    const { play, isOther } = challengeStore.getState();
    if (play === null || isOther || session === null || frame === null) return false;
    return phase === "ready" && momentOf(this.deps.run.getState()) !== this.answered;
  }

  private async scoreNow(): Promise<void> {
    const { play } = challengeStore.getState();
    const asked = this.deps.run.getState();
    if (play === null || asked.session === null) return;
    const moment = momentOf(asked);
    const log = JSON.stringify(logOf(asked.session));
    const scored = await this.deps.score(play.text, log);
    if (challengeStore.getState().play !== play) return;
    // A run that went on meanwhile may come back to that moment: it is asked about again then.
    this.answered = momentOf(this.deps.run.getState()) === moment ? moment : "";
    if (!scored.ok) {
      challengeStore.setState({ unjudged: scored.message });
      return;
    }
    challengeStore.setState({ run: scored.value, unjudged: "" });
    const { frame, session } = this.deps.run.getState();
    const isSame = session !== null && JSON.stringify(logOf(session)) === log;
    const isEnd = frame?.now_us === scored.value.end_us && scored.value.score.over;
    if (!isEnd) {
      if (challengeStore.getState().ended !== null) challengeStore.setState({ ended: null });
    } else if (isSame) await this.settle(play, scored.value);
  }

  /** Its time is over: says what came of it, and keeps it if it is the best. */
  private async settle(play: Played, run: ChallengeRun): Promise<void> {
    if (challengeStore.getState().ended?.run.digest === run.digest) return;
    await this.readBests();
    const { session } = this.deps.run.getState();
    const { sharedRunKey } = this.deps.page.getState();
    if (challengeStore.getState().play !== play || session === null) return;
    const before = this.bestOf(play);
    const isOwn = runKey(session) !== sharedRunKey;
    challengeStore.setState({ ended: { run, before, isOwn } });
    this.deps.pause();
    this.deps.notify(resultWords(run, before, isOwn));
    const { solved, value } = run.score;
    // In another seed it is another run: its value is measured against no best.
    if (assignedSeed(play.id) !== null) return;
    const isBest = isOwn && this.sawBefore && solved && isBetter(run.score, before);
    if (!isBest || value === null) return;
    await this.keep(play, run, value, logOf(session));
  }

  private async keep(
    { id, stamp }: Played,
    { score, digest }: ChallengeRun,
    value: number,
    acts: readonly LoggedAction[],
  ): Promise<void> {
    const { told, better, stars } = score;
    // Plain data: what is kept shares nothing with the session.
    const own = JSON.parse(JSON.stringify(acts)) as Best["acts"];
    const best: Best = {
      format: BEST_FORMAT,
      ...{ stamp, value, told, better, stars, digest },
      at_ms: this.deps.dateMs(),
      acts: own,
    };
    challengeStore.setState(({ bests }) => ({ bests: { ...bests, [id]: best } }));
    if (await this.deps.shelf.keep(id, best)) return;
    this.deps.notify(t("This browser does not store your best run."), true);
  }

  /** Of this very challenge: with another text it is another one. */
  private bestOf({ id, stamp }: Played): Best | undefined {
    if (assignedSeed(id) !== null) return undefined;
    const best = challengeStore.getState().bests[id];
    return best?.stamp === stamp ? best : undefined;
  }

  private readBests(): Promise<void> {
    this.bestsRead ??= this.deps.shelf.load().then((bests) => {
      challengeStore.setState({ bests });
    });
    return this.bestsRead;
  }
}

/** An instant of one way that the run went, with all that was done in it. */
function momentOf({ frame, session }: SimState): string {
  const log = logOf(session);
  return `${frame?.now_us} ${frame?.digest} ${log.length} ${log.at(-1)?.at_us ?? 0}`;
}

function ownSeed(text: string): number | undefined {
  try {
    const { seed } = JSON.parse(text) as { seed?: number };
    return seed;
  } catch {
    return undefined;
  }
}
