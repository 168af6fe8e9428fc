/** Begins and ends a recording: a mark in the session's log. Another scenario ends it. */

import type { LoggedAction } from "@/engine/types";
import { t } from "@/language/words";
import { logOf, type Session } from "../session";
import { sim } from "../simClient";
import { simStore } from "../simStore";
import { recorder } from "./recorder";

let forget = (): void => {};

/** From the instant shown; what is done in another branch, variant or with another seed counts. */
export function beginRecording(): void {
  const { session, frame } = simStore.getState();
  if (session === null || frame === null) return;
  endRecording();
  recorder.setState({ recording: { fromUs: frame.now_us, before: logOf(session) } });
  forget = simStore.subscribe((state) => {
    if (state.session === null || state.session.text === session.text) return;
    endRecording();
    sim.notify(t("The recording has ended: another scenario was opened."));
  });
}

export function endRecording(): void {
  forget();
  forget = () => {};
  recorder.setState({ recording: null });
}

/** What was done in the present branch since then. */
export function recordedOf(
  session: Session | null,
  before: readonly LoggedAction[],
): LoggedAction[] {
  const known = new Set(before.map(keyOf));
  return logOf(session).filter((logged) => !known.has(keyOf(logged)));
}

function keyOf({ at_us, action }: LoggedAction): string {
  return `${at_us} ${JSON.stringify(action)}`;
}
