/**
 * Opens runs: a scenario, the same again, a session that was kept. The latest wish wins, and what is
 * meant for the run before reaches no other. A session with anybody's work in it is put on the shelf
 * before another is shown, and offered back. Must not know React, nor how anything is shown.
 */

import type { Opened, Panicked, Reply, RunSpec } from "@/engine/messages";
import { t, told } from "@/language/words";
import type { OpeningRun } from "@/model/easing";
import type { Fetched } from "@/model/fetched";
import { formatInstant } from "@/model/units";
import type { Keeper, Origin } from "./keep/keeper";
import type { SessionShelf } from "./keep/keptSessions";
import type { SessionStorage } from "./keep/storage";
import { freshSession, openedState } from "./reduce";
import { textOf } from "./scenarios";
import {
  isRunOf,
  logOf,
  type OpenOptions,
  type Restorable,
  type SavedSession,
  type ScenarioSource,
  sourceName,
  titleOf,
  workOf,
} from "./session";
import { withLesson } from "./shown";
import type { Notice, SimState, SimStore } from "./simStore";
import { stageStore } from "./stage";

export interface RunsSurroundings {
  keeper: Keeper;
  shelf: SessionShelf;
  storage: SessionStorage;
  fetchScenario?: (id: string) => Promise<Fetched<string>>;
  store: SimStore;
  /** The reply, or undefined when the worker was replaced meanwhile. */
  openInEngine(spec: RunSpec): Promise<Reply | undefined>;
  /** The run that stood is about to be left, or was left for this one. */
  leaving(): void;
  arrived(opened: Opened): Partial<SimState>;
  settled(): void;
  panicked(reply: Panicked): void;
  reject(name: string, message: string, source?: ScenarioSource): false;
  play(): void;
  setSpeed(speed: number): void;
  /** The speed that suits the opening of a run, until somebody chooses another. */
  ease(run: OpeningRun): void;
  setRange(range: number): void;
  save(): void;
  notify(text: string, alert?: boolean, offer?: Notice["offer"]): void;
}

export class Runs {
  private readonly around: RunsSurroundings;
  /** Runs that are being opened. */
  private opening = 0;
  /** Counts what was asked for. */
  private asked = 0;

  constructor(around: RunsSurroundings) {
    this.around = around;
  }

  /** Whether a command would reach another run than the one that is shown. */
  get isOpening(): boolean {
    return this.opening > 0;
  }

  /**
   * First thing after the page loads, and back from a shared run: the kept session, or else this
   * scenario. Whether afresh.
   */
  async start(id: string, asked: boolean, options: OpenOptions): Promise<boolean> {
    const restored = await this.around.storage.load();
    if (restored.kind === "session") {
      const { saved } = restored;
      if ((!asked || isRunOf(saved, id, options)) && (await this.restore(saved))) {
        // Not before it stands: what is shown until then would be kept in its place.
        this.around.store.setState({ aside: false });
        void this.offerLeft();
        return false;
      }
    }
    const kept = restored.kind === "session" ? await this.around.keeper.shelveStored() : undefined;
    await this.open({ kind: "builtin", id }, options);
    if (restored.kind === "unusable") this.around.notify(restored.text, true);
    if (kept !== undefined) this.tellKept("", kept);
    else void this.offerLeft();
    return restored.kind === "nothing";
  }

  /** Opens a scenario; when it is refused, the running one goes on and the refusal is shown. */
  async open(source: ScenarioSource, options: OpenOptions = {}): Promise<boolean> {
    this.asked += 1;
    const { asked } = this;
    const text = await textOf(source, this.around.fetchScenario);
    if (asked !== this.asked) return false;
    if (!text.ok) return this.notFetched(source, text.message, options);
    return this.openText(source, text.value, options);
  }

  /** Where no run stands, it can be tried again. */
  private notFetched(source: ScenarioSource, message: string, options: OpenOptions): false {
    const { store, reject } = this.around;
    const rejected = reject(sourceName(source), message);
    const { problem } = store.getState();
    const again = (): void => void this.open(source, options);
    if (problem !== null) store.setState({ problem: { ...problem, again } });
    return rejected;
  }

  /** `said`: what there is to say of it, before what became of the session that stood. */
  async openText(
    source: ScenarioSource,
    text: string,
    options: OpenOptions,
    said = "",
  ): Promise<boolean> {
    const { around } = this;
    const spec: RunSpec = {
      scenario: text,
      variant: options.variant ?? "",
      seed: options.seed,
      actions: options.actions ?? [],
      until_us: options.untilUs ?? (options.eased === true ? null : 0),
    };
    const play = options.play ?? around.store.getState().playing;
    const isSame = around.store.getState().session?.text === text;
    const { asked } = this;
    const ofLesson = options.ofLesson === true;
    let shelved: Promise<SavedSession | undefined> | undefined;
    const shelve = (): void => {
      shelved = around.keeper.shelve();
    };
    const reply = await this.begin(source, spec, { ofLesson }, shelve);
    if (reply.type === "refused") return around.reject(sourceName(source), reply.message, source);
    if (reply.type !== "opened" || asked !== this.asked) return false;
    // Another scenario comes with the speed that suits it; a restart keeps the person's.
    const { speed, duration_us: durationUs, show } = reply.world;
    // Who has all instruments goes by the clock, not by what is said.
    const beats = stageStore.getState().level === "watch" ? show.beats : [];
    if (!isSame && options.eased === true) around.ease({ speed, durationUs, beats });
    else if (!isSame) around.setSpeed(speed);
    if (play) around.play();
    else around.store.setState({ playing: false });
    // What waits in storage is no longer waited for.
    const stored = around.store.getState().aside ? await around.keeper.shelveStored() : undefined;
    around.store.setState({ aside: false });
    around.save();
    if (said !== "") around.notify(said);
    const kept = stored ?? (await shelved);
    if (kept !== undefined) this.tellKept(said, kept);
    else if (!ofLesson) void this.offerEarlier(said);
    return true;
  }

