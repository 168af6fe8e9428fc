/** SCORM's run-time API, of 2004 or 1.2, in a window around this page. */

import { KEPT_LENGTH_MAX, writeRecord } from "@/model/lms/record";
import type { LmsReport } from "@/model/lms/report";
import { type Element, type Numbered, scormElements } from "@/model/lms/scorm";
import { scorm12Elements } from "@/model/lms/scorm12";
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

interface Dialect {
  elements(report: LmsReport, numbered: Numbered): Element[];
  place: string;
  exit: string;
  /** As many characters as `cmi.suspend_data` may have. */
  keptMax: number;
  /** What an earlier visit told of questions can be read again. */
  readsInteractions: boolean;
}

const SCORM_2004: Dialect = {
  elements: scormElements,
  place: "cmi.location",
  exit: "cmi.exit",
  keptMax: KEPT_LENGTH_MAX,
  readsInteractions: true,
};

const SCORM_12: Dialect = {
  elements: scorm12Elements,
  place: "cmi.core.lesson_location",
  exit: "cmi.core.exit",
  keptMax: 4_096,
  readsInteractions: false,
};

/** As SCORM 1.2 names the same. */
export type Scorm12Api = { [Name in keyof ScormApi as `LMS${Named12<Name>}`]: ScormApi[Name] };
type Named12<Name extends string> = Name extends "Terminate" ? "Finish" : Name;

/** Begun, written to and ended as that of 2004. */
function asOf2004(api: Scorm12Api): ScormApi {
  return {
    Initialize: (nothing) => api.LMSInitialize(nothing),
    Terminate: (nothing) => api.LMSFinish(nothing),
    GetValue: (name) => api.LMSGetValue(name),
    SetValue: (name, value) => api.LMSSetValue(name, value),
    Commit: (nothing) => api.LMSCommit(nothing),
    GetLastError: () => api.LMSGetLastError(),
    GetErrorString: (code) => api.LMSGetErrorString(code),
    GetDiagnostic: (code) => api.LMSGetDiagnostic(code),
  };
}

export const API_2004 = "API_1484_11";
export const API_12 = "API";
/** So many windows up, as SCORM's own example looks. */
const WINDOWS_MAX = 500;

/** In this window's parents, else in those of the window that opened it. */
export function findApi<Api = ScormApi>(here: Window, name = API_2004): Api | null {
  const above = (first: Window) => apiAbove(first, name) as Api | null;
  return above(here.parent) ?? (here.opener ? above(here.opener) : openerAbove(here, above));
}

/** A frame within a window that the platform opened. */
function openerAbove<Api>(here: Window, above: (first: Window) => Api | null): Api | null {
  try {
    return here.top?.opener ? above(here.top.opener) : null;
  } catch {
    return null;
  }
}

/** Null, too, where a window is another origin's: it may not be looked into. */
function apiAbove(first: Window, name: string): object | null {
  try {
    let at = first;
    for (let looked = 0; looked < WINDOWS_MAX; looked += 1) {
      const api = Reflect.get(at, name);
      if (api) return api;
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
  private readonly dialect: Dialect;
  private readonly refused: Refused;
  /** As they were set last. */
  private readonly known = new Map<string, string>();
  private readonly numbered: Numbered;

  private constructor(api: ScormApi, dialect: Dialect, refused: Refused) {
    this.api = api;
    this.dialect = dialect;
    this.refused = refused;
    const objectives = new Numbers(api, "cmi.objectives", true);
    const interactions = new Numbers(api, "cmi.interactions", dialect.readsInteractions);
    this.numbered = {
      objective: (id) => objectives.of(id),
      interaction: (id) => interactions.of(id),
    };
  }

  static of2004(api: ScormApi, refused: Refused): ScormWire {
    return new ScormWire(api, SCORM_2004, refused);
  }

  static of12(api: Scorm12Api, refused: Refused): ScormWire {
    return new ScormWire(asOf2004(api), SCORM_12, refused);
  }

  begin(): Promise<{ kept: string; place: string }> {
    this.heed(this.api.Initialize(""));
    const kept = this.api.GetValue("cmi.suspend_data");
    return Promise.resolve({ kept, place: this.api.GetValue(this.dialect.place) });
  }

  report(_: LmsReport | null, after: LmsReport): void {
    const { elements, exit, keptMax } = this.dialect;
    for (const element of elements(after, this.numbered)) this.set(element);
    const kept = writeRecord(after.record);
    this.set(["cmi.suspend_data", kept.length <= keptMax ? kept : ""]);
    // The platform gives the attempt back where it was left.
    this.set([exit, "suspend"]);
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
  private readonly canRead: boolean;
  private read: Map<string, number> | undefined;
  private next = 0;

  constructor(api: ScormApi, name: string, canRead: boolean) {
    this.api = api;
    this.name = name;
    this.canRead = canRead;
  }

  of(id: string): number {
    this.read ??= this.there();
    const known = this.read.get(id);
    if (known !== undefined) return known;
    this.read.set(id, this.next);
    this.next += 1;
    return this.next - 1;
  }

  private there(): Map<string, number> {
    this.next = Number(this.api.GetValue(`${this.name}._count`)) || 0;
    const numbers = Array.from({ length: this.canRead ? this.next : 0 }, (_, at) => at);
    return new Map(numbers.map((at) => [this.api.GetValue(`${this.name}.${at}.id`), at]));
  }
}
