/** Doing something, and the branches that come of it: switching, naming, deleting. */

import type { BranchGoal, Reply } from "@/engine/messages";
import type { Action, LoggedAction, Notable } from "@/engine/types";
import { msg, t } from "@/language/words";
import { formatInstant } from "@/model/units";
import {
  actedChanges,
  branchName,
  nextBranchId,
  notablesUntil,
  partOf,
  switchedTo,
  withBranch,
  withLog,
  withoutBranch,
} from "./branches";
import type { Deps } from "./deps";
import {
  ACTIONS_MAX,
  BRANCHES_MAX,
  type Branch,
  logOf,
  NAME_LENGTH_MAX,
  type Session,
} from "./session";
import type { SimState } from "./simState";
import { commit } from "./store";

const OVERTAKEN = msg("Another run is being opened: nothing was done in this one.");

type BranchingDeps = Pick<Deps, "run" | "page" | "ask" | "updateRequest" | "arrived" | "save">;

export class Branching {
  private readonly deps: BranchingDeps;
  /** Marks of branches that were left: the engine tells them again only on the way. */
  private readonly notablesOf = new Map<number, Notable[]>();
  /** The change that is under way, or the last of those that wait for it. */
  private pending: Promise<void> | undefined;
  private run = 0;

  constructor(deps: BranchingDeps) {
    this.deps = deps;
  }

  /** Another run was opened. */
  reset(): void {
    this.notablesOf.clear();
    this.run += 1;
  }

  /** Does something now, in the run that is shown. Why it was not done, null when it was. */
  act(action: Action): Promise<string | null> {
    return this.inTurn(() => this.actNow(action), t(OVERTAKEN));
  }

  /** The same instant of another branch, or its end when it has not come so far. */
  switchTo(id: number, atUs?: number): Promise<void> {
    return this.inTurn(() => this.switchNow(id, atUs), undefined);
  }

  /** To the branch that the present one parted from. */
  toParent(): Promise<void> {
    const { session } = this.deps.run.getState();
    const present = session?.branches.find(({ id }) => id === session.current);
    if (present === undefined) return Promise.resolve();
    if (present.parent >= 0) return this.switchTo(present.parent);
    this.deps.page.notify(
      t("There is no branch before “{branch}”: nothing was undone.", {
        branch: branchName(present),
      }),
    );
    return Promise.resolve();
  }

  /** From 0 s without any action, as a branch of its own. */
  startAgain(what: string): Promise<void> {
    return this.inTurn(() => this.startAgainNow(what), undefined);
  }

  /**
   * The present branch with another log, at its instant: what somebody else did in it. From where
   * the logs part it is played again.
   */
  takeLog(actions: LoggedAction[]): Promise<void> {
    return this.inTurn(() => this.takeLogNow(actions), undefined);
  }

  /** A branch of its own that goes another way, at an instant of it. False: there is no room. */
  fork(actions: LoggedAction[], us: number, cause: string): Promise<boolean> {
    return this.inTurn(() => this.forkNow(actions, us, cause), false);
  }

  /** For good, with what only it holds in memory. The present one stays. */
  remove(id: number): Promise<void> {
    return this.inTurn(() => this.removeNow(id), undefined);
  }

  /**
   * What changes logs is done one after the other: each is told to the worker as the one before left
   * logs and numbers of branches. At once where nothing is under way; `overtaken` when the run is
   * another one by then.
   */
  private inTurn<T>(change: () => Promise<T>, overtaken: T): Promise<T> {
    const { run } = this;
    const inOrder = (): Promise<T> | T => {
      if (run === this.run) return change();
      this.overtaken();
      return overtaken;
    };
    const changed = this.pending?.then(inOrder) ?? change();
    const pending = changed
      .catch(() => undefined)
      .then(() => {
        if (this.pending === pending) this.pending = undefined;
      });
    this.pending = pending;
    return changed;
  }

  private overtaken(): void {
    this.deps.page.notify(t(OVERTAKEN), true);
  }

  private async actNow(action: Action): Promise<string | null> {
    const { session, phase, frame, furthestUs } = this.deps.run.getState();
    if (session === null || phase !== "ready") return t("Nothing runs.");
    if (logOf(session).length >= ACTIONS_MAX) {
      const text = t(
        "This run already holds {n, plural, one {# action} other {# actions}}. Restart it to go on.",
        {
          n: ACTIONS_MAX,
        },
      );
      this.deps.page.notify(text, true);
      return text;
    }
    const isPast = furthestUs > (frame?.now_us ?? 0);
    if (isPast && !this.hasRoom(session)) return t("There are too many branches; delete one.");
    const branch = nextBranchId(session);
    const updateRequest = this.deps.updateRequest();
    const taking = (done: Reply): void => {
      const before = this.deps.run.getState();
      if (done.type !== "acted" || before.session === null) return;
      if (done.changedPast) this.notablesOf.set(before.session.current, before.notables);
      const { state, text, offer } = actedChanges(before, before.session, done);
      this.deps.run.branched(state);
      this.deps.page.notify(text, false, offer);
    };
    const reply = await this.deps.ask(
      { type: "act", action, branch, updateRequest },
      action,
      taking,
    );
    if (reply.type === "refused") this.deps.page.notify(reply.message, true);
    if (reply.type === "overtaken") this.overtaken();
    if (reply.type === "acted") this.deps.save();
    if (reply.type === "acted") return null;
    return "message" in reply ? reply.message : t(OVERTAKEN);
  }

