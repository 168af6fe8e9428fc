/** What a person expects of the run: bounds on figures, which the engine judges. */

import { EXPECTS_MAX, type Expectation, type Session } from "./session";

/** With one more, or undefined when there is room for none. The same bound is not set twice. */
export function withExpectation(session: Session, added: Expectation): Session | undefined {
  const before = (session.expects ?? []).filter((one) => !isSameBound(one, added));
  if (before.length >= EXPECTS_MAX) return undefined;
  return { ...session, expects: [...before, added] };
}

export function withoutExpectation(session: Session, gone: Expectation): Session {
  return { ...session, expects: (session.expects ?? []).filter((one) => one !== gone) };
}

/** One bound of a figure has one limit. */
function isSameBound(a: Expectation, b: Expectation): boolean {
  return a.metric === b.metric && (a.at_most === undefined) === (b.at_most === undefined);
}

/** A metric of the run that is shown, as a scenario's `expect` names it. */
export function metricOf(variant: string, path: string): string {
  return `${variant === "" ? "run" : variant}/${path}`;
}

/** A scenario file that expects these too. */
export function withExpects(text: string, expects: readonly Expectation[]): string {
  if (expects.length === 0) return text;
  const file = JSON.parse(text) as { expect?: unknown[] };
  return `${JSON.stringify({ ...file, expect: [...(file.expect ?? []), ...expects] }, null, 2)}\n`;
}
