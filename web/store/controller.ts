/**
 * Runs the session: owns the worker, asks it for one frame at a time, keeps the action log, and
 * brings everything back after a reload or a panic. The only writer of the state.
 * Must not know React, nor how anything is shown; clocks and storage are handed in.
 */

import type { StoreApi } from "zustand/vanilla";
import type { Fetched } from "@/lib/fetched";
import { formatInstant, plural } from "@/lib/units";
import type { Action, ScenarioSummary, Target } from "@/protocol/engine";
import type { Command, Reply, RunSpec, Update } from "@/protocol/messages";
import { sameTarget } from "@/protocol/targets";
import { Bookmarks } from "./bookmarks";
import { withBranch } from "./branches";
import { Branching } from "./branching";
import { Keeper } from "./keeper";
import { type Link, openLink, type Pairing } from "./pairing";
import { Player } from "./player";
import { panicProblem } from "./problem";
import { applyUpdate, firstWishOf, freshSession, openedState, wishOf } from "./reduce";
import { textOf } from "./scenarios";
import type { OpenOptions, Restorable, ScenarioSource } from "./session";
import { isRunOf, sourceName, startedAgain } from "./session";
import { type Notice, type SimState, SPEED_MAX, SPEED_MIN } from "./simStore";
import type { SessionStorage } from "./storage";
import { Tapes } from "./tapes";
import { Travel } from "./travel";
import type { WorkerLike } from "./workerLink";

export interface Surroundings {
  store: StoreApi<SimState>;
  makeWorker(): WorkerLike;
  /** Where a run beside this one joins. */
  pairing?: Pairing;
  storage: SessionStorage;
  /** Calls back before the next picture, with the wall time in milliseconds. */
  nextFrame(callback: (wallMs: number) => void): void;
  later(callback: () => void, ms: number): void;
  /** Wall time, to date what is kept. */
  wallMs(): number;
  fetchScenario?: (id: string) => Promise<Fetched<string>>;
}

export class Controller {
  private readonly around: Surroundings;
  private readonly store: StoreApi<SimState>;
  private readonly keeper: Keeper;
  private readonly player: Player;
  /** Ways back and forward. */
  readonly travel: Travel;
  readonly tapes: Tapes;
  readonly branching: Branching;
  readonly bookmarks: Bookmarks;
  private link: Link;
  private lookWanted = false;
  private noticeId = 0;

  constructor(around: Surroundings) {
    this.around = around;
    this.store = around.store;
    this.link = openLink(around.makeWorker, around.pairing);
    const shared = {
      state: () => this.state,
      set: (changes: Partial<SimState>) => this.set(changes),
      save: () => this.save(),
      arrived: () => {
        // A run that plays goes on from here.
        this.player.reset(this.state.frame?.now_us ?? 0);
        this.save();
      },
      notify: (text: string, alert?: boolean, offer?: Notice["offer"]) =>
        this.notify(text, alert, offer),
    };
    this.travel = new Travel({ ...shared, ask: (command) => this.ask(command) });
    this.branching = new Branching({
      ...shared,
      ask: (command, attempted, taking) => this.ask(command, attempted, taking),
    });
    this.bookmarks = new Bookmarks({
      ...shared,
      seek: (us) => this.travel.to({ us }),
      switchTo: (branch, us) => this.branching.switchTo(branch, us),
    });
    this.tapes = new Tapes({ ...shared, ask: (command) => this.ask(command) });
    this.player = new Player({
      state: () => this.state,
      ask: (command) => this.ask(command),
      nextFrame: around.nextFrame,
      isElsewhere: () => this.travel.isUnderWay,
      goTo: (us) => void this.travel.to({ us }),
      pause: () => this.pause(),
      notify: (text) => this.notify(text),
    });
    this.keeper = new Keeper({
      storage: around.storage,
      state: () => this.state,
      wallMs: around.wallMs,
      later: around.later,
      onFailure: () => {
        this.notify("This browser does not keep the session: a reload will start afresh.", true);
      },
    });
  }

  /** First thing after the page loads: the kept session, or else this scenario. Whether afresh. */
  async start(id: string, asked: boolean, options: OpenOptions): Promise<boolean> {
    const restored = await this.around.storage.load();
    if (restored.kind === "session") {
      const { saved } = restored;
      if ((!asked || isRunOf(saved, id, options)) && (await this.restore(saved))) return false;
    }
    await this.open({ kind: "builtin", id }, options);
    if (restored.kind === "unusable") this.notify(restored.text, true);
    return restored.kind === "nothing";
  }

