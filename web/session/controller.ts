/** Runs the session: owns the worker and the log, and brings all back after a reload or a panic. */

import {
  type Command,
  isOfRun,
  type Panicked,
  type Reply,
  type RunSpec,
  type Update,
  type UpdateRequest,
} from "@/engine/messages";
import type { Action, ScenarioSummary, Target } from "@/engine/types";
import type { Link } from "@/engine/workerLink";
import { t, translate } from "@/language/words";
import type { Fetched } from "@/model/fetched";
import { Bookmarks } from "./bookmarks";
import { withBranch } from "./branches";
import { Branching } from "./branching";
import type { Deps, Platform } from "./deps";
import { EngineRoom } from "./engineRoom";
import { Keeper } from "./keep/keeper";
import type { PageStore } from "./pageStore";
import { Player } from "./player";
import { panicProblem } from "./problem";
import { updateRequestOf } from "./reduce";
import { RunGroup } from "./runGroup";
import { Runs } from "./runs";
import {
  logOf,
  type OpenOptions,
  type ScenarioSource,
  type Session,
  startedAgain,
} from "./session";
import { type SimState, SPEED_MAX, SPEED_MIN } from "./simState";
import type { SimStore } from "./simStore";
import { commit } from "./store";
import { Tapes } from "./tape/tapes";
import { Travel } from "./travel";

/** A worker that is gone again within this is not started again by itself. */
const GONE_AGAIN_MS = 60_000;

export class Controller {
  private readonly deps: Deps;
  readonly run: SimStore;
  readonly page: PageStore;
  private readonly keeper: Keeper;
  readonly player: Player;
  readonly runs: Runs;
  readonly travel: Travel;
  readonly tapes: Tapes;
  readonly branching: Branching;
  readonly bookmarks: Bookmarks;
  /** The runs that are driven along with the one that is shown. */
  readonly group = new RunGroup();
  private readonly engine: EngineRoom;
  private lookWanted = false;
  /** When a worker that was gone was last replaced. */
  private goneMs = Number.NEGATIVE_INFINITY;

  constructor(platform: Platform) {
    this.run = platform.run;
    this.page = platform.page;
    this.deps = { ...platform, ...this.hands() };
    const { deps } = this;
    this.keeper = new Keeper(deps);
    this.engine = new EngineRoom(deps, this.group);
    this.travel = new Travel(deps);
    this.branching = new Branching(deps);
    this.bookmarks = new Bookmarks(deps);
    this.tapes = new Tapes(deps);
    this.player = new Player(deps);
    this.runs = new Runs(deps, this.keeper);
  }

  /** What the rooms may ask of each other. */
  private hands(): Omit<Deps, keyof Platform> {
    const settled = (): void => this.player.reset(this.state.frame?.now_us ?? 0);
    return {
      ask: (command, attempted, taking) => this.ask(command, attempted, taking),
      updateRequest: () => this.updateRequest(),
      arrived: () => {
        // A run that plays goes on from here.
        settled();
        this.save();
      },
      save: () => this.save(),
      play: () => this.play(),
      pause: () => this.pause(),
      setSpeed: (speed) => this.setSpeed(speed),
      ease: (run) => this.run.setSpeed(this.player.easing.begin(run)),
      setRange: (range) => this.setRange(range),
      seek: (us) => this.travel.to({ us }),
      switchTo: (branch, us) => this.branching.switchTo(branch, us),
      isTravelling: () => this.travel.isUnderWay,
      panicked: (reply) => this.panicked(reply),
      reject: (name, message, source) => this.reject(name, message, source),
      openInEngine: (spec) => this.engine.open(spec),
      leaving: () => this.travel.stop(),
      opened: ({ update }) => {
        this.branching.reset();
        this.group.show();
        return this.tapes.opened(update);
      },
      settled,
    };
  }

  /** First thing after the page loads: the kept session, or else this scenario. Whether afresh. */
  start(id: string, asked: boolean, options: OpenOptions): Promise<boolean> {
    return this.runs.start(id, asked, options);
  }

  /** Opens a scenario; when it is refused, the running one goes on and the refusal is shown. */
  open(source: ScenarioSource, options?: OpenOptions): Promise<boolean> {
    return this.runs.open(source, options);
  }

