/** Entries that a log held a moment ago and holds no more: struck, they fall out below it. */

import { useEffect, useRef, useState } from "react";
import { hueColor, termHue } from "@/model/map/hues";
import css from "./draw.module.css";

interface FallenProps {
  /** Term by index, of what is held now. */
  held: ReadonlyMap<number, number>;
  commit: number;
  xOf(index: number): number;
  y: number;
  block: number;
}

interface Entry {
  index: number;
  term: number;
}

export function Fallen({ held, commit, xOf, y, block }: FallenProps) {
  const before = useRef({ held, commit });
  const [fallen, setFallen] = useState<readonly Entry[]>([]);
  useEffect(() => {
    const { current } = before;
    before.current = { held, commit };
    // Whoever went back in time lost nothing.
    if (commit < current.commit) return;
    const lost = lostEntries(current.held, held);
    if (lost.length > 0) setFallen(lost);
  }, [held, commit]);
  return fallen.map(({ index, term }) => (
    <g
      key={`${index}:${term}`}
      className={css.fallen}
      style={{ color: hueColor(termHue(term)) }}
      onAnimationEnd={() => setFallen((all) => all.filter((one) => one.index !== index))}
    >
      <rect x={xOf(index) + 0.9} y={y + 0.9} width={block - 1.8} height={block - 1.8} rx={3} />
      <text x={xOf(index) + block / 2} y={y + block / 2}>
        {index}
      </text>
      <path d={`M${xOf(index) - 2} ${y + block + 2}L${xOf(index) + block + 2} ${y - 2}`} />
    </g>
  ));
}

/** What stands at its index no more, though its index is still in sight. */
export function lostEntries(
  before: ReadonlyMap<number, number>,
  now: ReadonlyMap<number, number>,
): Entry[] {
  const first = Math.min(...now.keys());
  return [...before]
    .filter(([index, term]) => index >= first && now.get(index) !== term)
    .map(([index, term]) => ({ index, term }));
}
