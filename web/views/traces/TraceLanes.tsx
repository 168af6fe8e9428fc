/** The lanes of a trace on a canvas, with keys and pointers. It owns what is seen. */

import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { t } from "@/language/words";
import { beside, firstFrom } from "@/model/traces/trace";
import { usePage } from "@/session/pageStore";
import { useTypeScale } from "@/session/typeScale";
import { useWidth } from "@/ui/useWidth";
import { paintLanes } from "./paint";
import {
  around,
  axisHeight,
  bounded,
  type Look,
  markAt,
  type Picture,
  rowsOf,
  type Sizes,
  showing,
  wholeLook,
  zoomed,
} from "./picture";
import { followPointers } from "./pointing";
import css from "./traces.module.css";

export interface LanesProps {
  label: string;
  picture: Picture;
  selected: number | null;
  onSelect: (mark: number | null) => void;
  onHover: (mark: number | null) => void;
  hovered: number | null;
  /** Marks that belong together; they are in sight first. */
  part: readonly number[];
  /** Marks that were searched for, rising. */
  finds: Uint32Array;
}

const HEIGHT_MAX = 460;
const ZOOM_STEP = 0.6;

export function TraceLanes(props: LanesProps) {
  const { label, picture, selected } = props;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const helpId = useId();
  const sizes = useSizes(box, picture);
  const [look, setLook] = useLook(props, sizes);
  usePaint(canvas, props, look, sizes);
  usePointing(box, props, { look, setLook, sizes });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const verbs = verbsOf(props, { look, setLook, sizes });
    if (laneKey(event.key, event.shiftKey, verbs)) event.preventDefault();
  };
  const { trace } = picture;
  const words =
    selected === null
      ? ""
      : `${trace.lanes[trace.lane[selected] ?? 0]?.name ?? ""}: ${trace.short(selected)}`;
  return (
    <>
      <div
        ref={box}
        className={css.lanes}
        style={{ height: sizes.height }}
        role="application"
        aria-roledescription={t("diagram")}
        aria-label={label}
        aria-describedby={helpId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is a widget with keys of its own
        tabIndex={0}
        data-testid="lanes"
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} className="block full-width" />
      </div>
      <p id={helpId} className="sr-only">
        {t(
          "Arrow keys left and right move in time, plus and minus zoom, 0 shows everything. Brackets go to the previous and next mark of a lane, up and down to another lane, N to the next mark of the smallest part or of what was found.",
        )}
      </p>
      <p className="sr-only" aria-live="polite" data-testid="lanes-cursor">
        {words}
      </p>
    </>
  );
}

/** As high as the lanes need, within bounds. */
function useSizes(box: RefObject<HTMLDivElement | null>, { trace }: Picture): Sizes {
  const textPx = Math.round(12 * useTypeScale());
  const width = useWidth(box);
  const height = rowsOf(trace, textPx).height + axisHeight(textPx) + 6;
  return { width, height: Math.min(height, HEIGHT_MAX), textPx };
}

type SetLook = (next: (look: Look) => Look) => void;

/** At first the part, or all of it. */
function useLook({ picture, part, selected }: LanesProps, sizes: Sizes): [Look, SetLook] {
  const [kept, keep] = useState<{ of: Picture; look: Look } | null>(null);
  const first = (): Look => around(part, picture, sizes) ?? wholeLook(picture, sizes);
  const look = bounded(kept?.of === picture ? kept.look : first(), picture, sizes);
  const change: SetLook = (next) =>
    keep((before) => {
      const now = before?.of === picture ? before.look : first();
      return { of: picture, look: bounded(next(bounded(now, picture, sizes)), picture, sizes) };
    });
  const shown = useRef<number | null>(null);
  // What is selected from elsewhere comes into sight.
  useEffect(() => {
    if (selected !== null && selected !== shown.current && sizes.width > 0)
      change((now) => showing(now, selected, picture, sizes));
    shown.current = selected;
  });
  return [look, change];
}

interface Seen {
  look: Look;
  setLook: SetLook;
  sizes: Sizes;
}

function usePaint(
  canvas: RefObject<HTMLCanvasElement | null>,
  { picture, part, finds, selected, hovered }: LanesProps,
  look: Look,
  sizes: Sizes,
): void {
  // Another theme is another picture.
  const theme = usePage((state) => state.resolvedTheme);
  useLayoutEffect(() => {
    const element = canvas.current;
    const paint = element?.getContext("2d");
    if (element === null || paint == null || sizes.width === 0) return;
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [Math.round(sizes.width * ratio), Math.round(sizes.height * ratio)];
    if (element.width !== width) element.width = width;
    if (element.height !== height) element.height = height;
    element.style.height = `${sizes.height}px`;
    element.setAttribute("data-theme", theme);
    const style = getComputedStyle(element);
    const known = new Map<string, string>();
    const colour = (role: string): string => {
      const value = known.get(role) ?? style.getPropertyValue(`--${role}`).trim();
      known.set(role, value);
      return value;
    };
    paint.setTransform(ratio, 0, 0, ratio, 0, 0);
    paint.font = `${sizes.textPx}px ${style.fontFamily}`;
    const chosen = { selected, hovered, part: new Set(part), finds: new Set(finds) };
    paintLanes(paint, picture, look, sizes, chosen, colour);
  }, [canvas, picture, part, finds, selected, hovered, look, sizes, theme]);
}

