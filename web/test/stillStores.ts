/**
 * In place of "zustand" where markup is written once: a store is read as it stands, not as it was
 * made. For tests: `vi.mock("zustand", () => import("@/test/stillStores"))`.
 */

interface Store<S> {
  getState(): S;
}

export function useStore<S>(store: Store<S>, select: (state: S) => unknown = (state) => state) {
  return select(store.getState());
}
