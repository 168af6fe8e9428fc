/** The log of one replica: blocks with numbers when near, stretches of terms when far. */

import { useMemo } from "react";
import { type Hue, hueColor, termHue } from "@/model/map/hues";
import type { LogWindow, Strip, TermStretch } from "@/model/map/logStrips";
import css from "./draw.module.css";
import { Fallen } from "./Fallen";

interface LogStripProps {
  window: LogWindow;
  strip: Strip;
  width: number;
  block: number;
}

/** Px between two blocks, and above and below them for the mark of the commit index. */
const GAP_PX = 2.5;
const TICK_PX = 4;
const FOOT_PX = 7;
const FAR_PX = 13;

export function stripHeight(near: boolean, block: number): number {
  return (near ? block : FAR_PX) + 2 * TICK_PX + FOOT_PX;
}

/** Blocks of a size that stand beside each other in a width. */
export function blocksIn(width: number, block: number): number {
  return Math.floor((width + GAP_PX) / (block + GAP_PX));
}

export function LogStrip(props: LogStripProps) {
  const { window, width, block } = props;
  const height = stripHeight(window.near, block);
  return (
    <svg className={css.strip} width={width} height={height} aria-hidden="true">
      {window.near ? <Near {...props} /> : <Far {...props} />}
    </svg>
  );
}

function Near({ window, strip, block }: LogStripProps) {
  const step = block + GAP_PX;
  const xOf = (index: number) => (index - window.from) * step;
  const held = useMemo(() => termsOf(strip.stretches), [strip.stretches]);
  const indexes = Array.from({ length: window.to - window.from + 1 }, (_, i) => window.from + i);
  return (
    <>
      {indexes.map((index) => (
        <Block
          key={index}
          index={index}
          term={held.get(index) ?? 0}
          isCommitted={index <= strip.commit}
          x={xOf(index)}
          size={block}
        />
      ))}
      <Fallen held={held} commit={strip.commit} xOf={xOf} y={TICK_PX} block={block} />
      {strip.applied < strip.commit && strip.applied >= window.from && (
        <path
          className={css.applied}
          d={`M0 ${TICK_PX + block + 3}H${xOf(strip.applied) + block}`}
        />
      )}
      {strip.commit >= window.from - 1 && (
        <Tick x={Math.max(1, xOf(strip.commit + 1) - GAP_PX / 2)} height={block} />
      )}
    </>
  );
}

interface BlockProps {
  index: number;
  /** 0 = it does not hold the entry. */
  term: number;
  isCommitted: boolean;
  x: number;
  size: number;
}

function Block({ index, term, isCommitted, x, size }: BlockProps) {
  if (term === 0)
    return (
      <rect
        className={css.missing}
        x={x + 0.6}
        y={TICK_PX + 0.6}
        width={size - 1.2}
        height={size - 1.2}
        rx={3}
      />
    );
  return (
    <g
      // An entry that another leader's takes the place of is another entry.
      key={term}
      className={css.block}
      data-committed={isCommitted}
      style={{ color: hueColor(termHue(term)) }}
    >
      <rect x={x + 0.9} y={TICK_PX + 0.9} width={size - 1.8} height={size - 1.8} rx={3} />
      <text x={x + size / 2} y={TICK_PX + size / 2}>
        {index}
      </text>
    </g>
  );
}

function Far({ window, strip, width }: LogStripProps) {
  const perEntry = width / Math.max(1, window.to - window.from + 1);
  const xOf = (index: number) => (index - window.from) * perEntry;
  return (
    <>
      <rect
        className={css.missing}
        x={0.5}
        y={TICK_PX + 0.5}
        width={width - 1}
        height={FAR_PX - 1}
        rx={3}
      />
      {strip.stretches.map((stretch) => (
        <Stretch key={stretch.from} stretch={stretch} commit={strip.commit} xOf={xOf} />
      ))}
      <Tick x={Math.min(width - 1, Math.max(1, xOf(strip.commit + 1)))} height={FAR_PX} />
    </>
  );
}

interface StretchProps {
  stretch: TermStretch;
  commit: number;
  xOf(index: number): number;
}

/** Filled as far as it is committed, hollow beyond. */
function Stretch({ stretch: { term, from, to }, commit, xOf }: StretchProps) {
  const hue: Hue = termHue(term);
  const filled = Math.min(to, commit);
  const box = (first: number, last: number) => ({
    x: xOf(first),
    width: Math.max(0.8, xOf(last + 1) - xOf(first) - 0.8),
  });
  return (
    <g className={css.stretch} style={{ color: hueColor(hue) }}>
      {filled >= from && (
        <rect {...box(from, filled)} y={TICK_PX} height={FAR_PX} rx={2.5} data-committed={true} />
      )}
      {to > filled && (
        <rect
          {...box(Math.max(from, filled + 1), to)}
          y={TICK_PX + 0.8}
          height={FAR_PX - 1.6}
          rx={2}
          data-committed={false}
        />
      )}
    </g>
  );
}

/** Everything left of it is committed. */
function Tick({ x, height }: { x: number; height: number }) {
  const foot = TICK_PX + height + TICK_PX;
  return (
    <g className={css.tick} style={{ transform: `translateX(${x}px)` }}>
      <path d={`M0 1V${foot}`} />
      <path className={css.foot} d={`M-4.5 ${foot + FOOT_PX - 1}h9l-4.5 -${FOOT_PX}z`} />
    </g>
  );
}

function termsOf(stretches: readonly TermStretch[]): Map<number, number> {
  const terms = new Map<number, number>();
  for (const { term, from, to } of stretches)
    for (let index = from; index <= to; index++) terms.set(index, term);
  return terms;
}
