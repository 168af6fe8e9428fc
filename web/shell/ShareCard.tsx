/** The instant as a picture to send: the card, and its files. */

import { useEffect, useRef, useState } from "react";
import type { LoggedAction } from "@/engine/types";
import { t, told } from "@/language/words";
import { beatAt, isAstray } from "@/model/beats";
import { figureText, type RunReport, reportIn, withFigures } from "@/model/reportFigures";
import { formatInstant } from "@/model/units";
import { download } from "@/session/download";
import { fetchOutcomes, type Outcomes } from "@/session/outcomes";
import { logOf } from "@/session/session";
import { sim } from "@/session/simClient";
import type { SimState } from "@/session/simState";
import { simStore } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { type Saying, ShareSheet } from "@/views/gallery/card/ShareSheet";
import type { Told } from "@/views/gallery/card/told";
import css from "./ShareDialog.module.css";
import { cardPng, cardSvg } from "./shareCardFile";

export function ShareCard() {
  // Of the moment at which it was asked for; the run may go on.
  const [state] = useState(() => simStore.getState());
  const report = useOnce(async () => reportIn(await sim.report()) ?? null);
  const outcomes = useOnce(async () => {
    const read = await fetchOutcomes();
    return read.ok ? read.value : null;
  });
  const place = useRef<HTMLElement>(null);
  const card = toldOf(state, outcomes, report);
  if (card === null) return null;
  const drawn = () => place.current?.querySelector("svg");
  const name = `raft-atlas-${card.id}`;
  const saveSvg = async () => {
    const drawing = drawn();
    if (drawing) download(`${name}.svg`, svgFile(await cardSvg(drawing)));
  };
  const savePng = async () => {
    const drawing = drawn();
    if (drawing) download(`${name}.png`, await cardPng(drawing));
  };
  const saying = sayingOf(card, report, logOf(state.session));
  return (
    <figure ref={place} className={css.card}>
      <ShareSheet told={card} saying={saying} />
      <figcaption>
        <span>{t("This moment as a picture.")}</span>
        <span className={css.cardVerbs}>
          <Button onClick={() => void saveSvg()}>{t("Save as SVG")}</Button>
          <Button onClick={() => void savePng()}>{t("Save as PNG")}</Button>
        </span>
      </figcaption>
    </figure>
  );
}

function svgFile(text: string): Blob {
  return new Blob([text], { type: "image/svg+xml" });
}

/** Null while no run stands. Of figures it has this run's own, at the instant. */
function toldOf(
  { world, frame, score, session }: SimState,
  outcomes: Outcomes | null,
  report: RunReport | null,
): Told | null {
  if (world === null || frame === null || session === null) return null;
  const { source } = session;
  const id = source.kind === "builtin" ? source.id : "own";
  const { conclusion } = world;
  const figure =
    conclusion === null || report === null
      ? ""
      : (figureText({ own: report, others: {} }, conclusion.figure) ?? "");
  return { id, world, frame, score, other: null, stages: [], outcomes: outcomes?.[id], figure };
}

/** Once it has been seen, what the scenario shows, with this run's figures; before, what is true now. */
function sayingOf(
  { world, frame }: Told,
  report: RunReport | null,
  log: readonly LoggedAction[],
): Saying {
  const { conclusion, show, variants } = world;
  const beat = show.beats[beatAt(show.beats, frame.now_us, log)];
  const isSeen = conclusion !== null && frame.now_us >= conclusion.at_us && report !== null;
  const seen = isSeen ? withFigures(told(conclusion.text), { own: report, others: {} }) : "";
  const [first = ""] = seen.split(/(?<=[.。])\s*/);
  const variant = variants.find(({ id }) => id === world.variant);
  const at = t("at {at}", { at: formatInstant(frame.now_us) });
  return {
    title: told(world.title),
    sentence: first || (isAstray(show.beats, log, frame.now_us) ? "" : told(beat?.title ?? "")),
    notes: variant === undefined ? [at] : [told(variant.title), at],
  };
}

/** What is fetched as the dialog opens; null until it is there. */
function useOnce<T>(read: () => Promise<T | null>): T | null {
  const [found, setFound] = useState<T | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once
  useEffect(() => {
    let isWanted = true;
    void read().then((value) => {
      if (isWanted) setFound(() => value);
    });
    return () => {
      isWanted = false;
    };
  }, []);
  return found;
}
