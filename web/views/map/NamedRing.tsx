/** A ring around the place that a text names, while it is pointed at there. */

import { usePage } from "@/session/pageStore";
import css from "./map.module.css";
import { useMap } from "./mapContext";

const AROUND_PX = 4;

export function NamedRing() {
  const { layout } = useMap();
  const named = usePage((state) => state.named);
  if (named === null) return null;
  const place =
    "node" in named
      ? layout.nodes[named.node]
      : layout.zones.find(({ index }) => index === named.zone);
  if (place === undefined || place === null) return null;
  const { x, y, w, h } = place.rect;
  const style = {
    left: x - AROUND_PX,
    top: y - AROUND_PX,
    width: w + 2 * AROUND_PX,
    height: h + 2 * AROUND_PX,
  };
  return <div className={css.named} data-named={Object.values(named)[0]} style={style} />;
}
