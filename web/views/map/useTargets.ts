/** The keys of the map: Tab reaches one thing, arrows its neighbours, brackets all. */
import { type FocusEvent, type KeyboardEvent, useState } from "react";
import type { World } from "@/engine/types";
import { leadsOn, neighbourOf } from "@/model/map/mapKeys";

const FIRST = "zone:0";

/** The thing that Tab reaches, and what the map's element listens to. */
export function useTargets(world: World) {
  const [last, setLast] = useState({ world, key: FIRST });
  const stop = last.world === world ? last.key : FIRST;
  const keys = {
    onFocus({ target }: FocusEvent<HTMLElement>) {
      const key = target.dataset.mapTarget;
      if (key !== undefined) setLast({ world, key });
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const at = event.target instanceof HTMLElement ? event.target.dataset.mapTarget : undefined;
      if (at === undefined || !leadsOn(event.key)) return;
      // At the edge too: an arrow that means a place never means time as well.
      event.preventDefault();
      const things = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-map-target]")];
      const stops = things.map((thing) => ({
        key: thing.dataset.mapTarget ?? "",
        rect: boxOf(thing),
      }));
      const next = neighbourOf(stops, at, event.key);
      things.find((thing) => thing.dataset.mapTarget === next?.key)?.focus();
    },
  };
  return { stop, keys };
}

function boxOf(thing: HTMLElement) {
  const { x, y, width, height } = thing.getBoundingClientRect();
  return { x, y, w: width, h: height };
}
