/** Plays a run again in a worker of its own, in pieces, so that it can be ended. */

import type { LoggedAction } from "@/engine/types";
import type { Link } from "@/engine/workerLink";
import { msg, t } from "@/language/words";
import type { Fetched } from "@/model/fetched";
import type { RecordedRun } from "@/model/report/report";
import { formatInstant } from "@/model/units";
import { firstUpdateRequest, updateRequestOf } from "./reduce";
import type { ScenarioSource } from "./session";
import { SideRun } from "./sideRun";
import { INITIAL_STATE, type SimState } from "./simState";
import { SimStore } from "./simStore";
import { Reel } from "./tape/tape";
import { worded } from "./wording";

/** Of simulated time: an engine keeps so many notable facts and no more. */
const PIECE_US = 2_000_000;

const ENDED = msg("It was not played to its end.");

/** A run and the text of its scenario, wherever that comes from. */
export interface Playable extends Pick<RecordedRun, "variant" | "seed" | "actions"> {
  source: ScenarioSource;
  text: string;
}

export class Replaying {
  private readonly side: SideRun;
  private readonly isWanted: () => boolean;
  private readonly store = new SimStore();
  private readonly reel = new Reel();

  /** The link becomes this run's; whoever made it closes it. */
  constructor(link: Link, isWanted: () => boolean) {
    this.side = new SideRun(worded(link));
    this.isWanted = isWanted;
  }

  get state(): SimState {
    return this.store.getState();
  }

  /** At 0 s. */
  async open({ source, text, variant, seed, actions }: Playable): Promise<Fetched<SimState>> {
    const log = actions.map(({ at_us, action }) => ({ at_us, action, text: "" }) as LoggedAction);
    const parts = { scenario: text, variant, seed, actions: log, until_us: 0 };
    // Lenient: the engine says each action in its words, and which it does not take.
    const spec = { ...parts, forward: true, lenient: true };
    const opened = await this.side.open(spec, {
      updateRequest: () => firstUpdateRequest(INITIAL_STATE),
    });
    if (opened?.ok !== true) return opened ?? { ok: false, message: t(ENDED) };
    const [refused] = opened.value.admitted?.refused ?? [];
    if (refused !== undefined) {
      return {
        ok: false,
        message: t("Action {index} is refused: {message}", {
          index: refused.index + 1,
          message: refused.message,
        }),
      };
    }
    this.store.opened(source, spec, opened.value);
    return { ok: true, value: this.state };
  }

  /** To an instant that is not before where it stands. */
  async advance(us: number): Promise<Fetched<SimState>> {
    const endUs = this.state.world?.duration_us ?? us;
    if (us > endUs)
      return { ok: false, message: t("The run ends at {end}.", { end: formatInstant(endUs) }) };
    let next = this.nowUs;
    while (next < us || this.nowUs < us) {
      next = Math.min(us, Math.max(next, this.nowUs) + PIECE_US);
      const came = await this.piece(next);
      if (!came.ok) return came;
    }
    return this.piece(us);
  }

  /** From here on messages are recorded. */
  record(): void {
    this.store.setTaping(true);
  }

  get nowUs(): number {
    return this.state.frame?.now_us ?? 0;
  }

  private async piece(us: number): Promise<Fetched<SimState>> {
    const came = await this.side.seek(us, {
      isWanted: this.isWanted,
      updateRequest: () => updateRequestOf(this.state),
      took: (update) => {
        if (update.tape !== null) this.reel.take(update.tape);
        this.store.took(update, this.reel.tape());
      },
    });
    if (came?.ok !== true) return came ?? { ok: false, message: t(ENDED) };
    return { ok: true, value: this.state };
  }
}
