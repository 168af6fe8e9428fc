/** The lines of a sweep's runs on two canvases: all runs below, the chosen ones above. */

import { type BrushBehavior, brushY, type D3BrushEvent } from "d3-brush";
import { select } from "d3-selection";
import type { Brushing, Stretch } from "@/model/sweeps/brushing";
import type { Dimension } from "@/model/sweeps/dimension";
import { type Binned, binned, opacities, Ways } from "./density";
import { BOTTOM_PX, type Layout, TOP_PX, valueAtY, yOf, yOfNone } from "./layout";

/** More runs than this are counted instead of drawn one by one. */
const LINES_MAX = 2_000;
const BRUSH_PX = 14;
/** Less was a press, and takes the stretch away. */
const STRETCH_PX_MIN = 3;

export interface SceneParts {
  below: HTMLCanvasElement;
  above: HTMLCanvasElement;
  brushes: SVGGElement;
}

export interface PlotState {
  dims: readonly Dimension[];
  brushing: Brushing;
  layout: Layout;
}

type Choose = (dim: Dimension, stretch: Stretch | null) => void;

export class ParallelScene {
  private readonly parts: SceneParts;
  private readonly plot: PlotState;
  private readonly y: Float32Array[];
  private readonly lines: Lines;
  private readonly behaviors: BrushBehavior<unknown>[] = [];
  private drawing = 0;

  constructor(parts: SceneParts, plot: PlotState, choose: Choose) {
    this.parts = parts;
    this.plot = plot;
    const { dims, brushing, layout } = plot;
    this.y = dims.map((dim) =>
      Float32Array.from(dim.values, (value) =>
        Number.isNaN(value) ? yOfNone(layout.height) : yOf(dim, value, layout.height),
      ),
    );
    this.lines =
      brushing.runs > LINES_MAX
        ? new CountedLines(this.y, layout, brushing)
        : new SingleLines(this.y, layout, brushing);
    this.drawBelow();
    this.addBrushes(choose);
    this.placeBrushes();
    this.draw();
  }

  /** A stretch was moved: what `brushing` says that changed is drawn with the next frame. */
  moved(): void {
    this.lines.changed();
    if (this.drawing !== 0) return;
    this.drawing = requestAnimationFrame(() => {
      this.drawing = 0;
      this.draw();
    });
  }

  /** Brushes stand where stretches are, whoever moved them. */
  placeBrushes(): void {
    const { dims, brushing, layout } = this.plot;
    const groups = this.parts.brushes.children;
    for (const [place, dim] of dims.entries()) {
      const stretch = brushing.stretches.get(dim.name);
      const ends = stretch?.map((value) => yOf(dim, value, layout.height));
      const group = groups[place] as SVGGElement | undefined;
      if (group === undefined) continue;
      const at = ends === undefined ? null : ends.toSorted((a, b) => a - b);
      this.behaviors[place]?.move(
        select<SVGGElement, unknown>(group),
        at as [number, number] | null,
      );
    }
  }

  dispose(): void {
    cancelAnimationFrame(this.drawing);
    select(this.parts.brushes).selectAll("*").remove();
  }

  private drawBelow(): void {
    this.lines.draw(
      fitted(this.parts.below, this.plot.layout, this.lines.ratio),
      "all",
      ink(this.parts.below, "--ink3"),
    );
  }

  private draw(): void {
    const { above } = this.parts;
    this.lines.draw(
      fitted(above, this.plot.layout, this.lines.ratio),
      "chosen",
      ink(above, "--accent"),
    );
    above.dataset.drawn = String(Number(above.dataset.drawn ?? 0) + 1);
  }

  private addBrushes(choose: Choose): void {
    const { dims, layout } = this.plot;
    const root = select(this.parts.brushes);
    root.selectAll("*").remove();
    for (const [place, dim] of dims.entries()) {
      const behavior = brushY<unknown>()
        .extent([
          [-BRUSH_PX, TOP_PX],
          [BRUSH_PX, layout.height - BOTTOM_PX],
        ])
        .on("brush end", (event: D3BrushEvent<unknown>) => {
          // It was moved by the page itself.
          if (!event.sourceEvent) return;
          choose(dim, stretchBy(event, dim, layout.height));
        });
      this.behaviors.push(behavior);
      const group = root.append("g").attr("transform", `translate(${layout.x[place]},0)`);
      group.attr("data-axis", dim.name);
      behavior(group as never);
    }
  }
}

