/** A zone of the drawn map and its machines: buttons, taken with the pointer. */

import type { CSSProperties } from "react";

import { msg, t } from "@/language/words";
import type { Network } from "@/model/builder/network";
import type { BuildProblem } from "@/model/builder/part";
import type { DrawnTarget } from "@/model/builder/steps";
import type { ZonePlace } from "@/model/map/places";
import css from "./builder.module.css";
import type { Dragged, MapHandlers, PlacedNode } from "./drawnTargets";
import { isSame, keyOf, nodeTitle } from "./drawnTargets";
import type { Drag, useDrag } from "./useDrag";

interface CommonProps extends Pick<MapHandlers, "choose" | "open"> {
  network: Network;
  chosen: DrawnTarget | null;
  stop: string;
  /** Size of type against normal. */
  scale: number;
  wrongWith: (target: DrawnTarget) => readonly BuildProblem[];
  takes: ReturnType<typeof useDrag<Dragged>>["takes"];
  drag: Drag<Dragged> | null;
}

interface ZoneAreaProps extends CommonProps {
  place: ZonePlace;
  isOver: boolean;
}

export function ZoneArea(props: ZoneAreaProps) {
  const { network, place, chosen, takes, drag, isOver } = props;
  const zone = network.zones[place.index];
  if (zone === undefined) return null;
  const { rect, title } = place;
  const target: DrawnTarget = { kind: "zone", id: zone.id };
  const inside = network.nodes.filter((node) => node.zone === zone.id);
  const region = zone.region === zone.id ? "" : zone.region;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the zone's button is its title; this widens it for the pointer */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the title takes the keys */}
      <div
        className={css.zone}
        style={boxOf(rect)}
        data-chosen={isSame(chosen, target)}
        data-over={isOver}
        onClick={() => props.choose(target)}
      />
      <button
        type="button"
        className={css.zoneTitle}
        style={{ ...boxOf(title), ...liftOf(drag, target) }}
        {...targetProps(props, target)}
        {...takes({ target })}
        aria-label={nameOf(zoneText(zone.id, region, inside.length), props, target)}
      >
        <b>{zone.id}</b>
        {region !== "" && <span>{region}</span>}
      </button>
      {network.zones.length > 1 && (
        <span
          className={css.pullEnd}
          style={{ left: title.x + title.w - 30, top: title.y + title.h / 2 - 12 }}
          data-tip={t("Draw to another zone: a link with values of its own")}
          {...takes({ linkFrom: zone.id })}
        />
      )}
    </>
  );
}

function zoneText(zone: string, region: string, n: number): string {
  return region === ""
    ? t("Zone {zone}, {n, plural, one {# machine} other {# machines}}", { zone, n })
    : t("Zone {zone} in {region}, {n, plural, one {# machine} other {# machines}}", {
        zone,
        region,
        n,
      });
}

const KINDS = { store: msg("Store"), gateway: msg("Gateway"), pd: msg("Placement driver") };

/** Beside its zone in the page, so that it is the same button when it stands in another one. */
export function NodeCell({ placed, ...props }: CommonProps & { placed: PlacedNode }) {
  const { node, rect } = placed;
  const { scale } = props;
  const target: DrawnTarget = { kind: "node", id: node.id };
  const called = nodeTitle(node.kind, node.id);
  return (
    <button
      type="button"
      className={css.node}
      data-kind={node.kind}
      style={{ ...boxOf(rect), ...liftOf(props.drag, target) }}
      {...targetProps(props, target)}
      {...props.takes({ target })}
      aria-label={nameOf(
        t("{thing} in zone {zone}", { thing: called, zone: node.zone }),
        props,
        target,
      )}
    >
      {rect.w >= 58 * scale && rect.h >= 40 * scale && node.kind !== "pd" && (
        <span className={css.nodeKind}>{t(KINDS[node.kind])}</span>
      )}
      <b>{node.id}</b>
      {rect.w >= 58 * scale && rect.h >= 58 * scale && node.says !== "" && (
        <span className={css.nodeKind}>{node.says}</span>
      )}
    </button>
  );
}

type TargetContext = Pick<CommonProps, "chosen" | "stop" | "wrongWith" | "choose">;

/** What all buttons of the map have in common. */
export function targetProps(context: TargetContext, target: DrawnTarget) {
  const isChosen = isSame(context.chosen, target);
  return {
    "data-map-target": keyOf(target),
    "data-chosen": isChosen,
    "data-bad": context.wrongWith(target).length > 0,
    "aria-pressed": isChosen,
    tabIndex: context.stop === keyOf(target) ? 0 : -1,
    onFocus: () => {
      if (!isChosen) context.choose(target);
    },
    onClick: () => context.choose(target),
  };
}

export function nameOf(name: string, { wrongWith }: TargetContext, target: DrawnTarget): string {
  const n = wrongWith(target).length;
  return n === 0 ? name : t("{name}, {n, plural, one {# problem} other {# problems}}", { name, n });
}

function boxOf({ x, y, w, h }: { x: number; y: number; w: number; h: number }): CSSProperties {
  return { left: x, top: y, width: w, height: h };
}

/** What is taken goes with the pointer. */
function liftOf(drag: Drag<Dragged> | null, target: DrawnTarget): CSSProperties {
  if (drag === null || !("target" in drag.what) || !isSame(drag.what.target, target)) return {};
  return {
    translate: `${drag.to.x - drag.from.x}px ${drag.to.y - drag.from.y}px`,
    zIndex: "var(--z-top)",
    opacity: 0.8,
  };
}
