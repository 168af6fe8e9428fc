/** What the card of an instant shows and says. */

import type { LoggedAction } from "@/engine/types";
import { t, translate } from "@/language/words";
import { beatAt, isAstray } from "@/model/beats";
import { figureText, type RunReport, withFigures } from "@/model/reportFigures";
import { formatInstant } from "@/model/units";
import type { Outcomes } from "@/session/outcomes";
import type { SimState } from "@/session/simState";
import type { CardRun } from "@/views/gallery/card/cardRun";
import type { Saying } from "@/views/gallery/card/ShareSheet";

/** Null while no run stands. Of figures it has this run's own, at the instant. */
export function cardRunOf(
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
export function sayingOf(
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
