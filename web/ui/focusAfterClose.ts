/** Focus after something that closes has given it back. Must not know what closes or why. */

/** Long enough for a popover to give the focus back to what opened it. */
const GIVEN_BACK_MS = 60;

/** Moves the focus to what matches, once the widget that is closing has given it back. */
export function focusAfterClose(selector: string): void {
  setTimeout(() => document.querySelector<HTMLElement>(selector)?.focus(), GIVEN_BACK_MS);
}
