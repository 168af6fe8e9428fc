/**
 * A second run beside the first: same seed, same load, same faults, one difference. It stands
 * between the page and the first run's worker: every command goes to both, and nothing is shown
 * before both have reached the same instant. Fetched when somebody asks for it.
 * Must not know React, nor how two runs are drawn.
 */

import { createStore } from "zustand/vanilla";
import type { Command, FrameWish, Reply, RunSpec, Update } from "@/engine/messages";
import type { LoggedAction } from "@/engine/types";
import { WHOLE_SCORE } from "@/model/score/score";
import { branchName } from "../branches";
import type { Link, Partner } from "../pairing";
import { applyUpdate, openedState, wishOf } from "../reduce";
import type { Session } from "../session";
import { INITIAL_STATE, type SimState, type SimStore } from "../simStore";
import { actionsBeside, type BesideChoice, type BranchLogs, scenarioBeside } from "./besideChoice";
import { Comparing } from "./comparing";

/** A piece of the way to where the other run is. */
const PIECE_MS = 50;

export interface BesideSurroundings {
  store: SimStore;
  /** The first run's worker. */
  first: Link;
  makeLink(): Link;
  wallMs(): number;
  notify(text: string, alert?: boolean): void;
  /** It is over; nothing goes through here any more. */
  ended(): void;
}

type Paired = Extract<Command, { wish: FrameWish }>;
type Updating = Extract<Reply, { update: Update }>;

export class Beside implements Partner {
  /** The second run, as views read it. */
  readonly store: SimStore = createStore<SimState>(() => INITIAL_STATE);
  private readonly around: BesideSurroundings;
  private readonly choice: BesideChoice;
  private readonly link: Link;
  private readonly comparing: Comparing;
  private readonly stop: () => void;
  /** The scenario that both run. */
  private text = "";
  /** The first run's log, as the second one has it too. */
  private log: LoggedAction[] = [];
  private logs: BranchLogs | undefined;
  /** What is not shown yet. */
  private held: Partial<SimState> = {};
  private last: Promise<unknown> = Promise.resolve();
  private over = false;

  constructor(around: BesideSurroundings, choice: BesideChoice) {
    this.around = around;
    this.choice = choice;
    this.link = around.makeLink();
    this.comparing = new Comparing({
      store: around.store,
      wallMs: around.wallMs,
      compare: (a, b) => around.first.send({ type: "compare", a, b }),
    });
    this.stop = around.store.subscribe((state, before) => this.follow(state, before));
  }

  /** Opens the second run at the first one's instant; says why it did not. */
  async open(): Promise<string | undefined> {
    const { session } = this.first;
    if (session === null) return "There is no run to compare with.";
    return this.inOrder(async () => {
      // What was under way when this was asked is over by now.
      const { frame } = this.first;
      const names = this.chooseBranch(session);
      const refused = await this.begin(session, session.actions, frame?.now_us ?? 0);
      if (refused !== undefined) return refused;
      await this.catchUp();
      if (this.over) return undefined;
      const { store, choice } = this;
      this.around.store.setState({ beside: { store, choice, names, comparison: null } });
      await this.collect();
      return undefined;
    });
  }

  /** What two branches are called, and what each of them did. */
  private chooseBranch(session: Session): [string, string] | null {
    const { choice } = this;
    if (choice.kind !== "branch") return null;
    const present = session.branches.find(({ id }) => id === session.current);
    const other = session.branches.find(({ id }) => id === choice.id);
    if (present === undefined || other === undefined) return null;
    this.logs = { other: other.actions, known: new Set(session.actions) };
    return [branchName(present), branchName(other)];
  }

  /** In the place of the first run's link. */
  async send(link: Link, command: Command): Promise<Reply> {
    if (!("wish" in command)) return link.send(command);
    return this.inOrder(() => (this.over ? link.send(command) : this.both(link, command)));
  }

  /** Ends the second run; the first goes on. */
  end(): void {
    if (this.over) return;
    this.over = true;
    this.stop();
    this.link.close("The second run was closed.");
    this.around.store.setState({ beside: null });
    this.around.ended();
  }

  /** Keeps the comparison up to date while somebody looks. */
  watchComparison(wanted: boolean): void {
    this.comparing.wanted = wanted;
    if (wanted) void this.inOrder(() => this.collect());
  }

