/** A zone as land in the sea: its coast in the hue of whose word counts there. */

import { type Hue, hueColor } from "@/model/map/hues";
import { coast, type IslandShape } from "@/model/map/island";
import css from "./draw.module.css";

interface IslandProps {
  shape: IslandShape;
  hue: Hue;
  /** No message leaves it or reaches it. */
  cut: boolean;
}

/** Px outside the coast of the depth lines. */
const DEPTHS = [9, 21, 37] as const;
const TIGHT_DEPTHS = [4, 9] as const;
const CUT_PX = 8;
const TIGHT_CUT_PX = 4;

export function Island({ shape, hue, cut }: IslandProps) {
  const depths = shape.tight ? TIGHT_DEPTHS : DEPTHS;
  const line = coast(shape);
  return (
    <g className={css.island} style={{ color: hueColor(hue), fill: hueColor(hue, "-soft") }}>
      {depths.toReversed().map((px, i) => (
        <path
          key={px}
          className={px === depths[0] ? css.shelf : css.depth}
          data-far={i === 0}
          d={coast(shape, px)}
        />
      ))}
      <path className={css.land} d={line} />
      {cut && <path className={css.cut} d={coast(shape, shape.tight ? TIGHT_CUT_PX : CUT_PX)} />}
    </g>
  );
}
