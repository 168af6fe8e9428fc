/**
 * The run that the lanes are held against: another variant with the same seed and the same actions,
 * brought to the instant that is shown in a worker of its own. Fetched when somebody looks.
 * Must not know React, nor how it is drawn.
 */

import { createStore } from "zustand/vanilla";

import type { Frame, LoggedAction } from "@/protocol/engine";
import type { Reply } from "@/protocol/messages";
import type { Link } from "../pairing";
import { wishOf } from "../reduce";
import type { Session } from "../session";
import { INITIAL_STATE, type SimState, type SimStore } from "../simStore";
import { EMPTY_SCORE, mergeScore, type Score, scoreWish } from "./score";

/** A piece of the way; between two the work can be ended. */
const PIECE_MS = 60;
const WISH = wishOf(INITIAL_STATE);

export interface AgainstState {
  /** The variant that is wanted; "" = none. */
  variant: string;
  score: Score;
  /** Its last picture. */
  frame: Frame | null;
  /** Why there is none; "" when there is. */
  refusal: string;
}

const NOTHING: AgainstState = { variant: "", score: EMPTY_SCORE, frame: null, refusal: "" };

export interface AgainstSurroundings {
  store: SimStore;
  makeLink(): Link;
}

interface Opened {
  link: Link;
  run: Session;
  variant: string;
  log: LoggedAction[];
}

export class Against {
  readonly store = createStore<AgainstState>(() => NOTHING);
  private readonly around: AgainstSurroundings;
  private opened: Opened | null = null;
  private working = false;
  private unsubscribe = () => {};

  constructor(around: AgainstSurroundings) {
    this.around = around;
  }

  /** From now on this variant comes along; "" = none does. */
  choose(variant: string): void {
    if (variant === this.store.getState().variant) return;
    this.close();
    this.store.setState({ ...NOTHING, variant });
    if (variant === "") return;
    this.unsubscribe = this.around.store.subscribe((state, before) => {
      if (state.frame !== before.frame || state.session !== before.session) this.kick();
    });
    this.kick();
  }

  private kick(): void {
    if (this.working || this.next() === undefined) return;
    this.working = true;
    void this.work();
  }

  private async work(): Promise<void> {
    for (let pass = this.next(); pass !== undefined; pass = this.next()) {
      const reply = await this.bring(pass.session, pass.us);
      if (reply?.type === "refused" || reply?.type === "panicked") {
        const { variant } = this.store.getState();
        this.close();
        this.store.setState({ ...NOTHING, variant, refusal: reply.message });
      }
    }
    this.working = false;
  }

  /** Where it should be, when it is somewhere else. */
  private next(): { session: Session; us: number } | undefined {
    const { session, frame, phase } = this.around.store.getState();
    const { variant, refusal, frame: own } = this.store.getState();
    if (variant === "" || refusal !== "") return undefined;
    if (session === null || frame === null || phase !== "ready") return undefined;
    if (!session.text || variant === session.variant) return undefined;
    const { opened } = this;
    const isThere =
      opened !== null && isSameRun(opened.run, session) && opened.log === session.actions;
    return isThere && own?.now_us === frame.now_us ? undefined : { session, us: frame.now_us };
  }

  private async bring(session: Session, us: number): Promise<Reply | undefined> {
    const { variant } = this.store.getState();
    const ready = await this.openedFor(session, variant);
    if (ready === undefined || "type" in ready) return ready;
    for (;;) {
      if (this.opened !== ready) return undefined;
      const wish = { ...WISH, ...scoreWish(this.store.getState().score) };
      const to = { us };
      const reply = await ready.link.send({ type: "seek", to, budgetMs: PIECE_MS, wish });
      if (!("update" in reply)) return reply;
      if (this.opened !== ready) return undefined;
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

  private async openedFor(session: Session, variant: string): Promise<Opened | Reply | undefined> {
    const { text, seed } = session;
    const known = this.opened;
    if (known !== null && known.variant === variant && isSameRun(known.run, session)) {
      if (known.log === session.actions) return known;
      const actions = [...session.actions];
      const reply = await known.link.send({ type: "rewrite", actions, wish: WISH });
      if (!("update" in reply)) return reply;
      this.take(reply);
      known.log = session.actions;
      return known;
    }
    this.close();
    this.store.setState({ ...NOTHING, variant });
    const log = session.actions;
    const made: Opened = { link: this.around.makeLink(), run: session, variant, log };
    this.opened = made;
    const spec = { scenario: text, variant, seed, actions: [...log], until_us: 0 };
    const reply = await made.link.send({ type: "open", spec, wish: WISH });
    if (this.opened !== made) return undefined;
    this.take(reply);
    return reply.type === "opened" ? made : reply;
  }

  private close(): void {
    this.opened?.link.close("Nobody compares with this variant any more.");
    this.opened = null;
    if (this.store.getState().variant !== "") return;
    this.unsubscribe();
    this.unsubscribe = () => {};
  }

  private get first(): SimState {
    return this.around.store.getState();
  }
}

function isSameRun(a: Session, b: Session): boolean {
  return a.text === b.text && a.seed === b.seed;
}
