/** Asks the worker that checks texts: one for all who ask, begun with the first question. */

import type { CheckReply, CheckRequest, TextProblem } from "@/engine/checking";
import { startCheckWorker } from "@/engine/workers";
import { t } from "@/language/words";
import { type Span, spotsOf } from "@/model/jsonSpots";

export interface PlacedProblem extends TextProblem {
  span: Span;
}

export type Checked =
  | { kind: "checked"; problems: PlacedProblem[] }
  /** Nothing is known of the text; a sentence says why. */
  | { kind: "unchecked"; message: string };

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, (reply: CheckReply) => void>();

export async function checkText(text: string): Promise<Checked> {
  const reply = await ask(text);
  if ("failed" in reply) return { kind: "unchecked", message: reply.failed };
  const spans = spotsOf(text, reply.problems);
  const problems = reply.problems.flatMap((problem, i) => {
    const span = spans[i];
    return span === undefined ? [] : [{ ...problem, span }];
  });
  problems.sort((a, b) => a.span.from - b.span.from);
  return { kind: "checked", problems };
}

function ask(text: string): Promise<CheckReply> {
  lastId += 1;
  const request: CheckRequest = { id: lastId, text };
  return new Promise((resolve) => {
    waiting.set(request.id, resolve);
    worker ??= begun();
    worker.postMessage(request);
  });
}

function begun(): Worker {
  const made = startCheckWorker();
  made.onmessage = ({ data }: MessageEvent<CheckReply>) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  };
  made.onerror = (event) => {
    end(event.message || t("What checks texts could not be started."));
  };
  return made;
}

/** The next question tries again with a worker of its own. */
function end(failed: string): void {
  worker?.terminate();
  worker = undefined;
  for (const [id, settle] of waiting) settle({ id, failed });
  waiting.clear();
}
