/**
 * How the page is staged: which panels stand, what a person may do, and whether somebody presents
 * to others. Apart from the run's state, because it is the page's and no run's.
 * Must not know the page's address, nor how panels look.
 */

/** What the page is made of, below its head. */
export const PANELS = ["map", "story", "meters", "time", "dock"] as const;
export type Panel = (typeof PANELS)[number];

/** What is kept from a person: nothing, changing the run, or everything but watching. */
export type Lock = "none" | "controls" | "all";
