/**
 * What a person's actions make of the session: the log, the futures set aside when somebody acts in
 * the past, and what the page knew of a future that is no more. Pure.
 */

import { sentence } from "@/lib/text";
import type { Reply } from "@/protocol/messages";
import { type Future, type Session, setAside } from "./session";
import type { Notice, SimState } from "./simStore";

type Acted = Extract<Reply, { type: "acted" }>;

export interface ActedChanges {
  state: Partial<SimState>;
  text: string;
  offer: Notice["offer"];
}

/** After an action; when it was in the past, the actions after it are set aside. */
export function actedChanges(state: SimState, session: Session, reply: Acted): ActedChanges {
  const { logged, changedPast, dropped } = reply;
  const { actions } = session;
  const kept = actions.slice(0, actions.length - dropped.length);
  const after: Session = { ...session, actions: [...kept, logged] };
  const forgotten = changedPast ? withoutFuture(state) : {};
  if (dropped.length === 0) {
    return {
      state: { session: after, ...forgotten },
      text: sentence(logged.text),
      offer: undefined,
    };
  }
  after.futures = setAside(session.futures, { actions, furthest_us: state.furthestUs });
  const later =
    dropped.length === 1 ? "the later action was" : `${dropped.length} later actions were`;
  return {
    state: { session: after, ...forgotten },
    text: `You changed the past: ${later} set aside.`,
    offer: "future",
  };
}

/** After a future took the place of the present one, which is kept in its stead. */
export function broughtBack(state: SimState, session: Session, future: Future): Partial<SimState> {
  const instead = { actions: session.actions, furthest_us: state.furthestUs };
  const others = session.futures.filter((other) => other !== future);
  return {
    ...withoutFuture(state),
    session: { ...session, actions: future.actions, futures: setAside(others, instead) },
    furthestUs: Math.max(future.furthest_us, state.frame?.now_us ?? 0),
    // Views keep what they saw of a world; of this one they have seen nothing.
    world: state.world === null ? null : { ...state.world },
  };
}

function withoutFuture({ frame, narration, told }: SimState): Partial<SimState> {
  const last = narration.at(-1)?.id ?? 0;
  return { furthestUs: frame?.now_us ?? 0, told: told.filter(({ id }) => id <= last) };
}
