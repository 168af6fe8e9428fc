/** The way that a request took over the map: its hops in order, as numbered arrows. */
import type { RequestView } from "@/engine/types";
import { directionAt, highlight, type Path, pathData } from "@/model/map/geometry";
import { useMap } from "./mapContext";
import { hopsOf, isShort, NUMBER_PX, NUMBER_TYPE_PX, numberScale, numbersOf } from "./way";
import css from "./way.module.css";

interface WayProps {
  known: RequestView;
  /** It is told by somebody else than the engine that it was. */
  isStale?: boolean;
}

export function WayPicture({ known, isStale = known.verdict === "stale" }: WayProps) {
  const { lanes, layout, scale } = useMap();
  const larger = numberScale(scale);
  const halfPx = NUMBER_PX * larger;
  const hops = hopsOf(known, lanes.route);
  const cells = layout.nodes.map(({ rect }) => rect);
  const bad = isStale || known.outcome === "failed";
  return (
    <g className={css.way} data-way={known.id} data-bad={bad}>
      {hops.map((hop) => (
        <g key={hop.number}>
          <path className={css.wayLine} data-crosses={hop.crosses} d={pathData(hop.path)} />
          <path className={css.wayHead} d={headData(hop.path)} />
        </g>
      ))}
      {numbersOf(hops, cells, halfPx).map(({ number, x, y }) => (
        <g key={number}>
          <circle className={css.wayDot} cx={x} cy={y} r={halfPx} />
          <text
            className={css.wayNumber}
            x={x}
            y={y + 4.2 * larger}
            style={{ fontSize: NUMBER_TYPE_PX * larger }}
          >
            {number}
          </text>
        </g>
      ))}
    </g>
  );
}

function headData(path: Path): string {
  const tip = highlight(path, 1);
  const way = directionAt(path, 0.99);
  const back = isShort(path) ? 6 : 8;
  const half = back * 0.56;
  const x = tip.x - way.x * back;
  const y = tip.y - way.y * back;
  return `M${tip.x} ${tip.y}L${x - way.y * half} ${y + way.x * half}L${x + way.y * half} ${y - way.x * half}Z`;
}
