/** The panels of the page, and what is kept from a person. Must not know how panels look. */

import { msg, t } from "@/language/words";

/** What the page is made of, below its head. */
export const PANELS = ["map", "story", "meters", "time", "dock"] as const;
export type Panel = (typeof PANELS)[number];

/** As people call them. */
export const PANEL_NAMES: Record<Panel, string> = {
  map: msg("Map"),
  story: msg("Controls"),
  meters: msg("Metrics"),
  time: msg("Time"),
  dock: msg("Views of what happened"),
};

/** What is kept from a person: nothing, changing the run, or everything but watching. */
export type Lock = "none" | "controls" | "all";

/** Nobody's class; a class that this page leads, that it follows, or that goes on without it. */
export type InClass = "none" | "leads" | "follows" | "own";

/** The map with one sentence, or all instruments. */
export type Level = "watch" | "instruments";

/** What decides whether somebody may change the run. */
interface Held {
  lock: Lock;
  presenting: boolean;
  inClass: InClass;
}

export function isLocked({ lock }: Pick<Held, "lock">): boolean {
  return lock !== "none";
}

/** Whether what the story asks for may be done: who presents locks the rest against slips. */
export function mayTell({ lock, presenting, inClass }: Held): boolean {
  return lock === "none" || (presenting && lock === "controls" && inClass !== "follows");
}

/** Why nothing can be done, and what can; "" while everything can. */
export function lockReason({ lock, presenting, inClass }: Held): string {
  if (lock === "none") return "";
  if (inClass === "follows")
    return t("The controls follow the class. “Let me try” in the bar above frees them.");
  if (presenting) return t("The controls are locked. “Unlock” in the bar above frees them.");
  if (lock === "all") return t("The controls are locked. You can play and watch.");
  return t("The controls are locked. You can go through time, look at anything and ask why.");
}

export function stands(panel: Panel): (page: { panels: readonly Panel[] }) => boolean {
  return ({ panels }) => panels.includes(panel);
}
