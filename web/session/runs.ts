/**
 * Opens runs; the latest wish wins, and what is meant for the run before reaches no other. A
 * session with anybody's work in it is put on the shelf first, and offered back.
 */

import type { Opened, Reply, RunSpec } from "@/engine/messages";
import { t, translate } from "@/language/words";
import { formatInstant } from "@/model/units";
import { challengeOf } from "./challenges";
import type { Deps } from "./deps";
import type { Keeper, Origin } from "./keep/keeper";
import { freshSession } from "./reduce";
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
import { commit } from "./store";

export class Runs {
  private readonly deps: Deps;
  private readonly keeper: Keeper;
  private opening = 0;
  private asked = 0;

  constructor(deps: Deps, keeper: Keeper) {
    this.deps = deps;
    this.keeper = keeper;
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
    const restored = await this.deps.storage.load();
    if (restored.kind === "session") {
      const { saved } = restored;
      if ((!asked || isRunOf(saved, id, options)) && (await this.restore(saved))) {
        // Not before it stands: what is shown until then would be kept in its place.
        this.deps.page.setOwnSessionParked(false);
        void this.offerLeft();
        return false;
      }
    }
    const kept = restored.kind === "session" ? await this.keeper.shelveStored() : undefined;
    await this.open({ kind: "builtin", id }, options);
    if (restored.kind === "unusable") this.deps.page.notify(restored.text, true);
    if (kept !== undefined) this.tellKept("", kept);
    else void this.offerLeft();
    return restored.kind === "nothing";
  }

  /** Opens a scenario; when it is refused, the running one goes on and the refusal is shown. */
  async open(source: ScenarioSource, options: OpenOptions = {}): Promise<boolean> {
    this.asked += 1;
    const { asked } = this;
    const text = await textOf(source, this.deps.fetchScenario);
    if (asked !== this.asked) return false;
    if (!text.ok) return this.notFetched(source, text.message, options);
    return this.openText(source, text.value, options);
  }

  /** Where no run stands, it can be tried again. */
  private notFetched(source: ScenarioSource, message: string, options: OpenOptions): false {
    const { run, reject } = this.deps;
    const again = (): void => void this.open(source, options);
    return commit(() => {
      const rejected = reject(sourceName(source), message);
      const { problem } = run.getState();
      if (problem !== null) run.explain({ ...problem, again });
      return rejected;
    });
  }

  /** `said`: what there is to say of it, before what became of the session that stood. */
  async openText(
    source: ScenarioSource,
    text: string,
    options: OpenOptions,
    said = "",
  ): Promise<boolean> {
    const { run, page } = this.deps;
    const spec: RunSpec = {
      scenario: text,
      variant: options.variant ?? "",
      seed: options.seed,
      actions: options.actions ?? [],
      until_us: options.untilUs ?? (options.eased === true ? null : 0),
    };
    const play = options.play ?? run.getState().playing;
    const isSame = run.getState().session?.text === text;
    const { asked } = this;
    const ofLesson = options.ofLesson === true;
    let shelved: Promise<SavedSession | undefined> | undefined;
    const shelve = (): void => {
      shelved = this.keeper.shelve();
    };
    const complete = ({ world }: Opened): void => {
      if (asked !== this.asked) return;
      // Another scenario comes with the speed that suits it; a restart keeps the person's.
      const { speed, duration_us: durationUs, show } = world;
      // Who has all instruments goes by the clock, not by what is said.
      const beats = page.getState().level === "watch" ? show.beats : [];
      if (!isSame && options.eased === true) this.deps.ease({ speed, durationUs, beats });
      else if (!isSame) this.deps.setSpeed(speed);
      if (play) this.deps.play();
      else run.setPlaying(false);
    };
    const reply = await this.begin(source, spec, { ofLesson }, shelve, complete);
    if (reply.type === "refused")
      return this.deps.reject(sourceName(source), reply.message, source);
    if (reply.type !== "opened" || asked !== this.asked) return false;
    // What waits in storage is no longer waited for.
    const stored = page.getState().ownSessionParked ? await this.keeper.shelveStored() : undefined;
    page.setOwnSessionParked(false);
    this.deps.save();
    if (said !== "") page.notify(said);
    const kept = stored ?? (await shelved);
    if (kept !== undefined) this.tellKept(said, kept);
    else if (!ofLesson) void this.offerEarlier(said);
    return true;
  }

