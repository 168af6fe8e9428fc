/** Whether a run is the present step's: its scenario and variant, whatever was done in it. Pure. */

import type { Session } from "@/session/session";
import { type LessonState, runOf } from "./machine";

export function isRunOf(play: LessonState, { source, variant }: Session): boolean {
  const { base } = runOf(play, play.at);
  if (base === undefined || source.kind !== "builtin" || source.id !== base.scenario) return false;
  return base.variant === null || base.variant === variant;
}
