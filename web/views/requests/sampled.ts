/** What is said of a run of which not every read is recorded, and the same run with all of them. */

import type { World } from "@/engine/types";

import { t } from "@/language/words";

/** Nothing where all are. */
export function sampledText({ record_one_in }: World): string | null {
  if (record_one_in <= 1) return null;
  return t("1 of {of} reads is recorded and judged; the others are counted in every figure.", {
    of: record_one_in,
  });
}

/** The scenario with all its reads recorded: what happens is the same. */
export function recordedWhole(text: string): string {
  return JSON.stringify({ ...JSON.parse(text), record: "all" }, null, 2);
}
