/** The network as it will stand on the map of the run, to choose, move and take away. */

import { type KeyboardEvent, useMemo, useRef } from "react";

import { Island } from "@/draw/Island";
import { t } from "@/language/words";
import type { Network } from "@/model/builder/network";
import type { BuildProblem } from "@/model/builder/part";
import type { DrawnTarget } from "@/model/builder/steps";
import { durationUs } from "@/model/durations";
import { CELL_MIN_PX } from "@/model/map/cells";
import { holds } from "@/model/map/geometry";
import { layOut } from "@/model/map/layout";
import { makeLanes } from "@/model/map/linkPaths";
import { leadsOn, neighbourOf, type Stop } from "@/model/map/mapKeys";
import { delayTable } from "@/model/map/topology";
import { PROJECTOR_SCALE } from "@/model/typeSizes";
import { usePage } from "@/session/pageStore";
import { useMedia } from "@/ui/useMedia";
import { useHeight, useWidth } from "@/ui/useWidth";
import css from "./builder.module.css";
import { type Dragged, keyOf, type MapHandlers, type PlacedNode, targetsOf } from "./drawnTargets";
import { LinkLabels, LinkLines } from "./Links";
import { type Drag, useDrag } from "./useDrag";
import { NodeCell, ZoneArea } from "./ZoneArea";

const FINGER_PX = 44;

interface DrawnMapProps extends MapHandlers {
  network: Network;
  chosen: DrawnTarget | null;
  wrongWith: (target: DrawnTarget) => readonly BuildProblem[];
}

export function DrawnMap(props: DrawnMapProps) {
  const { network, chosen } = props;
  const box = useRef<HTMLDivElement>(null);
  const [width, height] = [useWidth(box), useHeight(box)];
  const scale = usePage((s) => s.resolvedTheme === "projector") ? PROJECTOR_SCALE : 1;
  const targetPx = useMedia("(pointer: coarse)") ? FINGER_PX : CELL_MIN_PX;
  const placed = usePlaces(network, { width, height }, { scale, targetPx });
  const zoneAt = ({ x, y }: { x: number; y: number }): string | undefined =>
    network.zones[placed.layout.zones.findIndex(({ rect }) => holds(rect, x, y))]?.id;
  const { drag, takes } = useDrag<Dragged>(box, (taken) => drop(taken, zoneAt(taken.to), props));
  const over = drag === null ? undefined : zoneAt(drag.to);
  const stop = stopOf(network, chosen);
  const isReady = width > 0 && height > 0;
  const shared = { ...props, takes, drag, stop, scale, layout: placed.layout };
  return (
    <div
      ref={box}
      className={css.map}
      role="group"
      aria-label={t("Map of the network")}
      onKeyDown={(event) => onKey(event, props)}
    >
      {isReady && (
        <>
          <svg className="fill" width={width} height={height} aria-hidden="true">
            <LinkLines {...shared} lanes={placed.lanes} />
            {placed.layout.zones.map(({ index, rect }) => (
              <Island
                key={network.zones[index]?.id ?? index}
                shape={{ rect, seed: network.zones[index]?.id ?? "", tight: placed.layout.snug }}
                hue={0}
                cut={false}
              />
            ))}
            {drag !== null && "linkFrom" in drag.what && (
              <line
                className={css.pull}
                x1={drag.from.x}
                y1={drag.from.y}
                x2={drag.to.x}
                y2={drag.to.y}
              />
            )}
          </svg>
          {placed.layout.zones.map((place) => (
            <ZoneArea
              key={network.zones[place.index]?.id ?? place.index}
              {...shared}
              place={place}
              isOver={drag !== null && over === network.zones[place.index]?.id}
            />
          ))}
          {placed.nodes.map((one) => (
            <NodeCell key={one.node.path.join(" ")} {...shared} placed={one} />
          ))}
          <LinkLabels {...shared} lanes={placed.lanes} />
          {network.zones.length === 0 && (
            <p className={css.empty}>{t("No zones yet. “Add zone” begins the network.")}</p>
          )}
        </>
      )}
    </div>
  );
}

