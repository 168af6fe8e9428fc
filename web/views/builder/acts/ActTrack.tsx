/** The time line itself: a numbered mark for each action, moved by the pointer and by keys. */

import { scaleLinear } from "d3-scale";
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from "react";

import { TimeAxis } from "@/charts/Axes";
import { t } from "@/language/words";
import { rowsOf, snapped, stepOf } from "@/model/acts/rows";
import { type Scripted, scriptedText } from "@/model/acts/script";
import { formatInstant } from "@/model/units";
import { useWidth } from "@/ui/useWidth";
import css from "./acts.module.css";

/** A mark is as wide as a target, and a little air. */
const MARK_PX = 26;
const AXIS_PX = 22;

interface ActTrackProps {
  acts: readonly Scripted[];
  durationUs: number;
  chosen: Scripted | undefined;
  onChoose: (act: Scripted) => void;
  onMove: (act: Scripted, us: number) => void;
  onRemove: (act: Scripted) => void;
}

export function ActTrack({ acts, durationUs, chosen, ...verbs }: ActTrackProps) {
  const ref = useRef<HTMLDivElement>(null);
  const width = useWidth(ref);
  const x = scaleLinear().domain([0, durationUs]).range([0, width]).clamp(true);
  const rows = rowsOf(
    acts.map(({ atUs = 0 }) => x(atUs)),
    MARK_PX,
  );
  const height = Math.max(1, ...rows.map((row) => row + 1)) * MARK_PX;
  return (
    <div className={css.track}>
      <div ref={ref} className={css.line} style={{ height }}>
        {width > 0 &&
          acts.map((act, place) => (
            <Mark
              key={act.index}
              act={act}
              number={place + 1}
              row={rows[place] ?? 0}
              x={x(act.atUs ?? 0)}
              usPerPx={durationUs / width}
              durationUs={durationUs}
              isChosen={act.index === chosen?.index}
              {...verbs}
            />
          ))}
      </div>
      <svg className={css.axis} width={width} height={AXIS_PX} aria-hidden>
        <TimeAxis x={x} width={width} scale={1} />
      </svg>
      <p className="hint">
        {t(
          "Arrows move a mark by 10 ms, with Shift by 100 ms, with Ctrl by 1 s; Delete takes it out.",
        )}
      </p>
    </div>
  );
}

interface MarkProps extends Pick<ActTrackProps, "onChoose" | "onMove" | "onRemove"> {
  act: Scripted;
  number: number;
  row: number;
  x: number;
  usPerPx: number;
  durationUs: number;
  isChosen: boolean;
}

function Mark(props: MarkProps) {
  const { act, number, row, x, usPerPx, durationUs, isChosen, onChoose, onMove, onRemove } = props;
  const { atUs = 0 } = act;
  const [heldUs, hold] = useHeld(atUs, usPerPx, durationUs, (us) => onMove(act, us));
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = stepOf(event.key, event.shiftKey, event.ctrlKey || event.metaKey);
    if (event.key === "Delete" || event.key === "Backspace") onRemove(act);
    else if (event.key === "Enter" || event.key === " ") onChoose(act);
    else if (event.key === "Home") onMove(act, 0);
    else if (event.key === "End") onMove(act, durationUs);
    else if (step === undefined) return;
    else onMove(act, Math.min(durationUs, Math.max(0, atUs + step)));
    event.preventDefault();
  };
  const shownUs = heldUs ?? atUs;
  const left = x + (shownUs - Math.min(atUs, durationUs)) / usPerPx;
  return (
    <div
      role="slider"
      tabIndex={0}
      className={css.mark}
      data-chosen={isChosen}
      data-kind={act.kind ?? "none"}
      style={{ left, top: row * MARK_PX } as CSSProperties}
      aria-label={`${number}. ${scriptedText(act)}`}
      aria-valuemin={0}
      aria-valuemax={durationUs / 1_000}
      aria-valuenow={shownUs / 1_000}
      aria-valuetext={t("at {instant}", { instant: formatInstant(shownUs) })}
      title={t("{act}, at {instant}", {
        act: scriptedText(act),
        instant: formatInstant(shownUs),
      })}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        onChoose(act);
        hold(event);
      }}
    >
      {number}
    </div>
  );
}

/** The instant under the pointer while it is held; null while it is not. */
function useHeld(
  atUs: number,
  usPerPx: number,
  durationUs: number,
  onSettled: (us: number) => void,
): [number | null, (event: PointerEvent) => void] {
  const [heldUs, setHeld] = useState<number | null>(null);
  const hold = ({ button, pointerId, clientX, currentTarget }: PointerEvent): void => {
    if (button !== 0) return;
    const mark = currentTarget as HTMLElement;
    const end = new AbortController();
    const { signal } = end;
    const usAt = (event: globalThis.PointerEvent): number =>
      snapped(atUs + (event.clientX - clientX) * usPerPx, durationUs);
    mark.setPointerCapture(pointerId);
    const move = (event: globalThis.PointerEvent): void => setHeld(usAt(event));
    const settle = (event: globalThis.PointerEvent): void => {
      end.abort();
      setHeld(null);
      // A press that moved nothing is a choice and no move.
      if (event.clientX !== clientX) onSettled(usAt(event));
    };
    const drop = (): void => {
      end.abort();
      setHeld(null);
    };
    mark.addEventListener("pointermove", move, { signal });
    mark.addEventListener("pointerup", settle, { signal });
    mark.addEventListener("pointercancel", drop, { signal });
  };
  return [heldUs, hold];
}