  private async both(link: Link, command: Paired): Promise<Reply> {
    if (command.type === "open") return this.reopen(link, command);
    const going = unhurried(command);
    const ahead = this.startAhead(going);
    const reply = await link.send(going);
    const theirs = await ahead;
    if (reply.type === "panicked") this.end();
    if (!("update" in reply) || this.over) return reply;
    if (command.type === "switch" && this.choice.kind === "branch") {
      this.leave();
      return reply;
    }
    if (theirs !== undefined) this.take(theirs);
    await this.adopt(logAfter(this.log, command, reply));
    const update = await this.meet(link, command, reply.update);
    const reached = reply.update.reached && (theirs === undefined || isReached(theirs));
    if (this.comparing.isDue(reached)) await this.collect();
    // The first is shown as soon as this returns.
    this.show();
    return { ...reply, update: { ...update, reached } } as Reply;
  }

  /** What both can begin at once, without knowing how far the other gets. */
  private startAhead(command: Paired): Promise<Reply> | undefined {
    const isOnTime = command.type === "seek" && "us" in command.to;
    if (command.type !== "advance" && command.type !== "look" && !isOnTime) return undefined;
    return this.link.send({ ...command, wish: this.wish });
  }

  /** The same log for both; from where the old and the new one part, the second runs again. */
  private async adopt(log: LoggedAction[] | undefined): Promise<void> {
    if (log === undefined || this.over) return;
    this.log = log;
    const actions = actionsBeside(log, this.choice, this.logs);
    this.take(await this.link.send({ type: "rewrite", actions, wish: this.wish }));
  }

  /** Until both are at one instant; the first goes on only where it was on its way already. */
  private async meet(link: Link, command: Paired, update: Update): Promise<Update> {
    let first = update;
    const mayGoOn = command.type === "advance" || command.type === "seek";
    while (!this.over) {
      const behindUs = this.nowUs - first.frame.now_us;
      if (behindUs === 0) break;
      if (behindUs > 0 && mayGoOn && isOnTheWay(command, this.nowUs)) {
        const more = await link.send(seekTo(this.nowUs, wholeAfter(first, command.wish)));
        if (!("update" in more)) break;
        first = joined(first, more.update);
      } else {
        this.take(await this.link.send(seekTo(first.frame.now_us, this.wish)));
      }
    }
    return first;
  }

  /** The first run starts again, or another scenario does. */
  private async reopen(link: Link, command: Extract<Paired, { type: "open" }>): Promise<Reply> {
    const reply = await link.send(command);
    if (reply.type !== "opened") {
      if (reply.type === "panicked") this.end();
      return reply;
    }
    const { spec } = command;
    const isSame = spec.scenario === this.text;
    const { variant, seed } = reply.world;
    const { choice } = this;
    const isTwice = choice.kind === "variant" && choice.variant === variant;
    if (!isSame || isTwice || choice.kind === "branch") {
      this.leave();
      return reply;
    }
    const source = this.first.session?.source;
    if (source === undefined) return reply;
    const run = { source, text: spec.scenario, variant, seed };
    const refused = await this.begin(run, spec.actions, reply.update.frame.now_us);
    if (refused !== undefined) this.fail(refused);
    return reply;
  }

  private async begin(
    run: Pick<Session, "source" | "text" | "variant" | "seed">,
    log: LoggedAction[],
    untilUs: number,
  ): Promise<string | undefined> {
    const { choice } = this;
    const spec: RunSpec = {
      scenario: scenarioBeside(run.text, run.variant, choice),
      variant: choice.kind === "variant" ? choice.variant : run.variant,
      seed: run.seed,
      actions: actionsBeside(log, choice, this.logs),
      until_us: untilUs,
    };
    this.text = run.text;
    this.log = log;
    const wish = { ...wishOf(INITIAL_STATE), range: this.first.range };
    const reply = await this.link.send({ type: "open", spec, wish });
    if (reply.type === "refused" || reply.type === "panicked") return reply.message;
    if (reply.type !== "opened") return "The second engine did not answer.";
    this.held = {};
    this.store.setState({
      ...openedState(INITIAL_STATE, run.source, spec, reply),
      ...mirrored(this.first),
    });
    return undefined;
  }

