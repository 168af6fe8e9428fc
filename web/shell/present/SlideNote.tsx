/** What the present slide says, for all to read. */

import { t } from "@/language/words";
import { usePage } from "@/session/pageStore";
import { useSim } from "@/session/simStore";
import css from "./present.module.css";

export function SlideNote() {
  const id = usePage((stage) => stage.slide);
  const slide = useSim((state) => state.session?.bookmarks.find((mark) => mark.id === id));
  if (slide === undefined) return null;
  return (
    <aside className={css.note} aria-label={t("Note of this slide")} aria-live="polite">
      <p className={slide.note === "" ? "sr-only" : ""}>{slide.note || slide.name}</p>
    </aside>
  );
}
