/**
 * Draws the messages in flight on one canvas and finds the one under the pointer. It allocates
 * nothing per message; a picture depends on the frame and the layout only.
 */

import type { Frame, World } from "@/engine/types";
import { hueOfFlight } from "@/model/map/flightHues";
import {
  directionAt,
  highlight,
  holds,
  type Path,
  type Point,
  pathData,
  type Rect,
} from "@/model/map/geometry";
import { HUES } from "@/model/map/hues";
import type { Layout } from "@/model/map/layout";
import type { Lanes } from "@/model/map/linkPaths";
import { isTooFast } from "@/model/map/slowed";
import { MARK_SHAPES, type MarkStyle, markRadius, markStyles } from "@/model/messageMarks";
import { traceCross, traceShape } from "@/model/shapes";
import type { PageState } from "@/session/pageState";
import type { SimState } from "@/session/simState";
import type { Readable } from "@/session/store";
import { drawCrosses } from "./crosses";
import { EntryBlocks } from "./EntryBlocks";
import { drawWords } from "./flightWords";
import { drawHalo } from "./halo";
import { placeOnWay, progressOf } from "./marks";
import { isSlow } from "./slow";

const FLIGHTS_MAX = 4096;
/** Marks of ranges that are not the one shown step back, and of kinds that are not pointed at. */
const ASIDE_ALPHA = 0.4;
const NONE = -1;
/** Groups of marks that are drawn at one go: a shape's, in each hue, stepped back or not. */
const PER_GROUP = HUES.length * 2;
/** Nearer than this share of its radius, a mark is covered by the one before it. */
const COVERED = 0.4;

export interface Hit {
  id: number;
  x: number;
  y: number;
}

export class MapScene {
  private readonly context: CanvasRenderingContext2D | null;
  private readonly stops: (() => void)[];
  private pending = 0;
  private width = 0;
  private height = 0;
  private lanes: Lanes | null = null;
  private land: Rect[] = [];
  private world: World | null = null;
  private routes: (Path | undefined)[] = [];
  private nodeCount = 0;
  private styles: MarkStyle[] = [];
  /** Group of each message type: its shape and colour, twice (as they are, and stepped back). */
  private groupOfType: number[] = [];
  private groups: MarkStyle[] = [];
  private colours = new Map<string, string>();
  private theme = "";
  private markScale = 1;
  private drawn: Frame | null = null;
  private count = 0;
  /** How many of them are drawn by groups. */
  private grouped = 0;
  private readonly xs = new Float32Array(FLIGHTS_MAX);
  private readonly ys = new Float32Array(FLIGHTS_MAX);
  private readonly radii = new Float32Array(FLIGHTS_MAX);
  /** Direction of travel, of marks that show it. */
  private readonly turns = new Float32Array(FLIGHTS_MAX);
  private readonly group = new Int16Array(FLIGHTS_MAX);
  private readonly order = new Uint16Array(FLIGHTS_MAX);
  /** Appends with entries: each is drawn as the block that it carries. */
  private readonly entries = new EntryBlocks(FLIGHTS_MAX);
  private readonly at: Point = { x: 0, y: 0 };

  private readonly canvas: HTMLCanvasElement;
  private readonly store: Readable<SimState>;
  private readonly page: Readable<PageState>;

  constructor(canvas: HTMLCanvasElement, store: Readable<SimState>, page: Readable<PageState>) {
    this.canvas = canvas;
    this.store = store;
    this.page = page;
    this.context = canvas.getContext("2d");
    this.stops = [
      store.subscribe((state, before) => {
        if (state.frame !== before.frame || state.range !== before.range) this.ask();
      }),
      page.subscribe(() => this.ask()),
    ];
  }

  /** New places: after a change of size, topology or theme. */
  place(world: World, lanes: Lanes, { width, height, zones }: Layout): void {
    this.land = zones.map(({ rect }) => rect);
    this.world = world;
    this.lanes = lanes;
    this.nodeCount = world.nodes.length;
    this.routes = new Array(this.nodeCount * this.nodeCount).fill(undefined);
    this.styles = markStyles(world);
    this.groupTypes();
    this.width = width;
    this.height = height;
    this.theme = "";
    this.ask();
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    if (this.pending !== 0) cancelAnimationFrame(this.pending);
    this.pending = 0;
  }

