/** A launch by the rules of cmi5, and statements in their form. */

import * as v from "valibot";
import { type Endpoint, readActor, readEndpoint } from "./launch";
import type { LmsReport } from "./report";
import {
  lastStatement,
  type Statement,
  statementsOf,
  type Telling,
  type XapiLaunch,
} from "./statements";

export interface Cmi5Launch {
  launch: XapiLaunch;
  to: Endpoint;
  /** Where the key to the store is handed out, once. */
  fetchAddress: string;
}

/** Null where the launch says too little: cmi5 has five parts, each of which is needed. */
export function readCmi5Launch(search: string, base: string): Cmi5Launch | null {
  const asked = new URLSearchParams(search);
  const part = (name: string): string => asked.get(name) ?? "";
  const actor = readActor(asked.get("actor"));
  const address = readEndpoint(part("endpoint"), base);
  const [registration, activity, fetch] = [part("registration"), part("activityId"), part("fetch")];
  if (actor === null || address === null || registration === "") return null;
  if (activity === "" || fetch === "" || !URL.canParse(fetch, base)) return null;
  const fetchAddress = new URL(fetch, base).href;
  if (!/^https?:/.test(fetchAddress)) return null;
  return {
    launch: { actor, registration, activity },
    to: { address, auth: "" },
    fetchAddress,
  };
}

const activities = v.array(v.looseObject({ id: v.string() }));

/** What the platform keeps of the launch in its State resource. */
const launchData = v.looseObject({
  launchMode: v.picklist(["Normal", "Browse", "Review"]),
  masteryScore: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  contextTemplate: v.looseObject({
    contextActivities: v.optional(v.record(v.string(), activities)),
    extensions: v.optional(v.record(v.string(), v.unknown())),
  }),
});

export type LaunchData = v.InferOutput<typeof launchData>;

/** Undefined: it is not as cmi5 has it. */
export function readLaunchData(text: string): LaunchData | undefined {
  try {
    return v.parse(launchData, JSON.parse(text));
  } catch {
    return undefined;
  }
}

const CATEGORIES = "https://w3id.org/xapi/cmi5/context/categories/";
const MASTERY = "https://w3id.org/xapi/cmi5/context/extensions/masteryscore";

/** Verbs that cmi5 defines; all others it lets be said in its context. */
const DEFINED = ["initialized", "completed", "passed", "failed", "terminated"];
/** Of these a platform learns whether the unit is satisfied. */
const JUDGING = ["completed", "passed", "failed"];

type Rules = Pick<LaunchData, "launchMode" | "masteryScore" | "contextTemplate">;

export function cmi5Statements(
  before: LmsReport | null,
  after: LmsReport,
  telling: Telling,
  data: Rules,
): Statement[] {
  const was = before === null ? null : judged(before, data);
  const statements = statementsOf(was, judged(after, data), telling);
  // Who only looks is not judged.
  const isSaid = ({ verb }: Statement): boolean =>
    data.launchMode === "Normal" || verb.display["en-US"] === "initialized";
  return statements.filter(isSaid).map((one) => inForm(one, data));
}

export function cmi5Last(last: LmsReport, telling: Telling, data: Rules): Statement {
  return inForm(lastStatement(last, telling), data);
}

/** Where the platform says which score passes, nobody has passed with less. */
function judged(report: LmsReport, { masteryScore }: Rules): LmsReport {
  const { passed, score } = report.standing;
  if (passed !== true || masteryScore === undefined || score.scaled >= masteryScore) return report;
  return { ...report, standing: { ...report.standing, passed: null } };
}

function inForm(one: Statement, { contextTemplate, masteryScore }: Rules): Statement {
  const verb = one.verb.display["en-US"];
  const template = contextTemplate.contextActivities ?? {};
  const own = (one.context.contextActivities ?? {}) as Record<string, unknown>;
  const names = [
    ...(DEFINED.includes(verb) ? ["cmi5"] : []),
    ...(JUDGING.includes(verb) ? ["moveon"] : []),
  ];
  const categories = [
    ...(template.category ?? []),
    ...names.map((name) => ({ objectType: "Activity", id: CATEGORIES + name })),
  ];
  const isByMastery = masteryScore !== undefined && ["passed", "failed"].includes(verb);
  const result = resultOf(verb, one.result);
  const { result: _, ...rest } = one;
  return {
    ...rest,
    ...(result === undefined ? {} : { result }),
    context: {
      ...contextTemplate,
      ...one.context,
      contextActivities: {
        ...template,
        ...own,
        ...(categories.length === 0 ? {} : { category: categories }),
      },
      extensions: {
        ...contextTemplate.extensions,
        ...(isByMastery ? { [MASTERY]: masteryScore } : {}),
      },
    },
  };
}

/** A score is only of who passed or failed, completion only of who completed. */
function resultOf(verb: string, result: Statement["result"]): Statement["result"] {
  if (result === undefined || !DEFINED.includes(verb)) return result;
  const { duration, completion, success, score } = result;
  if (verb === "completed") return { duration, completion };
  if (verb === "terminated") return { duration };
  return { duration, success, score };
}
