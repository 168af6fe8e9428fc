/** One run, kept at an instant and played on from there with other draws of chance. */

import type { Chance, LeadChanges } from "../lens";
import type { Action, LoggedAction, Notable } from "../types";
import { type Checkpoint, Checkpoints, type InstanceState, type Place } from "./checkpoints";
import type { PlaygroundLike } from "./engineLike";

export interface Ended {
  report: string;
  digest: string;
  leads: LeadChanges;
  notables: Notable[];
}

/** More than any run counts: nothing of what begins there is wanted. */
const NOTHING = Number.MAX_SAFE_INTEGER;

export class FuturePlayer {
  private readonly playground: PlaygroundLike;
  private readonly actions: readonly LoggedAction[];
  private readonly tree: Checkpoints;
  /** In the order of their instants. */
  private readonly kept: Checkpoint[];
  private applied = 0;
  /** The instance holds the run itself, and no future of it. */
  private isOwn = true;

  /** A run at its start, alone in its instance, with all that is done in it. */
  constructor(
    playground: PlaygroundLike,
    instance: InstanceState,
    actions: readonly LoggedAction[],
  ) {
    this.playground = playground;
    this.actions = actions;
    this.tree = new Checkpoints(instance, this.place);
    this.kept = [this.tree.present];
  }

  reportAt(us: number): string {
    this.goTo(us);
    return this.playground.report(undefined);
  }

  own(endUs: number): Ended {
    this.goTo(endUs);
    return this.ended();
  }

  /** A future of an instant at its end, and what began it. */
  future(atUs: number, action: Action, endUs: number): Ended & { action: LoggedAction } {
    this.goTo(atUs);
    this.isOwn = false;
    const logged = this.playground.apply(action);
    this.advance(this.actions.slice(this.applied), 0, endUs);
    return { ...this.ended(), action: logged };
  }

  private get place(): Place {
    const { playground, applied } = this;
    return { us: playground.now_us(), events: playground.events(), applied };
  }

  /** The run itself, after all that happens up to an instant; kept there. */
  private goTo(us: number): void {
    const after = this.kept.findIndex(({ place }) => place.us > us);
    const index = (after < 0 ? this.kept.length : after) - 1;
    const known = this.kept[index];
    if (known === undefined) throw new Error("The start of a run is always kept.");
    const nowUs = this.playground.now_us();
    if (!this.isOwn || nowUs > us || nowUs < known.place.us) {
      this.tree.restore(known);
      this.applied = known.place.applied;
      this.isOwn = true;
    }
    if (this.playground.now_us() === us && known.place.us === us) return;
    this.applied = this.advance(this.actions, this.applied, us);
    if (known.place.us === us) return;
    const taken = this.tree.record(this.place, known, this.kept[index + 1]);
    this.kept.splice(index + 1, 0, taken);
  }

  /** Goes on with a log from a place of it; says how many of it are done then. */
  private advance(log: readonly LoggedAction[], from: number, untilUs: number): number {
    const { playground } = this;
    let done = from;
    for (let next = log[done]; next !== undefined && next.at_us <= untilUs; next = log[done]) {
      playground.advance(next.at_us - 1, NOTHING);
      playground.replay(next);
      done += 1;
    }
    playground.advance(untilUs, NOTHING);
    return done;
  }

  private ended(): Ended {
    const { playground } = this;
    const frame = playground.frame({
      range: 0,
      notable_after: 0,
      series_after: NOTHING,
      completions_from: NOTHING,
      commits_from: NOTHING,
      leads_from: 0,
    });
    return {
      report: playground.report(undefined),
      digest: frame.digest,
      leads: frame.leads,
      notables: frame.notables,
    };
  }
}

/** What draws a future's chance anew. */
export function redraw(stream: number, of: readonly Chance[]): Action {
  return { do: "redraw", stream, of: [...of] };
}
