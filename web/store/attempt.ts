/**
 * One thing to try in a first minute, and whether it has come true: told from what the engine says
 * has happened, never from what was pressed. Pure. Must not know how it is shown.
 */

import type { FaultView, Frame, Notable, World } from "@/protocol/engine";
import type { ScenarioSource } from "./session";

export interface Attempt {
  /** What to do, with where on the page. */
  text: string;
  /** While it is done and its effect is still to come. */
  wait: string;
  /** What was seen. */
  done: string;
  /** The link to cut, both ways. */
  link: readonly [string, string];
  /** The store that then stands for election. */
  store: string;
}

/** By the page's own scenarios. */
const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  "first-look": {
    text: "Cut the link between oregon and ohio: press its label on the map, then “Cut both ways”.",
    wait: "The link is cut. Store s1 waits for a sign of its leader; when none comes for a second, it acts.",
    done: "Store s1 no longer hears its leader and asks to be elected. It gets no majority: s3 still hears s2. Two of three copies are enough, so s2 goes on leading; but a write that enters in oregon cannot reach it.",
    link: ["oregon", "ohio"],
    store: "s1",
  },
};

export function attemptOf(source: ScenarioSource | undefined): Attempt | null {
  return source?.kind === "builtin" ? (ATTEMPTS[source.id] ?? null) : null;
}

export interface Tried {
  /** The fault that was asked for, while it stands. */
  fault: FaultView | null;
  /** When its effect came, as far as this picture tells. */
  metUs: number | null;
}

/** @param told what the engine has told of the run so far, oldest first */
export function triedIn(
  { link: [a, b], store }: Attempt,
  { faults }: Frame,
  told: readonly Notable[],
  { nodes }: World,
): Tried {
  const isAsked = ({ kind, one_way, from, to }: FaultView): boolean =>
    kind === "cut" && !one_way && ((from === a && to === b) || (from === b && to === a));
  const fault = faults.find(isAsked) ?? null;
  const node = nodes.findIndex(({ id }) => id === store);
  if (fault === null || node < 0) return { fault, metUs: null };
  const effect = told.find(
    (notable) =>
      notable.kind === "election" && notable.node === node && notable.at_us > fault.since_us,
  );
  return { fault, metUs: effect?.at_us ?? null };
}
