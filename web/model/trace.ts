/** The numbers in a record's columns; core/record/src/table.rs writes them, and a test compares. */

import type { TraceColumns } from "@/engine/types";

export const ROW = {
  SENT: 0,
  DELIVERED: 1,
  DIED: 2,
  ROLE: 3,
  APPENDED: 4,
  PERSISTED: 5,
  COMMITTED: 6,
  APPLIED: 7,
  SNAPSHOT_INSTALLED: 8,
  COMPACTED: 9,
  FAULT_BEGAN: 10,
  FAULT_ENDED: 11,
  SETTINGS_CHANGED: 12,
  WORKLOAD_SWITCHED: 13,
  ACTED: 14,
  INVOKED: 15,
  ATTEMPTED: 16,
  REFUSED: 17,
  READ_INDEX_ASKED: 18,
  READ_INDEX_KNOWN: 19,
  SERVED: 20,
  COMPLETED: 21,
  SAVED: 22,
  DECIDED: 23,
  CHANGED: 24,
  TIMESTAMPED: 25,
  ROUTED: 26,
  LEASE: 27,
  TXN: 28,
  WITHHELD: 29,
  HELD_BACK: 30,
  NAMED: 31,
  BEGAN_ARRIVE: 33,
  BEGAN_TICK: 34,
  BEGAN_HANDLE: 35,
  BEGAN_SERVE: 36,
  BEGAN_SYNCED: 37,
  BEGAN_APPLY: 38,
  BEGAN_SNAPSHOT_REPORT: 39,
  BEGAN_UNREACHABLE: 40,
  BEGAN_CLIENT: 41,
  BEGAN_ARRIVAL: 42,
  BEGAN_DEADLINE: 43,
  BEGAN_RETRY: 44,
  BEGAN_BROKEN: 45,
  BEGAN_ACTION: 46,
  BEGAN_SCHEDULE: 47,
  BEGAN_ADMITTED: 48,
  ROWS: 49,
  PROPOSED: 32,
} as const;

/** In the columns `node` and `other`. */
export const NO_NODE = 65_535;
/** In the column `range`. */
export const NO_RANGE = 4_294_967_295;

/** The keys that a row `NAMED` holds: one in each of six columns, -1 where there is none. */
export function namedKeys({ a, b, c, d, e, f }: TraceColumns, row: number): number[] {
  return [a, b, c, d, e, f].map((column) => column[row] ?? -1).filter((key) => key >= 0);
}