  /** Opens a scenario; when it is refused, the running one goes on and the refusal is shown. */
  async open(source: ScenarioSource, options: OpenOptions = {}): Promise<boolean> {
    const text = await textOf(source, this.around.fetchScenario);
    if (!text.ok) return this.reject(sourceName(source), text.message);
    return this.openText(source, text.value, options);
  }

  private async openText(
    source: ScenarioSource,
    text: string,
    options: OpenOptions,
  ): Promise<boolean> {
    const spec: RunSpec = {
      scenario: text,
      variant: options.variant ?? "",
      seed: options.seed,
      actions: options.actions ?? [],
      until_us: options.untilUs ?? 0,
    };
    const play = options.play ?? this.state.playing;
    const isSame = this.state.session?.text === text;
    const reply = await this.begin(source, spec);
    if (reply.type === "refused") return this.reject(sourceName(source), reply.message, source);
    if (reply.type !== "opened") return false;
    // Another scenario comes with the speed that suits it; a restart keeps the person's.
    if (!isSame) this.setSpeed(reply.world.speed);
    if (play) this.play();
    else this.set({ playing: false });
    this.save();
    return true;
  }

  /** From 0 s without what the person did, which stays as a branch unless the run is another. */
  async restart(changes: { variant?: string; seed?: number } = {}): Promise<void> {
    const { session, playing } = this.state;
    if (session === null) return;
    const { source, text, variant, seed, actions } = session;
    const { variant: asked = variant, seed: askedSeed = seed } = changes;
    const undone = actions.length;
    const what = startedAgain(changes);
    if (asked === variant && askedSeed === seed && this.state.phase === "ready") {
      if (undone > 0) return this.branching.startAgain(what);
      await this.travel.to({ us: 0 });
      return this.notify(what);
    }
    const options = { variant: asked, seed: askedSeed, play: playing };
    if (!(await this.openText(source, text, options))) return;
    this.notify(undone === 0 ? what : `${what} ${plural(undone, "action")} undone.`);
  }

  play(): void {
    if (this.state.phase !== "ready") return;
    this.set({ playing: true });
    this.player.start();
  }

  pause(): void {
    this.set({ playing: false });
    this.save();
  }

  /** Exactly one event. */
  async step(): Promise<void> {
    if (this.state.phase !== "ready") return;
    this.set({ playing: false });
    await this.ask({ type: "step", wish: wishOf(this.state) });
    this.save();
  }

  /** Plays to an instant without drawing what lies between. */
  async advanceTo(untilUs: number): Promise<void> {
    this.set({ playing: false });
    await this.travel.to({ us: Math.max(untilUs, this.state.frame?.now_us ?? 0) });
  }

  /** The event before this one. */
  async back(): Promise<void> {
    this.set({ playing: false });
    await this.travel.back();
  }

  act(action: Action): Promise<void> {
    return this.branching.act(action);
  }

  setSpeed(speed: number): void {
    if (!Number.isFinite(speed)) return;
    this.set({ speed: Math.min(SPEED_MAX, Math.max(SPEED_MIN, speed)) });
  }

  setRange(range: number): void {
    this.set({ range });
    this.look();
  }

  select(target: Target | null): void {
    if (sameTarget(this.state.selection, target)) return;
    this.set({ selection: target, inspection: null });
    this.look();
  }

  /** Checks a scenario without running it. */
  async describe(text: string): Promise<Fetched<ScenarioSummary>> {
    const reply = await this.ask({ type: "validate", scenario: text });
    if (reply.type === "validated") return { ok: true, value: reply.summary };
    return { ok: false, message: reply.type === "refused" ? reply.message : "The engine stopped." };
  }

  async report(): Promise<string> {
    const reply = await this.ask({ type: "report" });
    return reply.type === "reported" ? reply.report : "";
  }

  /** Tests only: traps the engine. */
  async panic(): Promise<void> {
    await this.ask({ type: "panic" });
  }

  /** After a panic: a fresh engine, the same actions, the instant last shown; or from 0 s. */
  async recover(from: "instant" | "start"): Promise<void> {
    const { session, frame, furthestUs, speed, range, lesson } = this.state;
    this.replaceWorker();
    if (session === null) {
      this.set({ phase: "loading", problem: null });
      await this.start("first-look", false, {});
      return;
    }
    const now_us = from === "instant" ? (frame?.now_us ?? 0) : 0;
    const actions = from === "instant" ? session.actions.filter((a) => a.at_us <= now_us) : [];
    const isLess = actions.length < session.actions.length;
    const begin = { forkUs: now_us, cause: "Started again after the engine stopped.", actions };
    const kept = isLess ? withBranch(session, furthestUs, begin) : session;
    await this.restore({ ...kept, now_us, furthest_us: now_us, speed, range, lesson });
  }

