/** Pointers on the canvas as verbs: drag, pinch, wheel, press. Must not know what they move. */

export interface PointerVerbs {
  pan(byPx: number): void;
  scale(factor: number, x: number): void;
  /** The pointer is here; nowhere is at -1. */
  point(x: number, y: number): void;
  press(x: number, y: number, reachPx: number): void;
  pressTwice(x: number): void;
}

/** A press that moves less than this is not a drag. */
const STILL_PX = 4;
const REACH_PX = 8;
const REACH_TOUCH_PX = 16;
/** Zoom per pixel of wheel, and per pixel of a pinch on a trackpad. */
const WHEEL = 0.0016;
const PINCH = 0.01;
const LINE_PX = 16;

export class Pointers {
  private readonly canvas: HTMLCanvasElement;
  private readonly verbs: PointerVerbs;
  private readonly down = new Map<number, { x: number; y: number }>();
  private startX = 0;
  private moved = false;
  private readonly away = new AbortController();

  constructor(canvas: HTMLCanvasElement, verbs: PointerVerbs) {
    this.canvas = canvas;
    this.verbs = verbs;
    const { signal } = this.away;
    canvas.addEventListener("wheel", (event) => this.wheel(event), { signal, passive: false });
    canvas.addEventListener("pointerdown", (event) => this.press(event), { signal });
    canvas.addEventListener("pointermove", (event) => this.move(event), { signal });
    canvas.addEventListener("pointerup", (event) => this.lift(event, true), { signal });
    canvas.addEventListener("pointercancel", (event) => this.lift(event, false), { signal });
    canvas.addEventListener("pointerleave", () => verbs.point(-1, -1), { signal });
    canvas.addEventListener("dblclick", (event) => verbs.pressTwice(this.place(event).x), {
      signal,
    });
  }

  dispose(): void {
    this.away.abort();
  }

  private place(event: MouseEvent): { x: number; y: number } {
    const bounds = this.canvas.getBoundingClientRect();
    return { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? LINE_PX : 1;
    const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      this.verbs.pan(sideways * unit);
      return;
    }
    const rate = event.ctrlKey ? PINCH : WHEEL;
    this.verbs.scale(Math.exp(event.deltaY * unit * rate), this.place(event).x);
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.canvas.setPointerCapture(event.pointerId);
    const at = this.place(event);
    this.down.set(event.pointerId, at);
    if (this.down.size === 1) {
      this.startX = at.x;
      this.moved = false;
    } else this.moved = true;
  }

  private move(event: PointerEvent): void {
    const at = this.place(event);
    const before = this.down.get(event.pointerId);
    if (before === undefined) {
      if (event.pointerType !== "touch") this.verbs.point(at.x, at.y);
      return;
    }
    const other = [...this.down].find(([id]) => id !== event.pointerId)?.[1];
    if (other !== undefined) {
      const wide = Math.max(20, Math.abs(before.x - other.x));
      const now = Math.max(20, Math.abs(at.x - other.x));
      this.verbs.scale(wide / now, (at.x + other.x) / 2);
      this.verbs.pan((before.x - at.x) / 2);
    } else if (this.moved || Math.abs(at.x - this.startX) > STILL_PX) {
      this.verbs.pan(this.moved ? before.x - at.x : this.startX - at.x);
      this.moved = true;
    }
    this.down.set(event.pointerId, at);
  }

  private lift(event: PointerEvent, isPress: boolean): void {
    const before = this.down.get(event.pointerId);
    this.down.delete(event.pointerId);
    if (before === undefined || !isPress || this.moved) return;
    const at = this.place(event);
    const reach = event.pointerType === "touch" ? REACH_TOUCH_PX : REACH_PX;
    this.verbs.press(at.x, at.y, reach);
  }
}
