/** How large type is against normal; the style sheets say the same (theme.css, App.module.css). */

import { useSyncExternalStore } from "react";

import { HALL_PX_MIN, HALL_SCALE, PROJECTOR_SCALE, SMALL_PX } from "@/model/typeSizes";
import { usePage } from "./pageStore";

/** 1, more on a projector, and more still while somebody presents on a large screen. */
export function useTypeScale(): number {
  const projector = usePage((state) => state.resolvedTheme === "projector");
  const presenting = usePage((stage) => stage.presenting);
  const height = useSyncExternalStore(followHeight, () => window.innerHeight);
  const isHall = height >= HALL_PX_MIN;
  return typeScale(projector ? (isHall ? "hall" : "room") : "desk", presenting ? height : 0);
}

/** `presentedPx`: the height of the screen, when somebody presents. */
export function typeScale(where: "desk" | "room" | "hall", presentedPx: number): number {
  const room = Math.min(40, Math.max(17, presentedPx * 0.022)) / SMALL_PX;
  if (presentedPx > 0) return Math.max(PROJECTOR_SCALE, room);
  return { desk: 1, room: PROJECTOR_SCALE, hall: HALL_SCALE }[where];
}

function followHeight(changed: () => void): () => void {
  window.addEventListener("resize", changed);
  return () => window.removeEventListener("resize", changed);
}
