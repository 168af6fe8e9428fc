/** The runs of a form, in as many workers as there are cores but one. */

import type { AdviceJob, AdvicePlan, AdviceReport, LensCommand, LensReply } from "@/engine/lens";
import { startLensWorker } from "@/engine/workers";
import { t } from "@/language/words";

/** The part of a worker that is used here, so that tests can stand in for it. */
export interface LensLike {
  postMessage(command: LensCommand): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<LensReply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export interface Pool {
  workers: number;
  start: () => LensLike;
}

/** One core is the page's. */
export function pagePool(): Pool {
  const workers = Math.max(1, (navigator.hardwareConcurrency || 2) - 1);
  return { workers, start: startLensWorker };
}

/** All runs that a plan asks for: the first seed of each setting first. */
export function jobsOf({ settings, seeds }: Pick<AdvicePlan, "settings" | "seeds">): AdviceJob[] {
  return seeds.flatMap((seed) => settings.map((_, setting) => ({ setting, seed })));
}

/** Runs them all; aborting ends it with what is there. Throws what a worker could not do. */
export async function runAll(
  plan: AdvicePlan,
  onDone: (done: number) => void,
  signal: AbortSignal,
  pool: Pool,
): Promise<AdviceReport[]> {
  const jobs = jobsOf(plan);
  const reports: AdviceReport[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    const asked = new LensWorker(pool.start());
    const end = (): void => asked.end(t("Ended by hand."));
    signal.addEventListener("abort", end);
    try {
      while (!signal.aborted) {
        const job = jobs[next++];
        if (job === undefined) return;
        const set = plan.settings[job.setting]?.set ?? [];
        const { scenario } = plan;
        const reply = await asked.ask({ type: "run_point", scenario, seed: job.seed, set });
        if (signal.aborted) return;
        if (reply.type !== "ran")
          throw new Error(reply.type === "failed" ? reply.message : t("No report came."));
        reports.push({ ...job, report: reply.report });
        onDone(reports.length);
      }
    } finally {
      signal.removeEventListener("abort", end);
      asked.end("");
    }
  };
  await Promise.all(Array.from({ length: Math.min(pool.workers, jobs.length) }, work));
  return reports;
}

/** A worker that is asked one thing after the other. */
export class LensWorker {
  private readonly worker: LensLike;
  private waiting: ((reply: LensReply) => void) | null = null;

  constructor(worker: LensLike) {
    this.worker = worker;
    worker.onmessage = ({ data }) => this.settle(data);
    worker.onerror = ({ message }) =>
      this.settle({ type: "failed", message: message || t("The worker could not be started.") });
  }

  ask(command: LensCommand): Promise<LensReply> {
    return new Promise((resolve) => {
      this.waiting = resolve;
      this.worker.postMessage(command);
    });
  }

  /** Whoever waits is told. */
  end(message: string): void {
    this.worker.terminate();
    this.settle({ type: "failed", message });
  }

  private settle(reply: LensReply): void {
    const waiting = this.waiting;
    this.waiting = null;
    waiting?.(reply);
  }
}
