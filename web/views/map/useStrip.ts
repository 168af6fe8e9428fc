/** The strip of a store's log, new only when something that it shows has changed. */

import { useMemo } from "react";
import type { Frame } from "@/engine/types";
import {
  type LogWindow,
  logWindow,
  type Strip,
  type StripRoom,
  stripKey,
  stripOf,
} from "@/model/map/logStrips";
import { useSim, useSimStore } from "@/session/simStore";
import { useMap } from "./mapContext";

interface ShownStrip {
  window: LogWindow;
  strip: Strip;
}

export function useStrip(node: number): ShownStrip | null {
  const { world, blocks, isLow } = useMap();
  const store = useSimStore();
  const key = useSim((state) => {
    if (state.frame === null || state.world !== world) return "";
    const shown = shownStrip(state.frame, node, { blocks, isLow, speed: state.speed });
    if (shown === null) return "";
    const { near, from, to } = shown.window;
    return `${near} ${from} ${to} ${stripKey(shown.strip)}`;
  });
  return useMemo(() => {
    const { frame, speed } = store.getState();
    return frame === null || key === "" ? null : shownStrip(frame, node, { blocks, isLow, speed });
  }, [key, store, node, blocks, isLow]);
}

function shownStrip(frame: Frame, node: number, room: StripRoom): ShownStrip | null {
  const row = frame.replicas.node.indexOf(node);
  const window = row < 0 ? null : logWindow(frame, room);
  return window && { window, strip: stripOf(frame, row, window) };
}