  /** Opens a run in the worker and, when it stands, makes it the page's. */
  begin(source: ScenarioSource, spec: RunSpec, complete?: () => void): Promise<Reply> {
    return this.runs.begin(source, spec, {}, undefined, complete);
  }

  /** Without what the person did, which stays as a branch unless the run is another: from 0 s, or
   * where another variant opens that plays, or at the instant where the variant before stood. */
  async restart(changes: { variant?: string; seed?: number } = {}): Promise<void> {
    const { session, playing, world, frame } = this.state;
    if (session === null) return;
    const { source, text, variant, seed } = session;
    const { variant: asked = variant, seed: askedSeed = seed } = changes;
    const titled = world?.variants.find(({ id }) => id === changes.variant);
    const what = startedAgain({
      ...changes,
      variant: titled ? translate(titled.title) : changes.variant,
    });
    if (asked === variant && askedSeed === seed && this.state.phase === "ready") {
      if (logOf(session).length > 0) return this.branching.startAgain(what);
      await this.travel.to({ us: 0 });
      return this.page.notify(what);
    }
    const isOther = asked !== variant && askedSeed === seed;
    const options = { variant: asked, seed: askedSeed, play: playing, eased: playing && isOther };
    if (!(await this.runs.openText(source, text, options, what))) return;
    if (!isOther || world === null || frame === null) return;
    this.run.setEarlier({ world, frame });
    if (!playing && !this.state.playing) await this.travel.to({ us: frame.now_us });
  }

  play(): void {
    if (this.state.phase !== "ready") return;
    this.run.setPlaying(true);
    this.player.start();
  }

  /** Plays to an instant and rests there, unless somebody takes it into their hands before. */
  playUntil(us: number): void {
    this.player.restUs = us;
    this.play();
  }

  pause(): void {
    this.run.setPlaying(false);
    this.save();
  }

  /** Pauses, and waits for the picture that is under way: where it stands then, it stands. */
  async standStill(): Promise<void> {
    this.pause();
    if (this.state.phase === "ready")
      await this.ask({ type: "look", updateRequest: this.updateRequest() });
    this.save();
  }

  async step(): Promise<void> {
    if (this.state.phase !== "ready") return;
    this.run.setPlaying(false);
    await this.ask({ type: "step", updateRequest: this.updateRequest() });
    this.save();
  }

  /** Plays to an instant without drawing what lies between. */
  async advanceTo(untilUs: number): Promise<void> {
    this.run.setPlaying(false);
    await this.travel.to({ us: Math.max(untilUs, this.state.frame?.now_us ?? 0) });
  }

  async back(): Promise<void> {
    this.run.setPlaying(false);
    await this.travel.back();
  }

  /** Why it was not done; null when it was. */
  act(action: Action): Promise<string | null> {
    return this.branching.act(action);
  }

  setSpeed(speed: number): void {
    if (!Number.isFinite(speed)) return;
    this.player.easing.end();
    this.run.setSpeed(Math.min(SPEED_MAX, Math.max(SPEED_MIN, speed)));
  }

  /** Somebody else says how far a run that plays has come; null: the speed does again. */
  setLead(lead: Player["lead"]): void {
    this.player.lead = lead;
    this.player.reset(this.state.frame?.now_us ?? 0);
  }

  setRange(range: number): void {
    this.run.setRange(range);
    this.look();
  }

  select(target: Target | null): void {
    if (this.page.select(target)) this.look();
  }

  async describe(text: string): Promise<Fetched<ScenarioSummary>> {
    const reply = await this.ask({ type: "validate", scenario: text });
    if (reply.type === "validated") return { ok: true, value: reply.summary };
    return {
      ok: false,
      message: reply.type === "refused" ? reply.message : t("The engine stopped."),
    };
  }

  /** After a panic: a fresh engine, the same actions, the instant last shown; or from 0 s. */
  async recover(from: "instant" | "start"): Promise<void> {
    const { session, frame, furthestUs, speed, range } = this.state;
    const { lesson } = this.page.getState();
    this.replaceWorker();
    if (session === null) {
      this.run.loading();
      await this.start("first-look", false, {});
      return;
    }
    const now_us = from === "instant" ? (frame?.now_us ?? 0) : 0;
    const log = logOf(session);
    const actions = from === "instant" ? log.filter((a) => a.at_us <= now_us) : [];
    const isLess = actions.length < log.length;
    const begin = { forkUs: now_us, cause: t("Started again after the engine stopped."), actions };
    const kept = isLess ? withBranch(session, furthestUs, begin) : session;
    const { id } = this.keeper;
    await this.runs.restore({ ...kept, id, now_us, furthest_us: now_us, speed, range, lesson });
  }

