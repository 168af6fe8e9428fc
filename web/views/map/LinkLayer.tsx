/** Links between zones: a lane per direction by its state and load, and a label to press. */
import { memo, useId, useMemo, useRef } from "react";
import { useStore } from "zustand";
import type { FaultView, Frame, Target } from "@/engine/types";
import { kindColor } from "@/model/kinds";
import { directionAt, highlight, type Path, pathData } from "@/model/map/geometry";
import type { LabelForm } from "@/model/map/layout";
import { labelPlaces, linesOf } from "@/model/map/linkLabels";
import { routeDots } from "@/model/map/routeDots";
import { usePage } from "@/session/pageStore";
import { against } from "@/session/series/ghost";
import { sim } from "@/session/simClient";
import { useIsBeside, useSim, useSimStore } from "@/session/simStore";
import { linkUsedPpm } from "./hottest";
import { flowWidth, type LinkRates, linkRatesAt } from "./linkRates";
import { type LaneState, type LinkWords, laneState, linkWords } from "./linkState";
import css from "./map.module.css";
import { mapTargetKey, useMap } from "./mapContext";
import { quietLinks } from "./quiet";

interface LaneLook {
  path: Path;
  state: LaneState;
  /** In px; 0 = nothing flows. */
  width: number;
  /** What the run that it is held against sends here, on the same scale. */
  ghost: number;
  colour: string;
}

export interface LinkLook {
  from: number;
  to: number;
  there: LaneLook;
  back: LaneLook;
  words: LinkWords;
  /** One of very many, and nothing to say for now. */
  quiet: boolean;
}

const NO_FAULTS: FaultView[] = [];

/** New in every whole tenth of a second of the run, and whenever the run went another way there. */
function useLinkRates(): LinkRates {
  const { world } = useMap();
  const last = useRef<{ of: Frame; framing: boolean; rates: LinkRates } | null>(null);
  const framing = usePage((page) => page.framing);
  return useSim(({ frame, world: now }) => {
    if (frame === null || now !== world) return null;
    const { current } = last;
    if (current !== null && current.framing === framing && isSameStretch(current.of, frame))
      return current.rates;
    last.current = { of: frame, framing, rates: linkRatesAt(world, frame, framing) };
    return last.current.rates;
  });
}

function isSameStretch(a: Frame, b: Frame): boolean {
  const isSame = (one: Float64Array, two: Float64Array) =>
    one.length === two.length && one.every((bytes, cell) => bytes === two[cell]);
  return (
    a === b ||
    (a.recent_us === b.recent_us &&
      isSame(a.recent_bytes, b.recent_bytes) &&
      isSame(a.recent_framing, b.recent_framing))
  );
}

/** The look of every link, new only when a fault, a rate or the layout changes. */
export function useLinks(): LinkLook[] {
  const { world, lanes } = useMap();
  const store = useSimStore();
  const faults = useSim((s) => s.frame?.faults ?? NO_FAULTS);
  const rates = useLinkRates();
  const peak = useSim((s) => s.frame?.peak_pair_bytes ?? 0);
  const ghost = useGhost();
  const hideVerdicts = usePage((s) => s.hideVerdicts);
  return useMemo(() => {
    const most = Math.max(peak, ghost?.peak ?? 0);
    const bytes = store.getState().frame?.bytes ?? new Float64Array();
    const lookOf = (from: number, to: number): LaneLook => {
      const pair = from * world.zones.length + to;
      return {
        path: lanes.lane(from, to)?.path as Path,
        state: laneState(world, faults, from, to),
        width: flowWidth(rates?.[pair] ?? 0, most),
        ghost: flowWidth(ghost?.rates?.[pair] ?? 0, most),
        colour: kindColor(world.kinds[mostCarried(bytes, pair, world.kinds.length)]?.id ?? ""),
      };
    };
    const isQuiet = quietLinks({ zones: world.zones.length, kinds: world.kinds.length, bytes });
    return lanes.pairs.map(({ from, to }) => {
      const there = lookOf(from, to);
      const back = lookOf(to, from);
      const one = rates?.[from * world.zones.length + to];
      const two = rates?.[to * world.zones.length + from];
      const sum = one !== undefined && two !== undefined ? one + two : null;
      const frame = store.getState().frame;
      const ppm = frame === null || hideVerdicts ? 0 : linkUsedPpm(world, frame, from, to);
      const used = { ppm, isFull: ppm >= world.full_ppm };
      const words = linkWords(world, from, to, there.state, back.state, sum, used);
      const quiet = words.trouble === "" && isQuiet(from, to);
      return { from, to, there, back, words, quiet };
    });
  }, [world, lanes, faults, rates, peak, ghost, store, hideVerdicts]);
}

