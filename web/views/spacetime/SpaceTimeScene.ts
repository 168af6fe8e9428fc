/**
 * Draws the diagram on two canvases and turns what pointers do into verbs of it. A picture is a
 * function of what it is given: no clock, no memory of the picture before.
 */

import type { Target } from "@/engine/types";
import { targetKey } from "@/model/targets";
import type { PageState } from "@/session/pageState";
import type { SimState } from "@/session/simState";
import type { Readable } from "@/session/store";
import { layOutArrows } from "./arrows";
import { CanvasPainter, type Look } from "./canvasPainter";
import { Composer, type DiagramOptions, type Sources } from "./compose";
import type { Diagram } from "./diagram";
import { messageAt } from "./hit";
import { paintArrows } from "./paintArrows";
import { paintFrame, paintGround, paintLanesOver } from "./paintGround";
import { type Over, paintOver } from "./paintOver";
import { instantOf, type Picture } from "./picture";
import { Pointers } from "./pointers";
import { ALL_RANGES, type Messages } from "./selectMessages";
import { pick, rowOfFlight } from "./target";

export interface SceneEvents {
  select(flight: number): void;
  selectLane(node: number): void;
  clear(): void;
  hover(flight: number): void;
  seek(us: number): void;
}

export class SpaceTimeScene {
  /** The last picture, for hit tests, words and exports. */
  picture: Picture | null = null;
  private readonly canvas: HTMLCanvasElement;
  private readonly store: Readable<SimState>;
  private readonly page: Readable<PageState>;
  private readonly diagram: Diagram;
  private readonly sourcesOf: (state: SimState) => Sources | null;
  private readonly context: CanvasRenderingContext2D | null;
  /** Under the canvas: what does not change while the instant moves. */
  private readonly ground: HTMLCanvasElement;
  private readonly groundContext: CanvasRenderingContext2D | null;
  private readonly composer = new Composer();
  private readonly pointers: Pointers;
  private readonly stops: (() => void)[];
  private groundKey: unknown[] = [];
  private pending = 0;
  private isSettling = false;
  private width = 0;
  private height = 0;
  private theme = "";
  private look: Look | null = null;
  private textPx = 12;
  private scale = 1;

