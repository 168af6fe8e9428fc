/** Who led in the run that is open, as further lanes under a log's own, on the same axis. */

import type { RoleLog } from "@/engine/lens";
import { t } from "@/language/words";
import type { Office } from "../series/committed";
import { formatInstant } from "../units";
import { TONES, type Trace } from "./trace";

export interface RunRoles {
  /** Names of its stores, by lane. */
  stores: readonly string[];
  /** By their lanes, in the order in which they began. */
  offices: readonly Office[];
}

export interface LogLeader {
  atUs: number;
  member: string;
  term: number;
}

export function leadersOf({ events, members }: RoleLog): LogLeader[] {
  return events
    .filter(({ what }) => what === "leader")
    .map(({ at_us, member, term }) => ({ atUs: at_us, member: members[member]?.id ?? "", term }));
}

/**
 * Which of the run's offices is held to one of the log's leaders: the last of the fewer, since what
 * both begin with is how they were set up.
 */
export function heldTogether(leaders: readonly LogLeader[], { offices }: RunRoles): number {
  return Math.min(leaders.length, offices.length) - 1;
}

/** The log's trace with the run's lanes, moved so that the office begins where the leader did. */
export function withRun(
  log: Trace,
  run: RunRoles,
  { office, atUs }: { office: number; atUs: number },
): Trace {
  const shiftUs = atUs - (run.offices[office]?.fromUs ?? 0);
  const own = log.start.length;
  const marks = Array.from({ length: own + run.offices.length }, (_, mark) => mark);
  const officeOf = (mark: number): Office | undefined => run.offices[mark - own];
  const startOf = (mark: number): number =>
    log.start[mark] ?? shiftUs + (officeOf(mark)?.fromUs ?? 0);
  const endOf = (mark: number): number => log.end[mark] ?? shiftUs + (officeOf(mark)?.toUs ?? 0);
  marks.sort((a, b) => startOf(a) - startOf(b) || a - b);
  const of = (place: number): number => marks[place] ?? 0;
  const placeOf = new Uint32Array(marks.length);
  for (const [place, mark] of marks.entries()) placeOf[mark] = place;
  const lanes = log.lanes.length;
  const group = t("the open run");
  return {
    lanes: [...log.lanes, ...run.stores.map((name) => ({ name, group }))],
    lane: Uint32Array.from(marks, (mark) => log.lane[mark] ?? lanes + (officeOf(mark)?.node ?? 0)),
    start: Float64Array.from(marks, startOf),
    end: Float64Array.from(marks, endOf),
    tone: Uint8Array.from(marks, (mark) => log.tone[mark] ?? TONES.indexOf("leader")),
    open: Uint8Array.from(marks, (mark) => log.open[mark] ?? 0),
    loud: Uint8Array.from(marks, (mark) => log.loud[mark] ?? 1),
    arrows: {
      from: log.arrows.from.map((mark) => placeOf[mark] ?? 0),
      to: log.arrows.to.map((mark) => placeOf[mark] ?? 0),
    },
    isTime: log.isTime,
    short: (place) => {
      const office = officeOf(of(place));
      return office === undefined
        ? log.short(of(place))
        : t("leader, term {term}", { term: office.term });
    },
    brief: (place) => String(officeOf(of(place))?.term ?? log.brief(of(place))),
    text: (place) => {
      const office = officeOf(of(place));
      return office === undefined ? log.text(of(place)) : (run.stores[office.node] ?? "");
    },
    details: (place) => {
      const office = officeOf(of(place));
      if (office === undefined) return log.details(of(place));
      return [
        [t("Store"), run.stores[office.node] ?? ""],
        [t("Leads from"), formatInstant(office.fromUs)],
        [t("Leads until"), formatInstant(office.toUs)],
      ];
    },
  };
}