/** The kind of which a link has carried most so far: of the last second alone it would blink. */
function mostCarried(bytes: Float64Array, pair: number, kinds: number): number {
  let most = 0;
  for (let kind = 1; kind < kinds; kind++)
    if ((bytes[pair * kinds + kind] ?? 0) > (bytes[pair * kinds + most] ?? 0)) most = kind;
  return most;
}

/** What the run sends that this one is held against, at the same instant; null while it has none. */
function useGhost(): { rates: LinkRates; peak: number } | null {
  const { world } = useMap();
  const isBeside = useIsBeside();
  const { frame } = useStore(against.store);
  const framing = usePage((s) => s.framing);
  // Asked of each frame, and told only when it changes: links are not drawn anew for each.
  const isNear = useSim(
    (s) => frame !== null && Math.abs(frame.now_us - (s.frame?.now_us ?? 0)) <= NEAR_US,
  );
  const hideVerdicts = usePage((s) => s.hideVerdicts);
  const isThere = frame !== null && !isBeside && !hideVerdicts;
  const shown = isThere && isNear ? frame : null;
  return useMemo(
    () => shown && { rates: linkRatesAt(world, shown, framing), peak: shown.peak_pair_bytes },
    [world, shown, framing],
  );
}

/** While both run, the other one may be a little behind. */
const NEAR_US = 1_000_000;

interface LinksProps {
  links: readonly LinkLook[];
}

export const LinkLines = memo(function LinkLines({ links }: LinksProps) {
  const { layout, lanes } = useMap();
  const road = layout.tight ? 20 : 26;
  const hatch = useId();
  const quietFirst = [...links].sort((a, b) => Number(b.quiet) - Number(a.quiet));
  const ways = quietFirst.map((link) => (
    <g key={`${link.from}-${link.to}`} data-quiet={link.quiet}>
      <Road
        link={link}
        width={road}
        d={pathData(middleOf(lanes.lane(link.from, link.to)?.path as Path, link.back.path))}
      />
      <Dots link={link} />
      <LaneLine lane={link.there} hatch={hatch} />
      <LaneLine lane={link.back} hatch={hatch} />
      {link.there.state.cut && link.back.state.cut && <Cross there={link.there} back={link.back} />}
      {link.there.state.cut && !link.back.state.cut && <Bar lane={link.there} />}
      {link.back.state.cut && !link.there.state.cut && <Bar lane={link.back} />}
    </g>
  ));
  return (
    <>
      <defs>
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse">
          <path d="M-1 6 6-1M-1 1 1-1M4 6 6 4" className={css.hatch} />
        </pattern>
      </defs>
      {ways}
    </>
  );
});

/** What both lanes lie on; it stands out while its link is pointed at, here or elsewhere. */
function Road({ link: { from, to }, width, d }: { link: LinkLook; width: number; d: string }) {
  const { open } = useMap();
  const isPointed = usePage(({ hover }) => isLink(hover, from, to));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the link's button is its label; this widens it for the pointer
    <path
      className={css.road}
      data-pointed={isPointed}
      strokeWidth={width}
      d={d}
      onPointerEnter={() => sim.hover({ link: { from, to } })}
      onPointerLeave={() => sim.hover(null)}
      onClick={(event) => {
        const label = event.currentTarget
          .closest("[data-map]")
          ?.querySelector(`[data-link="${from}-${to}"]`);
        open({ kind: "link", from, to }, label ?? event.currentTarget);
      }}
    />
  );
}

/** Either way. */
function isLink(target: Target | null, a: number, b: number): boolean {
  if (target === null || !("link" in target)) return false;
  const { from, to } = target.link;
  return (from === a && to === b) || (from === b && to === a);
}

