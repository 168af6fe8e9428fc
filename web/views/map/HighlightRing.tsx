/** A ring around the place that a text names, while it is pointed at there. */

import { usePage } from "@/session/pageStore";
import css from "./map.module.css";
import { useMap } from "./mapContext";

const AROUND_PX = 4;

export function HighlightRing() {
  const { layout } = useMap();
  const highlightedPlace = usePage((state) => state.highlightedPlace);
  if (highlightedPlace === null) return null;
  const place =
    "node" in highlightedPlace
      ? layout.nodes[highlightedPlace.node]
      : layout.zones.find(({ index }) => index === highlightedPlace.zone);
  if (place === undefined || place === null) return null;
  const { x, y, w, h } = place.rect;
  const style = {
    left: x - AROUND_PX,
    top: y - AROUND_PX,
    width: w + 2 * AROUND_PX,
    height: h + 2 * AROUND_PX,
  };
  return (
    <div
      className={css.highlight}
      data-highlighted={Object.values(highlightedPlace)[0]}
      style={style}
    />
  );
}
