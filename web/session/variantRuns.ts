/**
 * Other variants of the run that is shown: same seed, the actions that are handed in, brought to an
 * instant when a goal or a figure names them. One worker for each; they stay where they are, so that
 * going on costs only what is new. Must not know what is asked of them.
 */

import type { Reply } from "@/engine/messages";
import type { LoggedAction } from "@/engine/types";
import type { Link } from "@/engine/workerLink";
import { t } from "@/language/words";
import { type RunReport, reportOf } from "@/model/reportFigures";
import { wishOf } from "./reduce";
import type { Session } from "./session";
import { INITIAL_STATE } from "./simState";

/** A piece of the way; between two the work can be ended. */
const PIECE_MS = 60;
const WISH = wishOf(INITIAL_STATE);

/** What the runs have in common. */
export interface Shared extends Pick<Session, "text" | "seed"> {
  /** Done in each of them. */
  actions: readonly LoggedAction[];
}

interface Opened {
  link: Link;
  shared: Shared;
  log: readonly LoggedAction[];
}

/** The runs' reports by variant, or why there are none. */
export type Others = { ok: true; reports: Record<string, RunReport> } | { ok: false; why: string };

/** Those that there are. */
export function reportsIn(others: Others): Record<string, RunReport> {
  return others.ok ? others.reports : {};
}

export class VariantRuns {
  private readonly makeLink: () => Link;
  private readonly opened = new Map<string, Opened>();

  constructor(makeLink: () => Link) {
    this.makeLink = makeLink;
  }

  /** All of them at an instant, counted from an earlier one; undefined when no longer wanted. */
  async at(
    variants: readonly string[],
    shared: Shared,
    us: number,
    isWanted: () => boolean,
    since?: RunReport,
  ): Promise<Others | undefined> {
    const reports: Record<string, RunReport> = {};
    const from = since === undefined ? {} : { since: JSON.stringify(since) };
    for (const variant of variants) {
      const reply = await this.bring(variant, shared, us, isWanted, from);
      if (reply === undefined) return undefined;
      const report = reply.type === "reported" ? reportOf(reply.report) : undefined;
      if (report !== undefined) {
        reports[variant] = report;
        continue;
      }
      this.drop(variant);
      const why = "message" in reply ? reply.message : t("It gave no report.");
      return {
        ok: false,
        why: t("The run “{variant}” did not come along: {why}", { variant, why }),
      };
    }
    return { ok: true, reports };
  }

  close(): void {
    for (const variant of [...this.opened.keys()]) this.drop(variant);
  }

  private async bring(
    variant: string,
    shared: Shared,
    us: number,
    isWanted: () => boolean,
    from: { since?: string },
  ): Promise<Reply | undefined> {
    const ready = await this.openedFor(variant, shared);
    if ("type" in ready) return ready;
    for (;;) {
      if (!isWanted()) return undefined;
      const reply = await ready.link.send({
        type: "seek",
        to: { us },
        budgetMs: PIECE_MS,
        wish: WISH,
      });
      if (!("update" in reply)) return reply;
      if (reply.update.reached) return ready.link.send({ type: "report", ...from });
    }
  }

  private async openedFor(variant: string, shared: Shared): Promise<Opened | Reply> {
    const { text, seed } = shared;
    const actions = [...shared.actions];
    const known = this.opened.get(variant);
    if (known !== undefined && known.shared.text === text && known.shared.seed === seed) {
      if (!isSameLog(known.log, actions)) {
        const reply = await known.link.send({ type: "rewrite", actions, wish: WISH });
        if (!("update" in reply)) return reply;
        known.log = actions;
      }
      return known;
    }
    this.drop(variant);
    const made: Opened = { link: this.makeLink(), shared, log: actions };
    this.opened.set(variant, made);
    const spec = { scenario: text, variant, seed, actions, until_us: 0, forward: true };
    const reply = await made.link.send({ type: "open", spec, wish: WISH });
    return reply.type === "opened" ? made : reply;
  }

  private drop(variant: string): void {
    this.opened.get(variant)?.link.close(t("This variant is not run any more."));
    this.opened.delete(variant);
  }
}

function isSameLog(a: readonly LoggedAction[], b: readonly LoggedAction[]): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
