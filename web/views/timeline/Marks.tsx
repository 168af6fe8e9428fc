/** Marks along the time line, each a shape for its kind; each leads to its instant. */

import { memo } from "react";
import type { LoggedAction, Notable } from "@/engine/types";
import { t } from "@/language/words";
import { formatInstant } from "@/model/units";
import { type MarkKind, marksOf } from "@/session/marks";
import type { Bookmark } from "@/session/session";
import { sim } from "@/session/simClient";
import css from "./timeline.module.css";

const SHAPES: Record<MarkKind, string> = {
  vote: "M0-5 5 0 0 5-5 0z",
  fault: "M-1-8h2v16h-2z",
  bad: "M0-6 5.5 4h-11z",
  act: "M-2.5 7a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z",
  book: "M-1-12h7.5l-2.5 3 2.5 3h-6v6h-1.5z",
};

interface MarksProps {
  notables: Notable[];
  actions: LoggedAction[];
  bookmarks: Bookmark[];
  endUs: number;
}

/** Drawn again only when something was told or the line got longer, not with each picture. */
export const Marks = memo(function Marks({ notables, actions, bookmarks, endUs }: MarksProps) {
  return (
    <div className={css.marks} aria-hidden="true">
      {marksOf(notables, actions, bookmarks).map(({ key, us, kind, text }) => (
        <svg
          key={key}
          className={css[kind]}
          data-mark={kind}
          style={{ left: `${(us / endUs) * 100}%` }}
          width="14"
          height="24"
          viewBox="-7 -12 14 24"
          aria-hidden="true"
          onClick={() => void sim.seek(us)}
        >
          <title>{t("{at}: {what}", { at: formatInstant(us), what: text })}</title>
          <path d={SHAPES[kind]} />
        </svg>
      ))}
    </div>
  );
});
