/** A run opened as evidence: its digest at the end is held against the promised one. */

import { t } from "@/language/words";
import { logOf, type Session } from "../session";
import { sim } from "../simClient";
import { simStore } from "../simStore";

export type Same = "not yet" | "same" | "other";

let unwatch = (): void => {};

/** What is known of a run that does not end as its scenario says, or in which something is done. */
interface Other {
  endUs: number;
  /** Actions of its log. */
  actions: number;
}

/** Until the run has come to its end, or another one is shown. */
export function watchEnd(
  label: string,
  digest: string,
  onEnd: (same: Same) => void,
  other?: Other,
): void {
  unwatch();
  const { session, world } = simStore.getState();
  const { endUs, actions } = other ?? { endUs: world?.duration_us ?? 0, actions: 0 };
  unwatch = simStore.subscribe(({ session: now, frame }) => {
    if (!isStill(session, now)) return unwatch();
    // What was done by hand makes it another run.
    if (frame === null || frame.now_us !== endUs || logOf(now).length > actions) return;
    unwatch();
    const isSame = frame.digest === digest;
    onEnd(isSame ? "same" : "other");
    if (isSame) sim.notify(t("The digest is the one that was told: {digest}.", { digest }));
    else
      sim.notify(
        t("Found the digest {found}, expected {expected}: another build made it.", {
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
  if (was === null || now === null || was.current !== now.current) return false;
  return was.text === now.text && was.variant === now.variant && was.seed === now.seed;
}