  notify(text: string, alert = false, offer?: Notice["offer"]): void {
    this.noticeId += 1;
    this.set({ notice: { id: this.noticeId, text, alert, offer } });
  }

  reject(name: string, message: string, source?: ScenarioSource): false {
    this.set({
      rejected: { name, message, text: source?.kind === "file" ? source.text : undefined },
    });
    if (this.state.world === null) {
      this.set({
        phase: "bad-scenario",
        problem: { title: `${name} was not opened`, text: message },
      });
    }
    return false;
  }

  /** The page is being left: keep what can be kept at once. */
  leave(): void {
    this.keeper.leave();
  }

  private get state(): SimState {
    return this.store.getState();
  }

  private set(changes: Partial<SimState>): void {
    this.store.setState(changes);
  }

  /** A new picture of the same instant, when something else shall be in it. */
  look(): void {
    if (this.lookWanted || this.state.phase !== "ready") return;
    this.lookWanted = true;
    queueMicrotask(() => {
      this.lookWanted = false;
      void this.ask({ type: "look", wish: wishOf(this.state) });
    });
  }

  /** Sends a command and takes what its reply changes; a panic ends the run here. */
  private async ask(
    command: Command,
    attempted?: Action,
    taking?: (reply: Reply) => void,
  ): Promise<Reply> {
    const link = this.link;
    const reply = await link.send(command);
    if (link !== this.link) return reply;
    if (reply.type === "panicked") this.panicked(reply.message, attempted);
    else if ("update" in reply) {
      taking?.(reply);
      this.take(reply.update);
    }
    return reply;
  }

  private take(update: Update): void {
    if (this.state.phase !== "ready") return;
    const changes = applyUpdate(this.state, update);
    this.set({ ...changes, ...this.tapes.changes(update) });
    if (changes.range !== undefined) this.look();
  }

  /** Opens a run in the worker and, when it stands, makes it the page's. */
  async begin(source: ScenarioSource, spec: RunSpec): Promise<Reply> {
    const link = this.link;
    const reply = await link.send({ type: "open", spec, wish: firstWishOf(this.state) });
    if (link !== this.link) return reply;
    this.set({ busy: null });
    if (reply.type === "panicked") {
      this.keepForRecovery(source, spec);
      this.panicked(reply.message);
    }
    if (reply.type !== "opened") return reply;
    this.player.reset(reply.update.frame.now_us);
    this.travel.stop();
    this.branching.reset();
    const opened = openedState(this.state, source, spec, reply);
    this.set({ ...opened, ...this.tapes.opened(reply.update) });
    return reply;
  }

  private async restore(saved: Restorable): Promise<boolean> {
    const { source, text, variant, seed, actions, now_us, furthest_us } = saved;
    const { branches, current, bookmarks } = saved;
    this.set({ playing: false, busy: `Replaying your session to ${formatInstant(now_us)}…` });
    const reply = await this.begin(source, {
      scenario: text,
      variant,
      seed,
      branch: current,
      furthest_us,
      actions,
      until_us: now_us,
    });
    if (reply.type === "panicked") return true;
    if (reply.type !== "opened") {
      const why = reply.type === "refused" ? ` ${reply.message}` : "";
      this.notify(`The kept session could not be replayed.${why}`, true);
      return false;
    }
    this.setSpeed(saved.speed);
    const session = this.state.session && {
      ...this.state.session,
      branches,
      current,
      bookmarks,
    };
    const { lesson } = saved;
    this.set({ session, lesson, furthestUs: Math.max(furthest_us, this.state.furthestUs) });
    if (this.state.world?.ranges.some((range) => range.id === saved.range))
      this.setRange(saved.range);
    const done = actions.filter((action) => action.at_us <= now_us).length;
    const replayed = done === 0 ? "" : `, ${plural(done, "action")} replayed`;
    this.notify(`Your session is back at ${formatInstant(reply.update.frame.now_us)}${replayed}.`);
    this.save();
    return true;
  }

  /** A first run that panics still has a session to offer. */
  private keepForRecovery(source: ScenarioSource, spec: RunSpec): void {
    const { variant, seed = 0 } = spec;
    this.set({ session: freshSession(source, spec, variant, seed), frame: null });
  }

  private panicked(message: string, attempted?: Action): void {
    this.set({
      phase: "panicked",
      playing: false,
      problem: panicProblem(this.state, message, attempted),
    });
    this.link.close(message);
  }

  private replaceWorker(): void {
    this.link.close("The worker was replaced.");
    this.link = openLink(this.around.makeWorker, this.around.pairing);
    this.player.drop();
  }

  private save(): void {
    this.keeper.save();
  }
}
