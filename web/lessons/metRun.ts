/** The run in which a step's goal was met, as it is kept with the step. Pure. */

import { ENGINE_BUILD } from "@/engine/build";
import type { MetRun } from "@/model/report/report";
import type { SharedAction } from "@/model/share/share";
import { stampOf } from "@/model/stamp";
import { logOf } from "@/session/session";
import type { SimState } from "@/session/simState";

/** A longer log, or more text, is not kept: what lessons keep shares a small storage. */
const ACTIONS_MAX = 200;
const LENGTH_MAX = 20_000;

/** The run that is shown, up to the instant shown; null where it cannot be kept. */
export function metRunOf(
  { session, frame }: Pick<SimState, "session" | "frame">,
  began_us: number,
): MetRun | null {
  if (session === null || frame === null || session.source.kind !== "builtin") return null;
  const { source, text, variant, seed } = session;
  const done = logOf(session).filter(({ at_us }) => at_us <= frame.now_us);
  const actions = done.map(({ at_us, action }) => ({ at_us, action: plain(action) }));
  const isWhole = frame.next_event_us === null || frame.next_event_us > frame.now_us;
  const run: MetRun = {
    build: ENGINE_BUILD,
    scenario: { kind: "builtin", id: source.id, stamp: stampOf(text) },
    variant,
    seed,
    actions,
    us: frame.now_us,
    // Between two events of one instant the digest is not that of the instant.
    digest: isWhole ? frame.digest : "",
    began_us: Math.min(began_us, frame.now_us),
  };
  const isShort = actions.length <= ACTIONS_MAX && JSON.stringify(run).length <= LENGTH_MAX;
  return isShort ? run : null;
}

function plain(action: unknown): SharedAction["action"] {
  return JSON.parse(JSON.stringify(action)) as SharedAction["action"];
}
