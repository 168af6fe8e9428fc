/** Zones as places: a region with its name, and inside it its stores and gateways. */

import { memo } from "react";
import { t } from "@/language/words";
import { apart } from "@/model/faults";
import type { ZonePlace } from "@/model/map/places";
import { strongWidth, textWidth } from "@/model/textWidth";
import { LARGE_PX, SMALL_PX } from "@/model/typeSizes";
import { useIsBeside, useSim } from "@/session/simStore";
import { GatewayCell } from "./GatewayCell";
import { ZoneHeat } from "./Heat";
import css from "./map.module.css";
import { mapTargetKey, useMap } from "./mapContext";
import { NAME_SIZE, StoreCell } from "./StoreCell";

/** What padding takes across, and what stands between two words. */
const EDGES_PX = 4;
const APART_PX = 8;

export const ZoneLayer = memo(function ZoneLayer() {
  const { world, layout } = useMap();
  // Two maps have the same zones: landmarks of the second say so.
  const isBeside = useIsBeside();
  return layout.zones.map((place) => {
    const zone = world.zones[place.index]?.id ?? "";
    const name = isBeside
      ? t("Zone {zone} of the second run", { zone })
      : t("Zone {zone}", { zone });
    return (
      <section key={place.index} aria-label={name}>
        <ZoneTitle place={place} />
        {world.nodes.map((node) => {
          if (node.zone !== place.index) return null;
          return node.kind === "store" ? (
            <StoreCell key={node.id} node={node.index} lone={place.lone} />
          ) : (
            <GatewayCell key={node.id} node={node.index} />
          );
        })}
      </section>
    );
  });
});

function ZoneTitle({ place }: { place: ZonePlace }) {
  const { world, scale, opened, stop, open } = useMap();
  const zone = world.zones[place.index];
  const id = zone?.id ?? "";
  const trouble = useSim((s) => {
    return apart(s.frame?.faults ?? [], id) === undefined ? "" : t("cut off");
  });
  const mapTarget = { kind: "zone", zone: place.index } as const;
  const { title } = place;
  const state = trouble || t("connected");
  const shortly = zone?.region === id ? "" : (zone?.region ?? "");
  const wordPx = (text: string) => (text === "" ? 0 : textWidth(text, SMALL_PX * scale) + APART_PX);
  const namePx = strongWidth(id, LARGE_PX * NAME_SIZE * scale);
  // On an island of one store, what the store does stands behind the name.
  const besidePx = place.lone ? 0 : title.w - EDGES_PX - namePx - wordPx(trouble);
  const isRegionTold = shortly !== "" && wordPx(shortly) <= besidePx;
  return (
    <button
      type="button"
      className={css.zoneTitle}
      style={{
        left: title.x,
        top: title.y,
        maxWidth: title.w,
        height: title.h,
        fontSize: LARGE_PX * NAME_SIZE * scale,
      }}
      data-zone={place.index}
      data-map-target={mapTargetKey(mapTarget)}
      tabIndex={stop === mapTargetKey(mapTarget) ? 0 : -1}
      aria-label={
        shortly === ""
          ? t("Zone {zone}, {state}", { zone: id, state })
          : t("Zone {zone} in {region}, {state}", { zone: id, region: shortly, state })
      }
      aria-haspopup="dialog"
      aria-expanded={opened === mapTargetKey(mapTarget)}
      onClick={(event) => open(mapTarget, event.currentTarget)}
    >
      <b>{id}</b>
      {isRegionTold && <span className={css.region}>{shortly}</span>}
      {trouble !== "" && !place.lone && <span className={css.trouble}>{trouble}</span>}
      <ZoneHeat zone={place.index} roomPx={besidePx} />
    </button>
  );
}
