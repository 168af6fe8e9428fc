/** The run that the lanes are held against, with the same seed, in a worker of its own. */

import { createStore } from "zustand/vanilla";
import type { Update } from "@/engine/messages";
import type { Frame } from "@/engine/types";
import type { Link } from "@/engine/workerLink";
import { t } from "@/language/words";
import type { Fetched } from "@/model/fetched";
import { EMPTY_SERIES, mergeSeries, type RunSeries, seriesRequest } from "@/model/series/series";
import type { PageStore } from "../pageStore";
import { logOf } from "../session";
import { LEAST_REQUEST, SideRun, type SideSpec } from "../sideRun";
import type { SimState } from "../simState";
import type { SimStore } from "../simStore";
import { type AgainstChoice, LAST, sameChoice, specBeside } from "./againstChoice";

export interface AgainstState {
  choice: AgainstChoice;
  series: RunSeries;
  frame: Frame | null;
  /** Why there is none; "" when there is. */
  refusal: string;
}

const NOTHING: AgainstState = { choice: null, series: EMPTY_SERIES, frame: null, refusal: "" };

export class Against {
  readonly store = createStore<AgainstState>(() => NOTHING);
  private readonly run: SimStore;
  private readonly page: PageStore;
  private readonly makeLink: () => Link;
  private side: SideRun | null = null;
  private working = false;
  private unsubscribe = () => {};

  constructor(run: SimStore, page: PageStore, makeLink: () => Link) {
    this.run = run;
    this.page = page;
    this.makeLink = makeLink;
  }

  /**
   * A run comes along from now on. Unless somebody chooses another it is this one without what was
   * done last, as soon as anything is done by hand, and until then the variant that the scenario
   * names, or that is derived for it. Returns what ends it.
   */
  follow(): () => void {
    let known = "";
    const look = (): void => {
      const { phase, session, world } = this.first;
      const { hideVerdicts, beside } = this.page.getState();
      const isFree = !hideVerdicts && beside === null && phase === "ready";
      const variant = world?.show.against ?? "";
      const hasActed = logOf(session).length > 0;
      const now = JSON.stringify([isFree, variant, hasActed]);
      if (now === known) return;
      known = now;
      this.choose(null);
      if (isFree) this.choose(hasActed ? { without: LAST } : variant === "" ? null : { variant });
    };
    look();
    const stops = [this.run.subscribe(look), this.page.subscribe(look)];
    return () => {
      for (const stop of stops) stop();
      this.choose(null);
    };
  }

  /** From now on this run comes along; null = none does. */
  choose(choice: AgainstChoice): void {
    if (sameChoice(choice, this.store.getState().choice)) return;
    this.unsubscribe();
    this.forget(choice);
    if (choice === null) return;
    this.unsubscribe = this.run.subscribe((state, before) => {
      if (state.frame !== before.frame || state.session !== before.session) this.kick();
    });
    this.kick();
  }

  private kick(): void {
    const { choice, frame } = this.store.getState();
    const { session } = this.first;
    // What was shown beside is not another run any more.
    if (frame !== null && (session === null || specBeside(session, choice) === undefined))
      this.forget(choice);
    if (this.working || this.next() === undefined) return;
    this.working = true;
    void this.work();
  }

  /** Step after step, until it is where it should be; after a failure with the next frame. */
  private async work(): Promise<void> {
    try {
      for (let pass = this.next(); pass !== undefined; pass = this.next()) {
        const came = await this.bring(pass.spec, pass.us);
        if (came?.ok !== false) continue;
        this.forget(this.store.getState().choice);
        this.store.setState({ refusal: came.message });
      }
    } catch (error) {
      reportError(error);
    } finally {
      this.working = false;
    }
  }

  /** Where it should be, when it is somewhere else. */
  private next(): { spec: SideSpec; us: number } | undefined {
    const { session, frame, phase } = this.first;
    const { choice, refusal, frame: own } = this.store.getState();
    if (session === null || frame === null || phase !== "ready" || refusal !== "") return undefined;
    const beside = specBeside(session, choice);
    if (beside === undefined) return undefined;
    const { text: scenario, variant, seed, actions } = beside;
    const spec = { scenario, variant, seed, actions };
    const isRun = this.side?.isOf(spec) === true && this.side.hasLog(actions);
    return isRun && own?.now_us === frame.now_us ? undefined : { spec, us: frame.now_us };
  }

  private bring(spec: SideSpec, us: number): Promise<Fetched<Update> | undefined> {
    if (this.side?.isOf(spec) !== true) this.forget(this.store.getState().choice);
    this.side ??= new SideRun(this.makeLink());
    return this.side.at(spec, us, {
      // The page may be no longer on the way there.
      isWanted: () => (this.first.frame?.now_us ?? 0) >= us,
      updateRequest: () => ({ ...LEAST_REQUEST, ...seriesRequest(this.store.getState().series) }),
      took: ({ frame, cut }) => {
        const series = mergeSeries(this.store.getState().series, frame, cut !== null);
        this.store.setState({ series, frame });
      },
    });
  }

  /** There is nothing to be held against, until a run has come again. */
  private forget(choice: AgainstChoice): void {
    this.side?.close(t("Nobody compares with this run any more."));
    this.side = null;
    this.store.setState({ ...NOTHING, choice });
  }

  private get first(): SimState {
    return this.run.getState();
  }
}
