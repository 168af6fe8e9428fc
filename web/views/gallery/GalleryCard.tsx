/** One card of the gallery; looked at for long, it plays the key moments of its run. */

import { type ReactNode, useEffect, useRef, useState } from "react";
import { t, translate } from "@/language/words";
import { PlayIcon } from "@/ui/icons";
import { useLong, useTurn } from "@/ui/useLong";
import { useMedia } from "@/ui/useMedia";
import { shortened } from "./card/Figure";
import { fetchDrawing } from "./cards";
import type { Entry, LessonEntry } from "./finding";
import css from "./gallery.module.css";

/** A pointer that only passes over starts nothing. */
const LOOK_MS = 350;

/** Where a card leads, and what stands beneath it. */
export interface GalleryWays {
  /** Where a card leads on a page of its own. */
  hrefOf?: (id: string) => string;
  onOpen?: (id: string) => void;
  /** What stands beneath a card besides. */
  more?: (entry: Entry) => ReactNode;
}

interface GalleryCardProps extends GalleryWays {
  entry: Entry;
  isSeen: boolean;
}

export function GalleryCard({ entry, isSeen, hrefOf, onOpen, more }: GalleryCardProps) {
  const { listed, card } = entry;
  return (
    <Card
      id={listed.id}
      picture={listed.id}
      title={translate(listed.title)}
      ticked={isSeen ? t("Seen on this device") : null}
      href={hrefOf?.(listed.id)}
      onOpen={() => onOpen?.(listed.id)}
      more={more?.(entry)}
    >
      {card !== undefined && translate(card.sentence)}
    </Card>
  );
}

/** A lesson, or a story: what it is, how long it takes, and what it tells. */
export function LessonCard({ lesson, href }: { lesson: LessonEntry; href: string }) {
  const { id, title, text, picture, minutes, steps, isStory, isDone } = lesson;
  return (
    <Card
      id={`lesson-${id}`}
      picture={picture}
      title={translate(title)}
      ticked={isDone ? t("Finished on this device") : null}
      href={href}
    >
      <span className="strong ink">{isStory ? t("Story") : t("Lesson")}</span>
      {" · "}
      {t("{n, plural, one {# minute} other {# minutes}}", { n: minutes })}
      {" · "}
      {t("{n, plural, one {# step} other {# steps}}", { n: steps })}
      <span className="block">{translate(text)}</span>
    </Card>
  );
}

interface CardProps {
  id: string;
  /** The scenario whose picture it has. */
  picture: string;
  title: string;
  /** What a tick beside the title says; null: there is none. */
  ticked: string | null;
  href?: string | undefined;
  onOpen?: () => void;
  more?: ReactNode;
  children: ReactNode;
}

function Card({ id, picture, title, ticked, href, onOpen, more, children }: CardProps) {
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
  const content = (
    <>
      <span className={css.picture}>
        <Drawing id={picture} />
        {isFilm && !isStill && <Film id={picture} />}
      </span>
      <span className={css.title}>
        {title}
        {ticked !== null && (
          <span className={css.seen} title={ticked}>
            <span aria-hidden="true">✓</span>
            <span className="sr-only">{ticked}</span>
          </span>
        )}
      </span>
      <span className="quiet">{children}</span>
    </>
  );
  return (
    <article className={css.card} data-card={id}>
      {href === undefined ? (
        <button
          type="button"
          className={css.open}
          aria-label={t("Open {title}", { title })}
          onClick={onOpen}
          {...looks}
        >
          {content}
        </button>
      ) : (
        <a className={css.open} href={href} {...looks}>
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
      {more}
    </article>
  );
}

const MOMENT_MS = 1_100;
/** How far below the window a picture is fetched. */
const NEAR = "400px";

function Drawing({ id }: { id: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = place;
    if (current === null) return;
    let isWanted = true;
    const watch = new IntersectionObserver(
      (seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
        watch.disconnect();
        void fetchDrawing(id).then((text) => {
          const drawing = drawn(text);
          if (isWanted && drawing !== null) current.replaceChildren(drawing);
        });
      },
      { rootMargin: NEAR },
    );
    watch.observe(current);
    return () => {
      isWanted = false;
      watch.disconnect();
    };
  }, [id]);
  return <div ref={place} className={css.drawing} aria-hidden="true" />;
}

/** The key moments one after the other, for as long as it stands. */
function Film({ id }: { id: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [film, setFilm] = useState<SVGSVGElement | null>(null);
  const turn = useTurn(MOMENT_MS);
  useEffect(() => {
    let isWanted = true;
    void fetchDrawing(id, ".moments").then((text) => {
      if (isWanted) setFilm(drawn(text));
    });
    return () => {
      isWanted = false;
    };
  }, [id]);
  useEffect(() => {
    if (film !== null) place.current?.replaceChildren(film);
  }, [film]);
  useEffect(() => {
    const moments = [...(film?.querySelectorAll("[data-at]") ?? [])];
    for (const [i, moment] of moments.entries())
      moment.setAttribute("display", i === turn % moments.length ? "inline" : "none");
  }, [film, turn]);
  return <div ref={place} className={css.film} aria-hidden="true" data-testid="film" />;
}

/** Null where it is no drawing. */
function drawn(text: string): SVGSVGElement | null {
  const { documentElement } = new DOMParser().parseFromString(text, "image/svg+xml");
  if (!(documentElement instanceof SVGSVGElement)) return null;
  for (const words of documentElement.querySelectorAll<SVGTextElement>("[data-told]")) {
    const most = Number(words.dataset.most ?? 0);
    const said = translate(words.dataset.told ?? "");
    words.textContent = most > 0 ? shortened(said, most) : said;
  }
  return document.importNode(documentElement, true);
}
