/**
 * Promises over a worker: one reply for each command, in order. When the worker dies, everything
 * that waits is answered with "panicked". Must not know what the commands mean.
 */

import type { Command, Reply, Response } from "@/protocol/messages";

/** The part of Worker that is used here, so that tests can stand in for it. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<Response>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export class WorkerLink {
  private readonly waiting = new Map<number, (reply: Reply) => void>();
  private lastId = 0;
  private dead: string | undefined;

  private readonly worker: WorkerLike;

  constructor(worker: WorkerLike) {
    this.worker = worker;
    worker.onmessage = (event) => {
      this.settle(event.data);
    };
    worker.onerror = (event) => {
      this.die(event.message || "The worker could not be started.");
    };
  }

  send(command: Command): Promise<Reply> {
    if (this.dead !== undefined) {
      return Promise.resolve({ type: "panicked", message: this.dead });
    }
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.worker.postMessage({ id, ...command });
    });
  }

  /** Ends the worker. What waits is answered, so that nothing hangs. */
  close(reason: string): void {
    this.worker.terminate();
    this.die(reason);
  }

  private settle(response: Response): void {
    const resolve = this.waiting.get(response.id);
    this.waiting.delete(response.id);
    resolve?.(response);
  }

  private die(message: string): void {
    this.dead ??= message;
    for (const resolve of this.waiting.values()) resolve({ type: "panicked", message: this.dead });
    this.waiting.clear();
  }
}
