/** Reports whatever has changed since the last report, and the end of the visit once. */

import type { LmsContent, LmsRecord } from "@/model/lms/record";
import { type LmsReport, reportOf } from "@/model/lms/report";
import type { Wire } from "./wire";

export class Reporting {
  /** As it was reported last. */
  record: LmsRecord;
  private readonly wire: Wire;
  private readonly beganMs = performance.now();
  private last: LmsReport | null = null;
  private isOver = false;

  constructor(wire: Wire, record: LmsRecord) {
    this.wire = wire;
    this.record = record;
    window.addEventListener("pagehide", () => this.end());
  }

  now(content: LmsContent, record: LmsRecord): void {
    const isSame = JSON.stringify(record) === JSON.stringify(this.record);
    if (this.isOver || (this.last !== null && isSame)) return;
    const next = reportOf(content, record, this.sessionMs);
    // What an earlier visit left comes first: it is nothing new.
    const before = this.last ?? reportOf(content, this.record, 0);
    if (this.last === null) this.wire.report(null, before);
    if (!isSame) this.wire.report(before, next);
    this.last = next;
    this.record = record;
  }

  private end(): void {
    if (this.isOver || this.last === null) return;
    this.isOver = true;
    this.wire.end({ ...this.last, sessionMs: this.sessionMs });
  }

  private get sessionMs(): number {
    return performance.now() - this.beganMs;
  }
}
