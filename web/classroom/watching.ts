/** What a page notices by its clock: a silent server, a class that nobody leads. */

import type { ClassDeps } from "./deps";

/** The server is asked so often whether it is there. */
const ASKED_MS = 1_000;
/** With the time since it was last asked: 5 s without a word. */
const UNANSWERED_MS = 4_000;
/** A page that leads says so every 2 s; a reload takes less than this. */
export const LEADER_GONE_MS = 30_000;
const LOOKED_MS = 1_000;

type SilenceDeps = Pick<ClassDeps, "later"> & {
  /** Ends when the server has answered; fails, or never ends, where it does not. */
  probe(): Promise<void>;
  changed(isSilent: boolean): void;
};

/** Tells within 5 s that nothing comes any more, and at once that something does. */
export class SilenceWatch {
  private readonly deps: SilenceDeps;
  private isSilent = false;
  private isOver = false;

  constructor(deps: SilenceDeps) {
    this.deps = deps;
  }

  begin(): void {
    if (this.isOver) return;
    let isOpen = true;
    const next = (): void => {
      if (isOpen) this.deps.later(() => this.begin(), ASKED_MS);
      isOpen = false;
    };
    this.deps.later(() => {
      if (!isOpen) return;
      isOpen = false;
      this.tell(true);
      this.begin();
    }, UNANSWERED_MS);
    this.deps.probe().then(
      () => {
        this.tell(false);
        next();
      },
      // That the connection was lost is told by it; whether it is back the next question finds.
      next,
    );
  }

  end(): void {
    this.isOver = true;
  }

  private tell(isSilent: boolean): void {
    if (this.isOver || isSilent === this.isSilent) return;
    this.isSilent = isSilent;
    this.deps.changed(isSilent);
  }
}

type LeaderDeps = Pick<ClassDeps, "wallMs" | "later"> & {
  /** A page that hears nobody cannot know who is gone. */
  hears(): boolean;
  changed(isGone: boolean): void;
};

/** Tells that no page has led the class for half a minute, and that one does again. */
export class LeaderWatch {
  private readonly deps: LeaderDeps;
  private heardMs: number;
  private isGone = false;
  private isOver = false;

  constructor(deps: LeaderDeps) {
    this.deps = deps;
    this.heardMs = deps.wallMs();
  }

  /** Something came from the page that leads. */
  heard(): void {
    this.heardMs = this.deps.wallMs();
    this.tell(false);
  }

  begin(): void {
    if (this.isOver) return;
    if (!this.deps.hears()) this.heardMs = this.deps.wallMs();
    this.tell(this.deps.wallMs() - this.heardMs >= LEADER_GONE_MS);
    this.deps.later(() => this.begin(), LOOKED_MS);
  }

  end(): void {
    this.isOver = true;
  }

  private tell(isGone: boolean): void {
    if (this.isOver || isGone === this.isGone) return;
    this.isGone = isGone;
    this.deps.changed(isGone);
  }
}
