/**
 * The lane of the chosen request, fetched when one is chosen. Must not know what it shows.
 */

import { lazy } from "react";
import type { LaneWords } from "./lane";

export const LensPicture = lazy(async () => ({
  default: (await import("./LensLane")).LensPicture,
}));
export const LensFigure = lazy(async () => ({
  default: (await import("./LensLane")).LensFigure,
}));
const Words = lazy(async () => ({ default: (await import("./LensLane")).LensWords }));

export function lensWords(props: LaneWords) {
  return <Words {...props} />;
}
