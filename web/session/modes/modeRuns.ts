/**
 * The run that is shown, once more for every read mode: same seed, same load, same faults. One
 * worker for each mode, brought on one after the other to the instant that is shown, so that the
 * page keeps a core. They stay where they are, so that going on costs only what is new.
 * Fetched when somebody looks. Must not know React, nor how figures are shown.
 */

import type { Reply } from "@/engine/messages";
import type { LoggedAction, ReadMode } from "@/engine/types";
import type { Link } from "@/engine/workerLink";
import { t } from "@/language/words";
import { wishOf } from "../reduce";
import { logOf, type Session } from "../session";
import { INITIAL_STATE, type SimState } from "../simState";
import type { SimStore } from "../simStore";
import { actionsInMode, companionOf, scenarioInMode } from "./inMode";
import { areOfRun, isSameLog, isSameRun, type ModeRow, type ModesStore } from "./modesState";

/** A piece of the way; between two the work can be ended. */
const PIECE_MS = 60;

export interface ModesSurroundings {
  store: SimStore;
  /** What is known of the modes; written here alone. */
  known: ModesStore;
  makeLink(): Link;
}

/** What makes the runs of a pass, beside the mode. */
interface Pass {
  session: Session;
  untilUs: number;
}

interface Opened {
  link: Link;
  log: LoggedAction[];
}

export class ModeRuns {
  private readonly around: ModesSurroundings;
  private readonly links = new Map<ReadMode, Opened>();
  /** How many look at the table, which follows the instant that is shown as long as anybody does. */
  private watchers = 0;
  private measuring = false;
  private unsubscribe = () => {};

  constructor(around: ModesSurroundings) {
    this.around = around;
  }

  /** From now on the table follows the instant that is shown. */
  start(): void {
    this.watchers += 1;
    if (this.watchers > 1) return;
    this.unsubscribe = this.around.store.subscribe((state, before) => {
      if (state.frame !== before.frame || state.session !== before.session) this.kick();
    });
    this.kick();
  }

  /** When nobody looks any more the runs end, and the figures stay. */
  stop(): void {
    this.watchers -= 1;
    if (this.watchers > 0) return;
    this.unsubscribe();
    if (!this.measuring) this.end();
  }

  /** All of them once, to the instant that is shown now. */
  async measure(): Promise<void> {
    if (this.around.known.getState().working) return;
    this.measuring = true;
    this.around.known.setState({ working: true });
    const pass = this.nextPass();
    if (pass !== undefined) await this.bringAll(pass);
    this.measuring = false;
    if (this.watchers === 0) return this.end();
    this.around.known.setState({ working: false });
    this.kick();
  }

  private end(): void {
    this.close();
    const rows = this.around.known.getState().rows.map((row) => ({ ...row, onWayUs: -1 }));
    this.around.known.setState({ rows, working: false });
  }

  private kick(): void {
    if (this.around.known.getState().working || this.nextPass() === undefined) return;
    this.around.known.setState({ working: true });
    void this.work();
  }

  /** Pass after pass, until all figures are of the instant that is shown. */
  private async work(): Promise<void> {
    for (let pass = this.nextPass(); pass !== undefined; pass = this.nextPass()) {
      await this.bringAll(pass);
    }
    if (this.isWatched) this.around.known.setState({ working: false });
  }

  private async bringAll(pass: Pass): Promise<void> {
    this.begin(pass);
    for (const { mode } of this.around.known.getState().rows) {
      if (!this.isOn(pass)) break;
      await this.fill(mode, pass);
    }
  }

  private get isWatched(): boolean {
    return this.watchers > 0 || this.measuring;
  }

  /** What the figures should be of, when they are of something else. */
  private nextPass(): Pass | undefined {
    const { session, frame, world, phase } = this.around.store.getState();
    if (!this.isWatched || session === null || frame === null || world === null) return undefined;
    if (phase !== "ready") return undefined;
    const { rows } = this.around.known.getState();
    const isDone =
      this.areOf(session, frame.now_us) &&
      rows.every((row) => row.refusal !== "" || row.us === frame.now_us);
    return isDone ? undefined : { session, untilUs: frame.now_us };
  }

  /** Whether the figures are of this run and of what was done in it until then. */
  private areOf(session: Session, us: number): boolean {
    return areOfRun(this.around.known.getState(), session, us);
  }