/** Listens once; what the listeners do is always of the last picture. */
function usePointing(box: RefObject<HTMLDivElement | null>, props: LanesProps, seen: Seen): void {
  const latest = useRef({ props, seen });
  useLayoutEffect(() => {
    latest.current = { props, seen };
  });
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const now = () => latest.current;
    const at = (point: { x: number; y: number }): number | null => {
      const { props, seen } = now();
      return markAt(props.picture, seen.look, seen.sizes, point);
    };
    return followPointers(element, {
      pan: (dx, dy) => now().seen.setLook((look) => panned(look, dx, dy)),
      zoom: (factor, x) => {
        const { seen } = now();
        seen.setLook((look) => zoomed(look, factor, x, seen.sizes));
      },
      point: (point) => {
        const mark = point === null ? null : at(point);
        if (mark !== now().props.hovered) now().props.onHover(mark);
      },
      press: (point) => now().props.onSelect(at(point)),
    });
  }, [box]);
}

function panned(look: Look, dx: number, dy: number): Look {
  return { ...look, from: look.from + dx * look.perPx, scrollPx: look.scrollPx + dy };
}

function verbsOf(props: LanesProps, { look, setLook, sizes }: Seen) {
  const { picture, selected, onSelect, part, finds } = props;
  const { trace, byLane } = picture;
  const select = (mark: number | null | undefined): void => {
    if (mark != null) onSelect(mark);
  };
  const marksOf = (lane: number) => byLane[lane] ?? new Uint32Array();
  const middle = picture.axis.at(look.from + (sizes.width * look.perPx) / 2);
  return {
    pan: (share: number) => setLook((now) => panned(now, share * sizes.width, 0)),
    zoom: (steps: number) =>
      setLook((now) => zoomed(now, ZOOM_STEP ** steps, sizes.width / 2, sizes)),
    whole: () => setLook(() => wholeLook(picture, sizes)),
    along: (direction: 1 | -1) => {
      const lane = selected === null ? 0 : (trace.lane[selected] ?? 0);
      select(beside(marksOf(lane), selected ?? -1, direction));
    },
    across: (direction: 1 | -1) => {
      const lane = selected === null ? -1 : (trace.lane[selected] ?? 0);
      const start = selected === null ? middle : (trace.start[selected] ?? 0);
      for (let to = lane + direction; to >= 0 && to < byLane.length; to += direction) {
        const marks = marksOf(to);
        if (marks.length === 0) continue;
        return select(marks[Math.min(marks.length - 1, firstFrom(marks, trace.start, start))]);
      }
    },
    next: (direction: 1 | -1) => {
      const among = part.length > 0 ? Uint32Array.from(part).sort() : finds;
      select(beside(among, selected ?? -1, direction) ?? among.at(direction === 1 ? 0 : -1));
    },
  };
}

interface LaneVerbs {
  /** By a share of the width. */
  pan(share: number): void;
  zoom(steps: number): void;
  whole(): void;
  /** To the previous or next mark of the lane. */
  along(direction: 1 | -1): void;
  /** To the lane above or below. */
  across(direction: 1 | -1): void;
  /** To the previous or next mark of the smallest part, or of what was found. */
  next(direction: 1 | -1): void;
}

/** True when the key meant something. */
function laneKey(key: string, shift: boolean, verbs: LaneVerbs): boolean {
  const step = shift ? 0.5 : 0.08;
  const does: Record<string, () => void> = {
    ArrowLeft: () => verbs.pan(-step),
    ArrowRight: () => verbs.pan(step),
    ArrowUp: () => verbs.across(-1),
    ArrowDown: () => verbs.across(1),
    "+": () => verbs.zoom(1),
    "=": () => verbs.zoom(1),
    "-": () => verbs.zoom(-1),
    _: () => verbs.zoom(-1),
    "0": () => verbs.whole(),
    "[": () => verbs.along(-1),
    "]": () => verbs.along(1),
    n: () => verbs.next(1),
    N: () => verbs.next(-1),
  };
  const act = Object.hasOwn(does, key) ? does[key] : undefined;
  act?.();
  return act !== undefined;
}
