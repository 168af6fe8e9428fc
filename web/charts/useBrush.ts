/** Choosing a stretch of the run: by dragging, or by Shift with the arrow keys. */

import { type BrushBehavior, brushX, type D3BrushEvent } from "d3-brush";
import type { ScaleLinear } from "d3-scale";
import { select } from "d3-selection";
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { Interval } from "@/model/interval";

/** Narrower was a press, and means none. */
const WIDTH_PX_MIN = 3;
const KEY_PX = 12;

interface BrushProps {
  axis: RefObject<SVGGElement | null>;
  x: ScaleLinear<number, number>;
  width: number;
  height: number;
  interval: Interval | null;
  choose(interval: Interval | null): void;
}

/** Keeps the brush on the axis where the stretch is, and tells when it is dragged. */
export function useBrush({ axis, x, width, height, interval, choose }: BrushProps): void {
  const behavior = useRef<BrushBehavior<unknown> | null>(null);
  const latest = useRef({ x, choose });
  latest.current = { x, choose };
  useLayoutEffect(() => {
    const element = axis.current;
    if (element === null || width === 0) return;
    const made = brushX<unknown>()
      .extent([
        [0, 0],
        [width, height],
      ])
      .on("brush end", (event: D3BrushEvent<unknown>) => {
        // It was moved by the page itself.
        if (!event.sourceEvent) return;
        latest.current.choose(chosenBy(event, latest.current.x));
      });
    behavior.current = made;
    select<SVGGElement, unknown>(element).call(made);
    return () => {
      select(element).on(".brush", null).selectAll("*").remove();
    };
  }, [axis, width, height]);
  useEffect(() => {
    const element = axis.current;
    if (element === null || behavior.current === null) return;
    const ends = interval && [x(interval.from_us), x(interval.to_us)];
    behavior.current.move(select<SVGGElement, unknown>(element), ends as [number, number] | null);
  }, [axis, x, interval]);
}

function chosenBy(
  { selection }: D3BrushEvent<unknown>,
  x: ScaleLinear<number, number>,
): Interval | null {
  if (selection === null) return null;
  const [left, right] = selection as [number, number];
  if (right - left < WIDTH_PX_MIN) return null;
  return { from_us: Math.max(0, Math.round(x.invert(left))), to_us: Math.round(x.invert(right)) };
}

/** Shift and an arrow key add to the stretch on that side; undefined: it was another key. */
export function stretched(
  { key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">,
  { from_us, to_us }: Interval,
  x: ScaleLinear<number, number>,
): Interval | undefined {
  if (!shiftKey) return undefined;
  const moved = (us: number, px: number) => Math.max(0, Math.round(x.invert(x(us) + px)));
  if (key === "ArrowRight") return { from_us, to_us: moved(to_us, KEY_PX) };
  if (key === "ArrowLeft") return { from_us: moved(from_us, -KEY_PX), to_us };
  return undefined;
}
