/** Focus for what is not there yet: after a close, or while what gets it is fetched. */

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

const CONTROL = "input, select, textarea, button";

/** Moves the focus to an element's first control, in sight; as soon as it has one. */
export function focusWithin(element: Element): void {
  const found = element.querySelector<HTMLElement>(CONTROL);
  if (found === null) {
    const observer = new MutationObserver(() => {
      if (element.querySelector(CONTROL) === null) return;
      observer.disconnect();
      focusWithin(element);
    });
    observer.observe(element, { childList: true, subtree: true });
    return;
  }
  element.scrollIntoView({ block: "nearest" });
  found.focus();
}

function focusOn(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(selector);
  found?.scrollIntoView({ block: "nearest" });
  found?.focus({ preventScroll: true });
  return found !== null;
}
