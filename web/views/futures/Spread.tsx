/** How the figure of what the scenario shows spreads over the futures, with this run marked. */

import { scaleLinear } from "d3-scale";
import { t, translate } from "@/language/words";
import { inUnit } from "@/model/reportFigures";
import type { FuturesState } from "@/session/futures/futuresState";
import { useSim } from "@/session/simStore";
import css from "./futures.module.css";
import { binsOf, figureOf, percentile } from "./shares";

const WIDTH = 420;
const HEIGHT = 64;
const FOOT = 18;

export function Spread({ state }: { state: FuturesState }) {
  const proof = useSim(({ world }) => world?.conclusion?.figure);
  const { own, played } = state;
  const figures = played.map(figureOf).filter((figure) => figure !== undefined);
  if (proof === undefined || own === null || figures.length === 0) return null;
  const sorted = [...figures].sort((a, b) => a - b);
  const text = (figure: number | undefined): string => inUnit(figure, proof.unit) ?? "–";
  const ownFigure = figureOf(own);
  const bins = binsOf(figures);
  const [first, last] = [bins[0], bins.at(-1)];
  if (first === undefined || last === undefined) return null;
  const x = scaleLinear(
    [Math.min(first.from, ownFigure ?? first.from), Math.max(last.to, ownFigure ?? last.to)],
    [0, WIDTH],
  );
  const tall = scaleLinear([0, Math.max(...bins.map(({ count }) => count))], [0, HEIGHT]);
  if (sorted[0] === sorted.at(-1) && ownFigure === sorted[0])
    return (
      <p className={css.figure}>
        {t("{figure}: {own} in every future and in this run.", {
          figure: translate(proof.label),
          own: text(ownFigure),
        })}
      </p>
    );
  return (
    <figure className={css.figure}>
      <figcaption>
        {t("{figure}: half of the futures from {low} to {high}, this run {own}.", {
          figure: translate(proof.label),
          low: text(percentile(sorted, 25)),
          high: text(percentile(sorted, 75)),
          own: text(ownFigure),
        })}
      </figcaption>
      <svg
        className={css.spread}
        viewBox={`-2 -4 ${WIDTH + 4} ${HEIGHT + FOOT + 4}`}
        data-chart="futures-figure"
        aria-hidden="true"
      >
        {bins.map(({ from, to, count }) => (
          <rect
            key={from}
            className={css.bin}
            x={x(from)}
            width={Math.max(1, x(to) - x(from) - 1)}
            y={HEIGHT - tall(count)}
            height={tall(count)}
          />
        ))}
        <line className="drawn-line" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
        {ownFigure !== undefined && (
          <line className={css.own} x1={x(ownFigure)} x2={x(ownFigure)} y1={-4} y2={HEIGHT} />
        )}
        <text className="drawn-words" y={HEIGHT + 14}>
          {text(sorted[0])}
        </text>
        <text className="drawn-words" x={WIDTH} y={HEIGHT + 14} textAnchor="end">
          {text(sorted.at(-1))}
        </text>
      </svg>
    </figure>
  );
}
