/** What a way to a learning platform offers. Must not know what is reported. */

import type { LmsReport } from "@/model/lms/report";

export interface Wire {
  /** Begins, once. What an earlier visit left: its text, and the step; "" where it left nothing. */
  begin(): Promise<{ kept: string; place: string }>;
  /** `before` null: it is the first of this visit. */
  report(before: LmsReport | null, after: LmsReport): void;
  /** The page is left: whatever is sent now is sent without an answer. */
  end(last: LmsReport): void;
}

/** Told once why the platform does not take what it is given. */
export type Refused = (why: string) => void;
