/** Going to other instants: the latest wish wins, a long way is gone in pieces, steps add up. */

import type { SeekGoal } from "@/engine/messages";
import { t } from "@/language/words";
import { placeIdsOf } from "@/model/placesInText";
import { capitalised, withoutStop } from "@/model/text";
import { formatDuration, formatInstant } from "@/model/units";
import type { Deps } from "./deps";
import { marksBeside } from "./marks";

/** A piece of a way: short enough that a newer wish is soon heard. */
const PIECE_MS = 50;
/** Each further piece may take so much longer: of a long way fewer pictures are worth drawing. */
const PIECE_MORE_MS = 10;
const PIECE_MS_MAX = 200;

type TravelDeps = Pick<Deps, "run" | "page" | "ask" | "updateRequest" | "arrived">;

export class Travel {
  private readonly deps: TravelDeps;
  private wanted: SeekGoal | undefined;
  private going: Promise<void> | undefined;
  /** Where the person wants to be, while that is not yet shown. */
  private aim: SeekGoal | undefined;
  private given = 0;

  constructor(deps: TravelDeps) {
    this.deps = deps;
  }

  get isUnderWay(): boolean {
    return this.going !== undefined;
  }

  /** To an instant or an event; resolves when it, or a newer goal, is shown. */
  async to(goal: SeekGoal): Promise<void> {
    if (this.deps.run.getState().phase !== "ready") return;
    this.wanted = goal;
    this.aim = goal;
    this.going ??= this.go();
    await this.going;
  }

  /** Gives up a way that is under way: the instant shown is where it ends. */
  stop(): void {
    this.given += 1;
    this.wanted = undefined;
    this.aim = undefined;
  }

  /** The event before the one that is shown or aimed at. */
  async back(): Promise<void> {
    const { frame } = this.deps.run.getState();
    const from = this.aim !== undefined && "event" in this.aim ? this.aim.event : frame?.events;
    if (from === undefined || from === 0) return;
    await this.to({ event: from - 1 });
  }

  /** Some rounds on or back; a round is the leader's interval between heartbeats. */
  async rounds(count: number): Promise<void> {
    const { frame, world } = this.deps.run.getState();
    if (frame === null || world === null) return;
    const from = this.aim !== undefined && "us" in this.aim ? this.aim.us : frame.now_us;
    const roundUs = world.tick_us * world.heartbeat_ticks;
    await this.to({ us: Math.max(0, from + count * roundUs) });
  }

  /** The previous or next event of the selected thing, or else of the range shown. */
  async find(direction: 1 | -1): Promise<void> {
    const { phase } = this.deps.run.getState();
    const { selection } = this.deps.page.getState();
    if (phase !== "ready" || this.going !== undefined) return;
    const updateRequest = this.deps.updateRequest();
    const reply = await this.deps.ask({ type: "find", direction, updateRequest });
    if (reply.type !== "found") return;
    if (!reply.found) {
      const what = selection === null ? t("the range shown") : t("what is selected");
      this.deps.page.notify(
        direction === 1
          ? t("Nothing happens to {what} in the next {span}.", {
              what,
              span: formatDuration(60_000_000),
            })
          : t("Nothing happens to {what} before.", { what }),
      );
    }
    this.deps.arrived();
  }

  /** The previous or next mark of the time line; says what it marks. */
  async mark(direction: 1 | -1): Promise<void> {
    const state = this.deps.run.getState();
    const { hideVerdicts } = this.deps.page.getState();
    const marks = marksBeside(state, hideVerdicts, direction);
    const first = marks[0];
    if (first === undefined) {
      this.deps.page.notify(
        direction === 1
          ? t("There is no mark after this instant.")
          : t("There is no mark before this instant."),
      );
      return;
    }
    await this.to({ us: first.us });
    const ids = placeIdsOf(state.world);
    const what = marks.map(({ text }) => capitalised(withoutStop(text), ids)).join(t("; "));
    this.deps.page.notify(t("{at}: {what}.", { at: formatInstant(first.us), what }));
  }

  private async go(): Promise<void> {
    let budgetMs = PIECE_MS;
    let last: SeekGoal | undefined;
    while (this.wanted !== undefined && this.deps.run.getState().phase === "ready") {
      const to = this.wanted;
      budgetMs = to === last ? Math.min(PIECE_MS_MAX, budgetMs + PIECE_MORE_MS) : PIECE_MS;
      last = to;
      this.wanted = undefined;
      const { given } = this;
      const updateRequest = this.deps.updateRequest();
      const reply = await this.deps.ask({ type: "seek", to, budgetMs, updateRequest });
      if (reply.type !== "advanced") break;
      if (!reply.update.reached && given === this.given) this.wanted ??= to;
    }
    this.wanted = undefined;
    this.aim = undefined;
    this.going = undefined;
    this.deps.arrived();
  }
}
