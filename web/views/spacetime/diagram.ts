/** What a person has set of the diagram: the part in view, what is hidden, what is pointed at. */
import type { World } from "@/engine/types";
import { instantAt, lineOf, placeOf } from "./timeScale";
import {
  following,
  panned,
  type Reach,
  showing,
  stretch,
  type View,
  whole,
  zoomedTo,
} from "./window";

export interface Settings {
  /** null until there is something to look at. */
  view: View | null;
  follows: boolean;
  folds: boolean;
  hiddenKinds: number;
  onlyRange: boolean;
  onlyRequest: boolean;
  onlyCrossing: boolean;
  showsLeases: boolean;
  showsDecisions: boolean;
}

/** What there is to look at, shown or not. */
export type Seen = Pick<DiagramState, "kindsSeen" | "hasLeases" | "hasDecisions">;

/** A message that is pointed at, by its flight, and where the pointer is. */
export interface Pointed {
  flight: number;
  x: number;
  y: number;
}

export interface DiagramState extends Settings {
  pointed: Pointed | null;
  /** Flight under the cursor of the keyboard, 0 for none. */
  cursor: number;
  /** Bit i is set when there is a message of kind i. */
  kindsSeen: number;
  /** There are leases, and decisions, on the lanes. */
  hasLeases: boolean;
  hasDecisions: boolean;
  /** Key of the selection that was brought into the window last. */
  revealed: string;
}

const FRESH: DiagramState = {
  view: null,
  follows: true,
  folds: true,
  hiddenKinds: 0,
  onlyRange: false,
  onlyRequest: false,
  onlyCrossing: false,
  showsLeases: true,
  showsDecisions: true,
  pointed: null,
  cursor: 0,
  kindsSeen: 0,
  hasLeases: false,
  hasDecisions: false,
  revealed: "",
};

/** One step of a button or a key. */
const ZOOM_STEP = 1.6;
/** A message between two zones is this wide at first: its slope can be seen. */
const SLOPE_PX = 40;

/** What was set when the diagram was left, for as long as the run is the same. */
let left: { world: World; state: DiagramState } | null = null;

export class Diagram {
  private state: DiagramState;
  private readonly world: World;
  private readonly listeners = new Set<() => void>();
  private reach: Reach | null = null;
  /** What was asked for before there was anything to look at. */
  private awaited: ((nowUs: number) => void) | null = null;
  /** The whole run is in view as it was known here; null when something else is wanted. */
  private fitted: Reach | null = null;

  constructor(world: World) {
    this.world = world;
    this.state = left?.world.nodes === world.nodes ? { ...left.state, pointed: null } : FRESH;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): DiagramState => this.state;

  set(changes: Partial<DiagramState>): void {
    const same = Object.entries(changes).every(([key, value]) =>
      Object.is(this.state[key as keyof DiagramState], value),
    );
    if (same) return;
    this.state = { ...this.state, ...changes };
    left = { world: this.world, state: this.state };
    for (const listener of this.listeners) listener();
  }

  toggleKind(kind: number): void {
    this.set({ hiddenKinds: this.state.hiddenKinds ^ (1 << kind) });
  }

  /** What can be looked at has changed: the window stays where it was, or follows the present. */
  settle(reach: Reach, nowUs: number, seen: Seen): void {
    this.reach = reach;
    this.set(seen);
    if (this.fitted !== null && outgrew(this.fitted, reach)) this.showWhole();
    const { view, follows } = this.state;
    if (view === null) this.set({ view: following(this.first(nowUs), reach, nowUs) });
    else if (follows) this.set({ view: following(view, reach, nowUs) });
    const { awaited } = this;
    this.awaited = null;
    awaited?.(nowUs);
  }

  zoom(steps: number, atPx?: number): void {
    this.scaleBy(ZOOM_STEP ** -steps, atPx);
  }

  scaleBy(factor: number, atPx?: number): void {
    const { view } = this.state;
    if (view === null || this.reach === null) return;
    const at = atPx ?? this.reach.widthPx / 2;
    this.look(zoomedTo(view, this.reach, view.usPerPx * factor, at));
  }

  pan(byPx: number): void {
    const { view } = this.state;
    if (view === null || this.reach === null || byPx === 0) return;
    this.look(panned(view, this.reach, byPx), { follows: false });
  }

  showWhole(): void {
    if (this.reach === null) {
      this.awaited = () => this.showWhole();
      return;
    }
    this.fitted = this.reach;
    this.set({ view: whole(this.reach), follows: false });
  }

  /** One interval between heartbeats, in which the present is. */
  showRound(nowUs: number): void {
    if (this.reach === null) {
      this.awaited = (us) => this.showRound(us);
      return;
    }
    const roundUs = this.world.tick_us * this.world.heartbeat_ticks;
    const fromUs = Math.max(0, Math.min(nowUs, this.reach.toUs) - roundUs);
    this.look(stretch(this.reach, fromUs, fromUs + roundUs));
  }

  follow(nowUs: number): void {
    this.set({ follows: true });
    const { view } = this.state;
    if (this.reach !== null && view !== null) this.look(following(view, this.reach, nowUs));
  }

  /** Moves as little as it takes to have a stretch of time in view. */
  reveal(fromUs: number, toUs: number): void {
    const { view } = this.state;
    if (view === null || this.reach === null) return;
    const next = showing(view, this.reach, fromUs, toUs);
    if (next !== view) this.look(next, { follows: false });
  }

  /** Another part of the run than the whole. */
  private look(view: View, changes: Partial<DiagramState> = {}): void {
    this.fitted = null;
    this.set({ ...changes, view });
  }

  /** At first: so near that messages lean, with the present at the right. */
  private first(nowUs: number): View {
    const { zones, links } = this.world;
    const delays = links.filter(({ from, to }) => from !== to || zones.length === 1);
    const longest = Math.max(100, ...delays.map(({ delay_us }) => delay_us));
    const usPerPx = longest / SLOPE_PX;
    const line = lineOf((this.reach as Reach).gaps, usPerPx);
    const widthPx = (this.reach as Reach).widthPx;
    return { usPerPx, leftUs: instantAt(line, placeOf(line, nowUs) - widthPx) };
  }
}

/** Whether more of the run is known than when it was fitted, or there is another width for it. */
function outgrew(fitted: Reach, reach: Reach): boolean {
  return reach.knownFromUs < fitted.knownFromUs || reach.widthPx !== fitted.widthPx;
}
