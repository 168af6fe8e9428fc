/**
 * A record store and a platform by the rules of cmi5, as far as they can be broken by what is sent:
 * each fault is a sentence. For tests only.
 */

import type { Statement } from "@/model/lms/statements";

export type { Statement } from "@/model/lms/statements";

const CATEGORIES = "https://w3id.org/xapi/cmi5/context/categories/";
export const SESSION = "https://w3id.org/xapi/cmi5/context/extensions/sessionid";
const DEFINED = ["initialized", "completed", "passed", "failed", "terminated"];

interface Context {
  registration?: string;
  contextActivities?: Record<string, { id: string }[]>;
  extensions?: Record<string, unknown>;
}

export const verbOf = ({ verb }: Statement): string => verb.display["en-US"];

/** What is wrong with the statements of one session of a registration; `before`: of its earlier ones. */
export function cmi5Faults(
  said: readonly Statement[],
  expected: { activity: string; registration: string; session: string },
  before: readonly Statement[] = [],
): string[] {
  const faults: string[] = [];
  const verbs = said.map(verbOf);
  const wrong = (isWrong: boolean, why: string): void => void (isWrong && faults.push(why));
  wrong(verbs.length > 0 && verbs[0] !== "initialized", "initialized is not the first");
  const end = verbs.indexOf("terminated");
  wrong(end >= 0 && end !== verbs.length - 1, "something is said after terminated");
  for (const verb of ["initialized", "terminated"])
    wrong(verbs.filter((one) => one === verb).length > 1, `${verb} is said twice in a session`);
  const all = [...before, ...said].map(verbOf);
  for (const verb of ["completed", "passed"])
    wrong(all.filter((one) => one === verb).length > 1, `${verb} is said twice in a registration`);
  const passed = all.indexOf("passed");
  wrong(passed >= 0 && all.lastIndexOf("failed") > passed, "failed is said after passed");
  for (const one of said) faults.push(...faultsOf(one, expected));
  return faults;
}

function faultsOf(
  one: Statement,
  { activity, registration, session }: { activity: string; registration: string; session: string },
): string[] {
  const verb = verbOf(one);
  const context = one.context as Context;
  const result = one.result ?? {};
  const categories = (context.contextActivities?.category ?? []).map(({ id }) => id);
  const isDefined = DEFINED.includes(verb);
  const isJudging = ["completed", "passed", "failed"].includes(verb);
  const rules: [isKept: boolean, why: string][] = [
    [context.registration === registration, "another registration"],
    [context.extensions?.[SESSION] === session, "no session id"],
    [(context.contextActivities?.grouping ?? []).length > 0, "not the template’s grouping"],
    [categories.includes(`${CATEGORIES}cmi5`) === isDefined, "the category cmi5"],
    [categories.includes(`${CATEGORIES}moveon`) === isJudging, "the category moveOn"],
    [!isDefined || one.object.id === activity, "another object"],
    [/Z$/.test(one.timestamp), "no time of UTC"],
    ["score" in result === ["passed", "failed"].includes(verb), "a score"],
    [!isDefined || "completion" in result === (verb === "completed"), "completion"],
    [!isDefined || "duration" in result === (verb !== "initialized"), "duration"],
    [verb !== "passed" || result.success === true, "success"],
    [verb !== "failed" || result.success === false, "success"],
  ];
  return rules.filter(([isKept]) => !isKept).map(([, why]) => `${verb}: ${why}`);
}
