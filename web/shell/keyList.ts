/** Keys of a presentation, as the help sheet tells them. */

import { msg } from "@/language/words";

export interface KeyLine {
  keys: string;
  does: string;
}

/** They work while somebody presents; remotes send the first three. */
export const PRESENT_KEYS: readonly KeyLine[] = [
  {
    keys: "Page Down, Page Up",
    does: msg("next and previous slide: bookmarks with their notes"),
  },
  { keys: msg(". or B"), does: msg("blank the screen, and back") },
  { keys: "Esc", does: msg("ends the presentation") },
];
