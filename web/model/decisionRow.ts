/** A decision, from the columns of a record. Pure. */

import type { Decision } from "@/engine/types";
import { DEEDS, REASONS } from "@/engine/vocabulary";
import { NO_NODE, NO_RANGE } from "./trace";

/** What is read of the record's columns. */
export interface DecisionColumns {
  node: Uint16Array;
  other: Uint16Array;
  range: Uint32Array;
  flags: Uint32Array;
  a: Float64Array;
  b: Float64Array;
  c: Float64Array;
}

/** Undefined where the row tells of something that this page does not know. */
export function decisionOf(columns: DecisionColumns, row: number): Decision | undefined {
  const { node, other, range, flags, a, b, c } = columns;
  const what = DEEDS[(flags[row] ?? 0) & 0xff];
  const why = REASONS[(flags[row] ?? 0) >>> 8];
  if (what === undefined || why === undefined) return undefined;
  const [subject = NO_NODE, third = -1] = [other[row], c[row]];
  return {
    by: node[row] ?? NO_NODE,
    range: range[row] ?? NO_RANGE,
    what,
    why,
    subject: subject === NO_NODE ? null : subject,
    other: third < 0 ? null : third,
    figure: a[row] ?? 0,
    limit: b[row] ?? 0,
  };
}
