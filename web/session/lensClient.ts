/**
 * Asks the worker of the third module. Loaded with the first view that asks. Must not know what
 * questions mean.
 */

import type { Answer, ExportFormat, LensCommand, LensReply, RunParts } from "@/engine/lens";
import { rowsUntil } from "@/engine/rows";
import type { TraceColumns } from "@/engine/types";
import { startLensWorker } from "@/engine/workers";
import { withExpects } from "./expecting";
import type { Session } from "./session";
import type { Asked } from "./simStore";

/** Why, from a record that reaches to the instant that is asked about; null: it is made anew. */
export async function askWhy(
  session: Session,
  asked: Asked,
  columns: TraceColumns | null,
): Promise<Answer> {
  const run = partsOf(session, asked.us);
  const { question, us, events } = asked;
  const known = columns === null ? null : rowsUntil(columns, events);
  const reply = await ask({ type: "why", run, columns: known, us, events, question }, () => {});
  if (reply.type === "answer") return reply.answer;
  throw new Error(reply.type === "failed" ? reply.message : "No answer came.");
}

/** The run up to an instant, as a file's content. Aborting ends the work. */
export async function exportRun(
  session: Session,
  untilUs: number,
  format: ExportFormat,
  { onProgress, signal }: { onProgress: (us: number) => void; signal: AbortSignal },
): Promise<Blob> {
  const run = partsOf(session, untilUs);
  const reply = await ask({ type: "export", run, untilUs, format }, onProgress, signal);
  if (reply.type === "exported") return reply.text;
  throw new Error(reply.type === "failed" ? reply.message : "No text came.");
}

/**
 * The session as one scenario file: the page, the command line and a colleague can run it again to
 * the same digest. Throws what no file can hold.
 */
export async function writeReplay(session: RunOf, untilUs: number): Promise<string> {
  const reply = await ask({ type: "replay", run: partsOf(session, untilUs) }, () => {});
  if (reply.type === "written") return withExpects(reply.text, session.expects ?? []);
  throw new Error(reply.type === "failed" ? reply.message : "No file came.");
}

type RunOf = Pick<Session, "text" | "variant" | "seed" | "actions" | "expects">;

function partsOf({ text, variant, seed, actions }: RunOf, untilUs: number): RunParts {
  const done = actions.filter(({ at_us }) => at_us <= untilUs);
  return { scenario: text, variant, seed, actions: done };
}

/** One worker for each question: it leaves no memory behind. */
function ask(
  command: LensCommand,
  onProgress: (us: number) => void,
  signal?: AbortSignal,
): Promise<LensReply> {
  const worker = startLensWorker();
  return new Promise<LensReply>((resolve) => {
    const end = (reply: LensReply): void => {
      worker.terminate();
      resolve(reply);
    };
    worker.onmessage = ({ data }: MessageEvent<LensReply>) => {
      if (data.type === "progress") onProgress(data.us);
      else end(data);
    };
    worker.onerror = (event) => {
      end({ type: "failed", message: event.message || "The worker could not be started." });
    };
    signal?.addEventListener("abort", () => end({ type: "failed", message: "Ended by hand." }));
    worker.postMessage(command);
  });
}
