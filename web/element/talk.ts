/**
 * Speaks with the page in a frame: a message, and its one answer. Only that frame is heard, and only
 * while it shows the page that was asked for.
 */

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
}

export type AtlasEventName = keyof AtlasEvents;

/** Told only to those who ask; "ready" is told to everybody. */
const ASKED_FOR: readonly AtlasEventName[] = ["time", "told", "state"];

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

export class Talk {
  readonly #frame: HTMLIFrameElement;
  readonly #origin: string;
  readonly #tell: (name: AtlasEventName, detail: unknown) => void;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ready: Promise<void>;
  #isReady: () => void = () => {};
  #lastId = 0;

  /** Listens until it is ended. `tell` gets what the page says without being asked. */
  constructor(
    frame: HTMLIFrameElement,
    origin: string,
    tell: (name: AtlasEventName, detail: unknown) => void,
  ) {
    this.#frame = frame;
    this.#origin = origin;
    this.#tell = tell;
    this.#ready = new Promise((resolve) => {
      this.#isReady = resolve;
    });
    window.addEventListener("message", this.#hear);
  }

  /** Asks for something once the page listens; resolves with the value, or fails with its sentence. */
  async ask<T>(request: Request): Promise<T> {
    await this.#ready;
    return (await this.#send(request)) as T;
  }

  /** What is still waited for fails. */
  end(): void {
    window.removeEventListener("message", this.#hear);
    for (const { reject } of this.#waiting.values()) reject(new Error("The page was taken away."));
    this.#waiting.clear();
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
    const isIts = source === this.#frame.contentWindow && origin === this.#origin;
    if (!isIts || data?.atlas !== 1) return;
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
    if (name === "ready") {
      // Taken away before it was answered, nobody minds.
      this.#send({ do: "events", of: ASKED_FOR }).catch(() => {});
      this.#isReady();
    }
    this.#tell(name, detail);
  }
}
