/** A request that a person sent, chosen as soon as it is there. */

import type { RequestView } from "@/engine/types";
import type { SimState } from "./simState";
import type { SimStore } from "./simStore";

/** The request by hand of this instant, in the frame that is shown. */
export function sentAt({ frame }: Pick<SimState, "frame">, us: number): RequestView | undefined {
  return frame?.requests.find(({ workload, invoked_us }) => workload === null && invoked_us === us);
}

export class Sending {
  private readonly store: SimStore;
  private readonly choose: (request: number) => void;
  private stop: (() => void) | undefined;

  constructor(store: SimStore, choose: (request: number) => void) {
    this.store = store;
    this.choose = choose;
  }

  /** Chooses the request that is sent at an instant to come; whoever waited before waits no more. */
  expect(us: number): void {
    this.stop?.();
    if (this.isOver(this.store.getState(), us)) return;
    this.stop = this.store.subscribe((state) => {
      if (this.isOver(state, us)) this.stop?.();
    });
  }

  private isOver(state: SimState, us: number): boolean {
    const found = sentAt(state, us);
    if (found !== undefined) {
      this.stop?.();
      this.stop = undefined;
      this.choose(found.id);
      return true;
    }
    // Another run, or another branch, where it is not.
    return state.session === null || (state.frame?.now_us ?? 0) > us;
  }
}
