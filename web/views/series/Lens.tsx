/** The lane of the chosen request, fetched when one is chosen. Must not know what it shows. */

import { lazily } from "@/ui/lazily";
import type { LaneWords } from "./lane";

export const LensPicture = lazily(async () => ({
  default: (await import("./LensLane")).LensPicture,
}));
export const LensFigure = lazily(async () => ({
  default: (await import("./LensLane")).LensFigure,
}));
const Words = lazily(async () => ({ default: (await import("./LensLane")).LensWords }));

export function lensWords(props: LaneWords) {
  return <Words {...props} />;
}
