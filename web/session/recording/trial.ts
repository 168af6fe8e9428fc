/** Runs a scenario text to an instant in a worker of its own and judges goals there. */

import type { Update } from "@/engine/messages";
import type { Expected } from "@/engine/types";
import type { Link } from "@/engine/workerLink";
import { msg, t } from "@/language/words";
import type { Fetched } from "@/model/fetched";
import { type RunReport, reportOf } from "@/model/reportFigures";
import { reasonOf, SideRun } from "../sideRun";

export interface Came {
  digest: string;
  report: RunReport;
}

/** What is said of goals, in their order, and of what could not be done. */
export interface JudgedGoals {
  verdicts: Expected[];
  refused: string[];
}

export interface Going {
  onProgress(us: number): void;
  /** Whether somebody still wants to know. */
  isWanted(): boolean;
}

export class Trial {
  private readonly side: SideRun;

  constructor(link: Link) {
    this.side = new SideRun(link);
  }

  /** Undefined when it is not wanted any more. */
  async run(
    scenario: string,
    variant: string,
    us: number,
    { onProgress, isWanted }: Going,
  ): Promise<Fetched<Came> | undefined> {
    const spec = { scenario, variant, seed: undefined, actions: [], forward: true };
    const took = ({ frame }: Update): void => onProgress(frame.now_us);
    const came = await this.side.at(spec, us, { isWanted, took });
    if (came?.ok !== true) return came;
    const report = await this.side.report();
    if (report?.ok !== true) return report;
    const value = { digest: came.value.frame.digest, report: reportOf(report.value) ?? {} };
    return { ok: true, value };
  }

  /** Of the run where it stands; `others` are reports of other variants, by name. */
  async judge(
    goals: readonly unknown[],
    others: Readonly<Record<string, RunReport>> = {},
  ): Promise<Fetched<JudgedGoals>> {
    const own = JSON.stringify(goals);
    const asked = { type: "outcome", others: JSON.stringify(others), own } as const;
    const reply = await this.side.ask(asked);
    if (reply?.type !== "outcome")
      return { ok: false, message: reply ? reasonOf(reply) : t(GIVEN_UP) };
    const { own: verdicts, refused } = reply.end;
    return { ok: true, value: { verdicts, refused } };
  }

  close(): void {
    this.side.close(t(GIVEN_UP));
  }
}

const GIVEN_UP = msg("Nobody wants to know any more.");
