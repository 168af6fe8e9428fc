/** What a command says of itself. Must not know any. */

import { msg } from "@/language/words";

export type CommandGroup = "Time" | "Run" | "Compare and share" | "Learn" | "Page";

export interface CommandKeys {
  /** As tinykeys reads them; any of them. */
  patterns: readonly string[];
  /** As people read them. */
  shown: string;
  /** Inside these widgets the key is the widget's own. */
  keptBy?: string;
  /** A key that is held means it once. */
  once?: true;
  /** Also while somebody types. */
  typing?: true;
}

/** In their order, as people call them. */
export const MENU_SECTIONS = {
  run: msg("Your own run"),
  save: msg("Save and share"),
  teach: msg("Teach"),
  learn: msg("Learn"),
  page: msg("Page"),
} as const;
export type MenuSection = keyof typeof MENU_SECTIONS;

export interface Command {
  id: string;
  label: string;
  group: CommandGroup;
  keys?: CommandKeys;
  /** Its section of the menu “More”. */
  menu?: MenuSection;
  /** Only where the head has no room for its button. */
  narrow?: true;
  /** Changes the run or the session: not in a page with locked controls. */
  changes?: true;
  /** Left to whoever may only watch. */
  watching?: true;
  when?: () => boolean;
  run: () => unknown;
}
