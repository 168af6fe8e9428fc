/**
 * Runs a scenario text to an instant in a worker of its own and judges goals there: what the engine
 * says of it. Must not know where the text comes from.
 */

import type { Reply } from "@/engine/messages";
import type { Expected } from "@/engine/types";
import type { Link } from "@/engine/workerLink";
import { t } from "@/language/words";
import type { Fetched } from "@/model/fetched";
import { type RunReport, reportOf } from "@/model/reportFigures";
import { wishOf } from "../reduce";
import { INITIAL_STATE } from "../simState";

/** What a run came to. */
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

/** A piece of the way; between two the work can be ended. */
const PIECE_MS = 60;
const WISH = wishOf(INITIAL_STATE);

export class Trial {
  private readonly link: Link;

  constructor(link: Link) {
    this.link = link;
  }

  /** Undefined when it is not wanted any more. */
  async run(
    text: string,
    variant: string,
    us: number,
    { onProgress, isWanted }: Going,
  ): Promise<Fetched<Came> | undefined> {
    const spec = {
      scenario: text,
      variant,
      seed: undefined,
      actions: [],
      until_us: 0,
      forward: true,
    };
    let reply = await this.link.send({ type: "open", spec, wish: WISH });
    for (;;) {
      if (!isWanted()) return undefined;
      if (!("update" in reply)) return { ok: false, message: whyNot(reply) };
      const { frame, reached } = reply.update;
      // The first picture is of 0 s, which is seldom the end.
      if (reached && frame.now_us >= us) return this.came(frame.digest);
      onProgress(frame.now_us);
      reply = await this.link.send({ type: "seek", to: { us }, budgetMs: PIECE_MS, wish: WISH });
    }
  }

  /** Of the run where it stands; `others` are reports of other variants, by name. */
  async judge(
    goals: readonly unknown[],
    others: Readonly<Record<string, RunReport>> = {},
  ): Promise<Fetched<JudgedGoals>> {
    const own = JSON.stringify(goals);
    const reply = await this.link.send({ type: "outcome", others: JSON.stringify(others), own });
    if (reply.type !== "outcome") return { ok: false, message: whyNot(reply) };
    const { own: verdicts, refused } = reply.end;
    return { ok: true, value: { verdicts, refused } };
  }

  close(): void {
    this.link.close(t("Nobody wants to know any more."));
  }

  private async came(digest: string): Promise<Fetched<Came>> {
    const reply = await this.link.send({ type: "report" });
    const report = reply.type === "reported" ? reportOf(reply.report) : undefined;
    if (report === undefined) return { ok: false, message: whyNot(reply) };
    return { ok: true, value: { digest, report } };
  }
}

function whyNot(reply: Reply): string {
  return "message" in reply ? reply.message : t("The engine gave no answer.");
}
