/** The lanes by the names that scenario files have for them; the compiler checks the list. */

import type { LaneName } from "@/engine/types";
import { msg } from "@/language/words";
import { hasChanges } from "@/model/series/leading";
import { total } from "@/model/traffic";
import { AgesFigure, AgesPicture, agesWords, hasReads, isAged } from "./AgesLane";
import {
  BetweenFigure,
  BetweenPicture,
  betweenWords,
  InsideFigure,
  InsidePicture,
  insideWords,
} from "./BytesLane";
import { CommitFigure, CommitPicture, commitWords, hasCommits, isDisputed } from "./CommitLane";
import { LeadersFigure, LeadersPicture, leadersWords } from "./LeadersLane";
import { LensFigure, LensPicture, lensWords } from "./Lens";
import type { Lane, LaneWords } from "./lane";
import { RequestsFigure, RequestsPicture, requestsWords } from "./RequestsLane";
import { ThroughputFigure, ThroughputPicture, throughputWords } from "./ThroughputLane";
import { hasEnded } from "./throughput";

/** Of what crosses between zones. */
const INSIDE_SHARE_MIN = 0.05;

export const LANES: Readonly<Record<LaneName, Lane>> = {
  between: {
    chart: "traffic",
    title: msg("Between zones"),
    unit: msg("billed traffic"),
    proof: "bytes",
    share: 4,
    has: ({ world }) => world.zones.length > 1,
    expects: () => "bytes.cross_zone.total",
    words: betweenWords,
    Picture: BetweenPicture,
    Figure: BetweenFigure,
  },
  inside: {
    title: msg("Inside zones"),
    unit: msg("free traffic"),
    proof: "bytes",
    share: 2,
    // Next to nothing is no story.
    has: ({ own }) =>
      total(own.series.buckets.inside) > INSIDE_SHARE_MIN * total(own.series.buckets.between),
    words: insideWords,
    Picture: InsidePicture,
    Figure: InsideFigure,
  },
  throughput: {
    title: msg("Throughput"),
    unit: msg("requests a second"),
    proof: "bottleneck",
    share: 3,
    has: ({ own }) => hasEnded(own.series.buckets),
    // Where nothing is near its limit, the load is what somebody chose.
    isStory: ({ own }) => own.frame.limit?.limits ?? false,
    expects: ({ workloads }) => workloads[0] && `workload.${workloads[0].id}.qps`,
    words: throughputWords,
    Picture: ThroughputPicture,
    Figure: ThroughputFigure,
  },
  requests: {
    title: msg("Every request"),
    unit: msg("how long it took, log scale"),
    proof: "requests",
    share: 4,
    has: ({ own }) => own.series.completions.count > 0,
    waits: true,
    expects: ({ workloads }) => workloads[0] && `workload.${workloads[0].id}.p99_us`,
    words: requestsWords,
    Picture: RequestsPicture,
    Figure: RequestsFigure,
  },
  ages: {
    title: msg("Ages of reads"),
    unit: msg("how long out of date"),
    proof: "requests",
    share: 3,
    has: hasReads,
    isStory: isAged,
    expects: ({ workloads }) => workloads[0] && `workload.${workloads[0].id}.stale`,
    words: agesWords,
    Picture: AgesPicture,
    Figure: AgesFigure,
  },
  commit: {
    title: msg("Commit index"),
    unit: msg("by each leader’s own belief"),
    proof: "logs",
    share: 4,
    has: hasCommits,
    isStory: isDisputed,
    words: commitWords,
    Picture: CommitPicture,
    Figure: CommitFigure,
  },
  leaders: {
    title: msg("Leaders"),
    unit: msg("by each store’s own belief"),
    proof: "events",
    // A row a store, of which none is lower than its name.
    share: ({ world }) =>
      Math.min(6, 0.8 * world.nodes.filter(({ kind }) => kind === "store").length),
    has: ({ own }) => own.series.leads.count > 0,
    isStory: ({ own }) => hasChanges(own.series.leads),
    expects: () => "elections",
    words: leadersWords,
    Picture: LeadersPicture,
    Figure: LeadersFigure,
  },
  lens: {
    title: msg("One request"),
    unit: msg("message by message"),
    proof: "spacetime",
    ownTime: true,
    share: 4,
    has: ({ request }) => request !== null,
    words: lensWords,
    Picture: LensPicture,
    Figure: LensFigure,
  },
};

export interface NamedLane {
  readonly id: LaneName;
  readonly lane: Lane;
}

const ALL = Object.keys(LANES) as LaneName[];

/**
 * The lanes that stand: those that the scenario names, in its order, or else all that tell a story;
 * and the request that somebody chose. Until a request has ended they wait for what there is to show.
 */
export function lanesFor(shown: LaneWords): NamedLane[] {
  const { lanes: named } = shown.world.show;
  const ids = named.length === 0 ? ALL : [...named.filter((id) => id !== "lens"), "lens" as const];
  const isTold = ({ isStory }: Lane) => named.length > 0 || (isStory?.(shown) ?? true);
  const isNew = shown.own.series.completions.count === 0;
  const waits = ({ ownTime, waits }: Lane) =>
    isNew && (named.length > 0 ? ownTime === undefined : waits === true);
  return ids
    .map((id) => ({ id, lane: LANES[id] }))
    .filter(({ lane }) => (lane.has(shown) || waits(lane)) && isTold(lane));
}
