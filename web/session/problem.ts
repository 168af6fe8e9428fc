/** What is said about a run that stopped, and what is offered to keep. Pure. */

import type { Action, LoggedAction } from "@/engine/types";
import { t } from "@/language/words";
import { withLog } from "./branches";
import { logOf } from "./session";
import type { Problem, SimState } from "./simState";

/** What is kept holds the action that was under way too; a restart leaves it out. */
export function panicProblem(state: SimState, message: string, attempted?: Action): Problem {
  const { session, frame } = state;
  if (session === null) return { title: t("The engine could not be started"), text: message };
  const last: LoggedAction[] =
    attempted === undefined
      ? []
      : [{ at_us: (frame?.now_us ?? 0) + 1, action: attempted, text: attempted.do }];
  return {
    title: t("The engine stopped"),
    text: message,
    stopped: withLog(session, [...logOf(session), ...last]),
  };
}
