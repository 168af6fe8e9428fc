/**
 * For people who work with keys: from the start of the page straight to the map, to time, to what
 * happened. Seen only while they have the focus. Buttons, for the address's fragment is the run's.
 */

import css from "./SkipLinks.module.css";

const PLACES = [
  { label: "To the map", at: "[data-map] [data-thing][tabindex='0']" },
  { label: "To the time line", at: "[data-time-keys] [role=slider]" },
  { label: "To what happened", at: "[role=tab][aria-selected=true], [aria-label=Sheets] button" },
] as const;

export function SkipLinks() {
  return (
    <nav className={css.skip} aria-label="Skip">
      {PLACES.map(({ label, at }) => (
        <button
          key={label}
          type="button"
          onClick={() => document.querySelector<HTMLElement>(at)?.focus()}
        >
          {label}
        </button>
      ))}
    </nav>
  );
}