  /** Opens a run in the worker and, when it stands, makes it the page's. */
  async begin(
    source: ScenarioSource,
    spec: RunSpec,
    origin: Origin = {},
    shelve = (): void => void this.around.keeper.shelve(),
  ): Promise<Reply> {
    const { around } = this;
    this.opening += 1;
    around.leaving();
    try {
      const reply = await around.openInEngine(spec);
      if (reply === undefined) return { type: "overtaken" };
      around.store.setState({ busy: null });
      if (reply.type === "panicked") {
        this.keepForRecovery(source, spec);
        around.panicked(reply);
      }
      if (reply.type === "opened") {
        // The same one again replaces nothing.
        if (origin.id === undefined || origin.id !== around.keeper.id) shelve();
        around.keeper.begin({ actions: spec.actions.length, ...origin });
        around.leaving();
        const opened = openedState(around.store.getState(), source, spec, reply);
        around.store.setState({ ...opened, ...around.arrived(reply) });
      }
      around.settled();
      return reply;
    } finally {
      this.opening -= 1;
    }
  }

  /**
   * A session that was kept, at its instant; `tells` that it is back. False when it cannot be
   * replayed.
   */
  async restore(saved: Restorable, tells = true): Promise<boolean> {
    const { source, text, variant, seed, now_us, furthest_us, id } = saved;
    const { branches, current, bookmarks, expects, lesson } = saved;
    const actions = logOf(saved);
    const { around } = this;
    this.asked += 1;
    around.store.setState({
      playing: false,
      busy: t("Replaying your session to {now}…", { now: formatInstant(now_us) }),
    });
    const run = { scenario: text, variant, seed, branch: current, furthest_us, actions };
    const origin = { actions: 0, id: id === "" ? undefined : id };
    const reply = await this.begin(source, { ...run, until_us: now_us }, origin);
    if (reply.type === "panicked") return true;
    if (reply.type !== "opened") {
      const why = reply.type === "refused" ? ` ${reply.message}` : "";
      around.notify(`${t("The kept session could not be replayed.")}${why}`, true);
      return false;
    }
    around.setSpeed(saved.speed);
    const { session: shown, furthestUs } = around.store.getState();
    const session = shown && { ...shown, branches, current, bookmarks, expects };
    around.store.setState({ session, furthestUs: Math.max(furthest_us, furthestUs) });
    around.store.setState(withLesson(around.store.getState(), lesson));
    if (around.store.getState().world?.ranges.some((range) => range.id === saved.range))
      around.setRange(saved.range);
    if (tells) this.tellBack(reply.update.frame.now_us, actions);
    around.save();
    return true;
  }

  private tellBack(nowUs: number, actions: readonly { at_us: number }[]): void {
    const done = actions.filter((action) => action.at_us <= nowUs).length;
    const replayed =
      done === 0 ? "" : t(", {n, plural, one {# action} other {# actions}} replayed", { n: done });
    const now = formatInstant(nowUs);
    this.around.notify(t("Your session is back at {now}{replayed}.", { now, replayed }));
  }

  /** A session of the shelf; the one that is shown takes its place there. */
  async takeUp(id: string): Promise<boolean> {
    const saved = (await this.around.shelf.list()).find((kept) => kept.id === id);
    if (saved === undefined) {
      this.around.notify(t("This session is no longer kept."), true);
      return false;
    }
    if (this.around.store.getState().aside) {
      await this.around.keeper.shelveStored();
      this.around.store.setState({ aside: false });
    }
    if (!(await this.restore(saved))) return false;
    if (await this.around.shelf.remove(id)) return true;
    this.around.keeper.part();
    this.around.save();
    return true;
  }

  /** Says that a session is kept, and leads back to it. */
  private tellKept(said: string, kept: SavedSession): void {
    const text = t("Your session of “{title}” is kept: {work}.", {
      title: told(titleOf(kept)),
      work: workOf(kept),
    });
    this.offer(`${said} ${text}`.trim(), kept);
  }

  /** Says that there is a session of the run that was just opened. */
  private async offerEarlier(said: string): Promise<void> {
    const { session } = this.around.store.getState();
    if (!this.around.shelf.isThere()) return;
    const listed = await this.around.shelf.list();
    if (session === null || this.around.store.getState().session !== session) return;
    const { text, variant } = session;
    const earlier = listed.find((kept) => kept.text === text && kept.variant === variant);
    if (earlier === undefined) return;
    const words = t("You were here before: {work}.", { work: workOf(earlier) });
    this.offer(`${said} ${words}`.trim(), earlier);
  }

  /** Says what a tab left that was closed, after what is said already. */
  private async offerLeft(): Promise<void> {
    const { session } = this.around.store.getState();
    if (!this.around.shelf.isThere()) return;
    const left = await this.around.shelf.leftNews();
    if (left === undefined || this.around.store.getState().session !== session) return;
    const said = this.around.store.getState().notice?.text ?? "";
    const values = { title: told(titleOf(left)), work: workOf(left) };
    this.offer(`${said} ${t("A closed tab left “{title}”: {work}.", values)}`.trim(), left);
  }

  private offer(text: string, { id }: SavedSession): void {
    this.around.notify(text, false, { session: id });
  }

  /** A first run that panics still has a session to offer. */
  private keepForRecovery(source: ScenarioSource, spec: RunSpec): void {
    const { variant, seed = 0 } = spec;
    this.around.store.setState({ session: freshSession(source, spec, variant, seed), frame: null });
  }
}
