/** Leads a class until another page does; what another page said is never overwritten unseen. */

import type { ClassDeps } from "./deps";
import { newStudentId, readLead, subjectsOf } from "./protocol";
import { Saying } from "./saying";
import { Teaching } from "./teaching";
import type { Wire } from "./wire";

/** So often the class hears that somebody leads it. */
const HERE_MS = 2_000;

type LeadingDeps = Pick<ClassDeps, "run" | "page" | "wallMs" | "later" | "refused" | "waits"> & {
  /** Of this page, as the class knows it. */
  me: string;
  lost(): void;
};

type LeadingWire = Pick<Wire, "say" | "tell" | "last" | "code">;

export class Leading {
  private readonly wire: LeadingWire;
  private readonly deps: LeadingDeps;
  private readonly saying: Saying;
  private readonly teaching: Teaching;
  private isOver = false;
  private saidMs = Number.NEGATIVE_INFINITY;

  private constructor(wire: LeadingWire, deps: LeadingDeps, lastSeq: number) {
    this.wire = wire;
    this.deps = deps;
    const nonce = newStudentId().slice(0, 8);
    const says = {
      ...deps,
      nonce,
      lacking: () => this.teaching.sayAgain(),
      overtaken: () => void this.goOn(),
    };
    this.saying = new Saying(wire, says, lastSeq);
    this.teaching = new Teaching({ ...deps, saying: this.saying });
  }

  /** The class is led by this page once this resolves. `names`: students are asked for theirs. */
  static async begin(wire: LeadingWire, deps: LeadingDeps, names: boolean): Promise<Leading> {
    const lead = JSON.stringify({ by: deps.me });
    const { lead: subject } = subjectsOf(wire.code);
    await wire.say(subject, lead, { id: newStudentId(), isOnly: true });
    const leading = new Leading(wire, deps, await lastOf(wire));
    leading.teaching.begin(names);
    leading.here();
    return leading;
  }

  askNames(ask: boolean): void {
    this.teaching.askNames(ask);
  }

  /** Another page leads, or nobody: the class goes on. */
  stop(): void {
    this.isOver = true;
    this.teaching.stop();
    this.saying.drop();
  }

  /** The class ends. Resolves once everybody was told. */
  async end(): Promise<void> {
    this.isOver = true;
    this.teaching.end();
    await this.saying.settled();
  }

  /** A page whose timers the browser holds up says it when a student is heard. */
  hereIfDue(): void {
    if (this.deps.wallMs() - this.saidMs >= HERE_MS) this.sayHere();
  }

  private here(): void {
    if (this.isOver) return;
    this.hereIfDue();
    this.deps.later(() => this.here(), HERE_MS);
  }

  private sayHere(): void {
    if (this.isOver) return;
    this.saidMs = this.deps.wallMs();
    this.wire.tell(subjectsOf(this.wire.code).saidHere, JSON.stringify({ by: this.deps.me }));
  }

  /** What the page before this one said last came late; or this page is the one before. */
  private async goOn(): Promise<void> {
    try {
      const lead = await this.wire.last(subjectsOf(this.wire.code).lead);
      const lastSeq = await lastOf(this.wire);
      if (this.isOver) return;
      if (readLead(lead?.text ?? "")?.by !== this.deps.me) {
        this.deps.lost();
        return;
      }
      this.saying.goOn(lastSeq);
      this.teaching.sayAnew();
    } catch {
      this.deps.later(() => void this.goOn(), HERE_MS);
    }
  }
}

async function lastOf(wire: LeadingWire): Promise<number> {
  return (await wire.last(subjectsOf(wire.code).do))?.seq ?? 0;
}