/** The places that the map of the run would give them. */
function usePlaces(
  network: Network,
  { width, height }: { width: number; height: number },
  { scale, targetPx }: { scale: number; targetPx: number },
) {
  return useMemo(() => {
    const zoneOf = (id: string): number => network.zones.findIndex((zone) => zone.id === id);
    const standing = network.nodes.filter(({ zone }) => zoneOf(zone) >= 0);
    const nodes = standing.map(({ kind, zone }) => ({ kind, zone: zoneOf(zone) }));
    const layout = layOut(
      { zones: network.zones.length, nodes, delaysUs: delaysOf(network) },
      width,
      height,
      { scale, targetPx, namesAbove: true },
    );
    const placed = standing.flatMap((node, i): PlacedNode[] => {
      const rect = layout.nodes[i]?.rect;
      return rect === undefined ? [] : [{ node, rect }];
    });
    return { layout, lanes: makeLanes(layout, scale), nodes: placed };
  }, [network, width, height, scale, targetPx]);
}

/** One-way delays, as far as the file says them in a way that can be read. */
function delaysOf({ zones, links }: Network): number[][] {
  const halves = links.flatMap(({ from, to, rtt }) => {
    const us = durationUs(rtt);
    if (us === undefined) return [];
    return [
      { from, to, delay_us: us / 2 },
      { from: to, to: from, delay_us: us / 2 },
    ];
  });
  return delayTable(zones.length, halves);
}

/** The thing that Tab reaches. */
function stopOf(network: Network, chosen: DrawnTarget | null): string {
  const things = targetsOf(network).map(keyOf);
  const key = chosen === null ? "" : keyOf(chosen);
  return things.includes(key) ? key : (things[0] ?? "");
}

function drop({ what }: Drag<Dragged>, zone: string | undefined, doings: MapHandlers): void {
  if (zone === undefined) return;
  if ("linkFrom" in what) {
    if (what.linkFrom !== zone) doings.link(what.linkFrom, zone);
    return;
  }
  doings.choose(what.target);
  doings.move(what.target, zone);
}

function onKey(event: KeyboardEvent<HTMLElement>, props: DrawnMapProps): void {
  const { network, chosen, open, remove, move } = props;
  const at = event.target instanceof HTMLElement ? event.target.dataset.mapTarget : undefined;
  const target = targetsOf(network).find((one) => keyOf(one) === at) ?? null;
  if (at === undefined || target === null) return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Enter") open(target);
  else if (event.key === "Delete" || event.key === "Backspace") remove(target);
  else if (leadsOn(event.key)) {
    const stops = stopsIn(event.currentTarget);
    if (event.shiftKey) {
      const zone = zoneThatWay(network, target, stops, event.key);
      if (zone !== undefined) move(chosen ?? target, zone);
    } else focusTarget(event.currentTarget, neighbourOf(stops, at, event.key)?.key);
  } else return;
  event.preventDefault();
}

function stopsIn(map: HTMLElement): Stop[] {
  return [...map.querySelectorAll<HTMLElement>("[data-map-target]")].map((target) => {
    const { x, y, width: w, height: h } = target.getBoundingClientRect();
    return { key: target.dataset.mapTarget ?? "", rect: { x, y, w, h } };
  });
}

export function focusTarget(map: HTMLElement, key: string | undefined): void {
  const things = [...map.querySelectorAll<HTMLElement>("[data-map-target]")];
  things.find((target) => target.dataset.mapTarget === key)?.focus();
}

/** The neighbouring zone of a thing's own. */
function zoneThatWay(
  network: Network,
  target: DrawnTarget,
  stops: readonly Stop[],
  key: string,
): string | undefined {
  if (target.kind !== "zone" && target.kind !== "node") return undefined;
  const home =
    target.kind === "zone" ? target.id : network.nodes.find(({ id }) => id === target.id)?.zone;
  const zones = stops.filter((stop) => stop.key.startsWith("zone:"));
  return neighbourOf(zones, `zone:${home}`, key)?.key.slice("zone:".length);
}
