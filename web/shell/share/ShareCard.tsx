/** The instant as a picture to send: the card, its files, and the last seconds as one that moves. */

import { useEffect, useRef, useState } from "react";
import type { LoggedAction } from "@/engine/types";
import { t, translate } from "@/language/words";
import { beatAt, isAstray } from "@/model/beats";
import { figureText, type RunReport, reportIn, withFigures } from "@/model/reportFigures";
import { formatInstant } from "@/model/units";
import { download } from "@/session/download";
import { fetchOutcomes, type Outcomes } from "@/session/outcomes";
import { logOf } from "@/session/session";
import { PICTURES } from "@/session/sharing/loop";
import { sim } from "@/session/simClient";
import type { SimState } from "@/session/simState";
import { simStore } from "@/session/simStore";
import { Button } from "@/ui/Button";
import type { CardRun } from "@/views/gallery/card/cardRun";
import { type Saying, ShareSheet } from "@/views/gallery/card/ShareSheet";
import css from "../ShareDialog.module.css";
import { cardPng, cardSvg } from "./cardFile";
import { type Making, useLoop } from "./useLoop";

export function ShareCard() {
  // Of the moment at which it was asked for; the run may go on.
  const [state] = useState(() => simStore.getState());
  const ownReport = useOnce(async () => reportIn(await sim.report()) ?? null);
  const outcomes = useOnce(async () => {
    const read = await fetchOutcomes();
    return read.ok ? read.value : null;
  });
  const place = useRef<HTMLElement>(null);
  const drawn = () => place.current?.querySelector("svg") ?? null;
  const loop = useLoop(state, drawn);
  const seen: { state: SimState; report: RunReport | null } = loop.seen ?? {
    state,
    report: ownReport,
  };
  const card = cardRunOf(seen.state, outcomes, seen.report);
  if (card === null) return null;
  const name = `raft-atlas-${card.id}`;
  const saveSvg = async () => {
    const drawing = drawn();
    if (drawing) download(`${name}.svg`, svgFile(await cardSvg(drawing)));
  };
  const savePng = async () => {
    const drawing = drawn();
    if (drawing) download(`${name}.png`, await cardPng(drawing));
  };
  const saying = sayingOf(card, seen.report, logOf(state.session));
  return (
    <figure ref={place} className={css.card}>
      <ShareSheet card={card} saying={saying} isMoving={loop.seen !== null} />
      <figcaption>
        <span>{t("This moment as a picture.")}</span>
        {loop.making === null ? (
          <span className="verbs">
            <Button onClick={() => void saveSvg()}>{t("Save as SVG")}</Button>
            <Button onClick={() => void savePng()}>{t("Save as PNG")}</Button>
            <Button onClick={() => void loop.make("webm", name)}>{t("Six seconds as WebM")}</Button>
            <Button onClick={() => void loop.make("gif", name)}>{t("Six seconds as GIF")}</Button>
          </span>
        ) : (
          <Progress making={loop.making} onCancel={loop.cancel} />
        )}
      </figcaption>
      {loop.why !== "" && <p role="alert">{loop.why}</p>}
    </figure>
  );
}

function Progress({ making, onCancel }: { making: Making; onCancel(): void }) {
  return (
    <span className="verbs">
      <span role="status">
        {making.drawn < PICTURES ? t("Playing these six seconds again…") : t("Writing the file…")}
      </span>
      <progress aria-label={t("Pictures drawn")} max={PICTURES} value={making.drawn} />
      <Button onClick={onCancel}>{t("Cancel")}</Button>
    </span>
  );
}

function svgFile(text: string): Blob {
  return new Blob([text], { type: "image/svg+xml" });
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

/** Null while no run stands. Of figures it has this run's own, at the instant. */
function cardRunOf(
  { world, frame, series, session }: SimState,
  outcomes: Outcomes | null,
  report: RunReport | null,
): CardRun | null {
  if (world === null || frame === null || session === null) return null;
  const { source } = session;
  const id = source.kind === "builtin" ? source.id : "own";
  const { conclusion } = world;
  const figure =
    conclusion === null || report === null
      ? ""
      : (figureText({ own: report, others: {} }, conclusion.figure) ?? "");
  return { id, world, frame, series, other: null, stages: [], outcomes: outcomes?.[id], figure };
}

/** Once it has been seen, what the scenario shows, with this run's figures; before, what is true now. */
function sayingOf(
  { world, frame }: CardRun,
  report: RunReport | null,
  log: readonly LoggedAction[],
): Saying {
  const { conclusion, show, variants } = world;
  const beat = show.beats[beatAt(show.beats, frame.now_us, log)];
  const isSeen = conclusion !== null && frame.now_us >= conclusion.at_us && report !== null;
  const seen = isSeen ? withFigures(translate(conclusion.text), { own: report, others: {} }) : "";
  const [first = ""] = seen.split(/(?<=[.。])\s*/);
  const variant = variants.find(({ id }) => id === world.variant);
  const at = t("at {at}", { at: formatInstant(frame.now_us) });
  return {
    title: translate(world.title),
    sentence:
      first || (isAstray(show.beats, log, frame.now_us) ? "" : translate(beat?.title ?? "")),
    notes: variant === undefined ? [at] : [translate(variant.title), at],
  };
}
