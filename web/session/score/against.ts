/**
 * The run that the lanes are held against, with the same seed and brought to the instant that is
 * shown in a worker of its own. Fetched when somebody looks. Must not know React, nor how it is drawn.
 */

import { createStore } from "zustand/vanilla";
import type { Reply } from "@/engine/messages";
import type { Frame } from "@/engine/types";
import type { Link } from "@/engine/workerLink";
import { t } from "@/language/words";
import { EMPTY_SCORE, mergeScore, type Score, scoreWish } from "@/model/score/score";
import type { PageStore } from "../pageStore";
import { wishOf } from "../reduce";
import { type LoggedRun, logOf } from "../session";
import { INITIAL_STATE, type SimState } from "../simState";
import type { SimStore } from "../simStore";
import { type AgainstChoice, LAST, sameChoice, specBeside } from "./againstChoice";

/** A piece of the way; between two the work can be ended. */
const PIECE_MS = 60;
const WISH = wishOf(INITIAL_STATE);

export interface AgainstState {
  choice: AgainstChoice;
  score: Score;
  /** Its last picture. */
  frame: Frame | null;
  /** Why there is none; "" when there is. */
  refusal: string;
}

const NOTHING: AgainstState = { choice: null, score: EMPTY_SCORE, frame: null, refusal: "" };

interface Opened {
  link: Link;
  spec: LoggedRun;
}

export class Against {
  readonly store = createStore<AgainstState>(() => NOTHING);
  private readonly run: SimStore;
  private readonly page: PageStore;
  private readonly makeLink: () => Link;
  private opened: Opened | null = null;
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
      const { hushed, beside } = this.page.getState();
      const isFree = !hushed && beside === null && phase === "ready";
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

  private async work(): Promise<void> {
    for (let pass = this.next(); pass !== undefined; pass = this.next()) {
      const reply = await this.bring(pass.spec, pass.us);
      if (reply?.type === "refused" || reply?.type === "panicked") {
        this.forget(this.store.getState().choice);
        this.store.setState({ refusal: reply.message });
      }
    }
    this.working = false;
  }

  /** Where it should be, when it is somewhere else. */
  private next(): { spec: LoggedRun; us: number } | undefined {
    const { session, frame, phase } = this.run.getState();
    const { choice, refusal, frame: own } = this.store.getState();
    if (session === null || frame === null || phase !== "ready" || refusal !== "") return undefined;
    const spec = specBeside(session, choice);
    if (spec === undefined) return undefined;
    const { opened } = this;
    const isThere =
      opened !== null &&
      isSameRun(opened.spec, spec) &&
      opened.spec.actions === spec.actions &&
      own?.now_us === frame.now_us;
    return isThere ? undefined : { spec, us: frame.now_us };
  }

  private async bring(spec: LoggedRun, us: number): Promise<Reply | undefined> {
    const ready = await this.openedFor(spec);
    if (ready === undefined || "type" in ready) return ready;
    for (;;) {
      if (this.opened !== ready) return undefined;
      const wish = { ...WISH, ...scoreWish(this.store.getState().score) };
      const to = { us };
      const reply = await ready.link.send({ type: "seek", to, budgetMs: PIECE_MS, wish });
      // A worker that was closed for another choice answers too, and says nothing of that one.
      if (this.opened !== ready) return undefined;
      if (!("update" in reply)) return reply;
      this.take(reply);
      if (reply.update.reached || this.isElsewhere(us)) return undefined;
    }
  }

  /** Whether the page is no longer on the way there. */
  private isElsewhere(us: number): boolean {
    const { now_us = 0 } = this.first.frame ?? {};
    return now_us < us;
  }

  private take(reply: Reply): void {
    if (!("update" in reply)) return;
    const { frame, cut } = reply.update;
    const score = mergeScore(this.store.getState().score, frame, cut !== null);
    this.store.setState({ score, frame });
  }

  private async openedFor(spec: LoggedRun): Promise<Opened | Reply | undefined> {
    const known = this.opened;
    if (known !== null && isSameRun(known.spec, spec)) {
      if (known.spec.actions === spec.actions) return known;
      const actions = [...spec.actions];
      const reply = await known.link.send({ type: "rewrite", actions, wish: WISH });
      if (this.opened !== known) return undefined;
      if (!("update" in reply)) return reply;
      this.take(reply);
      known.spec = spec;
      return known;
    }
    this.forget(this.store.getState().choice);
    const made: Opened = { link: this.makeLink(), spec };
    this.opened = made;
    const { text: scenario, variant, seed } = spec;
    const actions = [...spec.actions];
    const opening = { scenario, variant, seed, actions, until_us: 0 };
    const reply = await made.link.send({ type: "open", spec: opening, wish: WISH });
    if (this.opened !== made) return undefined;
    this.take(reply);
    return reply.type === "opened" ? made : reply;
  }

  /** There is nothing to be held against, until a run has come again. */
  private forget(choice: AgainstChoice): void {
    this.opened?.link.close(t("Nobody compares with this run any more."));
    this.opened = null;
    this.store.setState({ ...NOTHING, choice });
  }

  private get first(): SimState {
    return this.run.getState();
  }
}

/** Whatever was done in it. */
function isSameRun(a: LoggedRun, b: LoggedRun): boolean {
  return a.text === b.text && a.seed === b.seed && a.variant === b.variant;
}
