/** What a person's actions make of the session: the present log, or a branch more. */

import type { Reply } from "@/engine/messages";
import type { LoggedAction, Notable } from "@/engine/types";
import { t } from "@/language/words";
import { placeIdsOf } from "@/model/placesInText";
import { capitalised, withoutStop } from "@/model/text";
import { formatInstant } from "@/model/units";
import type { Notice } from "./pageState";
import { type Bookmark, type Branch, logOf, type Session } from "./session";
import type { Branched, SimState } from "./simState";

type Acted = Extract<Reply, { type: "acted" }>;

export interface ActedChanges {
  state: Branched;
  text: string;
  offer: Notice["offer"];
}

/** A run of which nothing is known but its log. */
export function firstBranch(actions: LoggedAction[]): Branch {
  return { id: 0, name: "", parent: -1, fork_us: 0, cause: "", actions, furthest_us: 0 };
}

export function nextBranchId({ branches }: Session): number {
  return branches.reduce((most, { id }) => Math.max(most, id), 0) + 1;
}

export function branchName({ id, name, cause, parent }: Branch): string {
  if (name !== "") return name;
  if (parent < 0 && cause === "") return t("First run");
  return cause === "" ? t("Branch {id}", { id }) : withoutStop(cause);
}

/** The branches with how far the present one has been played by now. */
export function settledBranches(session: Session, furthestUs: number): Branch[] {
  return withPresent(session, { furthest_us: furthestUs });
}

export function withLog(session: Session, actions: LoggedAction[]): Session {
  return { ...session, branches: withPresent(session, { actions }) };
}

function withPresent({ branches, current }: Session, changes: Partial<Branch>): Branch[] {
  return branches.map((branch) => (branch.id === current ? { ...branch, ...changes } : branch));
}

interface Beginning {
  forkUs: number;
  cause: string;
  actions: LoggedAction[];
}

/** A branch of the present one, which is kept as it was and left. */
export function withBranch(session: Session, furthestUs: number, begin: Beginning): Session {
  const { forkUs, cause, actions } = begin;
  const id = nextBranchId(session);
  const parent = ownerOf(session, forkUs);
  const made: Branch = {
    id,
    name: "",
    parent,
    fork_us: forkUs,
    cause,
    actions,
    furthest_us: forkUs,
  };
  const branches = [...settledBranches(session, furthestUs), made];
  return { ...session, branches, current: id };
}

/** After an action; when it was in the past, in a branch that begins with it. */
export function actedChanges(before: SimState, session: Session, reply: Acted): ActedChanges {
  const { logged, changedPast, dropped } = reply;
  const log = logOf(session);
  const actions = [...log.slice(0, log.length - dropped.length), logged];
  const text = capitalised(logged.text, placeIdsOf(before.world));
  if (!changedPast) {
    return { state: { session: withLog(session, actions) }, text, offer: undefined };
  }
  const forkUs = before.frame?.now_us ?? 0;
  const after = withBranch(session, before.furthestUs, { forkUs, cause: text, actions });
  return {
    state: { session: after, furthestUs: forkUs, notables: notablesUntil(before.notables, forkUs) },
    text: t("You changed the past: a new branch begins at {fork}. The other one is kept.", {
      fork: formatInstant(forkUs),
    }),
    offer: { branch: session.current },
  };
}

/** After the present branch was left for another one, whose marks are told again. */
export function switchedTo(before: SimState, session: Session, to: Branch, notables: Notable[]) {
  return {
    session: {
      ...session,
      branches: settledBranches(session, before.furthestUs),
      current: to.id,
    },
    furthestUs: to.furthest_us,
    notables,
    // Views keep what they saw of a world; of this one they have seen nothing.
    world: before.world === null ? null : { ...before.world },
  };
}

/** Without a branch: the one that went on the longest with it takes its place in the tree. */
export function withoutBranch(session: Session, id: number): Session {
  const gone = session.branches.find((branch) => branch.id === id);
  if (gone === undefined || id === session.current) return session;
  const { parent, fork_us } = gone;
  const heir = heirOf(session, gone);
  const branches = session.branches
    .filter((branch) => branch !== gone)
    .map((branch) => {
      if (branch === heir) return { ...branch, parent, fork_us };
      return branch.parent === id ? { ...branch, parent: heir?.id ?? parent } : branch;
    });
  const bookmarks = session.bookmarks
    .map((mark) =>
      mark.branch === id && heir !== undefined && mark.us <= heir.fork_us
        ? { ...mark, branch: heir.id }
        : mark,
    )
    .filter((mark) => mark.branch !== id);
  return { ...session, branches: ordered(branches), bookmarks };
}

/** The way from the start to a branch: each with the instant at which the next one leaves it. */
export function pathOf(session: Session, id: number): Map<number, number> {
  const path = new Map<number, number>();
  let untilUs = Number.POSITIVE_INFINITY;
  let at = session.branches.find((branch) => branch.id === id);
  while (at !== undefined && !path.has(at.id)) {
    path.set(at.id, untilUs);
    untilUs = Math.min(untilUs, at.fork_us);
    const { parent } = at;
    at = session.branches.find((branch) => branch.id === parent);
  }
  return path;
}

/** Bookmarks of instants that the present branch has gone through. */
export function bookmarksHere(session: Session): Bookmark[] {
  const path = pathOf(session, session.current);
  return session.bookmarks.filter(({ branch, us }) => us <= (path.get(branch) ?? -1));
}

/** What has been told up to an instant; what came later is another branch's. */
export function notablesUntil(notables: Notable[], us: number): Notable[] {
  return notables.filter(({ at_us }) => at_us <= us);
}

/** The instant up to which two logs make the same run. */
export function partOf(log: readonly LoggedAction[], other: readonly LoggedAction[]): number {
  const same = (at: number): boolean => {
    const [a, b] = [log[at], other[at]];
    return a?.at_us === b?.at_us && JSON.stringify(a?.action) === JSON.stringify(b?.action);
  };
  let at = 0;
  while (at < log.length && at < other.length && same(at)) at += 1;
  const partsAt = [log[at], other[at]].map((one) => one?.at_us ?? Number.POSITIVE_INFINITY);
  // An action by hand is no part yet of the instant before it.
  return Math.min(...partsAt) - 1;
}

/** The branch that an instant of the present one really belongs to: an ancestor before they part. */
function ownerOf(session: Session, us: number): number {
  for (const [id, untilUs] of [...pathOf(session, session.current)].reverse()) {
    if (us <= untilUs) return id;
  }
  return session.current;
}

/** The child that went on the longest in what a branch was. */
function heirOf({ branches }: Session, { id }: Branch): Branch | undefined {
  let heir: Branch | undefined;
  for (const branch of branches) {
    if (branch.parent === id && branch.fork_us > (heir?.fork_us ?? -1)) heir = branch;
  }
  return heir;
}

/** Parents first. */
function ordered(branches: Branch[]): Branch[] {
  const placed: Branch[] = [];
  const known = new Set([-1]);
  let waiting = branches;
  while (waiting.length > 0) {
    const next = waiting.filter(({ parent }) => known.has(parent));
    if (next.length === 0) return [...placed, ...waiting];
    for (const branch of next) {
      known.add(branch.id);
      placed.push(branch);
    }
    waiting = waiting.filter(({ id }) => !known.has(id));
  }
  return placed;
}
