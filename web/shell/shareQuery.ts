/** What goes with a shared run into the address, for `addressQuery.ts` to read again. */

import { writeChoice } from "@/session/beside/besideAddress";
import type { BesideChoice } from "@/session/beside/besideChoice";
import type { Theme } from "@/session/pageState";
import { type Level, PANELS, type Panel } from "@/session/stage";

export interface Staged {
  /** The panels that stand; all: nothing is said of them. */
  panels: readonly Panel[];
  locked: boolean;
  theme: Theme | null;
  presenting: boolean;
  /** How much of the page stands; who watches sees what everybody sees at first. */
  level: Level;
  /** Null: no second run. */
  beside: BesideChoice | null;
}

/** With its question mark; empty when the page is as ever. */
export function queryOf({ panels, locked, theme, presenting, level, beside }: Staged): string {
  const parts: string[] = [];
  const stands = PANELS.filter((panel) => panels.includes(panel));
  if (stands.length < PANELS.length && stands.length > 0) parts.push(`panels=${stands.join(",")}`);
  if (locked) parts.push("lock");
  if (theme !== null) parts.push(`theme=${theme}`);
  const choice = beside === null ? null : writeChoice(beside);
  if (choice !== null) parts.push(`beside=${encodeURIComponent(choice)}`);
  if (presenting) parts.push("present");
  // Panels that are named stand among the instruments anyway.
  if (level === "instruments" && parts.length === 0) parts.push("level=instruments");
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}
