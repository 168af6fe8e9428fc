/** From what is recorded and asked for to a picture; only what has changed is made again. */
import type { LoggedAction, Notable, Replicas, World } from "@/engine/types";
import { roleOf } from "@/model/roles";
import type { Seen } from "./diagram";
import { flagsOf, type Happenings, HappeningsReader } from "./happenings";
import { type Lanes, layOutLanes, leastHeight } from "./nodeLines";
import type { Picture, Plot } from "./picture";
import {
  type Filter,
  MessageSelector,
  type Messages,
  quietStretches,
  type SelectedMessages,
} from "./selectMessages";
import type { LaneState, Rows } from "./spans";
import { type Gaps, type Line, lineOf, NO_GAPS, placeOf } from "./timeScale";
import { type Reach, type View, whole } from "./window";

export interface Sources {
  world: World;
  messages: Messages;
  rows: Rows;
  rowCount: number;
  /** Changes with every change of messages and rows. */
  version: unknown;
  /** When one of these is another, the record is another and not a longer one. */
  lineage: readonly unknown[];
  recordedFromUs: number;
  knownToUs: number;
  /** Range whose roles the lanes show, with its replicas now. */
  range: number;
  replicas: Replicas | null;
  notables: readonly Notable[];
  actions: readonly LoggedAction[];
}

export interface DiagramOptions {
  filter: Filter;
  folds: boolean;
  /** What lanes carry besides roles. */
  showsLeases: boolean;
  showsDecisions: boolean;
  width: number;
  height: number;
  textPx: number;
  scale: number;
}

export interface Composed {
  picture: Picture;
  reach: Reach;
  view: View;
}

/** The same list each time: what is hidden changes no picture. */
const NONE: readonly never[] = [];
/** Narrower than this, zones are not named beside their lanes. */
const NARROW_PX = 560;

export class Composer {
  private readonly shown = new Memo<SelectedMessages>();
  private readonly happenings = new Memo<Happenings>();
  private readonly selector = new MessageSelector();
  private readonly reader = new HappeningsReader();
  private readonly gaps = new Memo<Gaps>();
  private readonly lanes = new Memo<Lanes>();
  private readonly line = new Memo<Line>();
  private readonly flags = new Memo<Picture["flags"]>();
  private readonly plot = new Memo<Plot>();

  /** Without a view: the whole run. */
  reach(sources: Sources, options: DiagramOptions): Reach {
    const { world, messages, version } = sources;
    const { filter } = options;
    const lanes = this.lanesOf(sources, options);
    const shown = this.shown.get(
      [version, messages, filter.hiddenKinds, filter.range, filter.request, filter.crossingOnly],
      () => this.selector.select(messages, filter, lanes.zoneOfNode, sources.lineage),
    );
    const happenings = this.happeningsOf(sources);
    const { recordedFromUs, knownToUs } = sources;
    // What was before the record folds like a quiet stretch; the axis says what it is.
    const gaps = this.gaps.get([shown, happenings, options.folds, recordedFromUs, knownToUs], () =>
      options.folds
        ? quietStretches(shown, happenings.marksUs, 0, knownToUs, recordedFromUs)
        : NO_GAPS,
    );
    const plot = this.plotOf(world, options);
    const toUs = Math.max(knownToUs, 1_000);
    return { fromUs: 0, toUs, knownFromUs: recordedFromUs, widthPx: plot.w, gaps };
  }

  seen(): Seen {
    const { leases, decisions } = this.happenings.last();
    const { kindsSeen } = this.shown.last();
    return { kindsSeen, hasLeases: leases.length > 0, hasDecisions: decisions.length > 0 };
  }

