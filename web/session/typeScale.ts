/**
 * How large type is against normal, for pictures that reckon with its size: the style sheets say the
 * same of the page (theme.css, App.module.css). Must not know what is drawn.
 */

import { useSyncExternalStore } from "react";

import { PROJECTOR_SCALE, SMALL_PX } from "@/model/typeSizes";
import { usePage } from "./pageStore";

/** 1, more on a projector, and more still while somebody presents on a large screen. */
export function useTypeScale(): number {
  const projector = usePage((state) => state.resolvedTheme === "projector");
  const presenting = usePage((stage) => stage.presenting);
  const height = useSyncExternalStore(followHeight, () => window.innerHeight);
  return typeScale(projector, presenting ? height : 0);
}

/** `presentedPx`: the height of the screen, when somebody presents. */
export function typeScale(projector: boolean, presentedPx: number): number {
  const room = Math.min(40, Math.max(17, presentedPx * 0.022)) / SMALL_PX;
  if (presentedPx > 0) return Math.max(PROJECTOR_SCALE, room);
  return projector ? PROJECTOR_SCALE : 1;
}

function followHeight(changed: () => void): () => void {
  window.addEventListener("resize", changed);
  return () => window.removeEventListener("resize", changed);
}
