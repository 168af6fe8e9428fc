/** The card of an instant, 1200 by 630: the run's picture beside what is to be said of it. */

import type { ReactNode } from "react";
import { Logo } from "@/draw/Logo";
import type { Rect } from "@/model/map/geometry";
import { textWidth } from "@/model/textWidth";
import { CardPicture, paperOf } from "./CardPicture";
import type { CardRun } from "./cardRun";
import { MOVING, MovingMap } from "./MovingMap";
import { CARD } from "./place";
import { box } from "./strokes";

export interface Saying {
  title: string;
  /** What is true at the instant, or what was seen. */
  sentence: string;
  /** Which run it is, and the instant, a line each. */
  notes: readonly string[];
}

const SHEET = { w: 1200, h: 630 };
const WORDS = { x: 56, w: 470 };
const TITLE_PX = 48;
const SENTENCE_PX = 28;
const NOTE_PX = 20;
const NOTES_Y = 482;

interface ShareSheetProps {
  card: CardRun;
  saying: Saying;
  /** As one of the pictures of a loop: the map, whatever the scenario is pictured by. */
  isMoving?: boolean;
}

export function ShareSheet({ card, saying, isMoving = false }: ShareSheetProps) {
  const { title, sentence, notes } = saying;
  const heading = wrapped(title, TITLE_PX);
  const below = 92 + heading.length * (TITLE_PX + 4) + 18;
  const picture = { x: WORDS.w, y: 0, w: SHEET.w - WORDS.w, h: SHEET.h };
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${SHEET.w} ${SHEET.h}`}
      fontFamily="var(--font)"
      aria-hidden="true"
      data-testid="share-card"
    >
      <path fill="var(--bg)" d={box({ x: 0, y: 0, ...SHEET })} />
      <path fill="var(--sea)" d={box(picture)} />
      {isMoving ? (
        <Framed picture={picture} units={MOVING}>
          <MovingMap card={card} />
        </Framed>
      ) : (
        <Still card={card} picture={picture} />
      )}
      <g fontFamily="var(--serif)">
        <Lines lines={heading} y={92} px={TITLE_PX} fill="var(--ink)" />
        <Lines
          lines={wrapped(sentence, SENTENCE_PX)}
          y={below}
          px={SENTENCE_PX}
          fill="var(--ink2)"
        />
        <g transform={`translate(${WORDS.x} 548)`}>
          <Logo size={30} />
          <text x="40" y="24" fontSize="25" fill="var(--ink)">
            Raft Atlas
          </text>
        </g>
      </g>
      <Lines
        lines={notes.flatMap((note) => wrapped(note, NOTE_PX))}
        y={NOTES_Y}
        px={NOTE_PX}
        fill="var(--ink3)"
      />
    </svg>
  );
}

/** The scenario's picture, with what it ends in drawn to the sheet's edges. */
function Still({ card, picture }: { card: CardRun; picture: Rect }) {
  const paper = paperOf(card);
  const top = paper === "all" ? 0 : picture.h / 2;
  return (
    <>
      {paper !== "none" && (
        <path fill="var(--raised)" d={box({ ...picture, y: top, h: picture.h - top })} />
      )}
      <Framed picture={picture} units={CARD}>
        <CardPicture card={card} />
      </Framed>
    </>
  );
}

interface FramedProps {
  picture: Rect;
  /** How wide and high the drawing reckons it. */
  units: Pick<Rect, "w" | "h">;
  children: ReactNode;
}

function Framed({ picture: { x, w, h }, units, children }: FramedProps) {
  return (
    <svg x={x} width={w} height={h} viewBox={`0 0 ${units.w} ${units.h}`} aria-hidden="true">
      {children}
    </svg>
  );
}

interface LinesProps {
  lines: readonly string[];
  y: number;
  px: number;
  fill: string;
}

function Lines({ lines, y, px, fill }: LinesProps) {
  const step = px + (px > 40 ? 4 : 9);
  return lines.map((line, i) => (
    <text key={line} x={WORDS.x} y={y + i * step} fontSize={px} fill={fill}>
      {line}
    </text>
  ));
}

/** Between words of Latin letters, and after each Chinese sign. */
const PIECES = /[\u2e80-\u9fff\uff00-\uff60]|[^\s\u2e80-\u9fff\uff00-\uff60]+\s*/g;

/** In lines of the words' width. */
export function wrapped(text: string, px: number): string[] {
  const room = WORDS.w - WORDS.x - 24;
  const lines: string[] = [];
  for (const piece of text.match(PIECES) ?? []) {
    const last = lines.at(-1);
    if (last !== undefined && textWidth(last + piece.trimEnd(), px) <= room)
      lines[lines.length - 1] = last + piece;
    else lines.push(piece);
  }
  return lines.map((line) => line.trimEnd());
}