  compose(sources: Sources, options: DiagramOptions, wanted: View | null): Composed {
    const reach = this.reach(sources, options);
    const view = wanted ?? whole(reach);
    const line = this.line.get([reach.gaps, view.usPerPx], () => lineOf(reach.gaps, view.usPerPx));
    const { spans, ticks, leases, decisions } = this.happeningsOf(sources);
    const { notables, actions, knownToUs } = sources;
    const plot = this.plotOf(sources.world, options);
    const picture: Picture = {
      world: sources.world,
      width: options.width,
      height: options.height,
      plot,
      lanes: this.lanesOf(sources, options),
      line,
      leftPx: placeOf(line, view.leftUs),
      messages: sources.messages,
      shown: this.shown.last(),
      spans,
      ticks,
      leases: options.showsLeases ? leases : NONE,
      decisions: options.showsDecisions ? decisions : NONE,
      flags: this.flags.get([notables, actions, knownToUs], () =>
        flagsOf(notables, actions, knownToUs),
      ),
      recordedFromUs: sources.recordedFromUs,
      knownToUs,
      textPx: options.textPx,
      scale: options.scale,
    };
    return { picture, reach, view };
  }

  private lanesOf({ world }: Sources, options: DiagramOptions): Lanes {
    const plot = this.plotOf(world, options);
    return this.lanes.get([world, plot], () => layOutLanes(world, plot.y, plot.h));
  }

  private happeningsOf(sources: Sources): Happenings {
    const { rows, rowCount, version, range, replicas, knownToUs, world } = sources;
    return this.happenings.get([version, rows, range, knownToUs], () => {
      const stores = world.ranges.find(({ id }) => id === range)?.replicas ?? [];
      const scope = {
        count: rowCount,
        range,
        stores: stores.map(({ node }) => node),
        fromUs: sources.recordedFromUs,
        toUs: knownToUs,
        otherwise: (node: number) => stateNow(replicas, node),
      };
      return this.reader.read(rows, scope, sources.lineage);
    });
  }

  private plotOf(world: World, { width, height, textPx }: DiagramOptions): Plot {
    return this.plot.get([world, width, height, textPx], () => {
      const x = Math.round(namesColumns(world, width < NARROW_PX) * textPx * 0.62 + 14);
      const y = Math.round(textPx * 1.7);
      return { x, y, w: Math.max(10, width - x), h: Math.max(20, height - y - textPx * 1.8) };
    });
  }
}

/** Characters that the names of lanes take, with those of zones before them where the page is wide. */
function namesColumns({ nodes, zones }: World, isNarrow: boolean): number {
  const longest = Math.max(
    0,
    ...nodes.map(({ id, zone }) =>
      isNarrow ? id.length : (zones[zone]?.id.length ?? 0) + 1 + id.length,
    ),
  );
  const [least, most] = isNarrow ? [4, 10] : [11, 24];
  return Math.min(most, Math.max(least, longest));
}

/** The least height of a canvas for a world's lanes. */
export function leastCanvasHeight(world: World, textPx: number): number {
  return Math.ceil(textPx * 3.5 + leastHeight(world, textPx * 0.95));
}

function stateNow(replicas: Replicas | null, node: number): { state: LaneState; term: number } {
  for (let i = 0; i < (replicas?.count ?? 0); i++)
    if (replicas?.node[i] === node)
      return {
        state: roleOf(replicas.role[i]),
        term: replicas.term[i] ?? 0,
      };
  return { state: "unknown", term: 0 };
}

/** A value that is made again when one of its keys is another. */
class Memo<T> {
  private keys: readonly unknown[] = [];
  private made: { value: T } | null = null;

  get(keys: readonly unknown[], make: () => T): T {
    const same =
      this.made !== null &&
      keys.length === this.keys.length &&
      keys.every((key, i) => Object.is(key, this.keys[i]));
    if (!same || this.made === null) this.made = { value: make() };
    this.keys = keys;
    return this.made.value;
  }

  /** What was made last; it has been asked for before. */
  last(): T {
    if (this.made === null) throw new Error("nothing was made yet");
    return this.made.value;
  }
}
