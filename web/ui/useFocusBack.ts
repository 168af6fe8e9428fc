/** Where the focus goes when something that opened over the page goes. */

import { type RefObject, useLayoutEffect } from "react";

/**
 * Remembers who has the focus, and gives it back when the calling part goes while the focus is in
 * what the selector names, or nowhere. Where who had it is gone too, the main part of the page
 * gets it: a person who works with keys is never sent back to the top. Where `isDone` says that
 * what was opened has done what it is for, the main part gets it as well: the next key is meant for
 * what came of it, and must not open the same thing again.
 */
export function useFocusBack(within: string, isDone?: RefObject<boolean>): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    // In a layout effect, since by the time of others the browser has let go of the focus.
    return () => {
      const at = document.activeElement;
      const isHere = at === null || at === document.body || at.closest(within) !== null;
      if (isHere && isDone?.current === true) goOn(before);
      else if (isHere) giveBack(before);
    };
  }, [within, isDone]);
}

function giveBack(before: Element | null): void {
  if (before === document.body) return;
  // What is about to go as well is still here, so that it is asked again when it is gone.
  if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
  queueMicrotask(() => {
    if (!isTaken()) focusMain();
  });
}

/** The browser may have given the focus back to who had it before; to anybody else it is left. */
function goOn(before: Element | null): void {
  queueMicrotask(() => {
    if (!isTaken() || document.activeElement === before) focusMain();
  });
}

function isTaken(): boolean {
  const at = document.activeElement;
  return at !== null && at !== document.body && at.isConnected;
}

function focusMain(): void {
  document.querySelector<HTMLElement>("main")?.focus();
}