  /**
   * Opens a run in the worker and, when it stands, makes it the page's. `complete`: what else is
   * known of it, told together with it.
   */
  async begin(
    source: ScenarioSource,
    spec: RunSpec,
    origin: Origin = {},
    shelve = (): void => void this.keeper.shelve(),
    complete = (_: Opened): void => {},
  ): Promise<Reply> {
    const { run, page } = this.deps;
    this.opening += 1;
    this.deps.leaving();
    try {
      const reply = await this.deps.openInEngine(spec);
      if (reply === undefined) return { type: "overtaken" };
      commit(() => {
        run.answered();
        if (reply.type === "panicked") {
          run.keepForRecovery(freshSession(source, spec, spec.variant, spec.seed ?? 0));
          this.deps.panicked(reply);
        }
        if (reply.type === "opened") {
          // The same one again replaces nothing.
          if (origin.id === undefined || origin.id !== this.keeper.id) shelve();
          this.keeper.begin({ actions: spec.actions.length, ...origin });
          this.deps.leaving();
          page.opened(challengeOf(source), reply.update.frame.count_framing);
          run.opened(source, spec, reply, this.deps.opened(reply));
          complete(reply);
        }
        this.deps.settled();
      });
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
    const { run, page } = this.deps;
    this.asked += 1;
    run.restoring(t("Replaying your session to {now}…", { now: formatInstant(now_us) }));
    const parts = { scenario: text, variant, seed, branch: current, furthest_us, actions };
    const origin = { actions: 0, id: id === "" ? undefined : id };
    const complete = (): void => {
      this.deps.setSpeed(saved.speed);
      run.note({ branches, current, bookmarks, expects });
      run.knownUntil(furthest_us);
      page.setLesson(lesson);
      const { world } = run.getState();
      if (world?.ranges.some((range) => range.id === saved.range)) this.deps.setRange(saved.range);
    };
    const spec = { ...parts, until_us: now_us };
    const reply = await this.begin(source, spec, origin, undefined, complete);
    if (reply.type === "panicked") return true;
    if (reply.type !== "opened") {
      const why = reply.type === "refused" ? ` ${reply.message}` : "";
      page.notify(`${t("The kept session could not be replayed.")}${why}`, true);
      return false;
    }
    if (tells) this.tellBack(reply.update.frame.now_us, actions);
    this.deps.save();
    return true;
  }

  private tellBack(nowUs: number, actions: readonly { at_us: number }[]): void {
    const done = actions.filter((action) => action.at_us <= nowUs).length;
    const replayed =
      done === 0 ? "" : t(", {n, plural, one {# action} other {# actions}} replayed", { n: done });
    const now = formatInstant(nowUs);
    this.deps.page.notify(t("Your session is back at {now}{replayed}.", { now, replayed }));
  }

  /** A session of the shelf; the one that is shown takes its place there. */
  async takeUp(id: string): Promise<boolean> {
    const saved = (await this.deps.shelf.list()).find((kept) => kept.id === id);
    if (saved === undefined) {
      this.deps.page.notify(t("This session is no longer kept."), true);
      return false;
    }
    if (this.deps.page.getState().ownSessionParked) {
      await this.keeper.shelveStored();
      this.deps.page.setOwnSessionParked(false);
    }
    if (!(await this.restore(saved))) return false;
    if (await this.deps.shelf.remove(id)) return true;
    this.keeper.part();
    this.deps.save();
    return true;
  }

  /** Says that a session is kept, and leads back to it. */
  private tellKept(said: string, kept: SavedSession): void {
    const text = t("Your session of “{title}” is kept: {work}.", {
      title: translate(titleOf(kept)),
      work: workOf(kept),
    });
    this.offer(`${said} ${text}`.trim(), kept);
  }

  /** Says that there is a session of the run that was just opened. */
  private async offerEarlier(said: string): Promise<void> {
    const { session } = this.deps.run.getState();
    if (!this.deps.shelf.isThere()) return;
    const listed = await this.deps.shelf.list();
    if (session === null || this.deps.run.getState().session !== session) return;
    const { text, variant } = session;
    const earlier = listed.find((kept) => kept.text === text && kept.variant === variant);
    if (earlier === undefined) return;
    const words = t("You were here before: {work}.", { work: workOf(earlier) });
    this.offer(`${said} ${words}`.trim(), earlier);
  }

  /** Says what a tab left that was closed, after what is said already. */
  private async offerLeft(): Promise<void> {
    const { session } = this.deps.run.getState();
    if (!this.deps.shelf.isThere()) return;
    const left = await this.deps.shelf.leftNews();
    if (left === undefined || this.deps.run.getState().session !== session) return;
    const said = this.deps.page.getState().notice?.text ?? "";
    const values = { title: translate(titleOf(left)), work: workOf(left) };
    this.offer(`${said} ${t("A closed tab left “{title}”: {work}.", values)}`.trim(), left);
  }

  private offer(text: string, { id }: SavedSession): void {
    this.deps.page.notify(text, false, { session: id });
  }
}
