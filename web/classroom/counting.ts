/** What students say, as a teacher's page counts it: who is there, and who answered what. */

import { type Answers, heldOver, RateBound, withAnswer, withHere, withoutSilent } from "./answers";
import { classStore } from "./classStore";
import type { ClassDeps } from "./deps";
import { isStudentId, readAnswered, readHere, subjectsOf } from "./protocol";
import type { Heard, Wire } from "./wire";

/** With SILENT_MS of answers.ts: who is gone is counted no more within 10 s. */
const COUNTED_MS = 1_000;
const KEPT_MS = 2_000;

const set = classStore.setState;

type CountingDeps = Pick<ClassDeps, "wallMs" | "later"> & {
  /** A page that hears nobody cannot know who is gone. */
  hears(): boolean;
  heard(): void;
  /** Keeps what was answered; seldom more often than every 2 s. */
  keep(answers: Answers): void;
};

export class Counting {
  private readonly wire: Pick<Wire, "hear" | "fetch" | "code">;
  private readonly deps: CountingDeps;
  private readonly bound = new RateBound();
  private isOver = false;
  private isToKeep = false;

  constructor(wire: Pick<Wire, "hear" | "fetch" | "code">, deps: CountingDeps) {
    this.wire = wire;
    this.deps = deps;
  }

  /** From now on, and all answers that were stored before. */
  async begin(): Promise<void> {
    const subjects = subjectsOf(this.wire.code);
    this.wire.hear(subjects.kept("*"), (one) => this.heardAnswer(one));
    this.wire.hear(subjects.present("*"), (one) => this.heardHere(one));
    await this.fetch();
    this.countPresent();
  }

  end(): void {
    this.keepNow();
    this.isOver = true;
  }

  /** What was answered since it was last kept. */
  keepNow(): void {
    if (this.isToKeep && !this.isOver) this.deps.keep(classStore.getState().answers);
    this.isToKeep = false;
  }

  /** All that were stored: what is known already changes nothing. */
  async fetch(): Promise<void> {
    for (const one of await this.wire.fetch("answers", 1)) this.takeAnswer(one);
  }

  private heardAnswer(one: Heard): void {
    if (this.bound.take(idOf(one), this.deps.wallMs())) this.takeAnswer(one);
    else drop();
  }

  private takeAnswer(one: Heard): void {
    if (this.isOver) return;
    const said = readAnswered(one.text);
    const id = idOf(one);
    if (said === undefined || !isStudentId(id)) drop();
    else this.change((answers) => withAnswer(answers, id, said));
  }

  private change(how: (answers: Answers) => Answers): void {
    const { answers } = classStore.getState();
    const next = how(answers);
    set({ answers: next });
    const isNews = next.steps !== answers.steps || next.names !== answers.names;
    if (!isNews || this.isToKeep) return;
    this.isToKeep = true;
    this.deps.later(() => this.keepNow(), KEPT_MS);
  }

  private heardHere(one: Heard): void {
    if (this.isOver) return;
    const here = readHere(one.text);
    const id = idOf(one);
    const nowMs = this.deps.wallMs();
    if (here === undefined || !isStudentId(id) || !this.bound.take(`here ${id}`, nowMs)) {
      drop();
      return;
    }
    this.change((answers) => withHere(answers, id, here, nowMs));
    this.deps.heard();
  }

  private countPresent(): void {
    if (this.isOver) return;
    const count = this.deps.hears() ? withoutSilent : heldOver;
    set(({ answers }) => ({ answers: count(answers, this.deps.wallMs()) }));
    this.deps.later(() => this.countPresent(), COUNTED_MS);
  }
}

function idOf({ subject }: Heard): string {
  return subject.slice(subject.lastIndexOf(".") + 1);
}

function drop(): void {
  set(({ dropped }) => ({ dropped: dropped + 1 }));
}
