/**
 * Says things as the teacher does: one after the other, each stored before the next is sent, each
 * once however often the connection breaks. Of where the run stands only the newest is said. Must
 * not know the page: it works in Node too.
 */

import { t } from "@/language/words";
import { type Beat, SAID_BYTES_MAX, type Said, subjectsOf } from "./protocol";
import type { Wire } from "./wire";

const AGAIN_MS = 300;
/** What waits while the server is gone; a class that does more than this without it has ended. */
const WAITING_MAX = 5_000;

type Waiting =
  | { kind: "said"; said: Said; id: string }
  | { kind: "beat"; beat: Omit<Beat, "after">; id: string; isKept: boolean };

export interface SayingSurroundings {
  later(callback: () => void, ms: number): void;
  /** Makes the ids of this page's messages its own. */
  nonce: string;
  /** It was not sent, and will not be. */
  refused(why: string): void;
}

export class Saying {
  private readonly wire: Pick<Wire, "say" | "tell" | "code">;
  private readonly around: SayingSurroundings;
  private readonly waiting: Waiting[] = [];
  private sending: Promise<void> | undefined;
  private count = 0;
  /** Number of the last thing said. */
  private lastSeq = 0;

  constructor(wire: Pick<Wire, "say" | "tell" | "code">, around: SayingSurroundings) {
    this.wire = wire;
    this.around = around;
  }

  say(said: Said): void {
    if (JSON.stringify(said).length > SAID_BYTES_MAX) {
      this.around.refused(t("This is too large to be sent to a class."));
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
    return `${this.around.nonce}-${this.count}`;
  }

  private add(one: Waiting): void {
    if (this.waiting.length >= WAITING_MAX) {
      this.around.refused(t("The class does not hear you: the server has been gone for too long."));
      return;
    }
    this.waiting.push(one);
    this.sending ??= this.send().finally(() => {
      this.sending = undefined;
    });
  }

  private async send(): Promise<void> {
    for (;;) {
      const [one] = this.waiting;
      if (one === undefined) return;
      try {
        await this.sendOne(one);
        this.waiting.shift();
      } catch {
        // Gone for now; the same id makes the server take it once.
        await new Promise<void>((resolve) => this.around.later(resolve, AGAIN_MS));
      }
    }
  }

  private async sendOne(one: Waiting): Promise<void> {
    const subjects = subjectsOf(this.wire.code);
    if (one.kind === "beat") {
      const text = JSON.stringify({ ...one.beat, after: this.lastSeq });
      if (one.isKept) await this.wire.say(subjects.beat, text, one.id, "sub");
      else this.wire.tell(subjects.saidBeat, text);
      return;
    }
    const only = one.said.t === "run" ? "all" : undefined;
    this.lastSeq = await this.wire.say(subjects.do, JSON.stringify(one.said), one.id, only);
  }
}
