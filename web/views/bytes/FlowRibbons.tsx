/** The picture of flows, for eyes and pointers; the list beside it says the same. */

import { useRef } from "react";
import type { World } from "@/engine/types";
import { t } from "@/language/words";
import { kindColor, kindMark } from "@/model/kinds";
import { useTypeScale } from "@/session/typeScale";
import { cx } from "@/ui/cx";
import { useHeight, useWidth } from "@/ui/useWidth";
import css from "./bytes.module.css";
import { type Bar, type Flow, flowKey, flowPicture, nameMiddles, SAVED } from "./flows";
import type { FlowWords } from "./flowWords";

const BAR = 8;
const GAP = 14;
/** Room for a zone's name and figure beside its bar. */
const NAME = 148;
/** Where that leaves little for the ribbons, the figure stands below the name, or in the list alone. */
const NAME_NARROW = 84;
const NARROW = 600;
const HEIGHT_MIN = 84;
const LINE = 14;

/** Where a zone's figure stands against its name: lines of both, and what moves the name. */
const FIGURES = {
  beside: { lines: 1, dy: "0.35em", tell: (bytes: string) => ` ${bytes}` },
  below: {
    lines: 2,
    dy: "-0.2em",
    tell: (bytes: string, x: number) => (
      <tspan x={x} dy="1.2em">
        {bytes}
      </tspan>
    ),
  },
  none: { lines: 1, dy: "0.35em", tell: () => null },
} as const;
type Figure = keyof typeof FIGURES;

interface Props {
  chart: string;
  world: World;
  flows: readonly Flow[];
  words: FlowWords;
  lit: string | null;
  onLight: (key: string | null) => void;
}

export function FlowRibbons({ chart, world, flows, words, lit, onLight }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const height = Math.max(HEIGHT_MIN, useHeight(frame));
  const scale = useTypeScale();
  const isNarrow = width < NARROW;
  const name = (isNarrow ? NAME_NARROW : NAME) * scale;
  const size = { width: width - 2 * name, height: height - 2, gap: GAP * scale, bar: BAR };
  const picture = size.width > 0 ? flowPicture(flows, world.zones.length, size) : undefined;
  const most = Math.max(picture?.left.length ?? 0, picture?.right.length ?? 0);
  const isLow = 2 * LINE * scale * most > size.height;
  const figure: Figure = !isNarrow ? "beside" : isLow ? "none" : "below";
  const linePx = FIGURES[figure].lines * LINE * scale;
  const left = nameMiddles(picture?.left ?? [], size.height, linePx);
  const right = nameMiddles(picture?.right ?? [], size.height, linePx);
  return (
    <div ref={frame} className={css.ribbons}>
      {picture !== undefined && (
        <svg
          width={width}
          height={height}
          role="img"
          data-chart={chart}
          aria-label={t(
            "Ribbons from sending zones on the left to receiving zones on the right, as thick as their bytes. The list after it has the figures.",
          )}
          onPointerLeave={() => onLight(null)}
        >
          <g transform={`translate(${name},1)`}>
            {picture.ribbons.map((ribbon) => {
              const key = flowKey(ribbon);
              return (
                <path
                  key={key}
                  d={ribbon.path}
                  className={cx(lit !== null && lit !== key && css.dim)}
                  data-lit={lit === key ? "" : undefined}
                  {...paint(world, ribbon)}
                  onPointerEnter={() => onLight(key)}
                >
                  <title>{words.sentence(ribbon)}</title>
                </path>
              );
            })}
            {picture.left.map((bar, place) => (
              <ZoneBar
                key={bar.zone}
                bar={bar}
                middle={left[place] ?? 0}
                figure={figure}
                x={0}
                labelX={-6}
                anchor="end"
                words={words}
              />
            ))}
            {picture.right.map((bar, place) => (
              <ZoneBar
                key={bar.zone}
                bar={bar}
                middle={right[place] ?? 0}
                figure={figure}
                x={size.width - BAR}
                labelX={size.width + 6}
                anchor="start"
                words={words}
              />
            ))}
          </g>
        </svg>
      )}
    </div>
  );
}

interface BarProps {
  bar: Bar;
  middle: number;
  figure: Figure;
  x: number;
  labelX: number;
  anchor: "start" | "end";
  words: FlowWords;
}

function ZoneBar({ bar, middle, figure, x, labelX, anchor, words }: BarProps) {
  const { dy, tell } = FIGURES[figure];
  return (
    <g className={css.zone}>
      <rect x={x} y={bar.y} width={BAR} height={Math.max(1, bar.height)} />
      <text x={labelX} y={middle} dy={dy} textAnchor={anchor}>
        <tspan className={css.strong}>{words.zone(bar.zone)}</tspan>
        {tell(words.write(bar.bytes), labelX)}
      </text>
    </g>
  );
}

/** Hollow marks are pale here too; what was not sent is only an outline. */
function paint(world: World, { kind }: Flow) {
  if (kind === SAVED) return { fill: "none", stroke: "var(--ink3)", strokeDasharray: "4 3" };
  const id = world.kinds[kind]?.id ?? "";
  const { shape } = kindMark(id);
  const isHollow = shape === "ring" || shape === "open-square";
  return { fill: kindColor(id), fillOpacity: isHollow ? 0.35 : 0.7 };
}
