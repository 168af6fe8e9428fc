/** The one large figure of a card, and what it counts; words are marked, so that a page says them. */

import type { Conclusion } from "@/engine/types";
import { inUnit } from "@/model/reportFigures";
import type { CardRun } from "./cardRun";

interface FigureProps {
  x: number;
  y: number;
  text: string;
  label?: string;
  anchor?: "start" | "middle" | "end";
  fill?: string;
}

export const FIGURE_PX = 54;
const LABEL_PX = 23;

export function Figure({
  x,
  y,
  text,
  label = "",
  anchor = "end",
  fill = "var(--ink)",
}: FigureProps) {
  return (
    <g textAnchor={anchor}>
      <text x={x} y={y} fontFamily="var(--serif)" fontSize={FIGURE_PX} fill={fill}>
        {text}
      </text>
      {label !== "" && <Words x={x} y={y + 30} text={label} />}
    </g>
  );
}

/** A text of the scenario: the page says it in its language (`data-told`). */
export function Words({ x, y, text, fill = "var(--ink2)" }: Omit<FigureProps, "label">) {
  return (
    <text x={x} y={y} fontSize={LABEL_PX} fill={fill} data-told={text}>
      {shortened(text)}
    </text>
  );
}

const WORDS_MAX = 46;
/** Beside a bar. */
export const NAME_MAX = 18;

export function shortened(text: string, most = WORDS_MAX): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}

/** The conclusion's figure: of this run until now, or of the whole run as the outcomes have it. */
export function outcomeText({ world, outcomes, figure }: CardRun): string {
  if (figure !== undefined) return figure;
  const { conclusion } = world;
  const found = outcomes?.[world.variant];
  if (conclusion === null || typeof found !== "number") return "";
  return inUnit(found, conclusion.figure.unit) ?? "";
}

/** The label, where it is no longer than a card has room for; a figure without one says nothing. */
export function labelOf(conclusion: Conclusion | null, most: number): string {
  const label = conclusion?.figure.label ?? "";
  return label.length <= most ? label : "";
}