  constructor(
    { ground, canvas }: { ground: HTMLCanvasElement; canvas: HTMLCanvasElement },
    { store, page }: { store: Readable<SimState>; page: Readable<PageState> },
    diagram: Diagram,
    sourcesOf: (state: SimState) => Sources | null,
    events: SceneEvents,
  ) {
    this.canvas = canvas;
    this.ground = ground;
    this.groundContext = ground.getContext("2d");
    this.store = store;
    this.page = page;
    this.diagram = diagram;
    this.sourcesOf = sourcesOf;
    this.context = canvas.getContext("2d");
    this.pointers = new Pointers(canvas, {
      pan: (byPx) => diagram.pan(byPx),
      scale: (factor, x) => diagram.scaleBy(factor, x - (this.picture?.plot.x ?? 0)),
      point: (x, y) => this.point(x, y, events),
      press: (x, y, reach) => this.press(x, y, reach, events),
      pressTwice: (x) => {
        if (this.picture !== null) events.seek(Math.round(instantOf(this.picture, x)));
      },
    });
    this.stops = [store, page, diagram].map((one) => one.subscribe(() => this.ask()));
  }

  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.ask();
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.pointers.dispose();
    if (this.pending !== 0) cancelAnimationFrame(this.pending);
    this.pending = 0;
  }

  /** What lies over the picture now. */
  over(picture: Picture): Over {
    const state = this.store.getState();
    const { selection, hover } = this.page.getState();
    const picked = pick(picture.messages, selection);
    const { pointed, cursor } = this.diagram.snapshot();
    const flight = pointed?.flight ?? (hoveredFlight(hover) || cursor);
    return {
      nowUs: state.frame?.now_us ?? 0,
      selected: picked.rows,
      isPath: picked.isPath,
      hovered: flight === 0 ? -1 : rowOfFlight(picture.messages, flight),
      nodes: picked.nodes,
    };
  }

  lookNow(): Look {
    this.readTheme();
    return this.look as Look;
  }

  draw(): void {
    this.pending = 0;
    const state = this.store.getState();
    const { context } = this;
    if (context === null || this.width === 0) return;
    this.readTheme();
    const ratio = this.fit(this.canvas);
    const sources = this.sourcesOf(state);
    if (sources === null) {
      context.clearRect(0, 0, this.canvas.width, this.canvas.height);
      this.groundKey = [];
      this.groundContext?.clearRect(0, 0, this.ground.width, this.ground.height);
      return;
    }
    const options = this.options(state);
    this.isSettling = true;
    const reach = this.composer.reach(sources, options);
    this.diagram.settle(reach, state.frame?.now_us ?? 0, this.composer.seen());
    this.reveal(sources.messages, state.playing);
    this.isSettling = false;
    const { picture } = this.composer.compose(sources, options, this.diagram.snapshot().view);
    this.picture = picture;
    this.paintGround(picture, ratio);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintOver(new CanvasPainter(context, this.look as Look), picture, this.over(picture));
  }

  /** What is selected elsewhere comes into the window, once and as soon as it is known. */
  private reveal(messages: Messages, playing: boolean): void {
    const { selection } = this.page.getState();
    const key = targetKey(selection);
    if (this.diagram.snapshot().revealed === key) return;
    const { rows } = pick(messages, selection);
    const first = rows[0];
    const last = rows.at(-1);
    if (first === undefined || last === undefined) {
      if (key === "") this.diagram.set({ revealed: key });
      return;
    }
    this.diagram.set({ revealed: key, cursor: messages.flight[first] as number });
    if (!playing)
      this.diagram.reveal(messages.sentUs[first] as number, messages.endUs[last] as number);
  }

  private ask(): void {
    // What is settled on the way to a picture is in that picture.
    if (this.pending === 0 && !this.isSettling)
      this.pending = requestAnimationFrame(() => this.draw());
  }

  private options(state: SimState): DiagramOptions {
    const settings = this.diagram.snapshot();
    const { hiddenKinds, onlyRange, onlyRequest, onlyCrossing } = settings;
    const { selection } = this.page.getState();
    const request = selection !== null && "request" in selection ? selection.request : 0;
    return {
      filter: {
        hiddenKinds,
        range: onlyRange ? state.range : ALL_RANGES,
        request: onlyRequest ? request : 0,
        crossingOnly: onlyCrossing,
      },
      folds: settings.folds,
      showsLeases: settings.showsLeases,
      showsDecisions: settings.showsDecisions,
      width: this.width,
      height: this.height,
      textPx: this.textPx,
      scale: this.scale,
    };
  }

  /** Everything but the present, the future and what is picked: painted only when it changes. */
  private paintGround(picture: Picture, ratio: number): void {
    const { lanes, line, leftPx, messages, shown, spans, ticks, flags, plot } = picture;
    const { leases, decisions } = picture;
    const key = [
      ...[lanes, line, leftPx, messages, shown, spans, ticks, flags, plot, leases, decisions],
      ...[picture.knownToUs, picture.recordedFromUs, this.theme, ratio],
    ];
    const same =
      key.length === this.groundKey.length && key.every((part, i) => part === this.groundKey[i]);
    const context = this.groundContext;
    if (same || context === null) return;
    this.groundKey = key;
    this.fit(this.ground);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.ground.width, this.ground.height);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const painter = new CanvasPainter(context, this.look as Look);
    paintGround(painter, picture);
    const arrows = layOutArrows(picture);
    paintArrows(painter, picture, arrows);
    if (arrows.detail === "dense") paintLanesOver(painter, picture);
    paintFrame(painter, picture);
    this.canvas.dataset.arrows = String(arrows.count);
  }

  private fit(canvas: HTMLCanvasElement): number {
    const ratio = Math.min(3, window.devicePixelRatio || 1);
    const w = Math.round(this.width * ratio);
    const h = Math.round(this.height * ratio);
    if (canvas.width !== w) canvas.width = w;
    if (canvas.height !== h) canvas.height = h;
    return ratio;
  }

  private readTheme(): void {
    const { resolvedTheme } = this.page.getState();
    if (this.theme === resolvedTheme && this.look !== null) return;
    this.theme = resolvedTheme;
    const css = getComputedStyle(this.canvas);
    const colours = new Map<string, string>();
    this.textPx = Number.parseFloat(css.getPropertyValue("--t1")) || 12;
    this.scale = Number(css.getPropertyValue("--mark")) || 1;
    this.look = {
      colour: (role) => {
        const known = colours.get(role);
        if (known !== undefined) return known;
        const value = css.getPropertyValue(`--${role}`).trim();
        colours.set(role, value);
        return value;
      },
      font: css.fontFamily,
      weight: Number(css.getPropertyValue("--weight")) || 400,
      strong: Number(css.getPropertyValue("--strong")) || 620,
    };
  }

  private point(x: number, y: number, events: SceneEvents): void {
    const { picture } = this;
    const row = picture === null || x < 0 ? -1 : messageAt(picture, x, y, 8);
    this.canvas.style.cursor = row < 0 ? "" : "pointer";
    const flight = row < 0 ? 0 : (picture?.messages.flight[row] ?? 0);
    if (flight !== (this.diagram.snapshot().pointed?.flight ?? 0)) events.hover(flight);
    this.diagram.set({ pointed: flight === 0 ? null : { flight, x, y } });
  }

  private press(x: number, y: number, reach: number, events: SceneEvents): void {
    const { picture } = this;
    if (picture === null) return;
    if (x < picture.plot.x) {
      const lane = picture.lanes.lanes.find(
        (candidate) => Math.abs(candidate.y - y) <= picture.lanes.pitchPx / 2,
      );
      if (lane !== undefined) events.selectLane(lane.node);
      return;
    }
    const row = messageAt(picture, x, y, reach);
    if (row < 0) events.clear();
    else events.select(picture.messages.flight[row] as number);
  }
}

function hoveredFlight(hover: Target | null): number {
  return hover !== null && "message" in hover ? hover.message : 0;
}
