/** Speaks with a page that was opened with `origin=self`, by docs/embedding.md. */

import type { Frame, Page } from "@playwright/test";

export interface Request {
  do: string;
  [member: string]: unknown;
}

interface Answer {
  ok: boolean;
  value?: unknown;
  error?: string;
}

/** A first visit loads an engine; a busy machine takes its time over it. */
const PATIENCE_MS = 60_000;
const AGAIN_MS = 250;

interface Asking {
  request: Request;
  patienceMs: number;
  againMs: number;
}

/** Asks for something; resolves with the value, or fails with the page's sentence. */
export async function ask<T>(page: Page | Frame, request: Request): Promise<T> {
  const answer = await page.evaluate(askInPage, {
    request,
    patienceMs: PATIENCE_MS,
    againMs: AGAIN_MS,
  });
  if (answer.ok) return answer.value as T;
  throw new Error(answer.error ?? "The page gave no reason.");
}

/** Runs in the page. Before that listens nothing is heard: what the run is, is asked again. */
function askInPage(asked: Asking): Promise<Answer> {
  const { request, patienceMs, againMs } = asked;
  const id = `replay ${crypto.randomUUID()}`;
  return new Promise((resolve) => {
    const say = (): void => window.postMessage({ atlas: 1, id, ...request }, location.origin);
    const again = request.what === "run" ? setInterval(say, againMs) : undefined;
    const end = (answer: Answer): void => {
      clearInterval(again);
      clearTimeout(patience);
      window.removeEventListener("message", hear);
      resolve(answer);
    };
    const patience = setTimeout(() => {
      const error = `No answer to “${request.do}”; was the page opened with origin=self?`;
      end({ ok: false, error });
    }, patienceMs);
    const hear = ({ source, data }: MessageEvent): void => {
      if (source === window && data?.atlas === 1 && data.id === id && "ok" in data) end(data);
    };
    window.addEventListener("message", hear);
    say();
  });
}
