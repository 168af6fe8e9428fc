/** What came of a run: whether it is as expected, and which actions could not be done. */

import type { Command, Reply } from "@/engine/messages";
import type { EndOfRun } from "@/engine/types";
import { t } from "@/language/words";
import type { Fetched } from "@/model/fetched";
import { logOf, type Session } from "./session";
import type { SideDeps } from "./sideRun";
import { VariantRuns } from "./variantRuns";

/** `ask`: of the run that is shown; other variants that expectations speak of run elsewhere. */
export type EndDeps = SideDeps & { ask(command: Command): Promise<Reply> };

/**
 * At `us`, the run's end; before it, null, nothing is judged of other variants. Undefined when it is
 * no longer wanted.
 */
export async function endOfRun(
  deps: EndDeps,
  session: Session,
  us: number | null,
): Promise<Fetched<EndOfRun> | undefined> {
  const own = JSON.stringify(session.expects ?? []);
  const alone = await ask(deps, "{}", own);
  // A run in which somebody acted is not the one that expectations speak of.
  if (!alone.ok || us === null || logOf(session).length > 0) return alone;
  if (alone.value.missing.length === 0) return alone;
  const runs = new VariantRuns(() => deps.makeLink());
  const shared = { ...session, actions: [] };
  const others = await runs.at(alone.value.missing, shared, us, () => deps.isWanted());
  runs.close();
  if (others === undefined || !deps.isWanted()) return undefined;
  if (!others.ok) return { ok: false, message: others.why };
  return ask(deps, JSON.stringify(others.reports), own);
}

async function ask(deps: EndDeps, others: string, own: string): Promise<Fetched<EndOfRun>> {
  const reply = await deps.ask({ type: "outcome", others, own });
  if (reply.type === "outcome") return { ok: true, value: reply.end };
  return {
    ok: false,
    message: "message" in reply ? reply.message : t("This is a different run now."),
  };
}
