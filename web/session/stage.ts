/**
 * How the page is staged: which panels stand, what a person may do, and whether somebody presents
 * to others. Apart from the run's state, because it is the page's and no run's.
 * Must not know the page's address, nor how panels look.
 */

import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
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

export interface Stage {
  level: Level;
  /** Within a page of somebody else: without the page's head, and nothing is kept. */
  embedded: boolean;
  panels: readonly Panel[];
  lock: Lock;
  /** To a room: large, and bookmarks are slides. */
  presenting: boolean;
  /** Number of the bookmark that is the present slide; null: none is shown. */
  slide: number | null;
  /** Id of the lesson that is shown on paper, over the page. */
  handout: string | null;
  /** Nothing is shown, so that a room looks at who speaks. */
  blank: boolean;
  inClass: InClass;
}

export const stageStore = createStore<Stage>(() => ({
  level: "instruments",
  embedded: false,
  panels: PANELS,
  lock: "none",
  presenting: false,
  slide: null,
  blank: false,
  handout: null,
  inClass: "none",
}));

/** Renders again only when the selected value changes. */
export function useStage<T>(select: (stage: Stage) => T): T {
  return useStore(stageStore, select);
}

/** Whether the run may not be changed. */
export function isLocked({ lock }: Stage): boolean {
  return lock !== "none";
}

/** Why nothing can be done, and what can; "" while everything can. */
export function lockReason({ lock, presenting, inClass }: Stage): string {
  if (lock === "none") return "";
  if (inClass === "follows")
    return t("The controls follow the class. “Let me try” in the bar above frees them.");
  if (presenting) return t("The controls are locked. “Unlock” in the bar above frees them.");
  if (lock === "all") return t("The controls are locked. You can play and watch.");
  return t("The controls are locked. You can go through time, look at anything and ask why.");
}

export function stands(panel: Panel): (stage: Stage) => boolean {
  return ({ panels }) => panels.includes(panel);
}
