/**
 * The server of a class as a variable: what is said is stored, numbered and told as nats-server does
 * it, for as many pages as there are wires. For tests only; the real one is in classServer.ts.
 */

import { subjectsOf } from "@/classroom/protocol";
import { type Heard, Overtaken, type SayOptions } from "@/classroom/wire";

type Listener = { wire: MemoryWire; wildcard: string; heard(one: Heard): void };

export class MemoryClass {
  readonly code = "BCDF2345";
  stored: Heard[] = [];
  listeners: Listener[] = [];
  private seq = 0;

  wire(seat = "0".repeat(24)): MemoryWire {
    return new MemoryWire(this, seat);
  }

  store(subject: string, text: string, { isOnly, after }: Omit<SayOptions, "id">): number {
    const before = this.lastOf(subject)?.seq ?? 0;
    if (after !== undefined && after !== before) throw new Overtaken(`last is ${before}`);
    if (isOnly === true) this.stored = this.stored.filter((one) => one.subject !== subject);
    this.seq += 1;
    const one = { subject, text, seq: this.seq, before, isPlain: false };
    this.stored.push(one);
    this.tell({ ...one, subject: subject.replace(".say.", ".said.") });
    return this.seq;
  }

  lastOf(subject: string): Heard | undefined {
    return this.stored.findLast((one) => one.subject === subject);
  }

  tell(one: Heard): void {
    for (const { wire, wildcard, heard } of [...this.listeners]) {
      const isHeard = wildcard.endsWith("*")
        ? one.subject.startsWith(wildcard.slice(0, -1))
        : one.subject === wildcard;
      if (isHeard && wire.isThere) heard(one);
    }
  }

  /** All that was said, in order. */
  get said(): string[] {
    return this.stored.filter(({ subject }) => subject.endsWith(".do")).map(({ text }) => text);
  }
}

export class MemoryWire {
  readonly code: string;
  readonly seat: string;
  isThere = true;
  closed = 0;
  private readonly room: MemoryClass;

  constructor(room: MemoryClass, seat: string) {
    this.room = room;
    this.code = room.code;
    this.seat = seat;
  }

  async prepare(): Promise<void> {}

  hear(wildcard: string, heard: (one: Heard) => void): void {
    this.room.listeners.push({ wire: this, wildcard, heard });
  }

  async fetch(what: "class" | "answers", from: number): Promise<Heard[]> {
    this.reach();
    if (what === "answers") return this.kept;
    const { do: subject } = subjectsOf(this.code);
    return this.room.stored.filter((one) => one.subject === subject && one.seq >= from);
  }

  async last(subject: string): Promise<Heard | undefined> {
    this.reach();
    return this.room.lastOf(subject);
  }

  async say(subject: string, text: string, options: SayOptions): Promise<number> {
    this.reach();
    return this.room.store(subject, text, options);
  }

  /** As the clerk passes on what a student says. */
  async answer(text: string): Promise<void> {
    this.reach();
    this.room.store(subjectsOf(this.code).kept(this.seat), text, {});
  }

  tell(subject: string, text: string): void {
    if (!this.isThere) return;
    const heard = subject.replace(".here.", ".present.");
    this.room.tell({ subject: heard, text, seq: 0, before: 0, isPlain: true });
  }

  async flush(): Promise<void> {
    this.reach();
  }

  async close(): Promise<void> {
    this.closed += 1;
    this.isThere = false;
    this.room.listeners = this.room.listeners.filter(({ wire }) => wire !== this);
  }

  private get kept(): Heard[] {
    const { kept } = subjectsOf(this.code);
    const prefix = kept("*").slice(0, -1);
    return this.room.stored.filter(({ subject }) => subject.startsWith(prefix));
  }

  private reach(): void {
    if (!this.isThere) throw new Error("timeout");
  }
}
