/** One tab stop for a group of buttons; arrow keys, Home and End move among them. */

import { type FocusEvent, type KeyboardEvent, useState } from "react";

interface Roving {
  group: {
    onKeyDown(event: KeyboardEvent<HTMLElement>): void;
    onFocus(event: FocusEvent<HTMLElement>): void;
  };
  /** For each member, by its place in the group. */
  tabIndexOf(place: number): 0 | -1;
}

/** `columns` is 1 for a list; in a table, up and down go by whole rows. */
export function useRoving(count: number, columns = 1): Roving {
  const [active, setActive] = useState(0);
  const current = Math.min(active, Math.max(0, count - 1));
  return {
    group: {
      onKeyDown(event) {
        if (event.altKey || event.shiftKey) return;
        const members = membersOf(event.currentTarget);
        const at = members.indexOf(event.target as HTMLElement);
        const to = at < 0 ? undefined : placeAfter(event.key, at, members.length, columns);
        if (to === undefined) return;
        event.preventDefault();
        members[to]?.focus();
      },
      onFocus(event) {
        const at = membersOf(event.currentTarget).indexOf(event.target as HTMLElement);
        if (at >= 0) setActive(at);
      },
    },
    tabIndexOf: (place) => (place === current ? 0 : -1),
  };
}

/** Where a key leads from a place, or undefined when it leads nowhere. */
export function placeAfter(
  key: string,
  at: number,
  count: number,
  columns: number,
): number | undefined {
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: count - 1 }[key];
  const vertical = { ArrowDown: at + columns, ArrowUp: at - columns }[key];
  const place = to ?? vertical;
  return place !== undefined && place >= 0 && place < count && place !== at ? place : undefined;
}

function membersOf(group: HTMLElement): HTMLElement[] {
  return [...group.querySelectorAll<HTMLElement>("button")];
}
