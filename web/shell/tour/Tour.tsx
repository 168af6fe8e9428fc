/**
 * The tour: two stops, one at a time, each hanging at what it speaks of. It does not block
 * the page, and Escape ends it at once. Must not know when it is shown.
 */

import { useEffect, useRef, useState } from "react";
import { t } from "@/language/words";

import { lessons } from "@/session/provided";
import { stageStore } from "@/session/stage";
import { Anchored } from "@/ui/Anchored";
import { Button } from "@/ui/Button";
import { STOPS, type Stop, type StopPlace } from "./stops";
import css from "./tour.module.css";

const GAP = 10;

export function Tour() {
  const [at, setAt] = useState(0);
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Who has begun to do something already keeps the focus.
    const isFree = document.activeElement === document.body;
    if (at > 0 || isFree) next.current?.focus({ preventScroll: true });
  }, [at]);
  const stop = STOPS[at];
  if (stop === undefined) return null;
  const isLast = at === STOPS.length - 1;
  const [anchor, side] = placeOf(stop);
  return (
    <Anchored
      key={at}
      label={t("Tour, {at} of {all}: {title}", {
        at: at + 1,
        all: STOPS.length,
        title: t(stop.title),
      })}
      className={css.stop}
      anchor={() => anchor}
      side={side}
      align="start"
      gap={GAP}
      onClose={endTour}
      quiet
    >
      <h2 className={css.title}>{t(stop.title)}</h2>
      <p>{t(stop.text)}</p>
      <div className={css.foot}>
        <span className={css.count}>
          {t("{done} of {all}", { done: at + 1, all: STOPS.length })}
        </span>
        <Button small kind="quiet" onClick={endTour}>
          {isLast ? t("Look around") : t("Skip the tour")}
        </Button>
        <Button ref={next} small kind="primary" onClick={isLast ? begin : () => setAt(at + 1)}>
          {isLast ? t("Start lesson 1") : t("Next")}
        </Button>
      </div>
    </Anchored>
  );
}

function begin(): void {
  stageStore.setState({ tour: "none" });
  void lessons.openFirst();
}

/** Whoever went through it by keys goes on at the time, where the run is stopped and started. */
function endTour(): void {
  stageStore.setState({ tour: "none" });
  if (document.activeElement?.closest(`.${css.stop}`) == null) return;
  document
    .querySelector<HTMLElement>('[aria-keyshortcuts="Space"]')
    ?.focus({ preventScroll: true });
}

/** The first of its places that can be seen, and where the stop hangs there. */
function placeOf({ places }: Stop): [Element | null, StopPlace["side"]] {
  for (const { selector, side } of places) {
    for (const found of document.querySelectorAll(selector)) {
      if (found.getClientRects().length > 0) return [found, side];
    }
  }
  return [null, "bottom"];
}
