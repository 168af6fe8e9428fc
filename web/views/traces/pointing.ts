/** Pointers on the lanes as verbs: drag, pinch, wheel, press. Must not know what they move. */

export interface PointingVerbs {
  pan(dxPx: number, dyPx: number): void;
  zoom(factor: number, x: number): void;
  /** The pointer is here; null: it is gone. */
  point(at: { x: number; y: number } | null): void;
  press(at: { x: number; y: number }): void;
}

const STILL_PX = 4;
/** Zoom per pixel of wheel, and per pixel of a pinch on a trackpad. */
const WHEEL = 0.0016;
const PINCH = 0.01;

/** Listens until the answer is called. */
export function followPointers(element: HTMLElement, verbs: PointingVerbs): () => void {
  const away = new AbortController();
  const { signal } = away;
  const down = new Map<number, { x: number; y: number }>();
  let moved = false;
  const place = (event: MouseEvent) => {
    const bounds = element.getBoundingClientRect();
    return { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
  };
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      verbs.pan(event.shiftKey ? event.deltaY || event.deltaX : event.deltaX, 0);
      return;
    }
    const rate = event.ctrlKey ? PINCH : WHEEL;
    verbs.zoom(Math.exp(event.deltaY * rate), place(event).x);
  };
  const begin = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    moved = down.size > 0;
    down.set(event.pointerId, place(event));
  };
  const move = (event: PointerEvent): void => {
    const at = place(event);
    const before = down.get(event.pointerId);
    if (before === undefined) {
      if (event.pointerType !== "touch") verbs.point(at);
      return;
    }
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    if (other !== undefined) {
      const wide = Math.max(20, Math.abs(before.x - other.x));
      verbs.zoom(wide / Math.max(20, Math.abs(at.x - other.x)), (at.x + other.x) / 2);
    } else {
      const [dx, dy] = [before.x - at.x, before.y - at.y];
      if (!moved && Math.hypot(dx, dy) <= STILL_PX) return;
      moved = true;
      verbs.pan(dx, dy);
    }
    down.set(event.pointerId, at);
  };
  const end = (event: PointerEvent): void => {
    if (down.delete(event.pointerId) && !moved && event.type === "pointerup")
      verbs.press(place(event));
  };
  element.addEventListener("wheel", wheel, { signal, passive: false });
  element.addEventListener("pointerdown", begin, { signal });
  element.addEventListener("pointermove", move, { signal });
  element.addEventListener("pointerup", end, { signal });
  element.addEventListener("pointercancel", end, { signal });
  element.addEventListener("pointerleave", () => verbs.point(null), { signal });
  return () => away.abort();
}
