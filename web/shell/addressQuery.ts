/** Checks each part of the address's query: a total function, which says what it leaves out. */

import * as v from "valibot";
import { languageFor } from "@/language/languages";
import { type Language, msg, t } from "@/language/words";

import { TOKEN } from "@/model/assignment/assignment";
import { readChoice } from "@/session/beside/besideAddress";
import type { BesideChoice } from "@/session/beside/besideChoice";
import { type Lock, PANELS, type Panel } from "@/session/stage";
import type { Address, AddressProblem } from "./addressTypes";

/** A name of a scenario, lesson or step. Whether there is one is found out by who fetches it. */
const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/));
const text = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const token = v.pipe(v.string(), v.regex(TOKEN));
const flag = v.pipe(
  v.picklist(["", "1", "true"]),
  v.transform(() => true),
);

const seed = v.pipe(v.string(), v.regex(/^\d{1,16}$/), v.transform(Number), v.safeInteger());

const panels = v.pipe(
  v.string(),
  v.transform((listed) => listed.split(",").map((name) => name.trim())),
  v.array(v.picklist(PANELS)),
  v.minLength(1),
  v.transform((named): readonly Panel[] => PANELS.filter((panel) => named.includes(panel))),
);

const lock = v.pipe(
  v.picklist(["", "controls", "all"]),
  v.transform((what): Lock => (what === "all" ? "all" : "controls")),
);

const beside = v.pipe(
  v.string(),
  v.check((given) => readChoice(given) !== undefined),
  v.transform((given) => readChoice(given) as BesideChoice),
);

const theme = v.picklist(["light", "dark", "projector"]);
const lms = v.picklist(["scorm", "scorm12", "xapi", "cmi5"]);
const level = v.picklist(["watch", "instruments"]);

/** The page's own origin: what runs in the page itself may speak to it, a test for example. */
const SELF = "self";

/** An origin as browsers write it: nothing after the port. */
const origin = v.union([
  v.literal(SELF),
  v.pipe(
    v.string(),
    v.regex(/^https?:\/\//),
    v.check((given) => URL.canParse(given) && new URL(given).origin === given),
  ),
]);

const language = v.pipe(
  v.string(),
  v.check((given) => languageFor(given) !== undefined),
  v.transform((given) => languageFor(given) as Language),
);

const NAME = msg("a name of letters, digits, dots, hyphens");

/** What may stand in an address, each with what is wrong with it otherwise. */
export const PARTS = [
  part("scenario", id, NAME, msg("The kept session or the first scenario is opened.")),
  part(
    "variant",
    text,
    msg("a name of up to 200 characters"),
    msg("The scenario runs as it stands."),
  ),
  part(
    "seed",
    seed,
    msg("a whole number from 0 to 9007199254740991"),
    msg("The run has seed {seed}."),
  ),
  part("lesson", id, NAME, msg("No lesson is opened.")),
  part(
    "step",
    text,
    msg("the id, number or title of a step"),
    msg("The lesson begins where it was left."),
  ),
  part(
    "panels",
    panels,
    msg("some of map, story, meters, time, dock"),
    msg("All panels are shown."),
  ),
  part("lock", lock, msg("controls or all"), msg("Nothing is locked.")),
  part("theme", theme, msg("light, dark or projector"), msg("The theme is not changed.")),
  part("level", level, msg("watch or instruments"), msg("As much stands as before.")),
  part("language", language, "en, zh-CN", msg("The language is not changed.")),
  part(
    "assignment",
    token,
    msg("the letters of an assignment’s link"),
    msg("No assignment is opened."),
  ),
  part("lms", lms, "scorm, scorm12, xapi, cmi5", msg("Nothing is reported.")),
  part(
    "beside",
    beside,
    msg("variant:… or a setting such as pre_vote:false"),
    msg("No runs are compared."),
  ),
  part("handout", flag, msg("no value"), msg("The lesson is played.")),
  part("present", flag, msg("no value"), msg("It is not presented.")),
  part("paused", flag, msg("no value"), msg("The run plays.")),
  part(
    "origin",
    origin,
    msg("self or an origin such as https://example.org, without a path"),
    msg("No other page is heard."),
  ),
] as const;

/** Of a page that was not made to stand in another one: whoever framed it is not heard. */
const ORIGIN_OUTSIDE = part(
  "origin",
  v.literal(SELF),
  msg("self: another page may speak to embed.html alone"),
  msg("No other page is heard."),
);

/**
 * What is asked and was understood; names that are not the page's are nobody's problem. `embedded`:
 * it is asked of embed.html.
 */
export function readQuery(search: string, embedded: boolean): Partial<Address> {
  const asked = new URLSearchParams(search);
  const problems: AddressProblem[] = [];
  const address: Partial<Address> = { problems };
  for (const one of PARTS) {
    const isOutside = one.key === "origin" && !embedded;
    const { key, schema, expected, instead } = isOutside ? ORIGIN_OUTSIDE : one;
    const given = asked.get(key);
    if (given === null) continue;
    const result = v.safeParse(schema, given);
    if (result.success) Object.assign(address, { [key]: result.output });
    else problems.push({ where: key, found: shortened(given), expected: t(expected), instead });
  }
  return address;
}

function part<K extends keyof Address>(
  key: K,
  schema: v.GenericSchema<string, NonNullable<Address[K]>>,
  expected: string,
  instead: string,
) {
  return { key, schema, expected, instead };
}

function shortened(given: string): string {
  return given.length <= 60 ? given : `${given.slice(0, 60)}…`;
}