  reject(name: string, message: string, source?: ScenarioSource): false {
    const text = source?.kind === "file" ? source.text : undefined;
    commit(() => {
      this.page.reject({ name, message, text });
      if (this.state.world !== null) return;
      this.run.notOpened({ title: t("{name} was not opened", { name }), text: message });
    });
    return false;
  }

  /** The shared run that is shown takes the place of the session that waits in storage. */
  async keepShared(): Promise<void> {
    await this.keeper.shelveStored();
    this.page.setOwnSessionParked(false);
    this.leave();
  }

  /** The page is being left: keep what can be kept at once. */
  leave(): void {
    this.keeper.leave();
  }

  get link(): Link {
    return this.engine.link;
  }

  private get state(): SimState {
    return this.run.getState();
  }

  private updateRequest(): UpdateRequest {
    return updateRequestOf(this.state, this.page.getState().selection);
  }

  /** A new picture of the same instant, when something else shall be in it. */
  look(): void {
    if (this.lookWanted || this.state.phase !== "ready") return;
    this.lookWanted = true;
    queueMicrotask(() => {
      this.lookWanted = false;
      void this.ask({ type: "look", updateRequest: this.updateRequest() });
    });
  }

  /** Sends a command and takes what its reply changes; a panic ends the run here. */
  async ask(command: Command, attempted?: Action, taking?: (reply: Reply) => void): Promise<Reply> {
    const { link } = this.engine;
    if (this.runs.isOpening && isOfRun(command)) return { type: "overtaken" };
    const reply = await this.group.send(link, command);
    if (link !== this.engine.link) return reply;
    if (reply.type === "panicked") this.panicked(reply, attempted);
    else if ("update" in reply) {
      commit(() => {
        taking?.(reply);
        this.take(reply.update);
        this.group.show();
      });
    }
    return reply;
  }

  private take(update: Update): void {
    if (this.state.phase !== "ready") return;
    const { range } = this.state;
    this.run.took(update, this.tapes.take(update));
    if (this.state.range !== range) this.look();
  }

  private panicked({ message, gone }: Panicked, attempted?: Action): void {
    const { playing, session } = this.state;
    this.run.panicked(panicProblem(this.state, message, attempted));
    this.engine.link.close(message);
    const wallMs = this.deps.wallMs();
    // What is gone again at once would go on for ever; then a person decides.
    if (gone !== true || session === null || wallMs - this.goneMs < GONE_AGAIN_MS) return;
    this.goneMs = wallMs;
    void this.bringBack(session, playing, t("The engine was gone and was started again."));
  }

  /** Begins the worker, before there is anything to ask it. */
  wake(): void {
    void this.engine.link;
  }

  /** The run that is shown, by a worker that says what it says in the language of the page. */
  async sayAgain(): Promise<void> {
    const { session, playing, phase } = this.state;
    if (session !== null && phase === "ready") await this.bringBack(session, playing);
  }

  /**
   * Nothing was wrong with what was done: all of it comes back, its known future too. Without a
   * reason nothing is told: nobody missed it.
   */
  private async bringBack(session: Session, playing: boolean, why?: string): Promise<void> {
    const { frame, furthestUs, speed, range } = this.state;
    const { lesson } = this.page.getState();
    const { id } = this.keeper;
    const now_us = frame?.now_us ?? 0;
    this.run.loading();
    this.replaceWorker();
    const kept = { ...session, id, now_us, furthest_us: furthestUs, speed, range, lesson };
    const isBack = await this.runs.restore(kept, why !== undefined);
    if (!isBack || this.state.phase !== "ready") return;
    if (why !== undefined)
      this.page.notify([why, this.page.getState().notice?.text ?? ""].join(" ").trim());
    if (playing) this.play();
  }

  private replaceWorker(): void {
    this.engine.replace();
    this.run.engineReplaced();
    this.player.drop();
  }

  save(): void {
    this.keeper.save();
  }
}
