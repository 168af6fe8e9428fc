/** What a rehearsal plays: the class of docs/course/guide-50.md, and what goes wrong in it. */

/** Of the guide: from when to when, in minutes, and the step that is open. */
export const ROWS = [
  { from: 0, to: 5, lesson: "leader", step: "election" },
  { from: 5, to: 9, lesson: "leader", step: "alone" },
  { from: 9, to: 13, lesson: "old-leader", step: "two" },
  { from: 13, to: 19, lesson: "old-leader", step: "lie" },
  { from: 19, to: 24, lesson: "old-leader", step: "ask" },
  { from: 24, to: 28, lesson: "old-leader", step: "check-quorum" },
  { from: 28, to: 35, lesson: "leases", step: "lease" },
  { from: 35, to: 40, lesson: "leases", step: "role" },
  { from: 40, to: 46, lesson: "leases", step: "clock" },
];
export const MINUTES = 50;

/** Real pages in Chromium, beside two of teachers: more of them are slow on two cores. */
export const PAGES = ["Ann", "Ben", "Cleo, who reloads", "Dan, who sleeps"];
/** Of the others, in Node, who have bad luck. */
export const FLAKY = ["Eve, who is cut off", "Finn, who reloads", "Gil, whose network hangs"];
export const STUDENTS = 30;

/**
 * What happens when, in minutes of the guide. How long it lasts, `ms`, is wall time: a network or a
 * server that fails takes its own time, however fast a class is played.
 */
export const EVENTS = [
  { at: 3, do: "reload", who: PAGES[2] },
  { at: 6.5, do: "try", who: PAGES[1] },
  { at: 7.5, do: "come back", who: PAGES[1] },
  { at: 10, do: "cut", who: FLAKY[0], ms: 22_000 },
  { at: 14.5, do: "sleep", who: PAGES[3], ms: 25_000 },
  { at: 17.5, do: "reload", who: FLAKY[1] },
  { at: 20.5, do: "hang", who: FLAKY[2], ms: 22_000 },
  { at: 24.7, do: "kill", ms: 9_000 },
  { at: 24.9, do: "reload", who: PAGES[2], isDuringKill: true },
  { at: 29, do: "second" },
  { at: 30.5, do: "take over" },
  { at: 33, do: "cut", who: FLAKY[0], ms: 22_000 },
  { at: 36.5, do: "reload", who: FLAKY[1] },
  { at: 39, do: "close second" },
  { at: 42, do: "sleep", who: PAGES[3], ms: 25_000 },
];