  /** To where the first run has gone with what was under way before this one joined. */
  private async catchUp(): Promise<void> {
    while (!this.over) {
      const reply = await this.around.first.send({ type: "look", wish: wishOf(this.first) });
      if (!("update" in reply)) return;
      const { now_us } = reply.update.frame;
      if (now_us === this.nowUs) break;
      this.take(await this.link.send(seekTo(now_us, this.wish)));
    }
    this.show();
  }

  private take(reply: Reply): void {
    if ("update" in reply) {
      const known = { ...this.store.getState(), ...this.held };
      this.held = { ...this.held, ...applyUpdate(known, reply.update) };
    } else if (reply.type === "refused" || reply.type === "panicked") this.fail(reply.message);
  }

  private show(): void {
    if (this.over) return;
    this.store.setState(this.held);
    this.held = {};
  }

  /** What it was put beside is no longer shown. */
  private leave(): void {
    this.end();
    this.around.notify("The second run was closed.");
  }

  /** The second engine stopped: the session does not. */
  private fail(message: string): void {
    if (this.over) return;
    this.end();
    this.around.notify(`The second run was closed; this one goes on. ${message}`, true);
  }

  /** What a person set for the page holds for both maps. */
  private follow(state: SimState, before: SimState): void {
    if (state.phase === "panicked") {
      this.end();
      return;
    }
    const now = mirrored(state);
    const was = mirrored(before);
    const keys = Object.keys(now) as (keyof typeof now)[];
    if (keys.some((key) => now[key] !== was[key])) this.store.setState(now);
    if (before.playing && !state.playing) void this.inOrder(() => this.collect());
  }

  private async collect(): Promise<void> {
    if (this.over) return;
    await this.comparing.collect(this.around.first, this.link);
  }

  /** One command after the other: no picture of one instant overtakes that of another. */
  private inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }

  private get first(): SimState {
    return this.around.store.getState();
  }

  private get nowUs(): number {
    return (this.held.frame ?? this.store.getState().frame)?.now_us ?? 0;
  }

  private get wish(): FrameWish {
    const known = { ...this.store.getState(), ...this.held };
    return { ...wishOf(known), target: null };
  }
}

/** On a long way there is twice as much to draw of each piece: pieces twice as long. */
function unhurried<T extends Paired>(command: T): T {
  return command.type === "seek" ? { ...command, budgetMs: command.budgetMs * 2 } : command;
}

/** Where a command leads must not be overshot by the run that is behind. */
function isOnTheWay(command: Paired, us: number): boolean {
  if (command.type === "advance") return us <= command.untilUs;
  return command.type === "seek" && "us" in command.to && us <= command.to.us;
}

function seekTo(us: number, wish: FrameWish): Command {
  return { type: "seek", to: { us }, budgetMs: PIECE_MS, wish };
}

/** The log after a command, where it changes it. */
function logAfter(
  log: LoggedAction[],
  command: Paired,
  reply: Updating,
): LoggedAction[] | undefined {
  if (command.type === "rewrite") return command.actions;
  if (command.type === "switch") return command.to.actions;
  if (reply.type !== "acted") return undefined;
  return [...log.slice(0, log.length - reply.dropped.length), reply.logged];
}

function isReached(reply: Reply): boolean {
  return "update" in reply && reply.update.reached;
}

/** After a jump, or in another past, the page has nothing that a second look could build on. */
function wholeAfter({ jumped, cut }: Update, wish: FrameWish): FrameWish {
  return {
    ...wish,
    ...(jumped ? { notable_after: 0 } : {}),
    ...(cut === null ? {} : WHOLE_SCORE),
  };
}

/** Two updates of which the page sees one. The second was asked for what the first was. */
function joined(first: Update, second: Update): Update {
  const tape = first.tape === null ? second.tape : [...first.tape, ...(second.tape ?? [])];
  const cut = first.cut ?? second.cut;
  return { ...second, jumped: first.jumped || second.jumped, tape, cut };
}

function mirrored(state: SimState) {
  const { playing, speed, range, theme, resolvedTheme, reducedMotion, framing, phase } = state;
  const { selection, prices } = state;
  // Messages and requests have other numbers in another run.
  const isShared = selection !== null && ("node" in selection || "link" in selection);
  const shared = isShared ? selection : null;
  return {
    playing,
    speed,
    range,
    theme,
    resolvedTheme,
    reducedMotion,
    framing,
    prices,
    phase,
    selection: shared,
  };
}
