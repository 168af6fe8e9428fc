/** Says things as the teacher does: one after the other, each stored once before the next. */

import { t } from "@/language/words";
import { withoutStop } from "@/model/text";
import type { ClassDeps } from "./deps";
import { type Beat, bytesOf, SAID_BYTES_MAX, type Said, subjectsOf } from "./protocol";
import { Overtaken, Refused, type Wire } from "./wire";

/** A server that is gone is asked less and less often. */
const AGAIN_MS = 300;
const AGAIN_MS_MAX = 5_000;
/** After so many times in vain the teacher is told. */
const VAIN_TOLD = 8;
/** What waits while the server is gone; a class that does more than this without it has ended. */
const WAITING_MAX = 5_000;

type Waiting =
  | { kind: "said"; said: Said; id: string }
  | { kind: "beat"; beat: Omit<Beat, "after">; id: string; isKept: boolean };

type SayingDeps = Pick<
  ClassDeps,
  "later" | "nonce" | "refused" | "lacking" | "overtaken" | "waits"
>;

export class Saying {
  private readonly wire: Pick<Wire, "say" | "tell" | "code">;
  private readonly deps: SayingDeps;
  private readonly waiting: Waiting[] = [];
  private sending: Promise<void> | undefined;
  private count = 0;
  private lastSeq = 0;
  private toldOf = "";

  /** `lastSeq`: the number of the last thing that was said in the class, by whichever page. */
  constructor(wire: Pick<Wire, "say" | "tell" | "code">, deps: SayingDeps, lastSeq: number) {
    this.wire = wire;
    this.deps = deps;
    this.lastSeq = lastSeq;
  }

  /** What waits is not said any more. */
  drop(): void {
    this.waiting.length = 0;
    this.deps.waits(0);
  }

  /** From here on, after something that another page said. */
  goOn(lastSeq: number): void {
    this.lastSeq = lastSeq;
  }

  say(said: Said): void {
    if (bytesOf(JSON.stringify(said)) > SAID_BYTES_MAX) {
      this.deps.refused(t("This is too large to be sent to a class."));
      // A run that is too large is too large the next time too.
      if (said.t !== "run") this.deps.lacking();
      return;
    }
    this.add({ kind: "said", said, id: this.nextId() });
  }

  /** `isKept`: whoever comes later finds it; else only those who are there now hear it. */
  beat(beat: Omit<Beat, "after">, isKept: boolean): void {
    const last = this.waiting.findIndex(({ kind }) => kind === "beat");
    // The first of the list may be under way.
    const gone = last > 0 ? this.waiting.splice(last, 1)[0] : undefined;
    const wasKept = gone?.kind === "beat" && gone.isKept;
    this.add({ kind: "beat", beat, id: this.nextId(), isKept: isKept || wasKept });
  }

  /** Until all of it is stored. */
  async settled(): Promise<void> {
    while (this.sending !== undefined) await this.sending;
  }

  private nextId(): string {
    this.count += 1;
    return `${this.deps.nonce}-${this.count}`;
  }

  private add(one: Waiting): void {
    if (this.waiting.length >= WAITING_MAX) {
      this.deps.refused(t("The class does not hear you: the server has been gone for too long."));
      return;
    }
    this.waiting.push(one);
    this.deps.waits(this.waiting.length);
    this.sending ??= this.send().finally(() => {
      this.sending = undefined;
    });
  }

  private async send(): Promise<void> {
    for (let vain = 0; ; ) {
      const [one] = this.waiting;
      if (one === undefined) return;
      try {
        await this.sendOne(one);
        this.done(one);
        vain = 0;
        this.toldOf = "";
      } catch (error) {
        if (error instanceof Overtaken) {
          this.drop();
          this.deps.overtaken();
          continue;
        }
        if (error instanceof Refused) {
          this.done(one);
          this.tell(error);
          if (one.kind === "said") this.deps.lacking();
          continue;
        }
        // Gone for now; the same id makes the server take it once.
        vain += 1;
        if (vain === VAIN_TOLD) this.tell(error);
        const waitMs = Math.min(AGAIN_MS_MAX, AGAIN_MS * 2 ** (vain - 1));
        await new Promise<void>((resolve) => this.deps.later(resolve, waitMs));
      }
    }
  }

  /** It may have been dropped meanwhile. */
  private done(one: Waiting): void {
    if (this.waiting[0] === one) this.waiting.shift();
    this.deps.waits(this.waiting.length);
  }

  private tell(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    if (why === this.toldOf) return;
    this.toldOf = why;
    this.deps.refused(t("The class does not hear you: {why}", { why: withoutStop(why) }));
  }

  private async sendOne(one: Waiting): Promise<void> {
    const subjects = subjectsOf(this.wire.code);
    if (one.kind === "beat") {
      const text = JSON.stringify({ ...one.beat, after: this.lastSeq });
      if (one.isKept) await this.wire.say(subjects.beat, text, { id: one.id, isOnly: true });
      else this.wire.tell(subjects.saidBeat, text);
      return;
    }
    // A run needs nothing that was said before it.
    const options = { id: one.id, isOnly: one.said.t === "run", after: this.lastSeq };
    this.lastSeq = await this.wire.say(subjects.do, JSON.stringify(one.said), options);
  }
}
