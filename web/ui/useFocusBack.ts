/**
 * Gives the focus back to where it was before something opened. Must not know what opens or why.
 */

import { useLayoutEffect } from "react";

/**
 * Remembers who has the focus, and gives it back when the calling part goes while the focus is in
 * what the selector names, or nowhere. Where who had it is gone too, the main part of the page
 * gets it: a person who works with keys is never sent back to the top.
 */
export function useFocusBack(within: string): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    // In a layout effect, since by the time of others the browser has let go of the focus.
    return () => {
      const at = document.activeElement;
      if (at === null || at === document.body || at.closest(within) !== null) giveBack(before);
    };
  }, [within]);
}

function giveBack(before: Element | null): void {
  if (before === document.body) return;
  // What is about to go as well is still here, so that it is asked again when it is gone.
  if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
  queueMicrotask(() => {
    const at = document.activeElement;
    if (at !== null && at !== document.body && at.isConnected) return;
    document.querySelector<HTMLElement>("main")?.focus();
  });
}
