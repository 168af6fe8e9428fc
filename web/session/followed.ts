/**
 * The request that a view tells of while nobody has chosen one: the map shows its way too. Must not
 * know views, nor the map.
 */

import { createStore } from "zustand/vanilla";

export const followedStore = createStore<{ request: number | null }>(() => ({ request: null }));

/** From now on it is this one; null = none. */
export function followRequest(request: number | null): void {
  if (followedStore.getState().request !== request) followedStore.setState({ request });
}
