/** Speaks with the page in a frame: a message, and its one answer, of that frame alone. */

import type { Run } from "@/engine/embed";

/** What can be asked: the table of docs/embedding.md. */
export interface Request {
  do: string;
  [member: string]: unknown;
}

/** An instant, and whether time passes. */
export interface Time {
  us: number;
  playing: boolean;
}

/** Something happened that the page tells. */
export interface Told {
  us: number;
  text: string;
}

/** What the page says without being asked: the names of the element's events, and their details. */
export interface AtlasEvents {
  ready: { run: Run };
  time: Time;
  told: Told;
  state: { run: Run; problem: string | null };
  /** The element's own: the page is not there, or does not answer. */
  error: { message: string };
}

export type AtlasEventName = keyof AtlasEvents;

/** Told only to those who ask; "ready" is told to everybody. */
const ASKED_FOR: readonly AtlasEventName[] = ["time", "told", "state"];

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

/** The window in which the page's messages arrive. */
type Listener = Pick<Window, "addEventListener" | "removeEventListener">;

export class Talk {
  readonly #frame: Pick<HTMLIFrameElement, "contentWindow">;
  readonly #origin: string;
  readonly #tell: (name: AtlasEventName, detail: unknown) => void;
  readonly #around: Listener;
  readonly #waiting = new Map<number, Waiting>();
  /** Asked before the page listens. */
  #early: (Waiting & { request: Request })[] = [];
  #isReady = false;
  /** Why nothing can be asked; null: it can, now or once the page listens. */
  #why: string | null = null;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;

  /** Listens until it is ended. `tell` gets what the page says without being asked. */
  constructor(
    frame: Pick<HTMLIFrameElement, "contentWindow">,
    origin: string,
    tell: (name: AtlasEventName, detail: unknown) => void,
    around: Listener = window,
  ) {
    this.#frame = frame;
    this.#origin = origin;
    this.#tell = tell;
    this.#around = around;
    around.addEventListener("message", this.#hear);
  }

  /** From now on the page has so long to say that it is ready; one that comes later is heard yet. */
  expect(withinMs: number): void {
    if (this.#isReady || this.#why !== null) return;
    const seconds = Math.round(withinMs / 1_000);
    const message = `The page of <raft-atlas> has not answered within ${seconds} s. It may not be served with all its files, may not be allowed in a frame, or may not know this page’s origin.`;
    this.#patience = setTimeout(() => this.fail(message), withinMs);
  }

  /** Asks for something once the page listens; resolves with the value, or fails with its sentence. */
  ask<T>(request: Request): Promise<T> {
    if (this.#why !== null) return Promise.reject(new Error(this.#why));
    if (this.#isReady) return this.#send(request) as Promise<T>;
    return new Promise<unknown>((resolve, reject) => {
      this.#early.push({ request, resolve, reject });
    }) as Promise<T>;
  }

  /** What is waited for fails with this sentence, and the element tells it. */
  fail(why: string): void {
    this.#giveUp(why);
    this.#tell("error", { message: why });
  }

  /** What is still waited for fails. */
  end(): void {
    this.#around.removeEventListener("message", this.#hear);
    this.#giveUp("The page was taken away.");
  }

  #giveUp(why: string): void {
    clearTimeout(this.#patience);
    this.#why = why;
    const all = [...this.#waiting.values(), ...this.#early];
    this.#waiting.clear();
    this.#early = [];
    for (const { reject } of all) reject(new Error(why));
  }

  #send(request: Request): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#frame.contentWindow?.postMessage({ ...request, atlas: 1, id }, this.#origin);
    });
  }

  readonly #hear = ({ source, origin, data }: MessageEvent): void => {
    const isIts = source !== null && source === this.#frame.contentWindow;
    if (!isIts || origin !== this.#origin || data?.atlas !== 1) return;
    if (typeof data.event === "string") {
      const { atlas: _, event, ...detail } = data;
      this.#hearEvent(event, detail);
      return;
    }
    const waiting = this.#waiting.get(data.id);
    this.#waiting.delete(data.id);
    if (data.ok === true) waiting?.resolve(data.value);
    else waiting?.reject(new Error(data.error ?? "The page gave no reason."));
  };

  #hearEvent(name: AtlasEventName, detail: unknown): void {
    if (name === "ready") this.#begin();
    this.#tell(name, detail);
  }

  #begin(): void {
    clearTimeout(this.#patience);
    this.#isReady = true;
    this.#why = null;
    // Taken away before it was answered, nobody minds.
    this.#send({ do: "events", of: ASKED_FOR }).catch(() => {});
    const early = this.#early;
    this.#early = [];
    for (const { request, resolve, reject } of early) this.#send(request).then(resolve, reject);
  }
}
