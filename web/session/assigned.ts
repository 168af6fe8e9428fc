/** The assignment that the page was opened with, and who does it. Kept nowhere. */

import { createStore } from "zustand/vanilla";
import { type Assignment, seedOf } from "@/model/assignment/assignment";

export interface Assigned {
  token: string;
  assignment: Assignment;
  /** As it will stand on the report; "" until it is typed. */
  name: string;
}

export const assignedStore = createStore<{ assigned: Assigned | null }>(() => ({ assigned: null }));

/** The page was opened by its link. */
export function assign(token: string, assignment: Assignment): void {
  assignedStore.setState({ assigned: { token, assignment, name: "" } });
}

export function sayWho(name: string): void {
  const { assigned } = assignedStore.getState();
  if (assigned !== null) assignedStore.setState({ assigned: { ...assigned, name } });
}

/** The assignment of what is open; null where something else is. */
export function assignmentOf(
  assigned: Assigned | null,
  open: { kind: "lesson" | "challenge"; id: string },
): Assigned | null {
  const of = assigned?.assignment.of;
  return of !== undefined && of.kind === open.kind && of.id === open.id ? assigned : null;
}

/** The seed in which a challenge is done here; null: its own. NaN before anybody has said a name. */
export function assignedSeed(challenge: string): number | null {
  const { assigned } = assignedStore.getState();
  const own = assignmentOf(assigned, { kind: "challenge", id: challenge });
  if (own === null || own.assignment.seeds.length === 0) return null;
  return own.name === "" ? Number.NaN : seedOf(own.assignment, own.name);
}