  /** The message nearest to a place of the canvas, if its edge is within reach. */
  hit(x: number, y: number, reach: number): Hit | null {
    const flights = this.drawn?.flights;
    if (!flights) return null;
    let best = NONE;
    let nearest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < this.count; i++) {
      const away =
        Math.hypot((this.xs[i] as number) - x, (this.ys[i] as number) - y) -
        (this.radii[i] as number);
      if (away < reach && away < nearest) {
        nearest = away;
        best = i;
      }
    }
    if (best === NONE) return null;
    return {
      id: flights.id[best] as number,
      x: this.xs[best] as number,
      y: this.ys[best] as number,
    };
  }

  draw(): void {
    this.pending = 0;
    const state = this.store.getState();
    const { hover, selection } = this.page.getState();
    const context = this.context;
    if (!context || !this.world) return;
    this.readTheme();
    this.fitCanvas(context);
    context.clearRect(0, 0, this.width, this.height);
    // Marks that no eye can follow step back behind the one request that is told slowly.
    this.canvas.toggleAttribute("data-fleeting", isTooFast(this.world, state));
    const frame = state.frame;
    this.drawn = frame;
    this.count = 0;
    if (!frame || state.world !== this.world) return;
    this.locate(frame, state);
    this.drawWay(context, frame);
    this.drawGroups(context);
    const places = {
      count: this.count,
      xs: this.xs,
      ys: this.ys,
      radii: this.radii,
      scale: this.markScale,
      isAtSea: (row: number) =>
        !this.land.some((rect) => holds(rect, this.xs[row] as number, this.ys[row] as number)),
      isLevel: (row: number) => {
        const { flights } = frame;
        const { xs, ys } = this.routeOf(flights.from[row] as number, flights.to[row] as number);
        const last = xs.length - 1;
        const across = Math.abs((xs[last] as number) - (xs[0] as number));
        return across > Math.abs((ys[last] as number) - (ys[0] as number));
      },
      colour: (name: string) => this.colours.get(name) ?? "",
    };
    this.entries.draw(context, frame.flights, places);
    drawCrosses(context, frame, places);
    if (isSlow(state)) drawWords(context, this.world, frame, places);
    for (const [target, role] of [
      [hover, "ink"],
      [selection, "accent"],
    ] as const)
      drawHalo(
        context,
        places,
        target && "message" in target ? this.indexOf(target.message) : NONE,
        role,
      );
  }

  private ask(): void {
    if (this.pending === 0) this.pending = requestAnimationFrame(() => this.draw());
  }

  private groupTypes(): void {
    this.groups = [];
    this.groupOfType = new Array(this.styles.length).fill(0);
    for (const shape of MARK_SHAPES)
      this.styles.forEach((style, type) => {
        if (style.shape !== shape) return;
        let at = this.groups.findIndex((g) => g.shape === shape && g.role === style.role);
        if (at < 0) at = this.groups.push(style) - 1;
        this.groupOfType[type] = at;
      });
  }

  private readTheme(): void {
    const { resolvedTheme } = this.page.getState();
    if (this.theme === resolvedTheme) return;
    this.theme = resolvedTheme;
    const css = getComputedStyle(this.canvas);
    this.colours.clear();
    const hues = HUES.map((hue) => `term-${hue}`);
    const roles = this.styles.map((style) => style.role);
    const names = ["land", "sea", "bad", "ink", "accent", "font", ...hues, ...roles];
    for (const name of names) this.colours.set(name, css.getPropertyValue(`--${name}`).trim());
    this.markScale = Number(css.getPropertyValue("--mark")) || 1;
  }

  private fitCanvas(context: CanvasRenderingContext2D): void {
    const ratio = Math.min(3, window.devicePixelRatio || 1);
    const w = Math.round(this.width * ratio);
    const h = Math.round(this.height * ratio);
    if (this.canvas.width !== w) this.canvas.width = w;
    if (this.canvas.height !== h) this.canvas.height = h;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  /** Writes place, size and group of every message, and their order by group. */
  private locate(frame: Frame, state: SimState): void {
    const { reducedMotion, pointedKind } = this.page.getState();
    const flights = frame.flights;
    const count = Math.min(flights.count, FLIGHTS_MAX);
    const many = (state.world?.ranges.length ?? 0) > 1;
    const kindOf = state.world?.message_types ?? [];
    const tally = new Array<number>(this.groups.length * PER_GROUP + 1).fill(0);
    const world = this.world as World;
    this.entries.begin();
    for (let i = 0; i < count; i++) {
      const type = flights.type[i] as number;
      const style = this.styles[type] as MarkStyle;
      const doomed = flights.fate[i] !== 0;
      const progress = progressOf(
        frame.now_us,
        flights.sent_us[i] as number,
        flights.arrive_us[i] as number,
      );
      const route = this.routeOf(flights.from[i] as number, flights.to[i] as number);
      const along = placeOnWay(progress, doomed, reducedMotion);
      if (style.shape === "notched" || style.shape === "tailed") {
        const ahead = directionAt(route, along);
        this.turns[i] = Math.atan2(ahead.y, ahead.x);
      }
      highlight(route, along, this.at);
      this.xs[i] = this.at.x;
      this.ys[i] = this.at.y;
      this.radii[i] = markRadius(style, flights.bytes[i] as number) * this.markScale;
      const isOther = pointedKind !== null && kindOf[type]?.kind !== pointedKind;
      const aside = isOther || (many && flights.range[i] !== state.range) ? 0 : 1;
      const hue = hueOfFlight(world, flights, i);
      if (style.shape === "disc" && (flights.entries[i] as number) > 0) {
        this.entries.add(i, hue, aside === 1);
        this.group[i] = NONE;
        continue;
      }
      const group = (this.groupOfType[type] as number) * PER_GROUP + hue * 2 + aside;
      this.group[i] = group;
      tally[group + 1] = (tally[group + 1] as number) + 1;
    }
    for (let g = 1; g < tally.length; g++)
      tally[g] = (tally[g] as number) + (tally[g - 1] as number);
    for (let i = 0; i < count; i++) {
      const group = this.group[i] as number;
      if (group === NONE) continue;
      const to = tally[group] as number;
      this.order[to] = i;
      tally[group] = to + 1;
    }
    this.count = count;
    this.grouped = count - this.entries.count;
    this.radiusOfEntries();
  }

  private radiusOfEntries(): void {
    const radius = (this.entries.sizePx() * this.markScale) / 2;
    this.entries.forEach((row) => {
      this.radii[row] = radius;
    });
  }

  private routeOf(from: number, to: number): Path {
    const key = from * this.nodeCount + to;
    const known = this.routes[key];
    if (known) return known;
    const made = (this.lanes as Lanes).route(from, to);
    this.routes[key] = made;
    return made;
  }

  private drawGroups(context: CanvasRenderingContext2D): void {
    let start = 0;
    while (start < this.grouped) {
      const group = this.group[this.order[start] as number] as number;
      let end = start + 1;
      while (end < this.grouped && this.group[this.order[end] as number] === group) end++;
      const style = this.groups[Math.floor(group / PER_GROUP)] as MarkStyle;
      const hue = (group % PER_GROUP) >> 1;
      context.globalAlpha = group & 1 ? 1 : ASIDE_ALPHA;
      const colour = this.colours.get(hue === 0 ? style.role : `term-${hue}`) ?? "";
      this.drawGroup(context, { style, colour }, start, end);
      start = end;
    }
    context.globalAlpha = 1;
  }

  private drawGroup(
    context: CanvasRenderingContext2D,
    { style, colour }: { style: MarkStyle; colour: string },
    start: number,
    end: number,
  ): void {
    const panel = this.colours.get("land") ?? "";
    context.beginPath();
    let lastX = Number.NEGATIVE_INFINITY;
    let lastY = 0;
    let lastRadius = 0;
    for (let k = start; k < end; k++) {
      const i = this.order[k] as number;
      const x = this.xs[i] as number;
      const y = this.ys[i] as number;
      const radius = this.radii[i] as number;
      // Of marks that all but cover each other one is traced: more would only blot.
      const apart = Math.abs(x - lastX) + Math.abs(y - lastY);
      if (apart < radius * COVERED && radius <= lastRadius) continue;
      traceShape(context, style.shape, x, y, radius, this.turns[i]);
      lastX = x;
      lastY = y;
      lastRadius = radius;
    }
    const crossed = style.shape === "crossed-square";
    const hollow = crossed || style.shape === "ring" || style.shape.includes("open");
    // A rim in the panel's colour keeps marks apart where they crowd.
    context.strokeStyle = panel;
    context.lineWidth = (hollow ? 4 : 2) * this.markScale;
    context.stroke();
    context.fillStyle = hollow ? panel : colour;
    context.fill();
    if (!hollow) {
      if (!style.sized) return;
      // Large marks that overlap stay many.
      context.lineWidth = 0.6;
      context.stroke();
      return;
    }
    for (let k = crossed ? start : end; k < end; k++) {
      const i = this.order[k] as number;
      const size = (this.radii[i] as number) * 0.8;
      traceCross(context, this.xs[i] as number, this.ys[i] as number, size);
    }
    context.strokeStyle = colour;
    context.lineWidth = 1.75 * this.markScale;
    context.stroke();
  }

  /** The whole way of the message that is pointed at or selected. */
  private drawWay(context: CanvasRenderingContext2D, frame: Frame): void {
    const { hover, selection } = this.page.getState();
    for (const target of [hover, selection]) {
      if (!target || !("message" in target)) continue;
      const i = this.indexOf(target.message);
      if (i === NONE) continue;
      const route = this.routeOf(frame.flights.from[i] as number, frame.flights.to[i] as number);
      context.strokeStyle = this.colours.get("ink") ?? "";
      context.globalAlpha = 0.45;
      context.lineWidth = 1;
      context.stroke(new Path2D(pathData(route)));
      context.globalAlpha = 1;
    }
  }

  private indexOf(id: number): number {
    const ids = this.drawn?.flights.id;
    if (!ids) return NONE;
    for (let i = 0; i < this.count; i++) if (ids[i] === id) return i;
    return NONE;
  }
}
