/** The zones as islands: each in the hue of the term, or of the store, whose word counts there. */

import { Island } from "@/draw/Island";
import { apart } from "@/model/faults";
import { isByStore, storeHue } from "@/model/map/hues";
import type { ZonePlace } from "@/model/map/places";
import { useSim } from "@/session/simStore";
import { useMap } from "./mapContext";
import { zoneHue } from "./storeLook";

export function Islands() {
  const { layout } = useMap();
  return layout.zones.map((place) => <Zone key={place.index} place={place} />);
}

function Zone({ place }: { place: ZonePlace }) {
  const { world, layout, open } = useMap();
  const id = world.zones[place.index]?.id ?? "";
  const hue = useSim((s) => {
    if (s.frame === null || s.world !== world) return 0;
    if (!isByStore(world)) return zoneHue(world, s.frame, place.index);
    const store = world.nodes.find((one) => one.kind === "store" && one.zone === place.index);
    return store === undefined || !place.lone ? 0 : storeHue(world, store.index);
  });
  const cut = useSim((s) => apart(s.frame?.faults ?? [], id) !== undefined);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the zone's button is its title; this widens it for the pointer
    <g
      className="pointer"
      onClick={(event) => {
        const title = event.currentTarget
          .closest("[data-map]")
          ?.querySelector(`[data-zone="${place.index}"]`);
        open({ kind: "zone", zone: place.index }, title ?? event.currentTarget);
      }}
    >
      <Island shape={{ rect: place.rect, seed: id, tight: layout.snug }} hue={hue} cut={cut} />
    </g>
  );
}
