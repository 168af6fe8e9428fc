/**
 * A run that was opened as evidence: when it has come to its end without an action by hand, its
 * digest is held against the one that was promised. Must not know what it is evidence of.
 */

import { t } from "@/language/words";
import { logOf, type Session } from "../session";
import { sim } from "../simClient";
import { simStore } from "../simStore";

export type Same = "not yet" | "same" | "other";

let unwatch = (): void => {};

/** Until the run has come to its end, or another one is shown. */
export function watchEnd(label: string, digest: string, told: (same: Same) => void): void {
  unwatch();
  const { session, world } = simStore.getState();
  const endUs = world?.duration_us ?? 0;
  unwatch = simStore.subscribe(({ session: now, frame }) => {
    if (!isStill(session, now)) return unwatch();
    // What was done by hand makes it another run.
    if (frame === null || frame.now_us !== endUs || logOf(now).length > 0) return;
    unwatch();
    const isSame = frame.digest === digest;
    told(isSame ? "same" : "other");
    if (isSame) sim.notify(t("The digest is that of the row: {digest}.", { digest }));
    else
      sim.notify(
        t("Found the digest {found}, the row has {expected}: another build made it.", {
          found: frame.digest,
          expected: digest,
        }),
        true,
      );
  });
  sim.notify(t("The run of {label} is open.", { label }), false, {
    label: t("Go to its end"),
    take: () => void sim.advanceTo(endUs),
  });
}

function isStill(was: Session | null, now: Session | null): boolean {
  return was !== null && now !== null && was.text === now.text && was.seed === now.seed;
}
