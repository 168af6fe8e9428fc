/** For tests: brings a store where the page's own writers bring it in many steps. */

import type { Store } from "@/session/store";

export function put<S extends object>(store: Store<S>, changes: Partial<S>): void {
  // biome-ignore lint/complexity/useLiteralKeys: it is closed to everybody else
  store["set"](changes);
}
