/** The keys of the table of commands, unless a person types or a widget took the key. */

import { useEffect } from "react";
import { matchKeyBindingPress, parseKeybinding } from "tinykeys";
import { pressed } from "@/session/trying";
import { isLeftByPointer, watchFocusMoves } from "@/ui/focusMoves";
import { isOpen } from "@/ui/overlays";
import type { Command, CommandKeys } from "./command";
import { isDialogAsked, typeAhead } from "./dialogs";
import { COMMANDS, isOffered } from "./table";

const TYPING = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";
/** Here keys that move in time are the page's, although a widget has taken them. */
const TIME = "[data-time-keys]";

interface Bound {
  command: Command;
  keys: CommandKeys;
}

const BOUND: readonly Bound[] = COMMANDS.flatMap((command) =>
  command.keys === undefined ? [] : [{ command, keys: command.keys }],
);
const PRESSES = new Map(
  BOUND.map(({ keys }) => [keys, keys.patterns.flatMap((pattern) => parseKeybinding(pattern))]),
);

export function useCommandKeys(): void {
  useEffect(() => {
    const endWatch = watchFocusMoves();
    window.addEventListener("keydown", onKeyDown);
    return () => {
      endWatch();
      window.removeEventListener("keydown", onKeyDown);
    };
  }, []);
}

function onKeyDown(event: KeyboardEvent): void {
  if (isOpen("modal")) return;
  // What is typed ahead of a dialog is meant for it.
  if (isDialogAsked()) {
    if (isLetter(event)) typeAhead(event.key);
    return;
  }
  const found = BOUND.find(({ keys }) => isMeant(event, keys));
  if (found === undefined || !isOffered(found.command)) return;
  event.preventDefault();
  // Some browsers press a button when the key comes up, whatever became of its going down.
  if (isPress(event)) window.addEventListener("keyup", keepUp, { once: true, capture: true });
  pressed(found.command.run);
}

function keepUp(event: KeyboardEvent): void {
  event.preventDefault();
}

/** Whether somebody means a command by a key, there where it was pressed. */
function isMeant(event: KeyboardEvent, keys: CommandKeys): boolean {
  const presses = PRESSES.get(keys) ?? [];
  if (!presses.some((press) => matchKeyBindingPress(event, press))) return false;
  if (event.repeat && keys.once === true) return false;
  const at = event.target instanceof Element ? event.target : null;
  if (at?.closest(TYPING) != null && keys.typing !== true) return false;
  if (at?.closest(TIME) != null && keys.keptBy !== undefined && !isPress(event)) return true;
  if (event.defaultPrevented) return false;
  if (at !== null && isPress(event) && isLeftByPointer(at)) return true;
  return keys.keptBy === undefined || at?.closest(keys.keptBy) == null;
}

function isLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey;
}

/** Space presses the button that has the focus, wherever it stands, if keys have led there. */
function isPress({ key }: KeyboardEvent): boolean {
  return key === " ";
}
