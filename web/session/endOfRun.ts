/**
 * What came of a run: whether it is as its scenario expects, in the words of the command line, and
 * which actions could not be done. Must not know how that is shown.
 */

import type { Command, Reply } from "@/engine/messages";
import type { EndOfRun } from "@/engine/types";
import type { Link } from "@/engine/workerLink";
import { t } from "@/language/words";
import type { Fetched } from "@/model/fetched";
import { logOf, type Session } from "./session";
import { VariantRuns } from "./variantRuns";

export interface EndSurroundings {
  /** The run that is shown. */
  ask(command: Command): Promise<Reply>;
  /** For other variants that expectations speak of. */
  makeLink(): Link;
  /** Whether somebody still wants to know. */
  isWanted(): boolean;
}

/**
 * At `us`, the run's end; before it, null, nothing is judged of other variants. Undefined when it is
 * no longer wanted.
 */
export async function endOfRun(
  around: EndSurroundings,
  session: Session,
  us: number | null,
): Promise<Fetched<EndOfRun> | undefined> {
  const own = JSON.stringify(session.expects ?? []);
  const alone = await ask(around, "{}", own);
  // A run in which somebody acted is not the one that expectations speak of.
  if (!alone.ok || us === null || logOf(session).length > 0) return alone;
  if (alone.value.missing.length === 0) return alone;
  const runs = new VariantRuns(() => around.makeLink());
  const shared = { ...session, actions: [] };
  const others = await runs.at(alone.value.missing, shared, us, () => around.isWanted());
  runs.close();
  if (others === undefined || !around.isWanted()) return undefined;
  if (!others.ok) return { ok: false, message: others.why };
  return ask(around, JSON.stringify(others.reports), own);
}

async function ask(
  around: EndSurroundings,
  others: string,
  own: string,
): Promise<Fetched<EndOfRun>> {
  const reply = await around.ask({ type: "outcome", others, own });
  if (reply.type === "outcome") return { ok: true, value: reply.end };
  return {
    ok: false,
    message: "message" in reply ? reply.message : t("The run is another one now."),
  };
}