  private async switchNow(id: number, atUs?: number): Promise<void> {
    const { session, frame } = this.deps.run.getState();
    const to = session?.branches.find((branch) => branch.id === id);
    if (session === null || to === undefined || id === session.current) return;
    const nowUs = frame?.now_us ?? 0;
    const us = atUs ?? Math.min(nowUs, to.furthest_us);
    const taking = (before: SimState, present: Session): void => {
      const notables = this.notablesOf.get(id) ?? notablesUntil(before.notables, to.fork_us);
      this.deps.run.branched(switchedTo(before, present, to, notables));
    };
    if (!(await this.go({ ...goalOf(to), us }, taking))) return;
    const isShort = us < nowUs && atUs === undefined;
    const where = isShort
      ? t(", which ends at {at}", { at: formatInstant(us) })
      : t(" at {to}", { to: formatInstant(us) });
    const text = t("This is “{branch}”{where}. The branch you left is kept.", {
      branch: branchName(to),
      where,
    });
    this.deps.page.notify(text, false, { branch: session.current });
  }

  private async startAgainNow(what: string): Promise<void> {
    const { session } = this.deps.run.getState();
    if (session === null || !this.hasRoom(session)) return;
    const goal = { branch: nextBranchId(session), actions: [], furthestUs: 0, us: 0 };
    const begin = { forkUs: 0, cause: t("Started again."), actions: [] };
    const taking = (before: SimState, present: Session): void => {
      this.deps.run.branched({
        session: withBranch(present, before.furthestUs, begin),
        furthestUs: 0,
        notables: [],
        world: before.world === null ? null : { ...before.world },
      });
    };
    if (!(await this.go(goal, taking))) return;
    const text = t(
      "{what} {n, plural, one {# action} other {# actions}} undone, and kept in the branch you left.",
      { what, n: logOf(session).length },
    );
    this.deps.page.notify(text, false, { branch: session.current });
  }

  private async takeLogNow(actions: LoggedAction[]): Promise<void> {
    const { phase } = this.deps.run.getState();
    if (phase !== "ready") return;
    const updateRequest = this.deps.updateRequest();
    const taking = (reply: Reply): void => {
      const { session, notables } = this.deps.run.getState();
      if (reply.type !== "advanced" || session === null) return;
      const partUs = partOf(logOf(session), actions);
      this.deps.run.branched({
        session: withLog(session, actions),
        furthestUs: reply.update.frame.now_us,
        notables: notablesUntil(notables, partUs),
      });
    };
    const reply = await this.deps.ask(
      { type: "rewrite", actions, updateRequest },
      undefined,
      taking,
    );
    if (reply.type === "refused") this.deps.page.notify(reply.message, true);
  }

  private async forkNow(actions: LoggedAction[], us: number, cause: string): Promise<boolean> {
    const { session } = this.deps.run.getState();
    if (session === null || session.branches.length >= BRANCHES_MAX) return false;
    const forkUs = Math.min(us, partOf(logOf(session), actions));
    const goal = { branch: nextBranchId(session), actions, furthestUs: us, us };
    return this.go(goal, (before, present) => {
      this.deps.run.branched({
        session: withBranch(present, before.furthestUs, { forkUs, cause, actions }),
        furthestUs: us,
        notables: notablesUntil(before.notables, forkUs),
        world: before.world === null ? null : { ...before.world },
      });
    });
  }

  /** Leaves the present branch, whose marks are kept. */
  private async go(
    to: BranchGoal,
    taking: (before: SimState, present: Session) => void,
  ): Promise<boolean> {
    const { phase } = this.deps.run.getState();
    if (phase !== "ready") return false;
    const updateRequest = this.deps.updateRequest();
    const take = (reply: Reply): void => {
      const before = this.deps.run.getState();
      if (reply.type !== "advanced" || before.session === null) return;
      this.notablesOf.set(before.session.current, before.notables);
      taking(before, before.session);
    };
    const reply = await this.deps.ask({ type: "switch", to, updateRequest }, undefined, take);
    if (reply.type === "refused") this.deps.page.notify(reply.message, true);
    if (reply.type !== "advanced") return false;
    this.deps.arrived();
    return true;
  }

  rename(id: number, name: string): void {
    const { session } = this.deps.run.getState();
    if (session === null) return;
    const given = name.trim().slice(0, NAME_LENGTH_MAX);
    const branches = session.branches.map((branch) =>
      branch.id === id ? { ...branch, name: given } : branch,
    );
    this.deps.run.note({ branches });
    this.deps.save();
  }

  private async removeNow(id: number): Promise<void> {
    const { session } = this.deps.run.getState();
    const gone = session?.branches.find((branch) => branch.id === id);
    if (session === null || gone === undefined || id === session.current) return;
    this.notablesOf.delete(id);
    const { offer } = this.deps.page.getState().notice ?? {};
    commit(() => {
      this.deps.run.note(withoutBranch(session, id));
      if (offer !== undefined && "branch" in offer && offer.branch === id)
        this.deps.page.dismissNotice();
    });
    const updateRequest = this.deps.updateRequest();
    await this.deps.ask({ type: "forget", branch: id, updateRequest });
    this.deps.page.notify(t("The branch “{branch}” was deleted.", { branch: branchName(gone) }));
    this.deps.save();
  }

  /** Whether another branch may begin; says why not. */
  private hasRoom({ branches }: Session): boolean {
    if (branches.length < BRANCHES_MAX) return true;
    const text = t(
      "This run already holds {most} branches. Delete one under “Branches” to begin another; nothing was changed.",
      { most: BRANCHES_MAX },
    );
    this.deps.page.notify(text, true);
    return false;
  }
}

function goalOf({ id, actions, furthest_us }: Branch): Omit<BranchGoal, "us"> {
  return { branch: id, actions, furthestUs: furthest_us };
}
