/** The lanes as the line of the run: a drag moves the instant, or once zoomed the window. */

import { type PointerEvent, useRef } from "react";
import { BRUSH, type TimeZoom } from "@/charts/useTimeZoom";
import { sim } from "@/session/simClient";

/** Less is a press, which goes to an instant by itself. */
const DRAG_PX_MIN = 4;

export function useScrub(zoom: Pick<TimeZoom, "x" | "isWhole">) {
  const from = useRef<number | null>(null);
  const isDragged = useRef(false);
  const end = () => {
    from.current = null;
  };
  return {
    onPointerDown({ button, clientX, target }: PointerEvent<Element>) {
      isDragged.current = false;
      const isOnAxis = target instanceof Element && target.closest(`[${BRUSH}]`) !== null;
      if (button !== 0 || isOnAxis || !zoom.isWhole) return;
      from.current = clientX;
    },
    onPointerMove({ clientX, currentTarget, pointerId }: PointerEvent<Element>) {
      if (from.current === null) return;
      if (!isDragged.current && Math.abs(clientX - from.current) < DRAG_PX_MIN) return;
      // Not before: what is pressed alone must hear of it itself.
      if (!isDragged.current) currentTarget.setPointerCapture(pointerId);
      isDragged.current = true;
      const { left } = currentTarget.getBoundingClientRect();
      void sim.seek(Math.max(0, Math.round(zoom.x.invert(clientX - left))));
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
