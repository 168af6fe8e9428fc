/** The link of what the page shows, checked by reading it again before anybody gets it. */

import { t } from "@/language/words";
import { writeShareFile } from "@/model/share/file";
import { readFragment, writeFragment } from "@/model/share/link";
import {
  DIGEST_DIGITS,
  SHARED_NAME_LENGTH_MAX,
  type Share,
  type SharedAction,
  type SharedScenario,
} from "@/model/share/share";
import { stampOf } from "@/model/stamp";
import { targetKey } from "@/model/targets";
import { bookmarksHere } from "../branches";
import type { PageState } from "../pageState";
import { logOf, type Session } from "../session";
import type { SimState } from "../simState";
import { linkedView } from "./views";

/** Addresses longer than this are cut by some programs. */
export const LINK_LENGTH_ADVISED = 2_000;
/** Longer than this it is a file. */
export const LINK_LENGTH_MAX = 8_000;

export type MadeLink =
  | { kind: "link"; address: string }
  /** A file carries it all the same. */
  | { kind: "too-long"; length: number }
  /** It would not come back as it is: nobody shall get it. */
  | { kind: "not-whole"; where: string };

/** What the page shows, as plain data; undefined without a run. */
export function shareOf(state: SimState, page: PageState): Share | undefined {
  const { session, frame, world } = state;
  const { lesson, layout, selection } = page;
  if (session === null || frame === null || world === null) return undefined;
  const log = logOf(session);
  const isFirst = state.range === world.ranges[0]?.id;
  return {
    scenario: scenarioOf(session),
    variant: session.variant,
    seed: session.seed,
    at_us: frame.now_us,
    event: frame.events,
    digest: frame.digest.slice(0, DIGEST_DIGITS),
    furthest_us: Math.max(state.furthestUs, frame.now_us, log.at(-1)?.at_us ?? 0),
    range: isFirst ? null : state.range,
    view: linkedView(layout),
    select: targetKey(selection),
    // A lesson of the person's own file is nowhere else.
    lesson:
      lesson === null || lesson.id.includes(":") ? null : { id: lesson.id, step: lesson.step },
    bookmarks: bookmarksHere(session).map(({ us, name, note }) => ({
      us,
      name: wellFormed(name),
      note: wellFormed(note),
    })),
    actions: log.map(({ at_us, action }) => ({ at_us, action: plain(action) })),
    expects: (session.expects ?? []).map((expected) => ({ ...expected })),
  };
}

/** `place` is the page's own address, without its fragment. */
export async function linkOf(share: Share, place: string): Promise<MadeLink> {
  const fragment = await writeFragment(share);
  const address = place + fragment;
  if (address.length > LINK_LENGTH_MAX) return { kind: "too-long", length: address.length };
  const read = await readFragment(fragment);
  if (read.problems.length === 0 && isSame(read.share, share)) return { kind: "link", address };
  return { kind: "not-whole", where: read.problems[0]?.where ?? t("what was read again") };
}

export function fileOf(share: Share): { name: string; text: string } {
  const { scenario } = share;
  const from = scenario.kind === "builtin" ? scenario.id : scenario.name.replace(/\.json$/i, "");
  const slug = from
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return { name: `${slug || "scenario"}-shared.json`, text: writeShareFile(share) };
}

function scenarioOf({ source, text }: Session): SharedScenario {
  if (source.kind === "builtin") return { kind: "builtin", id: source.id, stamp: stampOf(text) };
  return { kind: "file", name: wellFormed(source.name).slice(0, SHARED_NAME_LENGTH_MAX), text };
}

/** As data: what crosses is what JSON keeps. */
function plain(action: unknown): SharedAction["action"] {
  return JSON.parse(wellFormed(JSON.stringify(action))) as SharedAction["action"];
}

/** Half of a letter cannot be written down. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

/** Whatever the order of members. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const members = Object.entries(a);
  if (members.length !== Object.keys(b).length) return false;
  const other = b as Record<string, unknown>;
  return members.every(([key, value]) => Object.hasOwn(b, key) && isSame(value, other[key]));
}
