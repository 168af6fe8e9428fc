/** What the flags of a request's first row say: its operation and its read mode, four bits each. */

import type { OpKind } from "@/engine/types";
import { OPS } from "@/engine/vocabulary";

export function opOf(flags: number): OpKind {
  return OPS[flags & 0xf] ?? "get";
}

/** Number of the read mode in the world's list. */
export function modeOf(flags: number): number {
  return (flags >> 4) & 0xf;
}
