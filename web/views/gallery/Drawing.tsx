/** A drawing of the gallery, fetched once the close match, in the page's colours and words. */

import { useEffect, useRef, useState } from "react";
import { translate } from "@/language/words";
import { useTurn } from "@/ui/useLong";
import { shortened } from "./card/Figure";
import { fetchDrawing } from "./cards";
import css from "./gallery.module.css";

const MOMENT_MS = 1_100;
/** How far below the window a picture is fetched. */
const NEAR = "400px";

export function Drawing({ id }: { id: string }) {
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
export function Film({ id }: { id: string }) {
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
