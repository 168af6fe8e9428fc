/** Where an arrow key leads in a group of buttons or in a menu: round and round. */

import type { KeyboardEvent } from "react";

/** The button that a key goes to, with its place; undefined for any other key. */
export function arrowTarget(
  event: KeyboardEvent<HTMLElement>,
): { element: HTMLElement; place: number } | undefined {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (altKey || ctrlKey || metaKey || shiftKey) return undefined;
  const members = [...event.currentTarget.querySelectorAll<HTMLElement>("button:enabled")];
  const at = members.indexOf(event.target as HTMLElement);
  const last = members.length - 1;
  const places: Record<string, number> = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowLeft: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
  };
  const place = places[key.replace("Down", "Right").replace("Up", "Left")];
  const element = place === undefined ? undefined : members[place];
  if (at < 0 || place === undefined || element === undefined) return undefined;
  event.preventDefault();
  return { element, place };
}
