/**
 * SCORM 2004's run-time API, as the platform puts it into a window around this page: found, begun,
 * written to and ended. Must not know what is written.
 */

import { writeRecord } from "@/model/lms/record";
import type { LmsReport } from "@/model/lms/report";
import { type Element, type Numbered, scormElements } from "@/model/lms/scorm";
import type { Refused, Wire } from "./wire";

export interface ScormApi {
  Initialize(nothing: ""): string;
  Terminate(nothing: ""): string;
  GetValue(name: string): string;
  SetValue(name: string, value: string): string;
  Commit(nothing: ""): string;
  GetLastError(): string;
  GetErrorString(code: string): string;
  GetDiagnostic(code: string): string;
}

const NAME = "API_1484_11";
/** So many windows up, as SCORM's own example looks. */
const WINDOWS_MAX = 500;

/** In this window's parents, else in those of the window that opened it. */
export function findApi(here: Window): ScormApi | null {
  return above(here.parent) ?? (here.opener ? above(here.opener) : openerAbove(here));
}

/** A frame within a window that the platform opened. */
function openerAbove(here: Window): ScormApi | null {
  try {
    return here.top?.opener ? above(here.top.opener) : null;
  } catch {
    return null;
  }
}

/** Null, too, where a window is another origin's: it may not be looked into. */
function above(first: Window): ScormApi | null {
  try {
    let at = first;
    for (let looked = 0; looked < WINDOWS_MAX; looked += 1) {
      const api = Reflect.get(at, NAME);
      if (api) return api as ScormApi;
      if (at.parent === at) return null;
      at = at.parent;
    }
  } catch {
    // It stays unknown.
  }
  return null;
}

export class ScormWire implements Wire {
  private readonly api: ScormApi;
  private readonly refused: Refused;
  /** As they were set last. */
  private readonly known = new Map<string, string>();
  private readonly numbered: Numbered;

  constructor(api: ScormApi, refused: Refused) {
    this.api = api;
    this.refused = refused;
    const objectives = new Numbers(api, "cmi.objectives");
    const interactions = new Numbers(api, "cmi.interactions");
    this.numbered = {
      objective: (id) => objectives.of(id),
      interaction: (id) => interactions.of(id),
    };
  }

  begin(): Promise<{ kept: string; place: string }> {
    this.heed(this.api.Initialize(""));
    const kept = this.api.GetValue("cmi.suspend_data");
    return Promise.resolve({ kept, place: this.api.GetValue("cmi.location") });
  }

  report(_: LmsReport | null, after: LmsReport): void {
    for (const element of scormElements(after, this.numbered)) this.set(element);
    this.set(["cmi.suspend_data", writeRecord(after.record)]);
    // The platform gives the attempt back where it was left.
    this.set(["cmi.exit", "suspend"]);
    this.heed(this.api.Commit(""));
  }

  end(last: LmsReport): void {
    this.report(last, last);
    this.heed(this.api.Terminate(""));
  }

  private set([name, value]: Element): void {
    if (this.known.get(name) === value) return;
    this.known.set(name, value);
    this.heed(this.api.SetValue(name, value), `${name} = ${value}`);
  }

  private heed(answer: string, what = ""): void {
    if (String(answer) !== "false") return;
    const code = this.api.GetLastError();
    const told = `${code} ${this.api.GetErrorString(code)} ${this.api.GetDiagnostic(code)}`;
    this.refused(`${what} ${told}`.trim());
  }
}

/** The entries of a collection of the platform's, by their ids; those of earlier visits are there. */
class Numbers {
  private readonly api: ScormApi;
  private readonly name: string;
  private read: Map<string, number> | undefined;

  constructor(api: ScormApi, name: string) {
    this.api = api;
    this.name = name;
  }

  of(id: string): number {
    this.read ??= this.there();
    const number = this.read.get(id) ?? this.read.size;
    this.read.set(id, number);
    return number;
  }

  private there(): Map<string, number> {
    const count = Number(this.api.GetValue(`${this.name}._count`)) || 0;
    const numbers = Array.from({ length: count }, (_, at) => at);
    return new Map(numbers.map((at) => [this.api.GetValue(`${this.name}.${at}.id`), at]));
  }
}
