/** Taking a thing of the drawn map with the pointer; a press that does not move is none. */

import { type PointerEvent, useRef, useState } from "react";

export interface Drag<What> {
  what: What;
  /** Where it was taken and where the pointer is, in px of the map. */
  from: { x: number; y: number };
  to: { x: number; y: number };
}

interface Dragging<What> {
  drag: Drag<What> | null;
  /** For each element that can be taken. */
  takes(what: What): {
    onPointerDown(event: PointerEvent<HTMLElement>): void;
    onPointerMove(event: PointerEvent<HTMLElement>): void;
    onPointerUp(event: PointerEvent<HTMLElement>): void;
    onPointerCancel(): void;
    onLostPointerCapture(): void;
  };
}

/** A hand is not still. */
const STILL_PX = 5;

export function useDrag<What>(
  box: { current: HTMLElement | null },
  drop: (drag: Drag<What>) => void,
): Dragging<What> {
  const [drag, setDrag] = useState<Drag<What> | null>(null);
  const pressed = useRef<Drag<What> | null>(null);
  const at = ({ clientX, clientY }: PointerEvent): { x: number; y: number } => {
    const bounds = box.current?.getBoundingClientRect();
    return { x: clientX - (bounds?.left ?? 0), y: clientY - (bounds?.top ?? 0) };
  };
  const end = (): void => {
    pressed.current = null;
    setDrag(null);
  };
  return {
    drag,
    takes: (what) => ({
      onPointerDown(event) {
        if (event.button !== 0) return;
        const from = at(event);
        pressed.current = { what, from, to: from };
      },
      onPointerMove(event) {
        const { current } = pressed;
        if (current === null) return;
        const to = at(event);
        const far = Math.hypot(to.x - current.from.x, to.y - current.from.y) > STILL_PX;
        if (drag === null && !far) return;
        // From now on it is this element's, wherever it goes.
        event.currentTarget.setPointerCapture(event.pointerId);
        pressed.current = { ...current, to };
        setDrag(pressed.current);
      },
      onPointerUp() {
        const { current } = pressed;
        if (drag !== null && current !== null) drop(current);
        end();
      },
      onPointerCancel: end,
      onLostPointerCapture: end,
    }),
  };
}
