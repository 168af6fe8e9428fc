/** For keys: straight to the map, to time, to what happened; seen while they have the focus. */

import { msg, t } from "@/language/words";
import css from "./SkipLinks.module.css";

const PLACES = [
  { label: msg("To the map"), at: "[data-map] [data-map-target][tabindex='0']" },
  { label: msg("To the time line"), at: "[data-time-keys] [role=slider]" },
  {
    label: msg("To what happened"),
    at: "[role=tab][aria-selected=true], [data-sheets] button, [data-instruments]",
  },
] as const;

export function SkipLinks() {
  return (
    <nav className={css.skip} aria-label={t("Skip")}>
      {PLACES.map(({ label, at }) => (
        <button
          key={label}
          type="button"
          onClick={() => document.querySelector<HTMLElement>(at)?.focus()}
        >
          {t(label)}
        </button>
      ))}
    </nav>
  );
}
