/** Faults that stand, by what each kind is about and whether anything gets past it. */

import type { FaultView } from "@/engine/types";
import { FAULT_KINDS } from "@/engine/vocabulary";

export type FaultTarget = (typeof FAULT_KINDS)[FaultView["kind"]]["target"];

/** What each kind is about, by the engine's number. */
const TARGETS: readonly FaultTarget[] = Object.values(FAULT_KINDS).map(({ target }) => target);

type Kind = Pick<FaultView, "kind">;
type Standing = Pick<FaultView, "kind" | "from" | "to" | "one_way">;

export function targetOf(number: number): FaultTarget | undefined {
  return TARGETS[number];
}

/** Of one way, or of a place and everything else: what healing all ends. */
export function isOfNetwork(fault: Kind): boolean {
  return isOfLink(fault) || isOfPlace(fault);
}

export function isOfLink({ kind }: Kind): boolean {
  return FAULT_KINDS[kind].target === "link";
}

/** A zone or a node is apart from everything else. */
export function isOfPlace({ kind }: Kind): boolean {
  return FAULT_KINDS[kind].target === "place";
}

/** Nothing gets past it. */
export function blocks({ kind }: Kind): boolean {
  return FAULT_KINDS[kind].blocks;
}

/** The fault that keeps this place from everything else, if one does. */
export function apart<T extends Standing>(faults: readonly T[], place: string): T | undefined {
  return faults.find((fault) => isOfPlace(fault) && fault.from === place);
}

/** The fault by which this store or gateway does not run, if one does. */
export function downBy<T extends Standing>(faults: readonly T[], node: string): T | undefined {
  return faults.find((fault) => !isOfNetwork(fault) && fault.from === node);
}

/** Whether nothing passes between two places that it names, in this direction. */
export function cuts(fault: Standing, from: string, to: string): boolean {
  if (!blocks(fault)) return false;
  if (isOfPlace(fault)) return fault.from === from || fault.from === to;
  if (!isOfLink(fault)) return false;
  return (
    (fault.from === from && fault.to === to) ||
    (!fault.one_way && fault.from === to && fault.to === from)
  );
}
