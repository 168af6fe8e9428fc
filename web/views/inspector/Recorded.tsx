/** The inspector of what passes, and of replicas: recorded while it is selected. */

import type { ReactNode } from "react";

import type { Target } from "@/engine/types";
import type { SimState } from "@/session/simState";
import { useSim } from "@/session/simStore";
import type { Tape } from "@/session/tape/tapeTypes";
import { useTape } from "@/session/tape/useTape";

/** How far back it is known at least since when a replica lags. */
const LAG_REACH_US = 60_000_000;

interface RecordedProps {
  target: Target;
  children: (tape: Tape | null) => ReactNode;
}

export function Recorded({ target, children }: RecordedProps) {
  const fromUs = useSim((s) => beganUs(s, target));
  return children(useTape(fromUs));
}

/** When the thing began, as far as that is known. */
function beganUs({ frame }: SimState, target: Target): number | undefined {
  if (frame === null) return undefined;
  if ("event" in target) return 0;
  // In whole steps: a start that moves with the instant would ask for the past at each picture.
  if ("replica" in target) {
    return Math.max(0, Math.floor(frame.now_us / LAG_REACH_US) - 1) * LAG_REACH_US;
  }
  if ("request" in target) {
    const request = frame.requests.find(({ id }) => id === target.request);
    // A record that begins at the very instant may lack what happened in it before.
    return request && Math.max(0, request.invoked_us - 1);
  }
  if (!("message" in target)) return undefined;
  const place = frame.flights.id.indexOf(target.message);
  return frame.flights.sent_us[place];
}
