/** What a "Tin Can" launch says in the address: where statements go, and who learns. */

import * as v from "valibot";
import type { XapiLaunch } from "./statements";

export interface Endpoint {
  /** Ends with a slash. */
  address: string;
  /** The header `Authorization`; "" where none is given. */
  auth: string;
}

/** Parts of the address that are the launch's alone: who has the address could report, too. */
export const LAUNCH_PARTS = [
  "endpoint",
  "auth",
  "actor",
  "registration",
  "activity_id",
  "activity_platform",
  "grouping",
  "content_endpoint",
  "content_token",
  "externalRegistration",
  "externalConfiguration",
  // Of cmi5.
  "fetch",
  "activityId",
];

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(4000));
/** Earlier platforms write each of these as a list of one. */
const one = v.pipe(
  v.union([text, v.pipe(v.array(text), v.minLength(1))]),
  v.transform((given) => (typeof given === "string" ? given : (given[0] ?? ""))),
);
const account = v.union([
  v.object({ homePage: text, name: text }),
  v.pipe(
    v.object({ accountServiceHomePage: text, accountName: text }),
    v.transform((old) => ({ homePage: old.accountServiceHomePage, name: old.accountName })),
  ),
]);
const accounts = v.union([
  account,
  v.pipe(
    v.array(account),
    v.minLength(1),
    v.transform(([first]) => first),
  ),
]);
const actor = v.object({
  objectType: v.optional(v.literal("Agent")),
  name: v.optional(one),
  mbox: v.optional(one),
  mbox_sha1sum: v.optional(one),
  openid: v.optional(one),
  account: v.optional(accounts),
});

/** By these an agent is known; xAPI wants exactly one. */
const KNOWN_BY = ["mbox", "mbox_sha1sum", "openid", "account"] as const;

/** Null where the launch says too little: an endpoint, an actor and an activity are needed. */
export function readLaunch(
  search: string,
  base: string,
): { launch: XapiLaunch; to: Endpoint } | null {
  const asked = new URLSearchParams(search);
  const who = readActor(asked.get("actor"));
  const activity = asked.get("activity_id") ?? "";
  const address = readEndpoint(asked.get("endpoint") ?? "", base);
  if (who === null || address === null) return null;
  if (!/^[a-z][a-z0-9+.-]*:./i.test(activity)) return null;
  const registration = asked.get("registration") || null;
  return {
    launch: { actor: who, registration, activity },
    to: { address, auth: asked.get("auth") ?? "" },
  };
}

/** A place of the web, with a slash at its end. */
export function readEndpoint(endpoint: string, base: string): string | null {
  if (endpoint === "" || !URL.canParse(endpoint, base)) return null;
  const address = new URL(endpoint.replace(/\/*$/, "/"), base).href;
  return /^https?:/.test(address) ? address : null;
}

export function readActor(given: string | null): Record<string, unknown> | null {
  try {
    const read = v.parse(actor, JSON.parse(given ?? ""));
    const known = KNOWN_BY.find((name) => read[name] !== undefined);
    if (known === undefined) return null;
    const { name } = read;
    const who = { objectType: "Agent", ...(name === undefined ? {} : { name }) };
    return { ...who, [known]: read[known] };
  } catch {
    return null;
  }
}
