/** Focus after something that closes has given it back. Must not know what closes or why. */

/** Long enough for a popover to give the focus back to what opened it. */
const GIVEN_BACK_MS = 60;

/**
 * Moves the focus to what matches, once the widget that is closing has given it back; what is still
 * being fetched gets it when it comes.
 */
export function focusAfterClose(selector: string): void {
  setTimeout(() => {
    if (focusOn(selector)) return;
    const observer = new MutationObserver(() => {
      if (focusOn(selector)) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  }, GIVEN_BACK_MS);
}

function focusOn(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(selector);
  found?.focus();
  return found !== null;
}
