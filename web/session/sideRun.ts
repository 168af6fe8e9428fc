/**
 * A run in a worker of its own: opened, brought to instants in pieces, given another log. Once it
 * was closed, whoever waits for it gets nothing.
 */

import type { Command, Opened, Reply, RunSpec, Update, UpdateRequest } from "@/engine/messages";
import type { LoggedAction } from "@/engine/types";
import type { Link } from "@/engine/workerLink";
import { t } from "@/language/words";
import type { Fetched } from "@/model/fetched";
import { updateRequestOf } from "./reduce";
import { INITIAL_STATE } from "./simState";

const PIECE_MS = 60;
/** Nothing but where it stands. */
export const LEAST_REQUEST = updateRequestOf(INITIAL_STATE);

/** What whoever plays runs elsewhere is given. */
export interface SideDeps {
  makeLink(): Link;
  /** Whether somebody still wants to know. */
  isWanted(): boolean;
}

export interface SideSpec extends Omit<RunSpec, "actions" | "until_us"> {
  actions: readonly LoggedAction[];
  /** Where it opens; 0 without. */
  until_us?: number;
}

export interface Going {
  /** Whether somebody still wants it to get there. */
  isWanted(): boolean;
  /** What an opening, another log or a piece of the way came to. */
  took?(update: Update): void;
  /** What shall be in that. */
  updateRequest?(): UpdateRequest;
}

export class SideRun {
  private readonly link: Link;
  private spec: SideSpec | undefined;
  private isClosed = false;

  constructor(link: Link) {
    this.link = link;
  }

  /** Whether it is this run, whatever was done in it. */
  isOf({ scenario, variant, seed }: Omit<SideSpec, "actions">): boolean {
    const { spec } = this;
    return spec?.scenario === scenario && spec.variant === variant && spec.seed === seed;
  }

  hasLog(actions: readonly LoggedAction[]): boolean {
    return this.spec !== undefined && sameLog(this.spec.actions, actions);
  }

  /** At an instant; undefined when it is not wanted any more. */
  async at(spec: SideSpec, us: number, going: Going): Promise<Fetched<Update> | undefined> {
    const stands = await this.become(spec, going);
    return stands?.ok === true ? this.seek(us, going) : stands;
  }

  /** At an instant, with the report that it has there. */
  async reportAt(
    spec: SideSpec,
    us: number,
    going: Going,
    since?: string,
  ): Promise<Fetched<string> | undefined> {
    const came = await this.at(spec, us, going);
    return came?.ok === true ? this.report(since) : came;
  }

  async open(spec: SideSpec, { took, updateRequest }: Partial<Going> = {}) {
    // Commands are answered in order: from here on it is this run.
    this.spec = spec;
    const whole: RunSpec = { ...spec, actions: [...spec.actions], until_us: spec.until_us ?? 0 };
    const command = {
      type: "open",
      spec: whole,
      updateRequest: updateRequest?.() ?? LEAST_REQUEST,
    } as const;
    const reply = await this.ask(command);
    if (reply?.type !== "opened") return reply && this.failed(reply);
    took?.(reply.update);
    return { ok: true, value: reply } satisfies Fetched<Opened>;
  }

  async seek(
    us: number,
    { isWanted, took, updateRequest }: Going,
  ): Promise<Fetched<Update> | undefined> {
    for (;;) {
      if (!isWanted()) return undefined;
      const to = { us };
      const budgetMs = PIECE_MS;
      const reply = await this.ask({
        type: "seek",
        to,
        budgetMs,
        updateRequest: updateRequest?.() ?? LEAST_REQUEST,
      });
      if (reply === undefined || !isWanted()) return undefined;
      if (!("update" in reply)) return this.failed(reply);
      took?.(reply.update);
      if (reply.update.reached) return { ok: true, value: reply.update };
    }
  }

  /** Where it stands; counted from an earlier report, if there is one. */
  async report(since?: string): Promise<Fetched<string> | undefined> {
    const reply = await this.ask({ type: "report", ...(since === undefined ? {} : { since }) });
    if (reply?.type !== "reported") return reply && this.failed(reply);
    return { ok: true, value: reply.report };
  }

  /** Undefined once it was closed. */
  async ask(command: Command): Promise<Reply | undefined> {
    if (this.isClosed) return undefined;
    const reply = await this.link.send(command);
    return this.isClosed ? undefined : reply;
  }

  close(reason: string): void {
    this.isClosed = true;
    this.link.close(reason);
  }

  /** Opened if it is another run; where only its log is another one, from where the logs part. */
  private async become(spec: SideSpec, going: Going): Promise<Fetched<unknown> | undefined> {
    if (!this.isOf(spec)) return this.open(spec, going);
    if (this.hasLog(spec.actions)) return { ok: true, value: null };
    this.spec = spec;
    const actions = [...spec.actions];
    const reply = await this.ask({ type: "rewrite", actions, updateRequest: LEAST_REQUEST });
    if (reply === undefined || !("update" in reply)) return reply && this.failed(reply);
    going.took?.(reply.update);
    return { ok: true, value: null };
  }

  /** Nobody knows where it stands: it is opened anew when it is wanted again. */
  private failed(reply: Reply): { ok: false; message: string } {
    this.spec = undefined;
    return { ok: false, message: reasonOf(reply) };
  }
}

/** Why a reply is not what was asked for, as a sentence. */
export function reasonOf(reply: Reply): string {
  return "message" in reply ? reply.message : t("The engine gave no answer.");
}

function sameLog(a: readonly LoggedAction[], b: readonly LoggedAction[]): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
