/** One scenario of the gallery; looked at for long, it plays its key moments. */

import { type ReactNode, useState } from "react";
import { t, told } from "@/language/words";
import { PlayIcon } from "@/ui/icons";
import { useLong } from "@/ui/useLong";
import { useMedia } from "@/ui/useMedia";
import { Drawing, Film } from "./Drawing";
import type { Entry } from "./finding";
import css from "./gallery.module.css";

/** A pointer that only passes over starts nothing. */
const LOOK_MS = 350;

/** Where a card leads, and what stands beneath it. */
export interface GalleryWays {
  /** Where a card leads on a page of its own. */
  hrefOf?: (id: string) => string;
  /** Opens it in place. */
  onOpen?: (id: string) => void;
  /** What stands beneath a card besides. */
  more?: (entry: Entry) => ReactNode;
}

interface GalleryCardProps extends GalleryWays {
  entry: Entry;
  isSeen: boolean;
}

export function GalleryCard({ entry, isSeen, hrefOf, onOpen, more }: GalleryCardProps) {
  const { id } = entry.listed;
  const [isLooked, setLooked] = useState(false);
  const [isPlayed, setPlayed] = useState(false);
  const isStill = useMedia("(prefers-reduced-motion: reduce)");
  const isFilm = useLong(isLooked, LOOK_MS) || isPlayed;
  const looks = {
    onPointerEnter: (event: { pointerType: string }) => setLooked(event.pointerType === "mouse"),
    onPointerLeave: () => setLooked(false),
    onFocus: () => setLooked(true),
    onBlur: () => setLooked(false),
  };
  const title = told(entry.listed.title);
  const content = (
    <Content entry={entry} title={title} isSeen={isSeen}>
      <Drawing id={id} />
      {isFilm && !isStill && <Film id={id} />}
    </Content>
  );
  return (
    <article className={css.card} data-card={id}>
      {hrefOf === undefined ? (
        <button
          type="button"
          className={css.open}
          aria-label={t("Open {title}", { title })}
          onClick={() => onOpen?.(id)}
          {...looks}
        >
          {content}
        </button>
      ) : (
        <a className={css.open} href={hrefOf(id)} {...looks}>
          {content}
        </a>
      )}
      {!isStill && (
        <button
          type="button"
          className={css.play}
          aria-label={t("Key moments of {title}", { title })}
          aria-pressed={isPlayed}
          onClick={() => setPlayed(!isPlayed)}
        >
          <PlayIcon />
        </button>
      )}
      {more?.(entry)}
    </article>
  );
}

interface ContentProps {
  entry: Entry;
  title: string;
  isSeen: boolean;
  children: ReactNode;
}

function Content({ entry: { card }, title, isSeen, children }: ContentProps) {
  return (
    <>
      <span className={css.picture}>{children}</span>
      <span className={css.title}>
        {title}
        {isSeen && (
          <span className={css.seen} title={t("Seen on this device")}>
            <span aria-hidden="true">✓</span>
            <span className="sr-only">{t("Seen on this device")}</span>
          </span>
        )}
      </span>
      {card !== undefined && <span className={css.sentence}>{told(card.sentence)}</span>}
    </>
  );
}
