/** Hears a class in order, each thing once; what was missed is fetched by its number. */

import { type Applied, apply, type ClassRun, NOTHING_SAID, takenBeat } from "./classRun";
import type { ClassDeps } from "./deps";
import { readBeat, readLead, readSaid, subjectsOf } from "./protocol";
import type { Heard, Wire } from "./wire";

/** What comes while something is fetched, and is kept for then; a fetch brings what is above. */
const WAITING_MAX = 1_000;

type HearingDeps = Pick<ClassDeps, "changed" | "failed" | "present" | "led">;

export class Hearing {
  private readonly wire: Pick<Wire, "hear" | "fetch" | "last" | "code">;
  private readonly deps: HearingDeps;
  private known: ClassRun = NOTHING_SAID;
  private fetching: Promise<void> | undefined;
  private waiting: Heard[] = [];
  /** The page that leads, and the number of what said so. */
  private leads = { by: "", seq: 0 };
  /** All that was said by the time of the last fetch is known. */
  isWhole = false;
  dropped = 0;
  /** How often something had been missed. */
  fetches = 0;

  constructor(wire: Pick<Wire, "hear" | "fetch" | "last" | "code">, deps: HearingDeps) {
    this.wire = wire;
    this.deps = deps;
  }

  get state(): ClassRun {
    return this.known;
  }

  /** The page that leads the class; "" while none ever did. */
  get leader(): string {
    return this.leads.by;
  }

  /** From now on, and all that was said before. */
  async begin(): Promise<void> {
    this.wire.hear(subjectsOf(this.wire.code).said, (one) => this.heard(one));
    await this.catchUp();
  }

  /** Fetches what is missing: at the beginning, and when the connection is back. */
  catchUp(): Promise<void> {
    this.fetching ??= this.fetch().finally(() => {
      this.fetching = undefined;
      this.settle();
    });
    return this.fetching;
  }

  private async fetch(): Promise<void> {
    this.fetches += 1;
    try {
      const missed = await this.wire.fetch("class", this.known.seq + 1);
      let state = this.known;
      // What is not understood is left out here as there; the numbers need no comparing.
      for (const one of missed) state = this.takeDo(state, { ...one, before: state.seq }) ?? state;
      const subjects = subjectsOf(this.wire.code);
      const lead = await this.wire.last(subjects.lead);
      const last = await this.wire.last(subjects.beat);
      // What was said of another run before this one says nothing of where this one stands.
      const isOfRun = last !== undefined && last.seq > state.runSeq;
      const beat = isOfRun ? this.beatOf(last) : undefined;
      const stands = beat === undefined ? undefined : takenBeat(state, beat);
      this.isWhole = true;
      if (lead !== undefined) this.takeLead(lead);
      this.show(stands?.kind === "taken" ? stands.state : state);
    } catch (error) {
      this.isWhole = false;
      this.deps.failed?.(error instanceof Error ? error.message : String(error));
    }
  }

  private heard(one: Heard): void {
    const { saidLead, saidHere } = subjectsOf(this.wire.code);
    if (one.subject === saidLead || one.subject === saidHere) {
      this.takeLead(one);
      return;
    }
    if (this.fetching !== undefined) {
      if (this.waiting.length < WAITING_MAX) this.waiting.push(one);
      return;
    }
    this.take(one);
  }

  /** What came meanwhile. */
  private settle(): void {
    const { waiting } = this;
    this.waiting = [];
    for (const one of waiting) this.heard(one);
  }

  /** That a page leads, or still leads: as the server stored it, or as the page itself sent it. */
  private takeLead({ subject, text, seq, isPlain }: Heard): void {
    const said = readLead(text);
    const isHere = subject === subjectsOf(this.wire.code).saidHere;
    if (said === undefined || (isHere ? !isPlain : seq === 0)) {
      this.dropped += 1;
      return;
    }
    this.deps.present?.();
    if (isHere || seq <= this.leads.seq) return;
    const isNews = said.by !== this.leads.by;
    this.leads = { by: said.by, seq };
    if (isNews) this.deps.led?.(said.by);
  }

  private take(one: Heard): void {
    const isBeat = one.subject === subjectsOf(this.wire.code).saidBeat;
    // What the server did not store is a beat that the teacher sent, or not of the class: what a
    // student lets the server send in its name comes with the server's headers, or is no beat.
    if (one.seq === 0 && !(isBeat && one.isPlain)) {
      this.dropped += 1;
      return;
    }
    if (isBeat) {
      const beat = this.beatOf(one);
      if (beat === undefined) return;
      this.deps.present?.();
      this.follow(takenBeat(this.known, beat));
      return;
    }
    this.deps.present?.();
    const state = this.takeDo(this.known, one);
    if (state === undefined) void this.catchUp();
    else this.show(state);
  }

  /** Undefined: something is missing. */
  private takeDo(state: ClassRun, { text, seq, before }: Heard): ClassRun | undefined {
    const said = readSaid(text);
    if (said === undefined) {
      this.dropped += 1;
      // It keeps its number, so that it is not missed again and again.
      return before > state.seq ? undefined : { ...state, seq: Math.max(seq, state.seq) };
    }
    const result = apply(state, { seq, before, said });
    if (result.kind === "missed") return undefined;
    return result.kind === "taken" ? result.state : state;
  }

  private beatOf({ text }: Heard) {
    const beat = readBeat(text);
    if (beat === undefined) this.dropped += 1;
    return beat;
  }

  private follow(result: Applied): void {
    if (result.kind === "missed") void this.catchUp();
    else if (result.kind === "taken") this.show(result.state);
  }

  private show(state: ClassRun): void {
    if (state === this.known) return;
    this.known = state;
    this.deps.changed(state);
  }
}