function LaneLine({ lane, hatch }: { lane: LaneLook; hatch: string }) {
  const { state } = lane;
  const d = pathData(lane.path);
  if (state.cut)
    return (
      <path
        className={css.laneCut}
        d={`${pathData(lane.path, 0, 0.44)}${pathData(lane.path, 0.56, 1)}`}
      />
    );
  const style =
    state.slow && state.lossy ? "both" : state.slow ? "slow" : state.lossy ? "lossy" : "";
  return (
    <>
      {lane.ghost > lane.width && (
        <path
          className={css.ghost}
          data-ghost=""
          d={d}
          style={{ stroke: `url(#${hatch})`, strokeWidth: lane.ghost }}
        />
      )}
      {lane.width > 0 && (
        <path
          className={css.flow}
          data-style={style}
          d={d}
          style={{ stroke: lane.colour, strokeWidth: lane.width }}
        />
      )}
      {style !== "" && <path className={css.lane} data-style={style} d={d} />}
      {state.partly && <Bar lane={lane} faint />}
    </>
  );
}

/** One dot a unit of delay and a tick each five: what is far takes long. */
function Dots({ link }: { link: LinkLook }) {
  const { world, layout } = useMap();
  const { there, back, from, to } = link;
  if (there.state.cut && back.state.cut) return null;
  const delayUs = world.links.find((one) => one.from === from && one.to === to)?.delay_us ?? 0;
  const middle = middleOf(there.path, back.path);
  const unitUs = layout.pxPerMs === null ? null : 1_000;
  if (unitUs === null) return <path className={css.lane} d={pathData(middle)} />;
  const { dots, ticks } = routeDots(middle, Math.round(delayUs / unitUs));
  return (
    <>
      <path className={css.dots} d={dots} />
      <path className={css.ticks} d={ticks} />
    </>
  );
}

/** A bar across one lane: nothing passes in this direction. */
function Bar({ lane, faint = false }: { lane: LaneLook; faint?: boolean }) {
  const at = highlight(lane.path, 0.5);
  const way = directionAt(lane.path, 0.5);
  const reach = 6;
  return (
    <path
      className={faint ? css.barFaint : css.bar}
      d={`M${at.x - way.y * reach} ${at.y + way.x * reach}L${at.x + way.y * reach} ${at.y - way.x * reach}`}
    />
  );
}

function Cross({ there, back }: { there: LaneLook; back: LaneLook }) {
  const a = highlight(there.path, 0.5);
  const b = highlight(back.path, 0.5);
  const x = (a.x + b.x) / 2;
  const y = (a.y + b.y) / 2;
  return (
    <path
      className={css.bar}
      d={`M${x - 7} ${y - 8}L${x + 7} ${y + 8}M${x + 7} ${y - 8}L${x - 7} ${y + 8}`}
    />
  );
}

/** The middle line between two lanes that run in opposite directions. */
function middleOf(there: Path, back: Path): Path {
  const last = there.xs.length - 1;
  return {
    ...there,
    xs: there.xs.map((x, i) => (x + (back.xs[last - i] as number)) / 2),
    ys: there.ys.map((y, i) => (y + (back.ys[last - i] as number)) / 2),
  };
}

/** Whether a line of a label says what is wrong. */
function isTrouble({ trouble, short }: LinkWords, line: string, form: LabelForm): boolean {
  if (trouble === "") return false;
  return form === "line" ? line === trouble : line.startsWith(short);
}

export const LinkLabels = memo(function LinkLabels({ links }: LinksProps) {
  const { layout, scale, opened, stop, open } = useMap();
  const places = useMemo(() => labelPlaces(layout, links, scale), [layout, links, scale]);
  return links.map((link, i) => {
    const place = places[i];
    if (!place) return null;
    const mapTarget = { kind: "link", from: link.from, to: link.to } as const;
    const { words } = link;
    return (
      <button
        key={`${link.from}-${link.to}`}
        type="button"
        className={css.linkLabel}
        style={{ left: place.x, top: place.y, width: place.w, height: place.h }}
        data-link={`${link.from}-${link.to}`}
        data-map-target={mapTargetKey(mapTarget)}
        tabIndex={stop === mapTargetKey(mapTarget) ? 0 : -1}
        data-bad={words.bad}
        data-quiet={link.quiet}
        aria-label={words.name}
        title={words.way}
        aria-haspopup="dialog"
        aria-expanded={opened === mapTargetKey(mapTarget)}
        onClick={(event) => open(mapTarget, event.currentTarget)}
        onContextMenu={(event) => {
          event.preventDefault();
          open(mapTarget, event.currentTarget, true);
        }}
      >
        {linesOf(words, layout.labels).map((line) => (
          <span key={line} className={isTrouble(words, line, layout.labels) ? css.trouble : ""}>
            {line}
          </span>
        ))}
      </button>
    );
  });
});
