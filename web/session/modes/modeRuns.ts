/** The run that is shown, once more for every read mode, a worker each, one after the other. */

import type { ReadMode } from "@/engine/types";
import type { Link } from "@/engine/workerLink";
import { t } from "@/language/words";
import type { Fetched } from "@/model/fetched";
import { logOf, type Session } from "../session";
import { SideRun } from "../sideRun";
import type { SimState } from "../simState";
import type { SimStore } from "../simStore";
import { actionsInMode, neededSetting, scenarioInMode } from "./inMode";
import { areOfRun, isSameLog, isSameRun, type ModeRow, type ModesStore } from "./modesState";

/** What makes the runs of a pass, beside the mode. */
interface Pass {
  session: Session;
  untilUs: number;
}

export class ModeRuns {
  private readonly run: SimStore;
  /** What is known of the modes; written here alone. */
  private readonly known: ModesStore;
  private readonly makeLink: () => Link;
  private readonly sides = new Map<ReadMode, SideRun>();
  /** How many look at the table, which follows the instant that is shown as long as anybody does. */
  private watchers = 0;
  private measuring = false;
  private unsubscribe = () => {};

  constructor(run: SimStore, known: ModesStore, makeLink: () => Link) {
    this.run = run;
    this.known = known;
    this.makeLink = makeLink;
  }

  /** From now on the table follows the instant that is shown. */
  start(): void {
    this.watchers += 1;
    if (this.watchers > 1) return;
    this.unsubscribe = this.run.subscribe((state, before) => {
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
    if (this.known.getState().working) return;
    this.measuring = true;
    this.known.setState({ working: true });
    const pass = this.nextPass();
    try {
      if (pass !== undefined) await this.bringAll(pass);
    } finally {
      this.measuring = false;
      if (this.watchers === 0) this.end();
      else this.known.setState({ working: false });
    }
    this.kick();
  }

  private end(): void {
    this.close();
    const rows = this.known.getState().rows.map((row) => ({ ...row, onWayUs: -1 }));
    this.known.setState({ rows, working: false });
  }

  private kick(): void {
    if (this.known.getState().working || this.nextPass() === undefined) return;
    this.known.setState({ working: true });
    void this.work();
  }

  /** Pass after pass, until all figures are of the instant that is shown; after a failure the next one. */
  private async work(): Promise<void> {
    try {
      for (let pass = this.nextPass(); pass !== undefined; pass = this.nextPass()) {
        await this.bringAll(pass);
      }
    } catch (error) {
      reportError(error);
    } finally {
      if (this.isWatched) this.known.setState({ working: false });
    }
  }

  private async bringAll(pass: Pass): Promise<void> {
    this.begin(pass);
    for (const { mode } of this.known.getState().rows) {
      if (!this.isOn(pass)) break;
      await this.fill(mode, pass);
    }
  }

  private get isWatched(): boolean {
    return this.watchers > 0 || this.measuring;
  }

  /** What the figures should be of, when they are of something else. */
  private nextPass(): Pass | undefined {
    const { session, frame, world, phase } = this.run.getState();
    if (!this.isWatched || session === null || frame === null || world === null) return undefined;
    if (phase !== "ready") return undefined;
    const { rows } = this.known.getState();
    const isDone =
      this.areOf(session, frame.now_us) &&
      rows.every((row) => row.refusal !== "" || row.us === frame.now_us);
    return isDone ? undefined : { session, untilUs: frame.now_us };
  }

  /** Whether the figures are of this run and of what was done in it until then. */
  private areOf(session: Session, us: number): boolean {
    return areOfRun(this.known.getState(), session, us);
  }

  private begin({ session, untilUs }: Pass): void {
    if (!isSameRun(this.known.getState().run, session) || this.known.getState().rows.length === 0) {
      this.close();
      const modes = this.first.world?.read_modes ?? [];
      const settings = this.first.frame?.settings;
      const alsoOf = (mode: ReadMode) => settings && neededSetting(mode, settings);
      const rows = modes.map(({ id }): ModeRow => ({ ...EMPTY, mode: id, also: alsoOf(id) }));
      this.known.setState({ rows });
    }
    this.known.setState({ run: session, untilUs });
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
    let found: Partial<ModeRow> = {};
    try {
      found = await this.found(mode, pass);
    } finally {
      this.change(mode, { ...found, onWayUs: -1 });
    }
  }

  private async found(mode: ReadMode, pass: Pass): Promise<Partial<ModeRow>> {
    // What reads a report is fetched with the first.
    const [brought, { figuresOf }] = await Promise.all([
      this.bring(mode, pass),
      import("./figures"),
    ]);
    const { world } = this.first;
    if (brought === undefined || !this.isOn(pass) || world === null) return {};
    if (brought.ok) return { figures: figuresOf(brought.value, mode, world), us: pass.untilUs };
    this.drop(mode);
    return { refusal: brought.message };
  }

  /** One mode's run to the instant of a pass, and its report; undefined when it was broken off. */
  private async bring(mode: ReadMode, pass: Pass): Promise<Fetched<string> | undefined> {
    const { text, variant, seed } = pass.session;
    const also = this.rowOf(mode)?.also;
    const actions = actionsInMode(logOf(pass.session), mode, also);
    const scenario = scenarioInMode(text, variant, mode, also);
    const side = this.sides.get(mode) ?? new SideRun(this.makeLink());
    this.sides.set(mode, side);
    return side.reportAt({ scenario, variant, seed, actions, forward: true }, pass.untilUs, {
      isWanted: () => this.isOn(pass),
      took: ({ frame, reached }) => {
        if (!reached) this.change(mode, { onWayUs: frame.now_us });
      },
    });
  }

  private rowOf(mode: ReadMode): ModeRow | undefined {
    return this.known.getState().rows.find((row) => row.mode === mode);
  }

  private change(mode: ReadMode, changes: Partial<ModeRow>): void {
    const rows = this.known
      .getState()
      .rows.map((row) => (row.mode === mode ? { ...row, ...changes } : row));
    this.known.setState({ rows });
  }

  private drop(mode: ReadMode): void {
    this.sides.get(mode)?.close(t("This mode is not run any more."));
    this.sides.delete(mode);
  }

  private close(): void {
    for (const mode of [...this.sides.keys()]) this.drop(mode);
  }

  private get first(): SimState {
    return this.run.getState();
  }
}

const EMPTY: Omit<ModeRow, "mode" | "also"> = {
  us: -1,
  onWayUs: -1,
  figures: undefined,
  refusal: "",
};
