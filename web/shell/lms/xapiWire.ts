/**
 * Statements to the record store (LRS) of the launch, and the attempt in its State resource. A
 * statement that was not taken goes again with the next, under its own id.
 */

import type { Endpoint } from "@/model/lms/launch";
import { writeRecord } from "@/model/lms/record";
import type { LmsReport } from "@/model/lms/report";
import {
  lastStatement,
  type Statement,
  statementsOf,
  type Telling,
  type XapiLaunch,
} from "@/model/lms/statements";
import type { Refused, Wire } from "./wire";

const VERSION = "1.0.3";
const STATE = "raft-atlas";
/** A store that does not answer delays the page by so much. */
const ANSWER_MS_MAX = 10_000;

export interface XapiDeps {
  fetch(address: string, init: RequestInit): Promise<Response>;
  nowMs(): number;
  makeId(): string;
  refused: Refused;
}

/** What is said of a visit: by xAPI alone, or by the rules of a profile. */
interface Saying {
  between(before: LmsReport | null, after: LmsReport, telling: Telling): Statement[];
  last(last: LmsReport, telling: Telling): Statement;
}

const XAPI: Saying = { between: statementsOf, last: lastStatement };

export class XapiWire implements Wire {
  private readonly launch: XapiLaunch;
  private readonly to: Endpoint;
  private readonly deps: XapiDeps;
  private readonly saying: Saying;
  private unsent: Statement[] = [];
  /** One after another: the store has them in the order in which they happened. */
  private sending: Promise<void> = Promise.resolve();
  private state = "";

  constructor(launch: XapiLaunch, to: Endpoint, deps: XapiDeps, saying = XAPI) {
    this.launch = launch;
    this.to = to;
    this.deps = deps;
    this.saying = saying;
  }

  async begin(): Promise<{ kept: string; place: string }> {
    try {
      const signal = AbortSignal.timeout(ANSWER_MS_MAX);
      const found = await this.ask(this.stateAddress, { method: "GET", signal });
      // Nothing was left.
      if (found.status === 404) return { kept: "", place: "" };
      if (found.ok) return { kept: await found.text(), place: "" };
      this.deps.refused(`${this.to.address}: ${found.status}`);
    } catch (error) {
      this.deps.refused(`${this.to.address}: ${String(error)}`);
    }
    return { kept: "", place: "" };
  }

  report(before: LmsReport | null, after: LmsReport): void {
    this.unsent.push(...this.saying.between(before, after, this.telling));
    const state = writeRecord(after.record);
    this.sending = this.sending.then(() => this.send(state));
  }

  end(last: LmsReport): void {
    this.unsent.push(this.saying.last(last, this.telling));
    // No answer is waited for: whatever is still under way goes again, and is the same statement.
    void this.post(this.unsent).catch(() => undefined);
  }

  private get telling(): Telling {
    const { nowMs, makeId } = this.deps;
    return { launch: this.launch, nowMs: nowMs(), makeId };
  }

  private async send(state: string): Promise<void> {
    const sent = [...this.unsent];
    try {
      if (sent.length > 0) accepted(await this.post(sent));
      this.unsent = this.unsent.filter((one) => !sent.includes(one));
      if (state === this.state) return;
      accepted(await this.ask(this.stateAddress, { method: "PUT", body: state }));
      this.state = state;
    } catch (error) {
      this.deps.refused(`${this.to.address}: ${error instanceof Error ? error.message : error}`);
    }
  }

  private post(statements: readonly Statement[]): Promise<Response> {
    const body = JSON.stringify(statements);
    return this.ask(`${this.to.address}statements`, { method: "POST", body });
  }

  private ask(address: string, init: RequestInit): Promise<Response> {
    return askStore(this.deps, this.to.auth, address, init);
  }

  private get stateAddress(): string {
    return stateAddress(this.to, this.launch, STATE);
  }
}

/** `keepalive`: it arrives although the page is left meanwhile. */
export function askStore(
  deps: Pick<XapiDeps, "fetch">,
  auth: string,
  address: string,
  init: RequestInit,
): Promise<Response> {
  const headers = {
    "X-Experience-API-Version": VERSION,
    ...(init.body === undefined ? {} : { "Content-Type": "application/json" }),
    ...(auth === "" ? {} : { Authorization: auth }),
  };
  return deps.fetch(address, { ...init, headers, keepalive: true, credentials: "omit" });
}

/** Of an attempt at an activity, by its name. */
export function stateAddress(to: Endpoint, launch: XapiLaunch, stateId: string): string {
  const { activity, actor, registration } = launch;
  const asked = new URLSearchParams({
    stateId,
    activityId: activity,
    agent: JSON.stringify(actor),
    ...(registration === null ? {} : { registration }),
  });
  return `${to.address}activities/state?${asked}`;
}

function accepted({ ok, status }: Response): void {
  if (!ok) throw new Error(String(status));
}