function stretchBy(
  { selection }: D3BrushEvent<unknown>,
  dim: Dimension,
  height: number,
): Stretch | null {
  if (selection === null) return null;
  const [above, below] = selection as [number, number];
  if (below - above < STRETCH_PX_MIN) return null;
  const ends = [valueAtY(dim, above, height), valueAtY(dim, below, height)];
  const [from = 0, to = 0] = ends.toSorted((a, b) => a - b);
  // Values side by side are in or out: between two of them there is nothing.
  const [first, last] = [Math.ceil(from), Math.floor(to)];
  return dim.steps === null || first > last ? [from, to] : [first - 0.5, last + 0.5];
}

/** What draws lines, one way or the other. */
interface Lines {
  /** Pixels of the canvas for one of the page. */
  readonly ratio: number;
  changed(): void;
  draw(on: CanvasRenderingContext2D, which: "all" | "chosen", colour: string): void;
}

/** Few runs, each as its own line. */
class SingleLines implements Lines {
  readonly ratio = Math.min(3, window.devicePixelRatio || 1);
  private readonly y: Float32Array[];
  private readonly layout: Layout;
  private readonly brushing: Brushing;

  constructor(y: Float32Array[], layout: Layout, brushing: Brushing) {
    this.y = y;
    this.layout = layout;
    this.brushing = brushing;
  }

  changed(): void {}

  draw(on: CanvasRenderingContext2D, which: "all" | "chosen", colour: string): void {
    const { y, layout, brushing } = this;
    on.clearRect(0, 0, layout.width, layout.height);
    on.strokeStyle = colour;
    on.globalAlpha = which === "all" ? 0.25 : Math.max(0.25, Math.min(0.9, 40 / brushing.count));
    for (let run = 0; run < brushing.runs; run++) {
      if (which === "chosen" && !brushing.has(run)) continue;
      on.beginPath();
      for (const [place, heights] of y.entries())
        on.lineTo(layout.x[place] as number, heights[run] as number);
      on.stroke();
    }
  }
}

/** Many runs, counted between each two axes. */
class CountedLines implements Lines {
  readonly ratio = 1;
  private readonly layout: Layout;
  private readonly brushing: Brushing;
  private readonly binned: Binned[];
  private readonly chosen: Ways[];
  private readonly sum: Float32Array;

  constructor(y: Float32Array[], layout: Layout, brushing: Brushing) {
    this.layout = layout;
    this.brushing = brushing;
    this.binned = y.map(binned);
    this.chosen = this.crossings((run) => brushing.has(run));
    this.sum = new Float32Array(Math.ceil(layout.gap + 1) * layout.height);
  }

  changed(): void {
    const { brushing, chosen } = this;
    for (const ways of chosen) {
      for (let at = 0; at < brushing.changes; at++) {
        const run = brushing.changed[at] as number;
        ways.add(run, brushing.has(run) ? 1 : -1);
      }
    }
  }

  draw(on: CanvasRenderingContext2D, which: "all" | "chosen", colour: string): void {
    const { layout, brushing, sum } = this;
    const all = which === "all" ? this.crossings(() => true) : this.chosen;
    const opacity = opacities(brushing.runs);
    const opaque = rgb(colour);
    for (const [place, ways] of all.entries()) {
      const from = layout.x[place] as number;
      const width = (layout.x[place + 1] as number) - from;
      ways.draw(sum, width, layout.height);
      const image = on.createImageData(width, layout.height);
      const pixels = new Uint32Array(image.data.buffer);
      for (let at = 0; at < pixels.length; at++) {
        const lines = sum[at] as number;
        if (lines > 0) pixels[at] = opaque | (opacity(lines) << 24);
      }
      on.putImageData(image, from, 0);
    }
  }

  private crossings(counts: (run: number) => boolean): Ways[] {
    const all: Ways[] = [];
    for (const [place, a] of this.binned.entries()) {
      const b = this.binned[place + 1];
      if (b === undefined) break;
      const ways = new Ways(a, b);
      for (let run = 0; run < this.brushing.runs; run++) if (counts(run)) ways.add(run, 1);
      all.push(ways);
    }
    return all;
  }
}

function fitted(
  canvas: HTMLCanvasElement,
  layout: Layout,
  ratio: number,
): CanvasRenderingContext2D {
  const [width, height] = [Math.round(layout.width * ratio), Math.round(layout.height * ratio)];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const on = canvas.getContext("2d");
  if (on === null) throw new Error("This browser draws on no canvas.");
  on.setTransform(ratio, 0, 0, ratio, 0, 0);
  return on;
}

function ink(of: Element, role: string): string {
  return getComputedStyle(of).getPropertyValue(role).trim();
}

/** Colours of the themes are written as #rrggbb; pixels as alpha, blue, green, red. */
function rgb(colour: string): number {
  const value = Number.parseInt(colour.slice(1), 16);
  return ((value & 0xff) << 16) | (value & 0xff00) | (value >> 16);
}
