/**
 * What the help sheet says of the keys; useKeys.ts makes them work.
 */

/** Keys, and what they do. */
export interface KeyLine {
  keys: string;
  does: string;
}

/** Each key with what it does, in the order of the help sheet. */
export const KEYS: readonly KeyLine[] = [
  { keys: "Space", does: "play or pause" },
  { keys: "← and →", does: "previous, next event" },
  { keys: "Alt + ← and →", does: "previous, next event of the selection, or of the range shown" },
  { keys: "Shift + ← and →", does: "one heartbeat interval back, forward" },
  { keys: "Home and End", does: "the start, the latest instant reached" },
  { keys: ". or Page Down, Page Up", does: "next and previous event, as a remote sends them" },
  { keys: "N and P", does: "next, previous mark on the time line" },
  { keys: "M", does: "bookmark this instant" },
  { keys: "W", does: "why: the causes of what is selected, or of the range's leader" },
  { keys: "R", does: "restart from 0 s; your actions stay as a branch" },
  { keys: "B", does: "compare runs, or stop comparing" },
  { keys: "+ and −", does: "faster, slower" },
  { keys: "?", does: "this help" },
];

/** They work while somebody presents; remotes send the first three. */
export const PRESENT_KEYS: readonly KeyLine[] = [
  { keys: "Page Down, Page Up", does: "next and previous slide: bookmarks with their notes" },
  { keys: ". or B", does: "blank the screen, and back" },
  { keys: "Esc", does: "ends the presentation" },
];
