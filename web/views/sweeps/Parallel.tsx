/** A sweep's runs through their axes: names, values, and two handles on each axis for keys. */

import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { msg, t } from "@/language/words";
import type { Brushing, Stretch } from "@/model/sweeps/brushing";
import { type Dimension, valueText } from "@/model/sweeps/dimension";
import { usePage } from "@/session/pageStore";
import { useWidth } from "@/ui/useWidth";
import { BOTTOM_PX, type Layout, layoutOf, shortName, TOP_PX, yOf } from "./layout";
import { ParallelScene } from "./ParallelScene";
import css from "./sweeps.module.css";

const HEIGHT_PX = 280;

interface Props {
  dims: readonly Dimension[];
  brushing: Brushing;
  /** Another number with each move. */
  version: number;
  choose: (dim: Dimension, stretch: Stretch | null) => void;
}

export function Parallel(props: Props) {
  const { dims, brushing } = props;
  const box = useRef<HTMLElement>(null);
  const room = useWidth(box);
  const layout = layoutOf(dims.length, room, HEIGHT_PX);
  return (
    <section
      ref={box}
      className="narrows relative scroll-x"
      aria-label={t("Runs by axis")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to scroll it
      tabIndex={0}
    >
      <div className={css.picture} style={{ width: layout.width }}>
        <div className={css.names} style={{ height: 34 }}>
          {dims.map((dim, place) => (
            <span
              key={dim.name}
              className={css.name}
              data-kind={dim.kind}
              title={dim.label}
              style={{ left: layout.x[place], width: layout.gap - 6 }}
            >
              {shortName(dim.label)}
            </span>
          ))}
        </div>
        <div className={css.plot} style={{ height: HEIGHT_PX }}>
          {room > 0 && <Drawn {...props} layout={layout} />}
          {dims.map((dim, place) => (
            <Handles
              key={dim.name}
              dim={dim}
              x={layout.x[place] ?? 0}
              stretch={brushing.stretches.get(dim.name) ?? null}
              choose={(stretch) => props.choose(dim, stretch)}
            />
          ))}
        </div>
      </div>
    </section>
  );
}

function Drawn({ dims, brushing, version, choose, layout }: Props & { layout: Layout }) {
  const below = useRef<HTMLCanvasElement>(null);
  const above = useRef<HTMLCanvasElement>(null);
  const brushes = useRef<SVGGElement>(null);
  const scene = useScene({ below, above, brushes }, { dims, brushing, choose, layout });
  const drawn = useRef(version);
  useLayoutEffect(() => {
    if (drawn.current === version) return;
    drawn.current = version;
    scene.current?.placeBrushes();
  }, [scene, version]);
  const size = { width: layout.width, height: layout.height };
  return (
    <div aria-hidden="true">
      <canvas ref={below} className={css.canvas} style={size} />
      <canvas ref={above} className={css.canvas} style={size} data-testid="chosen-runs" />
      <svg className={css.over} width={layout.width} height={layout.height} aria-hidden="true">
        {dims.map((dim, place) => (
          <AxisLine key={dim.name} dim={dim} x={layout.x[place] ?? 0} height={layout.height} />
        ))}
        <g ref={brushes} className="brush" />
      </svg>
    </div>
  );
}

interface Refs {
  below: RefObject<HTMLCanvasElement | null>;
  above: RefObject<HTMLCanvasElement | null>;
  brushes: RefObject<SVGGElement | null>;
}

/** The scene of these axes at this size and in this theme. */
function useScene(
  { below, above, brushes }: Refs,
  { dims, brushing, choose, layout }: Omit<Props, "version"> & { layout: Layout },
): RefObject<ParallelScene | null> {
  const theme = usePage((state) => state.resolvedTheme);
  const scene = useRef<ParallelScene | null>(null);
  const latest = useRef(choose);
  latest.current = choose;
  const { width, height } = layout;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the layout is that of its width; a theme is read from the page
  useEffect(() => {
    const parts = { below: below.current, above: above.current, brushes: brushes.current };
    if (parts.below === null || parts.above === null || parts.brushes === null) return;
    const { below: all, above: chosen, brushes: group } = parts;
    const made = new ParallelScene(
      { below: all, above: chosen, brushes: group },
      { dims, brushing, layout },
      (dim, stretch) => latest.current(dim, stretch),
    );
    scene.current = made;
    const unfollow = brushing.follow(() => made.moved());
    return () => {
      unfollow();
      made.dispose();
      scene.current = null;
    };
  }, [dims, brushing, width, height, theme]);
  return scene;
}

/** Values are written beside the axis where there are few. */
const WRITTEN_MAX = 12;

function AxisLine({ dim, x, height }: { dim: Dimension; x: number; height: number }) {
  const written =
    dim.steps === null
      ? boundsOf(dim)
      : dim.steps.flatMap((_, at) => (at < WRITTEN_MAX ? [at] : []));
  return (
    <g transform={`translate(${x},0)`}>
      <line className={css.axis} y1={TOP_PX} y2={height - BOTTOM_PX} />
      {written.map((value) => (
        <text key={value} className={css.value} x={7} y={yOf(dim, value, height)} dy="0.35em">
          {valueText(dim, value)}
        </text>
      ))}
    </g>
  );
}

/** Both ends, or the one value that all runs have. */
function boundsOf({ values, from, to }: Dimension): number[] {
  const middle = (from + to) / 2;
  return values.every((value) => value === middle) ? [middle] : [from, to];
}

interface HandlesProps {
  dim: Dimension;
  x: number;
  stretch: Stretch | null;
  choose: (stretch: Stretch | null) => void;
}

const KEY_STEPS = 50;
const PAGE_KEYS = 10;

function Handles({ dim, x, stretch, choose }: HandlesProps) {
  const [from, to] = stretch ?? [dim.from, dim.to];
  const isSteps = dim.steps !== null;
  const step = isSteps ? 1 : (dim.to - dim.from) / KEY_STEPS;
  const onKey = (event: KeyboardEvent, end: "from" | "to"): void => {
    const next = movedBy(event.key, end === "from" ? from : to, dim, step);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (next === null) {
      choose(null);
      return;
    }
    const least = isSteps ? 1 : 0;
    const moved: Stretch =
      end === "from" ? [Math.min(next, to - least), to] : [from, Math.max(next, from + least)];
    choose(moved[0] <= dim.from && moved[1] >= dim.to ? null : moved);
  };
  // A step stands in the middle of its room.
  const inset = isSteps ? 0.5 : 0;
  return (["from", "to"] as const).map((end) => {
    const value = end === "from" ? from + inset : to - inset;
    const at = yOf(dim, end === "from" ? from : to, HEIGHT_PX);
    const isAbove = (end === "to") !== isSteps;
    return (
      <div
        key={end}
        role="slider"
        tabIndex={0}
        className={css.handle}
        data-side={isAbove ? "above" : "below"}
        data-set={stretch !== null}
        style={{ left: x, top: at }}
        aria-orientation="vertical"
        aria-label={t((isSteps ? END_OF_STEPS : END_OF_NUMBERS)[end], { axis: dim.label })}
        aria-valuemin={dim.from}
        aria-valuemax={dim.to}
        aria-valuenow={value}
        aria-valuetext={valueText(dim, value)}
        onKeyDown={(event) => onKey(event, end)}
      />
    );
  });
}

const END_OF_STEPS = { from: msg("{axis}, first"), to: msg("{axis}, last") };
const END_OF_NUMBERS = { from: msg("{axis}, least"), to: msg("{axis}, most") };

/** Where a key leads; null = the whole axis, undefined = it is no key of a handle. */
function movedBy(key: string, at: number, dim: Dimension, step: number): number | null | undefined {
  // Up is up on the screen: values side by side stand in their order from the top.
  const up = dim.steps === null ? step : -step;
  const inside = (value: number) => Math.min(dim.to, Math.max(dim.from, value));
  switch (key) {
    case "ArrowUp":
    case "ArrowRight":
      return inside(at + (key === "ArrowUp" ? up : step));
    case "ArrowDown":
    case "ArrowLeft":
      return inside(at - (key === "ArrowDown" ? up : step));
    case "PageUp":
      return inside(at + up * PAGE_KEYS);
    case "PageDown":
      return inside(at - up * PAGE_KEYS);
    case "Home":
      return dim.from;
    case "End":
      return dim.to;
    case "Delete":
    case "Backspace":
      return null;
    default:
      return undefined;
  }
}
