/**
 * Promises over a worker: one reply for each command, in order. A worker that gives no sign of
 * life while somebody waits is taken for dead, and all that waits is answered with "panicked".
 */

import { t } from "@/language/words";
import type { Command, Reply, Response } from "./messages";

/** What commands are sent through. */
export interface Link {
  send(command: Command): Promise<Reply>;
  close(reason: string): void;
}

/** The part of Worker that is used here, so that tests can stand in for it. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<Response>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** Calls back again and again; returns what ends it. */
export type Every = (callback: () => void, ms: number) => () => void;

const CHECK_MS = 1_000;
/**
 * Checks without any sign of life; a worker at work gives one each second. Checks and not
 * milliseconds: a device that slept makes up for none of them.
 */
export const PATIENCE_CHECKS = 15;

export class WorkerLink implements Link {
  private readonly waiting = new Map<number, (reply: Reply) => void>();
  private lastId = 0;
  private dead: Reply | undefined;
  /** Checks since the last sign of life. */
  private silent = 0;
  private endWatch: (() => void) | undefined;

  private readonly worker: WorkerLike;
  private readonly repeat: Every;

  constructor(worker: WorkerLike, repeat: Every = wallClock) {
    this.worker = worker;
    this.repeat = repeat;
    worker.onmessage = (event) => {
      this.settle(event.data);
    };
    worker.onerror = (event) => {
      const message = event.message || t("The worker could not be started.");
      this.die({ type: "panicked", message });
    };
  }

  send(command: Command): Promise<Reply> {
    if (this.dead !== undefined) return Promise.resolve(this.dead);
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve) => {
      if (this.waiting.size === 0) this.watch();
      this.waiting.set(id, resolve);
      this.worker.postMessage({ id, ...command });
    });
  }

  /** Ends the worker. What waits is answered, so that nothing hangs. */
  close(reason: string): void {
    this.worker.terminate();
    this.die({ type: "panicked", message: reason });
  }

  private settle(response: Response): void {
    this.silent = 0;
    if (response.type === "working") return;
    const resolve = this.waiting.get(response.id);
    this.waiting.delete(response.id);
    if (this.waiting.size === 0) this.endWatch?.();
    resolve?.(inWords(response));
  }

  private watch(): void {
    this.silent = 0;
    const end = this.repeat(() => {
      this.silent += 1;
      if (this.silent < PATIENCE_CHECKS) return;
      this.worker.terminate();
      const message = t("The engine was gone: it gave no sign of life any more.");
      this.die({ type: "panicked", message, gone: true });
    }, CHECK_MS);
    this.endWatch = () => {
      this.endWatch = undefined;
      end();
    };
  }

  private die(reply: Reply): void {
    this.dead ??= reply;
    this.endWatch?.();
    for (const resolve of this.waiting.values()) resolve(this.dead);
    this.waiting.clear();
  }
}

/** A worker has no catalogue: the page says the sentence, with the cause that it was told. */
function inWords<R extends Response>(reply: R): R {
  if (reply.type !== "panicked" || reply.unloaded !== true) return reply;
  return { ...reply, message: t("The engine could not be loaded: {why}", { why: reply.message }) };
}

const wallClock: Every = (callback, ms) => {
  const timer = setInterval(callback, ms);
  return () => clearInterval(timer);
};
