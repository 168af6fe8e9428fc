/** Asks the worker of the third module. Loaded with the first view that asks. */

import type {
  Answer,
  ExportFormat,
  LensCommand,
  LensReply,
  LoadCurve,
  RunParts,
} from "@/engine/lens";
import { rowsUntil } from "@/engine/rows";
import type { TraceColumns } from "@/engine/types";
import { startLensWorker } from "@/engine/workers";
import { t } from "@/language/words";
import { withExpects } from "./expecting";
import type { WhyAsked } from "./pageState";
import { logOf, type Session } from "./session";

/** Why, from a record that reaches to the instant that is asked about; null: it is made anew. */
export async function askWhy(
  session: Session,
  asked: WhyAsked,
  columns: TraceColumns | null,
): Promise<Answer> {
  const run = partsOf(session, asked.us);
  const { question, us, events } = asked;
  const known = columns === null ? null : rowsUntil(columns, events);
  const reply = await ask({ type: "why", run, columns: known, us, events, question }, () => {});
  if (reply.type === "answer") return reply.answer;
  throw new Error(reply.type === "failed" ? reply.message : t("No answer came."));
}

/** The run up to an instant, as a file's content. Aborting ends the work. */
export async function exportRun(
  session: Session,
  untilUs: number,
  format: ExportFormat,
  { onProgress, signal }: { onProgress: (us: number) => void; signal: AbortSignal },
): Promise<Blob> {
  const run = partsOf(session, untilUs);
  const heard = (reply: LensReply): void => {
    if (reply.type === "progress") onProgress(reply.us);
  };
  const reply = await ask({ type: "export", run, untilUs, format }, heard, signal);
  if (reply.type === "exported") return reply.text;
  throw new Error(reply.type === "failed" ? reply.message : t("No text came."));
}

/**
 * The session as one scenario file: the page, the command line and a colleague can run it again to
 * the same digest. Throws what no file can hold.
 */
export async function writeReplay(session: Session, untilUs: number): Promise<string> {
  const reply = await ask({ type: "replay", run: partsOf(session, untilUs) }, () => {});
  if (reply.type === "written") return withExpects(reply.text, session.expects ?? []);
  throw new Error(reply.type === "failed" ? reply.message : t("No file came."));
}

export interface SweepProgress {
  done: number;
  of: number;
  curve: LoadCurve;
}

/** The run's scenario at so many loads, as it is set and sized at an instant. Aborting ends it. */
export async function sweepLoad(
  session: Session,
  untilUs: number,
  points: number,
  { onPoint, signal }: { onPoint: (progress: SweepProgress) => void; signal: AbortSignal },
): Promise<LoadCurve> {
  const run = partsOf(session, untilUs);
  const onProgress = (reply: LensReply): void => {
    if (reply.type === "sweeping") onPoint(reply);
  };
  const reply = await ask({ type: "sweep", run, points }, onProgress, signal);
  if (reply.type === "swept") return reply.curve;
  throw new Error(reply.type === "failed" ? reply.message : t("No curve came."));
}

export async function fileAtLoad(
  session: Session,
  untilUs: number,
  percent: number,
): Promise<string> {
  const run = partsOf(session, untilUs);
  const reply = await ask({ type: "at_load", run, percent }, () => {});
  if (reply.type === "written") return reply.text;
  throw new Error(reply.type === "failed" ? reply.message : t("No file came."));
}

/** The scenario at a point of a sweep as a file: with these values, each as `path=value`. */
export async function fileAtPoint(run: RunParts, set: string[], label: string): Promise<string> {
  const reply = await ask({ type: "at_point", run, set, label }, () => {});
  if (reply.type === "written") return reply.text;
  throw new Error(reply.type === "failed" ? reply.message : t("No file came."));
}

function partsOf(session: Session, untilUs: number): RunParts {
  const { text, variant, seed } = session;
  const done = logOf(session).filter(({ at_us }) => at_us <= untilUs);
  return { scenario: text, variant, seed, actions: done };
}

/** One worker for each question: it leaves no memory behind. */
function ask(
  command: LensCommand,
  onProgress: (reply: LensReply) => void,
  signal?: AbortSignal,
): Promise<LensReply> {
  const worker = startLensWorker();
  return new Promise<LensReply>((resolve) => {
    const end = (reply: LensReply): void => {
      worker.terminate();
      resolve(reply);
    };
    worker.onmessage = ({ data }: MessageEvent<LensReply>) => {
      if (data.type === "progress" || data.type === "sweeping") onProgress(data);
      else end(data);
    };
    worker.onerror = (event) => {
      end({ type: "failed", message: event.message || t("The worker could not be started.") });
    };
    signal?.addEventListener("abort", () => end({ type: "failed", message: t("Ended by hand.") }));
    worker.postMessage(command);
  });
}