  private begin({ session, untilUs }: Pass): void {
    if (
      !isSameRun(this.around.known.getState().run, session) ||
      this.around.known.getState().rows.length === 0
    ) {
      this.close();
      const modes = this.first.world?.read_modes ?? [];
      const settings = this.first.frame?.settings;
      const alsoOf = (mode: ReadMode) => settings && companionOf(mode, settings);
      const rows = modes.map(({ id }): ModeRow => ({ ...EMPTY, mode: id, also: alsoOf(id) }));
      this.around.known.setState({ rows });
    }
    this.around.known.setState({ run: session, untilUs });
  }

  /** Whether a pass is still worth its work: the page has not gone back or to another run. */
  private isOn({ session, untilUs }: Pass): boolean {
    const { session: now, frame } = this.first;
    if (!this.isWatched || now === null || frame === null) return false;
    return (
      isSameRun(session, now) &&
      frame.now_us >= untilUs &&
      isSameLog(logOf(session), logOf(now), untilUs)
    );
  }

  private async fill(mode: ReadMode, pass: Pass): Promise<void> {
    const before = this.rowOf(mode);
    if (before === undefined || before.refusal !== "") return;
    this.change(mode, { onWayUs: Math.max(0, Math.min(before.us, pass.untilUs)) });
    // What reads a report is fetched with the first.
    const [reply, { figuresOf }] = await Promise.all([this.bring(mode, pass), import("./figures")]);
    if (reply === undefined || !this.isOn(pass)) return this.change(mode, { onWayUs: -1 });
    const { world } = this.first;
    if (reply.type === "reported" && world !== null) {
      const figures = figuresOf(reply.report, mode, world);
      this.change(mode, { figures, us: pass.untilUs, onWayUs: -1 });
    } else if (reply.type === "refused" || reply.type === "panicked") {
      this.drop(mode);
      this.change(mode, { refusal: reply.message, onWayUs: -1 });
    }
  }

  /** One mode's run to the instant of a pass, and its report; undefined when it was broken off. */
  private async bring(mode: ReadMode, pass: Pass): Promise<Reply | undefined> {
    const ready = await this.openedFor(mode, pass.session);
    if ("type" in ready) return ready;
    for (;;) {
      if (!this.isOn(pass)) return undefined;
      const to = { us: pass.untilUs };
      const reply = await ready.link.send({ type: "seek", to, budgetMs: PIECE_MS, wish: WISH });
      if (!("update" in reply)) return reply;
      if (reply.update.reached) return ready.link.send({ type: "report" });
      this.change(mode, { onWayUs: reply.update.frame.now_us });
    }
  }

  /** Its run with the log of the session, opened if it was not yet; or why it is not there. */
  private async openedFor(mode: ReadMode, session: Session): Promise<Opened | Reply> {
    const also = this.rowOf(mode)?.also;
    const actions = actionsInMode(logOf(session), mode, also);
    const known = this.links.get(mode);
    if (known !== undefined) {
      if (!isSameLog(known.log, actions, Number.POSITIVE_INFINITY)) {
        const reply = await known.link.send({ type: "rewrite", actions, wish: WISH });
        if (!("update" in reply)) return reply;
        known.log = actions;
      }
      return known;
    }
    const made: Opened = { link: this.around.makeLink(), log: actions };
    this.links.set(mode, made);
    const { text, variant, seed } = session;
    const scenario = scenarioInMode(text, variant, mode, also);
    const spec = { scenario, variant, seed, actions, until_us: 0, forward: true };
    const reply = await made.link.send({ type: "open", spec, wish: WISH });
    return reply.type === "opened" ? made : reply;
  }

  private rowOf(mode: ReadMode): ModeRow | undefined {
    return this.around.known.getState().rows.find((row) => row.mode === mode);
  }

  private change(mode: ReadMode, changes: Partial<ModeRow>): void {
    const rows = this.around.known
      .getState()
      .rows.map((row) => (row.mode === mode ? { ...row, ...changes } : row));
    this.around.known.setState({ rows });
  }

  private drop(mode: ReadMode): void {
    this.links.get(mode)?.link.close(t("This mode is not run any more."));
    this.links.delete(mode);
  }

  private close(): void {
    for (const mode of [...this.links.keys()]) this.drop(mode);
  }

  private get first(): SimState {
    return this.around.store.getState();
  }
}

const WISH = wishOf(INITIAL_STATE);

const EMPTY: Omit<ModeRow, "mode" | "also"> = {
  us: -1,
  onWayUs: -1,
  figures: undefined,
  refusal: "",
};
