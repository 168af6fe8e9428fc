/** The stretch of the run that the lanes show, by wheel, pinch, drag or keys. */

import { type ScaleLinear, scaleLinear } from "d3-scale";
import { select } from "d3-selection";
import { type ZoomBehavior, ZoomTransform, zoom, zoomIdentity } from "d3-zoom";
import {
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Interval } from "@/model/interval";

/** The shortest stretch that fills the width. */
const SPAN_US_MIN = 2_000;
const KEY_FACTOR = 1.6;
const KEY_PAN = 0.2;
/** Marks what the brush listens to. */
export const BRUSH = "data-brush";

export interface TimeZoom {
  /** µs to px. */
  readonly x: ScaleLinear<number, number>;
  readonly isWhole: boolean;
  whole(): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** What begins on the time axis is the brush's; of buttons only the first one drags. */
function isForZoom(event: MouseEvent | WheelEvent): boolean {
  if (event.type === "wheel") return true;
  const isOnAxis = event.target instanceof Element && event.target.closest(`[${BRUSH}]`) !== null;
  return !event.ctrlKey && !event.button && !isOnAxis;
}

interface Zoomed {
  endUs: number;
  width: number;
  /** What is shown until somebody zooms; null: all of it. */
  opening: Interval | null;
}

export function useTimeZoom(
  surface: RefObject<SVGSVGElement | null>,
  { endUs, width, opening }: Zoomed,
): TimeZoom {
  // null: nobody zoomed yet.
  const [zoomed, setZoomed] = useState<ZoomTransform | null>(null);
  const behavior = useRef<ZoomBehavior<SVGSVGElement, unknown> | null>(null);
  /** While d3 is told what is shown, which is nobody's zoom. */
  const isTold = useRef(false);
  const [fromUs, toUs] = [opening?.from_us ?? 0, opening?.to_us ?? endUs];
  const began = transformTo(fromUs, toUs, endUs, width);
  const transform = zoomed ?? began;
  useLayoutEffect(() => {
    const element = surface.current;
    if (element === null || width === 0) return;
    const corners: [[number, number], [number, number]] = [
      [0, 0],
      [width, 1],
    ];
    const made = zoom<SVGSVGElement, unknown>()
      .scaleExtent([1, Math.max(1, endUs / SPAN_US_MIN)])
      .extent(corners)
      .translateExtent(corners)
      .filter(isForZoom)
      .on("zoom", (event: { transform: ZoomTransform }) => {
        if (!isTold.current) setZoomed(event.transform);
      });
    behavior.current = made;
    // A double press goes to an instant, as elsewhere on the page.
    select(element).call(made).on("dblclick.zoom", null);
    return () => {
      select(element).on(".zoom", null);
    };
  }, [surface, endUs, width]);
  // The zoom goes on from what is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the transform is of these numbers
  useLayoutEffect(() => {
    const element = surface.current;
    if (element === null || zoomed !== null) return;
    isTold.current = true;
    behavior.current?.transform(select(element), began);
    isTold.current = false;
  }, [surface, zoomed, fromUs, toUs, endUs, width]);
  const change = (how: "scaleBy" | "translateBy", by: number): void => {
    const element = surface.current;
    const { current } = behavior;
    if (element === null || current === null) return;
    if (how === "scaleBy") current.scaleBy(select(element), by);
    else current.translateBy(select(element), by / transform.k, 0);
  };
  const whole = (): void => {
    const element = surface.current;
    if (element !== null) behavior.current?.transform(select(element), zoomIdentity);
  };
  const { k, x: shift } = transform;
  // The same for the same stretch: what is drawn by it is drawn again when it is another.
  const x = useMemo(() => {
    const base = scaleLinear([0, Math.max(1, endUs)], [0, Math.max(1, width)]);
    return new ZoomTransform(k, shift, 0).rescaleX(base);
  }, [k, shift, endUs, width]);
  return {
    x,
    isWhole: transform.k === 1,
    whole,
    onKeyDown(event) {
      const isZoomed = transform.k > 1;
      if (event.key === "+" || event.key === "=") change("scaleBy", KEY_FACTOR);
      else if (event.key === "-") change("scaleBy", 1 / KEY_FACTOR);
      else if (event.key === "0") whole();
      else if (event.key === "ArrowLeft" && isZoomed) change("translateBy", width * KEY_PAN);
      else if (event.key === "ArrowRight" && isZoomed) change("translateBy", -width * KEY_PAN);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

function transformTo(fromUs: number, toUs: number, endUs: number, width: number): ZoomTransform {
  const k = endUs / Math.max(1, toUs - fromUs);
  return zoomIdentity.scale(k).translate((-fromUs * width) / Math.max(1, endUs), 0);
}
