/** What members said of their roles, as a trace: a lane for each member, a band for each role. */

import type { RoleEvent, RoleLog } from "@/engine/lens";
import { t } from "@/language/words";
import { type Detail, TONES, type Tone, type Trace } from "./trace";

const BANDS: Partial<Record<RoleEvent["what"], Tone>> = {
  follower: "follower",
  pre_candidate: "candidate",
  candidate: "candidate",
  leader: "leader",
};

/** Bands that are still open go on for this share of the whole. */
const TAIL = 0.03;

export function roleTrace(log: RoleLog, files: readonly string[]): Trace {
  const { members, events } = log;
  const starts = events.map(({ at_us }) => at_us);
  const [first = 0, last = 0] = [starts[0], starts.at(-1)];
  const ends = bandEnds(events, last + Math.max(1, (last - first) * TAIL));
  const toneOf = ({ what }: RoleEvent): number => TONES.indexOf(BANDS[what] ?? "note");
  const hasGroups = members.some(({ group }) => group !== "");
  return {
    lanes: members.map(({ id, group }) => ({
      name: hasGroups ? t("peer {id}", { id }) : id,
      group: hasGroups ? t("Region {group}", { group }) : "",
    })),
    lane: Uint32Array.from(events, ({ member }) => member),
    start: Float64Array.from(starts),
    end: ends,
    tone: Uint8Array.from(events, toneOf),
    open: new Uint8Array(events.length),
    loud: new Uint8Array(events.length).fill(1),
    arrows: { from: new Uint32Array(), to: new Uint32Array() },
    isTime: true,
    short: (mark) => shortOf(events[mark]),
    brief: (mark) => String(events[mark]?.term ?? ""),
    text: (mark) => [members[events[mark]?.member ?? 0]?.id, events[mark]?.text].join("\n"),
    details: (mark) => detailsOf(events[mark], log, files),
  };
}

/** A role lasts until its member tells another. */
function bandEnds(events: readonly RoleEvent[], end: number): Float64Array {
  const ends = Float64Array.from(events, ({ at_us }) => at_us);
  const open = new Map<number, number>();
  for (const [mark, { member, what, at_us }] of events.entries()) {
    if (BANDS[what] === undefined) continue;
    const before = open.get(member);
    if (before !== undefined) ends[before] = at_us;
    open.set(member, mark);
  }
  for (const mark of open.values()) ends[mark] = end;
  return ends;
}

function shortOf(event: RoleEvent | undefined): string {
  if (event === undefined) return "";
  const { term } = event;
  switch (event.what) {
    case "follower":
      return t("follower, term {term}", { term });
    case "pre_candidate":
      return t("pre-candidate, term {term}", { term });
    case "candidate":
      return t("candidate, term {term}", { term });
    case "leader":
      return t("leader, term {term}", { term });
    case "campaign":
      return t("begins an election");
    case "elected":
      return t("knows a leader, term {term}", { term });
    case "lost_leader":
      return t("knows no leader any more");
    case "higher_term":
      return t("hears of term {term}", { term });
  }
}

function detailsOf(
  event: RoleEvent | undefined,
  { members }: RoleLog,
  files: readonly string[],
): readonly Detail[] {
  if (event === undefined) return [];
  const member = members[event.member];
  return [
    [t("Instant"), utc(event.at_us)],
    [t("Member"), member?.id ?? ""],
    [t("Line"), files.length > 1 ? `${files[event.file] ?? ""}:${event.line}` : String(event.line)],
    [t("Text"), event.text],
  ];
}

/** "2024-05-10 12:00:00.001", UTC. */
export function utc(us: number): string {
  return new Date(us / 1000).toISOString().replace("T", " ").replace("Z", " UTC");
}
