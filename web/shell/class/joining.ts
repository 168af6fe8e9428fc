/**
 * Ways into a class from the page's address. The teacher's token leaves the address bar as soon as
 * it is read; the tab keeps it, so that a reload leads on.
 */

import { type ClassPlace, classFragment } from "@/classroom/place";

const KEY = "raft-atlas/class";

/** The same place, with the token that this tab has for it. */
export function keepToken(place: ClassPlace): ClassPlace {
  const { code, token } = place;
  if (token === null) return { code, token: keptToken(code) };
  try {
    sessionStorage.setItem(KEY, classFragment(place));
    showPlace(code);
  } catch {
    // Nothing can be kept here: the address has to lead back.
  }
  return place;
}

function keptToken(code: string): string | null {
  try {
    const kept = sessionStorage.getItem(KEY) ?? "";
    return kept.startsWith(`class=${code}.`) ? kept.slice(`class=${code}.`.length) : null;
  } catch {
    return null;
  }
}

/** The class is left: a reload shall not lead back. */
export function forgetClass(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // There was nothing.
  }
  history.replaceState(null, "", location.pathname + location.search);
}

function showPlace(code: string): void {
  const fragment = classFragment({ code, token: null });
  history.replaceState(null, "", `${location.pathname}${location.search}#${fragment}`);
}
