/** Workers that play the futures of one run; the answer is the same for any number of them. */

import type { FuturesCommand, FuturesReply, PlayedFuture } from "@/engine/lens";
import { t } from "@/language/words";
import { LensWorker, type Pool } from "../advice/pool";
import type { Outcome } from "./futuresState";

/** Futures that a worker plays in one go: between two goes it can be ended, and tells how far it is. */
const AT_ONCE = 4;

export interface Job {
  sinceUs: number;
  atUs: number;
  streams: number[];
}

/** Futures 1 to so many of an instant, in pieces. */
export function jobsOf(sinceUs: number, atUs: number, count: number): Job[] {
  const jobs: Job[] = [];
  for (let first = 1; first <= count; first += AT_ONCE) {
    const streams = Array.from(
      { length: Math.min(AT_ONCE, count + 1 - first) },
      (_, i) => first + i,
    );
    jobs.push({ sinceUs, atUs, streams });
  }
  return jobs;
}

export type TakenUp = Omit<Extract<FuturesCommand, { type: "futures" }>, "type">;

/** Somebody ended the work. */
export class Ended extends Error {}

type Answered<T extends FuturesReply["type"]> = Extract<FuturesReply, { type: T }>;

export class Crew {
  private readonly run: TakenUp;
  private readonly pool: Pool;
  private readonly hands: Hand[];
  private readonly others: Crew[] = [];
  private isOver = false;

  constructor(run: TakenUp, pool: Pool) {
    this.run = run;
    this.pool = pool;
    this.hands = Array.from({ length: pool.workers }, () => new Hand(pool));
  }

  /** Takes up the run; what may come of it. */
  async begin(): Promise<readonly Outcome[]> {
    return (await this.takenBy(this.first)).outcomes;
  }

  /** The run itself, at its end. */
  async own(sinceUs: number): Promise<PlayedFuture> {
    const [own] = (await this.ask({ type: "own", sinceUs }, "played")).played;
    if (own === undefined) throw new Error(t("No report came."));
    return own;
  }

  /** All of them, each by whoever is free, in the order of the jobs. */
  async play(jobs: readonly Job[], onPlayed: (futures: PlayedFuture[]) => void) {
    const played: PlayedFuture[][] = jobs.map(() => []);
    let next = 0;
    const work = async (hand: Hand): Promise<void> => {
      for (;;) {
        const place = next++;
        const job = jobs[place];
        if (job === undefined) return;
        await this.takenBy(hand);
        const command = { type: "play", ...job } as const;
        const { played: futures } = await this.answerOf(hand, command, "played");
        played[place] = futures;
        onPlayed(futures);
      }
    };
    await Promise.all(this.hands.slice(0, jobs.length).map(work));
    return played;
  }

  /** Another crew, for another run; it is ended with this one. */
  beside(run: TakenUp): Crew {
    const crew = new Crew(run, this.pool);
    this.others.push(crew);
    return crew;
  }

  ask<T extends FuturesReply["type"]>(command: FuturesCommand, type: T): Promise<Answered<T>> {
    return this.answerOf(this.first, command, type);
  }

  end(): void {
    this.isOver = true;
    for (const hand of this.hands) hand.end();
    for (const crew of this.others) crew.end();
  }

  private get first(): Hand {
    const [first] = this.hands;
    if (first === undefined) throw new Error("A crew has a worker.");
    return first;
  }

  private takenBy(hand: Hand): Promise<Answered<"asked">> {
    hand.taken ??= this.answerOf(hand, { type: "futures", ...this.run }, "asked");
    return hand.taken;
  }

  private async answerOf<T extends FuturesReply["type"]>(
    hand: Hand,
    command: FuturesCommand,
    type: T,
  ): Promise<Answered<T>> {
    if (this.isOver) throw new Ended();
    const reply = await hand.lens.ask(command);
    if (this.isOver) throw new Ended();
    if (reply.type === type) return reply as Answered<T>;
    throw new Error(reply.type === "failed" ? reply.message : t("No report came."));
  }
}

/** A worker, begun when it is first asked. */
class Hand {
  taken: Promise<Answered<"asked">> | undefined;
  private readonly pool: Pool;
  private worker: LensWorker | undefined;

  constructor(pool: Pool) {
    this.pool = pool;
  }

  get lens(): LensWorker {
    this.worker ??= new LensWorker(this.pool.start());
    return this.worker;
  }

  end(): void {
    this.worker?.end("");
  }
}
