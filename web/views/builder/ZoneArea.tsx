/** A zone of the drawn map and its machines: buttons, taken with the pointer. */

import type { CSSProperties } from "react";

import { msg, t } from "@/language/words";
import type { Network } from "@/model/builder/network";
import type { BuildProblem } from "@/model/builder/part";
import type { Thing } from "@/model/builder/steps";
import type { ZonePlace } from "@/model/map/places";
import css from "./builder.module.css";
import type { MapDoings, PlacedNode, Taken } from "./things";
import { isSame, keyOf, nodeTitle } from "./things";
import type { Drag, useDrag } from "./useDrag";

interface CommonProps extends Pick<MapDoings, "choose" | "open"> {
  network: Network;
  chosen: Thing | null;
  stop: string;
  /** Size of type against normal. */
  scale: number;
  wrongWith: (thing: Thing) => readonly BuildProblem[];
  takes: ReturnType<typeof useDrag<Taken>>["takes"];
  drag: Drag<Taken> | null;
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
  const thing: Thing = { kind: "zone", id: zone.id };
  const inside = network.nodes.filter((node) => node.zone === zone.id);
  const region = zone.region === zone.id ? "" : zone.region;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the zone's button is its title; this widens it for the pointer */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the title takes the keys */}
      <div
        className={css.zone}
        style={boxOf(rect)}
        data-chosen={isSame(chosen, thing)}
        data-over={isOver}
        onClick={() => props.choose(thing)}
      />
      <button
        type="button"
        className={css.zoneTitle}
        style={{ ...boxOf(title), ...liftOf(drag, thing) }}
        {...thingProps(props, thing)}
        {...takes({ thing })}
        aria-label={nameOf(zoneText(zone.id, region, inside.length), props, thing)}
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
  const thing: Thing = { kind: "node", id: node.id };
  const called = nodeTitle(node.kind, node.id);
  return (
    <button
      type="button"
      className={css.node}
      data-kind={node.kind}
      style={{ ...boxOf(rect), ...liftOf(props.drag, thing) }}
      {...thingProps(props, thing)}
      {...props.takes({ thing })}
      aria-label={nameOf(
        t("{thing} in zone {zone}", { thing: called, zone: node.zone }),
        props,
        thing,
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

type ThingContext = Pick<CommonProps, "chosen" | "stop" | "wrongWith" | "choose">;

/** What all buttons of the map have in common. */
export function thingProps(context: ThingContext, thing: Thing) {
  const isChosen = isSame(context.chosen, thing);
  return {
    "data-thing": keyOf(thing),
    "data-chosen": isChosen,
    "data-bad": context.wrongWith(thing).length > 0,
    "aria-pressed": isChosen,
    tabIndex: context.stop === keyOf(thing) ? 0 : -1,
    onFocus: () => {
      if (!isChosen) context.choose(thing);
    },
    onClick: () => context.choose(thing),
  };
}

export function nameOf(name: string, { wrongWith }: ThingContext, thing: Thing): string {
  const n = wrongWith(thing).length;
  return n === 0 ? name : t("{name}, {n, plural, one {# problem} other {# problems}}", { name, n });
}

function boxOf({ x, y, w, h }: { x: number; y: number; w: number; h: number }): CSSProperties {
  return { left: x, top: y, width: w, height: h };
}

/** What is taken goes with the pointer. */
function liftOf(drag: Drag<Taken> | null, thing: Thing): CSSProperties {
  if (drag === null || !("thing" in drag.what) || !isSame(drag.what.thing, thing)) return {};
  return {
    translate: `${drag.to.x - drag.from.x}px ${drag.to.y - drag.from.y}px`,
    zIndex: "var(--z-top)",
    opacity: 0.8,
  };
}
