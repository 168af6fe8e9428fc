/**
 * A launch by the rules of cmi5: key, then the launch's data, then statements. A launch that was
 * used before says nothing more: its session has ended.
 */

import {
  type Cmi5Launch,
  cmi5Last,
  cmi5Statements,
  type LaunchData,
  readLaunchData,
} from "@/model/lms/cmi5";
import type { LmsReport } from "@/model/lms/report";
import type { Wire } from "./wire";
import { askStore, stateAddress, type XapiDeps, XapiWire } from "./xapiWire";

/** The platform's, in its State resource. */
const LAUNCH_DATA = "LMS.LaunchData";
const PREFERENCES = "cmi5LearnerPreferences";

export class Cmi5Wire implements Wire {
  private readonly asked: Cmi5Launch;
  private readonly deps: XapiDeps;
  /** Null until the session has begun, and where it cannot. */
  private inner: XapiWire | null = null;

  constructor(asked: Cmi5Launch, deps: XapiDeps) {
    this.asked = asked;
    this.deps = deps;
  }

  async begin(): Promise<{ kept: string; place: string }> {
    const { launch, to } = this.asked;
    try {
      const key = { ...to, auth: `Basic ${await this.token()}` };
      const data = await this.launchData(key);
      // Asked for as the rules say; nothing in the page depends on it.
      const { actor } = launch;
      const whose = new URLSearchParams({ profileId: PREFERENCES, agent: JSON.stringify(actor) });
      await this.get(`${key.address}agents/profile?${whose}`, key.auth);
      this.inner = new XapiWire(launch, key, this.deps, {
        between: (before, after, telling) => cmi5Statements(before, after, telling, data),
        last: (last, telling) => cmi5Last(last, telling, data),
      });
      return await this.inner.begin();
    } catch (error) {
      this.deps.refused(error instanceof Error ? error.message : String(error));
      return { kept: "", place: "" };
    }
  }

  report(before: LmsReport | null, after: LmsReport): void {
    this.inner?.report(before, after);
  }

  end(last: LmsReport): void {
    this.inner?.end(last);
  }

  private async token(): Promise<string> {
    const { fetchAddress } = this.asked;
    const init: RequestInit = { method: "POST", credentials: "omit" };
    const reply = await this.deps.fetch(fetchAddress, init);
    const told = (await reply.json().catch(() => ({}))) as Record<string, unknown>;
    const token = told["auth-token"];
    if (typeof token === "string" && token !== "") return token;
    throw new Error(String(told["error-text"] ?? `${fetchAddress}: ${reply.status}`));
  }

  private async launchData(key: Cmi5Launch["to"]): Promise<LaunchData> {
    const address = stateAddress(key, this.asked.launch, LAUNCH_DATA);
    const reply = await this.get(address, key.auth);
    const data = reply.ok ? readLaunchData(await reply.text()) : undefined;
    if (data === undefined) throw new Error(`${LAUNCH_DATA}: ${reply.status}`);
    return data;
  }

  private get(address: string, auth: string): Promise<Response> {
    return askStore(this.deps, auth, address, { method: "GET" });
  }
}
