/** Names of students as they are told: of those who gave none, how many there are. Pure. */

import { t } from "@/language/words";

/** In the order of the alphabet; at the end how many have no name. */
export function namedIn(ids: readonly string[], names: ReadonlyMap<string, string>): string[] {
  const known = ids.map((id) => names.get(id) ?? "").filter((name) => name !== "");
  const without = ids.length - known.length;
  const rest = without === 0 ? [] : [t("{n} without a name", { n: without })];
  return [...known.sort((a, b) => a.localeCompare(b)), ...rest];
}
